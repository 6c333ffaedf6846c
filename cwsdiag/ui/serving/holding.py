"""How many bytes of files the state of each session holds: what no workspace keeps is in the server's memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from cwsdiag.ui.data.files import File, FileSet

if TYPE_CHECKING:
    from collections.abc import Iterator

_HELD = "bytes of files in this session"


class Held:
    """How many bytes a session holds; stands in its state, and goes with it."""

    bytes = 0


_BY_SESSION: WeakValueDictionary[str, Held] = WeakValueDictionary()


def note() -> None:
    """Note what this session holds; once, at the start of every run: files are taken over in callbacks before it."""
    context = get_script_run_ctx()
    held: Held = st.session_state.setdefault(_HELD, Held())
    # The same content is held once, however many files have it.
    held.bytes = sum({id(file.data): len(file.data) for file in _files(st.session_state.to_dict())}.values())
    if context is not None:
        _BY_SESSION[context.session_id] = held


def _files(value: object) -> Iterator[File]:
    if isinstance(value, File):
        yield value
    elif isinstance(value, FileSet):
        yield from value.all_files
    elif isinstance(value, (Mapping, tuple, list)):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _files(one)


def of(session: str) -> int:
    """Return how many bytes a session holds; 0 for one that is not there."""
    held = _BY_SESSION.get(session)
    return 0 if held is None else held.bytes


def of_all() -> int:
    """Return how many bytes all sessions hold."""
    return sum(held.bytes for ref in _BY_SESSION.valuerefs() if (held := ref()) is not None)
