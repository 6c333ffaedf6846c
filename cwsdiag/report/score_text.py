"""Scores as text for the terminal, made from the document of ``cwsdiag score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.tables import text_table
from cwsdiag.views.columns import SCORE_TABLE
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def score_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of scores, with a line about gold above it."""
    yield from (gold_line(document), "", text_table(document["systems"], SCORE_TABLE), "", document["signature"])


def gold_line(document: Mapping[str, Any]) -> str:
    """Return the line about gold that stands above tables."""
    gold = document["gold"]
    return (
        f"gold: {gold['sentences']:,} sentences, {gold['words']:,} words, {gold['characters']:,} characters, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
