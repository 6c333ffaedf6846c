"""Where who asks comes from, as far as it says that several requests are of one client."""

from __future__ import annotations

import streamlit as st

from cwsdiag.board.keys import network

# An address of this machine itself, or that of a proxy on it which hands on none.
HERE = "this machine"


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
    return HERE if address is None else network(address)
