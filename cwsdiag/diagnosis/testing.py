"""Two outputs of one text tested on their counts: differences, intervals, p, and what may be said (METHODS 11)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from cwsdiag import scores
from cwsdiag.inference import LEAST_UNITS, Interval, paired_intervals, standard_errors
from cwsdiag.resampling import (
    BLOCKS,
    LEAST_BLOCKS,
    NOTABLE_FACTOR,
    SENTENCE,
    block_factors,
    by_unit,
    resample_sums,
    unit_starts,
)
from cwsdiag.swaps import Ratios, swap_test

if TYPE_CHECKING:
    from cwsdiag.diagnosis.diagnosis import Diagnosis
    from cwsdiag.inference import Intervals
    from cwsdiag.swaps import SwapTest
    from cwsdiag.text import Bools, Counts, Floats, Places

Verdict = Literal["significant", "not significant", "too few"]

# The p-value up to which a difference is significant.
LEVEL = 0.05
# How many units must differ for a verdict, and for the difference that a test set shows in 80 % of cases: with fewer it
# shows that in 30 to 86 %.
LEAST_DIFFERING, LEAST_DETECTABLE = 6, 8
# For a power of 80 %: how many standard errors lie between 0 and a difference that is found so often, for one test at
# 0.05, and between such a difference and the bound of any test.
_ONE_TEST, _BEYOND_BOUND = 2.8, 0.84


@dataclass(frozen=True)
class Difference:
    """A score of two systems, and what they differ by; NaN where undefined.

    Attributes:
        a, b: the scores, in [0, 1].
        difference, low, high: a − b, with its paired 95 % interval; none where fewer than six units hold a word.
        p: of the test by swaps, taken by itself.
        p_adjusted: of a score over all words by Holm over the pairs compared, of a bucket by max-T over all buckets.
        p_blocks: the same as ``p_adjusted`` by swaps of blocks of 25 sentences; NaN where the unit is another than the
            sentence, or the text has fewer than 40 blocks.
        blocks_matter: whether a verdict needs ``p_blocks`` too.
        differing_units: units in which the counts behind the score differ.
        detectable: the difference that a test set like this one shows in four of five cases; NaN where fewer than eight
            units differ, which tells nothing of others.
        enough: whether units and words are enough for a verdict.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    p_blocks: float
    blocks_matter: bool
    differing_units: int
    detectable: float
    enough: bool

    @property
    def interval(self) -> Interval:
        """The difference with its interval."""
        return Interval(self.difference, self.low, self.high)

    @property
    def turned(self) -> Difference:
        """The same of b − a: all that a test says holds for both."""
        there = self.interval.turned
        return replace(self, a=self.b, b=self.a, difference=there.value, low=there.low, high=there.high)

    @property
    def p_deciding(self) -> float:
        """The p-value that the verdict rests on."""
        return max(self.p_adjusted, self.p_blocks) if self.blocks_matter else self.p_adjusted

    @property
    def verdict(self) -> Verdict | None:
        """What may be said; None where the difference is undefined."""
        if np.isnan(self.difference):
            return None
        if not self.enough:
            return "too few"
        return "significant" if self.p_deciding <= LEVEL else "not significant"


@dataclass(frozen=True, eq=False)
class PairCounts:
    """Counts of two outputs for each sentence; a column is a score over all words, or F1 of a bucket.

    Attributes:
        first, second: what the scores of each are made from, of shape (sentences, columns).
        gold: gold units of each column.
        holds: bool for each sentence × column: a gold or system word of the column is there.
        family: bool a column: whether it is one of those over all of which p is adjusted.
        whole: bool a column: whether it is of all words. There the differing units alone decide on a verdict; a minimum
            size is for parts of the text, OOV and IV words among them.
    """

    first: Ratios
    second: Ratios
    gold: Counts
    holds: Bools
    family: Bools
    whole: Bools


@dataclass(frozen=True, eq=False)
class PairTest:
    """What came of the test, by column.

    Attributes:
        counts: what was tested.
        swaps: the test by swaps of units.
        p_blocks: by swaps of blocks of 25 sentences; NaN where the unit is another than the sentence, or the text has
            fewer than 40 blocks.
        intervals: the differences, first − second, with paired 95 % intervals.
        errors: their bootstrap standard errors; NaN where there is no interval, or no error.
        enough: whether units and words are enough for a verdict.
        block_factor: how much larger the standard error of the first column is by blocks than by sentences; NaN where
            it is not known.
        blocks_matter: whether a verdict needs ``p_blocks`` too.
    """

    counts: PairCounts
    swaps: SwapTest
    p_blocks: Floats
    intervals: Intervals
    errors: Floats
    enough: Bools
    block_factor: float
    blocks_matter: bool

    @cached_property
    def _scores(self) -> tuple[Floats, Floats]:
        return self.counts.first.values(), self.counts.second.values()

    def difference(self, column: int) -> Difference:
        """Return the difference in a column; p is adjusted over the family where the column is one of it."""
        in_family, interval = self.counts.family[column], self.intervals[column]
        bound = self.swaps.largest + _BEYOND_BOUND if in_family else _ONE_TEST
        differing = int(self.swaps.differing[column])
        first, second = self._scores
        return Difference(
            a=float(first[column]),
            b=float(second[column]),
            difference=interval.value,
            low=interval.low,
            high=interval.high,
            p=float(self.swaps.p[column]),
            p_adjusted=float((self.swaps.p_adjusted if in_family else self.swaps.p)[column]),
            p_blocks=float(self.p_blocks[column]),
            blocks_matter=self.blocks_matter,
            differing_units=differing,
            detectable=float(bound * self.errors[column]) if differing >= LEAST_DETECTABLE else math.nan,
            enough=bool(self.enough[column]),
        )


def tested_pair(diagnosis: Diagnosis, counts: PairCounts) -> PairTest:
    """Test two outputs of the text of a diagnosis, by its units and with its settings."""
    starts, seed = diagnosis.unit_starts, diagnosis.seed
    swaps = swap_test(*_in_units(counts, starts), family=counts.family, seed=seed)
    blocks = unit_starts(BLOCKS, len(counts.holds), diagnosis.document_starts)
    p_blocks = np.full(len(counts.family), np.nan)
    if diagnosis.unit == SENTENCE and len(blocks) >= LEAST_BLOCKS:
        by_blocks = swap_test(*_in_units(counts, blocks), family=counts.family, seed=seed)
        p_blocks = np.where(counts.family, by_blocks.p_adjusted, by_blocks.p)
    holding = np.logical_or.reduceat(counts.holds, starts, axis=0).sum(axis=0)
    large = (counts.gold >= diagnosis.min_size) & (holding >= diagnosis.min_units)
    intervals, errors = _resampled(diagnosis, counts, holding)
    factor = _block_factor(diagnosis, counts, errors)
    return PairTest(
        counts=counts,
        swaps=swaps,
        p_blocks=p_blocks,
        intervals=intervals,
        errors=errors,
        enough=(swaps.differing >= LEAST_DIFFERING) & (large | counts.whole),
        block_factor=factor,
        blocks_matter=diagnosis.unit == SENTENCE and factor > NOTABLE_FACTOR,
    )


def _resampled(diagnosis: Diagnosis, counts: PairCounts, holding: Counts) -> tuple[Intervals, Floats]:
    """Return the paired interval and the bootstrap standard error of the difference in each column."""
    sides = _in_units(counts, diagnosis.unit_starts)
    sums = resample_sums(
        [array for side in sides for array in (side.part, side.whole)],
        resamples=diagnosis.resamples,
        seed=diagnosis.seed,
    )
    first, second = (scores.ratio(part, whole) for part, whole in (sums[:2], sums[2:]))
    told = holding >= LEAST_UNITS
    errors = standard_errors(first - second)
    intervals = paired_intervals(sides[0].values(), sides[1].values(), first, second).held_by(holding)
    return intervals, np.where(told & (errors > 0), errors, np.nan)


def _block_factor(diagnosis: Diagnosis, counts: PairCounts, errors: Floats) -> float:
    arrays = [array[:, :1] for side in (counts.first, counts.second) for array in (side.part, side.whole)]
    factors = block_factors(
        arrays,
        lambda part, whole, other_part, other_whole: scores.ratio(part, whole) - scores.ratio(other_part, other_whole),
        resamples=diagnosis.resamples,
        seed=diagnosis.seed,
        documents=diagnosis.document_starts,
        by_sentences=errors[:1] if diagnosis.unit == SENTENCE else None,
    )
    return float(factors[0])


def _in_units(counts: PairCounts, starts: Places) -> tuple[Ratios, Ratios]:
    first, second = (
        Ratios(by_unit(side.part, starts), by_unit(side.whole, starts)) for side in (counts.first, counts.second)
    )
    return first, second
