"""Two systems beside each other: where the better one loses, and which words only one of them gets right.

Differences are those of METHODS 4: better − other, in points, with paired 95 % intervals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from cwsdiag.frames import Panel
from cwsdiag.views.results import UNITS, marked_buckets, panel, telling, tick_label
from cwsdiag.views.wording import bracketed, bucket_said, counted, number, points

if TYPE_CHECKING:
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.word_types import WordIndex
    from cwsdiag.inference import Interval
    from cwsdiag.views.results import Results

_POINTS = 100


@dataclass(frozen=True)
class OverallDifference:
    """How far the better system is ahead over all words, in F1."""

    better: str
    other: str
    f1_better: float
    f1_other: float
    difference: Interval


@dataclass(frozen=True)
class BucketFinding:
    """The bucket, over all attributes, where the better system is furthest below the other.

    Where it is below nowhere: where it leads most (METHODS 4).
    """

    title: str
    label: str
    unit: str
    difference: float
    low: float
    high: float
    gold: int
    candidates: int


class Comparison:
    """Two systems of one diagnosis; each answer is computed once."""

    def __init__(self, index: WordIndex, a: str, b: str) -> None:
        """Compute nothing yet.

        Args:
            index: the words of a diagnosis.
            a: the system chosen as A.
            b: the system chosen as B.
        """
        self._index = index
        self._diagnosis = index.diagnosis
        self.systems = {"a": a, "b": b}
        self.better, self.other = index.diagnosis.ordered(a, b)

    def role(self, system: str) -> str:
        """Return whether a system is ``a`` or ``b``."""
        return "a" if system == self.systems["a"] else "b"

    @cached_property
    def overall(self) -> OverallDifference:
        """The difference over all words."""
        better, other = (float(self._diagnosis.f1[name][0]) for name in (self.better, self.other))
        difference = self._diagnosis.overall_difference(self.better, self.other)
        return OverallDifference(self.better, self.other, better, other, difference)

    @cached_property
    def panels(self) -> list[Panel]:
        """The differences of every attribute: ``worst`` is the lowest, ``best`` the highest. See ``_buckets``."""
        panels = []
        for found in self._diagnosis.aided_diagnosis([(self.better, self.other)]):
            bucketed = self._diagnosis.attribute(found.attribute)
            lowest, highest = (None if end is None else end.bucket for end in (found.lowest, found.highest))
            panels.append(panel(bucketed, self._buckets(bucketed), worst=lowest, best=highest))
        return panels

    @cached_property
    def whole(self) -> Panel:
        """The difference over all words, as a panel of one bucket."""
        all_of_it = self.overall
        size = len(self._diagnosis.dataset.gold)
        row = {
            "attribute": "", "bucket": 0, "label": "", "tick": "all", "gold": size, "share": 1.0, "named": True,
            "f1_better": all_of_it.f1_better, "f1_other": all_of_it.f1_other,
            "difference": _POINTS * all_of_it.difference.value,
            "low": _POINTS * all_of_it.difference.low, "high": _POINTS * all_of_it.difference.high, "why": "",
        }  # fmt: skip
        frame = self._marked(pd.DataFrame([row]))
        return Panel(key="", title="all words", unit="words", buckets=frame, worst=None, best=None, undefined="")

    @cached_property
    def table(self) -> pd.DataFrame:
        """All buckets of all attributes, with ``title``, ``mark``, and F1 of A and B as ``f1_a`` and ``f1_b``."""
        frame = marked_buckets(self.panels, worst="▼ lowest", best="▲ highest")
        for role, name in self.systems.items():
            frame[f"f1_{role}"] = frame["f1_better" if name == self.better else "f1_other"]
        return frame

    @cached_property
    def finding(self) -> BucketFinding | None:
        """The lowest of all differences, the highest where none is below 0; None where no bucket can be named.

        An attribute with a single bucket large enough to be named tells nothing of where.
        """
        keys = {one.attribute.key for one in telling(self._diagnosis)}
        found = [panel for panel in self.panels if panel.worst not in (None, panel.best) and panel.key in keys]
        if not found:
            return None
        ends = [(panel, panel.rows[end]) for panel in found for end in (panel.worst, panel.best) if end is not None]
        panel, row = min(ends, key=lambda item: float(item[1]["difference"]))
        if row["difference"] >= 0:
            panel, row = max(ends, key=lambda item: float(item[1]["difference"]))
        return BucketFinding(
            title=panel.title,
            label=row["label"],
            unit=panel.unit,
            difference=row["difference"] / _POINTS,
            low=row["low"] / _POINTS,
            high=row["high"] / _POINTS,
            gold=row["gold"],
            candidates=sum(int((one.buckets["named"] & one.buckets["difference"].notna()).sum()) for one in found),
        )

    @cached_property
    def alike(self) -> bool:
        """Whether both systems cut the whole text alike."""
        first, second = (self._diagnosis.dataset.system(name) for name in self.systems.values())
        return np.array_equal(first.word_ends, second.word_ends) and all(won.empty for won in self.won.values())

    @cached_property
    def won(self) -> dict[str, pd.DataFrame]:
        """For A and B a row a word type that it alone gets right: word, count, and ``made`` by the other system."""
        words = self._index.select(roles=self.systems)
        found = {}
        for role, loser in (("a", "b"), ("b", "a")):
            frame = words.frame(show=f"only_{role}", order="count")
            found[role] = pd.DataFrame({"word": frame["word"], "count": frame["count"], "made": frame[f"made_{loser}"]})
        return found

    def _buckets(self, bucketed: BucketedAttribute) -> pd.DataFrame:
        """Return a row a bucket: what it is, F1 of both, and difference, low and high in points.

        ``ahead`` is the role of the system that is ahead, empty where none is; ``holds_zero`` says whether the interval
        does; ``why`` says why a bucket is not named, empty where it is.
        """
        if bucketed.buckets is None:
            return pd.DataFrame()
        key, diagnosis = bucketed.attribute.key, self._diagnosis
        columns, found = diagnosis.columns(key), diagnosis.bucket_differences(self.better, self.other, key)
        unit = UNITS[bucketed.attribute.unit]
        frame = pd.DataFrame(
            {
                "attribute": key,
                "bucket": np.arange(bucketed.size),
                "label": list(map(bucket_said, bucketed.buckets.labels)),
                "tick": [tick_label(label) for label in bucketed.buckets.labels],
                "gold": bucketed.gold,
                "share": bucketed.gold / max(1, int(bucketed.gold.sum())),
                "named": bucketed.gold >= diagnosis.min_size,
                "f1_better": diagnosis.f1[self.better][columns],
                "f1_other": diagnosis.f1[self.other][columns],
                "difference": _POINTS * found.values,
                "low": _POINTS * found.low,
                "high": _POINTS * found.high,
            }
        )
        frame["why"] = [
            self._why(gold, difference, unit)
            for gold, difference in zip(frame["gold"], frame["difference"], strict=True)
        ]
        return self._marked(frame)

    def _marked(self, frame: pd.DataFrame) -> pd.DataFrame:
        difference = frame["difference"]
        frame["ahead"] = np.select(
            [difference > 0, difference < 0], [self.role(self.better), self.role(self.other)], default=""
        )
        frame["holds_zero"] = (frame["low"] <= 0) & (frame["high"] >= 0)
        return frame

    def _why(self, gold: int, difference: float, unit: str) -> str:
        if np.isnan(difference):
            return "undefined: F1 is not defined here for both systems"
        few = gold < self._diagnosis.min_size
        return f"too few gold {unit} to be named: {gold:,} of {self._diagnosis.min_size}" if few else ""


def comparison(results: Results, a: str, b: str) -> Comparison:
    """Return two systems of a dataset beside each other, the same to everybody who asks."""
    return results.once(("comparison", a, b), lambda: Comparison(results.word_index, a, b))


def compare_sentence(overall: OverallDifference, finding: BucketFinding | None, *, dataset: str) -> str:
    """Say which of two systems is better, by how much, and where it loses."""
    first, second, ahead = overall.better, overall.other, overall.difference
    if math.isnan(ahead.value):
        return f"{first} and {second} cannot be compared on {dataset}: F1 is not defined for both."
    if ahead.value == 0:
        start = f"{first} and {second} have the same F1 on {dataset}, {number(overall.f1_better)}"
    else:
        start = f"{first} is {points(ahead.value)} {bracketed(ahead.low, ahead.high)} "
        start += "better than" if ahead.leaves_out_zero else "ahead of"
        start += f" {second} on {dataset} (F1 {number(overall.f1_better)} against {number(overall.f1_other)})"
        if ahead.holds_zero:
            start += ", with an interval that holds 0"
    if finding is None:
        return f"{start}."
    where = f"{finding.unit} with {finding.title} {finding.label}"
    much = f"{points(abs(finding.difference))} {bracketed(finding.low, finding.high)}"
    count = counted(finding.gold, f"gold {finding.unit}")
    if finding.difference < 0:
        much = f"{points(finding.difference)} {bracketed(finding.low, finding.high)}"
        subject = f"{first} is" if ahead.value == 0 else "it is"
        return f"{start}; {subject} furthest behind at {where}: {much}, {count}."
    return f"{start}; it is behind in no bucket that can be named, and leads most at {where}: {much}, {count}."


def compare_remark(finding: BucketFinding | None, *, min_size: int) -> str:
    """Say how the finding of ``compare_sentence`` is to be taken."""
    if finding is None:
        return f"No attribute has two buckets of the {min_size} gold units that a diagnosis requires and that differ."
    chance = "; its interval holds 0" if finding.low <= 0 <= finding.high else ""
    end = "lowest" if finding.difference < 0 else "highest"
    return (
        f"A finding to check: the {end} of {finding.candidates} buckets of at least {min_size} gold units, "
        f"chosen after looking{chance}. Brackets hold paired 95 % intervals."
    )


def alike_sentence(overall: OverallDifference, *, dataset: str) -> str:
    """Say that two systems do not differ at all."""
    return (
        f"{overall.better} and {overall.other} cut every word of {dataset} alike, at F1 {number(overall.f1_better)}: "
        "there is no difference to look at. Choose another system to compare with one of them."
    )
