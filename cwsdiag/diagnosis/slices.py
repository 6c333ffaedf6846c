"""Slices of two: pairs of buckets of two attributes, and what they cost beyond either bucket (METHODS 11).

Of long new words it is asked whether they cost more than is to be expected of long words, and of new words. All pairs
that are large enough are looked at, and p-values are adjusted for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag import scores
from cwsdiag.attributes.base import SLICE
from cwsdiag.diagnosis.counting import SystemCounts, costs, units_of
from cwsdiag.diagnosis.diagnosis import Diagnosis
from cwsdiag.diagnosis.paired import LEVEL, Difference, tested_pair
from cwsdiag.inference import Interval, percentile_intervals, standard_errors
from cwsdiag.matching import match
from cwsdiag.memo import memo
from cwsdiag.swaps import TOLERANCE, Ratios
from cwsdiag.text import Counts, Floats, Longs, Places, Shorts

if TYPE_CHECKING:
    from cwsdiag.diagnosis.words import Condition

# So many are listed, and so many pairs are looked at, those of most gold words where there are more.
LISTED = 10
MOST_PAIRS = 2000


@dataclass(frozen=True)
class Slice:
    """Words that are in two buckets, and what they cost a system.

    Attributes:
        buckets: the two conditions.
        gold, predicted, matched: its words.
        f1: of them; ``cost``: what F1 would gain if they were as good as all others, a fraction of 1.
        excess: of the cost over what the costlier of the two buckets explains by the share of its words, with its
            95 % interval.
        p: of an excess of 0 or less, by the bootstrap; ``p_adjusted`` over all pairs looked at.
    """

    buckets: tuple[Condition, Condition]
    gold: int
    predicted: int
    matched: int
    f1: float
    cost: float
    excess: Interval
    p: float
    p_adjusted: float

    @property
    def significant(self) -> bool:
        """Whether it costs significantly more than its buckets explain."""
        return self.p_adjusted <= LEVEL


@dataclass(frozen=True)
class SliceDifference:
    """Words that are in two buckets, how many gold words these are, and what two systems differ by in F1 there."""

    buckets: tuple[Condition, Condition]
    gold: int
    f1: Difference


@dataclass(frozen=True)
class Slices:
    """The slices of a system with the largest excess above 0, at most ten, and how many pairs were looked at."""

    looked_at: int
    rows: list[Slice]


@dataclass(frozen=True)
class SliceDifferences:
    """The slices where two systems differ most, significant ones first, at most ten, and how many were looked at."""

    looked_at: int
    rows: list[SliceDifference]


@memo
def slices(diagnosis: Diagnosis, name: str) -> Slices:
    """Return what pairs of buckets cost a system beyond their buckets (METHODS 11).

    Looked at are pairs of buckets of two attributes of words, difficulty left out, with as many gold words and units
    as a bucket needs to be named, beside which both buckets have further words. Resamples are those of the diagnosis.

    Raises:
        SettingError: there is no system of this name.
    """
    pairs, [counts] = _counted(diagnosis, name)
    gold, system, matched = counts.sums()
    unit, (part, whole) = diagnosis.unit_of(name), _ratios(counts)
    cost, excess = _excess(diagnosis, pairs, part.sum(axis=0), whole.sum(axis=0), diagnosis.counts[name].sums())
    parts, wholes = diagnosis.resampled([part, whole], unit)
    drawn = _excess(diagnosis, pairs, parts, wholes, diagnosis.resampled_counts(unit)[name])[1]
    intervals = percentile_intervals(excess, drawn).held_by(diagnosis.held_units([whole > 0], unit))
    errors = standard_errors(drawn)
    apart = np.where(np.isnan(drawn), -np.inf, drawn - excess)
    moving = errors > TOLERANCE
    largest = (apart[:, moving] / errors[moving]).max(axis=1, initial=-np.inf)
    rows = []
    for place in np.argsort(-excess, kind="stable")[:LISTED].tolist():
        if not excess[place] > TOLERANCE:
            break
        far = apart[:, place] >= excess[place] - TOLERANCE
        further = largest + TOLERANCE >= excess[place] / errors[place] if moving[place] else np.ones(len(far))
        rows.append(
            Slice(
                _conditions(diagnosis, pairs[place]),
                gold=int(gold[place]),
                predicted=int(system[place]),
                matched=int(matched[place]),
                f1=scores.share(2 * matched[place], gold[place] + system[place]),
                cost=float(cost[place]),
                excess=intervals[place],
                p=(1 + int(far.sum())) / (1 + len(far)),
                p_adjusted=(1 + int(further.sum())) / (1 + len(far)),
            )
        )
    return Slices(len(pairs), rows)


@memo
def slice_differences(diagnosis: Diagnosis, a: str, b: str) -> SliceDifferences:
    """Return where two systems differ in F1 of pairs of buckets, by the paired test over all pairs (METHODS 11).

    Raises:
        SettingError: there is no system of one of the names.
    """
    pairs, tables = _counted(diagnosis, a, b)
    # The first column, all words, tells how neighbouring sentences hang together.
    both = [
        SystemCounts(*(np.concatenate([of_all[:, :1], own], axis=1) for of_all, own in zip(one, table, strict=True)))
        for one, table in zip((diagnosis.counts_beside(a, b), diagnosis.counts_beside(b, a)), tables, strict=True)
    ]
    first, gold = np.arange(1 + len(pairs)) == 0, both[0].gold.sum(axis=0)
    tested = tested_pair(
        diagnosis,
        *map(_ratios, both),
        factor=diagnosis.block_factor(a, b),
        gold=gold,
        holds=both[0].holds() | both[1].holds(),
        family=~first,
        whole=first,
    )
    rows = [
        SliceDifference(_conditions(diagnosis, pair), int(words), one)
        for pair, words, one in zip(pairs, gold[1:], tested.differences[1:], strict=True)
        if abs(one.difference) > TOLERANCE
    ]
    rows.sort(key=lambda one: (one.f1.verdict != "significant", -abs(one.f1.difference)))
    return SliceDifferences(len(pairs), rows[:LISTED])


def _ratios(counts: SystemCounts) -> Ratios:
    return Ratios(2 * counts.matched, counts.gold + counts.system)


def _excess(
    diagnosis: Diagnosis,
    pairs: Places,
    part: Counts | Floats,
    whole: Counts | Floats,
    buckets: Sequence[Counts | Floats],
) -> tuple[Floats, Floats]:
    """Return cost and excess of each pair.

    Args:
        diagnosis: of the system.
        pairs: their buckets.
        part: twice their matched words, of shape (…, pairs).
        whole: their gold and system words, of the same shape.
        buckets: gold, system and matched units of all columns of the diagnosis, of shape (…, columns).
    """
    gold, system, matched = buckets
    wholes = gold + system
    words = wholes[..., :1]
    apart = scores.ratio(2 * matched[..., :1] - part, words - whole) - scores.ratio(part, whole)
    cost = scores.ratio(whole, words) * apart
    of_buckets = costs(diagnosis.attributes, gold, system, matched)
    explained = [of_buckets[..., one] * scores.ratio(whole, wholes[..., one]) for one in pairs.T]
    return cost, cost - np.maximum(*explained)


def _counted(diagnosis: Diagnosis, *names: str) -> tuple[Places, list[SystemCounts]]:
    """Return the pairs that are looked at of one system, or of two, and the counts of each: of sentences × pairs.

    A pair is the columns of its buckets in ``Diagnosis.counts``; of two systems over what is compared for both.
    """
    parts = [
        one
        for one in diagnosis.attributes
        if one.attribute.unit == "word" and one.size and not (one.apart or one.attribute.key.startswith(SLICE))
    ]
    starts = [diagnosis.columns(one.attribute.key).start for one in parts]
    doubles = np.array([*diagnosis.doubles], dtype=np.intp)
    pairs = list(combinations(range(len(parts)), 2))

    def joint(index: Sequence[Longs], first: int, second: int) -> Longs:
        """Return for each word its pair of buckets as one number; -1 for none."""
        one, other = index[first], index[second]
        return np.where((one < 0) | (other < 0), -1, one * parts[second].size + other)

    def single(index: Shorts, start: int) -> Longs:
        """Return buckets; -1 for those with the words of an earlier one."""
        return np.where(np.isin(index + start, doubles), -1, index.astype(np.int64))

    gold = [single(one.index, start) for one, start in zip(parts, starts, strict=True)]
    sizes = [
        np.bincount(joint(gold, *pair) + 1, minlength=1 + parts[pair[0]].size * parts[pair[1]].size)[1:]
        for pair in pairs
    ]
    every, least = np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *sizes])), max(1, diagnosis.min_size)
    if len(every) > MOST_PAIRS:
        least = max(least, int(every[-MOST_PAIRS - 1]) + 1)
    kept = [np.flatnonzero(size >= least) for size in sizes]
    columns = [
        np.stack(np.divmod(places, parts[second].size), axis=1) + (starts[first], starts[second])
        for (first, second), places in zip(pairs, kept, strict=True)
    ]
    joined = np.concatenate([np.zeros((0, 2), dtype=np.intp), *columns])
    tables = []
    for name in names:
        beside = [diagnosis.dataset.system(other) for other in names if other != name]
        theirs = diagnosis.context(name)
        units = units_of(match(diagnosis.dataset.gold, theirs.segmentation, beside=beside), "word")
        own = [single(one.buckets_of(theirs), start) for one, start in zip(parts, starts, strict=True)]
        sentences = len(diagnosis.dataset.gold.text.sentence_ends)
        arrays = [SystemCounts(*(np.zeros((sentences, 0), dtype=np.int32),) * 3)]
        for pair, places, size in zip(pairs, kept, sizes, strict=True):
            number = np.full(len(size) + 1, -1)
            number[places] = np.arange(len(places))
            indices = number[joint(gold, *pair)], number[joint(own, *pair)]
            arrays.append(units.counts(*indices, (sentences, len(places))))
        tables.append(SystemCounts(*(np.concatenate(kind, axis=1) for kind in zip(*arrays, strict=True))))
    units_held = diagnosis.held_units([one.holds() for one in tables], diagnosis.unit_of(*names))
    # A pair with all the words of one of its buckets is that bucket.
    whole = sum(one.gold.sum(axis=0) + one.system.sum(axis=0) for one in tables)
    buckets = [diagnosis.counts_beside(name, other) for name, other in zip(names, names[::-1], strict=True)]
    wholes = sum(one.gold.sum(axis=0) + one.system.sum(axis=0) for one in buckets)
    chosen = (units_held >= diagnosis.min_units) & (whole < wholes[joined[:, 0]]) & (whole < wholes[joined[:, 1]])
    return joined[chosen], [SystemCounts(*(array[:, chosen] for array in one)) for one in tables]


def _conditions(diagnosis: Diagnosis, pair: Places) -> tuple[Condition, Condition]:
    (key, bucket, _label), (other_key, other, _label) = (diagnosis.buckets[column - 1] for column in pair)
    return (key, bucket), (other_key, other)
