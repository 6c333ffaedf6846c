"""Ψ: how well the words of a test text agree with how training data segments their strings [RC 4.2, METHODS 10]."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.study.statistics import Friedman, friedman
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study.corpora import Corpus
    from cwsdiag.text import Floats, Longs, Segmentation
    from cwsdiag.training import TrainingStats

POINTS = 100.0


@dataclass(frozen=True, eq=False)
class Words:
    """The word types of a text, and how often each occurs.

    Attributes:
        types: in order of first occurrence.
        counts: int64, at least 1 each.
    """

    types: tuple[str, ...]
    counts: Longs

    @classmethod
    def of(cls, text: Segmentation) -> Words:
        """Count the words of a text."""
        counts = Counter(text.surfaces())
        return cls(tuple(counts), frozen(np.fromiter(counts.values(), np.int64, len(counts))))

    @property
    def shares(self) -> Floats:
        """What share of the words each type is, float64; they sum to 1."""
        shares: Floats = self.counts / self.counts.sum()
        return shares


@dataclass(frozen=True, eq=False)
class Occurrences:
    """How often strings occur in training data: as words, and whatever the segmentation. int64 each."""

    as_word: Longs
    as_string: Longs

    @property
    def consistency(self) -> Floats:
        """ψ of each string, from 0 to 1: the share of its occurrences that are the word; 0 where it does not occur."""
        share = np.zeros(len(self.as_word))
        np.divide(self.as_word, self.as_string, out=share, where=self.as_string > 0)
        return share

    def __add__(self, other: Occurrences) -> Occurrences:
        """Return the occurrences of the same strings in both data together."""
        return Occurrences(self.as_word + other.as_word, self.as_string + other.as_string)


def occurrences(training: TrainingStats, types: Sequence[str]) -> Occurrences:
    """Count strings in training data.

    Raises:
        ValueError: the training data is a word list.
    """
    return Occurrences(frozen(training.counts_of(types)), frozen(training.string_counts(types)))


@dataclass(frozen=True, eq=False)
class Together:
    """The word types of several texts, to be counted in training data all at once, each of them once.

    Attributes:
        texts: the texts.
        types: of all of them, in order of first occurrence.
        places: for each text where its types stand among these, int64.
    """

    texts: tuple[Words, ...]
    types: tuple[str, ...]
    places: tuple[Longs, ...]

    @classmethod
    def of(cls, texts: Sequence[Words]) -> Together:
        """Put the types of texts together."""
        numbers: dict[str, int] = {}
        places = tuple(
            np.fromiter((numbers.setdefault(word, len(numbers)) for word in one.types), np.int64, len(one.types))
            for one in texts
        )
        return cls(tuple(texts), tuple(numbers), places)

    def occurrences(self, training: TrainingStats) -> list[Occurrences]:
        """Return what ``occurrences`` has for the types of each text.

        Raises:
            ValueError: the training data is a word list.
        """
        found = occurrences(training, self.types)
        return [Occurrences(frozen(found.as_word[own]), frozen(found.as_string[own])) for own in self.places]


def psi(training: TrainingStats, test: Segmentation | Words) -> float:
    """Return Ψ × 100: mean ψ of the words of a test text under training data, from 0 to 100.

    NaN where the training data is no running text, or the test text has no word.
    """
    words = test if isinstance(test, Words) else Words.of(test)
    if not training.has_text or not len(words.types):
        return math.nan
    return psi_of(occurrences(training, words.types), words)


def psi_of(found: Occurrences, words: Words) -> float:
    """Return Ψ × 100 from the occurrences of the types of a text that has a word."""
    # By counts, not by shares: these may sum to a little more than 1, and Ψ would pass 100.
    return POINTS * float(found.consistency @ words.counts / words.counts.sum())


@dataclass(frozen=True, eq=False)
class Matrix:
    """Ψ × 100 for every training data and test text.

    Attributes:
        names: of the corpora.
        values: float64 of shape (training data, test texts); a row is NaN where there is no segmented training text.
    """

    names: tuple[str, ...]
    values: Floats

    @property
    def by_training(self) -> Floats:
        """Mean of each row, its diagonal included."""
        means: Floats = self.values.mean(axis=1)
        return means

    @property
    def by_test(self) -> Floats:
        """Mean over the defined rows of each column, the diagonal included; NaN without any."""
        defined = self.values[~np.isnan(self.values).any(axis=1)]
        return defined.mean(axis=0) if len(defined) else np.full(len(self.names), np.nan)

    def test(self) -> Friedman:
        """Test whether test texts differ in Ψ, over the training data [RC Table 5]."""
        return friedman(self.values, treatments=self.names, blocks=self.names)


def psi_matrix(corpora: Sequence[Corpus]) -> Matrix:
    """Return Ψ of every pair of training data and test text of some corpora."""
    tests = Together.of([Words.of(corpus.test) for corpus in corpora])
    values = np.full((len(corpora), len(corpora)), np.nan)
    for row, corpus in zip(values, corpora, strict=True):
        if corpus.training is not None and corpus.training.has_text:
            for column, found in enumerate(tests.occurrences(corpus.training)):
                if len(tests.texts[column].types):
                    row[column] = psi_of(found, tests.texts[column])
    return Matrix(tuple(corpus.name for corpus in corpora), frozen(values))


@dataclass(frozen=True)
class StringLoss:
    """What a word of a test text takes from Ψ.

    Attributes:
        word: the word.
        count: how often the test text has it.
        as_word, as_string: how often the training data has it as a word, and as a string.
        consistency: ψ under the training data, from 0 to 1.
        cost: points of Ψ (× 100) that are missing because of it: its share of the test words × (1 - ψ) × 100. All
            costs sum to 100 - Ψ.
        own_consistency: ψ under the test text's own training data; NaN without.
        loss: points by which it takes Ψ below Ψ under the own training data: its share × (own ψ - ψ) × 100; negative
            where this training data is the more consistent one. All losses sum to the difference of the two Ψ. NaN
            without own training data.
    """

    word: str
    count: int
    as_word: int
    as_string: int
    consistency: float
    cost: float
    own_consistency: float
    loss: float

    @property
    def is_unseen(self) -> bool:
        """Whether the training data does not have the string at all: a matter of vocabulary, not of criterion."""
        return self.as_string == 0


def string_losses(
    training: TrainingStats, test: Segmentation | Words, *, own: TrainingStats | None = None
) -> list[StringLoss]:
    """Return what each word of a test text takes from Ψ, the costliest first.

    Args:
        training: segmented training text.
        test: the test text.
        own: training data under the test text's own criterion, running text too. Where it is given, the costliest words
            are those with the largest loss; else those with the largest cost.

    Raises:
        ValueError: training data is a word list.
    """
    words = test if isinstance(test, Words) else Words.of(test)
    found = occurrences(training, words.types)
    share, consistency = words.shares * POINTS, found.consistency
    own_consistency = np.full(len(words.types), np.nan)
    if own is not None:
        own_consistency = occurrences(own, words.types).consistency
    cost, loss = share * (1 - consistency), share * (own_consistency - consistency)
    order = np.argsort(-(cost if own is None else loss), kind="stable").tolist()
    return [
        StringLoss(
            word=words.types[index],
            count=int(words.counts[index]),
            as_word=int(found.as_word[index]),
            as_string=int(found.as_string[index]),
            consistency=float(consistency[index]),
            cost=float(cost[index]),
            own_consistency=float(own_consistency[index]),
            loss=float(loss[index]),
        )
        for index in order
    ]
