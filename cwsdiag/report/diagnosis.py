"""A diagnosis and comparisons of two systems as text: sentences and tables of their pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.diagnosis.error_kinds import SHAPES
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.diagnosis.runs import RunsComparison
from cwsdiag.exhibits.one_system import self_diagnosis, slices
from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.exhibits.two_systems import extremes, pair_remarks
from cwsdiag.languages import translated
from cwsdiag.languages.visible import printable
from cwsdiag.output import Emphasis, Place, Table
from cwsdiag.report.terminal import content_lines, score_lines
from cwsdiag.resampling import AUTO, LEAST_BLOCKS, SENTENCE
from cwsdiag.views.buckets import bucket_notes, undefined_text
from cwsdiag.views.columns import ALL_WORDS, DIFFERENCES, PAIR_KINDS, RUN_PAIRS, Column
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.pairs import (
    Pair,
    alike_sentence,
    bucket_table,
    compare_sentence,
    kind_table,
    score_table,
)
from cwsdiag.views.runs import resampling_sentence
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, few_remark, resampled_text, units_resampled, zero_text

if TYPE_CHECKING:
    from cwsdiag.report.documents import Document

_RUNS = {
    "side": Column(""),
    "runs": Column("runs", format="count"),
    "mean": Column("mean F1", format="score"),
    "sd": Column("SD over runs", format="score"),
}
_COSTS = (
    "A cost is what F1 would gain if the bucket were as good as the others, in points, of characters for attributes of "
    "characters; costs of several attributes do not add up."
)
_UNTESTED = "Brackets hold paired 95 % intervals; `cwsdiag compare` tests the differences."
_BLOCKS_UNKNOWN = (
    f"Whether neighbouring sentences are right and wrong together is not known: that takes {LEAST_BLOCKS} blocks of 25 "
    "sentences, and systems that differ."
)


def diagnosis_lines(document: Document, look: PrivateLook) -> Iterator[str]:
    """Yield a diagnosis as text.

    Args:
        document: from ``diagnosis_document``.
        look: the dataset with that diagnosis.
    """
    gold, *scores = score_lines(document)
    yield gold
    if look.lead is not None:
        yield lead_sentence(look.lead)
        yield lead_remark(look.lead, dataset=Path(look.dataset.name).name, words=len(look.dataset.gold))
    yield from scores
    yield from _kinds(document).lines()
    if document["attributes"]:
        for name in look.systems:
            yield from content_lines(self_diagnosis(look, name), marked=True)
            if any(row["system"] == name for row in document.get("slices", ())):
                yield from content_lines(slices(look, name))
        pairs = list(dict.fromkeys((one["better"], one["other"]) for one in document["aided_diagnosis"]))
        for better, other in pairs:
            # Nothing is tested here: cwsdiag compare does.
            yield from content_lines(replace(extremes(look, better, other, tested=False), remark=_UNTESTED))
        every = math.comb(len(look.systems), 2)
        if len(pairs) < every:
            yield (
                f"Of {every:,} pairs of systems {len(pairs):,} are set against each other: the best against each, and "
                "each against the next by rank. --all-pairs shows every two."
            )
    yield from ("", *_notes(document, look), document["signature"])


def _kinds(document: Document) -> Table:
    """Return how many gold words each system misses, by shape and cause, of OOV words by what they are."""
    labels = {"missed": "missed", "gold_words": "gold words", **SHAPE_LABELS, **CAUSE_LABELS}
    rows = []
    for row in document["systems"]:
        kinds = row["kinds"]
        oov = {f"OOV: {key}": count for key, count in (row["missed_oov"] or {}).items()}
        missed = sum(kinds[shape] for shape in SHAPES)
        rows.append({**row, **kinds, **(kinds["causes"] or {}), **oov, "missed": missed})
    labels |= {key: key for row in rows for key in row if key.startswith("OOV: ")} | {"differing": "other characters"}
    columns = {key: Column(label, format="count") for key, label in labels.items() if any(row.get(key) for row in rows)}
    caption = "Gold words that systems miss, by shape and by cause of the error."
    return Table(rows, {"name": Column("system"), **columns}, caption=caption)


def _notes(document: Document, look: PrivateLook) -> list[str]:
    notes = undefined_text(look.diagnosis)
    diagnosis, names = look.diagnosis, [row["name"] for row in document["systems"]]
    notes += bucket_notes(diagnosis)
    for unit in dict.fromkeys(map(diagnosis.unit_of, names)):
        notes.append(translated(few_remark(len(diagnosis.starts(unit)), unit)))
    if set(units_resampled(diagnosis, names)) - {SENTENCE}:
        notes.append(f"95 % intervals by resampling {resampled_text(diagnosis, names)}.")
    return [note for note in notes if note]


def comparison_lines(
    look: PrivateLook, pairs: Sequence[PairedComparison | RunsComparison], *, with_slices: bool
) -> Iterator[str]:
    """Yield comparisons of two systems as text, with slices of two or without."""
    for pair in pairs:
        if isinstance(pair, RunsComparison):
            yield from _runs_lines(pair)
        else:
            yield from _pair_lines(look, pair)
            if with_slices:
                yield from content_lines(slices(look, pair.a, pair.b))
        yield ""
    yield from undefined_text(look.diagnosis)
    yield look.diagnosis.signed(pair.unit for pair in pairs)


def _runs_lines(pair: RunsComparison) -> Iterator[str]:
    """Yield the comparison of two models over their runs."""
    sides = {pair.a: pair.f1_a, pair.b: pair.f1_b}
    yield printable(
        f"A = {pair.a}, B = {pair.b}. The difference is A − B of mean F1 in points, with its 95 % interval."
    )
    rows = [
        {"side": f"{letter} {name}", "runs": f1.runs, "mean": f1.mean, "sd": f1.sd}
        for letter, (name, f1) in zip("AB", sides.items(), strict=True)
    ]
    difference = {
        "first": pair.a,
        "second": pair.b,
        "f1": 100 * pair.difference,
        "low": 100 * pair.low,
        "high": 100 * pair.high,
        "share": 100 * pair.share_of_runs,
    }
    yield from (*Table(rows, _RUNS).lines(), *Table([difference], RUN_PAIRS).lines())
    zero = zero_text(pair.low, pair.high)
    yield resampling_sentence([pair]) + (f" The interval {zero}." if zero else "")
    for name, f1 in sides.items():
        if f1.runs == 1:
            yield printable(f"What another run of {name} would give is not in it: there is one.")
    yield from filter(None, [few_remark(pair.units, pair.unit)])


def _pair_lines(look: PrivateLook, tested: PairedComparison) -> Iterator[str]:
    yield printable(f"A = {tested.a}, B = {tested.b}. Differences are A − B in points, with paired 95 % intervals.")
    pair, name = Pair(look.diagnosis, tested.a, tested.b, tested), Path(look.dataset.name).name
    if pair.alike:
        yield alike_sentence(pair, dataset=name)
    else:
        yield f"{compare_sentence(pair, dataset=name)} {pair_remarks(look, pair)}"
    scores, buckets = score_table(pair), bucket_table(pair.panels)
    yield from Table(scores, ALL_WORDS, emphasis=_weak(scores)).lines()
    # Buckets without a gold word have nothing to show.
    notes = ("≈: not significant, p adjusted for all that are tested.", _COSTS)
    yield from Table(buckets, DIFFERENCES, emphasis=_weak(buckets), notes=notes).lines()
    yield from (*Table(kind_table(pair), PAIR_KINDS).lines(), "")
    both = pair.agreement
    words = both.both_right + both.only_a + both.only_b + both.both_wrong_alike + both.both_wrong_differently
    yield (
        f"Of {words:,} gold words both get {both.both_right:,} right, only A {both.only_a:,}, only B {both.only_b:,}; "
        f"both are wrong alike on {both.both_wrong_alike:,}, differently on {both.both_wrong_differently:,}."
    )
    if look.diagnosis.unit == AUTO and math.isnan(tested.block_factor):
        yield _BLOCKS_UNKNOWN


def _weak(rows: Iterable[Document]) -> dict[Place, Emphasis]:
    return {(place, "difference"): "weak" for place, row in enumerate(rows) if row["verdict"] != "significant"}
