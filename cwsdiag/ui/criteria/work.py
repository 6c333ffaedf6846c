"""What the Criteria page has done in the background: the built-in segmenter on the training data of every dataset.

Stamps say what is in the files, so whoever asks for the same shares it. All of it waits in one queue with committees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.difficulty import TEMPLATES, cache_folder
from cwsdiag.formats import comparable
from cwsdiag.signature import segmenter_part
from cwsdiag.study import training_sets
from cwsdiag.text import frozen
from cwsdiag.ui.criteria.making import LEARNER, Files, make_curves, make_transfer
from cwsdiag.ui.data import project_data
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.worker import place

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from cwsdiag.difficulty import Template
    from cwsdiag.study import Curve, Order, Transfer
    from cwsdiag.ui.criteria.bench import Bench
    from cwsdiag.ui.work.jobs import Job

DEFAULT_TEMPLATE: Template = "F2"


def transfer_job(bench: Bench, template: Template) -> Job[Transfer] | None:
    """Return the work on U of the built-in segmenter; None where nobody has asked for it."""
    return queue().find(_stamp(bench, "transfer", template))


def made_transfers(bench: Bench) -> list[Transfer]:
    """Return U of the built-in segmenter, for each template that it is done for."""
    found = [transfer_job(bench, template) for template in TEMPLATES]
    return [job.result() for job in found if job is not None and job.state == "done"]


def ask_transfer(bench: Bench, template: Template) -> None:
    """Have U of the built-in segmenter made."""
    files, cache = _files(bench), cache_folder()
    total = len(bench.trainable)

    def work(job: Job[Transfer]) -> Transfer:
        made = worker.run(job, make_transfer, files, template, cache, place())
        # What comes from another process can be written to.
        frozen(made.u)
        return made

    queue().put(_stamp(bench, "transfer", template), work, total=total)


def curves_job(bench: Bench, target: str, template: Template) -> Job[list[Curve]] | None:
    """Return the work on the F1 curves of a target; None where nobody has asked for it."""
    return queue().find(_curves_stamp(bench, target, template))


def made_curves(bench: Bench, template: Template) -> list[Curve]:
    """Return the F1 curves of all targets for which they are done."""
    found = [curves_job(bench, target, template) for target in bench.trainable]
    return [curve for job in found if job is not None and job.state == "done" for curve in job.result()]


def ask_curves(bench: Bench, wanted: Sequence[Order], template: Template) -> None:
    """Have F1 curves made for the orders of a target."""
    files, cache = _files(bench), cache_folder()
    total = len(training_sets(wanted, learner=LEARNER))

    def work(job: Job[list[Curve]]) -> list[Curve]:
        return worker.run(job, make_curves, files, wanted, template, cache, place())

    queue().put(_curves_stamp(bench, wanted[0].target, template), work, total=total)


def learnt_from(bench: Bench, models: Iterable[Transfer]) -> dict[str, str]:
    """Return what a signature says of those models that are the built-in segmenter's."""
    learnt = [one.model for one in models if any(one is made for made in made_transfers(bench))]
    return {"segmenter": ",".join(segmenter_part(model, bench.chosen.normalise) for model in learnt)} if learnt else {}


def _files(bench: Bench) -> Files:
    sets = {entry.files.name: entry.files for entry in bench.chosen.entries}
    trainings = {name: sets[name].training for name in bench.trainable}
    return Files(
        {name: file for name, file in trainings.items() if file is not None},
        {name: files.gold for name, files in sets.items() if files.gold is not None},
        comparable(bench.chosen.normalise),
    )


def _curves_stamp(bench: Bench, target: str, template: Template) -> Hashable:
    # The orders come from Ψ, which every normalisation has a part in.
    return _stamp(bench, "selection", target, template, *bench.chosen.normalise)


def _stamp(bench: Bench, what: str, *more: str) -> Hashable:
    return (what, project_data.stamps(bench.chosen), comparable(bench.chosen.normalise), *more)
