"""Balanced scores of systems: reward for hard words, punishment for easy ones [PM, METHODS 8].

All of them are weighted sums of three counts that a system leaves on each gold word, ``word_counts``. What depends on
weights and what depends on systems thus meet in one product, for whole texts, resampled sentences, halves of a text
and single members of the committee alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.scores import harmonic_mean, ratio, score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.dataset import Dataset
    from cwsdiag.matching import Match
    from cwsdiag.text import Floats, Longs, Places, Segmentation
    from cwsdiag.weights import Weights

# The columns of ``word_counts``; ``weighed`` has them twice, by d and then by 1 − d.
MATCHED, GOLD, SYSTEM = range(3)
COLUMNS = 6


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


class Shares(NamedTuple):
    """Balanced scores of any number of sums, float64; the fields are those of ``BalancedScore``."""

    p_reward: Floats
    p_punishment: Floats
    p_b: Floats
    r_reward: Floats
    r_punishment: Floats
    r_b: Floats
    f_b: Floats


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
    found = [match(dataset.gold, system) for system in dataset.systems]
    return [balanced_score(one, weighed(word_counts(one), weights).sum(axis=0)) for one in found]


def balanced_score(found: Match, sums: NDArray[Any]) -> BalancedScore:
    """Return the scores of one system.

    Args:
        found: what it and gold agree on.
        sums: of the columns of ``weighed`` over all words, shape (6,).
    """
    plain = score(found, None)
    balanced = {name: float(value) for name, value in shares(sums)._asdict().items()}
    return BalancedScore(name=plain.name, precision=plain.precision, recall=plain.recall, f1=plain.f1, **balanced)


def word_counts(found: Match) -> Longs:
    """Return what a system leaves on each gold word.

    Only words that are compared count. As a system word lies where its last character does, it is counted on the gold
    word whose d is its d′, and thereby in the same sentence as everywhere else.

    Returns:
        int64 of shape (gold words, 3): whether the word is matched, whether it is compared, and how many system words
        have their last character in it.
    """
    gold, system = found.gold, found.system
    covering = np.searchsorted(gold.word_ends, system.word_ends[found.system_scored])
    return np.stack([found.gold_hit, found.gold_scored, np.bincount(covering, minlength=len(gold))], axis=1)


def first_words(gold: Segmentation) -> Places:
    """Return the first gold word of each sentence: as none is empty, all words up to the next one's are its own."""
    return np.searchsorted(gold.sentence_ids, np.arange(len(gold.text.sentence_ends)))


def weighed(counts: Longs, weights: Weights) -> NDArray[Any]:
    """Return the counts of each gold word times its d, then times 1 − d.

    Returns:
        Of shape (gold words, 6). Where votes are known int64 and K times that: ratios stay what they are, sums exact.
    """
    hard, easy = weights.parts()
    return np.concatenate([counts * hard[:, None], counts * easy[:, None]], axis=1)


def shares(sums: NDArray[Any]) -> Shares:
    """Return the scores that follow from sums.

    Args:
        sums: of the columns of ``weighed``, of shape (…, 6).

    Returns:
        Each score of shape (…); undefined where its denominator is 0, a mean also where one of its parts is undefined.
    """
    reward, punishment = sums[..., :3], sums[..., 3:]
    p_reward = ratio(reward[..., MATCHED], reward[..., SYSTEM])
    p_punishment = ratio(punishment[..., MATCHED], punishment[..., SYSTEM])
    r_reward = ratio(reward[..., MATCHED], reward[..., GOLD])
    r_punishment = ratio(punishment[..., MATCHED], punishment[..., GOLD])
    p_b = harmonic_mean(p_reward, p_punishment)
    r_b = harmonic_mean(r_reward, r_punishment)
    return Shares(p_reward, p_punishment, p_b, r_reward, r_punishment, r_b, harmonic_mean(p_b, r_b))
