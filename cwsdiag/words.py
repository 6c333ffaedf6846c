"""The words behind a number: which gold words lie in a bucket, and what each system made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import SettingError
from cwsdiag.matching import match
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.text import Bools, Segmentation


@dataclass(frozen=True, eq=False)
class GoldUnits:
    """Gold words, or gold characters for a character attribute, in the order of the text.

    Attributes:
        gold: the gold segmentation.
        words: index of the gold word of each unit.
        characters: position of each unit in the text for a character attribute, None for words.
        right: for each system whether it got the unit: the word's span, or the character's tag.
        scored: for each system whether the unit was compared at all.
    """

    gold: Segmentation
    words: NDArray[np.intp]
    characters: NDArray[np.intp] | None
    right: Mapping[str, Bools]
    scored: Mapping[str, Bools]

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.words)

    @property
    def wrong_anywhere(self) -> Bools:
        """For each unit whether at least one system that was compared there got it wrong."""
        wrong = np.zeros(len(self), dtype=np.bool_)
        for name, right in self.right.items():
            wrong |= self.scored[name] & ~right
        return wrong

    def take(self, chosen: NDArray[np.intp] | Bools) -> GoldUnits:
        """Return some of the units."""
        return GoldUnits(
            gold=self.gold,
            words=self.words[chosen],
            characters=None if self.characters is None else self.characters[chosen],
            right={name: right[chosen] for name, right in self.right.items()},
            scored={name: scored[chosen] for name, scored in self.scored.items()},
        )


def units_in(diagnosis: Diagnosis, attribute: str | None = None, bucket: int | None = None) -> GoldUnits:
    """Return the gold units of an attribute's bucket; of all its buckets, or all gold words, where not named.

    Raises:
        SettingError: the attribute is not in the diagnosis or is undefined, or has no such bucket.
    """
    dataset = diagnosis.dataset
    gold = dataset.gold
    chosen: NDArray[np.intp] = np.arange(len(gold), dtype=np.intp)
    by_character = False
    if attribute is not None:
        bucketed = diagnosis.attribute(attribute)
        if bucketed.buckets is None:
            raise SettingError(f"{attribute} is undefined here: it {bucketed.undefined}.")
        if bucket is not None and not 0 <= bucket < bucketed.size:
            raise SettingError(f"{attribute} has no bucket {bucket}: there are 0 to {bucketed.size - 1}.")
        by_character = bucketed.attribute.unit == "char"
        chosen = np.flatnonzero(bucketed.index == bucket if bucket is not None else bucketed.index >= 0)
    matches = {system.name: match(gold, system) for system in dataset.systems}
    return GoldUnits(
        gold=gold,
        words=frozen(np.searchsorted(gold.word_ends, chosen, side="right") if by_character else chosen),
        characters=frozen(chosen) if by_character else None,
        right={name: (m.char_hit if by_character else m.gold_hit)[chosen] for name, m in matches.items()},
        scored={name: (m.char_scored if by_character else m.gold_scored)[chosen] for name, m in matches.items()},
    )


def pieces(system: Segmentation, start: int, end: int) -> list[str]:
    """Return the words of a system that overlap the span [start, end), whole."""
    first = int(np.searchsorted(system.word_ends, start, side="right"))
    last = int(np.searchsorted(system.word_ends, end, side="left"))
    return list(system.surfaces()[first : last + 1])
