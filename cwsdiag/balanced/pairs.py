"""What two systems differ by in F1 and f_b, over sentences and members of the committee together (METHODS 8, 11)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.balanced.scoring import GOLD, MATCHED, SYSTEM, shares, weighed, word_counts
from cwsdiag.inference import paired_intervals
from cwsdiag.matching import match
from cwsdiag.resampling import resample_sums
from cwsdiag.scores import f1

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.balanced.result import Balanced
    from cwsdiag.inference import Interval
    from cwsdiag.matching import Match

    Floats = NDArray[np.float64]

# Members are drawn by numbers of their own: from those of the sentences they would be drawn alike.
_MEMBERS = 1
_KINDS = 3


@dataclass(frozen=True)
class BalancedPair:
    """Two systems in the order of the dataset, and what they differ by: ``first`` − ``second``, with paired intervals.

    Attributes:
        first, second: their names.
        f_b: the difference in f_b; its interval draws sentences and, where they are known, the committee's members.
        f1: the difference in F1; its interval draws sentences.
        common: whether some of the words of one are not compared for the other: then both differences are over the gold
            words that are compared for both, and not those of the scores that each has by itself.
    """

    first: str
    second: str
    f_b: Interval
    f1: Interval
    common: bool


@dataclass(frozen=True, eq=False)
class _Scores:
    """F1 and f_b of a system, over all sentences first and then in each draw, each of shape (1 + draws, 1)."""

    f1: Floats
    f_b: Floats


def pairs(balanced: Balanced) -> list[BalancedPair]:
    """Return what every two systems differ by; all see the same sentences and members in the same draw."""
    drawn = _members_drawn(balanced)
    systems = balanced.dataset.systems
    own: dict[tuple[int, bytes], _Scores] = {}

    def scores(place: int, beside: int) -> _Scores:
        other = systems[beside]
        # What systems with the same stretches left out have beside another is the same.
        key = place, b"" if _alike(balanced, place, beside) else other.left_out.tobytes()
        if key not in own:
            found = match(balanced.dataset.gold, systems[place], beside=other) if key[1] else balanced.found[place]
            own[key] = _scores(balanced, found, drawn)
        return own[key]

    made = []
    for first, second in combinations(range(len(systems)), 2):
        one, other = scores(first, second), scores(second, first)
        names = systems[first].name, systems[second].name
        made.append(
            BalancedPair(
                *names,
                _difference(one.f_b, other.f_b),
                _difference(one.f1, other.f1),
                not _alike(balanced, first, second),
            )
        )
    return made


def _alike(balanced: Balanced, first: int, second: int) -> bool:
    one, other = (balanced.dataset.systems[place].left_out for place in (first, second))
    return np.array_equal(one, other)


def _difference(first: Floats, second: Floats) -> Interval:
    return paired_intervals(first[0], second[0], first[1:], second[1:])[0]


def _members_drawn(balanced: Balanced) -> Floats | None:
    """Return how often each member is drawn, of shape (draws, members); None where the committee is fixed."""
    members = balanced.weights.members
    if not balanced.draws_members or members is None:
        return None
    rng = np.random.default_rng((balanced.seed, _MEMBERS))
    drawn = rng.integers(0, members, size=(balanced.resamples, members), dtype=np.int64)
    drawn += np.arange(balanced.resamples, dtype=np.int64)[:, None] * members
    times = np.bincount(drawn.ravel(), minlength=balanced.resamples * members)
    return times.reshape(balanced.resamples, members).astype(np.float64)


def _scores(balanced: Balanced, found: Match, drawn: Floats | None) -> _Scores:
    counts = word_counts(found)
    first = balanced.first_words
    plain = np.add.reduceat(counts, first, axis=0)
    hard = np.add.reduceat(weighed(counts, balanced.weights), first, axis=0)
    how = {"resamples": balanced.resamples, "seed": balanced.seed}
    if drawn is None or balanced.weights.wrong is None:
        words, weights = resample_sums([plain, hard], **how)
    else:
        members = len(balanced.weights.wrong)
        by_member = [np.add.reduceat(counts * wrong[:, None], first, axis=0) for wrong in balanced.weights.wrong]
        words, alone = resample_sums([plain, np.concatenate(by_member, axis=1)], **how)
        # Sums are linear in d, which is the mean over the members drawn: no word is looked at again.
        reward = np.einsum("rk,rkc->rc", drawn, alone.reshape(len(alone), members, _KINDS))
        weights = np.concatenate([reward, members * words - reward], axis=1)
    everything = np.concatenate([plain.sum(axis=0)[None], words])
    return _Scores(
        f1=f1(gold=everything[:, [GOLD]], system=everything[:, [SYSTEM]], matched=everything[:, [MATCHED]]),
        f_b=shares(np.concatenate([hard.sum(axis=0)[None], weights])).f_b[:, None],
    )
