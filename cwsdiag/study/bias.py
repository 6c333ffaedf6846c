"""What holds across systems and datasets: scores, biases of models, biases of datasets [RC 3.2 to 3.5, METHODS 9].

``study`` diagnoses every dataset once; all tables, and the tests over them, are read from those diagnoses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np

from cwsdiag.attributes import Attribute, Context, select
from cwsdiag.buckets import by_frequency
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import (
    DEFAULT_MIN_SIZE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    AidedDiagnosis,
    Diagnosis,
    SelfDiagnosis,
    diagnose,
)
from cwsdiag.diagnosis.paired import PairedComparison, compare, ranked_pairs
from cwsdiag.errors import SettingError
from cwsdiag.inference import LEAST_NAMED_UNITS, Intervals
from cwsdiag.languages import lazy
from cwsdiag.scores import ratio
from cwsdiag.signature import study_signature
from cwsdiag.study.statistics import FEWEST, Friedman, ScoreTable, adjusted, friedman, spearman
from cwsdiag.text import Bools, Floats, Longs, frozen

DEFAULT_BUCKETS = 10
_NO_BUCKETS = np.empty(0, dtype=np.intp)


@dataclass(frozen=True, eq=False, kw_only=True)
class Study(ScoreTable):
    """The result of ``study``: the table of F1, and the diagnoses behind it. Undefined cells are NaN.

    ``models`` has all systems, in order of first appearance; one of them need not be in every dataset.

    Attributes:
        diagnoses: of each dataset.
        attributes: those that the datasets were cut by.
        signature: version, digests and settings, for every export.
    """

    diagnoses: tuple[Diagnosis, ...]
    attributes: tuple[Attribute, ...]
    signature: str

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the attributes."""
        return tuple(attribute.key for attribute in self.attributes)

    @cached_property
    def verdicts(self) -> tuple[tuple[PairedComparison, ...], ...]:
        """What may be said of differences over all words on each dataset: the best against each, and neighbours.

        p is adjusted by Holm over the pairs of a dataset. That takes seconds where systems are many.
        """
        return tuple(tuple(compare(one, ranked_pairs(_best_first(one)), buckets=False)) for one in self.diagnoses)

    @cached_property
    def measured(self) -> ScoreTable:
        """The table alone, to which published scores can be added."""
        return ScoreTable(self.models, self.datasets, self.f1)

    def values(self, model: str, dataset: int, key: str) -> Floats:
        """Return V: F1 of a model in each bucket of an attribute; empty where one of them is not there."""
        diagnosis = self.diagnoses[dataset]
        return diagnosis.f1[model][diagnosis.columns(key)] if model in diagnosis.f1 else np.empty(0)

    @cached_property
    def rho(self) -> Floats:
        """S^ρ, of shape (models, datasets, attributes): does F1 rise or fall over the buckets? From -1 to 1.

        Spearman's correlation of F1 with the buckets' order, of those that are ``large``; NaN below three defined
        buckets, for constant F1, and for categories, which have no order.
        """
        order = np.array([np.nan if attribute.categorical else 1.0 for attribute in self.attributes])
        return frozen(order * self._measured(lambda values: spearman(values, np.arange(len(values), dtype=np.float64))))

    @cached_property
    def sigma(self) -> Floats:
        """S^σ, of shape (models, datasets, attributes): population standard deviation of F1 over buckets.

        Of those that are ``large``; NaN without any.
        """
        return self._measured(lambda values: np.nan if np.isnan(values).all() else float(np.nanstd(values)))

    def _measured(self, measure: Callable[[Floats], float]) -> Floats:
        table = np.full((len(self.models), len(self.diagnoses), len(self.attributes)), np.nan)
        for row, column, place in np.ndindex(table.shape):
            key = self.keys[place]
            values = self.values(self.models[row], column, key)
            if len(values):
                table[row, column, place] = measure(values[self.large(column, key)])
        return frozen(table)

    def large(self, dataset: int, key: str) -> Bools:
        """Return which buckets of an attribute have the minimum size; none where it is undefined there.

        Biases and the tests over buckets leave the others out [METHODS 9]: F1 over a handful of words would count as
        much in them as F1 over thousands.
        """
        diagnosis = self.diagnoses[dataset]
        large: Bools = diagnosis.attribute(key).gold >= diagnosis.min_size
        return large

    @property
    def min_size(self) -> int:
        """Fewest gold units of a bucket that counts in biases and tests, and that a diagnosis may name."""
        return self.diagnoses[0].min_size if self.diagnoses else DEFAULT_MIN_SIZE

    @property
    def left_out_buckets(self) -> list[tuple[str, str, int]]:
        """The (dataset, attribute, bucket) that biases and tests leave out, as they are under the minimum size."""
        return [
            (name, key, bucket)
            for place, name in enumerate(self.datasets)
            for key in self.keys
            for bucket in np.flatnonzero(~self.large(place, key)).tolist()
        ]

    @cached_property
    def means(self) -> Floats:
        """α^μ, of shape (datasets, attributes): mean of an attribute over the gold words, or characters.

        NaN for categories.
        """
        means = [one.attribute(key).mean for one in self.diagnoses for key in self.keys]
        return frozen(np.array(means).reshape(len(self.diagnoses), len(self.keys)))

    @cached_property
    def relative_means(self) -> Floats:
        """α^μ for a radar: each attribute over its largest α^μ, so from 0 to 1; NaN where that is 0."""
        return frozen(ratio(self.means, np.nan_to_num(self.means).max(axis=0, initial=0.0)))

    @property
    def rho_by_dataset(self) -> tuple[Floats, Longs]:
        """α^ρ, of shape (datasets, attributes): mean of |S^ρ| over the models; and of how many it is the mean."""
        return mean_of_defined(np.abs(self.rho), axis=0)

    @property
    def sigma_by_dataset(self) -> tuple[Floats, Longs]:
        """α^σ, of shape (datasets, attributes): mean of S^σ over the models; and of how many it is the mean."""
        return mean_of_defined(self.sigma, axis=0)

    @property
    def rho_by_model(self) -> tuple[Floats, Longs]:
        """Mean of S^ρ over the datasets, of shape (models, attributes), and of how many: the paper's Table 3."""
        return mean_of_defined(self.rho, axis=1)

    @property
    def sigma_by_model(self) -> tuple[Floats, Longs]:
        """Mean of S^σ over the datasets, of shape (models, attributes), and of how many: the paper's Table 3."""
        return mean_of_defined(self.sigma, axis=1)

    def dataset_test(self, dataset: int, key: str) -> Friedman:
        """Test whether F1 differs between the ``large`` buckets of an attribute, over the models [RC Table 6].

        Models on one test set are not independent blocks: the test tells how far they agree.
        """
        present = [model for model in self.models if model in self.diagnoses[dataset].f1]
        large = self.large(dataset, key)
        labels = list(compress(self.labels(dataset, key), large))
        rows = [self.values(model, dataset, key)[large] for model in present]
        return friedman(np.array(rows).reshape(len(rows), len(labels)), treatments=labels, blocks=present)

    def model_test(self, model: str, key: str) -> Friedman:
        """Test whether F1 differs between the buckets of an attribute, over the datasets [RC Table 7].

        Ties can leave a dataset with fewer buckets than others. The test is over as many as most datasets have, of
        equals the larger number; the other datasets are dropped, and before them those that the minimum size leaves
        with fewer buckets than a test needs. A bucket that is not ``large`` on one of the rest is left out for all.
        """
        places = range(len(self.diagnoses))
        by_place = {place: values for place in places if len(values := self.values(model, place, key))}
        large = {place: self.large(place, key) for place in by_place}
        sizes = {at: len(values) for at, values in by_place.items() if large[at].sum() >= min(FEWEST, len(values))}
        blocks = [place for place, size in sizes.items() if size == usual_size(sizes.values())]
        kept = np.flatnonzero(np.logical_and.reduce([large[place] for place in blocks])) if blocks else _NO_BUCKETS
        rows = [by_place[place][kept] if place in blocks else np.full(len(kept), np.nan) for place in places]
        names = [str(number) for number in kept + 1]
        return friedman(np.array(rows).reshape(len(rows), len(names)), treatments=names, blocks=self.datasets)

    @cached_property
    def dataset_tests(self) -> tuple[tuple[Friedman, ...], ...]:
        """``dataset_test`` of all: a row a dataset, one an attribute; p adjusted by Holm over the table."""
        return adjusted((self.dataset_test(place, key) for key in self.keys) for place in range(len(self.diagnoses)))

    @cached_property
    def model_tests(self) -> tuple[tuple[Friedman, ...], ...]:
        """``model_test`` of all: a row a model, one an attribute; p adjusted by Holm over the table."""
        return adjusted((self.model_test(model, key) for key in self.keys) for model in self.models)

    def labels(self, dataset: int, key: str) -> tuple[str, ...]:
        """Return the labels of the buckets of an attribute in a dataset; none where it is undefined there."""
        return self.diagnoses[dataset].attribute(key).labels

    def bucket_differences(self, dataset: int, first: str, second: str) -> dict[str, Intervals] | None:
        """Return F1 of a second model minus F1 of a first in each bucket, by attribute, with paired intervals.

        All is NaN in buckets that cannot be named. None where one of the two has no prediction on the dataset.
        """
        diagnosis = self.diagnoses[dataset]
        if not {first, second} <= diagnosis.f1.keys():
            return None
        named, differences = diagnosis.nameable(first, second), diagnosis.differences(second, first)
        values, low, high = (
            np.where(named, ends, np.nan) for ends in (differences.values, differences.low, differences.high)
        )
        columns = {key: diagnosis.columns(key) for key in self.keys}
        return {
            key: Intervals(values[here], low[here], high[here], differences.undefined_resamples[here])
            for key, here in columns.items()
        }

    def self_diagnosis(self, model: str) -> list[list[SelfDiagnosis | None]]:
        """Return the weakest bucket of a model for each dataset and attribute; None in a gap [RC Table 4]."""
        return [
            [*one.self_diagnosis([model])] if model in one.f1 else [None] * len(self.keys) for one in self.diagnoses
        ]

    def aided_diagnosis(self, first: str, second: str) -> list[list[AidedDiagnosis | None]]:
        """Return where the better of two models is furthest behind and ahead, for each dataset and attribute.

        Which is the better is asked anew on each dataset. None where one of the two is not there [RC Table 8].
        """
        return [
            [*one.aided_diagnosis([(first, second)])] if {first, second} <= one.f1.keys() else [None] * len(self.keys)
            for one in self.diagnoses
        ]


def _best_first(diagnosis: Diagnosis) -> list[str]:
    f1 = {name: float(values[0]) for name, values in diagnosis.f1.items() if not np.isnan(values[0])}
    return sorted(f1, key=f1.__getitem__, reverse=True)


def usual_size(sizes: Iterable[int]) -> int:
    """Return the number of buckets that most datasets have, of equals the larger; those without buckets do not count.

    It is 0 where none has any.
    """
    counts = Counter(filter(None, sizes))
    return max(counts, key=lambda size: (counts[size], size), default=0)


def mean_of_defined(values: Floats, *, axis: int) -> tuple[Floats, Longs]:
    """Return the mean of the defined values along an axis, NaN without any, and how many they are."""
    counts = (~np.isnan(values)).sum(axis=axis)
    return frozen(ratio(np.nansum(values, axis=axis), counts)), frozen(counts)


def study(
    datasets: Sequence[Dataset],
    *,
    buckets: int | str = DEFAULT_BUCKETS,
    attributes: Sequence[str] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
    min_size: int = DEFAULT_MIN_SIZE,
    min_units: int = LEAST_NAMED_UNITS,
) -> Study:
    """Study the same systems on several datasets.

    Args:
        datasets: with different names; systems of one name are one model.
        buckets: how values are cut, as ``diagnose`` takes it; ten of equal count by default, as in the paper.
        attributes: keys; by default all that need no difficulties, parts of speech and labels where all datasets have
            them.
        resamples: of the diagnoses, see ``diagnose``.
        seed: of the resamples.
        min_size: fewest gold units of a bucket that a diagnosis may name, and that biases and tests take; 1 takes all
            of them, as the paper does.
        min_units: fewest sentences that must hold a gold or system word of such a bucket.

    Raises:
        SettingError: no dataset, or two of one name; or a setting is out of range.
    """
    names = [dataset.name for dataset in datasets]
    if not names or len(set(names)) < len(names):
        raise SettingError(lazy("a study needs at least one dataset, and each needs a name of its own."))
    if attributes is None:
        common = set.intersection(*(set(dataset.labels) for dataset in datasets))
        pos = all(dataset.gold.pos is not None for dataset in datasets)
        labels = {name: of for name, of in datasets[0].labels.items() if name in common}
        attributes = [attribute.key for attribute in select(pos=pos, labels=labels)]
    categories = _shared_categories(datasets, attributes)
    diagnoses = tuple(
        diagnose(
            dataset,
            attributes=attributes,
            buckets=buckets,
            resamples=resamples,
            seed=seed,
            min_size=min_size,
            min_units=min_units,
            categories=categories,
        )
        for dataset in datasets
    )
    models = tuple(dict.fromkeys(system.name for dataset in datasets for system in dataset.systems))
    table = [[one.f1[model][0] if model in one.f1 else np.nan for one in diagnoses] for model in models]
    settings = {
        "attributes": ",".join(attributes),
        "buckets": f"equal:{buckets}" if isinstance(buckets, int) else buckets,
        "resamples": resamples,
        "seed": seed,
        "min-size": min_size,
    }
    if min_units != LEAST_NAMED_UNITS:
        settings["min-units"] = min_units
    return Study(
        models=models,
        datasets=tuple(names),
        f1=frozen(np.array(table, dtype=np.float64).reshape(len(models), len(names))),
        diagnoses=diagnoses,
        attributes=tuple(one.attribute for one in diagnoses[0].attributes),
        signature=study_signature(datasets, settings),
    )


def _shared_categories(datasets: Sequence[Dataset], keys: Iterable[str]) -> dict[str, list[str]]:
    """Return the categories of all datasets by the attribute that has them: buckets of one place are the same there."""
    shared = {}
    for key in keys:
        values = []
        for dataset in datasets:
            (attribute,) = select([key], labels=dataset.labels)
            if attribute.categorical and attribute.undefined_because(None, None, dataset.gold.pos) is None:
                gold = Context(dataset.gold, training=None)
                values.append((attribute.values(gold), gold.categories(attribute).names))
        if values:
            shared[key] = by_frequency(values)
    return shared


def nothing_measured() -> Study:
    """Return the study of no dataset: that of a project that holds nothing but published scores."""
    return Study(
        models=(), datasets=(), f1=np.empty((0, 0)), diagnoses=(), attributes=(), signature=study_signature((), {})
    )
