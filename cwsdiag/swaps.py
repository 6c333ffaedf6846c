"""The paired test of two systems by swaps, and its p-values adjusted over buckets (METHODS 11).

The null hypothesis is that in every unit, a sentence or a block of them, the outputs of the two systems could be
exchanged. A swap exchanges them in some of the units; the difference that was seen is compared with those over many
swaps. All of it rests on counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cwsdiag import scores
from cwsdiag.inference import benjamini_hochberg
from cwsdiag.resampling import by_unit
from cwsdiag.text import Bools, Bytes, Counts, Floats, Longs, Places, frozen

# Units by their numbers, and for each swap and each of these units whether it is swapped: (swaps, units).
_Swaps = tuple[Places, Bytes]

SWAPS = 10_000
# With so many differing units or fewer all their swaps are tried: no more than are drawn otherwise.
MOST_EXACT = 13
# A swap that is nearer to 0 than what was seen, but by no more than this, counts as at least as far: sums of the same
# words must not differ by how they were rounded.
TOLERANCE = 1e-12
_QUANTILE = 0.95
_UNITS_A_BLOCK = 1024
_COLUMNS_A_BLOCK = 128
_EXACT_IN_FLOAT32 = 1 << 24


class Ratios(NamedTuple):
    """What the scores of one system are made from: Σ part / Σ whole over units, for each column.

    Attributes:
        part, whole: integers of shape (units, columns): for F1 twice the matched words, and gold and system words.
    """

    part: Counts
    whole: Counts

    def values(self) -> Floats:
        """Return the score of each column over all units, NaN where its whole is 0."""
        return scores.ratio(self.part.sum(axis=0), self.whole.sum(axis=0))

    def by_unit(self, starts: Places) -> Ratios:
        """Return the same summed over units of sentences; see ``resampling.by_unit``."""
        return Ratios(by_unit(self.part, starts), by_unit(self.whole, starts))


@dataclass(frozen=True, eq=False)
class SwapTest:
    """The paired test of every column; arrays have the shape (columns,).

    Attributes:
        differences: score of the first system minus that of the second; NaN where undefined for one of them.
        p: two-sided, in (0, 1]; NaN where the difference is undefined.
        p_adjusted: adjusted by max-T over the family; NaN outside it.
        q: by Benjamini and Hochberg over the family; NaN outside it.
        differing: units in which the counts of the two systems differ, int64.
        family: which columns p was adjusted over: those asked for whose difference is defined.
        largest: the 95 % quantile, over swaps, of the largest standardised difference of the family; NaN where no swap
            moves any of it.
        swaps: how many were looked at, the one that swaps nothing among them where they are all.
        exact: whether they are all there are.
    """

    differences: Floats
    p: Floats
    p_adjusted: Floats
    q: Floats
    differing: Longs
    family: Bools
    largest: float
    swaps: int
    exact: bool


def swap_test(first: Ratios, second: Ratios, *, family: Bools, seed: int) -> SwapTest:
    """Test whether two systems differ, in each column and in each with regard to all of a family.

    Swaps are the same for all columns. A swap that makes a column 0/0 for one of the systems counts there as a
    difference of 0. Where no more than 13 units differ in any column, all swaps of these are tried; otherwise 10,000
    are drawn, the same for any columns of a text.

    Args:
        first: of one system.
        second: of the other, of the same shape.
        family: bool of shape (columns,): over which p is adjusted. A column that no swap moves has p = 1 and is left
            out of the maximum.
        seed: of the swaps.
    """
    differ = (first.part != second.part) | (first.whole != second.whole)
    seen = first.values() - second.values()
    moved, columns = differ.any(axis=1), len(seen)
    exact = int(moved.sum()) <= MOST_EXACT
    family = family & ~np.isnan(seen)
    p, adjusted, scale = np.full(columns, np.nan), np.where(family, 1.0, np.nan), np.zeros(columns)
    swaps, nearly, furthest = 0, np.float64(0.0), np.float64(0.0)

    def share(as_far: Bools) -> Floats:
        hits = as_far.sum(axis=0)
        return scores.ratio(hits, swaps) if exact else scores.ratio(1 + hits, 1 + swaps)

    # Block by block: all columns of slices in all swaps would take gigabytes.
    for start in range(0, columns, _COLUMNS_A_BLOCK):
        here = slice(start, start + _COLUMNS_A_BLOCK)
        one, other = (Ratios(side.part[:, here], side.whole[:, here]) for side in (first, second))
        trials = _all_swaps(np.flatnonzero(moved)) if exact else _resampled_swaps(moved, seed)
        swapped = _differences(one, other, trials)
        swaps, far, spread = len(swapped), np.abs(swapped), swapped.std(axis=0)
        p[here] = np.where(np.isnan(seen[here]), np.nan, share(far >= np.abs(seen[here]) - TOLERANCE))
        moving = family[here] & (spread > TOLERANCE)
        scale[here] = np.where(moving, spread, 0.0)
        far, spread = far[:, moving], spread[moving]
        nearly = np.maximum(nearly, ((far + TOLERANCE) / spread).max(axis=1, initial=0.0))
        furthest = np.maximum(furthest, (far / spread).max(axis=1, initial=0.0))
    largest = float("nan")
    for column in np.flatnonzero(scale).tolist():
        adjusted[column] = share(nearly >= np.abs(seen[column]) / scale[column])
        largest = float(np.quantile(furthest, _QUANTILE))
    return SwapTest(
        differences=frozen(seen),
        p=frozen(p),
        p_adjusted=frozen(adjusted),
        q=frozen(benjamini_hochberg(np.where(family, p, np.nan))),
        differing=frozen(differ.sum(axis=0)),
        family=frozen(family),
        largest=largest,
        swaps=swaps,
        exact=exact,
    )


def _all_swaps(units: Places) -> Iterator[_Swaps]:
    numbers = np.arange(1 << len(units))
    yield units, ((numbers[:, None] >> np.arange(len(units))) & 1).astype(np.uint8)


def _resampled_swaps(differ: Bools, seed: int) -> Iterator[_Swaps]:
    """Yield the swaps of the units that differ, block by block; those of the others are drawn too, and passed over.

    So a unit is in the same swaps whatever else was counted in the text.
    """
    rng = np.random.default_rng(seed)
    width = SWAPS // 8
    for start in range(0, len(differ), _UNITS_A_BLOCK):
        here = differ[start : start + _UNITS_A_BLOCK]
        bits = np.frombuffer(rng.bytes(len(here) * width), dtype=np.uint8).reshape(len(here), width)
        units = np.flatnonzero(here)
        yield units + start, np.unpackbits(bits[units], axis=1).T


def _differences(first: Ratios, second: Ratios, swaps: Iterator[_Swaps]) -> Floats:
    """Return the difference of each column in each swap, of shape (swaps, columns)."""
    columns = first.part.shape[1]
    sums: Floats | float = 0.0
    for units, swapped in swaps:
        change = np.concatenate(
            [one[units].astype(np.int64) - other[units] for one, other in zip(first, second, strict=True)], axis=1
        )
        # Sums of a block must be exact.
        small = int(np.abs(change).max(initial=0)) * len(units) < _EXACT_IN_FLOAT32
        dtype = np.float32 if small else np.float64
        sums = sums + np.matmul(swapped.astype(dtype), change.astype(dtype)).astype(np.float64)
    taken = np.asarray(sums)
    sides = zip(first, second, (taken[:, :columns], taken[:, columns:]), strict=True)
    (part, other_part), (whole, other_whole) = (
        (one.sum(axis=0) - moved, other.sum(axis=0) + moved) for one, other, moved in sides
    )
    differences = scores.ratio(part, whole) - scores.ratio(other_part, other_whole)
    return np.where(np.isnan(differences), 0.0, differences)
