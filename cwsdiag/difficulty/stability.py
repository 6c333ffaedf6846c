"""How much difficulties still move as a committee grows, and how far two halves of it agree [PM, figure 1; METHODS 8].

All that is asked about a committee is which of its members get which gold word wrong: a table of difficulties says it,
too (``Weights.wrong``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.scores import ratio
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.difficulty.committees import Committee
    from cwsdiag.text import Bools, Floats, Longs


def sizes_up_to(largest: int) -> list[int]:
    """Return 1, 2, 5, 10, 20, 50 … as far as ``largest``."""
    sizes = []
    power = 1
    while power <= largest:
        sizes += [step * power for step in (1, 2, 5) if step * power <= largest]
        power *= 10
    return sizes


def mean_change(committee: Committee | Bools, sizes: Sequence[int] | None = None) -> dict[int, float]:
    """Return the mean change of d from K to 2K members: the mean of |d_2K − d_K| over gold words, by K.

    d_K is the share of the first K members that get a word wrong, so both overlap, as in the paper's figure.

    Args:
        committee: with some members; or which of them get which word wrong, bool of shape (members, gold words).
        sizes: values of K; 1, 2, 5, 10 … by default, as far as there are twice as many members.

    Returns:
        NaN where gold has no word; nothing by default for a committee of one.

    Raises:
        SettingError: a K is below 1, or there are no 2K members.
    """
    wrong = _wrong(committee)
    members = len(wrong)
    chosen = sizes_up_to(members // 2) if sizes is None else list(sizes)
    for size in chosen:
        if not 1 <= size <= members // 2:
            raise SettingError(
                lazy(
                    "a committee of {members} cannot be compared at {size} and {double} members. Make a larger one.",
                    members=members,
                    size=size,
                    double=2 * size,
                )
            )
    if not wrong.shape[1]:
        return {size: float("nan") for size in chosen}
    shares = {size: wrong[:size].mean(axis=0) for step in chosen for size in (step, 2 * step)}
    return {size: float(np.abs(shares[2 * size] - shares[size]).mean()) for size in chosen}


def growth(committee: Committee | Bools, words: Sequence[int] | Longs) -> Floats:
    """Return the difficulty of some words against the size of the committee: the lines of the paper's figure 1.

    Args:
        committee: with some members; or which of them get which word wrong, bool of shape (members, gold words).
        words: indices of gold words.

    Returns:
        float64 of shape (members, words): in row k the share of the first k + 1 members that get each word wrong. The
        last row is their difficulty.
    """
    wrong = _wrong(committee)
    counts = np.cumsum(wrong[:, np.asarray(words, dtype=np.int64)], axis=0)
    return frozen(counts / np.arange(1, len(wrong) + 1)[:, None])


def member_scores(committee: Committee | Bools) -> Floats:
    """Return what each member scores: the share of the gold words whose span it has, its recall [PM, equation 4].

    Their mean over the members is 1 less the mean difficulty of the words.

    Args:
        committee: with some members; or which of them get which word wrong, bool of shape (members, gold words).

    Returns:
        float64 of shape (members,), each in [0, 1]; all NaN where gold has no word.
    """
    wrong = _wrong(committee)
    return frozen(ratio((~wrong).sum(axis=1), wrong.shape[1]))


def half_correlations(committee: Committee | Bools, *, splits: int = 100, seed: int = 0) -> Floats:
    """Return how alike two random halves of a committee find words hard: Pearson's r of d over gold words, by split.

    Args:
        committee: with some members; or which of them get which word wrong, bool of shape (members, gold words).
        splits: how many times it is halved, at least 1. Of an odd number of members one is left out each time.
        seed: of the draws.

    Returns:
        float64 of shape (splits,), each in [-1, 1]. NaN for a committee of one, with fewer than two words, and where
        all words are as hard as each other for a half.

    Raises:
        SettingError: fewer than one split, or a negative seed.
    """
    whole("splits", splits, bounds.SPLITS)
    whole("seed", seed, bounds.SEED)
    wrong = _wrong(committee)
    half = len(wrong) // 2
    found = np.full(splits, np.nan)
    rng = np.random.default_rng(seed)
    for split in range(splits if half else 0):
        order = rng.permutation(len(wrong))
        first, second = (wrong[order[start : start + half]].sum(axis=0, dtype=np.int64) for start in (0, half))
        if len(first) > 1 and np.ptp(first) and np.ptp(second):
            found[split] = np.clip(np.corrcoef(first, second)[0, 1], -1.0, 1.0)
    return frozen(found)


def _wrong(committee: Committee | Bools) -> Bools:
    """Return which members get which word wrong."""
    return committee if isinstance(committee, np.ndarray) else committee.wrong
