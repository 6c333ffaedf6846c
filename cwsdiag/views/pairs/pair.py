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
from cwsdiag.views.buckets import UNITS, panel, where_said
from cwsdiag.views.units import UNITS_DRAWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.error_kinds import Agreement, KindCounts
    from cwsdiag.diagnosis.paired import BucketComparison, PairedComparison
    from cwsdiag.inference import Interval

_POINTS = 100
# What the test says of a bucket, by column.
_TESTED: dict[str, Callable[[BucketComparison], float]] = {
    "p_adjusted": lambda one: one.f1.p_deciding,
    "q": lambda one: one.q,
    "detectable": lambda one: _POINTS * one.f1.detectable,
    "cost_a": lambda one: _POINTS * one.cost_a,
    "cost_b": lambda one: _POINTS * one.cost_b,
}


@dataclass(frozen=True, eq=False)
class Difference:
    """A bucket that is named beside the difference over all words: its panel, and its row there."""

    panel: Panel
    row: Mapping[str, Any]

    @property
    def where(self) -> str:
        """The words, or characters, of the bucket, in the language of the moment."""
        return where_said(self.panel.unit, self.panel.title, self.row["label"])


@dataclass(frozen=True, eq=False)
class Buckets:
    """What the test says of all buckets.

    Attributes:
        compared: how many have a difference; p is adjusted for those of all attributes.
        ahead, behind: those where the better system is significantly ahead, and behind, the largest difference first.
        nearest: where no bucket differs significantly, the one with the largest difference; None where none differs.
    """

    compared: int
    ahead: list[Difference]
    behind: list[Difference]
    nearest: Difference | None

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
        self._diagnosis = diagnosis
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
        first, second = (self._diagnosis.intervals_beside(*names)[0].value for names in (pair, pair[::-1]))
        return first, second

    @cached_property
    def difference(self) -> Interval:
        """How far the better system is ahead in F1 over all words."""
        return self._diagnosis.overall_difference(self.better, self.other)

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
        return self.buckets_of(None)

    def buckets_of(self, attribute: str | None) -> Buckets | None:
        """Return the same of the buckets of one attribute."""
        if self.tested is None:
            return None
        panels = [one for one in self.panels if (not one.apart if attribute is None else one.key == attribute)]
        rows = [Difference(one, row) for one in panels for row in one.rows if not math.isnan(row["difference"])]
        rows.sort(key=lambda one: -abs(one.row["difference"]))
        marked = [one for one in rows if one.row["verdict"] == "significant"]
        moved = (
            one
            for one in rows
            if one.row["named"] and one.row["difference"] and one.row["verdict"] != "too few" and not marked
        )
        ahead = [one for one in marked if one.row["ahead"] == self.role]
        behind = [one for one in marked if one.row["ahead"] != self.role]
        return Buckets(len(rows), ahead, behind, next(moved, None))

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
        key, diagnosis, (a, b) = bucketed.attribute.key, self._diagnosis, self.systems.values()
        columns = diagnosis.columns(key)
        differences = diagnosis.bucket_differences(a, b, key)
        frame = pd.DataFrame(
            {
                "attribute": key,
                "bucket": np.arange(bucketed.size),
                "label": bucketed.buckets.labels,
                "gold": bucketed.gold,
                "share": bucketed.gold / max(1, int(bucketed.gold.sum())),
                "named": diagnosis.nameable(a, b)[columns],
                "difference": _POINTS * differences.values,
                "low": _POINTS * differences.low,
                "high": _POINTS * differences.high,
                "ahead": np.select([differences.values > 0, differences.values < 0], ["a", "b"], default=""),
                "units": diagnosis.units_holding(a, b)[columns],
            }
        )
        for role, pair in (("a", (a, b)), ("b", (b, a))):
            scored = diagnosis.intervals_beside(*pair)
            for name, values in (("f1", scored.values), ("low", scored.low), ("high", scored.high)):
                frame[f"{name}_{role}"] = values[columns]
        why = zip(frame["gold"], frame["units"], frame["difference"], strict=True)
        frame["why"] = pd.Series([self._why(*one, UNITS[bucketed.attribute.unit]) for one in why], dtype=object)
        tests = [] if self.tested is None else [one for one in self.tested.buckets if one.attribute == key]
        frame["verdict"] = [one.f1.verdict or "" for one in tests] or ""
        for name, value in _TESTED.items():
            frame[name] = [value(one) for one in tests] or math.nan
        return frame

    def _why(self, gold: int, units: int, difference: float, unit: str) -> str:
        """Return why a bucket of so many gold units in so many units drawn is not named; empty where it is."""
        least, fewest, drawn = self._diagnosis.min_size, self._diagnosis.min_units, self._diagnosis.unit
        if np.isnan(difference):
            return lazy("undefined: F1 is not defined here for both systems")
        if gold < least and unit == UNITS["word"]:
            return lazy("too few gold words to be named: {gold:,} of {min_size}", gold=gold, min_size=least)
        if gold < least:
            return lazy("too few gold characters to be named: {gold:,} of {min_size}", gold=gold, min_size=least)
        if units >= fewest:
            return ""
        drawn = UNITS_DRAWN.get(drawn, drawn)
        return lazy("in too few {units} to be named: {n:,} of {least}", units=drawn, n=units, least=fewest)
