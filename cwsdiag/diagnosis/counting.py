"""Counts over sentences × buckets, from which scores, intervals, costs and diagnoses are made (METHODS 3, 4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cwsdiag import buckets as bucketing
from cwsdiag import scores
from cwsdiag.arguments import whole
from cwsdiag.attributes import Attribute, Context
from cwsdiag.attributes.base import CATEGORIES, SLICE, NamedConditions, Unit
from cwsdiag.attributes.numeric import MISSED
from cwsdiag.buckets import Buckets, label_key
from cwsdiag.errors import SettingError, brief
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.text import Bools, Categories, Counts, Floats, Ints, Longs, Places, Segmentation, Shorts, frozen


@dataclass(frozen=True, eq=False)
class BucketedAttribute:
    """An attribute with the buckets that gold gave it.

    Attributes:
        attribute: the attribute.
        buckets: set on gold; None where the attribute is undefined.
        values: of every gold word (or character), float64; empty where undefined.
        index: bucket of every gold word (or character), -1 where its value is NaN; empty where undefined.
        undefined: why the attribute is undefined, empty where it is not.
        names: of categories, which values are places in; empty for other attributes.
    """

    attribute: Attribute
    buckets: Buckets | None
    values: Floats
    index: Shorts
    undefined: str
    names: Sequence[str] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the buckets, none where undefined."""
        return () if self.buckets is None else self.buckets.labels

    @property
    def size(self) -> int:
        """Number of buckets, 0 where undefined."""
        return len(self.labels)

    @property
    def apart(self) -> bool:
        """Whether what it finds are no findings: hard words are wrong by definition."""
        return "difficulty" in self.attribute.needs or self.attribute.key == MISSED.key

    def buckets_of(self, context: Context) -> Shorts:
        """Return the bucket of every word (or character) of a system, -1 where its value is NaN; empty if undefined."""
        return self.index[:0] if self.buckets is None else self.buckets.assign(self.attribute.values(context))

    @cached_property
    def gold(self) -> Longs:
        """Gold units in each bucket, int64; empty where undefined."""
        return frozen(np.bincount(self.index[self.index >= 0], minlength=self.size).astype(np.int64))

    @cached_property
    def mean(self) -> float:
        """Mean over gold units; NaN where undefined, and of categories."""
        if self.attribute.categorical:
            return float("nan")
        defined = self.values[~np.isnan(self.values)]
        return float(defined.mean()) if len(defined) else float("nan")


class SystemCounts(NamedTuple):
    """Counts of gold, system and matched units of one system for each sentence × column, int32.

    Column 0 counts all words; after it come the buckets of each attribute, see ``Diagnosis.columns``.
    """

    gold: Ints
    system: Ints
    matched: Ints

    def holds(self) -> Bools:
        """Return for each sentence × column whether a gold or system unit is in it."""
        return (self.gold > 0) | (self.system > 0)

    def sums(self) -> tuple[Longs, Longs, Longs]:
        """Return the counts of each column over all sentences."""
        return self.gold.sum(axis=0), self.system.sum(axis=0), self.matched.sum(axis=0)

    def f1(self) -> Floats:
        """Return F1 of each column over all sentences."""
        gold, system, matched = self.sums()
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
    if isinstance(buckets, Mapping):
        buckets = ";".join(f"{key}={way}" for key, way in buckets.items())
    elif buckets is not None and not isinstance(buckets, str):
        buckets = f"equal:{whole('buckets', buckets, bucketing.NUMBERS)}"
    if not buckets:
        return own
    fixed = [attribute.key for attribute in attributes if attribute.categorical]
    asked = bucketing.ways(buckets, dict.fromkeys([*own, *also_known]), fixed)
    return {key: asked.get(key, way) for key, way in own.items()}


def bucket(attribute: Attribute, gold: Context, how: str, categories: Sequence[str] | None = None) -> BucketedAttribute:
    """Cut an attribute on gold, in the notation of ``cwsdiag.buckets``, or give it a bucket for each category.

    Args:
        attribute: the attribute.
        gold: the reference.
        how: the way of cutting.
        categories: all there are, in their order, where several datasets share the buckets.
    """
    reason = attribute.undefined_because(gold.training_or_none, gold.difficulty_or_none, gold.segmentation.pos)
    if reason is not None:
        return _undefined(attribute, reason)
    values = attribute.values(gold)
    names: Sequence[str] = ()
    if attribute.categorical:
        names = gold.categories(attribute).names
        buckets = bucketing.by_category(values, names, categories)
    else:
        buckets = bucketing.cut(values, how, integer=attribute.integer)
    return BucketedAttribute(attribute, buckets, frozen(values), frozen(buckets.assign(values)), "", names)


def _undefined(attribute: Attribute, reason: str) -> BucketedAttribute:
    return BucketedAttribute(attribute, None, np.empty(0), np.empty(0, dtype=np.int16), reason)


def bucket_slice(
    attribute: Attribute, where: NamedConditions, gold: Context, cut: Callable[[str], Iterable[BucketedAttribute]]
) -> BucketedAttribute:
    """Give a slice that a project names its one bucket: the words that are in all buckets of its conditions.

    Args:
        attribute: of the slice.
        where: the key of an attribute and the label of a bucket, for each condition.
        gold: the reference.
        cut: gives an attribute as it is cut, in one way and another: the first that has the bucket counts. Nothing
            where there is no such attribute.

    Raises:
        SettingError: an attribute has no such bucket.
    """
    conditions = []
    for key, label in where:
        undefined: str = lazy("needs {key}, which this dataset does not have", key=key)
        known: list[str] = []
        for one in cut(key):
            undefined, known = one.undefined, known or [*one.labels]
            keys = list(map(label_key, one.labels))
            if label_key(label) in keys:
                conditions.append((one, keys.index(label_key(label))))
                break
        else:
            if undefined:
                return _undefined(attribute, undefined)
            raise SettingError(
                lazy(
                    "slice {name!r}: {key} has no bucket {label!r}. It has: {known}.",
                    name=attribute.label,
                    key=key,
                    label=brief(label),
                    known="; ".join(known),
                )
            )

    def compute(context: Context) -> Categories:
        met = np.ones(len(context.segmentation), dtype=np.bool_)
        for one, place in conditions:
            met &= one.buckets_of(context) == place
        return Categories((attribute.label,), frozen(np.where(met, 0, -1).astype(np.int32)))

    return bucket(replace(attribute, compute=compute), gold, CATEGORIES, [attribute.label])


def tally(sentences: Ints, index: Ints | Shorts, shape: tuple[int, ...]) -> Ints:
    """Count units for each sentence × bucket; those of index -1 nowhere."""
    wanted = index >= 0  # units whose value is NaN are in no bucket
    cells = sentences[wanted].astype(np.intp) * shape[1] + index[wanted]
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int32)


def by_sentence(*chosen: tuple[Segmentation, Bools]) -> Counts:
    """Return how many chosen words of segmentations of one text are in each sentence, of shape (sentences, choices)."""
    sentences = len(chosen[0][0].text.sentence_ends)
    return np.stack([np.bincount(cut.sentence_ids[words], minlength=sentences) for cut, words in chosen], axis=1)


def f1_counts(matching: Match, *, punctuation: bool = True) -> Counts:
    """Return what F1 is made from in each sentence: twice the matched words, and gold and system words together.

    Args:
        matching: gold and system.
        punctuation: whether that counts, too.
    """
    sides = (
        (matching.gold, matching.gold_hit),
        (matching.gold, matching.gold_scored),
        (matching.system, matching.system_scored),
    )
    chosen = ((cut, words if punctuation else words & ~cut.punctuation) for cut, words in sides)
    matched, gold, system = by_sentence(*chosen).T
    return np.stack([2 * matched, gold + system], axis=1)


def gold_counts(prepared: Sequence[BucketedAttribute], gold: Segmentation) -> Ints:
    """Return how many units of the whole gold text are in each sentence × column of ``SystemCounts``, read-only.

    Args:
        prepared: attributes, cut on gold.
        gold: the reference.
    """
    sentences = len(gold.text.sentence_ends)
    tallies = [tally(gold.sentence_ids, np.zeros(len(gold), dtype=np.int16), (sentences, 1))]
    for one in prepared:
        if one.buckets is not None:
            of_units = gold.sentence_ids if one.attribute.unit == "word" else gold.char_sentences
            tallies.append(tally(of_units, one.index, (sentences, one.size)))
    return frozen(np.concatenate(tallies, axis=1))


def count(
    prepared: Sequence[BucketedAttribute],
    system: Context,
    beside: Sequence[Segmentation] = (),
    whole: Ints | None = None,
) -> SystemCounts:
    """Count gold, system and matched units for each sentence × column.

    Matched units are in the same sentence and bucket on both sides, so that only what is not matched, a small part of
    most texts, is counted for each system.

    Args:
        prepared: attributes, cut on gold.
        system: what is counted, with the gold that it is counted against.
        beside: other systems. What they leave out for differing characters is left out here too, so that all are
            counted over the gold words that are compared for all (METHODS 11).
        whole: ``gold_counts``, where several systems are counted: those for which all of gold is compared share it.

    Raises:
        SettingError: an attribute gives a matched unit different values on both sides.
    """
    ours, theirs = system.gold.segmentation, system.segmentation
    matching = match(ours, theirs, beside=beside)
    if not matching.gold_scored.all():
        whole = None
    columns: list[tuple[str, Unit, Shorts, Shorts, int]] = [
        ("", "word", np.zeros(len(ours), dtype=np.int16), np.zeros(len(theirs), dtype=np.int16), 1),
        *(
            (one.attribute.key, one.attribute.unit, one.index, one.buckets_of(system), one.size)
            for one in prepared
            if one.buckets is not None
        ),
    ]
    units = {unit: units_of(matching, unit) for unit in {column[1] for column in columns}}
    parts: list[SystemCounts] = []
    first = 0
    for key, unit, index, system_index, size in columns:
        here = units[unit]
        if not np.array_equal(index[here.hit], system_index[here.system_hit]):
            raise SettingError(
                f"attribute {key!r} puts a matched {unit} into different buckets for gold and for {theirs.name}: "
                f"compute it from the {unit} and its gold sentence alone."
            )
        known = None if whole is None else whole[:, first : first + size]
        parts.append(here.counts(index, system_index, (len(ours.text.sentence_ends), size), known))
        first += size
    golds, *others = (np.concatenate(arrays, axis=1) for arrays in zip(*parts, strict=True))
    return SystemCounts(frozen(golds) if whole is None else whole, *map(frozen, others))


class Units(NamedTuple):
    """Words or characters of gold and of a system: their sentences, which are compared, hit, missed and wrong."""

    gold_in: Ints
    system_in: Ints
    scored: Bools
    hit: Bools
    system_hit: Bools
    missed: Places
    wrong: Places

    def counts(
        self, index: Ints | Shorts, system_index: Ints | Shorts, shape: tuple[int, int], known: Ints | None = None
    ) -> SystemCounts:
        """Count units by sentence and bucket.

        Args:
            index: bucket of each gold unit, -1 for none.
            system_index: of each of the system's.
            shape: how many sentences and buckets there are.
            known: how many of the gold units that are compared are in each of them, where that is known.
        """
        gold = tally(self.gold_in[self.scored], index[self.scored], shape) if known is None else known
        matched = gold - tally(self.gold_in[self.missed], index[self.missed], shape)
        wrong = tally(self.system_in[self.wrong], system_index[self.wrong], shape)
        return SystemCounts(gold, matched + wrong, matched)


def units_of(matching: Match, unit: Unit) -> Units:
    """Return the words, or characters, of a match."""
    gold, system = matching.gold, matching.system
    if unit == "word":
        sentences, scored, hit = (gold.sentence_ids, system.sentence_ids), matching.gold_scored, matching.gold_hit
        system_scored, system_hit = matching.system_scored, matching.system_hit
    else:
        sentences, scored, hit = (gold.char_sentences, system.char_sentences), matching.char_scored, matching.char_hit
        system_scored, system_hit = matching.system_char_scored, matching.system_char_hit
    missed, wrong = np.flatnonzero(scored & ~hit), np.flatnonzero(system_scored & ~system_hit)
    return Units(*sentences, scored, hit, system_hit, missed, wrong)


def costs(
    attributes: Sequence[BucketedAttribute], gold: Counts | Floats, system: Counts | Floats, matched: Counts | Floats
) -> Floats:
    """Return the cost of each bucket: what F1 over everything would gain if the bucket were as good as the others.

    (gold + system units of the bucket) / (those of the text) × (F1 of the other buckets of its attribute, taken
    together − F1 of the bucket), as a fraction of 1; below 0 where the bucket is better than the others. Buckets of
    characters cost in F1 of characters. Buckets of different attributes hold the same words: their costs do not add up.

    Args:
        attributes: as ``count`` got them.
        gold: gold units, of shape (…, columns), the columns those of ``SystemCounts``.
        system: system units, of the same shape.
        matched: those matched.

    Returns:
        Of the same shape; NaN in column 0, where F1 of the bucket is undefined, and where that of the others is.
    """
    part, whole = 2 * np.asarray(matched, dtype=np.float64), np.asarray(gold, dtype=np.float64) + system
    by_bucket = np.full(whole.shape, np.nan)
    stop = 1
    for bucketed in attributes:
        columns = slice(stop, stop := stop + bucketed.size)
        parts, wholes = part[..., columns], whole[..., columns]
        all_parts, all_wholes = parts.sum(axis=-1, keepdims=True), wholes.sum(axis=-1, keepdims=True)
        if bucketed.attribute.key.startswith(SLICE):  # all words outside of it are the others
            all_parts, all_wholes = part[..., :1], whole[..., :1]
        text = whole[..., :1] if bucketed.attribute.unit == "word" else all_wholes
        behind = scores.ratio(all_parts - parts, all_wholes - wholes) - scores.ratio(parts, wholes)
        by_bucket[..., columns] = scores.ratio(wholes, text) * behind
    return by_bucket
