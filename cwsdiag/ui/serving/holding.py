"""How many bytes of uploads the state of each session holds: what no workspace keeps is in the server's memory."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.ui.data.file import File

_HELD = "bytes of uploads in this session"


class Held:
    """How many bytes a session holds; stands in its state, and goes with it."""

    bytes = 0


_BY_SESSION: WeakValueDictionary[str, Held] = WeakValueDictionary()


def note(files: Iterable[File]) -> None:
    """Note what this session holds of its files, each time that it has others."""
    context = get_script_run_ctx()
    held: Held = st.session_state.setdefault(_HELD, Held())
    # The same content is held once, however many files have it.
    held.bytes = sum({id(file.data): len(file.data) for file in files}.values())
    if context is not None:
        _BY_SESSION[context.session_id] = held


def of(session: str) -> int:
    """Return how many bytes a session holds; 0 for one that is not there."""
    held = _BY_SESSION.get(session)
    return 0 if held is None else held.bytes


def of_all() -> int:
    """Return how many bytes all sessions hold."""
    return sum(held.bytes for ref in _BY_SESSION.valuerefs() if (held := ref()) is not None)
