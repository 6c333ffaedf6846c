"""Where who asks comes from, as far as it says that several requests are of one client."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

import streamlit as st

# An address of this machine itself, or that of a proxy on it which hands on none.
HERE = "this machine"
# Whoever has one IPv6 address has this many bits more of them.
_SITE = 64


def told() -> str | None:
    """Return the address of who asks as the server knows it; None for this machine itself."""
    return st.context.ip_address


def address() -> str:
    """Return the address of who asks, or ``this machine``; of IPv6 the network, as all of it is one client's."""
    return of_client(told())


def of_client(address: str | None) -> str:
    """Return what stands for the client of an address.

    Args:
        address: as Streamlit tells it; None for this machine. What is none stands for itself.
    """
    if address is None:
        return HERE
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, _SITE), strict=False))
