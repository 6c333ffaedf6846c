"""Parts of systems: pairs that differ in one, and what it brings [RC 3.6, Tables 2 and 8; METHODS 9].

A part is a component that the maker of a system declares, such as a decoder; its value says which one, such as ``crf``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cwsdiag.inference import Interval, mean_interval
from cwsdiag.study.bias import Study, mean_of_defined, usual_size
from cwsdiag.study.statistics import ScoreTable
from cwsdiag.text import Floats, frozen


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
class _OverDatasets:
    """F1 with the second value of a part minus F1 with the first.

    Attributes:
        by_dataset: on each dataset the mean over the pairs; of shape (datasets,), NaN where it is not known.
    """

    by_dataset: Floats

    @property
    def datasets(self) -> int:
        """On how many datasets it is known."""
        return int((~np.isnan(self.by_dataset)).sum())

    @property
    def mean(self) -> Interval:
        """Mean over the datasets on which it is known, with its 95 % interval over them; none below three."""
        return mean_interval(self.by_dataset)


@dataclass(frozen=True, eq=False)
class Gain(_OverDatasets):
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


@dataclass(frozen=True, eq=False)
class BucketGain(_OverDatasets):
    """What the second value of a part brings over the first in one bucket of an attribute.

    It is not known on datasets whose attribute has another number of buckets, whose bucket is too small to be named, or
    that have no score of a pair.

    Attributes:
        attribute: its key.
        bucket: index of the bucket.
        buckets: how many the attribute has.
    """

    attribute: str
    bucket: int
    buckets: int


def _by_values(table: ScoreTable) -> list[list[PartPair]]:
    """Return the pairs of systems that differ in exactly one part, those of the same two values together.

    The value of the system that is named earlier is the first. Other pairs of the same two values go the same way
    round, so that their differences can be averaged. They come by part, in the order in which parts are first declared.
    """
    parts = {model: table.parts[model] for model in table.models if model in table.parts}
    groups: dict[tuple[str, str, str], list[PartPair]] = {}
    for (one, own), (other, others) in combinations(parts.items(), 2):
        differing = [part for part in own if own[part] != others[part]] if own.keys() == others.keys() else []
        if len(differing) != 1:
            continue
        (part,) = differing
        pair = PartPair(part, one, other, own[part], others[part])
        if (part, pair.second_value, pair.first_value) in groups:
            pair = PartPair(part, other, one, pair.second_value, pair.first_value)
        groups.setdefault((part, pair.first_value, pair.second_value), []).append(pair)
    order = list(dict.fromkeys(part for declared in parts.values() for part in declared))
    return [groups[values] for values in sorted(groups, key=lambda values: order.index(values[0]))]


def pair_gains(table: ScoreTable) -> list[Gain]:
    """Return what the part brings in which two systems of a table differ, for each such pair."""
    return [_gain([pair], table) for pairs in _by_values(table) for pair in pairs]


def value_gains(table: ScoreTable) -> list[Gain]:
    """Return what each value of a part brings over another: on each dataset the mean over the pairs that have both."""
    return [_gain(pairs, table) for pairs in _by_values(table)]


def _gain(pairs: Sequence[PartPair], table: ScoreTable) -> Gain:
    """Return what the pairs of the same two values bring; a score counts where that of the other system is known."""
    rows = dict(zip(table.models, table.f1, strict=True))
    sides = np.array([[rows[pair.first], rows[pair.second]] for pair in pairs])
    known = ~np.isnan(sides).any(axis=1, keepdims=True)
    first, second = mean_of_defined(np.where(known, sides, np.nan), axis=0)[0]
    pair = pairs[0]
    return Gain(frozen(second - first), pair.part, pair.first_value, pair.second_value, tuple(pairs), first, second)


def bucket_gains(study: Study, pairs: Sequence[PartPair]) -> list[BucketGain]:
    """Return where the second value of a part brings what over the first: for each bucket of each attribute.

    Ties can leave a dataset with fewer buckets than others: as in the tests, those with another number than most
    datasets have are left out.

    Args:
        study: of measured systems; pairs with a published one have no part in it.
        pairs: of the same two values.
    """
    gains = []
    for key in study.keys:
        sizes = [len(study.labels(place, key)) for place in range(len(study.diagnoses))]
        usual = usual_size(sizes)
        columns = []
        for place, size in enumerate(sizes):
            by_pair = [study.bucket_differences(place, pair.first, pair.second) for pair in pairs if size == usual]
            rows = [one[key].values for one in by_pair if one is not None]
            columns.append(mean_of_defined(np.array([np.full(usual, np.nan), *rows]), axis=0)[0])
        gains += [
            BucketGain(frozen(np.array([values[bucket] for values in columns])), key, bucket, usual)
            for bucket in range(usual)
        ]
    return gains
