"""What two systems differ by in F1 and f_b, over sentences and members of the committee together (METHODS 8, 11)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.balanced.scoring import GOLD, MATCHED, SYSTEM, first_words, shares, weighed, word_counts
from cwsdiag.inference import paired_intervals
from cwsdiag.matching import match
from cwsdiag.resampling import resample_sums
from cwsdiag.scores import f1

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.dataset import Dataset
    from cwsdiag.inference import Interval
    from cwsdiag.matching import Match
    from cwsdiag.text import Bools, Floats, Segmentation
    from cwsdiag.weights import Weights

# Members are drawn by numbers of their own: from those of the sentences they would be drawn alike.
_MEMBERS = 1
_KINDS = 3


@dataclass(frozen=True)
class BalancedPair:
    """Two systems in the order of the dataset, and what they differ by: ``first`` − ``second``, with paired intervals.

    Attributes:
        first, second: their names.
        f_b: the difference in f_b; its interval draws sentences and, where they are known, the committee's members.
        f1: the difference in F1; its interval draws sentences. Neither has one where fewer than six sentences hold a
            word that is compared.
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
    """F1 and f_b of a system, over all sentences first and then in each draw, each of shape (1 + draws, 1).

    ``held`` says of each sentence whether a word that is compared is in it.
    """

    f1: Floats
    f_b: Floats
    held: Bools


def pairs(dataset: Dataset, weights: Weights, *, resamples: int, seed: int) -> list[BalancedPair]:
    """Return what every two systems differ by; all see the same sentences and members in the same draw.

    Args:
        dataset: gold and systems.
        weights: the difficulties.
        resamples: how often as many sentences, and members, as there are get drawn, with replacement.
        seed: of the draws.
    """
    draw = _Draw(dataset.gold, weights, resamples, seed)
    systems = dataset.systems
    own: dict[tuple[str, bytes], _Scores] = {}

    def scores(system: Segmentation, other: Segmentation) -> _Scores:
        # What systems with the same stretches left out have beside another is the same.
        key = system.name, b"" if _alike(system, other) else other.left_out.tobytes()
        if key not in own:
            own[key] = draw.scores(match(dataset.gold, system, beside=other if key[1] else None))
        return own[key]

    made = []
    for first, second in combinations(systems, 2):
        one, other = scores(first, second), scores(second, first)
        held = int((one.held | other.held).sum())
        f_b, f1 = _difference(one.f_b, other.f_b, held), _difference(one.f1, other.f1, held)
        made.append(BalancedPair(first.name, second.name, f_b, f1, not _alike(first, second)))
    return made


def draws_members(weights: Weights) -> bool:
    """Return whether differences draw the committee's members: where it is known who was wrong, of two or more."""
    return weights.wrong is not None and len(weights.wrong) > 1


def _alike(first: Segmentation, second: Segmentation) -> bool:
    return np.array_equal(first.left_out, second.left_out)


def _difference(first: Floats, second: Floats, held: int) -> Interval:
    return paired_intervals(first[0], second[0], first[1:], second[1:]).held_by(held)[0]


class _Draw:
    """Draws sentences of gold and members of a committee, the same for whatever system is asked about."""

    def __init__(self, gold: Segmentation, weights: Weights, resamples: int, seed: int) -> None:
        self._weights = weights
        self._first = first_words(gold)
        self._how = {"resamples": resamples, "seed": seed}
        self._members = _members_drawn(weights, resamples, seed) if draws_members(weights) else None

    def scores(self, found: Match) -> _Scores:
        """Return F1 and f_b of a system, over everything and in each draw."""
        counts = word_counts(found)
        plain = self._by_sentence(counts)
        hard = self._by_sentence(weighed(counts, self._weights))
        wrong = self._weights.wrong
        if self._members is None or wrong is None:
            words, weights = resample_sums([plain, hard], **self._how)
        else:
            by_member = [self._by_sentence(counts * one[:, None]) for one in wrong]
            words, alone = resample_sums([plain, np.concatenate(by_member, axis=1)], **self._how)
            # Sums are linear in d, which is the mean over the members drawn: no word is looked at again.
            reward = np.einsum("rk,rkc->rc", self._members, alone.reshape(len(alone), len(wrong), _KINDS))
            weights = np.concatenate([reward, len(wrong) * words - reward], axis=1)
        every = np.concatenate([plain.sum(axis=0)[None], words])
        return _Scores(
            f1=f1(gold=every[:, [GOLD]], system=every[:, [SYSTEM]], matched=every[:, [MATCHED]]),
            f_b=shares(np.concatenate([hard.sum(axis=0)[None], weights])).f_b[:, None],
            held=np.logical_or.reduce(plain > 0, axis=1),
        )

    def _by_sentence(self, counts: NDArray[Any]) -> NDArray[Any]:
        summed: NDArray[Any] = np.add.reduceat(counts, self._first, axis=0)
        return summed


def _members_drawn(weights: Weights, resamples: int, seed: int) -> Floats:
    """Return how often each member is drawn, of shape (resamples, members)."""
    members = len(weights.wrong) if weights.wrong is not None else 0
    drawn = np.random.default_rng((seed, _MEMBERS)).integers(0, members, size=(resamples, members), dtype=np.int64)
    drawn += np.arange(resamples, dtype=np.int64)[:, None] * members
    times = np.bincount(drawn.ravel(), minlength=resamples * members)
    return times.reshape(resamples, members).astype(np.float64)
