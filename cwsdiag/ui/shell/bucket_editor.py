"""Editing the buckets of one attribute in place: their number, three classes, or edges of one's own.

What is chosen goes into the selection at once, in the notation of ``cwsdiag.buckets``, and every page follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import buckets
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, language, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import BUCKET_WAYS, OWN_BUCKETS

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

_PROBLEM = "problem of the edited edges"
_OFFERED = [OWN_BUCKETS, "classes", *(f"equal:{number}" for number in range(1, 21))]


def editor(view: View) -> None:
    """Draw a button that opens the choice of an attribute and of how it is cut."""
    cut = [one for one in view.look.diagnosis.attributes if not one.undefined and not one.attribute.categorical]
    defined = {one.attribute.key: one for one in cut}
    with st.container():
        key = st.selectbox(
            _("Attribute"),
            list(defined),
            format_func=lambda k: translated(defined[k].attribute.label),
            # The browser holds what the choice is called.
            key=f"edited attribute {language()}",
        )
        notation = state.get(Key.BUCKETS) or ""
        named = [name for name, sign, _way in (part.partition("=") for part in notation.split(";")) if sign]
        way = (buckets.ways(notation, [key, *named]).get(key) if notation else None) or OWN_BUCKETS
        # Edges of one's own could single out a word, which a private gold must not show.
        own_edges = not view.withholds_gold
        # What was typed and cannot be used stays to be mended.
        shown, problem = st.session_state.pop(_PROBLEM, (way, ""))

        def choose(chosen: str) -> None:
            cut = None if chosen == OWN_BUCKETS else chosen
            if chosen not in (*_OFFERED, way):
                cut = f"edges:{chosen.replace(' ', '').replace('，', ',')}"
                try:
                    buckets.ways(f"{key}={cut}", [key])
                except SettingError as error:
                    st.session_state[_PROBLEM] = chosen, error.problem
                    return
            # Indices mean other buckets now.
            for stale in (Key.BUCKET, Key.WHERE):
                state.put(stale, None)
            state.put(Key.BUCKETS, with_way(state.get(Key.BUCKETS), key, cut))

        state.draw_input(
            "edited way",
            st.selectbox,
            value=shown,
            changed=choose,
            label=_("Cut into"),
            options=_OFFERED if shown in _OFFERED else [*_OFFERED, shown],
            format_func=lambda one: one if problem and one == shown else _way_said(one),
            accept_new_options=own_edges,
            help=_(
                "Or type edges of your own: increasing numbers, separated by commas, such as 0.1, 0.5. A bucket holds "
                "values above its lower edge, up to and including its upper one."
            )
            if own_edges
            else None,
        )
        if problem:
            widgets.box("error", problem)


def with_way(notation: str | None, key: str, way: str | None) -> str | None:
    """Return a notation in which an attribute is cut this way; None for its own way, and for nothing left to say."""
    parts = [part for part in (notation or "").split(";") if part and not part.startswith(f"{key}=")]
    return ";".join([*parts, *([] if way is None else [f"{key}={way}"])]) or None


def _way_said(way: str) -> str:
    name, _colon, argument = way.partition(":")
    if way in BUCKET_WAYS:
        return translated(BUCKET_WAYS[way])
    return _("{n} of equal count", n=argument) if name == "equal" else argument or way
