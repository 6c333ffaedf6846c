"""Whether f_b ranks systems alike on any half of a text [PM, figure 6]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.balanced.scoring import shares
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from cwsdiag.balanced.result import Balanced
    from cwsdiag.text import Floats

# Fewer points than this always lie on a line.
_POINTS = 2
# Up to so many systems all orders are tried, 362,880 of nine; of more so many at random.
_ALL_ORDERS, _RANDOM_ORDERS = 9, 100_000
# Differences of r below this are roundings.
_ALIKE = 1e-12


@dataclass(frozen=True)
class HalvesTest:
    """How probable it is that two halves rank systems so much alike, or unlike, by chance.

    Attributes:
        split: the one that is tested, from 0: of those whose r is nearest to the median the first.
        r: Pearson's correlation over systems of its halves.
        p: the share of orders of the systems on one half that give an r at least as far from 0; with random orders one
            is added to both counts, for the order that was seen.
        exact: whether all orders were tried.
        orders: how many were.
    """

    split: int
    r: float
    p: float
    exact: bool
    orders: int


@dataclass(frozen=True, eq=False)
class Halves:
    """f_b of systems on two halves of the sentences, for many ways of halving.

    Attributes:
        systems: their names, in the order of the dataset.
        first, second: f_b of each system on either half, of shape (splits, systems).
        r: Pearson's correlation over systems of the two halves, for each split, in [-1, 1]. NaN with fewer than two
            systems, where all systems are equal on a half, and where an f_b is undefined.
    """

    systems: tuple[str, ...]
    first: Floats
    second: Floats
    r: Floats

    @cached_property
    def test(self) -> HalvesTest | None:
        """The test of the split whose r is the most usual; None where r is undefined for all."""
        known = self.r[~np.isnan(self.r)]
        if not len(known):
            return None
        split = int(np.nanargmin(np.abs(self.r - np.median(known))))
        found = order_test(self.first[split], self.second[split])
        return HalvesTest(split, float(self.r[split]), *found)


def order_test(first: Floats, second: Floats, *, seed: int = 0) -> tuple[float, bool, int]:
    """Test by permutation whether two lists of numbers go together: the statistic is Pearson's r, two-sided.

    Args:
        first: numbers that vary.
        second: as many that vary; no two pairs need differ.
        seed: of random orders.

    Returns:
        p, whether all orders were tried (up to nine numbers), and how many were.
    """
    a, b = first - first.mean(), second - second.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    exact = len(a) <= _ALL_ORDERS
    if exact:
        orders = np.array(list(permutations(range(len(a)))))
    else:
        # Each row is drawn anew: its numbers in the order of random ones.
        orders = np.random.default_rng(seed).random((_RANDOM_ORDERS, len(a))).argsort(axis=1)
    seen = abs(float(a @ b)) / scale
    as_far = int((np.abs(b[orders] @ a) / scale >= seen - _ALIKE).sum())
    p = as_far / len(orders) if exact else (1 + as_far) / (1 + len(orders))
    return p, exact, len(orders)


def halves(balanced: Balanced, *, splits: int = 100, seed: int = 0) -> Halves:
    """Cut the sentences at random in two halves, many times, and score every system on both.

    Args:
        balanced: what was counted.
        splits: how many times, at least 1.
        seed: of the cuts. Of an odd number of sentences, the second half has one more.

    Raises:
        SettingError: fewer than one split, a negative seed, or less than two sentences.
    """
    whole("splits", splits, bounds.SPLITS)
    whole("seed", seed, bounds.SEED)
    sentences = len(balanced.dataset.gold.text.sentence_ends)
    if sentences < 2:
        raise SettingError(lazy("a text of one sentence has no halves."))
    names = tuple(score.name for score in balanced.scores)
    f_b = np.empty((2, splits, len(names)))
    if names:
        sums = np.stack(balanced.by_sentence, axis=1)
        rng = np.random.default_rng(seed)
        for split in range(splits):
            order = rng.permutation(sentences)
            # Both are summed: what is left of a total of floats is not quite 0 where it should be.
            for half, chosen in enumerate((order[: sentences // 2], order[sentences // 2 :])):
                f_b[half, split] = shares(sums[chosen].sum(axis=0)).f_b
    first, second = frozen(f_b[0]), frozen(f_b[1])
    return Halves(names, first, second, frozen(pearson(first, second)))


def pearson(first: Floats, second: Floats) -> Floats:
    """Return Pearson's correlation of each row of two arrays of one shape, in [-1, 1].

    NaN with fewer than two columns, where a row does not vary, and where a value is undefined.
    """
    if first.shape[1] < _POINTS:
        return np.full(len(first), np.nan)
    # Means of equal numbers may be off by a rounding, and would make something of nothing.
    varies = (np.ptp(first, axis=1) > 0) & (np.ptp(second, axis=1) > 0)
    a = first - first.mean(axis=1, keepdims=True)
    b = second - second.mean(axis=1, keepdims=True)
    scale = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    r = np.full(len(first), np.nan)
    np.divide((a * b).sum(axis=1), scale, out=r, where=varies & (scale > 0))
    bounded: Floats = np.clip(r, -1.0, 1.0)
    return bounded
