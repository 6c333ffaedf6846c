"""What ``cwsdiag bakeoff`` tells: one document, and the same as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.bakeoff import differences
from cwsdiag.languages import _, lazy
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.score_text import gold_line
from cwsdiag.report.tables import text_table, with_interval
from cwsdiag.signature import signature
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS, headings
from cwsdiag.views.rows import bakeoff_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.report.documents import Document


_PAIR = ("first", "second", "f1", "low", "high", "rule")
# Said wherever a number from here may stand beside one of the official script; ``translated`` on pages, as the next.
OFFICIAL_SCRIPT = lazy(
    "The official script aligns words with diff, which misses some words that both sides have: its R, P and F may "
    "be lower by up to 0.001 than these, which are counted on spans. A byte order mark in the gold file makes it count "
    "one OOV word more."
)
TWO_RULES = lazy(
    "The bakeoff's rule treats each word as an independent trial: two systems differ where |r1 − r2| > c_r1 + c_r2, or "
    "the same for precision. The bootstrap draws whole sentences, whose words are right or wrong together, and looks "
    "at the same sentences for both systems: what counts is whether the 95 % interval of the difference leaves out 0."
)


def bakeoff_document(dataset: Dataset, warnings: Sequence[str], *, resamples: int, seed: int) -> Document:
    """Return the scores of every system, and what every two of them differ by."""
    return {
        "signature": signature(dataset, {"resamples": resamples, "seed": seed}),
        "gold": gold_facts(dataset),
        "systems": bakeoff_rows(dataset),
        "differences": [
            {**asdict(found), "differ": found.differ} for found in differences(dataset, resamples=resamples, seed=seed)
        ],
        "warnings": list(warnings),
    }


def bakeoff_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the document as text: the table, which systems differ, and why numbers may differ from the script's."""
    systems = document["systems"]
    shown = [
        key
        for key in BAKEOFF
        if not (key == "track" and all(row["track"] is None for row in systems))
        and not (key == "coverage" and all(row["coverage"] == 1 for row in systems))
    ]
    yield from (gold_line(document), "", text_table(systems, headings(BAKEOFF, shown)), "")
    if document["differences"]:
        pairs = [with_interval(row, "f1") | {"rule": rule(row)} for row in document["differences"]]
        yield from (text_table(pairs, headings(BAKEOFF_PAIRS, _PAIR)), "", TWO_RULES)
    yield from (OFFICIAL_SCRIPT, "", document["signature"])


def rule(difference: Mapping[str, Any]) -> str:
    """Return what the bakeoff's rule says of two systems."""
    if difference["by_recall"] and difference["by_precision"]:
        return _("differ by recall and precision")
    if difference["by_recall"]:
        return _("differ by recall")
    return _("differ by precision") if difference["by_precision"] else _("do not differ")
