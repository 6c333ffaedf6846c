"""The learning curve beside the committee: the built-in segmenter after 20, 50, 80 and 100 % of the training data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.committee import learning_chart
from cwsdiag.difficulty import LEARNERS, TEMPLATES, learner_of
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.exhibits.table import Table
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.report.difficulty import NO_WEIGHTS, ONE_COMMITTEE, curve_rows, seed_rows
from cwsdiag.ui.difficulty.committee import settings, work
from cwsdiag.ui.shell import show, widgets
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.jobs import queue
from cwsdiag.views.columns import LEARNING_CURVE
from cwsdiag.views.hardness.committee import committee_said, segmenter_kind_sentence
from cwsdiag.views.wording import number, on_page, points, template_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.difficulty import Learner, Template
    from cwsdiag.ui.difficulty.committee.bench import Bench
    from cwsdiag.ui.difficulty.committee.work import Curve, Material
    from cwsdiag.ui.work.jobs import Job

# Thirteen columns fit a projector.
_NARROW = 52
_BEFORE = lazy("Would more training data help? The built-in segmenter learns from 20, 50, 80 and 100 % of it.")


def part(bench: Bench, material: Material) -> None:
    """Draw the part of the page: what has the curve made, how far that is, the curve."""
    template = settings.remembered("curve template")
    learner, problem = _learner(settings.remembered("curve learner"))
    job: Job[Curve] | None = None
    if learner is not None:
        job = queue().find(work.curve_stamp(material, template, learner))
    widgets.heading(_("Learning curve"), translated(_BEFORE))
    with widgets.controls("curve"), st.container(horizontal=True, vertical_alignment="center", key="curve settings"):
        options: dict[str, Any] = {"required": True, "label_visibility": "collapsed"}
        settings.remembered("curve template", st.segmented_control, label=_("Template"), options=TEMPLATES,
                            format_func=template_said, **options)  # fmt: skip
        settings.remembered("curve learner", st.segmented_control, label=_("Learner"), options=list(LEARNERS),
                            format_func=settings.learner_said, **options)  # fmt: skip
        if job is None or job.state in ("stopped", "failed"):
            st.button(
                _("Learn"),
                key="ask for the curve",
                icon=":material/show_chart:",
                disabled=learner is None,
                on_click=_ask,
                args=(material, template, learner),
            )
    if problem:
        widgets.box("error", problem, title=_("There is no such segmenter"))
    if job is None:
        return
    if not job.done():
        progress.progress(job, "segmenters", key="curve")
    elif job.state == "done":
        _curve(bench, job.result(), settings.remembered("curve learner"))
    else:
        progress.ended(job, "segmenters")


def _ask(material: Material, template: Template, learner: Learner) -> None:
    work.ask_curve(material, template, learner)


def _learner(name: str) -> tuple[Learner | None, str]:
    """Return a learner, or why it cannot be used."""
    learner = learner_of(name)
    try:
        learner.require()
    except SettingError as error:
        return None, on_page(error)
    return learner, ""


def _curve(bench: Bench, curve: Curve, learner: str) -> None:
    dataset = bench.view.look.dataset
    # Segmenters and gold share one text; what the dataset was read from since is another object.
    learnt = replace(dataset, gold=curve.gold, systems=curve.systems, tracks={})
    rows = curve_rows(seed_rows(learnt, curve.sentences, curve.seeds))
    sentence = learning_sentence(rows, dataset=dataset.name, words=len(dataset.gold))
    frame = pd.DataFrame([{**row, "share": 100 * row["share"]} for row in rows])
    # Short heads: many columns.
    heads = {**LEARNING_CURVE, "sentences": LEARNING_CURVE["sentences"].called(_("sent."))}
    heads["oov_recall"] = heads["oov_recall"].called("R_oov")
    content = Content(
        _("Learning curve"),
        sentence,
        chart=lambda size: learning_chart(rows, size),
        table=lambda: Table(frame, heads),
    )
    exhibit = show.alone("difficulty", "learning", content, bench.view.look)
    show.lead(exhibit)
    show.chart(exhibit, key="learning curve", click=lambda mark: None)
    widths: dict[str, Any] = dict.fromkeys(heads, _NARROW)
    show.table(exhibit, key="learning table", **widths)
    if dataset.difficulty is None:
        widgets.note(_("{first} {second}", first=translated(NO_WEIGHTS), second=_("Make a committee above.")))
    else:
        committee = dataset.difficulty.committee
        said = _("Committee: {name}.", name=committee_said(committee))
        said = _("{first} {second}", first=said, second=translated(ONE_COMMITTEE))
        widgets.note(_("{first} {second}", first=said, second=segmenter_kind_sentence(committee, learner=learner)))


def learning_sentence(rows: Sequence[Mapping[str, Any]], *, dataset: str, words: int) -> str:
    """Say what the last part of the training data has brought."""
    before, last = rows[-2:]
    seeds = _("The scores are those of one segmenter for each share: nothing in it is random.")
    if last["seeds"] > 1:
        seeds = _(
            "The scores are means of {seeds} seeds, bars reach from the lowest to the highest: at {after:g} %, F1 from "
            "{low} to {high}.",
            seeds=last["seeds"],
            after=100 * last["share"],
            low=number(last["f1_min"]),
            high=number(last["f1_max"]),
        )
    return _("{first} {second}", first=_gain_said(before, last, dataset=dataset, words=words), second=seeds)


def _gain_said(before: Mapping[str, Any], last: Mapping[str, Any], *, dataset: str, words: int) -> str:
    values: dict[str, object] = {
        "before": 100 * before["share"],
        "after": 100 * last["share"],
        "sentences": last["sentences"],
        "gain": points(last["f1"] - before["f1"]),
        "dataset": dataset,
        "f1": number(last["f1"]),
        "words": n_("{n:,} gold word", "{n:,} gold words", words),
    }
    if last["f_b"] != last["f_b"]:
        return _(
            "From {before:g} to {after:g} % of the training data ({sentences:,} sentences) the built-in segmenter "
            "gains {gain} of F1 on {dataset}, to {f1} over {words}.",
            **values,
        )
    return _(
        "From {before:g} to {after:g} % of the training data ({sentences:,} sentences) the built-in segmenter "
        "gains {gain} of F1 on {dataset}, to {f1} over {words}; of balanced F (f_b), {balanced_gain}, to {f_b}.",
        **values,
        balanced_gain=points(last["f_b"] - before["f_b"]),
        f_b=number(last["f_b"]),
    )
