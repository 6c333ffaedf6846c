"""What each part of the page Systems finds, as a sentence one may quote, with how it is to be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.frames import bucket_name, signed
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.views.wording import bracketed, listed, number, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cwsdiag.study import Friedman, Gain, Study

    # A sentence, and how it is to be taken.
    Finding = tuple[str, str]

RHO, SIGMA = "rho", "sigma"
_POINTS = 100
# Small, medium and large, as the paper has them.
_CLASSES = "SML"
_NAMES = {RHO: lazy("rank correlation"), SIGMA: lazy("standard deviation")}
# What the biases of systems say, and how they are computed.
MEASURES = {
    RHO: lazy(
        "S^ρ: does F1 rise (+1) or fall (−1) from the lowest to the highest bucket? The rank correlation (Spearman's) "
        "of F1 with the order of the buckets."
    ),
    SIGMA: lazy("S^σ: how far does F1 differ between buckets? Its standard deviation over them."),
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
    if place is None and len(study.datasets) > 1:
        datasets = n_("{n:,} dataset", "{n:,} datasets", len(study.datasets))
        where = _("On average over {datasets}", datasets=datasets)
    else:
        where = _("On {dataset}", dataset=study.datasets[place or 0])
    sizes, systems = mean_of_defined(np.abs(values), axis=0)
    if np.isnan(sizes).all():
        return _(
            "{where}, the {measure} of no system is defined: no attribute has buckets enough.",
            where=where,
            measure=translated(_NAMES[measure]),
        ), ""
    best = np.flatnonzero(sizes == np.nanmax(sizes))
    names = listed([translated(study.attributes[at].label) for at in best])
    mean = _(
        "{value} on average over {systems}",
        value=number(float(sizes[best[0]])),
        systems=n_("{n:,} system", "{n:,} systems", int(systems[best[0]])),
    )
    if measure == RHO:
        sentence = _(
            "{where}, F1 follows {attributes} most closely: the size of the rank correlation is {mean}{direction}.",
            where=where,
            attributes=names,
            mean=mean,
            direction=_direction(values[:, best[0]]) if len(best) == 1 else "",
        )
    else:
        sentence = _(
            "{where}, F1 differs most between the buckets of {attributes}: its standard deviation is {mean}.",
            where=where,
            attributes=names,
            mean=mean,
        )
    remark = n_(
        "The highest of {n:,} attribute, chosen after looking. {meaning}",
        "The highest of {n:,} attributes, chosen after looking. {meaning}",
        int((~np.isnan(sizes)).sum()),
        meaning=translated(MEASURES[measure]),
    )
    return sentence, remark


def _direction(values: NDArray[np.float64]) -> str:
    """Say for how many systems F1 rises with an attribute, and for how many it falls: the end of a sentence."""
    known, rising, falling = (int(found.sum()) for found in (~np.isnan(values), values > 0, values < 0))
    if rising == known:
        return _(", and F1 rises with it for all of them") if known > 1 else _(", and F1 rises with it")
    if falling == known:
        return _(", and F1 falls with it for all of them") if known > 1 else _(", and F1 falls with it")
    return _("; F1 rises with it for {rising} and falls for {falling}", rising=rising, falling=falling)


def datasets_finding(study: Study) -> Finding:
    """Say on which dataset F1 differs most between buckets, and where the same attribute makes least difference."""
    sigma = study.sigma_by_dataset[0]
    if np.isnan(sigma).all():
        return _("No attribute has a bucket with a score, so the datasets have no bias to compare."), ""
    rows, places = np.nonzero(sigma == np.nanmax(sigma))
    row, place = int(rows[0]), int(places[0])
    label, column = translated(study.attributes[place].label), sigma[:, place]
    most = listed([study.datasets[at] for at in rows[places == place]])
    high, low = float(column[row]), float(np.nanmin(column))
    if low < high:
        sentence = _(
            "F1 depends most on {attribute} on {most}: its spread over buckets is {high} there, and least on {least}, "
            "{low}.",
            attribute=label,
            most=most,
            high=number(high),
            least=listed([study.datasets[at] for at in np.flatnonzero(column == low)]),
            low=number(low),
        )
    else:
        sentence = _(
            "F1 depends most on {attribute} on {most}: its spread over buckets is {high} there.",
            attribute=label,
            most=most,
            high=number(high),
        )
    return sentence, n_(
        "The largest of {n:,} value, chosen after looking. The spread, α^σ: how far F1 differs between buckets, "
        "a mean over systems.",
        "The largest of {n:,} values, chosen after looking. The spread, α^σ: how far F1 differs between buckets, "
        "a mean over systems.",
        int((~np.isnan(sigma)).sum()),
    )


def friedman_finding(by_dataset: Sequence[Sequence[Friedman]], by_model: Sequence[Sequence[Friedman]]) -> Finding:
    """Say in how many tests F1 differs between buckets.

    Args:
        by_dataset: a row a dataset, a test an attribute.
        by_model: the same for each system.
    """
    sentence = _(
        "F1 differs between buckets more than chance explains in {datasets} by dataset and in {systems} by system.",
        datasets=_significant(by_dataset),
        systems=_significant(by_model),
    )
    remark = _(
        "Friedman's tests at p < 0.05, adjusted by Holm within each of the two tables. Systems on one test set are not "
        "independent: by dataset, p shows how far they agree."
    )
    undefined = sum(bool(test.undefined) for tests in (by_dataset, by_model) for row in tests for test in row)
    if undefined:
        gaps = n_("{n:,} test is not defined.", "{n:,} tests are not defined.", undefined)
        remark = _("{first} {second}", first=gaps, second=remark)
    return sentence, remark


def _significant(tests: Sequence[Sequence[Friedman]]) -> str:
    known = [test for row in tests for test in row if not test.undefined]
    count = sum(test.is_significant for test in known)
    return _("{count} of {tests}", count=count, tests=n_("{n:,} test", "{n:,} tests", len(known)))


def ahead_finding(study: Study, a: str, b: str) -> Finding:
    """Say where the better of two systems loses most to the other."""
    losses = [
        (place, one, one.lowest)
        for place, row in enumerate(study.aided_diagnosis(a, b))
        for one in row
        if one is not None and one.lowest is not None and not np.isnan(one.lowest.difference)
    ]
    if not losses:
        return _("{a} and {b} have no bucket in common that can be named.", a=a, b=b), ""
    place, one, end = min(losses, key=lambda loss: loss[2].difference)
    values = {
        "better": one.better,
        "other": one.other,
        "dataset": study.datasets[place],
        "attribute": _title(study, place, one.attribute),
        "bucket": bucket_name(study.labels(place, one.attribute)[end.bucket]),
        "points": signed(_POINTS * end.difference),
        "interval": bracketed(end.low, end.high),
        "also": _also(sum(loss.difference == end.difference for _place, _one, loss in losses) - 1),
    }
    if end.difference >= 0:
        least = _(
            "{better} is behind {other} nowhere, and least ahead on {dataset} at {attribute} {bucket}: {points} points "
            "{interval}{also}.",
            **values,
        )
    else:
        least = _(
            "Against {other}, {better} is furthest behind on {dataset} at {attribute} {bucket}: {points} points "
            "{interval}{also}.",
            **values,
        )
    return least, n_(
        "The largest of {n:,} difference, chosen after looking.",
        "The largest of {n:,} differences, chosen after looking.",
        len(losses),
    )


def fails_finding(study: Study) -> Finding:
    """Say where a system is furthest below its own best, of all systems, datasets and attributes."""
    gaps = [
        (place, one, one.worst)
        for system in study.models
        for place, row in enumerate(study.self_diagnosis(system))
        for one in row
        if one is not None and one.worst is not None and one.gap > 0
    ]
    if not gaps:
        return _("No system has a worst bucket: no attribute has two that can be named and differ."), ""
    place, one, bucket = max(gaps, key=lambda gap: gap[1].gap)
    sentence = _(
        "{system} fails most on {dataset} at {attribute} {bucket}: F1 {f1}, {points} under its best bucket "
        "there{also}.",
        system=one.system,
        dataset=study.datasets[place],
        attribute=_title(study, place, one.attribute),
        bucket=bucket_name(study.labels(place, one.attribute)[bucket]),
        f1=number(float(study.values(one.system, place, one.attribute)[bucket])),
        points=points(one.gap),
        also=_also(sum(other.gap == one.gap for _place, other, _bucket in gaps) - 1),
    )
    return sentence, n_(
        "The largest of {n:,} gap, chosen after looking.", "The largest of {n:,} gaps, chosen after looking.", len(gaps)
    )


def _title(study: Study, place: int, attribute: str) -> str:
    return translated(study.diagnoses[place].attribute(attribute).attribute.label)


def _also(alike: int) -> str:
    """Say at how many other places the same was found: the end of a sentence."""
    return n_(", as at {n:,} other place", ", as at {n:,} other places", alike) if alike else ""


def components_finding(gains: Sequence[Gain], *, declared: int) -> Finding:
    """Say which part moves F1 most.

    Args:
        gains: what each value of a part brings over another.
        declared: how many systems say what they are made of.
    """
    known = [gain for gain in gains if gain.datasets]
    if not known:
        remedy = _("Say it on Files, or by parts in the project file.")
        if not declared:
            return _("No system here says what it is made of."), remedy
        return _("No two systems here declare the same parts and differ in exactly one of them."), remedy
    most = max(known, key=lambda gain: abs(gain.mean.value))
    mean = most.mean
    change = {
        "part": most.part,
        "first": most.first_value,
        "second": most.second_value,
        "points": points(abs(mean.value)),
        "datasets": n_("{n:,} dataset", "{n:,} datasets", most.datasets),
    }
    if mean.value < 0:
        sentence = _("{part}: {second} in place of {first} costs {points} of F1 on average over {datasets}", **change)
    else:
        sentence = _("{part}: {second} in place of {first} brings {points} of F1 on average over {datasets}", **change)
    if mean.low == mean.low:
        sentence = _("{sentence}, 95 % interval {interval}", sentence=sentence, interval=bracketed(mean.low, mean.high))
    over = _("Intervals are over datasets (Student's t), taken as independent; there is none below three.")
    if len(known) > 1:
        largest = _("The largest of {n:,} changes of one part, chosen after looking.", n=len(known))
        over = _("{first} {second}", first=largest, second=over)
    return _("{sentence}.", sentence=sentence), over


def bucket_place(bucket: int, buckets: int, *, short: bool = False) -> str:
    """Return which bucket of an attribute it is where labels differ between datasets: ``2 of 10``, ``S``, ``M``, ``L``.

    Args:
        bucket: its index.
        buckets: how many there are; three are the classes of the paper.
        short: whether the number is enough.
    """
    if buckets == len(_CLASSES):
        return _CLASSES[bucket]
    return str(bucket + 1) if short else _("{place} of {count}", place=bucket + 1, count=buckets)
