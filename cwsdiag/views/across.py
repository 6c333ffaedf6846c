"""What a study of systems finds, as sentences one may quote: with the statistic, its p-value and what it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cwsdiag.diagnosis.paired import PairedComparison, to_best
from cwsdiag.frames import bucket_name, signed
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.study import Friedman, Gain, Published, ScoreTable, Study, left_aside
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.study.statistics import FEWEST
from cwsdiag.text import Floats
from cwsdiag.views.wording import bracketed, in_turn, listed, number, p_value, points, some_of

# Scores of systems on datasets; a study has those that were measured.
Scores = Study | ScoreTable
# A sentence, and how it is to be taken.
Finding = tuple[str, str]

_NAMES = 4
# What is compared and what ranks it, by the plurals that callers give.
_PLURALS = {
    "buckets": lazy("buckets"),
    "datasets": lazy("datasets"),
    "steps": lazy("steps"),
    "systems": lazy("systems"),
    "test texts": lazy("test texts"),
    "the three ways": lazy("the three ways"),
    "training data": lazy("training data"),
}


def some(names: Sequence[str], plural: str) -> str:
    """Return names, or how many they are where they are many."""
    return listed(names) if len(names) <= _NAMES else _several(len(names), plural)


def _several(count: int, plural: str) -> str:
    return _("{count:,} {things}", count=count, things=plural_name(plural))


def plural_name(plural: str) -> str:
    """Return what is compared, or what ranks it, by its English plural."""
    return translated(_PLURALS[plural])


def why_undefined(test: Friedman, *, treatments: str, blocks: str) -> str:
    """Return why a test is not defined, in the words of what was compared; empty where it is.

    Args:
        test: the test.
        treatments: English plural of what is compared.
        blocks: English plural of what each ranks them.
    """
    if not test.undefined:
        return ""
    few, many = len(test.treatments), len(test.blocks)
    if min(few, many) < FEWEST:
        things, count = (treatments, few) if few < FEWEST else (blocks, many)
        return _(
            "{fewest} {things} without gaps are needed, and there are {count}",
            fewest=FEWEST,
            things=plural_name(things),
            count=count,
        )
    return _("all values of each row are equal")


def friedman_sentence(test: Friedman, *, treatments: str, blocks: str) -> str:
    """Say what Friedman's test found.

    Args:
        test: the test.
        treatments: English plural of what is compared.
        blocks: English plural of what each ranks them.
    """
    values = {
        "what": plural_name(treatments).capitalize(),
        "reason": why_undefined(test, treatments=treatments, blocks=blocks),
        "blocks": _several(len(test.blocks), blocks),
        "statistic": test.statistic,
        "p": p_value(test.p),
    }
    if not test.undefined:
        values["numbers"] = (
            _("Friedman's test over {blocks}, χ² = {statistic:.2f}, exact p = {p}", **values)
            if test.method == "exact"
            else _("Friedman's test over {blocks}, χ² = {statistic:.2f}, p = {p} by permutation", **values)
        )
    if test.is_significant:
        sentence = _("{what} differ more than chance explains: {numbers}.", **values)
    elif not test.undefined:
        sentence = _("{what} may differ by chance alone: {numbers}.", **values)
    else:
        sentence = _("{what}: no Friedman test, because {reason}.", **values)
    if test.dropped:
        return in_turn(sentence, _("Dropped for gaps: {names}.", names=some(test.dropped, blocks)))
    return sentence


def mean_f1(study: Scores) -> dict[str, float]:
    """Return the mean F1 of each system over the datasets that it has; the best with all of them first."""
    values = mean_of_defined(study.f1, axis=1)[0]
    means = dict(zip(study.models, values.tolist(), strict=True))
    order = sorted(means, key=lambda name: (name in study.left_out, -np.nan_to_num(means[name])))
    return {name: means[name] for name in order}


def score_rows(
    study: Study, table: ScoreTable, verdicts: Sequence[Sequence[PairedComparison]]
) -> Iterator[dict[str, Any]]:
    """Yield F1 of every system on every dataset, with the paired test of the best's lead over it.

    ``source`` says where a published score stands, None for measured ones. Without predictions there is no paired test:
    over a published score, or under one that is the best, no lead has a verdict.

    Args:
        study: of the measured systems.
        table: all of them.
        verdicts: the tests of each dataset; none where they are not known yet.
    """
    for column, dataset in enumerate(table.datasets):
        values = table.f1[:, column]
        best = np.nanmax(values) if not np.isnan(values).all() else np.nan
        leads = len(verdicts) > column and best in study.f1[:, column]
        tests = to_best(verdicts[column]) if leads else {}
        for model, value in zip(table.models, values, strict=True):
            test = tests.get(model)
            yield {
                "model": model,
                "dataset": dataset,
                "f1": float(value),
                "best": bool(value == best),
                "p": np.nan if test is None else test.p_deciding,
                "verdict": None if test is None else test.verdict,
                "source": table.sources.get(model),
            }


def headline(study: Scores) -> tuple[str, str]:
    """Return what the page begins with, and how it is to be taken."""
    count = len(study.datasets)
    if not study.models:
        return _("No dataset of this project has a system, so there is nothing to compare."), ""
    if count == 1:
        return _of_one(study)
    if not study.complete:
        return (
            _("No system has a prediction on all {count} datasets, so there is no fair average.", count=count),
            _("Systems are matched by name: give a segmenter's output the same name on every dataset."),
        )
    means = mean_f1(study)
    order = [name for name in means if name in study.complete]
    best = order[0]
    level = [name for name in order if means[name] == means[best]]
    others = order[len(level) :]
    mean = _("F1 {f1} on average over {datasets}", f1=number(means[best]), datasets=_several(count, "datasets"))
    if len(order) == 1:
        sentence = _("{system} has {mean}.", system=best, mean=mean)
        return sentence, _("It is the only system with a prediction on every dataset.")
    if others:
        ahead = points(means[best] - means[others[0]])
        mean = _("{mean}, {points} ahead of {other}", mean=mean, points=ahead, other=others[0])
    among = ""
    if study.left_out:
        among = _(" of the {count} systems with a score on all datasets", count=len(study.complete))
    values = {"systems": some_of(level, len(order)), "best": best, "among": among, "mean": mean}
    if len(level) > 1:
        lead = _("{systems} share the best mean{among}: {mean}.", **values)
    else:
        # Among all systems, as the table marks them: one with a gap may be ahead wherever it has a prediction.
        highest = int((study.f1[study.models.index(best)] == np.nanmax(study.f1, axis=0)).sum())
        lead = _(
            "{best} has the highest mean{among}: {mean}, and the highest F1 on {highest} of {count}.",
            highest=highest,
            count=count,
            **values,
        )
    return lead, friedman_sentence(study.models_test(), treatments="systems", blocks="datasets")


def _of_one(study: Scores) -> tuple[str, str]:
    need = _(
        "What holds across datasets takes several: averages and tests over them need three or more. "
        "Add datasets to the project, with the same names for the same systems. What one dataset shows is below."
    )
    means = mean_f1(study)
    best = max((mean for mean in means.values() if mean == mean), default=np.nan)
    level = [name for name, mean in means.items() if mean == best]
    if not level:
        return _("This project has one dataset, {dataset}.", dataset=study.datasets[0]), need
    return _(
        "This project has one dataset, {dataset}; the highest F1 there is {f1}, of {systems}.",
        dataset=study.datasets[0],
        f1=number(best),
        systems=some_of(level, len(means)),
    ), need


def gaps_sentence(study: Scores) -> str:
    """Say which systems lack which datasets, and are left out of tests for that; empty where none does."""
    if not study.left_out:
        return ""
    lacking = []
    for model in study.left_out:
        missing = [dataset for name, dataset in study.gaps if name == model]
        lacking.append(_("{system} (none in use on {datasets})", system=model, datasets=some(missing, "datasets")))
    if len(lacking) > _NAMES:
        more = len(lacking) - _NAMES
        lacking[_NAMES:] = [n_("{n:,} other system", "{n:,} other systems", more)]
    return _("Gaps, left out of the tests over systems and datasets: {systems}.", systems=_("; ").join(lacking))


def small_buckets_sentence(study: Study, place: int | None = None) -> str:
    """Say how many buckets biases and tests leave out, on the dataset at a place or on all; empty without."""
    named = []
    for attribute in study.attributes:
        places = range(len(study.datasets)) if place is None else [place]
        large = np.concatenate([study.large(at, attribute.key) for at in places])
        if not large.all():
            values = {"count": int((~large).sum()), "total": len(large)}
            named.append(_("{attribute} ({count} of {total})", attribute=translated(attribute.label), **values))
    if not named:
        return ""
    return _(
        "Biases and tests leave out buckets with under {min_size} gold units: {attributes}.",
        min_size=study.min_size,
        attributes=listed(named),
    )


def no_order_sentence(study: Study) -> str:
    """Say which attributes have categories, and what these cannot have; empty without."""
    named = [translated(one.label) for one in study.attributes if one.categorical]
    if not named:
        return ""
    return _(
        "Categories have no mean and no order, so there is no α^μ and no ρ: {attributes}.", attributes=listed(named)
    )


def left_aside_sentence(table: ScoreTable, rows: Sequence[Published]) -> str:
    """Say on which datasets published scores are that a table does not have; empty for none."""
    missing = left_aside(table, rows)
    if not missing:
        return ""
    return _("Published scores on {datasets} are left out: no dataset here has that name.", datasets=listed(missing))


RHO, SIGMA = "rho", "sigma"
_POINTS = 100
# Small, medium and large, as the paper has them.
_CLASSES = "SML"
_MOST_NAMES = {RHO: lazy("rank correlation"), SIGMA: lazy("standard deviation")}
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
            measure=translated(_MOST_NAMES[measure]),
        ), ""
    best = np.flatnonzero(sizes == np.nanmax(sizes))
    names = listed([translated(study.attributes[at].label) for at in best])
    mean = _(
        "{value} on average over {systems}",
        value=number(sizes[best[0]]),
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


def _direction(values: Floats) -> str:
    """Say for how many systems F1 rises with an attribute, and for how many it falls: the end of a sentence."""
    rising, falling = (int(found.sum()) for found in (values > 0, values < 0))
    return _("; F1 rises with it for {rising} and falls for {falling}", rising=rising, falling=falling)


def datasets_finding(study: Study) -> Finding:
    """Say on which dataset F1 differs most between buckets, and where the same attribute makes least difference."""
    sigma = study.sigma_by_dataset[0]
    if np.isnan(sigma).all():
        return _("No attribute has a bucket with a score, so the datasets have no bias to compare."), ""
    most, place = np.unravel_index(np.nanargmax(sigma), sigma.shape)
    least = np.nanargmin(sigma[:, place])
    sentence = _(
        "F1 depends most on {attribute} on {most}: its spread over buckets is {high} there.",
        attribute=translated(study.attributes[place].label),
        most=study.datasets[most],
        high=number(sigma[most, place]),
    )
    if least != most:
        less = _("It is least on {dataset}, {low}.", dataset=study.datasets[least], low=number(sigma[least, place]))
        sentence = in_turn(sentence, less)
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
        remark = in_turn(gaps, remark)
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
    }
    if end.difference >= 0:
        least = _(
            "{better} is behind {other} nowhere, and least ahead on {dataset} at {attribute} {bucket}: {points} points "
            "{interval}.",
            **values,
        )
    else:
        least = _(
            "Against {other}, {better} is furthest behind on {dataset} at {attribute} {bucket}: {points} points "
            "{interval}.",
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
        "{system} fails most on {dataset} at {attribute} {bucket}: F1 {f1}, {points} under its best bucket there.",
        system=one.system,
        dataset=study.datasets[place],
        attribute=_title(study, place, one.attribute),
        bucket=bucket_name(study.labels(place, one.attribute)[bucket]),
        f1=number(study.values(one.system, place, one.attribute)[bucket]),
        points=points(one.gap),
    )
    return sentence, n_(
        "The largest of {n:,} gap, chosen after looking.", "The largest of {n:,} gaps, chosen after looking.", len(gaps)
    )


def _title(study: Study, place: int, attribute: str) -> str:
    return translated(study.diagnoses[place].attribute(attribute).attribute.label)


def components_finding(gains: Sequence[Gain]) -> Finding:
    """Say which part moves F1 most, of what each value of a part brings over another."""
    known = [gain for gain in gains if gain.datasets]
    if not known:
        return (
            _("No two systems here declare the same parts and differ in exactly one of them."),
            _("Say it on Files, or by parts in the project file."),
        )
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
        over = in_turn(largest, over)
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
