"""Where a system fails, and where the better of two loses (METHODS 4).

``diagnose`` cuts attributes on gold and counts every system once, over sentences × buckets; scores, intervals and both
diagnoses are read from those counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from cwsdiag import scores
from cwsdiag.arguments import bounds, texts, whole
from cwsdiag.attributes import Context, available, select
from cwsdiag.attributes.base import SLICE
from cwsdiag.attributes.numeric import MISSED, missed_by
from cwsdiag.baselines import voters
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.counting import (
    BucketedAttribute,
    SystemCounts,
    bucket,
    bucket_slice,
    costs,
    count,
    f1_counts,
    gold_counts,
    ways_of,
)
from cwsdiag.diagnosis.error_kinds import ErrorKinds, KindCounts, count_kinds, error_kinds
from cwsdiag.errors import SettingError, brief
from cwsdiag.inference import (
    LEAST_NAMED_UNITS,
    Interval,
    Intervals,
    paired_intervals,
    percentile_intervals,
    ratio_interval,
    score_intervals,
    standard_errors,
)
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.memo import Memory, memo
from cwsdiag.progress import staged
from cwsdiag.resampling import (
    AUTO,
    BLOCKS,
    DOCUMENT,
    LEAST_BLOCKS,
    NO_DOCUMENTS,
    NOTABLE_FACTOR,
    SENTENCE,
    by_unit,
    check_settings,
    resample_sums,
    unit_starts,
)
from cwsdiag.signature import signature
from cwsdiag.swaps import TOLERANCE
from cwsdiag.text import Bools, Counts, Floats, Longs, Places, Segmentation, frozen

# Whose words have one share of the others that miss them: of a system, or of two beside each other.
MOST_BESIDE_OTHERS = 2


@dataclass(frozen=True)
class SelfDiagnosis:
    """The weakest bucket of a system under one attribute; None and NaN where no bucket is large enough.

    Attributes:
        system, attribute: what it is about.
        worst, best: bucket indices of lowest and highest F1, the lowest index on ties.
        gap: F1 of the best minus F1 of the worst bucket.
    """

    system: str
    attribute: str
    worst: int | None
    best: int | None
    gap: float


@dataclass(frozen=True)
class BucketDifference:
    """A bucket, what two systems differ by there, better − other in F1, and its paired 95 % interval.

    ``undefined_resamples`` counts the resamples that the interval leaves out because a score was undefined, ``units``
    those that resamples draw and that hold a word of the bucket, of gold or of one of the two.
    """

    bucket: int
    difference: float
    low: float
    high: float
    undefined_resamples: int
    units: int


@dataclass(frozen=True)
class AidedDiagnosis:
    """Where the better of two systems is furthest behind, and where furthest ahead, under one attribute."""

    better: str
    other: str
    attribute: str
    lowest: BucketDifference | None
    highest: BucketDifference | None


class HiddenBucket(NamedTuple):
    """A bucket that is not named, and what it has too few of: gold units, or resampling units that hold a word."""

    attribute: str
    bucket: int
    why: Literal["gold", "units"]


def extremes(differences: Floats, usable: Bools) -> tuple[int | None, int | None]:
    """Return the indices of the lowest and highest defined value among the usable, the lowest index on ties."""
    candidates = np.flatnonzero(usable & ~np.isnan(differences))
    if not len(candidates):
        return None, None
    values = differences[candidates]
    return int(candidates[values.argmin()]), int(candidates[values.argmax()])


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """The result of ``diagnose``; all of it is read from ``counts``.

    Attributes:
        dataset: what was diagnosed.
        attributes: in the order asked for, each with its buckets.
        counts: of each system, by name.
        resamples, seed: settings of the intervals.
        min_size, min_units: the fewest gold units that a bucket needs to be named, and the fewest resampling units that
            hold a word of it.
        signature: version, digests and settings, for every export; ``signed`` beside intervals and tests.
        unit: what resamples draw and swaps exchange, in the notation of ``resampling.unit_starts``; ``auto``
            where it is another for each system and pair, see ``unit_of``.
    """

    dataset: Dataset
    attributes: tuple[BucketedAttribute, ...]
    counts: Mapping[str, SystemCounts]
    resamples: int
    seed: int
    min_size: int
    signature: str
    unit: str = AUTO
    min_units: int = LEAST_NAMED_UNITS

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, in the order of the dataset."""
        return tuple(self.counts)

    def attribute(self, key: str) -> BucketedAttribute:
        """Return an attribute of this diagnosis by its key.

        Raises:
            SettingError: it was not part of the diagnosis.
        """
        for bucketed in self.attributes:
            if bucketed.attribute.key == key:
                return bucketed
        known = ", ".join(bucketed.attribute.key for bucketed in self.attributes)
        raise SettingError(
            lazy("no attribute {key!r} in this diagnosis. Available: {known}.", key=brief(key), known=known)
        )

    def columns(self, key: str) -> slice:
        """Return the columns of ``counts`` that hold the buckets of an attribute."""
        wanted = self.attribute(key)
        start = 1 + sum(before.size for before in itertools.takewhile(lambda one: one is not wanted, self.attributes))
        return slice(start, start + wanted.size)

    @cached_property
    def doubles(self) -> Mapping[int, int]:
        """Columns of ``counts`` with the words of an earlier one, of gold and of every system, and that (METHODS 11).

        Such as words that training does not have, of frequency 0 and of consistency 0. Buckets without gold words and
        those of characters are not looked at.
        """
        sums = [part for counts in self.counts.values() for part in counts.sums()]
        alike: dict[tuple[int, ...], list[int]] = {}
        doubles = {}
        for column, (key, number, _label) in enumerate(self.buckets, start=1):
            one = self.attribute(key)
            if one.gold[number] and one.attribute.unit == "word":
                earlier = alike.setdefault((int(one.gold[number]), *(int(part[column]) for part in sums)), [])
                first = next((other for other in earlier if self._same_words(column, other)), None)
                if first is None:
                    earlier.append(column)
                else:
                    doubles[column] = first
        return doubles

    @cached_property
    def buckets(self) -> list[tuple[str, int, str]]:
        """Key of the attribute, index and label of the bucket of each column of ``counts`` but the first."""
        return [
            (one.attribute.key, bucket, label) for one in self.attributes for bucket, label in enumerate(one.labels)
        ]

    @cached_property
    def same_as(self) -> Mapping[tuple[str, int], tuple[str, int]]:
        """The same as ``doubles`` by the key of the attribute and the index of the bucket."""
        return {self.buckets[column - 1][:2]: self.buckets[first - 1][:2] for column, first in self.doubles.items()}

    def _same_words(self, *columns: int) -> bool:
        """Tell whether the buckets of two columns hold the same words, of gold and of every system."""
        buckets = [(self.attribute(key), bucket) for key, bucket, _ in (self.buckets[one - 1] for one in columns)]
        if not np.array_equal(*(bucketed.index == number for bucketed, number in buckets)):
            return False
        for name in self.systems:
            own = self.context(name)
            if not np.array_equal(*(bucketed.buckets_of(own) == number for bucketed, number in buckets)):
                return False
        return True

    @cached_property
    def f1(self) -> Mapping[str, Floats]:
        """F1 of each system in each column of ``counts``."""
        return {name: frozen(counts.f1()) for name, counts in self.counts.items()}

    @cached_property
    def memory(self) -> Memory:
        """What was computed on demand."""
        return Memory()

    @memo
    def starts(self, unit: str) -> Places:
        """Return the first sentence of every unit; see ``resampling.unit_starts``."""
        documents = self.dataset.documents
        sentences = len(self.dataset.gold.text.sentence_ends)
        return frozen(unit_starts(unit, sentences, None if documents is None else documents.starts))

    @cached_property
    def overall(self) -> Diagnosis:
        """The same over all words, without buckets."""
        counts = {name: SystemCounts(*(array[:, :1] for array in one)) for name, one in self.counts.items()}
        return replace(self, attributes=(), counts=counts)

    def factor_of(self, drawn: Callable[[str], Floats]) -> float:
        """Return the standard error of a score by blocks of 25 sentences, divided by that by sentences (METHODS 11).

        Above 1, neighbouring sentences are right and wrong together, as in a run of documents, and intervals by
        sentences are too narrow by this factor. NaN with fewer than 40 blocks, and where the score does not vary over
        sentences.

        Args:
            drawn: returns the score in each resample of a unit, of shape (resamples, 1).
        """
        if len(self.starts(BLOCKS)) < LEAST_BLOCKS:
            return float("nan")
        by_blocks, by_sentences = (float(standard_errors(drawn(unit))[0]) for unit in (BLOCKS, SENTENCE))
        # A score that is the same in every sentence varies by rounding.
        return by_blocks / by_sentences if by_sentences > TOLERANCE else float("nan")

    @memo
    def block_factor(self, *systems: str) -> float:
        """Return ``factor_of`` F1 over all words of a system, or of the difference in it of two."""
        if self.attributes:
            return self.overall.block_factor(*systems)

        first, last = systems[0], systems[-1]

        def drawn(unit: str) -> Floats:
            f1 = self._resampled_f1(unit, first, last)
            return f1 if first == last else f1 - self._resampled_f1(unit, last, first)

        return self.factor_of(drawn)

    def unit_of(self, *systems: str) -> str:
        """Return what resamples draw for intervals of a system, or draw and swap for the difference of two.

        Args:
            systems: one, or two. For none what is said of all at once goes by sentences, where one system does.
        """
        if self.unit != AUTO:
            return self.unit
        of = [systems] if len(systems) == 2 else [(name,) for name in systems or self.systems]
        return self.unit_by(float(np.min([self.block_factor(*one) for one in of] or np.nan)))

    def unit_by(self, factor: float) -> str:
        """Return the unit of a score with a block factor: the one that was chosen, else what METHODS 11 says."""
        if self.unit != AUTO:
            return self.unit
        together = BLOCKS if self.dataset.documents is None else DOCUMENT
        return together if factor > NOTABLE_FACTOR else SENTENCE

    def signed(self, units: Iterable[str]) -> str:
        """Return the signature of intervals and tests that are by some units; which, where they are no sentences."""
        drawn = sorted(set(units) if self.unit == AUTO else ())
        return self.signature if drawn in ([], [SENTENCE]) else f"{self.signature} | unit:{'+'.join(drawn)}"

    @memo
    def units_holding(self, *systems: str, unit: str = "") -> Longs:
        """Return how many units hold a gold or system word of each column of ``counts``.

        Args:
            systems: whose words, beside the gold words that are compared with one of them; of the whole gold text,
                and nothing else, where none is named.
            unit: which; those of the systems where it is not said.
        """
        held = [self.counts[name].holds() for name in systems]
        held = held or [gold_counts(self.attributes, self.dataset.gold) > 0]
        return self.held_units(held, unit or self.unit_of(*systems))

    @memo
    def units_beside(self, name: str, other: str, *, unit: str) -> Longs:
        """Return how many units hold a word of each column that counts for the difference of two systems.

        Over the gold words that are compared for both, and the words of both; see ``counts_beside``.
        """
        return self.held_units([self.counts_beside(name, other).holds(), self.counts_beside(other, name).holds()], unit)

    def held_units(self, held: Sequence[Bools], unit: str) -> Longs:
        """Return in how many units anything of each column is, of arrays that say it of each sentence."""
        units = np.logical_or.reduceat(np.logical_or.reduce(held), self.starts(unit), axis=0)
        return frozen(units.sum(axis=0, dtype=np.int64))

    def nameable(self, *systems: str, unit: str = "") -> Bools:
        """Return which columns of ``counts`` may be named in what is said of some systems (METHODS 11).

        A bucket needs ``min_size`` gold units of the whole gold text, also for systems that are compared on less, and
        ``min_units`` units that hold a word of it; see ``units_holding``. All words, column 0, may always be named.
        """
        large = np.concatenate([[True], *(bucketed.gold >= self.min_size for bucketed in self.attributes)])
        spread = self.units_holding(*systems, unit=unit) >= self.min_units
        spread[0] = True
        return large & spread

    def resampled(self, counts: Sequence[Counts], unit: str) -> list[Floats]:
        """Return ``resample_sums`` of arrays of shape (sentences, columns), by a unit: the same resamples for all."""
        units = [by_unit(array, self.starts(unit)) for array in counts]
        return resample_sums(units, resamples=self.resamples, seed=self.seed)

    @memo
    def resampled_counts(self, unit: str) -> Mapping[str, tuple[Floats, Floats, Floats]]:
        """Return gold, system and matched units of each system, each of shape (resamples, columns)."""
        sums = self.resampled([*itertools.chain(*self.counts.values())], unit) if self.counts else []
        return dict(zip(self.counts, zip(sums[::3], sums[1::3], sums[2::3], strict=True), strict=True))

    @memo
    def resampled_f1(self, unit: str) -> Mapping[str, Floats]:
        """Return F1 of each system in each resample of a unit, float64 of shape (resamples, columns)."""
        return {
            name: frozen(scores.f1(gold=gold, system=system, matched=matched))
            for name, (gold, system, matched) in self.resampled_counts(unit).items()
        }

    @cached_property
    def intervals(self) -> Mapping[str, Intervals]:
        """F1 of each system with its 95 % interval, for each column of ``counts``; see ``score_intervals``."""
        return {
            name: score_intervals(self.f1[name], self.resampled_f1(self.unit_of(name))[name], self.units_holding(name))
            for name in self.systems
        }

    @cached_property
    def sentence_accuracies(self) -> Mapping[str, Interval]:
        """The share of the gold sentences without an error of each system, with its 95 % interval (METHODS 1).

        Over the sentences that are compared; from the resamples of ``intervals``, which draw units.
        """
        return self._shares(lambda one: np.stack([one.sentence_hit, one.sentence_scored], axis=1).astype(np.int32))

    @cached_property
    def f1_no_punctuation(self) -> Mapping[str, Interval]:
        """F1 of each system over the words that are no punctuation, with its 95 % interval (METHODS 1).

        From the resamples of ``intervals``, which draw units.
        """
        return self._shares(partial(f1_counts, punctuation=False))

    def _shares(self, counted: Callable[[Match], Counts]) -> dict[str, Interval]:
        """Return Σ part / Σ whole of each system, which are counted by sentence, with its interval."""
        counts = {system.name: counted(match(self.dataset.gold, system)) for system in self.dataset.systems}
        units = {name: self.unit_of(name) for name in counts}
        sums = {unit: self.resampled([*counts.values()], unit) for unit in set(units.values())}
        return {
            name: ratio_interval(by_unit(own, self.starts(units[name])), sums[units[name]][place])
            for place, (name, own) in enumerate(counts.items())
        }

    @cached_property
    def costs(self) -> Mapping[str, Intervals]:
        """Cost in F1 of each bucket with its 95 % interval, for each column of ``counts``; NaN in column 0.

        In F1 of words, for buckets of characters in F1 of characters (METHODS 11). There is no interval where fewer
        than six units hold a gold or system word of the bucket.
        """
        by_key = {}
        for name, counts in self.counts.items():
            drawn = costs(self.attributes, *self.resampled_counts(self.unit_of(name))[name])
            values = costs(self.attributes, *counts.sums())
            by_key[name] = percentile_intervals(values, drawn).held_by(self.units_holding(name))
        return by_key

    @memo
    def differences(self, better: str, other: str) -> Intervals:
        """Return F1 of one system minus F1 of another in each column of ``counts``, with paired 95 % intervals.

        There is none where fewer than six units hold a word of what is compared for both.
        """
        unit, pairs = self.unit_of(better, other), ((better, other), (other, better))
        values = (self.counts_beside(*pair).f1() for pair in pairs)
        drawn = (self._resampled_f1(unit, *pair) for pair in pairs)
        return paired_intervals(*values, *drawn).held_by(self.units_beside(better, other, unit=unit))

    def intervals_beside(self, name: str, other: str) -> Intervals:
        """Return F1 of a system with its 95 % interval in each column, over the gold words compared for another too.

        Beside ``differences`` these are the two scores that are subtracted.
        """
        counts, unit = self.counts_beside(name, other), self.unit_of(name)
        if counts is self.counts[name]:
            return self.intervals[name]
        drawn = self._resampled_f1(unit, name, other)
        return score_intervals(counts.f1(), drawn, self.units_beside(name, other, unit=unit))

    def _resampled_f1(self, unit: str, name: str, other: str) -> Floats:
        """Return F1 of a system in each resample of a unit, over what ``counts_beside`` has."""
        counts = self.counts_beside(name, other)
        if counts is self.counts[name]:
            return self.resampled_f1(unit)[name]
        gold, system, matched = self.resampled(counts, unit)
        return scores.f1(gold=gold, system=system, matched=matched)

    @memo
    def counts_beside(self, name: str, other: str) -> SystemCounts:
        """Return the counts of a system over the gold words that are compared for another one too; computed once.

        Differences of the two are taken over these (METHODS 11). As a rule they leave out the same, which is nothing:
        then they are those of ``counts``.

        Raises:
            SettingError: there is no such system.
        """
        if np.array_equal(self.dataset.system(name).left_out, self.dataset.system(other).left_out):
            return self.counts[name]
        return count(self.attributes, self.context(name), (self.dataset.system(other),))

    def context(self, name: str) -> Context:
        """Return what attributes are computed from, of a system."""
        data = self.dataset
        gold = Context(data.gold, training=data.training, difficulty=data.difficulty)
        return Context(data.system(name), training=data.training, gold=gold)

    def ordered(self, first: str, second: str) -> tuple[str, str]:
        """Return two systems with the one of higher F1 first, over what is compared for both; on a tie in order."""
        one, other = (self.counts_beside(*pair).f1()[0] for pair in ((first, second), (second, first)))
        return (second, first) if other > one else (first, second)

    @memo
    def system_values(self, name: str) -> Mapping[str, Floats]:
        """Return the value of every word (or character) of a system, by key of each defined attribute.

        Raises:
            SettingError: there is no such system.
        """
        own = self.context(name)
        defined = [one.attribute for one in self.attributes if not one.undefined]
        return {attribute.key: attribute.values(own) for attribute in defined}

    @memo
    def error_kinds(self, name: str) -> ErrorKinds:
        """Return shape and cause of every gold word that a system misses.

        Raises:
            SettingError: there is no such system.
        """
        return error_kinds(self.dataset, name)

    @memo
    def kind_counts(self, name: str) -> KindCounts:
        """Return how many gold words a system misses of each kind.

        Raises:
            SettingError: there is no such system.
        """
        return count_kinds(self.error_kinds(name))

    def self_diagnosis(self, systems: Iterable[str] | None = None) -> list[SelfDiagnosis]:
        """Return the weakest bucket of every system (or of ``systems``) under every attribute."""
        buckets = []
        for name in self.systems if systems is None else systems:
            named = self.nameable(name)
            for bucketed in self.attributes:
                columns = self.columns(bucketed.attribute.key)
                f1 = self.f1[name][columns]
                worst, best = extremes(f1, named[columns])
                gap = float("nan") if worst is None or best is None else float(f1[best] - f1[worst])
                buckets.append(SelfDiagnosis(name, bucketed.attribute.key, worst, best, gap))
        return buckets

    def aided_diagnosis(self, pairs: Iterable[tuple[str, str]] | None = None) -> list[AidedDiagnosis]:
        """Return the extremes of every pair of systems (or of ``pairs``) under every attribute."""
        rows = []
        for first, second in itertools.combinations(self.systems, 2) if pairs is None else pairs:
            better, other = self.ordered(first, second)
            named, differences = self.nameable(better, other), self.differences(better, other)
            units = self.units_beside(better, other, unit=self.unit_of(better, other))
            numbers = (differences.values, differences.low, differences.high, differences.undefined_resamples, units)
            for bucketed in self.attributes:
                columns = self.columns(bucketed.attribute.key)
                ends = [
                    None if end is None else BucketDifference(end, *(one[columns][end].item() for one in numbers))
                    for end in extremes(differences.values[columns], named[columns])
                ]
                rows.append(AidedDiagnosis(better, other, bucketed.attribute.key, *ends))
        return rows

    def hidden(self) -> list[HiddenBucket]:
        """Return the buckets that are named of no system and of no pair: the words of all systems count as held."""
        named = self.nameable(*self.systems, unit=self.unit_of())
        return [
            HiddenBucket(bucketed.attribute.key, bucket, "gold" if bucketed.gold[bucket] < self.min_size else "units")
            for bucketed in self.attributes
            for bucket in np.flatnonzero(~named[self.columns(bucketed.attribute.key)]).tolist()
        ]


DEFAULT_RESAMPLES = 1000
DEFAULT_SEED = 0
DEFAULT_MIN_SIZE = 30


def others(dataset: Dataset, systems: Sequence[Segmentation]) -> list[Segmentation]:
    """Return the systems beside some: those that have a vote, but no other run of their models (METHODS 13)."""
    own = {dataset.run_of.get(one.name, one.name) for one in systems}
    return [one for one in voters(dataset) if dataset.run_of.get(one.name, one.name) not in own]


def diagnose(
    dataset: Dataset,
    *,
    attributes: Sequence[str] | None = None,
    buckets: int | str | Mapping[str, str] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
    min_size: int = DEFAULT_MIN_SIZE,
    min_units: int = LEAST_NAMED_UNITS,
    unit: str = AUTO,
    categories: Mapping[str, Sequence[str]] = MappingProxyType({}),
    systems: Sequence[str] | None = None,
) -> Diagnosis:
    """Break the scores of every system down by buckets of attributes.

    Args:
        dataset: gold, systems and training data, from ``cwsdiag.load``.
        attributes: keys; by default all that are known, those that need difficulties only where the dataset has them.
            Those the training data cannot define stay undefined.
        buckets: how to cut values: a number for that many of equal count, or the notation of ``cwsdiag.buckets``, for
            all attributes or by key for some; each attribute's own way by default.
        resamples: bootstrap resamples over units.
        seed: of the resamples.
        min_size: fewest gold units of a bucket that a diagnosis may name.
        min_units: fewest resampling units that must hold a gold or system word of such a bucket.
        unit: what is drawn: ``sentence``, ``document``, or ``block:25`` for blocks of 25 consecutive sentences; by
            default sentences, but documents or blocks of 25 where neighbouring sentences are right and wrong together.
        categories: by key of an attribute with categories their order, where buckets are shared; see
            ``buckets.by_category``.
        systems: names of those to diagnose, by default all. With the attribute ``miss`` they are one, or two that are
            compared, and the others are those whose misses it counts (METHODS 13).

    Raises:
        SettingError: an unknown attribute, system or way of cutting, a setting out of range, documents are to be drawn
            and the dataset has none, or ``miss`` is asked for and more than two systems are diagnosed.
    """
    check_settings(resamples=resamples, seed=seed, unit=unit)
    if unit == DOCUMENT and dataset.documents is None:
        raise SettingError(NO_DOCUMENTS)
    whole("min_size", min_size, bounds.MINIMUM)
    whole("min_units", min_units, bounds.MINIMUM)
    chosen = select(
        attributes,
        difficulty=dataset.difficulty is not None,
        pos=dataset.gold.pos is not None,
        labels=dataset.labels,
        slices=dataset.slices,
    )
    of = dataset
    if systems is not None:
        names = dict.fromkeys(texts("systems", systems, "['crf', 'bert']"))
        of = replace(dataset, systems=tuple(map(dataset.system, names)))
    if MISSED in chosen:
        if len(of.systems) > MOST_BESIDE_OTHERS:
            raise SettingError(
                lazy("the attribute miss is of one system, or of two that are compared: name them (--only).")
            )
        missed = missed_by(dataset.gold, others(dataset, of.systems))
        chosen = tuple(missed if one == MISSED else one for one in chosen)
    ways = ways_of(chosen, buckets, available() if attributes is None else ())
    gold = Context(dataset.gold, training=dataset.training, difficulty=dataset.difficulty)
    slices = {SLICE + name: where for name, where in dataset.slices}
    named = "; ".join(f"{name}: {', '.join(map('='.join, where))}" for name, where in dataset.slices)
    plain = {
        attribute.key: bucket(attribute, gold, ways[attribute.key], categories.get(attribute.key))
        for attribute in staged(lazy("Looking gold words up under each attribute"), chosen)
        if attribute.key not in slices
    }

    def cut(key: str) -> Iterator[BucketedAttribute]:
        """Yield an attribute as it is cut here, and in its own way."""
        if key in plain:
            yield plain[key]
        for one in select(labels=dataset.labels, pos=True, difficulty=True):
            if one.key == key:
                yield bucket(one, gold, one.buckets)

    prepared = tuple(plain.get(one.key) or bucket_slice(one, slices[one.key], gold, cut) for one in chosen)
    of_gold = gold_counts(prepared, dataset.gold)
    counts = {
        system.name: count(prepared, Context(system, training=dataset.training, gold=gold), whole=of_gold)
        for system in staged(lazy("Counting what each system got right"), of.systems)
    }
    settings = {
        "attributes": ",".join(ways),
        "buckets": ";".join(f"{key}={way}" for key, way in ways.items()),
        "resamples": resamples,
        "seed": seed,
        "min-size": min_size,
        **({} if min_units == LEAST_NAMED_UNITS else {"min-units": min_units}),
        **({} if unit in (AUTO, SENTENCE) else {"unit": unit}),
        **({"slices": named} if named else {}),
        **({} if systems is None else {"systems": ",".join(one.name for one in of.systems)}),
    }
    return Diagnosis(
        dataset=of,
        attributes=prepared,
        counts=counts,
        resamples=resamples,
        seed=seed,
        min_size=min_size,
        min_units=min_units,
        # How many of the others miss a word rests on their files, too.
        signature=signature(dataset if MISSED.key in ways else of, settings),
        unit=unit,
    )
