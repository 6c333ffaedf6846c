"""Scores: who is best by the rules of the bakeoffs, by boundaries, and where hard words count more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.theme import HALF
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, lazy
from cwsdiag.output import Table
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.ui.scores import bakeoff, separators
from cwsdiag.ui.shell import empty, leads, private_gold, show, state, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import BALANCED_PAIRS, MOVERS
from cwsdiag.views.committee import COMMON_WORDS, F_B, committee_name, differences_sentence
from cwsdiag.views.hardness import ALL_EQUAL, hardness, pair_table

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness import Hardness

_NO_DIFFICULTY = lazy("How hard each word is must be known for this.")


def _no_controls(_view: View) -> None:
    """Draw nothing: nothing can be chosen."""


def _balanced(view: View) -> None:
    """Draw what f_b is worth, both rankings and all scores; differences; weighted scores; halves of the text."""
    look = view.look
    if look.dataset.difficulty is None:
        empty.empty_state(_NO_DIFFICULTY, empty.to_page("difficulty", lazy("Make difficulties")))
        return
    hard, weights = hardness(look), look.dataset.difficulty
    committee = _("Committee: {name}.", name=committee_name(weights.committee, weights.members))
    worth, weighed = show.exhibit(look, "balanced"), show.exhibit(look, "weighed")
    widgets.lead(worth.content.sentence, widgets.joined(F_B, committee, ONE_COMMITTEE))
    if hard.all_equal:
        widgets.box("warning", ALL_EQUAL)
    left, right = st.columns(2, gap="medium")
    with left:
        show.chart(worth, key="worth", title=_("F1 and balanced F"), size=HALF)
    with right:
        show.chart(show.exhibit(look, "places"), key="places", title=_("From F1 to balanced F"), size=HALF)
    show.names_table(worth, key="balanced scores", lead=leads.to_system)
    if not hard.pairs.empty:
        _differences(view, hard)
    show.chart(weighed, key="weighed", title=_("Precision and recall, weighted"))
    show.names_table(weighed, key="weighed scores", lead=leads.to_system)
    if hard.halves is not None:
        show.chart(show.exhibit(look, "halves"), key="halves", title=_("Two random halves of the text"))


def _differences(view: View, hard: Hardness) -> None:
    """Draw what every two systems differ by, and the words behind those that change places."""
    left, right = st.columns([0.58, 0.42], gap="medium")
    with left:
        balanced, title = hard.balanced, _("Differences in balanced F")
        common = COMMON_WORDS if any(pair.common for pair in balanced.differences) else ""
        about = widgets.joined(differences_sentence(drawn=balanced.draws_members), common)
        content = Content(title, about, table=lambda: Table(pair_table(hard), BALANCED_PAIRS))
        pairs = show.alone("scores", "balanced-pairs", content, view.look)
        show.heading(pairs, key="balanced pairs head", title=title, about=about)
        show.names_table(pairs, key="balanced pairs", lead=leads.to_pair)
    with right:
        title = _("Words behind the changes of order")
        if view.withholds_gold:
            private_gold.part(view, what=_("Words"))
        elif hard.swaps:
            content = Content(title, "", table=lambda: Table(hard.movers, MOVERS))
            movers = show.alone("scores", "movers", content, view.look)
            show.heading(movers, key="movers head", title=title)
            words = hard.movers["word"]

            def lead(row: int) -> None:
                leads.to_words("diff", word=words[row])

            show.table(movers, key="movers", lead=lead, word=64, right=118, wrong=118, tokens=52, weight=56)


# By the name of a part in the address: what it is called, what is operated there, and what draws it.
_PARTS = {
    "bakeoff": (lazy("Bakeoff"), bakeoff.controls, bakeoff.part),
    "separators": (lazy("Boundaries"), separators.controls, separators.part),
    "balanced": (lazy("Balanced F"), _no_controls, _balanced),
}


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is not None:
        _scores(view)


@in_place
def _scores(view: View) -> None:
    part = state.choose(Key.PART, _PARTS) or "bakeoff"
    _name, controls, draw = _PARTS[part]
    with widgets.controls("scores", in_a_row=True):
        names = {key: name for key, (name, *_rest) in _PARTS.items()}
        widgets.segments(Key.PART, names, part, label=_("View"), default="bakeoff")
        controls(view)
    draw(view)
