"""Models that were run several times, as frames and sentences: their scores, and the best of them beside the others."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.baselines import LINES
from cwsdiag.diagnosis.runs import RunsComparison, compare_runs, contestants
from cwsdiag.languages import _
from cwsdiag.memo import memo
from cwsdiag.scores import score_runs, score_systems
from cwsdiag.views.rows import Row, runs_row
from cwsdiag.views.wording import listed, number, units_text

if TYPE_CHECKING:
    from cwsdiag.views.look import PrivateLook


@dataclass(frozen=True, eq=False)
class Runs:
    """What there is to say of the models of one dataset that were run several times.

    Attributes:
        table: a row a model, see ``runs_row``, the highest mean F1 first, undefined ones last.
        pairs: the highest mean F1 against each other model or system, where one of the two has several runs: first,
            second; f1, low and high in points; share of the variance, in per cent.
        compared: the same as they were compared.
    """

    table: list[Row]
    pairs: list[Row]
    compared: list[RunsComparison]


@memo
def runs_of(look: PrivateLook) -> Runs:
    """Return what there is to say of models of several runs, of which there is one at least; computed once."""
    scores, several = score_systems(look.dataset), look.dataset.runs
    models = [runs_row(score) for score in score_runs(several, scores)]
    means = {score.name: score.f1 for score in scores} | {row["name"]: row["f1"] for row in models}
    known = [name for name in contestants(look.dataset) if name not in LINES and not math.isnan(means[name])]
    known.sort(key=lambda name: -means[name])
    pairs, compared = [], []
    for other in known[1:]:
        if known[0] in several or other in several:
            one = compare_runs(look.diagnosis, known[0], other)
            compared.append(one)
            values = {"f1": one.difference, "low": one.low, "high": one.high, "share": one.share_of_runs}
            pairs.append({"first": one.a, "second": one.b, **{key: 100 * value for key, value in values.items()}})
    return Runs(sorted(models, key=lambda row: (math.isnan(row["f1"]), -row["f1"])), pairs, compared)


def best_run_sentence(look: PrivateLook) -> str:
    """Say that the system which leads is the best of several runs, where it is one; else nothing."""
    lead = look.lead
    group = None if lead is None else look.dataset.run_of.get(lead.best)
    if lead is None or group is None:
        return ""
    row = next(row for row in runs_of(look).table if row["name"] == group)
    if row["runs"] == 1:
        return ""
    return _(
        "{run} is the best of {runs} runs of {model}, whose F1 is {f1} on average: chosen after looking.",
        run=lead.best,
        runs=row["runs"],
        model=group,
        f1=number(row["f1"]),
    )


def resampling_sentence(compared: Iterable[RunsComparison]) -> str:
    """Say what the intervals of models of several runs, one pair at least, draw, and that they are no test."""
    resampled = listed([*dict.fromkeys(units_text(one.units, one.unit) for one in compared)])
    return _(
        "Intervals draw {units}, the same for all runs, and runs together; the share is what runs make of the "
        "variance. They are no test: that is one of two outputs, as single runs are.",
        units=resampled,
    )
