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
from cwsdiag.languages import _, spoken_property, translated
from cwsdiag.views.results import UNITS, gold_said, marked_buckets, panel, telling, tick_label, where_said
from cwsdiag.views.units import UNITS_DRAWN
from cwsdiag.views.wording import ALL_OF_IT, bracketed, bucket_said, number, points

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

    @spoken_property
    def panels(self) -> list[Panel]:
        """The differences of every attribute: ``worst`` is the lowest, ``best`` the highest. See ``_buckets``."""
        panels = []
        for found in self._diagnosis.aided_diagnosis([(self.better, self.other)]):
            bucketed = self._diagnosis.attribute(found.attribute)
            lowest, highest = (None if end is None else end.bucket for end in (found.lowest, found.highest))
            panels.append(panel(bucketed, self._buckets(bucketed), worst=lowest, best=highest))
        return panels

    @spoken_property
    def whole(self) -> Panel:
        """The difference over all words, as a panel of one bucket."""
        all_of_it = self.overall
        size = len(self._diagnosis.dataset.gold)
        row = {
            "attribute": "", "bucket": 0, "label": "", "tick": tick_label(ALL_OF_IT), "gold": size,
            "share": 1.0, "named": True,
            "f1_better": all_of_it.f1_better, "f1_other": all_of_it.f1_other,
            "difference": _POINTS * all_of_it.difference.value,
            "low": _POINTS * all_of_it.difference.low, "high": _POINTS * all_of_it.difference.high, "why": "",
        }  # fmt: skip
        frame = self._marked(pd.DataFrame([row]))
        title, unit = _("all words"), translated(UNITS["word"])
        return Panel(key="", title=title, unit=unit, buckets=frame, worst=None, best=None, undefined="")

    @spoken_property
    def table(self) -> pd.DataFrame:
        """All buckets of all attributes, with ``title``, ``mark``, and F1 of A and B as ``f1_a`` and ``f1_b``."""
        frame = marked_buckets(self.panels, worst=_("▼ lowest"), best=_("▲ highest"))
        for role, name in self.systems.items():
            frame[f"f1_{role}"] = frame["f1_better" if name == self.better else "f1_other"]
        return frame

    @spoken_property
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
            unit=UNITS[self._diagnosis.attribute(panel.key).attribute.unit],
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
                "named": diagnosis.nameable(self.better, self.other)[columns],
                "f1_better": diagnosis.f1[self.better][columns],
                "f1_other": diagnosis.f1[self.other][columns],
                "difference": _POINTS * found.values,
                "low": _POINTS * found.low,
                "high": _POINTS * found.high,
            }
        )
        held = diagnosis.units_holding(self.better, self.other)[columns]
        frame["why"] = [
            self._why(gold, units, difference, unit)
            for gold, units, difference in zip(frame["gold"], held.tolist(), frame["difference"], strict=True)
        ]
        return self._marked(frame)

    def _marked(self, frame: pd.DataFrame) -> pd.DataFrame:
        difference = frame["difference"]
        frame["ahead"] = np.select(
            [difference > 0, difference < 0], [self.role(self.better), self.role(self.other)], default=""
        )
        frame["holds_zero"] = (frame["low"] <= 0) & (frame["high"] >= 0)
        return frame

    def _why(self, gold: int, units: int, difference: float, unit: str) -> str:
        if np.isnan(difference):
            return _("undefined: F1 is not defined here for both systems")
        least = self._diagnosis.min_size
        if gold >= least:
            return self._too_narrow(units)
        if unit == UNITS["word"]:
            return _("too few gold words to be named: {gold:,} of {min_size}", gold=gold, min_size=least)
        return _("too few gold characters to be named: {gold:,} of {min_size}", gold=gold, min_size=least)

    def _too_narrow(self, units: int) -> str:
        least = self._diagnosis.min_units
        if units >= least:
            return ""
        drawn = translated(UNITS_DRAWN.get(self._diagnosis.unit, self._diagnosis.unit))
        return _("in too few {units} to be named: {n:,} of {least}", units=drawn, n=units, least=least)


def comparison(results: Results, a: str, b: str) -> Comparison:
    """Return two systems of a dataset beside each other, the same to everybody who asks."""
    return results.once(("comparison", a, b), lambda: Comparison(results.word_index, a, b))


def compare_sentence(overall: OverallDifference, finding: BucketFinding | None, *, dataset: str) -> str:
    """Say which of two systems is better, by how much, and where it loses."""
    first, ahead = overall.better, overall.difference
    if math.isnan(ahead.value):
        return _(
            "{first} and {second} cannot be compared on {dataset}: F1 is not defined for both.",
            first=first,
            second=overall.other,
            dataset=dataset,
        )
    compared = _compared(overall, dataset)
    if finding is None:
        return _("{compared}.", compared=compared)
    told = {
        "compared": compared,
        "where": where_said(finding.unit, finding.title, finding.label),
        "gold": gold_said(finding.gold, finding.unit),
    }
    within = bracketed(finding.low, finding.high)
    if finding.difference < 0:
        behind = f"{points(finding.difference)} {within}"
        if ahead.value == 0:
            return _(
                "{compared}; {first} is furthest behind at {where}: {points}, {gold}.",
                first=first,
                points=behind,
                **told,
            )
        return _("{compared}; it is furthest behind at {where}: {points}, {gold}.", points=behind, **told)
    return _(
        "{compared}; it is behind in no bucket that can be named, and leads most at {where}: {points}, {gold}.",
        points=f"{points(abs(finding.difference))} {within}",
        **told,
    )


def _compared(overall: OverallDifference, dataset: str) -> str:
    """Return which system is better over all words, to stand before where it loses."""
    first, second, ahead = overall.better, overall.other, overall.difference
    if ahead.value == 0:
        return _(
            "{first} and {second} have the same F1 on {dataset}, {f1}",
            first=first,
            second=second,
            dataset=dataset,
            f1=number(overall.f1_better),
        )
    told = {
        "first": first,
        "second": second,
        "dataset": dataset,
        "points": f"{points(ahead.value)} {bracketed(ahead.low, ahead.high)}",
        "f1": number(overall.f1_better),
        "other": number(overall.f1_other),
    }
    if ahead.leaves_out_zero:
        return _(
            "{first} is {points} ahead of {second} on {dataset} (F1 {f1} against {other}), "
            "with an interval that leaves out 0",
            **told,
        )
    if ahead.holds_zero:
        return _(
            "{first} is {points} ahead of {second} on {dataset} (F1 {f1} against {other}), "
            "with an interval that holds 0",
            **told,
        )
    return _("{first} is {points} ahead of {second} on {dataset} (F1 {f1} against {other})", **told)


def compare_remark(finding: BucketFinding | None, *, least: str) -> str:
    """Say how the finding of ``compare_sentence`` is to be taken; ``least`` is ``Results.least``."""
    if finding is None:
        return _(
            "No attribute has two buckets that differ and are of at least {least}, as a diagnosis requires.",
            least=least,
        )
    told = {
        "end": _("lowest") if finding.difference < 0 else _("highest"),
        "candidates": finding.candidates,
        "least": least,
    }
    if finding.low <= 0 <= finding.high:
        return _(
            "A finding to check: the {end} of {candidates} buckets of at least {least}, "
            "chosen after looking; its interval holds 0. Brackets hold paired 95 % intervals.",
            **told,
        )
    return _(
        "A finding to check: the {end} of {candidates} buckets of at least {least}, "
        "chosen after looking. Brackets hold paired 95 % intervals.",
        **told,
    )


def alike_sentence(overall: OverallDifference, *, dataset: str) -> str:
    """Say that two systems do not differ at all."""
    return _(
        "{first} and {second} cut every word of {dataset} alike, at F1 {f1}: there is no difference to look at. "
        "Choose another system to compare with one of them.",
        first=overall.better,
        second=overall.other,
        dataset=dataset,
        f1=number(overall.f1_better),
    )
