"""What a study shows, as sentences one may quote: with the statistic, its p-value and what it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.study.bias import mean_of_defined
from cwsdiag.views.wording import counted, listed, number, p_value, points, some_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.study import Friedman, Study

_NAMES = 4


def some(names: Sequence[str], plural: str) -> str:
    """Return names, or how many they are where they are many."""
    return listed(list(names)) if 0 < len(names) <= _NAMES else counted(len(names), plural)


def why_undefined(test: Friedman, *, treatments: str, blocks: str) -> str:
    """Return why a test is not defined, in the words of what was compared."""
    return test.undefined.replace("treatments", treatments).replace("blocks", blocks).replace("each block", "each row")


def friedman_sentence(test: Friedman, *, treatments: str, blocks: str) -> str:
    """Say what Friedman's test found.

    Args:
        test: the test.
        treatments: plural of what is compared.
        blocks: plural of what each ranks them.
    """
    what = treatments.capitalize()
    if test.undefined:
        reason = why_undefined(test, treatments=treatments, blocks=blocks)
        said = f"{what}: no Friedman test, because {'it ' if reason.startswith('needs') else ''}{reason}."
    else:
        verdict = "differ more than chance explains" if test.is_significant else "may differ by chance alone"
        said = (
            f"{what} {verdict}: Friedman's test over {counted(len(test.blocks), blocks)}, "
            f"χ² = {test.statistic:.2f}, p {'≈' if test.is_rough else '='} {p_value(test.p)}."
        )
    return f"{said} Dropped for gaps: {some(test.dropped, blocks)}." if test.dropped else said


def mean_f1(study: Study) -> dict[str, float]:
    """Return the mean F1 of each system over the datasets that it has; the best with all of them first."""
    values, _ = mean_of_defined(study.f1, axis=1)
    found = dict(zip(study.models, values.tolist(), strict=True))
    order = sorted(found, key=lambda name: (name in study.left_out, -np.nan_to_num(found[name])))
    return {name: found[name] for name in order}


def headline(study: Study) -> tuple[str, str]:
    """Return what the page begins with, and how it is to be taken."""
    count = len(study.datasets)
    if not study.models:
        return "No dataset of this project has a system, so there is nothing to compare.", ""
    if count == 1:
        return _of_one(study)
    if not study.complete:
        return (
            f"No system has a prediction on all {count} datasets, so there is no fair average.",
            "Systems are matched by name: give a segmenter's output the same name on every dataset.",
        )
    means, order = mean_f1(study), study_order(study)
    best = order[0]
    level, others = tied(means, order)
    among = f" of the {len(study.complete)} systems with a prediction on all datasets" if study.left_out else ""
    mean = f"F1 {number(means[best])} on average over {counted(count, 'datasets')}"
    if len(order) == 1:
        return f"{best} has {mean}.", "It is the only system with a prediction on every dataset."
    ahead = f", {points(means[best] - means[others[0]])} ahead of {others[0]}" if others else ""
    if len(level) > 1:
        lead = f"{some_of(level, len(order))} share the best mean{among}: {mean}{ahead}."
    else:
        lead = f"{best} is best{among}: {mean}{ahead}, and {_firsts(study, best)}."
    return lead, friedman_sentence(study.models_test(), treatments="systems", blocks="datasets")


def tied(scores: Mapping[str, float], order: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the systems with the first one's score, which is the best, and the others, both in this order."""
    best = scores[order[0]]
    return [name for name in order if scores[name] == best], [name for name in order if scores[name] != best]


def _firsts(study: Study, best: str) -> str:
    """Say on how many datasets a system is first alone, and on how many level with others.

    That is among all systems, as the table marks them: one with a gap may be ahead wherever it has a prediction.
    """
    row = study.models.index(best)
    others = np.delete(study.f1, row, axis=0)
    highest = np.where(np.isnan(others), -np.inf, others).max(axis=0)
    alone, level = int((study.f1[row] > highest).sum()), int((study.f1[row] == highest).sum())
    return f"first on {alone} of {len(study.datasets)}" + (f", level with another on {level}" if level else "")


def study_order(study: Study) -> list[str]:
    """Return the systems with a score on every dataset, the best on average first."""
    return [name for name in mean_f1(study) if name in study.complete]


def _of_one(study: Study) -> tuple[str, str]:
    means = mean_f1(study)
    name, order = study.datasets[0], list(means)
    best = order[0]
    level, _ = tied(means, order)
    need = (
        "What holds across datasets takes several: averages and tests over them need three or more. "
        "Add datasets to the project, with the same names for the same systems. What one dataset shows is below."
    )
    if np.isnan(means[best]):
        return f"This project has one dataset, {name}.", need
    if len(level) > 1:
        shared = f"{some_of(level, len(order))} share the best F1 there, {number(means[best])}"
        return f"This project has one dataset, {name}; {shared}.", need
    place = "is best there:" if len(means) > 1 else "is the only system:"
    return f"This project has one dataset, {name}; {best} {place} F1 {number(means[best])}.", need


def gaps_sentence(study: Study) -> str:
    """Say which systems lack which datasets, and are left out of tests for that; empty where none does."""
    if not study.left_out:
        return ""
    lacking = []
    for model in study.left_out:
        missing = [dataset for name, dataset in study.gaps if name == model]
        lacking.append(f"{model} (none in use on {some(missing, 'datasets')})")
    shown = lacking[:_NAMES]
    more = f" and {counted(len(lacking) - _NAMES, 'other systems')}" if len(lacking) > _NAMES else ""
    left = "; ".join(shown)
    return f"Gaps, left out of the tests over systems and datasets: {left}{more}."


def small_buckets_sentence(study: Study, place: int | None = None) -> str:
    """Say which attributes have buckets too small to be named, on the dataset at a place or on all; empty without.

    They count in biases and tests as much as others, so that one word can move a bias.
    """
    diagnoses = study.diagnoses if place is None else [study.diagnoses[place]]
    small = [
        (attribute.label, sum(key == attribute.key for one in diagnoses for key, _ in one.hidden()), attribute.key)
        for attribute in study.attributes
    ]
    named = [
        f"{label} ({count} of {sum(len(one.attribute(key).gold) for one in diagnoses)})"
        for label, count, key in small
        if count
    ]
    if not named:
        return ""
    least = diagnoses[0].min_size
    return f"Every bucket counts alike, however small. Buckets with under {least} gold units: {listed(named)}."
