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
_ATTRIBUTE, _WAY, _NUMBER, _EDGES = "edited attribute", "edited way", "edited number", "edited edges"
_PROBLEM = "problem of the edited edges"
_NO_EDGES = lazy("Write the edges below: increasing numbers, separated by commas, such as 0.1, 0.5.")
_USUAL_NUMBER, _MOST = 4, 20


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
        _ways(key, own_edges=not view.withholds_gold)
        _outcome(defined[key])


def with_way(notation: str | None, key: str, way: str | None) -> str | None:
    """Return a notation in which an attribute is cut this way; None for its own way, and for nothing left to say."""
    parts = [part for part in (notation or "").split(";") if part and not part.startswith(f"{key}=")]
    return ";".join([*parts, *([] if way is None else [f"{key}={way}"])]) or None


def _ways(key: str, *, own_edges: bool) -> None:
    """Draw the choice of how an attribute is cut."""
    notation = state.get(Key.BUCKETS) or ""
    named = [name for name, sign, _way in (part.partition("=") for part in notation.split(";")) if sign]
    way = (buckets.ways(notation, [key, *named]).get(key) if notation else None) or _OWN
    name, _sign, argument = way.partition(":")

    def put(chosen: str | None) -> None:
        # Indices mean other buckets now.
        for stale in (Key.BUCKET, Key.WHERE):
            state.put(stale, None)
        state.put(Key.BUCKETS, with_way(state.get(Key.BUCKETS), key, chosen))

    def put_edges(typed: str) -> None:
        text = typed.replace(" ", "").replace("，", ",")
        try:
            if not text:
                raise SettingError(_NO_EDGES)
            buckets.ways(f"{key}=edges:{text}", [key])
        except SettingError as error:
            st.session_state[_PROBLEM] = error.problem
        else:
            put(f"edges:{text}")

    def choose(chosen: str) -> None:
        if chosen == "edges":
            put_edges(st.session_state[_EDGES])
        else:
            put({"equal": f"equal:{st.session_state[_NUMBER]}", "classes": "classes"}.get(chosen))

    state.draw_input(
        _WAY,
        st.segmented_control,
        value=name if name in _WAYS else _OWN,
        changed=choose,
        label=_("Cut into"),
        options=[one for one in _WAYS if one != "edges" or own_edges],
        format_func=lambda one: translated(_WAYS[one]),
        required=True,
    )
    state.draw_input(
        _NUMBER,
        st.number_input,
        value=int(argument) if name == "equal" else _USUAL_NUMBER,
        changed=lambda number: put(f"equal:{number}"),
        label=_("Number of buckets"),
        min_value=1,
        max_value=_MOST,
        disabled=name != "equal",
    )
    if not own_edges:
        return
    # What was typed and cannot be used stays to be mended.
    problem = st.session_state.pop(_PROBLEM, None)
    state.draw_input(
        _EDGES,
        st.text_input,
        value=st.session_state.get(_EDGES, "") if problem else argument if name == "edges" else "",
        changed=put_edges,
        label=_("Own edges"),
        placeholder="0.1, 0.5",
        help=_(
            "Increasing numbers, separated by commas. A bucket holds values above its lower edge, up to and including "
            "its upper one."
        ),
    )
    if problem is not None:
        widgets.box("error", problem)


def _outcome(bucketed: BucketedAttribute) -> None:
    """Say which buckets there are now, how large, and where ties left fewer."""
    made = bucketed.buckets
    if made is None:
        return
    sizes = zip(map(bucket_said, made.labels), bucketed.gold.tolist(), strict=True)
    every = _(";  ").join(_("{bucket}: {n:,}", bucket=label, n=count) for label, count in sizes)
    widgets.note(
        _("Now, in gold words: {buckets}", buckets=every)
        if bucketed.attribute.unit == "word"
        else _("Now, in gold characters: {buckets}", buckets=every)
    )
    if made.note:
        widgets.note(made.note)
