"""Errors grouped by pattern, of words and of classes, and which patterns are conventions of a system (METHODS 12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cwsdiag.attributes.categories import WORD_CLASSES, word_class
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.error_kinds import words_over
from cwsdiag.inference import wilson
from cwsdiag.matching import match
from cwsdiag.scores import ratio
from cwsdiag.strings import Way
from cwsdiag.text import Bools, Floats, Ints, Longs, Places, Segmentation, frozen, running


@dataclass(frozen=True)
class Pattern:
    """What gold and a system make of the same characters where they share no boundary but the outer ones.

    Attributes:
        gold: the gold words, all of them missed.
        made: the words of the system, all of them wrong.
    """

    gold: tuple[str, ...]
    made: tuple[str, ...]

    @property
    def string(self) -> str:
        """The characters, two at least."""
        return "".join(self.gold)


@dataclass(frozen=True, eq=False)
class ErrorPatterns:
    """All places where a system is wrong, each between two neighbouring boundaries that gold shares, by pattern.

    Attributes:
        system: name of the system.
        patterns: in the order in which they come first in the text.
        ids: for each place, in the order of the text, which of ``patterns``, int32.
        firsts: for each place its first gold word.
        place_of: for each gold word its place, int32; -1 where the word is matched or was not compared, or where the
            system has other characters.
        compared: gold words and system words that were compared, together.
    """

    system: str
    patterns: tuple[Pattern, ...]
    ids: Ints
    firsts: Places
    place_of: Ints
    compared: int

    @cached_property
    def costs(self) -> Longs:
        """For each pattern the missed gold words and wrong system words of one place, int64."""
        return frozen(np.array([len(one.gold) + len(one.made) for one in self.patterns], dtype=np.int64))

    def counted(self, words: Places) -> tuple[Places, Places]:
        """Return the patterns that have one of these gold words in some place, and in how many places each has.

        The most costly first: most missed gold words and wrong system words over those places. On ties the one that
        comes first in the text.

        Args:
            words: indices of gold words; those that the system does not miss are in no pattern.
        """
        counts = np.bincount(self.ids[self._places(words)], minlength=len(self.patterns))
        numbers = np.flatnonzero(counts)
        order = np.argsort(-(counts * self.costs)[numbers], kind="stable")
        return numbers[order], counts[numbers[order]]

    def all_places(self, words: Places) -> dict[int, Places]:
        """Return the first gold word of each place that has one of these gold words, in text order, by pattern."""
        places = self._places(words)
        ids = self.ids[places]
        order = np.argsort(ids, kind="stable")
        numbers, begins = np.unique(ids[order], return_index=True)
        parts = np.split(self.firsts[places[order]], begins[1:]) if len(numbers) else []
        return dict(zip(numbers.tolist(), parts, strict=True))

    def _places(self, words: Places) -> Ints:
        places = np.unique(self.place_of[words])
        return places[places >= 0]


def error_patterns(dataset: Dataset, system: str) -> ErrorPatterns:
    """Return the places where a system is wrong, grouped by pattern.

    Every missed gold word and every wrong system word lies in exactly one place, whole. A place crosses a sentence end
    where the system has no boundary there. What was not compared is in none: its ends are boundaries of both. Nor is a
    place where the system has other characters than gold.

    Raises:
        SettingError: there is no system of this name.
    """
    gold, other = dataset.gold, dataset.system(system)
    matching = match(gold, other)
    shared = np.intersect1d(gold.word_ends, other.word_ends, assume_unique=other.own is None)
    ours, theirs = (np.searchsorted(one.word_ends, shared, side="right") for one in (gold, other))
    starts, firsts, made_firsts = (np.concatenate([[0], ends[:-1]]) for ends in (shared, ours, theirs))
    altered = running(~other.intact)
    alike = other.covered(starts) & (altered[theirs] == altered[made_firsts])
    wrong = np.flatnonzero(((ours - firsts > 1) | (theirs - made_firsts > 1)) & alike)
    numbers: dict[Pattern, int] = {}
    ids = [
        numbers.setdefault(Pattern(words, made), len(numbers))
        for words, made in zip(
            _words(gold, firsts[wrong], ours[wrong]), _words(other, made_firsts[wrong], theirs[wrong]), strict=True
        )
    ]
    words = np.arange(len(gold))
    places = np.searchsorted(firsts[wrong], words, side="right") - 1
    # Before the first place of all there is none.
    place_of = np.where(words < np.append(ours[wrong], 0)[places], places, -1).astype(np.int32)
    return ErrorPatterns(
        system=system,
        patterns=tuple(numbers),
        ids=frozen(np.array(ids, dtype=np.int32)),
        firsts=frozen(firsts[wrong]),
        place_of=frozen(place_of),
        compared=int(np.count_nonzero(matching.gold_scored)) + int(np.count_nonzero(matching.system_scored)),
    )


def _words(segmentation: Segmentation, firsts: Places, ends: Places) -> Iterator[tuple[str, ...]]:
    surfaces = segmentation.surfaces()
    return (tuple(surfaces[first:end]) for first, end in zip(firsts.tolist(), ends.tolist(), strict=True))


# The classes that stand in place of words; other words stay.
CLASSES = WORD_CLASSES[:-1]
_LEAST_LITERAL = 3
LEAST_PLACES, LEAST_SHARE, LEAST_LOW = 10, 0.9, 0.7
# Stands where a classed word is cut, and where it goes on.
_CUT = "…"
_THEMSELVES = {one: one for one in CLASSES}
_PLACES = {one: place for place, one in enumerate(CLASSES)}


@dataclass(frozen=True, eq=False)
class Conventions:
    """The patterns of a system, those with classes among them, and how regularly the system does the same.

    All arrays have the shape (patterns,).

    Attributes:
        errors: the literal patterns with their places.
        patterns: the literal ones, in their order; then those with classes, which name a class (of ``CLASSES``) in
            place of a word, in the order in which they come first in the text.
        above: for each literal pattern the number of the one with classes that it falls under, int32; -1 for none, and
            for those with classes.
        places: of the pattern in the whole text, int64.
        missed, wrong: gold words and system words of all these places, int64.
        gold_places: places of gold, within a sentence and compared, that have these words or classes in this order,
            int64.
        same: at how many of these the system has the same boundaries between the first and the last character, int64.
    """

    errors: ErrorPatterns
    patterns: tuple[Pattern, ...]
    above: Ints
    places: Longs
    missed: Longs
    wrong: Longs
    gold_places: Longs
    same: Longs

    @cached_property
    def share(self) -> Floats:
        """Share of the places of gold at which the system does the same, in [0, 1]; NaN without such a place."""
        return frozen(ratio(self.same, self.gold_places))

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """Wilson's 95 % bounds of these shares, low and high; NaN likewise."""
        return wilson(self.same, self.gold_places)

    @cached_property
    def regular(self) -> Bools:
        """For each pattern whether the system does it in nearly all places: a convention, ``whose`` says whose."""
        share = np.nan_to_num(self.share) >= LEAST_SHARE
        return frozen((self.places >= LEAST_PLACES) & share & (np.nan_to_num(self.bounds[0]) >= LEAST_LOW))

    @cached_property
    def listed(self) -> Places:
        """The conventions that fall under no other, the one with the most F1 to be won first."""
        under = np.where(self.above >= 0, self.regular[self.above], False)
        chosen = np.flatnonzero(self.regular & ~under)
        return frozen(chosen[np.argsort(-self.points(self.missed, self.wrong)[chosen], kind="stable")])

    def literal(self, number: int) -> Places:
        """Return the literal patterns under a pattern with classes; a literal one is the only one under itself."""
        return np.flatnonzero(self.above == number) if number >= len(self.errors.patterns) else np.array([number])

    def points(self, missed: Longs | int, wrong: Longs | int) -> Floats:
        """Return by how much F1 would be higher if these gold words were right in place of these system words.

        Args:
            missed: gold words of some places.
            wrong: the system's words there.

        Returns:
            In [0, 1], of their shape; NaN where nothing was compared.
        """
        compared, counts = self.errors.compared, np.bincount(self.errors.ids, minlength=len(self.errors.patterns))
        twice = compared - int(counts @ self.errors.costs)
        return ratio(twice + 2 * np.asarray(missed), compared + np.asarray(missed) - wrong) - ratio(twice, compared)

    def training(self, number: int, ways: Mapping[str, Sequence[Way]]) -> tuple[int, int]:
        """Return how often the training text cuts the characters of a pattern as gold does, and as the system does.

        Args:
            number: of the pattern; of one with classes its literal ones are summed.
            ways: how training cuts the characters of at least these.
        """
        literal = [self.patterns[one] for one in self.literal(number).tolist()]
        as_gold, as_made = (
            sum(
                way.count
                for one in literal
                for way in ways.get(one.string, ())
                if way.opens and way.closes and way.pieces == getattr(one, side)
            )
            for side in ("gold", "made")
        )
        return as_gold, as_made


def whose(as_gold: int, as_made: int) -> str:
    """Return whose a convention is: ``system``, which cuts otherwise than training; ``gold``, which does.

    ``undecided`` where neither way has clearly more than half of the places of training: Wilson's lower bound.

    Args:
        as_gold: places of training that are cut as gold cuts them.
        as_made: those that are cut as the system does.
    """
    if wilson(max(as_gold, as_made), as_gold + as_made)[0] > 0.5:
        return "system" if as_gold > as_made else "gold"
    return "undecided"


def with_classes(pattern: Pattern, names: Mapping[str, str]) -> Pattern:
    """Return a literal pattern with a name in place of each gold word of a class, on both sides.

    Where the system cuts such a word, once or more, the name stands twice, with dots.

    Args:
        pattern: gold words and what the system made of them.
        names: of the classes.
    """
    cuts = np.cumsum([len(word) for word in pattern.made]).tolist()
    gold, made, start = [], [""], 0
    for word in pattern.gold:
        inside = [cut - start for cut in cuts if start < cut < start + len(word)]
        name = names.get(word_class(word))
        gold.append(name or word)
        parts = [word[a:b] for a, b in zip([0, *inside], [*inside, len(word)], strict=True)]
        if name:
            parts = [name + _CUT, _CUT + name] if inside else [name]
        made[-1] += parts[0]
        made += parts[1:]
        start += len(word)
    return Pattern(tuple(gold), tuple(made))


def conventions(dataset: Dataset, errors: ErrorPatterns) -> Conventions:
    """Return the patterns of a system with their generalisations, and how regular each is.

    At least three literal patterns fall under one with classes. Where that cuts a classed word, places of gold have a
    word of two characters or more there: in one of a single character nothing can be cut.
    """
    literal = errors.patterns
    groups: dict[Pattern, list[int]] = {}
    for number, pattern in enumerate(literal):
        groups.setdefault(with_classes(pattern, _THEMSELVES), []).append(number)
    general = {one: numbers for one, numbers in groups.items() if len(numbers) >= _LEAST_LITERAL}
    above = np.full(len(literal) + len(general), -1, dtype=np.int32)
    for number, numbers in enumerate(general.values(), start=len(literal)):
        above[numbers] = number
    each = np.array([[1, len(one.gold), len(one.made)] for one in literal], dtype=np.int64).reshape(-1, 3)
    each *= np.bincount(errors.ids, minlength=len(literal))[:, None]
    under = np.flatnonzero(above >= 0)
    counts = np.concatenate([each, np.zeros((len(general), 3), dtype=np.int64)])
    np.add.at(counts, above[under], each[under])

    gold, system = dataset.gold, dataset.system(errors.system)
    ids = gold.distinct.ids.astype(np.int64)
    classes = np.array([_PLACES.get(word_class(word), -1) for word in gold.distinct.words], dtype=np.int64)[ids]
    cuts, apart = _cuts(gold, system)
    follows = np.append(np.diff(gold.sentence_ids) == 0, False)
    left_out = ~_compared(gold, system)
    # What a word may stand for: its class, its class where that is cut, itself; and the same as the system has it.
    in_gold = np.array([classes, np.where(gold.word_lengths > 1, classes, -1), ids])
    in_system = np.array(
        [np.where(cuts == 0, classes, -1), np.where(cuts > 0, classes, -1), ids * (cuts.max(initial=0) + 1) + cuts]
    )
    in_gold[:, left_out] = in_system[:, left_out] = -1
    # A pattern has the words, or classes, of the first place of its first literal one.
    first_of = [*range(len(literal)), *(numbers[0] for numbers in general.values())]
    sizes = np.array([len(literal[number].gold) for number in first_of], dtype=np.int64)
    firsts = errors.firsts[np.unique(errors.ids, return_index=True)[1]][first_of]
    words = np.repeat(firsts - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
    classed = (classes[words] >= 0) & np.repeat(np.arange(len(sizes)) >= len(literal), sizes)
    rows = np.where(classed, cuts[words] > 0, 2)
    places, missed, wrong = map(frozen, counts.T)
    return Conventions(
        errors,
        (*literal, *general),
        frozen(above),
        places,
        missed,
        wrong,
        frozen(_occurrences(in_gold, rows, words, sizes, follows)),
        frozen(_occurrences(in_system, rows, words, sizes, follows & ~apart)),
    )


def _occurrences(streams: Longs, rows: Places, words: Places, sizes: Longs, follows: Bools) -> Longs:
    """Return how often each of some sequences of symbols occurs in a text, overlapping ones too.

    Args:
        streams: of shape (rows, words), the symbols that a word of the text may stand for, at most one a row; -1 for
            none. Those of different rows differ.
        rows: of all sequences joined, the row of each symbol.
        words: and the word of the text that stands for it.
        sizes: symbols of each sequence, at least 1.
        follows: for each word of the text whether a sequence may go on with the next.
    """
    # As in the trie of ``cwsdiag.strings``: all places of the text go down together, and most leave it soon.
    symbols = np.where(streams < 0, -1, streams * len(streams) + np.arange(len(streams))[:, None])
    base = symbols.max(initial=0) + 2
    wanted, begins = symbols[rows, words], np.cumsum(sizes) - sizes
    counts, longer, nodes = np.zeros(len(sizes), dtype=np.int64), np.arange(len(sizes)), np.zeros(len(sizes), np.int64)
    places, reached = np.arange(len(follows)), np.zeros(len(follows), dtype=np.int64)
    step = 0
    while len(longer):
        keys, nodes = np.unique(nodes * base + wanted[begins[longer] + step], return_inverse=True)
        here = (reached * base + symbols[:, places]).ravel()
        slots = np.minimum(np.searchsorted(keys, here), len(keys) - 1)
        known = keys[slots] == here
        places, reached = np.tile(places, len(symbols))[known], slots[known]
        step += 1
        ended = sizes[longer] == step
        counts[longer[ended]] = np.bincount(reached, minlength=len(keys))[nodes[ended]]
        longer, nodes = longer[~ended], nodes[~ended]
        places, reached = places[follows[places]] + 1, reached[follows[places]]
    return counts


def _cuts(gold: Segmentation, system: Segmentation) -> tuple[Longs, Bools]:
    """Return for each gold word how the system cuts it, and whether a word of the system ends where it does.

    How it is cut is a number: 0 where it is not, and the same for words that are cut at the same characters.
    """
    meets = np.unique(system.word_ends)
    words = np.searchsorted(gold.word_ends, meets)
    inside = (meets < gold.word_ends[words]) & (meets > gold.word_starts[words])
    words, offsets = words[inside], (meets - gold.word_starts[words])[inside].astype(np.int64)
    cuts, known = np.zeros(len(gold), dtype=np.int64), 0
    # A word at a time has its first cut, then its second: two that are cut alike so far, and alike there, stay alike.
    ranks, width = np.arange(len(words)) - np.searchsorted(words, words), offsets.max(initial=0) + 1
    for rank in range(ranks.max(initial=-1) + 1):
        here = words[ranks == rank]
        kinds, numbers = np.unique(cuts[here] * width + offsets[ranks == rank], return_inverse=True)
        cuts[here] = known + 1 + numbers
        known += len(kinds)
    return cuts, np.isin(gold.word_ends, meets)


def _compared(gold: Segmentation, system: Segmentation) -> Bools:
    """Return which gold words are compared, and have the system's own characters as they stand."""
    first, last = words_over(gold, system, np.arange(len(gold)))
    # An empty span belongs to the character before it, at the beginning of the text to the first.
    first[:1] = 0
    behind = np.maximum(last + 1, np.searchsorted(system.word_ends, gold.word_ends, side="right"))
    altered = running(~system.intact)
    compared: Bools = system.covered(gold.word_starts) & (altered[behind] == altered[first])
    return compared
