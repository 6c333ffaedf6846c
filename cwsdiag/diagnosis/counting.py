"""Counts over sentences × buckets: the one thing that scores, intervals and diagnoses are made from (METHODS 3, 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag import buckets as bucketing
from cwsdiag import scores
from cwsdiag.arguments import text, whole
from cwsdiag.errors import SettingError
from cwsdiag.matching import match
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cwsdiag.attributes import Attribute, Context
    from cwsdiag.attributes.base import Unit
    from cwsdiag.buckets import Buckets
    from cwsdiag.text import Bools, Floats, Ints, Longs, Places, Segmentation, Shorts


@dataclass(frozen=True, eq=False)
class BucketedAttribute:
    """An attribute with the buckets that gold gave it.

    Attributes:
        attribute: the attribute.
        buckets: set on gold; None where the attribute is undefined.
        values: of every gold word (or character), float64; empty where undefined.
        index: bucket of every gold word (or character), -1 where its value is NaN; empty where undefined.
        undefined: why the attribute is undefined, empty where it is not.
    """

    attribute: Attribute
    buckets: Buckets | None
    values: Floats
    index: Shorts
    undefined: str

    @property
    def size(self) -> int:
        """Number of buckets, 0 where undefined."""
        return 0 if self.buckets is None else len(self.buckets)

    def assign(self, context: Context) -> Shorts:
        """Return the bucket of every unit of a system; only where the attribute is defined."""
        if self.buckets is None:
            raise ValueError(f"{self.attribute.key} is undefined: it {self.undefined}")
        return self.buckets.assign(self.attribute.values(context))

    @cached_property
    def gold(self) -> Longs:
        """Gold units in each bucket, int64; empty where undefined."""
        return frozen(np.bincount(self.index[self.index >= 0], minlength=self.size).astype(np.int64))

    @cached_property
    def mean(self) -> float:
        """Mean over gold units; NaN where undefined."""
        defined = self.values[~np.isnan(self.values)]
        return float(defined.mean()) if len(defined) else float("nan")


@dataclass(frozen=True, eq=False)
class SystemCounts:
    """Counts of one system for each sentence × column, int32.

    Column 0 counts all words; after it come the buckets of each attribute, see ``Diagnosis.columns``.
    """

    gold: Ints
    system: Ints
    matched: Ints

    def holds(self) -> Bools:
        """Return for each sentence × column whether a gold or system unit is in it."""
        return (self.gold > 0) | (self.system > 0)

    def f1(self) -> Floats:
        """Return F1 of each column over all sentences."""
        gold, system, matched = (c.sum(axis=0) for c in (self.gold, self.system, self.matched))
        return scores.f1(gold=gold, system=system, matched=matched)


def ways_of(
    attributes: Sequence[Attribute], buckets: int | str | Mapping[str, str] | None, also_known: Collection[str]
) -> dict[str, str]:
    """Return the way of cutting of each attribute, in the notation of ``cwsdiag.buckets``.

    Args:
        attributes: those to be cut.
        buckets: a number for that many of equal count, or a notation, for all or by key for some; each one's own
            where it says nothing.
        also_known: keys that ``buckets`` may speak of to no effect: of attributes that are not there this time.

    Raises:
        SettingError: ``buckets`` is not understood, or speaks of another key.
    """
    own = {attribute.key: attribute.buckets for attribute in attributes}
    if buckets is None:
        return own
    if isinstance(buckets, Mapping):
        pairs = {text("a key of buckets", key): text(f"buckets[{key!r}]", way) for key, way in buckets.items()}
        buckets = ";".join(f"{key}={way}" for key, way in pairs.items())
    elif not isinstance(buckets, str):
        buckets = f"equal:{whole('buckets', buckets, bucketing.NUMBERS)}"
    if not buckets:
        return own
    asked = bucketing.ways(buckets, [*own, *(key for key in also_known if key not in own)])
    return {key: asked.get(key, way) for key, way in own.items()}


def bucket(attribute: Attribute, gold: Context, how: str) -> BucketedAttribute:
    """Cut an attribute on gold, in the notation of ``cwsdiag.buckets``."""
    reason = attribute.undefined_because(gold.training_or_none, gold.difficulty_or_none)
    if reason is not None:
        return BucketedAttribute(attribute, None, np.empty(0), np.empty(0, dtype=np.int16), reason)
    values = attribute.values(gold)
    buckets = bucketing.cut(values, how, integer=attribute.integer)
    return BucketedAttribute(attribute, buckets, frozen(values), frozen(buckets.assign(values)), "")


@dataclass(frozen=True, eq=False)
class _Units:
    """The units of gold and of a system, words or characters: in which sentence, whether compared, whether hit."""

    gold_sentences: Ints
    system_sentences: Ints
    gold_scored: Bools
    system_scored: Bools
    gold_hit: Bools
    system_hit: Bools
    sentences: int

    @cached_property
    def _missed(self) -> Places:
        """Which gold units are compared and not matched."""
        return np.flatnonzero(self.gold_scored & ~self.gold_hit)

    @cached_property
    def _wrong(self) -> Places:
        """Which system units are compared and not matched."""
        return np.flatnonzero(self.system_scored & ~self.system_hit)

    def alike(self, gold: Shorts, system: Shorts) -> bool:
        """Tell whether each matched unit has one bucket on both sides, given the bucket indices."""
        return np.array_equal(gold[self.gold_hit], system[self.system_hit])

    def tallies(self, gold: Shorts, system: Shorts, size: int, whole: Ints | None) -> tuple[Ints, ...]:
        """Count gold, system and matched units for each sentence × bucket, given their bucket indices.

        Matched units are in the same sentence and bucket on both sides, so that only what is not matched, a small part
        of most texts, is counted for each system.

        Args:
            gold: of gold units.
            system: of system units; ``alike``.
            size: how many buckets there are.
            whole: how many gold units there are, where that is known and all are compared.
        """
        if whole is None:
            scored = np.flatnonzero(self.gold_scored)
            whole = _tally(self.gold_sentences[scored], gold[scored], (self.sentences, size))
        missed, wrong = self._missed, self._wrong
        matched = whole - _tally(self.gold_sentences[missed], gold[missed], whole.shape)
        return whole, matched + _tally(self.system_sentences[wrong], system[wrong], whole.shape), matched


def _tally(sentences: Ints, index: Shorts, shape: tuple[int, ...]) -> Ints:
    """Count units for each sentence × bucket."""
    wanted = index >= 0  # units whose value is NaN are in no bucket
    cells = sentences[wanted].astype(np.intp) * shape[1] + index[wanted]
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int32)


def gold_counts(prepared: Sequence[BucketedAttribute], gold: Segmentation) -> Ints:
    """Return how many units of the whole gold text are in each sentence × column, read-only.

    Args:
        prepared: attributes, cut on gold.
        gold: the reference.

    Returns:
        The columns are those of ``SystemCounts``.
    """
    of_unit = {"word": gold.sentence_ids, "char": gold.char_sentences}
    indices = [(gold.sentence_ids, np.zeros(len(gold), dtype=np.int16), 1)]
    indices += [(of_unit[one.attribute.unit], one.index, one.size) for one in prepared if one.buckets is not None]
    sentences = len(gold.text.sentence_ends)
    found = np.empty((sentences, sum(size for _, _, size in indices)), dtype=np.int32)
    first = 0
    for of_units, index, size in indices:
        found[:, first : first + size] = _tally(of_units, index, (sentences, size))
        first += size
    return frozen(found)


def holds_gold(prepared: Sequence[BucketedAttribute], gold: Segmentation) -> Bools:
    """Return for each sentence × column whether a unit of the whole gold text is in it; see ``gold_counts``."""
    return gold_counts(prepared, gold) > 0


def count(
    prepared: Sequence[BucketedAttribute],
    gold: Context,
    system: Context,
    beside: Segmentation | None = None,
    whole: Ints | None = None,
) -> SystemCounts:
    """Count gold, system and matched units for each sentence × column.

    Args:
        prepared: attributes, cut on gold.
        gold: the reference.
        system: what is counted against it.
        beside: another system. What it leaves out for differing characters is left out here too, so that both are
            counted over the gold words that are compared for both (METHODS 11).
        whole: what ``gold_counts`` says, where several systems are counted: those for which all of gold is compared
            share it.

    Raises:
        SettingError: an attribute gives a matched unit different values on both sides.
    """
    kinds = _units(gold.segmentation, system.segmentation, beside)
    words = kinds["word"]
    if whole is None or not words.gold_scored.all():
        whole = None
    everything = (np.zeros(len(words.gold_hit), dtype=np.int16), np.zeros(len(words.system_hit), dtype=np.int16))
    parts = [words.tallies(*everything, 1, None if whole is None else whole[:, :1])]
    first = 1
    for bucketed in prepared:
        if bucketed.buckets is None:
            continue
        units = kinds[bucketed.attribute.unit]
        index = bucketed.assign(system)
        if not units.alike(bucketed.index, index):
            raise SettingError(
                f"attribute {bucketed.attribute.key!r} puts a matched {bucketed.attribute.unit} into different buckets "
                f"for gold and for {system.segmentation.name}: compute it from the {bucketed.attribute.unit} and its "
                "gold sentence alone."
            )
        columns = None if whole is None else whole[:, first : first + bucketed.size]
        parts.append(units.tallies(bucketed.index, index, bucketed.size, columns))
        first += bucketed.size
    golds, systems, matched = zip(*parts, strict=True)
    return SystemCounts(
        frozen(np.concatenate(golds, axis=1)) if whole is None else whole,
        *(frozen(np.concatenate(columns, axis=1)) for columns in (systems, matched)),
    )


def _units(gold: Segmentation, system: Segmentation, beside: Segmentation | None) -> dict[Unit, _Units]:
    found = match(gold, system, beside=beside)
    sentences = len(gold.text.sentence_ends)
    return {
        "word": _Units(
            gold.sentence_ids,
            system.sentence_ids,
            found.gold_scored,
            found.system_scored,
            found.gold_hit,
            found.system_hit,
            sentences,
        ),
        "char": _Units(
            gold.char_sentences,
            system.char_sentences,
            found.char_scored,
            found.system_char_scored,
            found.char_hit,
            found.system_char_hit,
            sentences,
        ),
    }
