"""Counts over sentences × buckets: the one thing that scores, intervals and diagnoses are made from (METHODS 3, 4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag import buckets as bucketing
from cwsdiag import scores
from cwsdiag.matching import match
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cwsdiag.attributes import Attribute, Context
    from cwsdiag.attributes.base import Values
    from cwsdiag.buckets import Buckets


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

    def f1(self) -> NDArray[np.float64]:
        """Return F1 of each column over all sentences."""
        gold, system, matched = (c.sum(axis=0) for c in (self.gold, self.system, self.matched))
        return scores.f1(gold=gold, system=system, matched=matched)


def bucket(attribute: Attribute, gold: Context, how: str) -> BucketedAttribute:
    """Cut an attribute on gold, in the notation of ``cwsdiag.buckets``."""
    reason = attribute.undefined_because(gold.training_or_none)
    if reason is not None:
        return BucketedAttribute(attribute, None, np.empty(0), np.empty(0, dtype=np.intp), reason)
    values = attribute.values(gold)
    buckets = bucketing.cut(values, how, integer=attribute.integer)
    return BucketedAttribute(attribute, buckets, frozen(values), frozen(buckets.assign(values)), "")


@dataclass(frozen=True, eq=False)
class _Side:
    """One side of a comparison: where its units lie, which are counted, and how they are bucketed."""

    sentences: NDArray[np.int32]
    counted: NDArray[np.bool_]

    def tally(self, index: NDArray[np.intp], size: int, sentences: int) -> NDArray[np.int32]:
        """Count units for each sentence × bucket; units without a bucket (NaN) are in none."""
        wanted = self.counted & (index >= 0)
        cells = self.sentences[wanted].astype(np.intp) * size + index[wanted]
        return np.bincount(cells, minlength=sentences * size).reshape(sentences, size).astype(np.int32)


def count(
    prepared: Sequence[BucketedAttribute], gold: Context, system: Context, shared_gold: NDArray[np.int32] | None
) -> SystemCounts:
    """Count gold, system and matched units for each sentence × column; ``shared_gold`` saves counting gold again."""
    reference, segmentation = gold.segmentation, system.segmentation
    text = reference.text
    found = match(reference, segmentation)
    char_sentences = text.sentences_at(np.arange(len(text.chars)))
    sides = {
        "word": (
            _Side(reference.sentence_ids, found.gold_scored),
            _Side(segmentation.sentence_ids, found.system_scored),
            _Side(reference.sentence_ids, found.gold_hit),
        ),
        "char": (
            _Side(char_sentences, found.char_scored),
            _Side(char_sentences, found.char_scored),
            _Side(char_sentences, found.char_hit),
        ),
    }
    everything = [np.zeros(len(words), dtype=np.intp) for words in (reference, segmentation)]
    columns = [("word", everything[0], everything[1], 1)]
    for bucketed in prepared:
        if bucketed.buckets is not None:
            system_index = bucketed.buckets.assign(bucketed.attribute.values(system))
            columns.append((bucketed.attribute.unit, bucketed.index, system_index, bucketed.size))
    tallies: tuple[list[NDArray[np.int32]], ...] = ([], [], [])
    for unit, gold_index, system_index, size in columns:
        for part, side, index in zip(tallies, sides[unit], (gold_index, system_index, gold_index), strict=True):
            if part is not tallies[0] or shared_gold is None:
                part.append(side.tally(index, size, len(text.sentence_ends)))
    gold_counts = _joined(tallies[0]) if shared_gold is None else shared_gold
    return SystemCounts(gold_counts, _joined(tallies[1]), _joined(tallies[2]))


def _joined(parts: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    joined: NDArray[np.int32] = frozen(np.concatenate(parts, axis=1))
    return joined
