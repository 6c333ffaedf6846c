"""The owner's key of a server: the one of its board, typed once a session and kept in that session alone."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.board import Board
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy
from cwsdiag.ui.host import server

if TYPE_CHECKING:
    from pathlib import Path

_HELD = "owner's key"
# So many wrong keys are taken from an address in so many seconds.
_MOST, _SECONDS = 10, 900.0
# From where and when wrong keys came. In no cache of Streamlit: a browser can empty these.
_WRONG: deque[tuple[str, float]] = deque(maxlen=10_000)
# Whoever has an address of IPv6 has all of the same network.
_IPV6_NETWORK = 64


def board() -> Path | None:
    """Return the file of the board whose owner's key counts here; None where there is none.

    It is the board that the server or its project names, or else that of the user's own, once there is one.
    """
    named, embedded = server.settings().boards
    if named is not None:
        return named
    return embedded if embedded is not None and embedded.exists() else None


def made() -> str | None:
    """Return the owner's key of the board that the server names, if this is the first time; else None.

    Nobody needs one for a board of one's own on one's own machine, so that none is made there.
    """
    path, _own = server.settings().boards
    if path is None or server.settings().no_board:
        return None
    # What is wrong with the board is said where it is opened.
    with suppress(BoardError):
        return Board(path, create=False).owner_key()
    return None


def held() -> bool:
    """Return whether this session has the key; one that was renewed since is none."""
    return _HELD in st.session_state and _is_key(st.session_state[_HELD])


def take(key: str) -> str:
    """Keep the key that somebody typed, or return why it is not taken; empty where it is the owner's."""
    address, now = client(st.context.ip_address), time.monotonic()
    if sum(place == address and moment > now - _SECONDS for place, moment in _WRONG.copy()) >= _MOST:
        return lazy("Too many wrong keys were typed here. Try again in a quarter of an hour.")
    if not _is_key(key.strip()):
        _WRONG.append((address, now))
        return lazy("This is not the owner's key. Whoever can read the board's file makes a new one: {command}.",
                    command="cwsdiag board owner-key --renew")  # fmt: skip
    st.session_state[_HELD] = key.strip()
    return ""


def client(address: str | None) -> str:
    """Return what stands for the client of an address: of IPv6 its network, as all of it is one client's.

    Args:
        address: as Streamlit has it; None for this machine. What is none stands for itself.
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, _IPV6_NETWORK), strict=False))


def leave() -> None:
    """Forget the key in this session."""
    st.session_state.pop(_HELD, None)


def _is_key(text: str) -> bool:
    path = board()
    if path is None:
        return False
    # A board that cannot be read has no owner meanwhile.
    with suppress(BoardError):
        return Board(path, create=False).is_owner_key(text)
    return False
