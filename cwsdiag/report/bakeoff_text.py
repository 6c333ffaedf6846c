"""What ``cwsdiag bakeoff`` tells: one document, and the same as text."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.diagnosis import diagnose
from cwsdiag.frames import records
from cwsdiag.languages import lazy
from cwsdiag.output.table import Table
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.score_text import gold_line
from cwsdiag.resampling import NOTABLE_FACTOR, SENTENCE
from cwsdiag.signature import signature
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS, COVERAGES
from cwsdiag.views.look import Look, PrivateLook, Where
from cwsdiag.views.pairs.verdicts import verdict_said
from cwsdiag.views.rows import bakeoff_rows, verdict_row
from cwsdiag.views.standings import bakeoff_sentence, leaders, pairs, standings
from cwsdiag.views.units import block_remark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.output.table import Emphasis, Place
    from cwsdiag.report.documents import Document


_TESTED = ("precision", "recall", "oov_recall", "iv_recall")
_PAIRS = {**BAKEOFF_PAIRS, **{score: replace(BAKEOFF_PAIRS[score], format="signed") for score in _TESTED}}
# Said wherever a number from here may stand beside one of the official script; ``translated`` on pages, as the next.
OFFICIAL_SCRIPT = lazy(
    "The official script aligns words with diff, which misses some words that both sides have: its R, P and F may "
    "be lower by up to 0.001 than these, which are counted on spans, and its OOV words found may differ by a few. A "
    "byte order mark in the gold file makes it count one OOV word more."
)
TWO_RULES = lazy(
    "The bakeoff's rule treats each word as an independent trial: two systems differ where |r1 − r2| > c_r1 + c_r2, or "
    "the same for precision. The paired test looks at the same sentences for both: p says how often a difference as "
    "large comes out where the outputs of the two are exchanged in random sentences."
)


def bakeoff_signature(dataset: Dataset, *, resamples: int, seed: int, unit: str) -> str:
    """Return the line that says where the numbers of a bakeoff come from; buckets have no part in them."""
    return signature(dataset, {"resamples": resamples, "seed": seed, **({} if unit == SENTENCE else {"unit": unit})})


def bakeoff_results(dataset: Dataset, *, resamples: int, seed: int, unit: str = SENTENCE) -> PrivateLook:
    """Return what a bakeoff is told from: the diagnosis without buckets, and the pairs by the bakeoff's rule."""
    plain = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
    return Look(dataset, Where(unit=unit), diagnosed=plain)


def bakeoff_document(
    look: PrivateLook, tests: Sequence[PairedComparison], warnings: Sequence[str], *, resamples: int, seed: int
) -> Document:
    """Return what ``cwsdiag bakeoff`` tells.

    Args:
        look: what ``bakeoff_results`` gives.
        tests: the paired tests of pairs.
        warnings: what looks wrong with the files.
        resamples: for the intervals of differences.
        seed: of the resamples.
    """
    dataset, unit = look.dataset, look.unit
    return {
        "signature": bakeoff_signature(dataset, resamples=resamples, seed=seed, unit=unit),
        "gold": gold_facts(dataset),
        "unit": unit,
        "systems": bakeoff_rows(dataset),
        "differences": [{**asdict(pair), "differ": pair.differ} for pair in look.differences],
        "pairs": [verdict_row(one) for one in tests],
        "warnings": list(warnings),
    }


def bakeoff_lines(
    document: Mapping[str, Any], look: PrivateLook, tests: Sequence[PairedComparison], *, lines: Sequence[str] = ()
) -> Iterator[str]:
    """Yield a bakeoff as text: its sentence, the scores, the pairs, and what the two rules mean.

    Args:
        document: what ``bakeoff_document`` gives.
        look: what it was made from.
        tests: the paired tests of pairs.
        lines: names of the baselines among the systems.
    """
    systems = document["systems"]
    ranked = standings(look.bakeoff, lines=lines)
    both = pairs(look, ranked, tests)
    yield gold_line(document)
    best = leaders(ranked, both) if len(both) else leaders(ranked, pd.DataFrame(columns=["first", "second"]))
    if best:
        yield bakeoff_sentence(best, dataset=Path(look.dataset.name).name)
    hidden = {key for key in COVERAGES if not any(row[key] < 1 for row in systems)}
    hidden |= {"track"} if all(row["track"] is None for row in systems) else set()
    yield from ("", Table(systems, {key: one for key, one in BAKEOFF.items() if key not in hidden}).terminal(), "")
    if len(both):
        place = {name: at for at, name in enumerate(ranked["name"])}
        rows = [_pair_row(row) for row in records(both) if place[row["first"]] < place[row["second"]]]
        marks: dict[Place, Emphasis] = {
            (at, score): "strong" for at, row in enumerate(rows) for score in _TESTED if row[f"{score}_significant"]
        }
        yield from (Table(rows, _PAIRS, emphasis=marks).terminal(), "", TWO_RULES, *_test_lines(document["pairs"]))
    yield from (OFFICIAL_SCRIPT, "", document["signature"])


def _pair_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return a pair with the paired differences of its scores, and what the bakeoff's rule says of it."""
    by = [score for score in ("recall", "precision") if row[f"by_{score}"]]
    rule = f"differ by {' and '.join(by)}" if by else "do not differ"
    scores = {score: row[f"{score}_difference"] for score in _TESTED}
    ends = {"low": row["f1_low"], "high": row["f1_high"], "verdict": verdict_said(row["verdict"])}
    return {**row, **scores, **ends, "rule": rule}


def _test_lines(tests: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Say what p is adjusted for, and where neighbouring sentences go together; nothing without a test."""
    if not tests:
        return
    adjusted = f"adjusted by Holm for the {len(tests):,} pairs tested" if len(tests) > 1 else "of the only pair tested"
    yield (
        f"p is {adjusted}; * significant at 0.05. By default the best is tested against each system and each against "
        "the next by rank, within a track; --all-pairs tests every two."
    )
    factor = max((row["block_factor"] for row in tests if row["block_factor"] > NOTABLE_FACTOR), default=0.0)
    if remark := block_remark(factor, unit=tests[0]["unit"], of="systems"):
        yield f"{remark} --unit block:25 draws and swaps blocks."
