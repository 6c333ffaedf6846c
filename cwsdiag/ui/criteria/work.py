"""What the Criteria page has done in the background: the built-in segmenter on the training data of every dataset.

Stamps say what is in the files, so whoever asks for the same shares it. All of it waits in one line with committees.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.difficulty import TEMPLATES, Perceptron, cache_folder
from cwsdiag.formats import comparable
from cwsdiag.signature import segmenter_part
from cwsdiag.study import built_in_transfer, selection_curves, training_sets
from cwsdiag.ui.data import project_data
from cwsdiag.ui.difficulty.committee.work import jobs
from cwsdiag.ui.work.kept import background_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from cwsdiag.difficulty import Template
    from cwsdiag.study import Curve, Order, Transfer
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.criteria.bench import Bench
    from cwsdiag.ui.data.file import File
    from cwsdiag.ui.work.background import Job

    Texts = Mapping[str, Segmentation]

Result = TypeVar("Result")
DEFAULT_TEMPLATE: Template = "F2"
LEARNER = Perceptron()


def transfer_job(bench: Bench, template: Template) -> Job[Transfer] | None:
    """Return the work on U of the built-in segmenter; None where nobody has asked for it."""
    return background_jobs().find(_stamp(bench, "transfer", template))


def made_transfers(bench: Bench) -> list[Transfer]:
    """Return U of the built-in segmenter, for each template that it is done for."""
    found = [transfer_job(bench, template) for template in TEMPLATES]
    return [job.result for job in found if job is not None and job.state == "done"]


def ask_transfer(bench: Bench, template: Template) -> None:
    """Have U of the built-in segmenter made."""
    work = partial(_learn, _files(bench), template, partial(built_in_transfer, jobs=jobs(LEARNER)))
    background_jobs().ask(_stamp(bench, "transfer", template), work, total=len(bench.trainable))


def curves_job(bench: Bench, target: str, template: Template) -> Job[list[Curve]] | None:
    """Return the work on the F1 curves of a target; None where nobody has asked for it."""
    return background_jobs().find(_curves_stamp(bench, target, template))


def made_curves(bench: Bench, template: Template) -> list[Curve]:
    """Return the F1 curves of all targets for which they are done."""
    found = [curves_job(bench, target, template) for target in bench.trainable]
    return [curve for job in found if job is not None and job.state == "done" for curve in job.result]


def ask_curves(bench: Bench, wanted: Sequence[Order], template: Template) -> None:
    """Have F1 curves made for the orders of a target."""
    target = wanted[0].target

    def made(trainings: Texts, tests: Texts, **how: Any) -> list[Curve]:
        return selection_curves(wanted, trainings, tests[target], **how)

    work = partial(_learn, _files(bench), template, made)
    background_jobs().ask(
        _curves_stamp(bench, target, template), work, total=len(training_sets(wanted, learner=LEARNER))
    )


def _learn(files: _Files, template: Template, made: Callable[..., Result], job: Job[Result]) -> Result:
    """Do the work of a job: ``made`` takes training and test texts by dataset, and how to learn."""
    trainings, tests = files.read()
    return made(
        trainings,
        tests,
        template=template,
        learner=LEARNER,
        cache=cache_folder(),
        told=job.tell,
        cancelled=job.is_stopping,
    )


def learnt_from(bench: Bench, models: Iterable[Transfer]) -> dict[str, str]:
    """Return what a signature says of those models that are the built-in segmenter's."""
    learnt = [one.model for one in models if any(one is made for made in made_transfers(bench))]
    return {"segmenter": ",".join(segmenter_part(model, bench.chosen.normalise) for model in learnt)} if learnt else {}


@dataclass(frozen=True)
class _Files:
    """What segmenters learn from and what they cut, by dataset.

    A run of digits made one symbol within gold's words would tell where these end: only normalisations are done under
    which texts can be compared.
    """

    trainings: Mapping[str, File]
    tests: Mapping[str, File]
    normalise: tuple[str, ...]

    def read(self) -> tuple[dict[str, Segmentation], dict[str, Segmentation]]:
        """Read all of them; draws nothing, so that work in the background can call it."""
        trainings = {name: project_data.read_training_of(file, self.normalise) for name, file in self.trainings.items()}
        return trainings, {name: project_data.read_test_of(file, self.normalise) for name, file in self.tests.items()}


def _files(bench: Bench) -> _Files:
    sets = {entry.files.name: entry.files for entry in bench.chosen.entries}
    trainings = {name: sets[name].training for name in bench.trainable}
    return _Files(
        {name: file for name, file in trainings.items() if file is not None},
        {name: files.gold for name, files in sets.items() if files.gold is not None},
        comparable(bench.chosen.normalise),
    )


def _curves_stamp(bench: Bench, target: str, template: Template) -> Hashable:
    # The orders come from Ψ, which every normalisation has a part in.
    return _stamp(bench, "selection", target, template, *bench.chosen.normalise)


def _stamp(bench: Bench, what: str, *more: str) -> Hashable:
    return (what, project_data.stamps(bench.chosen), comparable(bench.chosen.normalise), *more)
