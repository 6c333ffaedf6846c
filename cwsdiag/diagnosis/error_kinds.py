"""Kinds of errors: what shape each missed gold word has, and why it is missed; what two systems have in common.

Definitions and their reasons: METHODS 12. All of it is read from word boundaries and from which words training has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cwsdiag.arguments import choice
from cwsdiag.attributes.categories import WORD_CLASSES, word_class
from cwsdiag.dataset import Dataset
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.text import Bools, Longs, Places, Segmentation, frozen, running

Numbers = NDArray[np.int8]

# By the system's boundaries: both ends of the gold word and at least one inside; none inside; some inside, but an end
# that is none.
SHAPES = ("split", "merged", "crossed")
# The first that holds.
CAUSES = ("oov", "new_word", "combination", "overlap", "neighbour")
# What two systems make of a gold word that both were compared on.
AGREEMENTS = ("both_right", "only_a", "only_b", "both_wrong_alike", "both_wrong_differently")


def check_kind(shape: str | None, cause: str | None) -> None:
    """Refuse what is no shape or no cause; None is any.

    Raises:
        SettingError: there is no such shape or cause.
    """
    if shape is not None:
        choice(lazy("the kind of error"), shape, SHAPES)
    if cause is not None:
        choice(lazy("the cause of errors"), cause, CAUSES)


@dataclass(frozen=True, eq=False)
class ErrorKinds:
    """Shape and cause of every gold word that a system misses (METHODS 12).

    Attributes:
        system: name of the system.
        shapes: for each gold word an index of ``SHAPES``, int8; -1 where the word is matched or was not compared, or
            where the system has other characters there: what its boundaries would be is not known.
        dataset: what the system is of.
    """

    system: str
    shapes: Numbers
    dataset: Dataset = field(repr=False)

    @cached_property
    def causes(self) -> Numbers | None:
        """For each gold word an index of ``CAUSES``, -1 where it has no shape; None without training data.

        Found when first asked for: words are looked up in training.
        """
        dataset = self.dataset
        if dataset.training is None or dataset.oov is None:
            return None
        gold, other = dataset.gold, dataset.system(self.system)
        matching = match(gold, other)
        missed, first, last = _with_kind(matching)
        oov = dataset.oov[missed]
        strange = dataset.training.counts_of(other.distinct.words) == 0
        new_before = running(~matching.system_hit & other.intact & strange[other.distinct.ids])
        new_word = new_before[last + 1] > new_before[first]
        crossed = self.shapes[missed] == SHAPES.index("crossed")
        ambiguity = np.where(crossed, CAUSES.index("overlap"), CAUSES.index("combination"))

        begins = np.ones(len(missed), dtype=np.bool_)
        begins[1:] = (np.diff(missed) > 1) | (np.diff(gold.sentence_ids[missed]) > 0)
        heads, tails = np.flatnonzero(begins), np.flatnonzero(np.roll(begins, -1))
        oov_before = running(oov)
        unknown = oov_before[tails + 1] > oov_before[heads]
        unknown |= new_before[last[tails] + 1] > new_before[first[heads]]
        unknown_near = unknown[np.cumsum(begins) - 1]

        causes = np.full(len(gold), -1, dtype=np.int8)
        # The first that holds: what is written last stays.
        causes[missed] = np.where(unknown_near, CAUSES.index("neighbour"), ambiguity)
        causes[missed[new_word]] = CAUSES.index("new_word")
        causes[missed[oov]] = CAUSES.index("oov")
        return frozen(causes)

    def chosen(self, shape: str | None = None, cause: str | None = None) -> Bools:
        """Return for each gold word whether it is missed, in this shape and for this cause where they are named.

        Raises:
            SettingError: there is no such shape or cause, or a cause is asked for without training data.
        """
        check_kind(shape, cause)
        chosen: Bools = self.shapes >= 0 if shape is None else self.shapes == SHAPES.index(shape)
        if cause is not None:
            if self.causes is None:
                raise SettingError(lazy("causes of errors need training data, and there is none."))
            chosen &= self.causes == CAUSES.index(cause)
        return chosen

    def shape_of(self, word: int) -> str | None:
        """Return the shape of one gold word, by its index; None where it is matched or was not compared."""
        return None if self.shapes[word] < 0 else SHAPES[self.shapes[word]]

    def cause_of(self, word: int) -> str | None:
        """Return the cause of one gold word; None where ``shape_of`` is, and without training data."""
        return None if self.causes is None or self.causes[word] < 0 else CAUSES[self.causes[word]]


@dataclass(frozen=True, eq=False)
class KindCounts:
    """How many gold words a system misses of each kind (METHODS 12).

    Attributes:
        system: name of the system.
        gold_words: gold words that were compared with it.
        shapes: missed gold words by shape, int64 of shape (3,) in the order of ``SHAPES``; they sum to ``missed``.
        differing: gold words that are missed because the system has other characters there; they have no kind.
        table: the same by shape × cause, int64 of shape (3, 5); None without training data.
        oov_classes: missed OOV words by what they are, one of ``WORD_CLASSES``; they sum to the cause ``oov``. None
            without training data.
    """

    system: str
    gold_words: int
    differing: int
    shapes: Longs
    table: Longs | None
    oov_classes: Mapping[str, int] | None

    @property
    def missed(self) -> int:
        """Gold words that were compared and are not matched, but for those that have no kind."""
        return int(self.shapes.sum())

    @property
    def causes(self) -> Longs | None:
        """Missed gold words by cause, int64 of shape (5,) in the order of ``CAUSES``; None without training data."""
        return None if self.table is None else self.table.sum(axis=0)


@dataclass(frozen=True)
class Agreement:
    """How many gold words two systems get right and wrong together: a 2 × 2, wrong in both told apart (METHODS 12).

    Counted are the gold words on which both were compared; the five sum to them.

    Attributes:
        both_right, only_a, only_b: gold words that both match, or only one of them.
        both_wrong_alike: both miss the word and have the same words over it, to their full length.
        both_wrong_differently: both miss it, with other words over it.
    """

    both_right: int
    only_a: int
    only_b: int
    both_wrong_alike: int
    both_wrong_differently: int


def error_kinds(dataset: Dataset, system: str) -> ErrorKinds:
    """Return shape and cause of every gold word that a system misses.

    A stretch is a maximal run of missed gold words within a sentence, with all system words over them: one that
    crosses a sentence end belongs to the stretches on both sides of it. What was not compared has no kind, and ends a
    stretch; nor has a word where the system has other characters.

    Raises:
        SettingError: there is no system of this name.
    """
    gold, other = dataset.gold, dataset.system(system)
    missed, first, last = _with_kind(match(gold, other))
    whole = other.word_starts[first] == gold.word_starts[missed]
    whole &= other.word_ends[last] == gold.word_ends[missed]
    split, merged, crossed = range(len(SHAPES))
    shapes = np.full(len(gold), -1, dtype=np.int8)
    # One system word over a missed word has no boundary inside, and is longer than the word.
    shapes[missed] = np.where(first == last, merged, np.where(whole, split, crossed))
    return ErrorKinds(system, frozen(shapes), dataset)


def kind_counts(dataset: Dataset, system: str) -> KindCounts:
    """Count the gold words that a system misses by shape × cause, and the OOV words among them by what they are.

    Raises:
        SettingError: there is no system of this name.
    """
    return count_kinds(error_kinds(dataset, system))


def count_kinds(kinds: ErrorKinds) -> KindCounts:
    """Count the kinds of a system's errors; see ``kind_counts``."""
    dataset = kinds.dataset
    matching = match(dataset.gold, dataset.system(kinds.system))
    scored = int(np.count_nonzero(matching.gold_scored))
    missed = np.flatnonzero(kinds.shapes >= 0)
    differing = scored - int(np.count_nonzero(matching.gold_hit)) - len(missed)
    shapes = np.bincount(kinds.shapes[missed], minlength=len(SHAPES))
    if kinds.causes is None:
        return KindCounts(kinds.system, scored, differing, frozen(shapes), None, None)
    cells = kinds.shapes[missed].astype(np.intp) * len(CAUSES) + kinds.causes[missed]
    table = np.bincount(cells, minlength=len(SHAPES) * len(CAUSES)).reshape(len(SHAPES), len(CAUSES))
    distinct = dataset.gold.distinct
    places = np.bincount(distinct.ids[kinds.chosen(cause="oov")], minlength=len(distinct.words))
    classes = dict.fromkeys(WORD_CLASSES, 0)
    for word in np.flatnonzero(places).tolist():
        classes[word_class(distinct.words[word])] += int(places[word])
    return KindCounts(kinds.system, scored, differing, frozen(shapes), frozen(table), classes)


def agreements(dataset: Dataset, a: str, b: str) -> Numbers:
    """Return for each gold word an index of ``AGREEMENTS``, int8; -1 where one of the two was not compared.

    Raises:
        SettingError: there is no system of such a name.
    """
    gold, one, other = dataset.gold, dataset.system(a), dataset.system(b)
    of_a, of_b = match(gold, one), match(gold, other)
    both_right, only_a, only_b, alike, differently = range(len(AGREEMENTS))
    codes = np.where(of_b.gold_hit, only_b, differently).astype(np.int8)
    codes[of_a.gold_hit] = only_a
    codes[of_a.gold_hit & of_b.gold_hit] = both_right
    wrong = np.flatnonzero(codes == differently)
    first, last = words_over(gold, one, wrong)
    shared_before = running(match(one, other).gold_hit)
    # Words of A that cover the gold word and are words of B too are all that B has over it.
    codes[wrong[shared_before[last + 1] - shared_before[first] == last + 1 - first]] = alike
    codes[~(of_a.gold_scored & of_b.gold_scored)] = -1
    return frozen(codes)


def agreement(dataset: Dataset, a: str, b: str) -> Agreement:
    """Count the gold words that two systems get right and wrong together.

    Raises:
        SettingError: there is no system of such a name.
    """
    cells = agreements(dataset, a, b)
    return Agreement(*np.bincount(cells[cells >= 0], minlength=len(AGREEMENTS)).tolist())


def _with_kind(matching: Match) -> tuple[Places, Places, Places]:
    """Return the missed gold words that have a kind, and the first and the last system word over each."""
    missed = np.flatnonzero(matching.gold_scored & ~matching.gold_hit)
    first, last = words_over(matching.gold, matching.system, missed)
    altered = running(~matching.system.intact)
    here = altered[last + 1] == altered[first]
    return missed[here], first[here], last[here]


def words_over(gold: Segmentation, system: Segmentation, words: Places) -> tuple[Places, Places]:
    """Return the first and the last system word that has a character of each of these gold words."""
    first = np.searchsorted(system.word_ends, gold.word_starts[words], side="right")
    return first, np.searchsorted(system.word_ends, gold.word_ends[words], side="left")
