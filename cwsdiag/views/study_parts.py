"""What each part of the page Systems finds, as a sentence one may quote, with how it is to be taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.frames import signed
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.views.wording import bracketed, bucket_said, counted, listed, number, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cwsdiag.diagnosis import BucketDifference
    from cwsdiag.study import Friedman, Study

    # A sentence, and how it is to be taken.
    Finding = tuple[str, str]

RHO, SIGMA = "rho", "sigma"
_CHOSEN = "chosen after looking"
_POINTS = 100
_SYMBOLS = {RHO: "S^ρ", SIGMA: "S^σ"}
# What the biases of systems say, and how they are computed.
MEASURES = {
    RHO: f"{_SYMBOLS[RHO]}: does F1 rise (+1) or fall (−1) from the lowest to the highest bucket? The rank "
    "correlation (Spearman's) of F1 with the order of the buckets.",
    SIGMA: f"{_SYMBOLS[SIGMA]}: how far does F1 differ between buckets? Its standard deviation over them.",
}


def models_finding(study: Study, measure: str, place: int | None = None) -> Finding:
    """Say which attribute the scores of the systems follow most closely, or differ by most.

    Args:
        study: with systems.
        measure: RHO or SIGMA.
        place: of the dataset that is looked at; None for means over all of them.
    """
    every = study.rho if measure == RHO else study.sigma
    values = mean_of_defined(every, axis=1)[0] if place is None else every[:, place]
    over = f"On average over {counted(len(study.datasets), 'datasets')}"
    where = over if place is None and len(study.datasets) > 1 else f"On {study.datasets[place or 0]}"
    sizes, systems = mean_of_defined(np.abs(values), axis=0)
    if np.isnan(sizes).all():
        return f"{where}, {_SYMBOLS[measure]} of no system is defined: no attribute has buckets enough.", ""
    best = np.flatnonzero(sizes == np.nanmax(sizes))
    names = listed([study.attributes[at].label for at in best])
    mean = f"{number(float(sizes[best[0]]))} on average over {counted(int(systems[best[0]]), 'systems')}"
    if measure == RHO:
        said = f"{where}, F1 follows {names} most closely: |S^ρ| is {mean}"
        said += _direction(values[:, best[0]]) if len(best) == 1 else ""
    else:
        said = f"{where}, F1 differs most between the buckets of {names}: S^σ is {mean}"
    ranked = counted(int((~np.isnan(sizes)).sum()), "attributes")
    return f"{said}.", f"The highest of {ranked}, {_CHOSEN}. {MEASURES[measure]}"


def _direction(values: NDArray[np.float64]) -> str:
    """Say for how many systems F1 rises with an attribute, and for how many it falls."""
    known = int((~np.isnan(values)).sum())
    for count, verb in ((int((values > 0).sum()), "rises"), (int((values < 0).sum()), "falls")):
        if count == known:
            return f", and F1 {verb} with it{' for all of them' if known > 1 else ''}"
    rising, falling = int((values > 0).sum()), int((values < 0).sum())
    return f"; F1 rises with it for {rising} and falls for {falling}"


def datasets_finding(study: Study) -> Finding:
    """Say on which dataset F1 differs most between buckets, and where the same attribute makes least difference."""
    sigma, _ = study.sigma_by_dataset
    if np.isnan(sigma).all():
        return "No attribute has a bucket with a score, so the datasets have no bias to compare.", ""
    rows, places = np.nonzero(sigma == np.nanmax(sigma))
    row, place = int(rows[0]), int(places[0])
    attribute, column = study.attributes[place], sigma[:, place]
    most = listed([study.datasets[at] for at in rows[places == place]])
    said = f"F1 depends most on {attribute.label} on {most}: α^σ is {number(float(column[row]))} there"
    low = float(np.nanmin(column))
    if low < column[row]:
        said += f", and least on {listed([study.datasets[at] for at in np.flatnonzero(column == low)])}, {number(low)}"
    count = counted(int((~np.isnan(sigma)).sum()), "values")
    return (
        f"{said}.",
        f"The largest of {count}, {_CHOSEN}. α^σ: how far F1 differs between buckets, a mean over systems.",
    )


def friedman_finding(by_dataset: Sequence[Sequence[Friedman]], by_model: Sequence[Sequence[Friedman]]) -> Finding:
    """Say in how many tests F1 differs between buckets.

    Args:
        by_dataset: a row a dataset, a test an attribute.
        by_model: the same for each system.
    """
    told = [_significant(tests, by) for tests, by in ((by_dataset, "by dataset"), (by_model, "by system"))]
    said = f"F1 differs between buckets more than chance explains in {' and in '.join(told)}."
    undefined = sum(bool(test.undefined) for tests in (by_dataset, by_model) for row in tests for test in row)
    gaps = f"{counted(undefined, 'tests')} {'is' if undefined == 1 else 'are'} not defined. " if undefined else ""
    return said, (
        f"{gaps}Friedman's tests at p < 0.05; where nothing differs, one in twenty comes out so by chance. "
        "Systems on one test set are not independent: by dataset, p shows how far they agree."
    )


def _significant(tests: Sequence[Sequence[Friedman]], by: str) -> str:
    known = [test for row in tests for test in row if not test.undefined]
    return f"{sum(test.is_significant for test in known)} of {counted(len(known), 'tests')} {by}"


@dataclass(frozen=True)
class _Loss:
    """Where the better of two systems is furthest behind on a dataset, or least ahead."""

    dataset: str
    title: str
    label: str
    better: str
    other: str
    end: BucketDifference


def diagnosis_finding(study: Study, a: str | None, b: str | None) -> Finding:
    """Say where system A fails most over all datasets, and where the better of A and B loses most to the other."""
    if a is None:
        return "System A of the side bar is not among the systems here, so there is nothing to diagnose.", ""
    said, gaps = _worst(study, a)
    if b is None:
        return said, f"The largest of {counted(gaps, 'gaps')}, {_CHOSEN}." if gaps else ""
    losses = _losses(study, a, b)
    if not losses:
        return f"{said} {a} and {b} have no bucket in common that can be named.", ""
    least = min(losses, key=lambda one: one.end.difference)
    alike = sum(one.end.difference == least.end.difference for one in losses) - 1
    remark = f"The largest of {counted(gaps, 'gaps')} and of {counted(len(losses), 'differences')}, {_CHOSEN}."
    return f"{said} {_loss_said(least, alike)}", remark


def _worst(study: Study, system: str) -> tuple[str, int]:
    """Say which bucket of a system is furthest below its attribute's best; and of how many that is the largest gap."""
    found = [
        (place, one)
        for place, row in enumerate(study.self_diagnosis(system))
        for one in row
        if one is not None and one.worst is not None and one.best is not None and one.gap > 0
    ]
    if not found:
        return f"{system} has no worst bucket: no attribute has two that can be named and differ.", 0
    place, worst = max(found, key=lambda pair: pair[1].gap)
    alike = sum(one.gap == worst.gap for _, one in found) - 1
    bucket = worst.worst or 0
    title = study.diagnoses[place].attribute(worst.attribute).attribute.label
    label = bucket_said(study.labels(place, worst.attribute)[bucket])
    f1 = float(study.values(system, place, worst.attribute)[bucket])
    also = f", as at {counted(alike, 'other places')}" if alike else ""
    gap = f"F1 {number(f1)}, {points(worst.gap)} under its best bucket there{also}"
    return f"{system} fails most on {study.datasets[place]} at {title} {label}: {gap}.", len(found)


def _losses(study: Study, a: str, b: str) -> list[_Loss]:
    return [
        _Loss(
            study.datasets[place],
            study.diagnoses[place].attribute(one.attribute).attribute.label,
            bucket_said(study.labels(place, one.attribute)[one.lowest.bucket]),
            one.better,
            one.other,
            one.lowest,
        )
        for place, row in enumerate(study.aided_diagnosis(a, b))
        for one in row
        if one is not None and one.lowest is not None and not np.isnan(one.lowest.difference)
    ]


def _loss_said(least: _Loss, alike: int) -> str:
    where, end = f"on {least.dataset} at {least.title} {least.label}", least.end
    much = f"{signed(_POINTS * end.difference)} points {bracketed(end.low, end.high)}"
    also = f", as at {counted(alike, 'other places')}" if alike else ""
    if end.difference >= 0:
        return f"{least.better} is behind {least.other} nowhere, and least ahead {where}: {much}{also}."
    return f"Against {least.other}, {least.better} is furthest behind {where}: {much}{also}."
