"""What the built-in segmenter learns for the page Datasets in the background, and what has it learn.

Stamps say what is in the files, so whoever asks for the same shares it. All of it waits in one queue with committees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.difficulty import Perceptron, cache_folder
from cwsdiag.formats import comparable
from cwsdiag.languages import _
from cwsdiag.study import built_in_transfer, selection_curves, training_sets
from cwsdiag.text import frozen
from cwsdiag.ui.data import project_data
from cwsdiag.ui.work import progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.learning import learnt_of_all

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from cwsdiag.difficulty import Template
    from cwsdiag.study import Curve, Order, Transfer
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.ui.work.jobs import Job

LEARNER = Perceptron()
TEMPLATE: Template = "F2"


def transfers_learnt(chosen: Studied) -> list[Transfer]:
    """Return U of the built-in segmenter, if it is done."""
    transfers = _done(_stamp(chosen, "transfer"))
    for transfer in transfers:
        # What comes from another process can be written to.
        frozen(transfer.u)
    return transfers


def curves_learnt(chosen: Studied, trainable: Sequence[str]) -> list[Curve]:
    """Return the F1 curves of all targets for which they are done."""
    stamps = [_curves_stamp(chosen, target) for target in trainable]
    return [curve for stamp in stamps for curves in _done(stamp) for curve in curves]


def learn_transfer(chosen: Studied, trainable: Sequence[str], row: Any) -> Any:
    """Draw what has U of the built-in segmenter made, and how far it is; return it once it is done, else None.

    Args:
        chosen: the datasets.
        trainable: the names of those with segmented training text.
        row: where the page has its choices.
    """
    work = _work(chosen, trainable, built_in_transfer)
    return _learnt(_stamp(chosen, "transfer"), work, len(trainable), "built-in transfer", row)


def learn_curves(chosen: Studied, trainable: Sequence[str], row: Any, target: str, orders: Sequence[Order]) -> Any:
    """Do so with F1 curves for the orders of a target."""
    work = _work(chosen, trainable, selection_curves, orders)
    total = len(training_sets(orders, learner=LEARNER))
    return _learnt(_curves_stamp(chosen, target), work, total, "selection curves", row)


def _learnt(stamp: Hashable, work: Callable[[Job[Any]], Any], total: int, key: str, row: Any) -> Any:
    job = queue().find(stamp)
    if job is None or job.state in ("stopped", "failed"):

        def ask() -> None:
            queue().put(stamp, work, total=total)

        help = _("Models are kept in the server's cache folder: what was learnt once is not learnt again.")
        with row:
            label = _("Let the built-in segmenter learn")
            st.button(label, key=f"ask for {key}", icon=":material/school:", help=help, on_click=ask)
    if job is None or job.state == "done":
        return None if job is None else job.result()
    if job.done():
        progress.ended(job, "segmenters")
    else:
        progress.progress(job, "segmenters", key=key)
    return None


def _work(
    chosen: Studied, trainable: Sequence[str], function: Callable[..., Any], *before: Any
) -> Callable[[Job[Any]], Any]:
    """Return the work of a job: what a function makes of the texts of all datasets."""
    sets = {entry.files.name: entry.files for entry in chosen.entries}
    trainings = {name: sets[name].training for name in trainable}
    tests = {name: files.gold for name, files in sets.items() if files.gold is not None}
    how = {"template": TEMPLATE, "learner": LEARNER, "cache": cache_folder(), "where": worker.place()}
    # A run of digits made one symbol within gold's words would tell where these end: only normalisations are done
    # under which texts can be compared.
    normalise = comparable(chosen.normalise)
    return lambda job: worker.run(job, learnt_of_all, function, before, trainings, tests, normalise, how)


def _done(stamp: Hashable) -> list[Any]:
    job = queue().find(stamp)
    return [job.result()] if job is not None and job.state == "done" else []


def _curves_stamp(chosen: Studied, target: str) -> Hashable:
    # The orders come from Ψ, which every normalisation has a part in.
    return _stamp(chosen, "selection", target, *chosen.normalise)


def _stamp(chosen: Studied, what: str, *more: str) -> Hashable:
    return (what, project_data.stamps(chosen), comparable(chosen.normalise), *more)
