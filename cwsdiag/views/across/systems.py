"""What a study shows, as sentences one may quote: with the statistic, its p-value and what it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.diagnosis.paired import to_best
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.study import left_aside
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.study.statistics import FEWEST
from cwsdiag.views.wording import listed, number, p_value, points, some_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.study import Friedman, Published, ScoreTable, Study

    # Scores of systems on datasets; a study has those that were measured.
    Scores = Study | ScoreTable

_NAMES = 4
# Points of F1 below which a lead would be written as none.
_SAID_POINTS = 0.05
# What is compared and what ranks it, by the plurals that callers give; and so many of what ranks.
_PLURALS = {
    "buckets": lazy("buckets"),
    "datasets": lazy("datasets"),
    "steps": lazy("steps"),
    "systems": lazy("systems"),
    "test texts": lazy("test texts"),
    "the three ways": lazy("the three ways"),
    "training data": lazy("training data"),
}
_COUNTED: dict[str, Callable[[int], str]] = {
    "datasets": lambda count: n_("{n:,} dataset", "{n:,} datasets", count),
    "steps": lambda count: n_("{n:,} step", "{n:,} steps", count),
    "systems": lambda count: n_("{n:,} system", "{n:,} systems", count),
    "training data": lambda count: n_("{n:,} training data", "{n:,} training data", count),
}


def some(names: Sequence[str], plural: str) -> str:
    """Return names, or how many they are where they are many."""
    return listed(list(names)) if 0 < len(names) <= _NAMES else _COUNTED[plural](len(names))


def _named(plural: str) -> str:
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
    if few < FEWEST:
        return _("needs {fewest} {things}, and there are {count}", fewest=FEWEST, things=_named(treatments), count=few)
    if many < FEWEST:
        return _(
            "needs {fewest} {things} without gaps, and there are {count}",
            fewest=FEWEST,
            things=_named(blocks),
            count=many,
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
        "what": _named(treatments).capitalize(),
        "reason": why_undefined(test, treatments=treatments, blocks=blocks),
        "blocks": _COUNTED[blocks](len(test.blocks)),
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
    elif min(len(test.treatments), len(test.blocks)) < FEWEST:
        sentence = _("{what}: no Friedman test, because it {reason}.", **values)
    else:
        sentence = _("{what}: no Friedman test, because {reason}.", **values)
    if test.dropped:
        return _("{sentence} Dropped for gaps: {names}.", sentence=sentence, names=some(test.dropped, blocks))
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
    means, order = mean_f1(study), study_order(study)
    best = order[0]
    level = [name for name in order if means[name] == means[best]]
    others = [name for name in order if means[name] != means[best]]
    mean = _("F1 {f1} on average over {datasets}", f1=number(means[best]), datasets=_COUNTED["datasets"](count))
    if len(order) == 1:
        sentence = _("{system} has {mean}.", system=best, mean=mean)
        return sentence, _("It is the only system with a prediction on every dataset.")
    if others:
        ahead, other = means[best] - means[others[0]], others[0]
        if 100 * ahead < _SAID_POINTS:
            mean = _("{mean}, less than 0.1 points ahead of {other}", mean=mean, other=other)
        else:
            mean = _("{mean}, {points} ahead of {other}", mean=mean, points=points(ahead), other=other)
    among = ""
    if study.left_out:
        among = _(" of the {count} systems with a score on all datasets", count=len(study.complete))
    values = {"systems": some_of(level, len(order)), "best": best, "among": among, "mean": mean}
    if len(level) > 1:
        lead = _("{systems} share the best mean{among}: {mean}.", **values)
    else:
        lead = _("{best} has the highest mean{among}: {mean}, and {firsts}.", **values, firsts=_firsts(study, best))
    return lead, friedman_sentence(study.models_test(), treatments="systems", blocks="datasets")


def _firsts(study: Scores, best: str) -> str:
    """Say on how many datasets a system is first alone, and on how many level with others.

    That is among all systems, as the table marks them: one with a gap may be ahead wherever it has a prediction.
    """
    row = study.models.index(best)
    others = np.delete(study.f1, row, axis=0)
    highest = np.where(np.isnan(others), -np.inf, others).max(axis=0)
    alone, level = int((study.f1[row] > highest).sum()), int((study.f1[row] == highest).sum())
    values = {"alone": alone, "count": len(study.datasets), "level": level}
    if level:
        return _("first on {alone} of {count}, level with another on {level}", **values)
    return _("first on {alone} of {count}", **values)


def study_order(study: Scores) -> list[str]:
    """Return the systems with a score on every dataset, the best on average first."""
    return [name for name in mean_f1(study) if name in study.complete]


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
    values = {"dataset": study.datasets[0], "systems": some_of(level, len(means)), "f1": number(best)}
    if len(level) > 1:
        return _("This project has one dataset, {dataset}; {systems} share the best F1 there, {f1}.", **values), need
    return _("This project has one dataset, {dataset}; {systems} has the highest F1 there, {f1}.", **values), need


def gaps_sentence(study: Scores) -> str:
    """Say which systems lack which datasets, and are left out of tests for that; empty where none does."""
    if not study.left_out:
        return ""
    lacking = []
    for model in study.left_out:
        missing = [dataset for name, dataset in study.gaps if name == model]
        lacking.append(_("{system} (none in use on {datasets})", system=model, datasets=some(missing, "datasets")))
    names = _("; ").join(lacking[:_NAMES])
    if len(lacking) <= _NAMES:
        return _("Gaps, left out of the tests over systems and datasets: {systems}.", systems=names)
    return n_(
        "Gaps, left out of the tests over systems and datasets: {systems} and {n:,} other system.",
        "Gaps, left out of the tests over systems and datasets: {systems} and {n:,} other systems.",
        len(lacking) - _NAMES,
        systems=names,
    )


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
