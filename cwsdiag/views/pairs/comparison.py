"""Two systems beside each other: what they differ by, what may be said of it, and what they make of the same words.

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
from cwsdiag.languages import _, n_, spoken_property, translated
from cwsdiag.memo import memo
from cwsdiag.views.buckets import UNITS, gold_said, marked_buckets, panel, telling, tick_label, where_said
from cwsdiag.views.columns import SCORES
from cwsdiag.views.pairs.verdicts import judged, judged_cell
from cwsdiag.views.rows import kind_list
from cwsdiag.views.units import drawn_said, few_remark, units_said
from cwsdiag.views.wording import bracketed, bucket_said, kind_said, number, p_is, points

if TYPE_CHECKING:
    from collections.abc import Collection

    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.error_kinds import Agreement, KindCounts
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.diagnosis.word_types import WordIndex
    from cwsdiag.inference import Interval
    from cwsdiag.views.look import Look

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
        title, label, unit: of the bucket.
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


class Comparison:
    """Two systems of one diagnosis; each answer is computed once."""

    def __init__(self, index: WordIndex, a: str, b: str, tested: PairedComparison | None = None) -> None:
        """Compute nothing yet.

        Args:
            index: the words of a diagnosis.
            a: the system chosen as A.
            b: the system chosen as B.
            tested: the test of A against B; None where it is not there yet.
        """
        self._index = index
        self._diagnosis = index.diagnosis
        self.tested = tested
        self.systems = {"a": a, "b": b}
        self.better, self.other = index.diagnosis.ordered(a, b)

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

    @spoken_property
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

    @spoken_property
    def table(self) -> pd.DataFrame:
        """All buckets of all attributes, with ``title`` and ``mark``."""
        return marked_buckets(self.panels, worst=_("▼ lowest"), best=_("▲ highest"))

    @spoken_property
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

    @spoken_property
    def scores(self) -> pd.DataFrame:
        """A row a score over all words: score, label, a, b, and of A − B in points difference, low, high; p, verdict.

        Empty where the test is not there yet; scores that are undefined, as those of OOV without training, are left
        out. p is adjusted by Holm over the pairs compared.
        """
        if self.tested is None:
            return pd.DataFrame()
        rows = [
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
            for name, one in self.tested.scores.items()
            if not math.isnan(one.difference)
        ]
        return pd.DataFrame(rows)

    @cached_property
    def alike(self) -> bool:
        """Whether both systems cut the whole text alike."""
        first, second = (self._diagnosis.dataset.system(name) for name in self.systems.values())
        return np.array_equal(first.word_ends, second.word_ends) and all(won.empty for won in self.won.values())

    @cached_property
    def agreement(self) -> Agreement:
        """How many gold words both get right, only one of them, or both wrong."""
        return agreement(self._diagnosis.dataset, *self.systems.values())

    @cached_property
    def kinds(self) -> dict[str, KindCounts]:
        """The errors of A and of B by kind."""
        return {role: self._diagnosis.kind_counts(name) for role, name in self.systems.items()}

    @spoken_property
    def kinds_frame(self) -> pd.DataFrame:
        """A row a kind of error, shapes before causes: of, kind, label, a, b, share_a, share_b, difference.

        ``of`` is ``shape`` or ``cause``, ``kind`` its name; a and b count the missed gold words of each system, shares
        are of all it misses, NaN where it misses none; difference is A − B. Without training data there are no causes.
        """
        both = (kind_list(counts) for counts in self.kinds.values())
        missed = {role: counts.missed for role, counts in self.kinds.items()}
        rows = []
        for (of, kind, a), (_of, _kind, b) in zip(*both, strict=True):
            shares = {
                f"share_{role}": count / missed[role] if missed[role] else math.nan
                for role, count in (("a", a), ("b", b))
            }
            said = {"of": of, "kind": kind, "label": kind_said(**{"shape": None, "cause": None, of: kind})}
            rows.append({**said, "a": a, "b": b, **shares, "difference": a - b})
        return pd.DataFrame(rows)

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
        """Return a row a bucket: what it is, F1 of both with their intervals, the difference in points, and the test.

        All of it is over the gold words that are compared for both.

        Columns: attribute, bucket, label, tick, gold, share, named; f1_a, low_a, high_a and the same of b; difference,
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
                "label": list(map(bucket_said, bucketed.buckets.labels)),
                "tick": [tick_label(label) for label in bucketed.buckets.labels],
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
        frame["why"] = [
            self._why(gold, units, difference, unit)
            for gold, units, difference in zip(frame["gold"], held.tolist(), frame["difference"], strict=True)
        ]
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
        drawn = drawn_said(self._diagnosis.unit)
        return _("in too few {units} to be named: {n:,} of {least}", units=drawn, n=units, least=least)


def _size(finding: BucketFinding) -> float:
    return abs(finding.difference)


@memo
def comparison(look: Look, a: str, b: str, *, tested: bool = False) -> Comparison:
    """Return two systems of a dataset beside each other, the same to everybody who asks.

    Args:
        look: at the dataset.
        a: the system chosen as A.
        b: the system chosen as B.
        tested: with the test of the two, which is waited for; without it else.
    """
    return Comparison(look.word_index, a, b, look.tested(a, b) if tested else None)


def compare_sentence(overall: OverallDifference, buckets: Buckets | None, *, dataset: str) -> str:
    """Say which of two systems is ahead, by how much, what the test says of it, and in which buckets they differ."""
    first = overall.better
    if math.isnan(overall.difference.value):
        return _(
            "{first} and {second} cannot be compared on {dataset}: F1 is not defined for both.",
            first=first,
            second=overall.other,
            dataset=dataset,
        )
    compared = _compared(overall, dataset)
    if buckets is None or overall.tested is None:
        return _("{compared}.", compared=compared)
    said = _("{compared}: {verdict}.", compared=compared, verdict=judged(overall.tested))
    if overall.tested.scores["f1"].verdict == "too few":
        return said
    return _("{first} {second}", first=said, second=buckets_sentence(overall, buckets))


def _compared(overall: OverallDifference, dataset: str) -> str:
    """Return which system is ahead over all words, without a full stop."""
    first, second, ahead = overall.better, overall.other, overall.difference
    if ahead.value == 0:
        return _(
            "{first} and {second} have the same F1 on {dataset}, {f1}",
            first=first,
            second=second,
            dataset=dataset,
            f1=number(overall.f1_better),
        )
    return _(
        "{first} is {points} ahead of {second} on {dataset} (F1 {f1} against {other})",
        first=first,
        second=second,
        dataset=dataset,
        points=f"{points(ahead.value)} {bracketed(ahead.low, ahead.high)}",
        f1=number(overall.f1_better),
        other=number(overall.f1_other),
    )


def buckets_sentence(overall: OverallDifference, buckets: Buckets) -> str:
    """Say in how many buckets two systems differ significantly, and where most, each way round."""
    lead, lag = buckets.lead, buckets.lag
    if not buckets.significant:
        return _("No bucket differs.") if buckets.nearest is None else _no_bucket_said(overall, buckets.nearest)
    told = n_(
        "{n:,} of {compared} buckets differs significantly",
        "{n:,} of {compared} buckets differ significantly",
        buckets.significant,
        compared=buckets.compared,
    )
    if lead is None or lag is None:
        values = {"buckets": told, "first": overall.better, "place": _place(lead or lag)}
        if lag is not None:
            return _("{buckets}; {first} is furthest behind at {place}.", **values)
        return _("{buckets}; {first} leads most at {place}.", **values)
    return _(
        "{buckets}: {first} is ahead in {ahead:,}, most at {lead}; {second} in {behind:,}, most at {lag}.",
        buckets=told,
        first=overall.better,
        second=overall.other,
        ahead=buckets.ahead,
        behind=buckets.behind,
        lead=_place(lead),
        lag=_place(lag),
    )


def _place(finding: BucketFinding | None) -> str:
    """Return where two systems differ, and by how much, without saying which is ahead."""
    if finding is None:
        return ""
    ends = (finding.low, finding.high) if finding.difference > 0 else (-finding.high, -finding.low)
    return _(
        "{where}: {points}, {gold}, p\u00a0{p}",
        where=where_said(finding.unit, finding.title, finding.label),
        points=f"{points(abs(finding.difference))} {bracketed(*ends)}",
        gold=gold_said(finding.gold, finding.unit),
        p=p_is(finding.p),
    )


def _no_bucket_said(overall: OverallDifference, finding: BucketFinding) -> str:
    where = where_said(finding.unit, finding.title, finding.label)
    detectable = math.nan if overall.tested is None else overall.tested.scores["f1"].detectable
    if math.isnan(detectable) or math.isnan(finding.detectable):
        return _("No bucket differs significantly.")
    return _(
        "No bucket differs significantly; in four of five cases this test set shows a difference of {overall} overall, "
        "and of {bucket} at {where}, where the two differ most.",
        overall=points(detectable),
        bucket=points(finding.detectable),
        where=where,
    )


def compare_remark(found: Comparison) -> str:
    """Say how ``compare_sentence`` is to be taken."""
    tested = found.tested
    if tested is None:
        return _("The differences are being tested. Brackets hold paired 95 % intervals.")
    if tested.exact:
        swapped = n_("{n:,} swap", "all {n:,} swaps", tested.swaps)
    else:
        swapped = n_("{n:,} swap", "{n:,} swaps", tested.swaps)
    said = _(
        "Paired test by {swaps} in {units}, p of buckets adjusted for {tested} of them. Brackets hold paired 95 % "
        "intervals, each by itself: some leave out 0 where nothing differs.",
        swaps=swapped,
        units=units_said(tested.units, tested.unit),
        tested=tested.tested,
    )
    if found.buckets is not None and found.buckets.significant:
        said = _("{first} {second}", first=said, second=_("Buckets are named after looking."))
    few = few_remark(tested.units, tested.unit)
    return _("{first} {second}", first=said, second=few) if few else said


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
