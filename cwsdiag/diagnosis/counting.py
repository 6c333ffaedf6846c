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

    from numpy.typing import NDArray

    from cwsdiag.attributes import Attribute, Context
    from cwsdiag.attributes.base import Unit, Values
    from cwsdiag.buckets import Buckets
    from cwsdiag.text import Segmentation


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
    values: Values
    index: NDArray[np.intp]
    undefined: str

    @property
    def size(self) -> int:
        """Number of buckets, 0 where undefined."""
        return 0 if self.buckets is None else len(self.buckets)

    def assign(self, context: Context) -> NDArray[np.intp]:
        """Return the bucket of every unit of a system; only where the attribute is defined."""
        if self.buckets is None:
            raise ValueError(f"{self.attribute.key} is undefined: it {self.undefined}")
        return self.buckets.assign(self.attribute.values(context))

    @cached_property
    def gold(self) -> NDArray[np.int64]:
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

    gold: NDArray[np.int32]
    system: NDArray[np.int32]
    matched: NDArray[np.int32]

    def holds(self) -> NDArray[np.bool_]:
        """Return for each sentence × column whether a gold or system unit is in it."""
        return (self.gold > 0) | (self.system > 0)

    def f1(self) -> NDArray[np.float64]:
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
        return BucketedAttribute(attribute, None, np.empty(0), np.empty(0, dtype=np.intp), reason)
    values = attribute.values(gold)
    buckets = bucketing.cut(values, how, integer=attribute.integer)
    return BucketedAttribute(attribute, buckets, frozen(values), frozen(buckets.assign(values)), "")


@dataclass(frozen=True, eq=False)
class _Units:
    """The units of gold and of a system, words or characters: in which sentence, whether compared, whether hit."""

    gold_sentences: NDArray[np.int32]
    system_sentences: NDArray[np.int32]
    gold_scored: NDArray[np.bool_]
    system_scored: NDArray[np.bool_]
    gold_hit: NDArray[np.bool_]
    system_hit: NDArray[np.bool_]
    sentences: int

    def tallies(self, gold: NDArray[np.intp], system: NDArray[np.intp], size: int) -> tuple[NDArray[np.int32], ...]:
        """Count gold, system and matched units for each sentence × bucket, given their bucket indices."""
        return (
            self._tally(self.gold_sentences, gold, self.gold_scored, size),
            self._tally(self.system_sentences, system, self.system_scored, size),
            self._tally(self.gold_sentences, gold, self.gold_hit, size),
        )

    def _tally(
        self, sentences: NDArray[np.int32], index: NDArray[np.intp], counted: NDArray[np.bool_], size: int
    ) -> NDArray[np.int32]:
        wanted = counted & (index >= 0)  # units whose value is NaN are in no bucket
        cells = sentences[wanted].astype(np.intp) * size + index[wanted]
        return np.bincount(cells, minlength=self.sentences * size).reshape(self.sentences, size).astype(np.int32)


def holds_gold(prepared: Sequence[BucketedAttribute], gold: Segmentation) -> NDArray[np.bool_]:
    """Return for each sentence × column whether a unit of the whole gold text is in it.

    Args:
        prepared: attributes, cut on gold.
        gold: the reference.

    Returns:
        The columns are those of ``SystemCounts``; a sentence without a word is in no column.
    """
    text = gold.text
    sentences = {"word": gold.sentence_ids, "char": gold.char_sentences}
    widths = [bucketed.size for bucketed in prepared]
    held = np.zeros((len(text.sentence_ends), 1 + sum(widths)), dtype=np.bool_)
    held[gold.sentence_ids, 0] = True
    for bucketed, first in zip(prepared, np.cumsum([1, *widths]).tolist(), strict=False):
        placed = bucketed.index >= 0  # units whose value is NaN are in no bucket
        if bucketed.buckets is not None:
            held[sentences[bucketed.attribute.unit][placed], first + bucketed.index[placed]] = True
    return held


def count(
    prepared: Sequence[BucketedAttribute], gold: Context, system: Context, beside: Segmentation | None = None
) -> SystemCounts:
    """Count gold, system and matched units for each sentence × column.

    Args:
        prepared: attributes, cut on gold.
        gold: the reference.
        system: what is counted against it.
        beside: another system. What it leaves out for differing characters is left out here too, so that both are
            counted over the gold words that are compared for both (METHODS 11).

    Raises:
        SettingError: an attribute gives a matched unit different values on both sides.
    """
    kinds = _units(gold.segmentation, system.segmentation, beside)
    words = kinds["word"]
    everything = (np.zeros(len(words.gold_hit), dtype=np.intp), np.zeros(len(words.system_hit), dtype=np.intp))
    parts = [words.tallies(*everything, 1)]
    for bucketed in prepared:
        if bucketed.buckets is None:
            continue
        units = kinds[bucketed.attribute.unit]
        index = bucketed.assign(system)
        if not np.array_equal(bucketed.index[units.gold_hit], index[units.system_hit]):
            raise SettingError(
                f"attribute {bucketed.attribute.key!r} puts a matched {bucketed.attribute.unit} into different buckets "
                f"for gold and for {system.segmentation.name}: compute it from the {bucketed.attribute.unit} and its "
                "gold sentence alone."
            )
        parts.append(units.tallies(bucketed.index, index, bucketed.size))
    return SystemCounts(*(frozen(np.concatenate(columns, axis=1)) for columns in zip(*parts, strict=True)))


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
