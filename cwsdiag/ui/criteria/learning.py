"""What the built-in segmenter learns for the Criteria page in the background, and what has it learn.

Stamps say what is in the files, so whoever asks for the same shares it. All of it waits in one queue with committees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.difficulty import Perceptron, cache_folder
from cwsdiag.formats import comparable
from cwsdiag.languages import lazy, translated
from cwsdiag.study import built_in_transfer, selection_curves, training_sets
from cwsdiag.text import frozen
from cwsdiag.ui.criteria.making import learn
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.work import progress, worker
from cwsdiag.ui.work.jobs import queue

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from cwsdiag.difficulty import Template
    from cwsdiag.study import Curve, Order, Transfer
    from cwsdiag.ui.criteria.bench import Bench
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.ui.work.jobs import Job

LEARNER = Perceptron()
TEMPLATE: Template = "F2"
_LABEL = lazy("Let the built-in segmenter learn")
_HELP = lazy("Models are kept in the server's cache folder: what was learnt once is not learnt again.")


def made_transfers(chosen: Studied) -> list[Transfer]:
    """Return U of the built-in segmenter, if it is done."""
    job = queue().find(_stamp(chosen, "transfer"))
    return [job.result()] if job is not None and job.state == "done" else []


def made_curves(bench: Bench) -> list[Curve]:
    """Return the F1 curves of all targets for which they are done."""
    jobs = [queue().find(_curves_stamp(bench, target)) for target in bench.trainable]
    return [curve for job in jobs if job is not None and job.state == "done" for curve in job.result()]


def transfer_controls(bench: Bench, *, key: str) -> Job[Transfer] | None:
    """Draw what has U of the built-in segmenter made; return the work, None where nobody asked for it."""

    def ask(stamp: Hashable) -> None:
        work = _work(bench, built_in_transfer)

        def made(job: Job[Transfer]) -> Transfer:
            transfer: Transfer = work(job)
            # What comes from another process can be written to.
            frozen(transfer.u)
            return transfer

        queue().put(stamp, made, total=len(bench.trainable))

    return _controls(_stamp(bench.chosen, "transfer"), ask, key=key)


def curves_controls(bench: Bench, target: str, orders: Sequence[Order], *, key: str) -> Job[list[Curve]] | None:
    """Draw what has F1 curves made for the orders of a target; return the work, None where nobody asked for it."""

    def ask(stamp: Hashable) -> None:
        work = _work(bench, selection_curves, orders)
        queue().put(stamp, work, total=len(training_sets(orders, learner=LEARNER)))

    return _controls(_curves_stamp(bench, target), ask, key=key)


def result(job: Job[Any] | None, *, key: str) -> Any:
    """Return what came of the work; before that draw how far it is, or why it is over that is not done."""
    if job is None or job.state == "done":
        return None if job is None else job.result()
    if job.done():
        progress.ended(job, "segmenters")
    else:
        progress.progress(job, "segmenters", key=key)
    return None


def _controls(stamp: Hashable, ask: Callable[[Hashable], None], *, key: str) -> Job[Any] | None:
    """Draw what has segmenters learn."""
    job = queue().find(stamp)
    with widgets.controls(key, in_a_row=True):
        if job is None or job.state in ("stopped", "failed"):
            st.button(translated(_LABEL), key=f"ask for {key}", icon=":material/school:", help=translated(_HELP),
                      on_click=ask, args=(stamp,))  # fmt: skip
    return job


def _work(bench: Bench, function: Callable[..., Any], *before: Any) -> Callable[[Job[Any]], Any]:
    """Return the work of a job: what a function makes of the texts of all datasets."""
    sets = {entry.files.name: entry.files for entry in bench.chosen.entries}
    trainings = {name: sets[name].training for name in bench.trainable}
    tests = {name: files.gold for name, files in sets.items() if files.gold is not None}
    how = {"template": TEMPLATE, "learner": LEARNER, "cache": cache_folder(), "where": worker.place()}
    # A run of digits made one symbol within gold's words would tell where these end: only normalisations are done
    # under which texts can be compared.
    normalise = comparable(bench.chosen.normalise)
    return lambda job: worker.run(job, learn, function, before, trainings, tests, normalise, how)


def _curves_stamp(bench: Bench, target: str) -> Hashable:
    # The orders come from Ψ, which every normalisation has a part in.
    return _stamp(bench.chosen, "selection", target, *bench.chosen.normalise)


def _stamp(chosen: Studied, what: str, *more: str) -> Hashable:
    return (what, project_data.stamps(chosen), comparable(chosen.normalise), *more)
