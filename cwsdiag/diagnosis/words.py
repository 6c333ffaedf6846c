"""The words behind a number: which gold words lie in a bucket, and what each system made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cwsdiag.attributes.base import Unit
from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.counting import BucketedAttribute
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.text import Bools, Places, Segmentation, frozen

# An attribute's key and the index of one of its buckets.
Condition = tuple[str, int]


@dataclass(frozen=True)
class Missed:
    """A condition: words that a system misses, of one kind of error where it is named (METHODS 12).

    Attributes:
        system: name of the system.
        shape, cause: one of ``SHAPES`` and of ``CAUSES`` in ``error_kinds``; None for any.
    """

    system: str
    shape: str | None = None
    cause: str | None = None


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
    words: Places
    characters: Places | None
    right: Mapping[str, Bools]
    scored: Mapping[str, Bools]

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.words)

    @property
    def unit(self) -> Unit:
        """What they are."""
        return "word" if self.characters is None else "char"

    @property
    def places(self) -> Places:
        """Index of each among all gold words, or all characters."""
        return self.words if self.characters is None else self.characters

    def wrong(self, name: str) -> Bools:
        """Return for each unit whether a system was compared there and got it wrong."""
        return self.scored[name] & ~self.right[name]

    @property
    def wrong_anywhere(self) -> Bools:
        """For each unit whether at least one system that was compared there got it wrong."""
        wrong: Bools = np.logical_or.reduce([np.zeros(len(self), dtype=np.bool_), *map(self.wrong, self.right)])
        return wrong

    def take(self, chosen: Places | Bools) -> GoldUnits:
        """Return some of the units."""
        return GoldUnits(
            gold=self.gold,
            words=self.words[chosen],
            characters=None if self.characters is None else self.characters[chosen],
            right={name: right[chosen] for name, right in self.right.items()},
            scored={name: scored[chosen] for name, scored in self.scored.items()},
        )


def gold_units(diagnosis: Diagnosis, unit: Unit = "word") -> GoldUnits:
    """Return all gold words of a diagnosis, or all gold characters."""
    dataset = diagnosis.dataset
    gold = dataset.gold
    words: Places = np.arange(len(gold), dtype=np.intp)
    by_character = unit == "char"
    matches = {system.name: match(gold, system) for system in dataset.systems}
    return GoldUnits(
        gold=gold,
        words=frozen(np.repeat(words, gold.word_lengths) if by_character else words),
        characters=frozen(np.arange(len(gold.text.chars), dtype=np.intp)) if by_character else None,
        right={name: m.char_hit if by_character else m.gold_hit for name, m in matches.items()},
        scored={name: m.char_scored if by_character else m.gold_scored for name, m in matches.items()},
    )


def units_in(
    diagnosis: Diagnosis,
    attribute: str | None = None,
    bucket: int | None = None,
    *,
    missed: Missed | None = None,
) -> GoldUnits:
    """Return the gold units of an attribute's bucket; of all its buckets, or all gold words, where not named.

    Args:
        diagnosis: what knows the attributes and their buckets.
        attribute: key; a character attribute gives characters.
        bucket: index of one of its buckets.
        missed: errors that the words must be, or the words of the characters.

    Raises:
        SettingError: an attribute is not in the diagnosis or is undefined, or has no such bucket; there is no such
            system, shape or cause, or a cause is asked for without training data.
    """
    unit, chosen = choice(diagnosis, attribute, bucket, missed=missed)
    return gold_units(diagnosis, unit).take(chosen)


def choice(
    diagnosis: Diagnosis,
    attribute: str | None,
    bucket: int | None,
    *,
    where: Sequence[Condition] = (),
    missed: Missed | None = None,
) -> tuple[Unit, Places]:
    """Return of which units ``units_in`` chooses, and which of all of them, as rising indices.

    The words, or the words of the characters, must meet further conditions; see ``meeting``.
    """
    gold = diagnosis.dataset.gold
    if attribute is None:
        return "word", np.flatnonzero(meeting(diagnosis, where, missed))
    bucketed = bucketed_by(diagnosis, attribute, bucket)
    chosen = bucketed.index == bucket if bucket is not None else bucketed.index >= 0
    unit = bucketed.attribute.unit
    if where or missed is not None:
        met = meeting(diagnosis, where, missed)
        chosen = chosen & (np.repeat(met, gold.word_lengths) if unit == "char" else met)
    return unit, np.flatnonzero(chosen)


def meeting(diagnosis: Diagnosis, where: Sequence[Condition], missed: Missed | None = None) -> Bools:
    """Return for each gold word whether it meets all conditions, and is an error of this kind where one is named.

    A word meets a bucket of a character attribute when at least one of its characters lies in it.

    Raises:
        SettingError: as for ``units_in``.
    """
    gold = diagnosis.dataset.gold
    met = np.ones(len(gold), dtype=np.bool_)
    for key, bucket in where:
        bucketed = bucketed_by(diagnosis, key, bucket)
        inside = bucketed.index == bucket
        if bucketed.attribute.unit == "char" and len(gold):
            inside = np.logical_or.reduceat(inside, gold.word_starts)
        met &= inside
    if missed is not None:
        met &= diagnosis.error_kinds(missed.system).chosen(missed.shape, missed.cause)
    return met


def bucketed_by(diagnosis: Diagnosis, key: str, bucket: int | None) -> BucketedAttribute:
    """Return an attribute that is defined and has this bucket.

    Args:
        diagnosis: what knows the attributes and their buckets.
        key: of the attribute.
        bucket: index of one of its buckets; None for no matter which.

    Raises:
        SettingError: the attribute is not in the diagnosis or is undefined, or has no such bucket.
    """
    bucketed = diagnosis.attribute(key)
    if bucketed.buckets is None:
        raise SettingError(lazy("{key} is undefined here: it {reason}.", key=key, reason=bucketed.undefined))
    if bucket is not None and not 0 <= bucket < bucketed.size:
        raise SettingError(
            lazy("{key} has no bucket {bucket}: there are 0 to {last}.", key=key, bucket=bucket, last=bucketed.size - 1)
        )
    return bucketed


def pieces(system: Segmentation, start: int, end: int) -> list[str]:
    """Return the words of a system that overlap the span [start, end), whole."""
    first, last = overlapping(system, start, end)
    return system.words_at(first, last)


def overlapping(segmentation: Segmentation, start: int, end: int) -> tuple[int, int]:
    """Return which words overlap the span [start, end): the index of the first, and of the one after the last."""
    # As int32: any other kind of number makes numpy copy all the ends first.
    first = int(np.searchsorted(segmentation.word_ends, np.int32(start), side="right"))
    return first, int(np.searchsorted(segmentation.word_ends, np.int32(end), side="left")) + 1


def spans(segmentation: Segmentation, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans of the words that overlap the span [start, end), whole."""
    first, last = overlapping(segmentation, start, end)
    starts, ends = segmentation.word_starts[first:last].tolist(), segmentation.word_ends[first:last].tolist()
    return list(zip(starts, ends, strict=True))
