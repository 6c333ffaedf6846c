"""Which buckets stand out: the weakest of a system, those where the better of two loses and leads most (METHODS 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.inference import Intervals
    from cwsdiag.text import Bools, Floats, Longs


@dataclass(frozen=True)
class SelfDiagnosis:
    """The weakest bucket of a system under one attribute; None and NaN where no bucket is large enough.

    Attributes:
        system, attribute: what it is about.
        worst, best: bucket indices of lowest and highest F1, the lowest index on ties.
        gap: F1 of the best minus F1 of the worst bucket.
    """

    system: str
    attribute: str
    worst: int | None
    best: int | None
    gap: float


@dataclass(frozen=True)
class BucketDifference:
    """A bucket, what two systems differ by there, better − other in F1, and its paired 95 % interval.

    ``undefined_resamples`` counts the resamples that the interval leaves out because a score was undefined, ``units``
    those that resamples draw and that hold a word of the bucket, of gold or of one of the two.
    """

    bucket: int
    difference: float
    low: float
    high: float
    undefined_resamples: int
    units: int


@dataclass(frozen=True)
class AidedDiagnosis:
    """Where the better of two systems is furthest behind, and where furthest ahead, under one attribute."""

    better: str
    other: str
    attribute: str
    lowest: BucketDifference | None
    highest: BucketDifference | None


class HiddenBucket(NamedTuple):
    """A bucket that is not named, and what it has too few of: gold units, or resampling units that hold a word."""

    attribute: str
    bucket: int
    why: Literal["gold", "units"]


def extremes(differences: Floats, usable: Bools) -> tuple[int | None, int | None]:
    """Return the indices of the lowest and highest defined value among the usable, the lowest index on ties."""
    candidates = np.flatnonzero(usable & ~np.isnan(differences))
    if not len(candidates):
        return None, None
    values = differences[candidates]
    return int(candidates[values.argmin()]), int(candidates[values.argmax()])


def self_diagnosis(system: str, bucketed: BucketedAttribute, f1: Floats, named: Bools) -> SelfDiagnosis:
    """Return the weakest bucket of a system under an attribute, of those that may be named."""
    worst, best = extremes(f1, named)
    gap = float("nan") if worst is None or best is None else float(f1[best] - f1[worst])
    return SelfDiagnosis(system, bucketed.attribute.key, worst, best, gap)


def bucket_difference(differences: Intervals, units: Longs, bucket: int | None) -> BucketDifference | None:
    """Return one of the differences of an attribute, with the units that hold a word of it; None for none."""
    if bucket is None:
        return None
    one = differences[bucket]
    undefined = int(differences.undefined_resamples[bucket])
    return BucketDifference(bucket, one.value, one.low, one.high, undefined, int(units[bucket]))
