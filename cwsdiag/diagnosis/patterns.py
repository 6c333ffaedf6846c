"""Errors grouped by pattern: the same gold words cut in the same wrong way, wherever that happens (METHODS 12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.matching import match
from cwsdiag.text import frozen, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.dataset import Dataset
    from cwsdiag.text import Ints, Longs, Places, Segmentation


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

    @property
    def cost(self) -> int:
        """Missed gold words and wrong system words of one place, three at least."""
        return len(self.gold) + len(self.made)


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
        return frozen(np.array([pattern.cost for pattern in self.patterns], dtype=np.int64))

    def counted(self, words: Places) -> tuple[Places, Places]:
        """Return the patterns that have one of these gold words in some place, and in how many places each has.

        The most costly first: most missed gold words and wrong system words over those places. On ties the one that
        comes first in the text.

        Args:
            words: indices of gold words; those that the system does not miss are in no pattern.
        """
        counts = np.bincount(self.ids[self._places(words)], minlength=len(self.patterns))
        found = np.flatnonzero(counts)
        order = np.argsort(-(counts * self.costs)[found], kind="stable")
        return found[order], counts[found[order]]

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
    found = match(gold, other)
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
    place_of = np.full(len(gold), -1, dtype=np.int32)
    sizes = ours[wrong] - firsts[wrong]
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    place_of[np.repeat(firsts[wrong], sizes) + within] = np.repeat(np.arange(len(wrong)), sizes)
    return ErrorPatterns(
        system=system,
        patterns=tuple(numbers),
        ids=frozen(np.array(ids, dtype=np.int32)),
        firsts=frozen(firsts[wrong]),
        place_of=frozen(place_of),
        compared=int(np.count_nonzero(found.gold_scored)) + int(np.count_nonzero(found.system_scored)),
    )


def _words(segmentation: Segmentation, firsts: Places, ends: Places) -> Iterator[tuple[str, ...]]:
    surfaces = segmentation.surfaces()
    return (tuple(surfaces[first:end]) for first, end in zip(firsts.tolist(), ends.tolist(), strict=True))
