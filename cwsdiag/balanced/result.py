"""Balanced scores with what they are worth: intervals over sentences, paired differences, the committee's own error.

Two things are random about f_b. Another test text of the same kind would give other words: that is the bootstrap over
sentences. And another committee of the same kind would call other words hard: that is the bootstrap over members.
What two systems differ by draws both together, see ``pairs``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.bakeoff import RESAMPLES, SEED
from cwsdiag.balanced.pairs import draws_members, pairs
from cwsdiag.balanced.scoring import balanced_score, difficulty_of, first_words, shares, weighed, word_counts
from cwsdiag.inference import percentile_intervals, score_intervals
from cwsdiag.matching import match
from cwsdiag.resampling import check_settings, resample_sums
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cwsdiag.balanced.pairs import BalancedPair
    from cwsdiag.balanced.scoring import BalancedScore
    from cwsdiag.dataset import Dataset
    from cwsdiag.inference import Interval
    from cwsdiag.matching import Match
    from cwsdiag.text import Floats, Longs
    from cwsdiag.weights import Weights


@dataclass(frozen=True)
class CommitteeError:
    """How far f_b would move with other committees of this kind and size; NaN where the members are not known.

    Attributes:
        se: standard error of f_b, in the unit of f_b.
        low, high: its 95 % interval.
    """

    se: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Balanced:
    """The result of ``balance``; everything is read from the counts that systems leave on gold words.

    Attributes:
        dataset: gold, systems and difficulties.
        weights: the difficulties.
        resamples, seed: of both bootstraps.
    """

    dataset: Dataset
    weights: Weights
    resamples: int
    seed: int

    @cached_property
    def found(self) -> tuple[Match, ...]:
        """What each system and gold agree on, in the order of the dataset."""
        return tuple(match(self.dataset.gold, system) for system in self.dataset.systems)

    @cached_property
    def counts(self) -> tuple[Longs, ...]:
        """For each system what it leaves on each gold word; see ``word_counts``."""
        return tuple(frozen(word_counts(found)) for found in self.found)

    @cached_property
    def by_sentence(self) -> tuple[NDArray[Any], ...]:
        """For each system the weighed counts of each sentence, of shape (sentences, 6); see ``weighed``."""
        first = first_words(self.dataset.gold)
        return tuple(frozen(np.add.reduceat(weighed(counts, self.weights), first, axis=0)) for counts in self.counts)

    @cached_property
    def scores(self) -> tuple[BalancedScore, ...]:
        """The scores of each system."""
        return tuple(
            balanced_score(found, sums.sum(axis=0)) for found, sums in zip(self.found, self.by_sentence, strict=True)
        )

    @cached_property
    def resampled(self) -> Floats:
        """f_b of each system in each resample of the sentences, of shape (resamples, systems)."""
        return self._resampled(self.by_sentence)

    @cached_property
    def intervals(self) -> Mapping[str, Interval]:
        """f_b of each system with its 95 % interval over sentences; undefined resamples are left out.

        There is none where fewer than six sentences hold a word that is compared.
        """
        units = np.array([(sums > 0).any(axis=1).sum() for sums in self.by_sentence], dtype=np.int64)
        found = score_intervals([score.f_b for score in self.scores], self.resampled, units)
        return {score.name: interval for score, interval in zip(self.scores, found, strict=True)}

    @property
    def draws_members(self) -> bool:
        """Whether differences draw the committee's members too; see ``draws_members``."""
        return draws_members(self.weights)

    @cached_property
    def differences(self) -> tuple[BalancedPair, ...]:
        """What every two systems differ by."""
        return tuple(pairs(self.dataset, self.weights, resamples=self.resamples, seed=self.seed))

    @cached_property
    def by_member(self) -> tuple[Longs, ...]:
        """For each system the sums that each member of the committee alone would give, of shape (members, 6).

        Sums are linear in the weights: Σ d·m is the mean of Σ wrong·m over the members. So members are drawn anew on
        these few numbers, and no word is looked at again. Empty where it is not known who was wrong.
        """
        wrong = self.weights.wrong
        if wrong is None:
            return ()
        found = []
        for counts in self.counts:
            hard = np.stack([counts[words].sum(axis=0) for words in wrong])
            found.append(frozen(np.concatenate([hard, counts.sum(axis=0) - hard], axis=1)))
        return tuple(found)

    @cached_property
    def committee_errors(self) -> Mapping[str, CommitteeError]:
        """What of f_b is owed to the choice of the committee, for each system, from drawing its members anew.

        NaN where it is not known which members were wrong, where the committee has a single member, and where f_b is
        defined in fewer than two of the draws.
        """
        if not self.draws_members:
            return {score.name: CommitteeError(math.nan, math.nan, math.nan) for score in self.scores}
        drawn = self._resampled(self.by_member)
        found = percentile_intervals([score.f_b for score in self.scores], drawn)
        defined = self.resamples - found.undefined_resamples
        return {
            score.name: CommitteeError(
                float(np.nanstd(drawn[:, place], ddof=1)) if defined[place] > 1 else math.nan,
                found[place].low,
                found[place].high,
            )
            for place, score in enumerate(self.scores)
        }

    def _resampled(self, sums: tuple[NDArray[Any], ...]) -> Floats:
        if not sums:
            return np.empty((self.resamples, 0))
        drawn = resample_sums(sums, resamples=self.resamples, seed=self.seed)
        return frozen(np.stack([shares(one).f_b for one in drawn], axis=1))


def balance(dataset: Dataset, *, resamples: int = RESAMPLES, seed: int = SEED) -> Balanced:
    """Weigh what every system gets right by how hard it is.

    Args:
        dataset: gold, systems, and how hard the gold words are.
        resamples: how often as many sentences (or members) as there are get drawn, with replacement.
        seed: of the draws.

    Raises:
        SettingError: the dataset has no difficulties, there is less than one resample, or the seed is negative.
    """
    check_settings(resamples=resamples, seed=seed)
    return Balanced(dataset, difficulty_of(dataset), resamples, seed)
