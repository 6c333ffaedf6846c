"""What the Criteria page has done in the background: the built-in segmenter on the training data of every dataset.

Stamps say what is in the files, so whoever asks for the same shares it. All of it waits in one line with committees.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.difficulty import TEMPLATES, Cancelled, Perceptron, cache_folder
from cwsdiag.study import built_in_transfer, selection_curves
from cwsdiag.ui import studied
from cwsdiag.ui.background import Stopped
from cwsdiag.ui.committee_work import jobs, runner

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cwsdiag.difficulty import Template
    from cwsdiag.study import Curve, Order, Transfer
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.background import Job
    from cwsdiag.ui.criteria_bench import Bench
    from cwsdiag.ui.file import File

DEFAULT_TEMPLATE: Template = "F2"
_LEARNER = Perceptron()


def transfer_job(bench: Bench, template: Template) -> Job[Transfer] | None:
    """Return the work on U of the built-in segmenter; None where nobody has asked for it."""
    return runner().find(_stamp(bench, "transfer", template))


def made_transfers(bench: Bench) -> list[Transfer]:
    """Return U of the built-in segmenter, for each template that it is done for."""
    found = [transfer_job(bench, template) for template in TEMPLATES]
    return [job.result for job in found if job is not None and job.state == "done"]


def ask_transfer(bench: Bench, template: Template) -> None:
    """Have U of the built-in segmenter made."""
    tests = {one.name: one.test for one in bench.corpora}
    work = partial(_transfer, _files(bench), tests, bench.chosen.normalise, template)
    runner().ask(_stamp(bench, "transfer", template), work, total=len(bench.trainable))


def _transfer(
    files: dict[str, File],
    tests: dict[str, Segmentation],
    normalise: tuple[str, ...],
    template: Template,
    job: Job[Transfer],
) -> Transfer:
    trainings = {name: studied.read_training_of(file, normalise) for name, file in files.items()}
    try:
        return built_in_transfer(
            trainings,
            tests,
            template=template,
            learner=_LEARNER,
            jobs=jobs(_LEARNER),
            cache=cache_folder(),
            told=job.tell,
            cancelled=job.is_stopping,
        )
    except Cancelled:
        raise Stopped from None


def curves_job(bench: Bench, target: str, template: Template) -> Job[list[Curve]] | None:
    """Return the work on the F1 curves of a target; None where nobody has asked for it."""
    return runner().find(_stamp(bench, "selection", target, template))


def ask_curves(bench: Bench, wanted: Sequence[Order], template: Template) -> None:
    """Have F1 curves made for the orders of a target."""
    target = wanted[0].target
    test = bench.corpus(target).test
    sets = {frozenset(order.sources[:count]) for order in wanted for count in range(len(order.sources) + 1)}
    work = partial(_curves, _files(bench), test, bench.chosen.normalise, tuple(wanted), template)
    runner().ask(_stamp(bench, "selection", target, template), work, total=len(sets))


def _curves(
    files: dict[str, File],
    test: Segmentation,
    normalise: tuple[str, ...],
    wanted: tuple[Order, ...],
    template: Template,
    job: Job[list[Curve]],
) -> list[Curve]:
    trainings = {name: studied.read_training_of(file, normalise) for name, file in files.items()}
    try:
        return selection_curves(
            wanted,
            trainings,
            test,
            template=template,
            learner=_LEARNER,
            cache=cache_folder(),
            told=job.tell,
            cancelled=job.is_stopping,
        )
    except Cancelled:
        raise Stopped from None


def _files(bench: Bench) -> dict[str, File]:
    """Return the training files that segmenters can be learnt from, by dataset."""
    files = {name: bench.chosen.entry(name).files.training for name in bench.trainable}
    return {name: file for name, file in files.items() if file is not None}


def _stamp(bench: Bench, what: str, *more: str) -> Hashable:
    return (what, studied.stamps(bench.chosen), bench.chosen.normalise, *more)
