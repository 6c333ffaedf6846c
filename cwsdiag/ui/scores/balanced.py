"""Scores that weigh words by their difficulty: who changes places, and on which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, lazy
from cwsdiag.output.table import Table
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.ui.shell import empty, leads, private_gold, show, widgets
from cwsdiag.views.columns import BALANCED_PAIRS, MOVERS
from cwsdiag.views.committee import COMMON_WORDS, F_B, committee_said, differences_sentence
from cwsdiag.views.hardness import ALL_EQUAL, hardness, pair_table

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness import Hardness

_NO_DIFFICULTY = lazy("How hard each word is must be known for this.")


def controls(_view: View) -> None:
    """Draw nothing: nothing can be chosen."""


def part(view: View) -> None:
    """Draw what f_b is worth, both rankings and all scores; differences; weighted scores; halves of the text."""
    look = view.look
    if look.dataset.difficulty is None:
        empty.empty_state(_NO_DIFFICULTY, empty.to_page("difficulty", lazy("Make difficulties")))
        return
    hard, weights = hardness(look), look.dataset.difficulty
    committee = _("Committee: {name}.", name=committee_said(weights.committee, weights.members))
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
