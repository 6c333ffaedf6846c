"""The one place where an interval is made: 95 % percentile intervals of resampled values (METHODS 4).

Beside it what else is said of resampled values and of several p-values at once (METHODS 11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cwsdiag.scores import ratio
from cwsdiag.text import Counts, Floats, Longs

_LEVEL = 0.95
# The quantile of the normal distribution behind Wilson's bounds at this level: every command would wait for the module
# that has it (a test asks it).
_Z = 1.9599639845400536
# Fewer values say too little of how far they scatter for an interval of their mean (METHODS 9).
LEAST_VALUES = 3
# With fewer units a percentile interval covers so little that there is none (METHODS 11).
LEAST_UNITS = 6
# Over fewer an interval covers so much less than it says that this is said.
FEW_UNITS = 50
# A part of the text that fewer units hold is not named, and has no verdict (METHODS 11).
LEAST_NAMED_UNITS = 10


@dataclass(frozen=True)
class Interval:
    """A score, or a difference of two, with its 95 % interval; NaN where undefined."""

    value: float
    low: float
    high: float

    @property
    def leaves_out_zero(self) -> bool:
        """Whether the interval leaves out 0; False where it is undefined."""
        return self.low > 0 or self.high < 0

    @property
    def turned(self) -> Interval:
        """The same of a difference taken the other way round."""
        return Interval(-self.value, -self.high, -self.low)


@dataclass(frozen=True, eq=False)
class Intervals:
    """Several values with their 95 % intervals; all arrays have the shape (values,).

    Attributes:
        values: over all sentences, float64.
        low, high: bounds, float64; NaN where no resample is defined, and where too few units hold a word.
        undefined_resamples: how many resamples each interval leaves out because the value is undefined there.
    """

    values: Floats
    low: Floats
    high: Floats
    undefined_resamples: Longs

    def __getitem__(self, place: int) -> Interval:
        """Return one of them."""
        return Interval(float(self.values[place]), float(self.low[place]), float(self.high[place]))

    def held_by(self, units: Counts | int) -> Intervals:
        """Return the same values with intervals only where they are over enough units, undefined elsewhere.

        Args:
            units: how many units hold a word that counts for each value, or for all of them.
        """
        enough = np.asarray(units) >= LEAST_UNITS
        low, high = (np.where(enough, bound, np.nan) for bound in (self.low, self.high))
        return Intervals(self.values, low, high, self.undefined_resamples)

    def __iter__(self) -> Iterator[Interval]:
        """Yield one after the other."""
        return map(Interval, self.values.tolist(), self.low.tolist(), self.high.tolist())


def percentile_intervals(values: ArrayLike, resampled: Floats) -> Intervals:
    """Return values with their percentile intervals; undefined (NaN) resamples are left out and counted.

    Args:
        values: one a column.
        resampled: the same values in each resample, float64 of shape (resamples, columns). Bounds are interpolated
            linearly between order statistics.
    """
    ordered = np.sort(resampled, axis=0)
    undefined = np.isnan(resampled).sum(axis=0)
    defined = len(resampled) - undefined
    tail = (1 - _LEVEL) / 2
    low, high = _quantile(ordered, defined, tail), _quantile(ordered, defined, 1 - tail)
    return Intervals(np.asarray(values, dtype=np.float64), low, high, undefined)


def score_intervals(values: ArrayLike, resampled: Floats, units: Counts | int) -> Intervals:
    """Return scores with their intervals over units that resamples draw (METHODS 11).

    Percentile intervals, none over fewer than six units. A score that is 0 in all resamples, or 1 in all, does not move
    though it may be neither in truth: its other bound is Wilson's, with the units as trials.

    Args:
        values: one a column, in [0, 1].
        resampled: the same scores in each resample, float64 of shape (resamples, columns).
        units: how many units hold a word that counts for each column, or for all of them.
    """
    intervals = percentile_intervals(values, resampled)
    known = ~np.isnan(resampled)
    never, always = (known.any(axis=0) & (~known | (resampled == end)).all(axis=0) for end in (0.0, 1.0))
    trials = np.asarray(units, dtype=np.float64)
    low = np.where(always, trials / (trials + _Z**2), intervals.low)
    high = np.where(never, _Z**2 / (trials + _Z**2), intervals.high)
    return Intervals(intervals.values, low, high, intervals.undefined_resamples).held_by(units)


def ratio_interval(counts: Counts, resampled: Floats) -> Interval:
    """Return Σ part / Σ whole over units with its interval; see ``score_intervals``.

    Args:
        counts: part and whole in each unit, of shape (units, 2).
        resampled: their sums in each resample, of shape (resamples, 2).
    """
    value, drawn = (ratio(sums[..., :1], sums[..., 1:]) for sums in (counts.sum(axis=0), resampled))
    return score_intervals(value, drawn, int((counts[:, 1] > 0).sum()))[0]


def wilson(hits: ArrayLike, trials: ArrayLike) -> tuple[Floats, Floats]:
    """Return the low and the high bounds of shares by Wilson, at 95 %: float64 in [0, 1], NaN without a trial.

    Args:
        hits: of each share, from 0 to its trials.
        trials: of each share, or of all.
    """
    hits, trials = np.asarray(hits, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    reach = _Z * np.sqrt(ratio(hits * (trials - hits), trials) + _Z**2 / 4)
    middle, size = hits + _Z**2 / 2, trials + _Z**2
    return np.maximum((middle - reach) / size, 0.0), np.minimum((middle + reach) / size, 1.0)


def paired_intervals(
    first: ArrayLike, second: ArrayLike, resampled_first: Floats, resampled_second: Floats
) -> Intervals:
    """Return the differences first − second with paired intervals: of the differences in the same resamples.

    Args:
        first: values, one a column or one for all.
        second: values to take away, one a column.
        resampled_first: the first values in each resample, of shape (resamples, columns) or (resamples, 1).
        resampled_second: the second values in the same resamples, row for row. A difference is undefined where either
            of the two is.
    """
    values = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    return percentile_intervals(values, resampled_first - resampled_second)


def mean_interval(values: ArrayLike) -> Interval:
    """Return the mean of a few values with its 95 % interval by Student's t (METHODS 9).

    Args:
        values: of shape (values,); undefined (NaN) ones are left out. Below three there is no interval, and without any
            no mean either.
    """
    given = np.asarray(values, dtype=np.float64)
    known = given[~np.isnan(given)]
    if not len(known):
        return Interval(np.nan, np.nan, np.nan)
    mean = float(known.mean())
    if len(known) < LEAST_VALUES:
        return Interval(mean, np.nan, np.nan)
    from scipy.stats import t

    reach = float(t.ppf((1 + _LEVEL) / 2, len(known) - 1) * known.std(ddof=1) / np.sqrt(len(known)))
    return Interval(mean, mean - reach, mean + reach)


def standard_errors(resampled: Floats) -> Floats:
    """Return bootstrap standard errors, one a column: the standard deviation over resamples, n − 1 below.

    Args:
        resampled: of shape (resamples, columns); undefined (NaN) resamples are left out. With fewer than two defined
            ones the error is NaN.
    """
    known = ~np.isnan(resampled)
    defined = known.sum(axis=0)
    mean = ratio(np.where(known, resampled, 0.0).sum(axis=0), defined)
    squares = (np.where(known, resampled - np.where(defined > 0, mean, 0.0), 0.0) ** 2).sum(axis=0)
    return np.sqrt(ratio(squares, np.maximum(defined - 1, 0)))


def holm(p: ArrayLike) -> Floats:
    """Return p-values adjusted by Holm's step-down method for as many tests as there are.

    Args:
        p: of shape (tests,); those that are NaN are no tests and stay NaN.
    """
    return _stepwise(p, lambda tests: tests - np.arange(tests), np.maximum.accumulate)


def benjamini_hochberg(p: ArrayLike) -> Floats:
    """Return q-values by Benjamini and Hochberg: the false discovery rate at which each test would be a discovery.

    Args:
        p: of shape (tests,); those that are NaN are no tests and stay NaN.
    """
    return _stepwise(
        p, lambda tests: tests / np.arange(1, tests + 1), lambda raised: np.minimum.accumulate(raised[::-1])[::-1]
    )


def _stepwise(p: ArrayLike, factors: Callable[[int], Any], accumulate: Callable[[Any], Any]) -> Floats:
    values = np.array(p, dtype=np.float64)
    tests = np.flatnonzero(~np.isnan(values))
    rising = tests[np.argsort(values[tests], kind="stable")]
    values[rising] = np.minimum(accumulate(factors(len(rising)) * values[rising]), 1.0)
    return values


def _quantile(ordered: Floats, defined: Longs, share: float) -> Floats:
    last = np.maximum(defined - 1, 0)
    place = share * last
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, last)
    columns = np.arange(ordered.shape[1])
    low, high = ordered[below, columns], ordered[above, columns]
    return low + (high - low) * (place - below)
