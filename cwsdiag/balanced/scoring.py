"""Balanced scores: reward for hard words, punishment for easy ones, and what they are worth [PM, METHODS 8].

All of them are weighted sums of three counts that a system leaves on each gold word, ``word_counts``. What depends on
weights and what depends on systems thus meet in one product, for whole texts, resampled sentences, halves of a text
and single members of the committee alike.

Two things are random about f_b. Another test text of the same kind would give other words: that is the bootstrap over
sentences. And another committee of the same kind would call other words hard: that is the bootstrap over members.
What two systems differ by draws both together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.bakeoff import RESAMPLES, SEED
from cwsdiag.dataset import Dataset
from cwsdiag.errors import SettingError
from cwsdiag.inference import Interval, paired_intervals, percentile_intervals, score_intervals
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.resampling import check_settings, resample_sums
from cwsdiag.scores import f1, harmonic_mean, ratio, score
from cwsdiag.text import Bools, Floats, Longs, Segmentation, frozen
from cwsdiag.weights import Weights

# Of whole numbers where the votes of the committee are known, else of floats.
Array = NDArray[Any]

# The columns of ``word_counts``; ``weighed`` has them twice, by d and then by 1 − d.
MATCHED, GOLD, SYSTEM = range(3)


@dataclass(frozen=True)
class BalancedScore:
    """Plain and balanced scores of one system over the words that were compared, each in [0, 1]; NaN where undefined.

    With m = 1 for a matched gold word, d its difficulty, and d′ of a system word the d of the gold word that covers its
    last character [PM; METHODS 8]:

    Attributes:
        name: of the system.
        precision, recall, f1: without weights.
        p_reward: Σ d·m / Σ d′. Equation 11 is misprinted; this is what the authors' script has.
        p_punishment: Σ (1−d)·m / Σ (1−d′).
        p_b: harmonic mean of both.
        r_reward: Σ d·m / Σ d.
        r_punishment: Σ (1−d)·m / Σ (1−d).
        r_b: harmonic mean of both.
        f_b: harmonic mean of p_b and r_b. It compares systems under one committee, never across committees.
    """

    name: str
    precision: float
    recall: float
    f1: float
    p_reward: float
    p_punishment: float
    p_b: float
    r_reward: float
    r_punishment: float
    r_b: float
    f_b: float


def difficulty_of(dataset: Dataset) -> Weights:
    """Return how hard the gold words of a dataset are.

    Raises:
        SettingError: that is not known.
    """
    if dataset.difficulty is None:
        raise SettingError(
            lazy(
                "balanced scores need to know how hard each gold word is: give a file of weights (--weights, weights= "
                "in Python and in project files)."
            )
        )
    return dataset.difficulty


def score_balanced(dataset: Dataset) -> list[BalancedScore]:
    """Score every system of a dataset, in its order; nothing without systems.

    Raises:
        SettingError: the dataset has no difficulties.
    """
    weights = difficulty_of(dataset)
    matches = [match(dataset.gold, system) for system in dataset.systems]
    return [balanced_score(one, weighed(word_counts(one), weights).sum(axis=0)) for one in matches]


def balanced_score(matching: Match, sums: Array) -> BalancedScore:
    """Return the scores of one system.

    Args:
        matching: what it and gold agree on.
        sums: of the columns of ``weighed`` over all words, shape (6,).
    """
    plain = score(matching, None)
    balanced = {name: float(value) for name, value in shares(sums).items()}
    return BalancedScore(name=plain.name, precision=plain.precision, recall=plain.recall, f1=plain.f1, **balanced)


def word_counts(matching: Match) -> Longs:
    """Return what a system leaves on each gold word.

    Only words that are compared count. As a system word lies where its last character does, it is counted on the gold
    word whose d is its d′, and thereby in the same sentence as everywhere else.

    Returns:
        int64 of shape (gold words, 3): whether the word is matched, whether it is compared, and how many system words
        have their last character in it.
    """
    gold, system = matching.gold, matching.system
    covering = np.searchsorted(gold.word_ends, system.word_ends[matching.system_scored])
    return np.stack([matching.gold_hit, matching.gold_scored, np.bincount(covering, minlength=len(gold))], axis=1)


def by_sentence(gold: Segmentation, counts: Array) -> Array:
    """Return sums of what each gold word has, for each sentence; none is empty."""
    first_words = np.searchsorted(gold.sentence_ids, np.arange(len(gold.text.sentence_ends)))
    return frozen(np.add.reduceat(counts, first_words, axis=0))


def weighed(counts: Longs, weights: Weights) -> Array:
    """Return the counts of each gold word times its d, then times 1 − d.

    Returns:
        Of shape (gold words, 6). Where votes are known int64 and K times that: ratios stay what they are, sums exact.
    """
    hard, easy = weights.parts()
    return np.concatenate([counts * hard[:, None], counts * easy[:, None]], axis=1)


def shares(sums: Array) -> dict[str, Floats]:
    """Return the balanced scores that follow from sums, by their names in ``BalancedScore``.

    Args:
        sums: of the columns of ``weighed``, of shape (…, 6).

    Returns:
        Each score of shape (…); undefined where its denominator is 0, a mean also where one of its parts is undefined.
    """
    reward, punishment = sums[..., :3], sums[..., 3:]
    of_kind = {}
    for side, whole in (("p", SYSTEM), ("r", GOLD)):
        of_kind[f"{side}_reward"] = ratio(reward[..., MATCHED], reward[..., whole])
        of_kind[f"{side}_punishment"] = ratio(punishment[..., MATCHED], punishment[..., whole])
        of_kind[f"{side}_b"] = harmonic_mean(of_kind[f"{side}_reward"], of_kind[f"{side}_punishment"])
    return of_kind | {"f_b": harmonic_mean(of_kind["p_b"], of_kind["r_b"])}


# Members are drawn by numbers of their own: from those of the sentences they would be drawn alike.
_MEMBERS = 1


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


def _members_drawn(members: int, resamples: int, seed: int) -> Floats:
    """Return how often each member is drawn, of shape (resamples, members)."""
    members_of = np.random.default_rng((seed, _MEMBERS)).integers(0, members, size=(resamples, members), dtype=np.int64)
    members_of += np.arange(resamples, dtype=np.int64)[:, None] * members
    times = np.bincount(members_of.ravel(), minlength=resamples * members)
    return times.reshape(resamples, members).astype(np.float64)


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
    def by_sentence(self) -> tuple[Array, ...]:
        """For each system the weighed counts of each sentence, of shape (sentences, 6); see ``weighed``."""
        return tuple(by_sentence(self.dataset.gold, weighed(counts, self.weights)) for counts in self.counts)

    @cached_property
    def scores(self) -> tuple[BalancedScore, ...]:
        """The scores of each system."""
        return tuple(
            balanced_score(found, sums.sum(axis=0)) for found, sums in zip(self.found, self.by_sentence, strict=True)
        )

    @cached_property
    def intervals(self) -> Mapping[str, Interval]:
        """f_b of each system with its 95 % interval over sentences; undefined resamples are left out.

        There is none where fewer than six sentences hold a word that is compared.
        """
        units = np.array([(sums > 0).any(axis=1).sum() for sums in self.by_sentence], dtype=np.int64)
        intervals = score_intervals([score.f_b for score in self.scores], self._resampled(self.by_sentence), units)
        return {score.name: interval for score, interval in zip(self.scores, intervals, strict=True)}

    @property
    def draws_members(self) -> bool:
        """Whether differences draw the committee's members: where it is known who was wrong, of two or more."""
        return self.weights.wrong is not None and len(self.weights.wrong) > 1

    @cached_property
    def differences(self) -> tuple[BalancedPair, ...]:
        """What every two systems differ by; all see the same sentences and members in the same draw."""
        scores = cache(self._drawn)
        pairs = []
        for first, second in combinations(self.dataset.systems, 2):
            # What systems with the same stretches left out have beside another is the same.
            common = not np.array_equal(first.left_out, second.left_out)
            sides = [(first, second), (second, first)] if common else [(first,), (second,)]
            (*one, held), (*other, other_held) = (scores(*side) for side in sides)
            by_f1, by_f_b = (
                paired_intervals(ours[0], theirs[0], ours[1:], theirs[1:]).held_by(int((held | other_held).sum()))[0]
                for ours, theirs in zip(one, other, strict=True)
            )
            pairs.append(BalancedPair(first.name, second.name, by_f_b, by_f1, common))
        return tuple(pairs)

    def _drawn(self, system: Segmentation, *beside: Segmentation) -> tuple[Floats, Floats, Bools]:
        """Return F1 and f_b, over all sentences first and then in each draw, and which sentences have a word."""
        gold, wrong, settings = self.dataset.gold, self.weights.wrong, {"resamples": self.resamples, "seed": self.seed}
        counts = word_counts(match(gold, system, beside=beside))
        plain, hard = by_sentence(gold, counts), by_sentence(gold, weighed(counts, self.weights))
        if wrong is None or not self.draws_members:
            words, drawn = resample_sums([plain, hard], **settings)
        else:
            members = _members_drawn(len(wrong), **settings)
            by_member = np.concatenate([by_sentence(gold, counts * one[:, None]) for one in wrong], axis=1)
            words, alone = resample_sums([plain, by_member], **settings)
            # Sums are linear in d, which is the mean over the members drawn: no word is looked at again.
            reward = np.einsum("rk,rkc->rc", members, alone.reshape(len(alone), len(wrong), -1))
            drawn = np.concatenate([reward, len(wrong) * words - reward], axis=1)
        every = np.concatenate([plain.sum(axis=0)[None], words])
        return (
            f1(gold=every[:, [GOLD]], system=every[:, [SYSTEM]], matched=every[:, [MATCHED]]),
            shares(np.concatenate([hard.sum(axis=0)[None], drawn]))["f_b"][:, None],
            np.logical_or.reduce(plain > 0, axis=1),
        )

    @cached_property
    def committee_errors(self) -> Mapping[str, CommitteeError]:
        """What of f_b is owed to the choice of the committee, for each system, from drawing its members anew.

        NaN where it is not known which members were wrong, where the committee has a single member, and where f_b is
        defined in fewer than two of the draws.
        """
        wrong = self.weights.wrong
        if wrong is None or not self.draws_members:
            return {score.name: CommitteeError(math.nan, math.nan, math.nan) for score in self.scores}
        # Sums are linear in the weights: Σ d·m is the mean of Σ wrong·m over the members. So members are drawn anew on
        # the sums that each alone would give, and no word is looked at again.
        by_member = []
        for counts in self.counts:
            hard = np.stack([counts[words].sum(axis=0) for words in wrong])
            by_member.append(np.concatenate([hard, counts.sum(axis=0) - hard], axis=1))
        sums = self._resampled(by_member)
        intervals = percentile_intervals([score.f_b for score in self.scores], sums)
        defined = self.resamples - intervals.undefined_resamples
        return {
            score.name: CommitteeError(
                float(np.nanstd(sums[:, place], ddof=1)) if defined[place] > 1 else math.nan,
                intervals[place].low,
                intervals[place].high,
            )
            for place, score in enumerate(self.scores)
        }

    def _resampled(self, sums: Sequence[Array]) -> Floats:
        if not sums:
            return np.empty((self.resamples, 0))
        drawn = resample_sums(sums, resamples=self.resamples, seed=self.seed)
        return frozen(np.stack([shares(one)["f_b"] for one in drawn], axis=1))


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
