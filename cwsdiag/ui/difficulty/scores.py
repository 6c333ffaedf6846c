"""Scores, a part of the page Difficulty: what f_b is worth, who changes places on which words, halves of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.sizes import HALF
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _
from cwsdiag.ui.difficulty.words import to_words
from cwsdiag.ui.shell import leads, private_gold, show, tables, widgets
from cwsdiag.views.columns import BALANCED_PAIRS, MOVERS
from cwsdiag.views.committee import COMMON_WORDS, differences_sentence, own_kind_sentence
from cwsdiag.views.hardness import committee_sentence, pair_table, swaps_sentence

if TYPE_CHECKING:
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness import Hardness

_LONGEST_NAME = 26
# Of a table that has half the width of the page for two of them.
_NARROW_NAME = 13


def part(view: View, hard: Hardness) -> None:
    """Draw what f_b is worth, both rankings and all scores; differences; weighted scores; halves of the text."""
    left, right = st.columns(2, gap="medium")
    with left:
        title, remark = _("F1 and balanced F (f_b)"), _("and how far f_b may move")
        worth = show.exhibit(view.look, "balanced")
        show.chart(worth, key="worth", title=title, remark=remark, size=HALF)
    with right:
        exhibit = show.exhibit(view.look, "places")
        title, remark = _("From F1 to f_b"), _("places; systems that move are drawn thick")
        show.chart(exhibit, key="places", title=title, remark=remark, size=HALF)
        widgets.note(exhibit.content.remark)
    kind = own_kind_sentence(hard.weights.committee)
    widgets.note(committee_sentence(hard.scores, hard.weights), kind)
    _table(worth, key="balanced scores")
    _differences(view, hard)
    title, remark = _("Precision and recall, weighted"), _("punishment: easy words count; reward: hard words count")
    weighed = show.exhibit(view.look, "weighed")
    show.chart(weighed, key="weighed", title=title, remark=remark)
    _table(weighed, key="weighed scores")
    title = _("Two random halves of the text")
    if hard.halves is None:
        widgets.heading(title)
        widgets.note(_("A text of one sentence has no halves."))
    else:
        exhibit = show.exhibit(view.look, "halves")
        show.chart(exhibit, key="halves", title=title, remark=_("does f_b rank systems alike on both?"))
        widgets.note(exhibit.content.sentence, exhibit.content.remark)


def _table(exhibit: Exhibit, *, key: str) -> None:
    show.names_table(exhibit, key=key, lead=leads.to_system, longest=_LONGEST_NAME, pinned=True)


def _differences(view: View, hard: Hardness) -> None:
    """Draw what every two systems differ by, and the words behind those that change places."""
    if hard.pairs.empty:
        widgets.note(
            _("{system} is the only system, so there is nothing to compare it with.", system=view.look.systems[0])
        )
        return
    left, right = st.columns([0.58, 0.42], gap="medium")
    with left:
        widgets.heading(_("Differences of f_b"), _("in points, with paired 95 % intervals"))
        columns = {**BALANCED_PAIRS, "f_b": BALANCED_PAIRS["f_b"].called("f_b")}
        tables.names_table(
            pair_table(hard),
            tables.columns(columns, ("f_b", "low", "high", "verdict"), f_b=56, low=56, high=56, verdict=84),
            tables.OF_PAIR,
            key="balanced pairs",
            lead=leads.to_pair,
            longest=_NARROW_NAME,
            alt=_("Every pair of systems, and their difference in f_b"),
        )
        balanced = hard.balanced
        widgets.note(differences_sentence(drawn=balanced.draws_members))
        if any(pair.common for pair in balanced.differences):
            widgets.note(COMMON_WORDS)
    with right:
        widgets.heading(_("Words behind the changes of order"))
        if not hard.swaps:
            widgets.note(_("No two systems change their order from F1 to f_b."))
        elif view.withholds_gold:
            private_gold.part(view, what=_("Words"))
        else:
            widgets.note(swaps_sentence(hard.swaps))
            names = short_by_name(hard.scores["name"].tolist(), _NARROW_NAME)
            narrow = max(90, 24 + 7 * max(map(width_of, names.values())))
            movers = hard.movers
            tables.table(
                movers.assign(right=movers["right"].map(names), wrong=movers["wrong"].map(names)),
                tables.columns(MOVERS, word=64, right=narrow, wrong=narrow, tokens=52, weight=56),
                key="movers",
                lead=lambda row: to_words(word=movers["word"][row]),
                alt=_("Words that one of two systems alone gets right, where the two change places"),
            )
