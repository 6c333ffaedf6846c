"""The owner's key of a server: the one of its board, typed once a session and kept in that session alone."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.board import Board
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy, n_lazy
from cwsdiag.ui.host import server, tries

if TYPE_CHECKING:
    from pathlib import Path

_HELD = "owner's key"
_TRIES = tries.Tries()


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


def take(key: str) -> None:
    """Keep the key that somebody typed.

    Raises:
        BoardError: it is not the key, or too many were tried from there; which of both, a guesser may know.
    """
    place = tries.address()
    if minutes := _TRIES.begin(place):
        raise BoardError(
            n_lazy(
                "Too many wrong keys were typed here. Try again in {n:,} minute.",
                "Too many wrong keys were typed here. Try again in {n:,} minutes.",
                minutes,
            )
        )
    if not _is_key(key.strip()):
        raise BoardError(
            lazy("This is not the owner's key. Whoever can read the board's file makes a new one: {command}.",
                 command="cwsdiag board owner-key --renew")
        )  # fmt: skip
    _TRIES.right(place)
    st.session_state[_HELD] = key.strip()


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
