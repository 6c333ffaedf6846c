"""Where a system fails, and where the better of two loses (METHODS 4).

``diagnose`` counts once, over sentences × buckets; scores, intervals and both diagnoses are read from those counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag import scores
from cwsdiag.arguments import given, text
from cwsdiag.attributes import Context
from cwsdiag.diagnosis.costs import costs
from cwsdiag.diagnosis.counting import count, holds_gold
from cwsdiag.diagnosis.error_kinds import count_kinds, error_kinds
from cwsdiag.diagnosis.extremes import AidedDiagnosis, HiddenBucket, bucket_difference, extremes, self_diagnosis
from cwsdiag.errors import SettingError, shown
from cwsdiag.inference import (
    LEAST_NAMED_UNITS,
    paired_intervals,
    percentile_intervals,
    score_intervals,
    standard_errors,
)
from cwsdiag.languages import lazy
from cwsdiag.resampling import (
    SENTENCE,
    block_factors,
    by_unit,
    resample_sums,
    unit_starts,
)
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis.counting import BucketedAttribute, SystemCounts
    from cwsdiag.diagnosis.error_kinds import ErrorKinds, KindCounts
    from cwsdiag.diagnosis.extremes import SelfDiagnosis
    from cwsdiag.inference import Interval, Intervals
    from cwsdiag.text import Bools, Floats, Longs, Places


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
        signature: version, digests and settings, for every export.
        unit: what resamples draw and swaps exchange, in the notation of ``resampling.unit_starts``.
    """

    dataset: Dataset
    attributes: tuple[BucketedAttribute, ...]
    counts: Mapping[str, SystemCounts]
    resamples: int
    seed: int
    min_size: int
    signature: str
    unit: str = SENTENCE
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
        text("key", key)
        for bucketed in self.attributes:
            if bucketed.attribute.key == key:
                return bucketed
        known = ", ".join(bucketed.attribute.key for bucketed in self.attributes)
        raise SettingError(
            lazy("no attribute {key!r} in this diagnosis. Available: {known}.", key=shown(key), known=known)
        )

    def columns(self, key: str) -> slice:
        """Return the columns of ``counts`` that hold the buckets of an attribute."""
        wanted = self.attribute(key)
        start = 1 + sum(before.size for before in itertools.takewhile(lambda one: one is not wanted, self.attributes))
        return slice(start, start + wanted.size)

    def _check(self, *names: str) -> None:
        """Raise a ``SettingError`` where a system is none of this diagnosis."""
        for name in names:
            self.dataset.system(name)

    @cached_property
    def f1(self) -> Mapping[str, Floats]:
        """F1 of each system in each column of ``counts``."""
        return {name: frozen(counts.f1()) for name, counts in self.counts.items()}

    @cached_property
    def unit_starts(self) -> Places:
        """The first sentence of every unit that a resample draws."""
        return frozen(unit_starts(self.unit, len(self.dataset.gold.text.sentence_ends), self.document_starts))

    @property
    def document_starts(self) -> Places | None:
        """The first sentence of every document; None where that is not known."""
        return None if self.dataset.documents is None else self.dataset.documents.starts

    def units_holding(self, *systems: str) -> Longs:
        """Return how many units hold a gold or system word of each column of ``counts``.

        Args:
            systems: whose words, beside the gold words that are compared with one of them; of the whole gold text,
                and nothing else, where none is named.
        """
        self._check(*systems)
        if systems not in self._units_holding:
            held = [self.counts[name].holds() for name in systems] or [holds_gold(self.attributes, self.dataset.gold)]
            self._units_holding[systems] = self._units_of(np.logical_or.reduce(held))
        return self._units_holding[systems]

    @cached_property
    def _units_holding(self) -> dict[tuple[str, ...], Longs]:
        return {}

    def units_beside(self, name: str, other: str) -> Longs:
        """Return how many units hold a word of each column that counts for the difference of two systems.

        Over the gold words that are compared for both, and the words of both; see ``counts_beside``.
        """
        self._check(name, other)
        pair = name, other
        if pair not in self._units_beside:
            held = self.counts_beside(name, other).holds() | self.counts_beside(other, name).holds()
            self._units_beside[pair] = self._units_of(held)
        return self._units_beside[pair]

    @cached_property
    def _units_beside(self) -> dict[tuple[str, str], Longs]:
        return {}

    def _units_of(self, held: Bools) -> Longs:
        """Return in how many units anything of each column is, of whether it is in each sentence."""
        return frozen(np.logical_or.reduceat(held, self.unit_starts, axis=0).sum(axis=0, dtype=np.int64))

    def nameable(self, *systems: str) -> Bools:
        """Return which columns of ``counts`` may be named in what is said of some systems (METHODS 11).

        A bucket needs ``min_size`` gold units of the whole gold text, also for systems that are compared on less, and
        ``min_units`` units that hold a word of it; see ``units_holding``. All words, column 0, may always be named.
        """
        return self._large & self._spread(*systems)

    @cached_property
    def _large(self) -> Bools:
        return np.concatenate([[True], *(bucketed.gold >= self.min_size for bucketed in self.attributes)])

    def _spread(self, *systems: str) -> Bools:
        spread = self.units_holding(*systems) >= self.min_units
        spread[0] = True
        return spread

    @cached_property
    def _resampled_counts(self) -> Mapping[str, tuple[Floats, Floats, Floats]]:
        """Gold, system and matched units of each system, each of shape (resamples, columns)."""
        arrays = [array for c in self.counts.values() for array in (c.gold, c.system, c.matched)]
        counts = [by_unit(array, self.unit_starts) for array in arrays]
        sums = resample_sums(counts, resamples=self.resamples, seed=self.seed) if arrays else []
        return dict(zip(self.counts, zip(sums[0::3], sums[1::3], sums[2::3], strict=True), strict=True))

    @cached_property
    def resampled_f1(self) -> Mapping[str, Floats]:
        """F1 of each system in each resample, float64 of shape (resamples, columns); the resamples are shared."""
        return {
            name: frozen(scores.f1(gold=gold, system=system, matched=matched))
            for name, (gold, system, matched) in self._resampled_counts.items()
        }

    @cached_property
    def intervals(self) -> Mapping[str, Intervals]:
        """F1 of each system with its 95 % interval, for each column of ``counts``; see ``score_intervals``."""
        return {
            name: score_intervals(self.f1[name], drawn, self.units_holding(name))
            for name, drawn in self.resampled_f1.items()
        }

    @cached_property
    def block_factors(self) -> Mapping[str, float]:
        """How much larger the standard error of F1 is by blocks of 25 sentences; see ``resampling.block_factors``."""
        if not self.counts:
            return {}
        of_all = [(one.gold[:, :1], one.system[:, :1], one.matched[:, :1]) for one in self.counts.values()]
        drawn = [self.resampled_f1[name][:, :1] for name in self.systems] if self.unit == SENTENCE else []
        factors = block_factors(
            [np.concatenate(kind, axis=1) for kind in zip(*of_all, strict=True)],
            lambda gold, system, matched: scores.f1(gold=gold, system=system, matched=matched),
            resamples=self.resamples,
            seed=self.seed,
            documents=self.document_starts,
            by_sentences=standard_errors(np.concatenate(drawn, axis=1)) if drawn else None,
        )
        return dict(zip(self.systems, factors.tolist(), strict=True))

    @cached_property
    def costs(self) -> Mapping[str, Intervals]:
        """Cost in F1 of each bucket with its 95 % interval, for each column of ``counts``; NaN in column 0.

        In F1 of words, for buckets of characters in F1 of characters (METHODS 11). There is no interval where fewer
        than six units hold a gold or system word of the bucket.
        """
        found = {}
        for name, counts in self.counts.items():
            sums = [array.sum(axis=0) for array in (counts.gold, counts.system, counts.matched)]
            drawn = costs(self.attributes, *self._resampled_counts[name])
            found[name] = percentile_intervals(costs(self.attributes, *sums), drawn).held_by(self.units_holding(name))
        return found

    def overall_difference(self, better: str, other: str) -> Interval:
        """Return F1 of one system minus F1 of another over all words, with its paired 95 % interval.

        There is none where fewer than six units hold a word of what is compared for both.
        """
        return self._differences(better, other, slice(1))[0]

    def bucket_differences(self, better: str, other: str, key: str) -> Intervals:
        """Return F1 of one system minus F1 of another for each bucket of an attribute, with paired intervals."""
        return self._differences(better, other, self.columns(key))

    def _differences(self, better: str, other: str, columns: slice) -> Intervals:
        (first, first_drawn), (second, second_drawn) = self._f1_beside(better, other), self._f1_beside(other, better)
        found = paired_intervals(first[columns], second[columns], first_drawn[:, columns], second_drawn[:, columns])
        return found.held_by(self.units_beside(better, other)[columns])

    def intervals_beside(self, name: str, other: str) -> Intervals:
        """Return F1 of a system with its 95 % interval in each column, over the gold words compared for another too.

        Beside ``overall_difference`` and ``bucket_differences`` these are the two scores that are subtracted.
        """
        if self.counts_beside(name, other) is self.counts[name]:
            return self.intervals[name]
        return score_intervals(*self._f1_beside(name, other), self.units_beside(name, other))

    def _f1_beside(self, name: str, other: str) -> tuple[Floats, Floats]:
        """Return F1 of a system in each column, and in each resample, over what ``counts_beside`` has."""
        counts = self.counts_beside(name, other)
        if counts is self.counts[name]:
            return self.f1[name], self.resampled_f1[name]
        arrays = [by_unit(array, self.unit_starts) for array in (counts.gold, counts.system, counts.matched)]
        gold, system, matched = resample_sums(arrays, resamples=self.resamples, seed=self.seed)
        return counts.f1(), scores.f1(gold=gold, system=system, matched=matched)

    def counts_beside(self, name: str, other: str) -> SystemCounts:
        """Return the counts of a system over the gold words that are compared for another one too; computed once.

        Differences of the two are taken over these (METHODS 11). As a rule they leave out the same, which is nothing:
        then they are those of ``counts``.

        Raises:
            SettingError: there is no such system.
        """
        data = self.dataset
        system, beside = data.system(name), data.system(other)
        if np.array_equal(system.left_out, beside.left_out):
            return self.counts[name]
        if (name, other) not in self._counts_beside:
            gold = Context(data.gold, training=data.training, difficulty=data.difficulty)
            own = Context(system, training=data.training, gold=gold)
            self._counts_beside[name, other] = count(self.attributes, gold, own, beside)
        return self._counts_beside[name, other]

    @cached_property
    def _counts_beside(self) -> dict[tuple[str, str], SystemCounts]:
        return {}

    def ordered(self, first: str, second: str) -> tuple[str, str]:
        """Return two systems with the one of higher F1 first, over what is compared for both; on a tie in order."""
        one, other = (self.counts_beside(*pair).f1()[0] for pair in ((first, second), (second, first)))
        return (second, first) if other > one else (first, second)

    def system_values(self, name: str) -> Mapping[str, Floats]:
        """Return the value of every word (or character) of a system, by key of each defined attribute; computed once.

        Raises:
            SettingError: there is no such system.
        """
        self._check(name)
        if name not in self._system_values:
            data = self.dataset
            gold = Context(data.gold, training=data.training, difficulty=data.difficulty)
            context = Context(data.system(name), training=data.training, gold=gold)
            defined = [one.attribute for one in self.attributes if not one.undefined]
            self._system_values[name] = {attribute.key: attribute.values(context) for attribute in defined}
        return self._system_values[name]

    @cached_property
    def _system_values(self) -> dict[str, Mapping[str, Floats]]:
        return {}

    def error_kinds(self, name: str) -> ErrorKinds:
        """Return shape and cause of every gold word that a system misses; computed once.

        Raises:
            SettingError: there is no such system.
        """
        self._check(name)
        if name not in self._error_kinds:
            self._error_kinds[name] = error_kinds(self.dataset, name)
        return self._error_kinds[name]

    @cached_property
    def _error_kinds(self) -> dict[str, ErrorKinds]:
        return {}

    def kind_counts(self, name: str) -> KindCounts:
        """Return how many gold words a system misses of each kind; computed once.

        Raises:
            SettingError: there is no such system.
        """
        self._check(name)
        if name not in self._kind_counts:
            self._kind_counts[name] = count_kinds(self.dataset, self.error_kinds(name))
        return self._kind_counts[name]

    @cached_property
    def _kind_counts(self) -> dict[str, KindCounts]:
        return {}

    def self_diagnosis(self) -> list[SelfDiagnosis]:
        """Return the weakest bucket of every system under every attribute."""
        found = []
        for name in self.systems:
            named = self.nameable(name)
            for bucketed in self.attributes:
                columns = self.columns(bucketed.attribute.key)
                found.append(self_diagnosis(name, bucketed, self.f1[name][columns], named[columns]))
        return found

    def aided_diagnosis(self, pairs: Sequence[tuple[str, str]] | None = None) -> list[AidedDiagnosis]:
        """Return the extremes of every pair of systems (or of ``pairs``) under every attribute."""
        chosen = itertools.combinations(self.systems, 2) if pairs is None else _pairs(pairs)
        found = []
        for first, second in chosen:
            better, other = self.ordered(first, second)
            named = self.nameable(better, other)
            for bucketed in self.attributes:
                key = bucketed.attribute.key
                differences = self.bucket_differences(better, other, key)
                lowest, highest = extremes(differences.values, named[self.columns(key)])
                units = self.units_beside(better, other)[self.columns(key)]
                ends = (bucket_difference(differences, units, end) for end in (lowest, highest))
                found.append(AidedDiagnosis(better, other, key, *ends))
        return found

    def hidden(self) -> list[HiddenBucket]:
        """Return the buckets that are named of no system and of no pair: the words of all systems count as held."""
        named = self.nameable(*self.systems)
        return [
            HiddenBucket(bucketed.attribute.key, bucket, "gold" if bucketed.gold[bucket] < self.min_size else "units")
            for bucketed in self.attributes
            for bucket in np.flatnonzero(~named[self.columns(bucketed.attribute.key)]).tolist()
        ]


def _pairs(pairs: Any) -> list[tuple[str, str]]:
    """Return pairs of names of systems that somebody gave.

    Raises:
        SettingError: they are no pairs.
    """
    found = list(pairs) if isinstance(pairs, Iterable) and not isinstance(pairs, (str, bytes)) else [pairs]
    for pair in found:
        if not (isinstance(pair, Sequence) and not isinstance(pair, (str, bytes)) and len(pair) == 2):
            raise SettingError(
                lazy("pairs: {value} is no pair. Give pairs of systems, such as [('one', 'two')].", value=given(pair))
            )
    return [(text("pairs", first), text("pairs", second)) for first, second in found]
