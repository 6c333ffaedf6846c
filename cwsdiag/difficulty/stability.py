"""How much difficulties still move as a committee grows [PM, figure 1; METHODS 8]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import SettingError
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cwsdiag.difficulty.committees import Committee


def sizes_up_to(largest: int) -> list[int]:
    """Return 1, 2, 5, 10, 20, 50 … as far as ``largest``."""
    sizes = []
    power = 1
    while power <= largest:
        sizes += [step * power for step in (1, 2, 5) if step * power <= largest]
        power *= 10
    return sizes


def mean_change(committee: Committee, sizes: Sequence[int] | None = None) -> dict[int, float]:
    """Return the mean change of d from K to 2K members: the mean of |d_2K − d_K| over gold words, by K.

    d_K is the share of the first K members that get a word wrong, so both overlap, as in the paper's figure.

    Args:
        committee: with some members.
        sizes: values of K; 1, 2, 5, 10 … by default, as far as there are twice as many members.

    Returns:
        NaN where gold has no word; nothing by default for a committee of one.

    Raises:
        SettingError: a K is below 1, or there are no 2K members.
    """
    members = len(committee.members)
    chosen = sizes_up_to(members // 2) if sizes is None else list(sizes)
    for size in chosen:
        if not 1 <= size <= members // 2:
            raise SettingError(
                f"a committee of {members} cannot be compared at {size} and {2 * size} members. Make a larger one."
            )
    if not len(committee.votes):
        return {size: float("nan") for size in chosen}
    shares = {size: committee.wrong[:size].mean(axis=0) for step in chosen for size in (step, 2 * step)}
    return {size: float(np.abs(shares[2 * size] - shares[size]).mean()) for size in chosen}


def growth(committee: Committee, words: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the difficulty of some words against the size of the committee: the lines of the paper's figure 1.

    Args:
        committee: with some members.
        words: indices of gold words.

    Returns:
        float64 of shape (members, words): in row k the share of the first k + 1 members that get each word wrong. The
        last row is their difficulty.
    """
    counts = np.cumsum(committee.wrong[:, np.asarray(words, dtype=np.int64)], axis=0)
    return frozen(counts / np.arange(1, len(committee.members) + 1)[:, None])
