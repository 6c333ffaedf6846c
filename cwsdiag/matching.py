"""Which words, and which characters, gold and a system agree on (METHODS 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import frozen

if TYPE_CHECKING:
    from cwsdiag.text import Bools, Segmentation


@dataclass(frozen=True, eq=False)
class Match:
    """Hits of gold and of a system over the same text.

    Attributes:
        gold, system: what was compared.
        gold_hit: bool for each gold word: the system has the same span.
        system_hit: bool for each system word: gold has the same span.
        gold_scored, system_scored: bool for each word: it is compared at all, because it lies outside what was left
            out for differing characters. A word that is not scored is never a hit.
        beside: another system, where what that one leaves out is left out here too; None as a rule.
    """

    gold: Segmentation
    system: Segmentation
    gold_hit: Bools
    system_hit: Bools
    gold_scored: Bools
    system_scored: Bools
    beside: Segmentation | None = None

    @cached_property
    def char_scored(self) -> Bools:
        """For each character whether it is compared at all."""
        return frozen(_compared(self.gold, self.system, self.beside))

    @cached_property
    def char_hit(self) -> Bools:
        """For each character whether both give it the same tag."""
        return frozen((self.gold.tags == self.system.tags) & self.char_scored)


def match(gold: Segmentation, system: Segmentation, *, beside: Segmentation | None = None) -> Match:
    """Compare a system with gold, word by word and character by character.

    Args:
        gold: the reference.
        system: over the same ``Text`` object.
        beside: another system. What it leaves out for differing characters is left out here too, so that both are
            compared over the gold words that are compared for both; a system word counts where it stands over a
            character of such a word (METHODS 11). Without stretches of its own it changes nothing.

    Raises:
        ValueError: the two do not share their text.
    """
    if gold.text is not system.text:
        raise ValueError("gold and system are segmentations of different Text objects")
    gold_scored = system.covered(gold.word_starts)
    system_scored = system.covered(system.word_starts)
    if beside is not None:
        gold_scored &= beside.covered(gold.word_starts)
        before = np.concatenate([[0], np.cumsum(_compared(gold, system, beside))])
        system_scored &= before[system.word_ends] > before[system.word_starts]
    nearest = np.searchsorted(system.word_ends, gold.word_ends)
    same = system.word_ends[nearest] == gold.word_ends
    same &= system.word_starts[nearest] == gold.word_starts
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


def _compared(gold: Segmentation, system: Segmentation, beside: Segmentation | None) -> Bools:
    places = np.arange(len(gold.text.chars))
    compared = system.covered(places)
    return compared if beside is None else compared & beside.covered(places)
