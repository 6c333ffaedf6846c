"""Whether f_b ranks systems alike on any half of a text [PM, figure 6]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.balanced.scoring import shares
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.balanced.result import Balanced

    Floats = NDArray[np.float64]

# Fewer points than this always lie on a line.
_POINTS = 2


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


def halves(balanced: Balanced, *, splits: int = 100, seed: int = 0) -> Halves:
    """Cut the sentences at random in two halves, many times, and score every system on both.

    Args:
        balanced: what was counted.
        splits: how many times, at least 1.
        seed: of the cuts. Of an odd number of sentences, the second half has one more.

    Raises:
        SettingError: fewer than one split, a negative seed, or less than two sentences.
    """
    if splits < 1 or seed < 0:
        raise SettingError(lazy("splits must be at least 1, and the seed at least 0."))
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
