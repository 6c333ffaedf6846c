"""What two systems make of the same gold words: a 2 × 2 of counts, each a click away from its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, n_
from cwsdiag.ui.shell import leads, widgets

if TYPE_CHECKING:
    from cwsdiag.views.pairs.pair import Pair


def boxes(found: Pair) -> None:
    """Draw how many gold words both get right, only one of them, and both wrong, alike or differently."""
    counts = found.agreement
    total = counts.both_right + counts.only_a + counts.only_b + counts.both_wrong_alike + counts.both_wrong_differently
    widgets.heading(_("What both make of the words"), n_("{n:,} gold word", "{n:,} gold words", total))
    # Nine cells of a grid, of which the first is empty; style.py says how wide they are.
    with st.container(key="agreement", gap="small"):
        st.caption(_("B right"))
        st.caption(_("B wrong"))
        st.caption(_("A right"))
        _box("both_right", counts.both_right, total)
        _box("only_a", counts.only_a, total)
        st.caption(_("A wrong"))
        _box("only_b", counts.only_b, total)
        with st.container(horizontal=True, gap="small"):
            _box("both_wrong_alike", counts.both_wrong_alike, total, _("alike"))
            _box("both_wrong_differently", counts.both_wrong_differently, total, _("differently"))


def _box(show: str, count: int, total: int, what: str = "") -> None:
    """Draw a count that leads to its words.

    Args:
        show: which they are, a key of ``SHOWS``.
        count: how many there are.
        total: all gold words on which both were compared.
        what: what stands in the box beside the count, instead of its share.
    """
    beside = what or f"{count / (total or 1):.1%}"
    st.button(
        f"**{count:,}** :small[{beside}]",
        key=f"agreement {show}",
        help=_("These words and their sentences."),
        width="stretch",
        disabled=not count,
        on_click=leads.to_words,
        kwargs={"show": show},
    )
