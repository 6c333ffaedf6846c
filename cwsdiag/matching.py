"""Which words, and which characters, gold and a system agree on (METHODS 1 and 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cwsdiag.distinct import same_spans
from cwsdiag.text import Bools, Counts, Places, Segmentation, frozen


@dataclass(frozen=True, eq=False)
class Match:
    """Hits of gold and of a system over the same text.

    Attributes:
        gold, system: what was compared.
        gold_hit: bool for each gold word: the system has the same span.
        system_hit: bool for each system word: gold has the same span, with the same characters.
        gold_scored, system_scored: bool for each word: it is compared at all, because it lies outside what was left
            out for differing characters, and the system wrote it. A word that is not scored is never a hit.
        beside: other systems: what they leave out is left out here too.
    """

    gold: Segmentation
    system: Segmentation
    gold_hit: Bools
    system_hit: Bools
    gold_scored: Bools
    system_scored: Bools
    beside: Sequence[Segmentation] = ()

    @cached_property
    def sentence_scored(self) -> Bools:
        """For each gold sentence whether any of its words is compared."""
        scored = np.zeros(len(self.gold.text.sentence_ends), dtype=np.bool_)
        scored[self.gold.sentence_ids[self.gold_scored]] = True
        return frozen(scored)

    @cached_property
    def sentence_hit(self) -> Bools:
        """For each of them whether it has no error: all gold words compared are hit, and the system has no other."""
        hit = self.sentence_scored.copy()
        hit[self.gold.sentence_ids[self.gold_scored & ~self.gold_hit]] = False
        hit[self.system.sentence_ids[self.system_scored & ~self.system_hit]] = False
        return frozen(hit)

    @cached_property
    def char_scored(self) -> Bools:
        """For each character of gold whether it is compared at all."""
        return frozen(_compared(self.gold, self.system, self.beside))

    @cached_property
    def char_hit(self) -> Bools:
        """For each character of gold whether the system has it, with the same tag."""
        own = self.system.own
        if own is None:
            return frozen((self.gold.tags == self.system.tags) & self.char_scored)
        hit = np.zeros(len(self.gold.text.chars), dtype=np.bool_)
        hit[own.places[self.system_char_hit]] = True
        return frozen(hit)

    @cached_property
    def system_char_scored(self) -> Bools:
        """The same for each character that the system wrote: those of gold, as a rule."""
        own = self.system.own
        return self.char_scored if own is None else frozen(np.ones(len(own.codes), dtype=np.bool_))

    @cached_property
    def system_char_hit(self) -> Bools:
        """For each character that the system wrote whether gold has it, with the same tag."""
        own = self.system.own
        if own is None:
            return self.char_hit
        return frozen((own.places >= 0) & (self.gold.tags[own.places] == self.system.tags))


def match(gold: Segmentation, system: Segmentation, *, beside: Sequence[Segmentation] = ()) -> Match:
    """Compare a system with gold, word by word and character by character.

    Args:
        gold: the reference.
        system: over the same ``Text`` object.
        beside: other systems. What they leave out for differing characters is left out here too, so that all are
            compared over the gold words that are compared for all; a system word counts where it stands over a
            character of such a word (METHODS 11). Where none leaves anything out it changes nothing.

    Raises:
        ValueError: the two do not share their text.
    """
    if gold.text is not system.text:
        raise ValueError("gold and system are segmentations of different Text objects")
    gold_scored = system.covered(gold.word_starts)
    system_scored = system.covered(system.word_starts) & system.written
    if beside and any(len(one.left_out) for one in (system, *beside)):
        for one in beside:
            gold_scored &= one.covered(gold.word_starts)
        before = np.concatenate([[0], np.cumsum(_compared(gold, system, beside))])
        system_scored &= before[system.word_ends] > before[system.word_starts]
    same, nearest = _spans(gold, system)
    same &= gold_scored
    system_hit = np.zeros(len(system), dtype=np.bool_)
    system_hit[nearest[same]] = True
    return Match(
        gold=gold,
        system=system,
        gold_hit=frozen(same),
        system_hit=frozen(system_hit),
        gold_scored=frozen(gold_scored),
        system_scored=frozen(system_scored),
        beside=beside,
    )


def _spans(gold: Segmentation, system: Segmentation) -> tuple[Bools, Counts]:
    """Return for each word of gold whether the system has it, and the system's word that ends where it does."""
    if gold.own is None and system.own is None:
        return same_spans(system.word_ends, gold.word_ends, len(gold.text.chars))
    # Some words are empty: several end at one place.
    nearest = np.searchsorted(system.word_ends, gold.word_ends)
    same: Bools = system.word_ends[nearest] == gold.word_ends
    same &= system.word_starts[nearest] == gold.word_starts
    return same & _spelt_alike(gold, system, nearest), nearest


def _spelt_alike(gold: Segmentation, system: Segmentation, nearest: Places) -> Bools:
    """Return for each word of gold, which may be a system too, whether a word of the system has its characters."""
    alike: Bools = gold.intact & system.intact[nearest]
    ours, theirs = gold.surfaces(), system.surfaces()
    rest = np.flatnonzero(~(gold.intact | system.intact[nearest]))
    others = nearest[rest].tolist()
    alike[rest] = [ours[word] == theirs[other] for word, other in zip(rest.tolist(), others, strict=True)]
    return alike


def _compared(gold: Segmentation, system: Segmentation, beside: Sequence[Segmentation]) -> Bools:
    places = np.arange(len(gold.text.chars))
    compared = system.covered(places)
    for one in beside:
        compared &= one.covered(places)
    return compared
