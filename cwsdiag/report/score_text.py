"""Scores as text for the terminal, made from the document of ``cwsdiag score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.tables import text_table
from cwsdiag.views.columns import RUNS_TABLE, SCORE_TABLE
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def score_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of scores, with a line about gold above it, and models of several runs below."""
    yield from (gold_line(document), "", text_table(document["systems"], SCORE_TABLE))
    yield from (*runs_lines(document["runs"]), "", document["signature"])


def runs_lines(runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of models of several runs; nothing without any."""
    if runs:
        yield from ("", "Means over runs, and standard deviations (SD)", "", text_table(runs, RUNS_TABLE))


def gold_line(document: Mapping[str, Any]) -> str:
    """Return the line about gold that stands above tables."""
    gold = document["gold"]
    return (
        f"gold: {gold['sentences']:,} sentences, {gold['words']:,} words, {gold['characters']:,} characters, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
