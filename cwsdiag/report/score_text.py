"""Scores of systems as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.output.table import Table
from cwsdiag.views.columns import RUNS_TABLE, SCORE_TABLE, Column
from cwsdiag.views.rows import fidelity_shares
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_FIDELITY = {
    "name": Column("system"),
    "exact_share": Column("exact sentences", format="score"),
    **{
        key: Column(f"{key} ‰", format="score")
        for key in ("omitted", "added", "replaced", "width", "script", "variant")
    },
}


def score_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of scores, with a line about gold above it, and models of several runs below."""
    yield from (gold_line(document), "", *scores_lines(document["systems"]))
    yield from (*runs_lines(document["runs"]), "", document["signature"])


def scores_lines(systems: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of scores, and one of how much of gold's text systems gave back where that is not all."""
    # Below 1 where words of the system were left out; undefined where it has none.
    cut = any(row["system_coverage"] < 1 for row in systems)
    yield Table(systems, {key: one for key, one in SCORE_TABLE.items() if cut or key != "system_coverage"}).terminal()
    shares = [{"name": row["name"], **fidelity_shares(row["fidelity"])} for row in systems]
    if any(row["omitted"] or row["added"] or row["replaced"] for row in shares):
        caption = "Text fidelity: ‰ are for each 1,000 characters of gold"
        yield from ("", Table(shares, _FIDELITY, caption=caption).terminal())


def runs_lines(runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of models of several runs; nothing without any."""
    if runs:
        yield from ("", Table(runs, RUNS_TABLE, caption="Means over runs, and standard deviations (SD)").terminal())


def gold_line(document: Mapping[str, Any]) -> str:
    """Return the line about gold that stands above tables."""
    gold = document["gold"]
    return (
        f"gold: {', '.join(counted(gold[of], of) for of in ('sentences', 'words', 'characters'))}, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
