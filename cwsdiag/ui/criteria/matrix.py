"""The first part of the Criteria page: Ψ of all training data and test texts, and the words of the chosen pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.charts.criteria import Values, matrix_figure
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.criteria import pair
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.criteria.tables import PAIRS_HEIGHT, pairs_table
from cwsdiag.ui.shell import tables, widgets
from cwsdiag.views.across.criteria import consistency_finding
from cwsdiag.views.across.systems import friedman_sentence
from cwsdiag.views.columns import PAIRS

if TYPE_CHECKING:
    from cwsdiag.ui.criteria.bench import Say

_PSI = lazy(
    "Ψ says how consistently training data has the words of a test text as words: for each of them the share of the "
    "string's occurrences in the training data that are the word, averaged over the test text, × 100."
)


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    say(consistency_finding(bench.matrix))
    train, test = bench.pair()
    if len(bench.names) > 1:
        _pairs(bench, train, test)
    pair.of_datasets(bench, train, test)
    return {}


def _pairs(bench: Bench, train: str, test: str) -> None:
    """Draw Ψ of every two datasets."""
    left, right = st.columns([0.52, 0.48], gap="medium")
    with left:
        widgets.heading("Ψ", _("rows: training data, columns: test texts; a click: its words"))
        widgets.leading_chart(
            matrix_figure(
                Values(
                    bench.names,
                    bench.matrix.values.tolist(),
                    bench.matrix.by_training.tolist(),
                    bench.matrix.by_test.tolist(),
                    "Ψ",
                    1,
                ),
                selected=(train, test),
            ),
            key="psi matrix",
            lead=lambda data: choose_pair(*data),
            alt=_("Ψ of every pair of training data and test text; the table beside holds the same numbers"),
        )
    with right:
        widgets.heading(_("Furthest first"), _("points below the test text's own training data"))
        values = bench.matrix.values
        pairs_table(
            bench.pairs(psi=values, lost=np.diag(values) - values),
            tables.columns(PAIRS, ("psi", "lost"), psi=58, lost=58),
            key="psi pairs",
            by="lost",
            lead=choose_pair,
            alt=_("Ψ of every pair of training data and test text"),
            height=PAIRS_HEIGHT,
        )
    tested = friedman_sentence(bench.matrix.test(), treatments="test texts", blocks="training data")
    widgets.note(_("{first} {second}", first=translated(_PSI), second=tested))
