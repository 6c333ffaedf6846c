"""Editing the buckets of one attribute in place: their number, three classes, or edges of one's own.

What is chosen goes into the selection at once, in the notation of ``cwsdiag.buckets``, and every page follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import buckets
from cwsdiag.errors import SettingError
from cwsdiag.frames import bucket_said
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.ui.shell.view import View

_OWN = "own"
_WAYS = {
    _OWN: lazy("the attribute's own"),
    "equal": lazy("equal count"),
    "classes": lazy("small, medium, large"),
    "edges": lazy("own edges"),
}
_ATTRIBUTE = "edited attribute"
_WAY = "edited way"
_NUMBER = "edited number"
_EDGES = "edited edges"
_PROBLEM = "problem of the edited edges"
_NO_EDGES = lazy("Write the edges below: increasing numbers, separated by commas, such as 0.1, 0.5.")
_USUAL_NUMBER = 4
_MOST = 20


def editor(view: View, key: str | None = None) -> None:
    """Draw a button that opens the editor.

    Args:
        view: what is selected.
        key: of the attribute to edit; None to let the person choose.
    """
    defined = {one.attribute.key: one for one in view.look.diagnosis.attributes if not one.undefined}
    with st.popover(_("Edit buckets"), icon=":material/tune:", width="content"):
        if key is None:
            key = st.selectbox(
                _("Attribute"),
                list(defined),
                format_func=lambda k: translated(defined[k].attribute.label),
                # The browser holds what the choice is called.
                key=f"{_ATTRIBUTE} {language()}",
            )
        # Edges of one's own could single out a word, which a private gold must not show.
        _ways(key, [way for way in _WAYS if way != "edges" or not view.withholds_gold])
        _outcome(defined[key])


def with_way(notation: str | None, key: str, way: str | None) -> str | None:
    """Return a notation in which an attribute is cut this way; None for its own way, and for nothing left to say."""
    parts = [part for part in (notation or "").split(";") if part and not part.startswith(f"{key}=")]
    if way is not None:
        parts.append(f"{key}={way}")
    return ";".join(parts) or None


def _current(key: str) -> str | None:
    """Return how an attribute is cut by the selection, None where that is its own way."""
    notation = state.get(Key.BUCKETS)
    if notation is None:
        return None
    named = [name for name, sign, _way in (part.partition("=") for part in notation.split(";")) if sign]
    return buckets.ways(notation, [key, *named]).get(key)


def _ways(key: str, offered: list[str]) -> None:
    name, _sign, argument = (_current(key) or _OWN).partition(":")
    # Set before every run: the widgets show the selection, wherever that was changed.
    st.session_state[_WAY] = name if name in _WAYS else _OWN
    st.session_state[_NUMBER] = int(argument) if name == "equal" else _USUAL_NUMBER
    if _PROBLEM not in st.session_state:
        st.session_state[_EDGES] = argument if name == "edges" else ""
    st.segmented_control(
        _("Cut into"),
        offered,
        format_func=lambda way: translated(_WAYS[way]),
        key=_WAY,
        required=True,
        on_change=_choose,
        args=(key,),
    )
    st.number_input(
        _("Number of buckets"),
        1,
        _MOST,
        key=_NUMBER,
        on_change=_apply_number,
        args=(key,),
        disabled=name != "equal",
    )
    if "edges" not in offered:
        return
    st.text_input(
        _("Own edges"),
        key=_EDGES,
        placeholder="0.1, 0.5",
        help=_(
            "Increasing numbers, separated by commas. A bucket holds values above its lower edge, up to and including "
            "its upper one."
        ),
        on_change=_apply_edges,
        args=(key,),
    )
    problem = st.session_state.pop(_PROBLEM, None)
    if problem is not None:
        widgets.box("error", problem)


def _outcome(bucketed: BucketedAttribute) -> None:
    """Say which buckets there are now, how large, and where ties left fewer."""
    made = bucketed.buckets
    if made is None:
        return
    sizes = zip(map(bucket_said, made.labels), bucketed.gold.tolist(), strict=True)
    buckets_said = _(";  ").join(_("{bucket}: {n:,}", bucket=label, n=count) for label, count in sizes)
    widgets.note(
        _("Now, in gold words: {buckets}", buckets=buckets_said)
        if bucketed.attribute.unit == "word"
        else _("Now, in gold characters: {buckets}", buckets=buckets_said)
    )
    if made.note:
        widgets.note(made.note)


def _choose(key: str) -> None:
    way = st.session_state[_WAY]
    if way == "edges":
        _apply_edges(key)
        return
    chosen = {"equal": f"equal:{st.session_state[_NUMBER]}", "classes": "classes"}.get(way)
    _put(key, chosen)


def _apply_number(key: str) -> None:
    _put(key, f"equal:{st.session_state[_NUMBER]}")


def _apply_edges(key: str) -> None:
    text = st.session_state[_EDGES].replace(" ", "").replace("，", ",")
    if not text:
        st.session_state[_PROBLEM] = _NO_EDGES
        return
    try:
        buckets.ways(f"{key}=edges:{text}", [key])
    except SettingError as error:
        st.session_state[_PROBLEM] = error.problem
        return
    _put(key, f"edges:{text}")


def _put(key: str, way: str | None) -> None:
    # Indices mean other buckets now.
    for stale in (Key.BUCKET, Key.WHERE):
        state.put(stale, None)
    state.put(Key.BUCKETS, with_way(state.get(Key.BUCKETS), key, way))
