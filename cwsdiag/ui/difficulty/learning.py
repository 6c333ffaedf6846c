"""The learning curve: the built-in segmenter after 20, 50, 80 and 100 % of the training data."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.charts.committee import learning_chart
from cwsdiag.difficulty import CURVE_SEEDS, TEMPLATES, curve_seeds, learning_curve
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _
from cwsdiag.output.table import Table
from cwsdiag.report.difficulty import NO_WEIGHTS, ONE_COMMITTEE, curve_rows, seed_rows, sentences_learnt
from cwsdiag.text import Segmentation, frozen
from cwsdiag.ui.shell import show, widgets
from cwsdiag.ui.work import progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.learning import learnt
from cwsdiag.views.columns import LEARNING_CURVE
from cwsdiag.views.committee import committee_said, learning_sentence, own_kind_sentence
from cwsdiag.views.wording import template_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.difficulty import Learner
    from cwsdiag.ui.difficulty.committee import Bench
    from cwsdiag.ui.work.jobs import Job
    from cwsdiag.views.look import PrivateLook

    # What segmenters make of gold's text, by share of the training data, in the order of the seeds.
    Curve = Mapping[float, tuple[Segmentation, ...]]

_SHARES = (0.2, 0.5, 0.8, 1.0)


def part(bench: Bench) -> None:
    """Draw what has the curve made, how far that is, the curve."""
    training, learner, gold = bench.training, bench.learner, bench.view.look.dataset.gold
    if training is None:
        widgets.box("info", bench.lacks)
        return
    about = _("The built-in segmenter learns from 20, 50, 80 and 100 % of it.")
    if learner is None:
        widgets.box("error", bench.problem)
    widgets.lead(_("Would more training data help?"), about)
    with widgets.controls("curve", in_a_row=True):
        template = st.segmented_control(
            _("Template"),
            TEMPLATES,
            default="F2",
            key="curve template",
            format_func=template_said,
            required=True,
            label_visibility="collapsed",
        )
        stamp = ("curve", *bench.stamp, template, learner)
        job: Job[Curve] | None = queue().find(stamp)
        if job is None or job.state in ("stopped", "failed"):
            seeds = len(_seeds(learner)) if learner else 0
            curve = partial(learning_curve, shares=_SHARES, template=template, learner=learner, where=worker.place())

            def ask() -> None:
                total = len(_SHARES) * seeds
                queue().put(stamp, lambda job: worker.run(job, learnt, curve, training, gold), total=total)

            icon = ":material/show_chart:"
            st.button(_("Learn"), key="ask for the curve", icon=icon, disabled=learner is None, on_click=ask)
    if job is None or learner is None:
        return
    if not job.done():
        progress.progress(job, "segmenters", key="curve")
    elif job.state == "done":
        _curve(bench.view.look, job.result(), learner)
    else:
        progress.ended(job, "segmenters")


def _seeds(learner: Learner) -> range:
    return curve_seeds(learner, seed=0, seeds=CURVE_SEEDS)


def _curve(look: PrivateLook, curve: Curve, learner: Learner) -> None:
    dataset = look.dataset
    # Whoever asked for the curve first had gold's text as another object.
    systems = tuple(
        Segmentation(one.name, dataset.gold.text, frozen(one.word_ends)) for every in curve.values() for one in every
    )
    available = 0 if dataset.training is None else dataset.training.sentences
    alone = replace(dataset, systems=systems, tracks={})
    rows = curve_rows(seed_rows(alone, sentences_learnt(_SHARES, available), _seeds(learner)))
    about: list[str] = [NO_WEIGHTS]
    if dataset.difficulty is not None:
        committee = dataset.difficulty.committee
        about = [_("Committee: {name}.", name=committee_said(committee)), ONE_COMMITTEE, own_kind_sentence(committee)]
    content = Content(
        _("Learning curve"),
        learning_sentence(rows, words=len(dataset.gold), draws=learner.draws),
        widgets.joined(*about),
        chart=lambda size: learning_chart(rows, size),
        table=lambda: Table(pd.DataFrame([{**row, "share": 100 * row["share"]} for row in rows]), LEARNING_CURVE),
    )
    exhibit = show.alone("difficulty", "learning", content, look)
    show.lead(exhibit)
    show.chart(exhibit, key="learning curve", click=lambda mark: None)
    show.table(exhibit, key="learning table")
