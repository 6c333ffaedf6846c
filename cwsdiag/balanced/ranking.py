"""The ranking by f_b beside that by F1: which systems change places, and on which words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.attributes import Context

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.balanced.result import Balanced
    from cwsdiag.balanced.scoring import BalancedScore
    from cwsdiag.inference import Interval
    from cwsdiag.text import Longs


@dataclass(frozen=True)
class Place:
    """Where a system stands.

    Attributes:
        name: of the system.
        by_f1, by_f_b: its place, 1 for the best; equal scores share a place. None where the score is undefined.
        moved: places that it goes up (below 0: down) from the ranking by F1 to that by f_b; None where one is None.
    """

    name: str
    by_f1: int | None
    by_f_b: int | None
    moved: int | None


@dataclass(frozen=True)
class Mover:
    """A word that one of two systems gets right where the other gets it wrong.

    Attributes:
        word: its characters.
        tokens: how often in gold that is so.
        weight: Σ d of these tokens.
    """

    word: str
    tokens: int
    weight: float


@dataclass(frozen=True)
class Swap:
    """Two systems whose order by F1 is not their order by f_b.

    Attributes:
        up: the one that is ahead by f_b, and behind by F1.
        down: the other.
        f1, f_b: ``up`` − ``down``, with their paired intervals; see ``BalancedPair``.
        gains: the words that ``up`` alone gets right, those with the largest Σ d first.
        losses: the words that ``down`` alone gets right, in the same order.
    """

    up: str
    down: str
    f1: Interval
    f_b: Interval
    gains: tuple[Mover, ...]
    losses: tuple[Mover, ...]


def rankings(scores: Sequence[BalancedScore]) -> list[Place]:
    """Return where each system stands by F1 and by f_b, in the order of ``scores``."""
    by_f1 = _places(score.f1 for score in scores)
    by_f_b = _places(score.f_b for score in scores)
    return [
        Place(score.name, first, second, None if first is None or second is None else first - second)
        for score, first, second in zip(scores, by_f1, by_f_b, strict=True)
    ]


def swaps(balanced: Balanced, *, most: int = 10) -> list[Swap]:
    """Return every two systems that change order, each with at most ``most`` words on either side.

    Their order is that of their differences; it and the words count where both systems were compared. Of equal Σ d, the
    word comes first of which such a token stands first in gold.
    """
    gold = Context(balanced.dataset.gold, training=None)
    places = combinations(range(len(balanced.scores)), 2)
    found = []
    for (a, b), pair in zip(places, balanced.differences, strict=True):
        if pair.f1.value * pair.f_b.value < 0:
            ahead = pair.f_b.value > 0
            up, down = (a, b) if ahead else (b, a)
            f1, f_b = (one if ahead else one.turned for one in (pair.f1, pair.f_b))
            gains, losses = (tuple(_movers(balanced, gold, *sides, most)) for sides in ((up, down), (down, up)))
            names = balanced.scores[up].name, balanced.scores[down].name
            found.append(Swap(*names, f1, f_b, gains, losses))
    return found


def _places(values: Iterable[float]) -> list[int | None]:
    scores = np.array(list(values))
    # A comparison with NaN is false: what is undefined stands before nobody.
    return [None if np.isnan(score) else int((scores > score).sum()) + 1 for score in scores]


def _movers(balanced: Balanced, gold: Context, right: int, wrong: int, most: int) -> list[Mover]:
    """Return the words that system number ``right`` gets right and number ``wrong`` wrong."""
    one, other = balanced.found[right], balanced.found[wrong]
    words = np.flatnonzero(one.gold_hit & other.gold_scored & ~other.gold_hit)
    types, first, inverse = np.unique(gold.type_ids[words], return_index=True, return_inverse=True)
    tokens: Longs = np.bincount(inverse, minlength=len(types))
    weight = np.bincount(inverse, balanced.weights.values[words], minlength=len(types))
    order = np.lexsort((first, -weight))[:most]
    return [Mover(gold.types[types[place]], int(tokens[place]), float(weight[place])) for place in order.tolist()]
