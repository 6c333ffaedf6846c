"""The first part of the Criteria page: Ψ of all training data and test texts, and the words of the chosen pair."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.criteria import psi_of, psi_pairs
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.criteria import pair
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.shell import show, widgets
from cwsdiag.views.across.systems import friedman_sentence

if TYPE_CHECKING:
    from cwsdiag.ui.criteria.bench import Say

_PSI = lazy(
    "Ψ says how consistently training data has the words of a test text as words: for each of them the share of the "
    "string's occurrences in the training data that are the word, averaged over the test text, × 100."
)


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return what numbers on it rest on, besides the texts."""
    train, test = bench.pair()
    content = psi_of(bench, (train, test))
    say(content.sentence, content.remark)
    if len(bench.names) > 1:
        left, right = st.columns([0.52, 0.48], gap="medium")
        with left:
            show.chart(
                bench.exhibit("psi", content),
                key="psi matrix",
                title="Ψ",
                remark=_("rows: training data, columns: test texts; a click: its words"),
                click=lambda mark: choose_pair(*mark),
                size=HALF,
            )
        with right:
            title = _("Points below the test text's own training data")
            bench.pairs_table(title, partial(psi_pairs, bench), key="psi pairs", lead=choose_pair, psi=58, lost=58)
        tested = friedman_sentence(bench.matrix.test(), treatments="test texts", blocks="training data")
        widgets.note(_("{first} {second}", first=translated(_PSI), second=tested))
    pair.of_datasets(bench, train, test)
    return {}
