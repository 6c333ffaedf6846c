"""Where a visitor comes from, as far as that tells that several requests are of one client."""

from __future__ import annotations

import ipaddress

import streamlit as st

# An address of this machine itself, or that of a proxy on it which hands on none.
HERE = "this machine"
# Whoever has an address of IPv6 has as many as he wants of the same network.
_IPV6_NETWORK = 64


def address() -> str:
    """Return the address of the visitor, or ``this machine``; of IPv6 the network, as all of it is one client's."""
    return of_client(st.context.ip_address)


def of_client(address: str | None) -> str:
    """Return what stands for the client of an address.

    Args:
        address: as Streamlit has it; None for this machine. What is none stands for itself.
    """
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or HERE
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _IPV6_NETWORK), strict=False))
