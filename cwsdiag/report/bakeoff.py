"""What ``cwsdiag bakeoff`` prints: one document, and the same as text."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from cwsdiag.languages import lazy
from cwsdiag.report.documents import gold_facts, only
from cwsdiag.report.terminal import content_lines, gold_line
from cwsdiag.resampling import SENTENCE
from cwsdiag.signature import signature
from cwsdiag.views.rows import bakeoff_rows, verdict_row
from cwsdiag.views.wording import resampling_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.report.documents import Document
    from cwsdiag.views.look import PrivateLook

# Shown wherever a number may stand beside one of the official script; to be ``translated`` on pages, as the next.
OFFICIAL_SCRIPT = lazy(
    "The official script aligns words with diff, which misses some words that both sides have: its R, P and F may "
    "be lower by up to 0.001 than these, which are counted on spans, and its OOV words found may differ by a few. A "
    "byte order mark in the gold file makes it count one OOV word more."
)
TWO_RULES = lazy(
    "The bakeoff's rule treats each word as an independent trial: two systems differ where |r1 − r2| > c_r1 + c_r2, or "
    "the same for precision. The paired test looks at the same sentences for both: p says how often a difference as "
    "large comes out where the outputs of the two are exchanged in random sentences, or in blocks of them."
)


def bakeoff_document(look: PrivateLook, tests: Sequence[PairedComparison], warnings: list[str]) -> Document:
    """Return what ``cwsdiag bakeoff`` prints as JSON.

    Args:
        look: a dataset with a diagnosis without buckets.
        tests: the paired tests of pairs.
        warnings: what looks wrong with the files.
    """
    diagnosis = look.diagnosis
    units = sorted({one.unit for one in look.differences} or {diagnosis.unit_of()})
    # Buckets have no part in these numbers.
    settings: Document = {"resamples": diagnosis.resamples, "seed": diagnosis.seed}
    settings |= {} if units == [SENTENCE] else {"unit": "+".join(units)}
    return {
        "signature": signature(look.dataset, settings),
        "gold": gold_facts(look.dataset),
        "unit": only(units),
        "systems": bakeoff_rows(look.dataset),
        "differences": [{**asdict(pair), "differ": pair.differ} for pair in look.differences],
        "pairs": [verdict_row(one) for one in tests],
        "warnings": warnings,
    }


def bakeoff_lines(document: Document, look: PrivateLook, tests: Sequence[PairedComparison]) -> Iterator[str]:
    """Yield a bakeoff as text: the scores as on the page, the pairs, and what the two rules mean.

    Args:
        document: from ``bakeoff_document``.
        look: the dataset.
        tests: the paired tests of pairs.
    """
    from cwsdiag.exhibits.bakeoff import bakeoff, lines, pairs_table
    from cwsdiag.views.standings import pairs, standings

    yield gold_line(document)
    ranked = standings(look.bakeoff, lines=lines(look))
    both = pairs(look, ranked, tests)
    if len(ranked):
        yield from content_lines(bakeoff(look, pairs=both))
    if len(both):
        table = pairs_table(both, ranked["name"].tolist())
        yield from ("", table.terminal(), "", TWO_RULES, *_test_lines(document["pairs"]))
    yield from (OFFICIAL_SCRIPT, "", document["signature"])


def _test_lines(tests: Sequence[Document]) -> Iterator[str]:
    """Say what p is adjusted for, and what was swapped where that is no sentences; nothing without a test."""
    if not tests:
        return
    adjusted = f"adjusted by Holm for the {len(tests):,} pairs tested" if len(tests) > 1 else "of the only pair tested"
    yield (
        f"p is {adjusted}; * significant at 0.05. By default the best is tested against each system and each against "
        "the next by rank, within a track; --all-pairs tests every two."
    )
    for unit, count in Counter(row["unit"] for row in tests).items():
        if unit != SENTENCE:
            yield f"Of the pairs {count:,} are tested by {resampling_text(unit)}."
