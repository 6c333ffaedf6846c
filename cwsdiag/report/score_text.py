"""Scores as text for the terminal, made from the document of ``cwsdiag score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.tables import text_table
from cwsdiag.views.columns import RUNS_TABLE, SCORE_TABLE
from cwsdiag.views.rows import fidelity_shares
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# How much of gold's text systems gave back; ‰ are for each 1,000 characters of gold.
_FIDELITY = {
    "name": "system",
    "exact_share": "exact sentences",
    "omitted": "omitted ‰",
    "added": "added ‰",
    "replaced": "replaced ‰",
    "width": "width ‰",
    "script": "script ‰",
    "variant": "variant ‰",
}


def score_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of scores, with a line about gold above it, and models of several runs below."""
    yield from (gold_line(document), "", *scores_lines(document["systems"]))
    yield from (*runs_lines(document["runs"]), "", document["signature"])


def scores_lines(systems: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of scores, and one of how much of gold's text systems gave back where that is not all."""
    # Below 1 where words of the system were left out; undefined where it has none.
    told = any(row["system_coverage"] < 1 for row in systems)
    yield text_table(systems, {key: column for key, column in SCORE_TABLE.items() if told or key != "system_coverage"})
    found = [{"name": row["name"], **fidelity_shares(row["fidelity"])} for row in systems]
    if any(row["omitted"] or row["added"] or row["replaced"] for row in found):
        yield from ("", "Text fidelity: ‰ are for each 1,000 characters of gold", "", text_table(found, _FIDELITY))


def runs_lines(runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of models of several runs; nothing without any."""
    if runs:
        yield from ("", "Means over runs, and standard deviations (SD)", "", text_table(runs, RUNS_TABLE))


def gold_line(document: Mapping[str, Any]) -> str:
    """Return the line about gold that stands above tables."""
    gold = document["gold"]
    return (
        f"gold: {', '.join(counted(gold[of], of) for of in ('sentences', 'words', 'characters'))}, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
