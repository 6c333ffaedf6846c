"""Two systems beside each other: in numbers, what may be said of their differences (METHODS 11), and their tables.

Differences are A − B, in points, with paired 95 % intervals; what is significant, the test by swaps says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.counting import BucketedAttribute
from cwsdiag.diagnosis.diagnosis import extremes
from cwsdiag.diagnosis.error_kinds import Agreement, KindCounts, agreement
from cwsdiag.diagnosis.paired import LEAST_DIFFERING, Difference, PairedComparison, Verdict, to_best
from cwsdiag.frames import Panel
from cwsdiag.inference import Interval
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.views.buckets import Bucket, marked_buckets, of_attribute, panel
from cwsdiag.views.columns import SCORES
from cwsdiag.views.rows import Row, kind_list
from cwsdiag.views.wording import (
    UNDEFINED,
    bracketed,
    few_remark,
    in_turn,
    kind_name,
    number,
    p_is,
    p_of_swaps,
    points,
    resampling_text,
    together_text,
    units_text,
)

if TYPE_CHECKING:
    import pandas as pd

# Behind a difference of a score in a table: it is significant.
MARK = "*"
# By a verdict of ``Difference``; to be ``translated`` where they are shown.
VERDICTS: dict[Verdict, str] = {
    "significant": lazy("significant"),
    "not significant": lazy("not significant"),
    "too few": lazy("too few differ"),
}


def verdict_text(verdict: Verdict | Literal[""] | None) -> str:
    """Return a verdict short enough for a cell; a dash where the difference is undefined, or was not tested."""
    return translated(VERDICTS[verdict]) if verdict else UNDEFINED


def judged(comparison: PairedComparison) -> str:
    """Return what may be said of a difference in F1, to end a sentence: ``significant (p = 0.0012)``."""
    one = comparison.scores["f1"]
    verdict = one.verdict
    if verdict is None:
        return _("undefined")
    if verdict == "too few":
        if one.differing_units >= LEAST_DIFFERING:
            return _("too few words for a verdict")
        return _("too few {units} differ for a verdict", units=resampling_text(comparison.unit))
    return _("{verdict} (p {p})", verdict=verdict_text(verdict), p=p_adjusted(comparison))


def p_adjusted(comparison: PairedComparison) -> str:
    """Return what follows ``p`` of a difference in F1, and the pairs it is adjusted for where that changes it."""
    one = comparison.scores["f1"]
    p = p_is(one.p_deciding, one.p)
    if p == p_is(one.p, one.p):
        return p
    return _("{p}, adjusted for {pairs}", p=p, pairs=n_("{n:,} pair", "{n:,} pairs", comparison.pairs))


def judged_cell(one: Difference) -> str:
    """Return the p-value of a test for a cell, marked where the difference is significant: ``0.21``, ``0.003 *``."""
    if one.verdict is None or one.verdict == "too few":
        return verdict_text(one.verdict)
    p = p_of_swaps(one.p_deciding, one.p)
    return f"{p} {MARK}" if one.verdict == "significant" else p


def between(comparisons: Sequence[PairedComparison], first: str, second: str) -> PairedComparison | None:
    """Return the test of two systems, the first one first; None where it was not made."""
    return next((one for one in comparisons if (one.a, one.b) == (first, second)), None)


def beside_best(ranking: pd.DataFrame, comparisons: Sequence[PairedComparison], score: str = "f1") -> pd.DataFrame:
    """Return a ranking with ``to_best``, F1 minus that of the best in points, and ``verdict`` on that.

    Args:
        ranking: a row a system, with ``name``.
        comparisons: the best against each other system first. NaN and a dash where a system was not tested against it.
        score: what is compared in place of F1.
    """
    tests = to_best(comparisons, score)
    return ranking.assign(
        to_best=[-100 * tests[name].difference if name in tests else math.nan for name in ranking["name"]],
        verdict=[judged_cell(tests[name]) if name in tests else UNDEFINED for name in ranking["name"]],
    )


_POINTS = 100
# What the test says of a bucket beside its verdict.
_TESTED = ("p_adjusted", "q", "detectable", "cost_a", "cost_b")


@dataclass(frozen=True, eq=False)
class PairBuckets:
    """What the test says of all buckets.

    Attributes:
        ahead, behind: those where the better system is significantly ahead, and behind, the largest difference first.
        nearest: where no bucket differs significantly, the one with the largest difference; None where none differs.
    """

    ahead: list[Bucket]
    behind: list[Bucket]
    nearest: Bucket | None

    @property
    def significant(self) -> int:
        """How many buckets differ significantly."""
        return len(self.ahead) + len(self.behind)


class Pair:
    """Two systems of one diagnosis; each answer is computed once, in no language."""

    def __init__(self, diagnosis: Diagnosis, a: str, b: str, tested: PairedComparison | None = None) -> None:
        """Compute nothing yet.

        Args:
            diagnosis: of both.
            a: the system chosen as A.
            b: the system chosen as B.
            tested: the test of A against B; None where it is not there yet.
        """
        self.diagnosis = diagnosis
        self.tested = tested
        self.systems = {"a": a, "b": b}
        self.better, self.other = diagnosis.ordered(a, b)

    @property
    def role(self) -> str:
        """Which of ``a`` and ``b`` is the better one."""
        return "a" if self.better == self.systems["a"] else "b"

    @cached_property
    def f1(self) -> tuple[float, float]:
        """F1 over all words of the better system and of the other."""
        pair = self.better, self.other
        first, second = (self.diagnosis.intervals_beside(*names)[0].value for names in (pair, pair[::-1]))
        return first, second

    @cached_property
    def difference(self) -> Interval:
        """How far the better system is ahead in F1 over all words."""
        return self.diagnosis.differences(self.better, self.other)[0]

    @cached_property
    def panels(self) -> list[Panel]:
        """The buckets of every attribute: ``worst`` has the lowest difference, ``best`` the highest. See ``_buckets``.

        Where only one bucket can be named, it is both.
        """
        panels = []
        for bucketed in self.diagnosis.attributes:
            rows = self._buckets(bucketed)
            differences = np.array([row["difference"] for row in rows])
            ends = extremes(differences, np.array([row["named"] for row in rows], dtype=np.bool_))
            panels.append(panel(bucketed, rows, diagnosis=self.diagnosis, worst=ends[0], best=ends[1]))
        return panels

    @cached_property
    def buckets(self) -> PairBuckets | None:
        """What the test says of the buckets of all attributes but difficulty; None where it is not there yet."""
        return self.buckets_of(None)

    def buckets_of(self, attribute: str | None) -> PairBuckets | None:
        """Return the same of the buckets of one attribute."""
        if self.tested is None:
            return None
        rows = [
            Bucket(one, row)
            for one in of_attribute(self.panels, attribute)
            for row in one.rows
            # Of buckets with the same words the first stands for all.
            if not math.isnan(row["difference"]) and (attribute is not None or not row["same_as"])
        ]
        rows.sort(key=lambda one: -abs(one.row["difference"]))
        marked = [one for one in rows if one.row["verdict"] == "significant"]
        moved = (
            one
            for one in rows
            if one.row["named"] and one.row["difference"] and one.row["verdict"] != "too few" and not marked
        )
        ahead = [one for one in marked if one.row["ahead"] == self.role]
        behind = [one for one in marked if one.row["ahead"] != self.role]
        return PairBuckets(ahead, behind, next(moved, None))

    @cached_property
    def alike(self) -> bool:
        """Whether both systems cut the whole text alike."""
        first, second = (self.diagnosis.dataset.system(name) for name in self.systems.values())
        return np.array_equal(first.word_ends, second.word_ends) and not self.agreement.only_a + self.agreement.only_b

    @cached_property
    def agreement(self) -> Agreement:
        """How many gold words both get right, only one of them, or both wrong."""
        return agreement(self.diagnosis.dataset, *self.systems.values())

    @cached_property
    def kinds(self) -> dict[str, KindCounts]:
        """The errors of A and of B by kind."""
        return {role: self.diagnosis.kind_counts(name) for role, name in self.systems.items()}

    def _buckets(self, bucketed: BucketedAttribute) -> list[Row]:
        """Return a row a bucket: what it is, F1 of both with their intervals, the difference in points, and the test.

        All of it is over the gold words that are compared for both.

        Columns: attribute, bucket, label, gold, share, named; f1_a, low_a, high_a and the same of b; difference,
        low, high in points; ``ahead``, the role of the system that is ahead, empty where none is; of the test
        p_adjusted, q, detectable (points), verdict (empty where there is none), cost_a and cost_b (points), NaN where
        it is not there yet.
        """
        if not bucketed.size:
            return []
        key, diagnosis, (a, b) = bucketed.attribute.key, self.diagnosis, self.systems.values()
        columns = diagnosis.columns(key)
        differences = diagnosis.differences(a, b)
        numbers = {
            "gold": bucketed.gold,
            "share": bucketed.gold / max(1, int(bucketed.gold.sum())),
            "named": diagnosis.nameable(a, b)[columns],
            "difference": _POINTS * differences.values[columns],
            "low": _POINTS * differences.low[columns],
            "high": _POINTS * differences.high[columns],
        }
        for role, pair in (("a", (a, b)), ("b", (b, a))):
            scored = diagnosis.intervals_beside(*pair)
            numbers |= {f"f1_{role}": scored.values[columns], f"low_{role}": scored.low[columns]}
            numbers[f"high_{role}"] = scored.high[columns]
        tests = [] if self.tested is None else [one for one in self.tested.buckets if one.attribute == key]
        rows = []
        for bucket, values in enumerate(zip(*(one.tolist() for one in numbers.values()), strict=True)):
            row: Row = {"attribute": key, "bucket": bucket, "label": bucketed.labels[bucket]}
            row |= dict(zip(numbers, values, strict=True))
            difference = row["difference"]
            row["ahead"] = "a" if difference > 0 else "b" if difference < 0 else ""
            row |= {"verdict": "", **dict.fromkeys(_TESTED, math.nan)}
            if tests:
                f1, cost_a, cost_b = tests[bucket].f1, _POINTS * tests[bucket].cost_a, _POINTS * tests[bucket].cost_b
                said = (f1.p_deciding, tests[bucket].q, _POINTS * f1.detectable, cost_a, cost_b)
                row |= {"verdict": f1.verdict or "", **dict(zip(_TESTED, said, strict=True))}
            rows.append(row)
        return rows


def bucket_table(panels: Iterable[Panel]) -> list[Row]:
    """Return all buckets of panels of a pair, with ``title`` and ``mark``."""
    return marked_buckets(panels, worst=_("▼ lowest"), best=_("▲ highest"))


def score_table(pair: Pair) -> list[Row]:
    """Return a row a score over all words: score, label, a, b, of A − B in points difference, low, high; p, verdict.

    Empty where the test is not there yet; scores that are undefined, as those of OOV without training, are left
    out. p is adjusted by Holm over the pairs compared.
    """
    if pair.tested is None:
        return []
    return [
        {
            "score": name,
            "label": translated(SCORES[name].label),
            "a": one.a,
            "b": one.b,
            "difference": _POINTS * one.difference,
            "low": _POINTS * one.low,
            "high": _POINTS * one.high,
            "p": judged_cell(one),
            "verdict": one.verdict,
        }
        for name, one in pair.tested.scores.items()
        if not math.isnan(one.difference)
    ]


def kind_table(pair: Pair) -> list[Row]:
    """Return a row a kind of error, shapes before causes: of, kind, label, a, b, share_a, share_b, difference.

    ``of`` is ``shape`` or ``cause``, ``kind`` its name; a and b count the missed gold words of each system, shares
    are of all it misses, NaN where it misses none; difference is A − B. Without training data there are no causes.
    """
    rows = []
    for (of, kind, a), (_of, _kind, b) in zip(*map(kind_list, pair.kinds.values()), strict=True):
        label = kind_name(kind)
        share_a, share_b = (n / (one.missed or math.nan) for n, one in zip((a, b), pair.kinds.values(), strict=True))
        row = {"of": of, "kind": kind, "label": label, "a": a, "b": b, "difference": a - b}
        rows.append(row | {"share_a": share_a, "share_b": share_b})
    return rows


def compare_sentence(pair: Pair, *, dataset: str) -> str:
    """Say which of two systems leads, by how much, what the test says of it, and why, or where most."""
    names = {"first": pair.better, "second": pair.other, "dataset": dataset}
    ahead = pair.difference
    if math.isnan(ahead.value):
        return _("{first} and {second} cannot be compared on {dataset}: F1 is not defined for both.", **names)
    if ahead.value == 0:
        lead = _("{first} and {second} have the same F1, {f1}", **names, f1=number(pair.f1[0]))
    else:
        lead = _("{first} leads {second} by {points}", **names, points=points(ahead.value))
    if pair.buckets is None or pair.tested is None:
        return _("{compared}.", compared=lead)
    more = punctuation_sentence(pair.tested, pair.better)
    if not more and pair.tested.scores["f1"].verdict != "too few" and pair.buckets.significant:
        more = buckets_sentence(pair, pair.buckets)
    return in_turn(_("{compared}: {verdict}.", compared=lead, verdict=judged(pair.tested)), more)


def punctuation_sentence(tested: PairedComparison, better: str) -> str:
    """Say that the better of two systems leads by punctuation alone; nothing where it does not."""
    if not tested.by_punctuation_alone:
        return ""
    one = (tested if tested.a == better else tested.turned).scores["f1_no_punctuation"]
    return _(
        "{name} leads by punctuation alone: without it F1 is {f1} and {other}, which is level.",
        name=better,
        f1=number(one.a),
        other=number(one.b),
    )


def buckets_sentence(pair: Pair, buckets: PairBuckets, *, both: bool = False) -> str:
    """Say where the better of two systems leads most, or the other where it leads nowhere; with ``both`` where each."""
    if not buckets.significant:
        return _("No bucket differs significantly.") if buckets.nearest else _("No bucket differs.")
    most = [
        _(
            "{system} leads most at {where}: {points}.",
            system=name,
            where=ones[0].where,
            points=points(abs(ones[0].row["difference"]) / _POINTS),
        )
        for name, ones in ((pair.better, buckets.ahead), (pair.other, buckets.behind))
        if ones
    ]
    return in_turn(*most) if both else most[0]


def compare_remark(pair: Pair) -> str:
    """Say how ``compare_sentence`` is to be taken."""
    tested = pair.tested
    if tested is None:
        return _("The differences are being tested.")
    swapped = n_("{n:,} swap", "{n:,} swaps", tested.swaps)
    if tested.exact and tested.swaps > 1:
        swapped = _("all {swaps}", swaps=swapped)
    ahead, (first, second) = pair.difference, pair.f1
    sentence = _(
        "F1 {first} and {second}; 95 % interval of the difference {interval}. Paired test by {swaps} in {units}, p of "
        "buckets adjusted for {tested} of them.",
        first=number(first),
        second=number(second),
        interval=bracketed(ahead.low, ahead.high),
        swaps=swapped,
        units=units_text(tested.units, tested.unit),
        tested=tested.tested,
    )
    if pair.buckets is not None:
        remark = _("Buckets are named after looking.") if pair.buckets.significant else detectable_text(pair)
        sentence = in_turn(sentence, remark)
    sentence += together_text(pair.diagnosis, tested.a, tested.b)
    return in_turn(sentence, few_remark(tested.units, tested.unit))


def detectable_text(pair: Pair) -> str:
    """Say how small a difference the test would have shown, overall and in the bucket with the largest one."""
    nearest = None if pair.buckets is None else pair.buckets.nearest
    detectable = math.nan if pair.tested is None else pair.tested.scores["f1"].detectable
    if nearest is None or math.isnan(detectable) or math.isnan(nearest.row["detectable"]):
        return _("No bucket differs significantly.")
    return _(
        "No bucket differs significantly; in four of five cases this test set shows a difference of {overall} overall, "
        "and of {bucket} at {where}, where the two differ most.",
        overall=points(detectable),
        bucket=points(nearest.row["detectable"] / _POINTS),
        where=nearest.where,
    )


def alike_sentence(pair: Pair, *, dataset: str) -> str:
    """Say that two systems do not differ at all."""
    return _(
        "{first} and {second} cut every word of {dataset} alike, at F1 {f1}: there is no difference to look at. "
        "Choose another system to compare with one of them.",
        first=pair.better,
        second=pair.other,
        dataset=dataset,
        f1=number(pair.f1[0]),
    )
