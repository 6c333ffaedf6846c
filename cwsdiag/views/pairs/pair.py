"""Two systems beside each other, in numbers: what they differ by, and what they make of the same words.

Differences are A − B, in points, with paired 95 % intervals; what is significant, the test by swaps says (METHODS 11).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cwsdiag.diagnosis.error_kinds import agreement
from cwsdiag.diagnosis.extremes import extremes
from cwsdiag.frames import Panel
from cwsdiag.languages import lazy
from cwsdiag.views.buckets import UNITS, panel, telling
from cwsdiag.views.units import UNITS_DRAWN

if TYPE_CHECKING:
    from collections.abc import Collection

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.error_kinds import Agreement, KindCounts
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.inference import Interval

_POINTS = 100


@dataclass(frozen=True)
class OverallDifference:
    """How far the better system is ahead over all words, in F1, and what the test says; None where it is not there."""

    better: str
    other: str
    f1_better: float
    f1_other: float
    difference: Interval
    tested: PairedComparison | None = None


@dataclass(frozen=True)
class BucketFinding:
    """A bucket that is named beside the difference over all words.

    Attributes:
        title, label, unit: of the bucket, to be ``translated``.
        difference, low, high: better − other.
        gold: its gold units.
        p: adjusted over all buckets.
        detectable: the difference that is found there in four of five cases.
    """

    title: str
    label: str
    unit: str
    difference: float
    low: float
    high: float
    gold: int
    p: float
    detectable: float


@dataclass(frozen=True)
class Buckets:
    """What the test says of all buckets.

    Attributes:
        compared: how many have a difference; p is adjusted for those of all attributes.
        ahead, behind: in how many the better system is significantly ahead, and behind.
        lead, lag: of these the ones where it is ahead most, and behind most; None without any.
        nearest: where no bucket differs significantly, the one with the largest difference; None where none differs.
    """

    compared: int
    ahead: int
    behind: int
    lead: BucketFinding | None
    lag: BucketFinding | None
    nearest: BucketFinding | None

    @property
    def significant(self) -> int:
        """How many buckets differ significantly."""
        return self.ahead + self.behind


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
        self._diagnosis = diagnosis
        self.tested = tested
        self.systems = {"a": a, "b": b}
        self.better, self.other = diagnosis.ordered(a, b)

    def role(self, system: str) -> str:
        """Return whether a system is ``a`` or ``b``."""
        return "a" if system == self.systems["a"] else "b"

    @cached_property
    def overall(self) -> OverallDifference:
        """The difference over all words."""
        pair = self.better, self.other
        better, other = (self._diagnosis.intervals_beside(*names)[0].value for names in (pair, pair[::-1]))
        difference = self._diagnosis.overall_difference(self.better, self.other)
        return OverallDifference(self.better, self.other, better, other, difference, self.tested)

    @cached_property
    def panels(self) -> list[Panel]:
        """The buckets of every attribute: ``worst`` has the lowest difference, ``best`` the highest. See ``_buckets``.

        Where only one bucket can be named, it is both.
        """
        panels = []
        for bucketed in self._diagnosis.attributes:
            buckets = self._buckets(bucketed)
            lowest = highest = None
            if len(buckets):
                lowest, highest = extremes(buckets["difference"].to_numpy(), buckets["named"].to_numpy(dtype=bool))
            panels.append(panel(bucketed, buckets, worst=lowest, best=highest))
        return panels

    @cached_property
    def buckets(self) -> Buckets | None:
        """What the test says of the buckets of all attributes but difficulty; None where it is not there yet."""
        return self.buckets_of({one.attribute.key for one in telling(self._diagnosis)})

    def buckets_of(self, keys: Collection[str]) -> Buckets | None:
        """Return what the test says of the buckets of some attributes; None where it is not there yet."""
        if self.tested is None:
            return None
        rows = [
            (panel, row)
            for panel in self.panels
            if panel.key in keys
            for row in panel.rows
            if not math.isnan(row["difference"])
        ]
        sign = 1 if self.role(self.better) == "a" else -1
        findings = [(row["verdict"], self._finding(panel, row, sign)) for panel, row in rows if row["named"]]
        marked = [found for verdict, found in findings if verdict == "significant"]
        ahead, behind = ([one for one in marked if side * one.difference > 0] for side in (1, -1))
        moved = [found for verdict, found in findings if found.difference and verdict != "too few"]
        return Buckets(
            compared=len(rows),
            ahead=len(ahead),
            behind=len(behind),
            lead=max(ahead, key=_size, default=None),
            lag=max(behind, key=_size, default=None),
            nearest=None if marked else max(moved, key=_size, default=None),
        )

    def _finding(self, panel: Panel, row: dict[str, Any], sign: int) -> BucketFinding:
        ends = sorted((sign * row["low"] / _POINTS, sign * row["high"] / _POINTS))
        return BucketFinding(
            title=panel.title,
            label=row["label"],
            unit=UNITS[self._diagnosis.attribute(panel.key).attribute.unit],
            difference=sign * row["difference"] / _POINTS,
            low=ends[0],
            high=ends[1],
            gold=row["gold"],
            p=row["p_adjusted"],
            detectable=row["detectable"] / _POINTS,
        )

    @cached_property
    def alike(self) -> bool:
        """Whether both systems cut the whole text alike."""
        first, second = (self._diagnosis.dataset.system(name) for name in self.systems.values())
        return np.array_equal(first.word_ends, second.word_ends) and not self.agreement.only_a + self.agreement.only_b

    @cached_property
    def agreement(self) -> Agreement:
        """How many gold words both get right, only one of them, or both wrong."""
        return agreement(self._diagnosis.dataset, *self.systems.values())

    @cached_property
    def kinds(self) -> dict[str, KindCounts]:
        """The errors of A and of B by kind."""
        return {role: self._diagnosis.kind_counts(name) for role, name in self.systems.items()}

    def _buckets(self, bucketed: BucketedAttribute) -> pd.DataFrame:
        """Return a row a bucket: what it is, F1 of both with their intervals, the difference in points, and the test.

        All of it is over the gold words that are compared for both.

        Columns: attribute, bucket, label, gold, share, named; f1_a, low_a, high_a and the same of b; difference,
        low, high in points; ``ahead``, the role of the system that is ahead, empty where none is; ``why`` a bucket is
        not named, empty where it is; of the test p_adjusted, q, detectable (points), verdict (empty where there is
        none), cost_a and cost_b (points), NaN where it is not there yet.
        """
        if bucketed.buckets is None:
            return pd.DataFrame()
        key, diagnosis = bucketed.attribute.key, self._diagnosis
        columns = diagnosis.columns(key)
        found = diagnosis.bucket_differences(self.systems["a"], self.systems["b"], key)
        unit = UNITS[bucketed.attribute.unit]
        frame = pd.DataFrame(
            {
                "attribute": key,
                "bucket": np.arange(bucketed.size),
                "label": bucketed.buckets.labels,
                "gold": bucketed.gold,
                "share": bucketed.gold / max(1, int(bucketed.gold.sum())),
                "named": diagnosis.nameable(*self.systems.values())[columns],
            }
        )
        for role, beside in (("a", "b"), ("b", "a")):
            scored = diagnosis.intervals_beside(self.systems[role], self.systems[beside])
            frame[f"f1_{role}"] = scored.values[columns]
            frame[f"low_{role}"], frame[f"high_{role}"] = scored.low[columns], scored.high[columns]
        frame["difference"], frame["low"], frame["high"] = (
            _POINTS * values for values in (found.values, found.low, found.high)
        )
        difference = frame["difference"]
        frame["ahead"] = np.select([difference > 0, difference < 0], ["a", "b"], default="")
        held = diagnosis.units_holding(*self.systems.values())[columns]
        why = zip(frame["gold"], held.tolist(), frame["difference"], strict=True)
        frame["why"] = pd.Series([self._why(*one, unit) for one in why], dtype=object)
        return frame.assign(**self._test(key, len(frame)))

    def _test(self, key: str, size: int) -> dict[str, Any]:
        if self.tested is None:
            names = ("p_adjusted", "q", "detectable", "cost_a", "cost_b")
            return {**dict.fromkeys(names, math.nan), "verdict": [""] * size}
        own = [bucket for bucket in self.tested.buckets if bucket.attribute == key]
        return {
            "p_adjusted": [bucket.f1.p_deciding for bucket in own],
            "q": [bucket.q for bucket in own],
            "detectable": [_POINTS * bucket.f1.detectable for bucket in own],
            "verdict": [bucket.f1.verdict or "" for bucket in own],
            "cost_a": [_POINTS * bucket.cost_a for bucket in own],
            "cost_b": [_POINTS * bucket.cost_b for bucket in own],
        }

    def _why(self, gold: int, units: int, difference: float, unit: str) -> str:
        if np.isnan(difference):
            return lazy("undefined: F1 is not defined here for both systems")
        least = self._diagnosis.min_size
        if gold >= least:
            return self._too_narrow(units)
        if unit == UNITS["word"]:
            return lazy("too few gold words to be named: {gold:,} of {min_size}", gold=gold, min_size=least)
        return lazy("too few gold characters to be named: {gold:,} of {min_size}", gold=gold, min_size=least)

    def _too_narrow(self, units: int) -> str:
        least = self._diagnosis.min_units
        if units >= least:
            return ""
        drawn = UNITS_DRAWN.get(self._diagnosis.unit, self._diagnosis.unit)
        return lazy("in too few {units} to be named: {n:,} of {least}", units=drawn, n=units, least=least)


def _size(finding: BucketFinding) -> float:
    return abs(finding.difference)
