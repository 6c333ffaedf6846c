"""The owner's key of a server: the one of its board, typed once a session and kept in that session alone."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.board import Board
from cwsdiag.errors import BoardError
from cwsdiag.ui.host import server

if TYPE_CHECKING:
    from pathlib import Path

_HELD = "owner's key"


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
    key = st.session_state.get(_HELD, "")
    return bool(key) and _is_key(key)


def take(key: str) -> bool:
    """Keep the key that somebody typed; return whether it is the owner's. It is too long to be guessed."""
    if is_right := _is_key(key.strip()):
        st.session_state[_HELD] = key.strip()
    return is_right


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
