"""Ψ: how well the words of a test text agree with how training data segments their strings [RC 4.2, METHODS 10].

What it costs is told word by word, with how each corpus cuts the string; and which criterion a text follows is told by
its words against the training data of every dataset.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cwsdiag.diagnosis.sentence_ranking import places_of
from cwsdiag.inference import paired_intervals, percentile_intervals
from cwsdiag.resampling import check_settings, resample_sums
from cwsdiag.scores import ratio
from cwsdiag.study.corpora import Corpus
from cwsdiag.study.statistics import Friedman, friedman
from cwsdiag.text import Floats, Longs, Segmentation, frozen
from cwsdiag.training import TrainingStats

Manner = Literal["kept", "split", "inside", "across"]


@dataclass(frozen=True)
class Cut:
    """One way in which a corpus segments the characters of a string.

    Attributes:
        words: those that have a character of the string, whole.
        before: how many characters of the first stand before the string.
        length: of the string.
    """

    words: tuple[str, ...]
    before: int
    length: int

    @property
    def manner(self) -> Manner:
        """What happens to the string: kept as a word, split into words, inside a longer word, or across boundaries."""
        if sum(map(len, self.words)) == self.length:
            return "kept" if len(self.words) == 1 else "split"
        return "inside" if len(self.words) == 1 else "across"


@dataclass(frozen=True)
class Place:
    """A place of a string in a corpus.

    Attributes:
        words: of its sentence.
        start, end: the characters of the string in the sentence, from 0.
    """

    words: tuple[str, ...]
    start: int
    end: int


class Concordance:
    """All occurrences of a string in a segmented text; overlapping ones count, those across a sentence end do not."""

    def __init__(self, text: Segmentation, string: str) -> None:
        """Find them.

        Args:
            text: the corpus.
            string: at least one character.
        """
        self._text, self._length = text, len(string)
        # As narrow as the boundaries: searchsorted would widen all of them otherwise.
        starts = np.array(places_of(text.text, string), dtype=np.int32)
        words, ends = text.surfaces(), text.word_ends
        firsts = np.searchsorted(ends, starts, side="right")
        lasts = np.searchsorted(ends, starts + np.int32(len(string) - 1), side="right")
        before = (starts - text.word_starts[firsts]).tolist()
        # What tells the ways of segmenting apart, for each occurrence: cheaper to count than objects.
        self._keys = [
            (tuple(words[first : last + 1]), skipped)
            for first, last, skipped in zip(firsts.tolist(), lasts.tolist(), before, strict=True)
        ]
        self._starts = starts.tolist()

    def __len__(self) -> int:
        """Return the number of occurrences."""
        return len(self._starts)

    def cuts(self) -> list[tuple[Cut, int]]:
        """Return how the corpus segments the string, each with its number, the most frequent first."""
        return [(Cut(*key, self._length), count) for key, count in Counter(self._keys).most_common()]

    def places(self, cut: Cut, *, limit: int) -> list[Place]:
        """Return the first places that are segmented in one way."""
        text, wanted = self._text.text, (cut.words, cut.before)
        starts = [start for start, key in zip(self._starts, self._keys, strict=True) if key == wanted][:limit]
        places = []
        for start, sentence in zip(starts, text.sentences_at(np.array(starts)).tolist(), strict=True):
            begin = start - int(text.sentence_starts[sentence])
            places.append(Place(tuple(self._text.sentence_words(sentence)), begin, begin + self._length))
        return places


POINTS = 100.0


def counts_of_types(text: Segmentation) -> Longs:
    """Return how often a text has each of its ``distinct`` words, int64."""
    return np.bincount(text.distinct.ids, minlength=len(text.distinct.words))


@dataclass(frozen=True, eq=False)
class Occurrences:
    """How often strings occur in training data: as words, and whatever the segmentation. int64 each."""

    as_word: Longs
    as_string: Longs

    @property
    def consistency(self) -> Floats:
        """ψ of each string, from 0 to 1: the share of its occurrences that are the word; 0 where it does not occur."""
        return np.nan_to_num(ratio(self.as_word, self.as_string))

    def __add__(self, other: Occurrences) -> Occurrences:
        """Return the occurrences of the same strings in both data together."""
        return Occurrences(self.as_word + other.as_word, self.as_string + other.as_string)


def occurrences(training: TrainingStats, types: Sequence[str]) -> Occurrences:
    """Count strings in training data.

    Raises:
        ValueError: the training data is a word list.
    """
    return Occurrences(training.counts_of(types), training.string_counts(types))


def psi(training: TrainingStats, test: Segmentation) -> float:
    """Return Ψ × 100: mean ψ of the words of a test text under training data, from 0 to 100.

    NaN where the training data is no running text, or the test text has no word.
    """
    if not training.has_text or not len(test):
        return math.nan
    return psi_of(occurrences(training, test.distinct.words), test)


def psi_of(occurring: Occurrences, test: Segmentation) -> float:
    """Return Ψ × 100 from the occurrences of the types of a text that has a word."""
    # By counts, not by shares: these may sum to a little more than 1, and Ψ would pass 100.
    return POINTS * float(occurring.consistency @ counts_of_types(test) / len(test))


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
    values = np.full((len(corpora), len(corpora)), np.nan)
    for row, corpus in zip(values, corpora, strict=True):
        if corpus.running is not None:
            row[:] = [psi(corpus.running, other.test) for other in corpora]
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


def string_losses(training: TrainingStats, test: Segmentation, *, own: TrainingStats | None = None) -> list[StringLoss]:
    """Return what each word of a test text takes from Ψ, the costliest first.

    Args:
        training: segmented training text.
        test: the test text.
        own: training data under the test text's own criterion, running text too. Where it is given, the costliest words
            are those with the largest loss; else those with the largest cost.

    Raises:
        ValueError: training data is a word list.
    """
    words, counts = test.distinct.words, counts_of_types(test)
    occurring = occurrences(training, words)
    share, consistency = counts / counts.sum() * POINTS, occurring.consistency
    own_consistency = np.full(len(words), np.nan) if own is None else occurrences(own, words).consistency
    cost, loss = share * (1 - consistency), share * (own_consistency - consistency)
    order = np.argsort(-(cost if own is None else loss), kind="stable")
    columns = (counts, occurring.as_word, occurring.as_string, consistency, cost, own_consistency, loss)
    rows = zip(order.tolist(), *(column[order].tolist() for column in columns), strict=True)
    return [StringLoss(words[number], *row) for number, *row in rows]


DEFAULT_LIMIT = 200


@dataclass(frozen=True)
class WordDifference:
    """A word of a test text, and how the training data has it.

    Attributes:
        loss: what it takes from Ψ.
        cuts: how the training data segments its string, with how often, the most frequent first; empty where it is
            not there.
    """

    loss: StringLoss
    cuts: tuple[tuple[Cut, int], ...]

    @property
    def other(self) -> tuple[Cut, int] | None:
        """The most frequent way to segment the string that is not the word itself, and how often; None without."""
        return next(((cut, count) for cut, count in self.cuts if cut.manner != "kept"), None)


def differences(
    training: TrainingStats,
    training_text: Segmentation,
    test: Segmentation,
    *,
    own: TrainingStats | None = None,
    limit: int = DEFAULT_LIMIT,
) -> list[WordDifference]:
    """Return the words of a test text that take most from Ψ, the costliest first, with how the training data has them.

    Args:
        training: statistics of the training data.
        training_text: the same data as text.
        test: the test text.
        own: training data under the test text's own criterion; see ``string_losses``.
        limit: how many words at most; each is looked up in the whole training text.

    Raises:
        ValueError: training data is a word list.
    """
    costly = [one for one in string_losses(training, test, own=own) if (one.cost if own is None else one.loss) > 0]
    return [
        WordDifference(one, tuple(Concordance(training_text, one.word).cuts()) if one.as_string else ())
        for one in costly[:limit]
    ]


@dataclass(frozen=True)
class Fit:
    """How well a text fits the criterion of a dataset.

    Attributes:
        name: of the dataset.
        psi: Ψ(its training data, the text) × 100, from 0 to 100.
        low, high: 95 % interval, by resampling the text's sentences.
        seen: share of the text's words whose string the training data has at all.
        seen_psi: Ψ × 100 over those words alone, which vocabulary has no part in; NaN without any.
        own_psi: Ψ × 100 of the dataset's own test text, to compare with.
        behind: Ψ of the nearest dataset minus this one's; 0 for the nearest.
        behind_low, behind_high: its 95 % interval, over the same resamples.
    """

    name: str
    psi: float
    low: float
    high: float
    seen: float
    seen_psi: float
    own_psi: float
    behind: float
    behind_low: float
    behind_high: float


def fit(text: Segmentation, corpora: Sequence[Corpus], *, resamples: int = 1000, seed: int = 0) -> list[Fit]:
    """Return how well a text fits each dataset with segmented training text, the nearest first.

    Args:
        text: at least one word.
        corpora: the datasets; those without segmented training text are passed over.
        resamples: of the bootstrap over the text's sentences.
        seed: of the resamples.

    Raises:
        SettingError: settings that make no bootstrap.
    """
    check_settings(resamples=resamples, seed=seed)
    words, ids, counts = text.distinct.words, text.distinct.ids, counts_of_types(text)
    sentences = len(text.text.sentence_ends)
    sizes = np.bincount(text.sentence_ids, minlength=sentences)[:, None]
    usable = [(corpus, corpus.running) for corpus in corpora if corpus.running is not None]
    if not usable:
        return []
    occurring = [occurrences(training, words) for _, training in usable]
    sums = np.stack(
        [np.bincount(text.sentence_ids, weights=one.consistency[ids], minlength=sentences) for one in occurring], axis=1
    )
    drawn, drawn_sizes = resample_sums([sums, sizes], resamples=resamples, seed=seed)
    resampled = POINTS * ratio(drawn, np.broadcast_to(drawn_sizes, drawn.shape))
    values = np.array([psi_of(one, text) for one in occurring])
    nearest = int(values.argmax())
    intervals = percentile_intervals(values, resampled)
    behind = paired_intervals(values[nearest], values, resampled[:, [nearest]], resampled)
    fits = []
    for (corpus, training), one, own, gap in zip(usable, occurring, intervals, behind, strict=True):
        seen = int((one.as_string > 0) @ counts)
        seen_psi = POINTS * float(ratio(one.consistency @ counts, seen))
        own_psi = psi(training, corpus.test)
        ends = own.value, own.low, own.high, seen / len(text), seen_psi, own_psi, gap.value, gap.low, gap.high
        fits.append(Fit(corpus.name, *ends))
    return sorted(fits, key=lambda one: -one.psi)
