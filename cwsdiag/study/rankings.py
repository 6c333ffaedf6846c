"""p of Friedman's test from the rankings themselves: all within blocks where they are few, else drawn (METHODS 9).

The χ² distribution fits from some eleven blocks on; studies have three or four.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cwsdiag.text import Floats, Ints, Longs

Method = Literal["exact", "permutation"]

# With so many rankings or fewer all are tried.
MOST_EXACT = 1_000_000
DRAWN = 100_000
_SEED = 0

# Ranks of each block, doubled so that shared ones are whole, each in rising order; blocks in rising order too.
_Blocks = tuple[tuple[int, ...], ...]


def ranking_p(ranks: Floats) -> tuple[float, Method]:
    """Return how often rankings within blocks, at random, lie as far apart as those seen, and how that was counted.

    Blocks that share ranks do so in every ranking. With at most a million rankings p is their share; else that of
    100,000 drawn with a fixed seed, (1 + as far apart) / (1 + drawn).

    Args:
        ranks: of shape (blocks, treatments), at least one of each; ties share their mean rank.
    """
    doubled = np.rint(2 * ranks).astype(np.int32)
    blocks: _Blocks = tuple(sorted(tuple(sorted(row)) for row in doubled.tolist()))
    apart, method = _distribution(blocks)
    # Between given blocks the statistic of the test rises with nothing but the squares of the sums of ranks.
    as_far = len(apart) - int(np.searchsorted(apart, int(_squares(doubled.sum(axis=0)))))
    if method == "exact":
        return as_far / len(apart), method
    return (1 + as_far) / (1 + len(apart)), method


@lru_cache(maxsize=256)
def _distribution(blocks: _Blocks) -> tuple[Longs, Method]:
    """Return the sums of squares over rankings, in rising order."""
    rankings = math.prod(map(_orders, blocks))
    if rankings <= MOST_EXACT:
        return frozen(np.sort(_squares(_all(blocks)))), "exact"
    return frozen(np.sort(_squares(_drawn(blocks)))), "permutation"


def _squares(sums: Ints) -> Longs:
    squares: Longs = (sums.astype(np.int64) ** 2).sum(axis=-1)
    return squares


def _orders(ranks: tuple[int, ...]) -> int:
    return math.factorial(len(ranks)) // math.prod(map(math.factorial, Counter(ranks).values()))


def _all(blocks: _Blocks) -> Ints:
    """Return the sums of ranks in every ranking, of shape (rankings, treatments).

    One block stays as it is, that with most orders: treatments can be renamed, so each of its orders gives the same.
    """
    first, *others = sorted(blocks, key=_orders, reverse=True)
    sums = np.array([first], dtype=np.int32)
    for ranks in others:
        orders = np.array(list(_arranged(Counter(ranks))), dtype=np.int32)
        sums = (sums[:, None, :] + orders[None]).reshape(-1, len(ranks))
    return sums


def _arranged(left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of some ranks, each once."""
    if not left.total():
        yield ()
        return
    for rank in [rank for rank, count in left.items() if count]:
        left[rank] -= 1
        yield from ((rank, *others) for others in _arranged(left))
        left[rank] += 1


def _drawn(blocks: _Blocks) -> Ints:
    sums = np.zeros((DRAWN, len(blocks[0])), dtype=np.int32)
    for place, ranks in enumerate(blocks):
        sums += np.array(ranks, dtype=np.int32)[_orders_drawn(len(ranks), place)]
    return sums


@lru_cache(maxsize=32)
def _orders_drawn(treatments: int, block: int) -> NDArray[np.uint16]:
    """Return orders of treatments at random, of shape (drawn, treatments): the same for the block of every test."""
    rng = np.random.default_rng((_SEED, treatments, block))
    return frozen(rng.permuted(np.tile(np.arange(treatments, dtype=np.uint16), (DRAWN, 1)), axis=1))
