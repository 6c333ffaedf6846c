"""The selection: what the person is looking at, in the page's address and in the session.

The address says it, so that a link can be copied; the session remembers it, because a click on a page's name drops it
from the address. What the address says counts. A value is checked where its options are known, by ``choose``: one that
is not among them is dropped.

A widget never holds a selection of its own: it is given the value before it is drawn, and puts what was chosen back.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, MutableMapping

_MEMORY = "selection"
_WIDGET = "choose "


class Key(StrEnum):
    """What can be selected, by its name in the address."""

    DATASET = "dataset"
    SYSTEM = "system"
    OTHER = "other"
    BUCKETS = "buckets"
    BASELINES = "baselines"
    ATTRIBUTE = "attribute"
    BUCKET = "bucket"
    SHOW = "show"
    TEXT = "text"
    WORD = "word"
    WHERE = "where"
    SENTENCE = "sentence"
    SORT = "sort"
    COLUMNS = "columns"
    ORDER = "order"
    MORE = "more"
    REFERENCES = "references"
    SUBMISSIONS = "submissions"
    TASK = "task"
    TRACK = "track"
    SCORES = "scores"
    STUDY = "study"
    RESULTS = "results"
    PART = "part"
    CUT = "cut"
    MEASURE = "measure"
    OVER = "over"
    MODEL = "model"
    NORMALISE = "normalise"
    TRAIN = "train"
    TEST = "test"
    STRING = "string"
    KIND = "kind"
    MEMBERS = "members"
    SEED = "seed"
    TEMPLATES = "templates"
    RATIOS = "ratios"
    LEARNER = "learner"
    PRESENT = "present"


def read_address() -> None:
    """Take over what the address says; called once, at the start of every run."""
    memory = _memory()
    for key in Key:
        if key in st.query_params:
            memory[key] = st.query_params[key]


def write_address(keys: Iterable[Key]) -> None:
    """Make the address say ``keys`` and nothing else of the selection; called once the page has checked them."""
    wanted = address(keys)
    if {key: st.query_params[key] for key in st.query_params} != wanted:
        st.query_params.from_dict(wanted)


def get(key: Key) -> str | None:
    """Return what is selected, None for nothing."""
    return _memory().get(key)


def put(key: Key, value: str | None) -> None:
    """Select ``value``, None for nothing. Works in a callback too: the run after it reads the new address."""
    _put(_memory(), key, value)
    _put(st.query_params, key, value)


def _put(where: MutableMapping[str, str], key: Key, value: str | None) -> None:
    if value:
        where[key] = value
    else:
        where.pop(key, None)


def choose(key: Key, options: Iterable[str], *, default: str | None = None) -> str | None:
    """Return what is selected if it is one of ``options``; otherwise ``default``, which is then selected."""
    value = get(key)
    if value is None or value not in options:
        value = default
        _put(_memory(), key, default)
    return value


def address(keys: Iterable[Key]) -> dict[str, str]:
    """Return what is selected of ``keys``, as parameters of an address."""
    return {str(key): _memory()[key] for key in keys if key in _memory()}


def bind(
    key: Key,
    draw: Callable[..., Any],
    *,
    value: Any,
    to_text: Callable[[Any], str | None] = str,
    default: Any = None,
    **options: Any,
) -> None:
    """Draw an input widget that shows ``value`` and selects what the person chooses.

    Args:
        key: what it selects.
        draw: a Streamlit widget function with ``key`` and ``on_change``.
        value: what it shows.
        to_text: turns what the widget gives into the text that is selected.
        default: the choice for which nothing is selected.
        options: of the widget function.
    """

    def changed(given: Any) -> None:
        put(key, None if given is None or given == default else to_text(given))

    draw_input(_WIDGET + key, draw, value=value, changed=changed, **options)


def draw_input(
    name: str, draw: Callable[..., Any], *, value: Any, changed: Callable[[Any], object], **options: Any
) -> None:
    """Draw an input widget that shows ``value``, whatever was chosen in it before.

    Args:
        name: of the widget.
        draw: a Streamlit widget function with ``key`` and ``on_change``.
        value: what it shows.
        changed: called back with what the person chooses, None where the widget was emptied.
        options: of the widget function.
    """
    # Set before every run: the widget shows the selection, wherever that was changed.
    st.session_state[name] = value
    draw(key=name, on_change=lambda: changed(st.session_state[name]), **options)


def _memory() -> dict[str, str]:
    memory: dict[str, str] = st.session_state.setdefault(_MEMORY, {})
    return memory
