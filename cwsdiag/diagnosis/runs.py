"""Models of several runs against each other: how far sentences move their difference, and how far seeds (METHODS 11).

The paired test is one of two outputs; of two models that were run several times there is an interval, and no verdict.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cwsdiag import scores
from cwsdiag.baselines import without_vote
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.counting import f1_counts
from cwsdiag.diagnosis.diagnosis import Diagnosis
from cwsdiag.errors import SettingError
from cwsdiag.inference import percentile_intervals, standard_errors
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.scores import Repeated, repeated
from cwsdiag.text import Floats

# Runs are drawn by numbers of their own for each side: from those of the units they would be drawn alike.
_STREAMS = (2, 3)


@dataclass(frozen=True)
class RunsComparison:
    """Two models, each the mean over its runs; NaN where undefined.

    Attributes:
        a, b: their names.
        systems_a, systems_b: their runs, by name.
        unit, units: what was drawn beside runs, and how many there are.
        block_factor: of the difference of means, see ``Diagnosis.factor_of``: it decides on the unit.
        f1_a, f1_b: F1 over the runs of each, over the gold words that are compared for all runs of both.
        difference, low, high: mean F1 of ``a`` − that of ``b``, and its 95 % interval, from drawing units, the same for
            all runs, and runs of each side together. No interval where there are fewer than six units.
        share_of_runs: what runs make of the variance of the difference, beside units, from 0 to 1: s² / n over the runs
            of both sides, divided by the sum of that and of the bootstrap variance over units of the difference of
            means. 0 where both have a single run.
    """

    a: str
    b: str
    systems_a: tuple[str, ...]
    systems_b: tuple[str, ...]
    unit: str
    units: int
    block_factor: float
    f1_a: Repeated
    f1_b: Repeated
    difference: float
    low: float
    high: float
    share_of_runs: float


def contestants(dataset: Dataset) -> tuple[str, ...]:
    """Return what can be compared as one: models of several runs by their name, and all other systems but VOTE."""
    systems = without_vote(dataset).systems
    return tuple(dict.fromkeys(dataset.run_of.get(system.name, system.name) for system in systems))


def compare_runs(diagnosis: Diagnosis, a: str, b: str) -> RunsComparison:
    """Compare two models over all their runs.

    Args:
        diagnosis: of all runs; buckets are not looked at.
        a: name of a model of several runs, or of a system, which has one.
        b: name of another.

    Raises:
        SettingError: there is no model or system of a name, or one is compared with itself.
    """
    if a == b:
        raise SettingError(lazy("{name!r} cannot be compared with itself: name two systems.", name=a))
    runs = diagnosis.dataset.runs
    names = [runs.get(name, (name,)) for name in (a, b)]
    every = [diagnosis.dataset.system(name) for name in (*names[0], *names[1])]
    counts = [f1_counts(match(diagnosis.dataset.gold, system, beside=every)) for system in every]
    whole, split = np.array([scores.ratio(*one.sum(axis=0)) for one in counts]), len(names[0])

    def resampled(unit: str) -> Floats:
        """Return F1 of every run in each resample, of shape (resamples, runs)."""
        return np.stack([scores.ratio(*one.T) for one in diagnosis.resampled(counts, unit)], axis=1)

    def means(drawn: Floats) -> Floats:
        """Return the difference of the means over all runs, of shape (resamples, 1)."""
        difference: Floats = drawn[:, :split].mean(axis=1) - drawn[:, split:].mean(axis=1)
        return difference[:, None]

    factor = diagnosis.factor_of(lambda unit: means(resampled(unit)))
    unit = diagnosis.unit_by(factor)
    units, drawn = len(diagnosis.starts(unit)), resampled(unit)
    sides = zip(np.split(drawn, [split], axis=1), _STREAMS, strict=True)
    first, second = (_resampled_mean(over, diagnosis.seed, stream) for over, stream in sides)
    f1_a, f1_b = map(repeated, np.split(whole, [split]))
    (interval,) = percentile_intervals([f1_a.mean - f1_b.mean], (first - second)[:, None]).held_by(units)
    # The variance of a mean of n runs is s² / n; a single run has none.
    of_runs = sum(one.sd**2 / one.runs for one in (f1_a, f1_b) if one.runs > 1)
    of_units = float(standard_errors(means(drawn))[0]) ** 2
    return RunsComparison(
        a=a,
        b=b,
        systems_a=names[0],
        systems_b=names[1],
        unit=unit,
        units=units,
        block_factor=factor,
        f1_a=f1_a,
        f1_b=f1_b,
        difference=interval.value,
        low=interval.low,
        high=interval.high,
        share_of_runs=scores.share(of_runs, of_runs + of_units) if of_runs else 0.0,
    )


def _resampled_mean(drawn: Floats, seed: int, stream: int) -> Floats:
    """Return the mean over runs drawn anew in each resample, of shape (resamples,).

    Of n runs n − 1 are drawn: so the mean varies by s² / n, as a mean of n runs does; n of them would vary by less. A
    single run is drawn each time.
    """
    resamples, runs = drawn.shape
    chosen = np.random.default_rng((seed, stream)).integers(0, runs, size=(resamples, max(1, runs - 1)))
    means: Floats = np.take_along_axis(drawn, chosen, axis=1).mean(axis=1)
    return means
