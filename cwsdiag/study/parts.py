"""Parts of systems: pairs that differ in one, and what it brings [RC 3.6, Tables 2 and 8; METHODS 9].

A part is a component that the maker of a system declares, such as a decoder; its value says which one, such as ``crf``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.inference import Interval, Intervals, mean_interval
from cwsdiag.study.bias import mean_of_defined, usual_size
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.study.bias import Study
    from cwsdiag.study.score_table import ScoreTable
    from cwsdiag.text import Floats


@dataclass(frozen=True)
class PartPair:
    """Two systems that declare the same parts and differ in exactly one.

    Attributes:
        part: the one in which they differ.
        first, second: names of the systems.
        first_value, second_value: what that part is in the one and in the other.
    """

    part: str
    first: str
    second: str
    first_value: str
    second_value: str


@dataclass(frozen=True, eq=False)
class Gain:
    """What the second value of a part brings over the first.

    Attributes:
        part: in which the systems differ.
        first_value, second_value: what it is.
        pairs: of systems that the gain is of: one, or all that have these two values.
        first, second: F1 of the systems with the one and with the other value, means over the pairs; of shape
            (datasets,), NaN where no pair has both scores.
    """

    part: str
    first_value: str
    second_value: str
    pairs: tuple[PartPair, ...]
    first: Floats
    second: Floats

    @property
    def by_dataset(self) -> Floats:
        """F1 with the second value minus F1 with the first, of shape (datasets,)."""
        return frozen(self.second - self.first)

    @property
    def datasets(self) -> int:
        """On how many datasets it is known."""
        return int((~np.isnan(self.by_dataset)).sum())

    @property
    def mean(self) -> Interval:
        """Mean over the datasets on which it is known, with its 95 % interval over them; none below three."""
        return mean_interval(self.by_dataset)


def part_pairs(parts: Mapping[str, Mapping[str, str]]) -> list[PartPair]:
    """Return the pairs of systems that declare the same parts and differ in exactly one.

    The value of the system that is named earlier is the first. Other pairs of the same two values go the same way
    round, so that their differences can be averaged.

    Args:
        parts: of each system, in the order of the project: the value of each part.

    Returns:
        By part, in the order in which parts are first declared; then by the two values, and by system.
    """
    found: dict[tuple[str, str, str], list[PartPair]] = {}
    for one, other in combinations(parts, 2):
        differing = _differing(parts[one], parts[other])
        if len(differing) != 1:
            continue
        (part,) = differing
        pair = PartPair(part, one, other, parts[one][part], parts[other][part])
        if (part, pair.second_value, pair.first_value) in found:
            pair = PartPair(part, other, one, pair.second_value, pair.first_value)
        found.setdefault((part, pair.first_value, pair.second_value), []).append(pair)
    order = list(dict.fromkeys(part for declared in parts.values() for part in declared))
    return [pair for values in sorted(found, key=lambda values: order.index(values[0])) for pair in found[values]]


def _differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Return the parts in which two systems differ; none where they do not declare the same ones."""
    return [part for part in one if one[part] != other[part]] if one.keys() == other.keys() else []


def pair_gains(table: ScoreTable) -> list[Gain]:
    """Return what the part brings in which two systems of a table differ, for each such pair."""
    return [_gain([pair], table) for pair in part_pairs(_declared(table))]


def value_gains(table: ScoreTable) -> list[Gain]:
    """Return what each value of a part brings over another: on each dataset the mean over the pairs that have both."""
    grouped: dict[tuple[str, str, str], list[PartPair]] = {}
    for pair in part_pairs(_declared(table)):
        grouped.setdefault((pair.part, pair.first_value, pair.second_value), []).append(pair)
    return [_gain(pairs, table) for pairs in grouped.values()]


def _declared(table: ScoreTable) -> dict[str, Mapping[str, str]]:
    return {model: table.parts[model] for model in table.models if model in table.parts}


def _gain(pairs: Sequence[PartPair], table: ScoreTable) -> Gain:
    """Return what the pairs of the same two values bring; a score counts where that of the other system is known."""
    rows = {model: table.f1[place] for place, model in enumerate(table.models)}
    first, second = (np.array([rows[getattr(pair, side)] for pair in pairs]) for side in ("first", "second"))
    known = ~(np.isnan(first) | np.isnan(second))
    sides = (mean_of_defined(np.where(known, side, np.nan), axis=0)[0] for side in (first, second))
    return Gain(pairs[0].part, pairs[0].first_value, pairs[0].second_value, tuple(pairs), *sides)


@dataclass(frozen=True, eq=False)
class BucketGain:
    """What the second value of a part brings over the first in one bucket of an attribute.

    Attributes:
        attribute: its key.
        bucket: index of the bucket.
        buckets: how many the attribute has.
        by_dataset: F1 with the second value minus F1 with the first there, mean over the pairs; of shape (datasets,),
            NaN on datasets whose attribute has another number of buckets, whose bucket is too small to be named, or
            that have no score of a pair.
    """

    attribute: str
    bucket: int
    buckets: int
    by_dataset: Floats

    @property
    def datasets(self) -> int:
        """On how many datasets it is known."""
        return int((~np.isnan(self.by_dataset)).sum())

    @property
    def mean(self) -> Interval:
        """Mean over the datasets on which it is known, with its 95 % interval over them; none below three."""
        return mean_interval(self.by_dataset)


def bucket_gains(found: Study, pairs: Sequence[PartPair]) -> list[BucketGain]:
    """Return where the second value of a part brings what over the first: for each bucket of each attribute.

    Ties can leave a dataset with fewer buckets than others: as in the tests, those with another number than most
    datasets have are left out.

    Args:
        found: the study of measured systems; pairs with a published one have no part in it.
        pairs: of the same two values.
    """
    gains = []
    for key in found.keys:
        sizes = [len(found.labels(place, key)) for place in range(len(found.diagnoses))]
        usual = usual_size(sizes)
        columns = [
            _mean_differences(diagnosis, key, pairs if size == usual else (), usual)
            for diagnosis, size in zip(found.diagnoses, sizes, strict=True)
        ]
        gains += [
            BucketGain(key, bucket, usual, frozen(np.array([values[bucket] for values in columns])))
            for bucket in range(usual)
        ]
    return gains


def bucket_differences(diagnosis: Diagnosis, key: str, pair: PartPair) -> Intervals | None:
    """Return F1 of the second system minus F1 of the first in each bucket of an attribute, with paired intervals.

    All is NaN in buckets that cannot be named. None where one of the two has no prediction.
    """
    if pair.first not in diagnosis.f1 or pair.second not in diagnosis.f1:
        return None
    found = diagnosis.bucket_differences(pair.second, pair.first, key)
    named = diagnosis.nameable(pair.first, pair.second)[diagnosis.columns(key)]
    values, low, high = (np.where(named, array, np.nan) for array in (found.values, found.low, found.high))
    return Intervals(values, low, high, found.undefined_resamples)


def _mean_differences(diagnosis: Diagnosis, key: str, pairs: Sequence[PartPair], size: int) -> Floats:
    """Return the mean over pairs of ``bucket_differences``, of shape (size,); NaN without any."""
    found = (bucket_differences(diagnosis, key, pair) for pair in pairs)
    rows = [np.full(size, np.nan), *(row.values for row in found if row is not None)]
    return mean_of_defined(np.array(rows), axis=0)[0]
