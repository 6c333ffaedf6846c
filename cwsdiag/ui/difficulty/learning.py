"""The learning curve beside the committee: the built-in segmenter after 20, 50, 80 and 100 % of the training data."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.committee import learning_chart
from cwsdiag.difficulty import CURVE_SEEDS, LEARNERS, TEMPLATES, curve_seeds
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, lazy, n_
from cwsdiag.output.table import Table
from cwsdiag.report.difficulty import NO_WEIGHTS, ONE_COMMITTEE, curve_rows, seed_rows, sentences_learnt
from cwsdiag.text import Segmentation, frozen
from cwsdiag.ui.difficulty import settings
from cwsdiag.ui.difficulty.making import SHARES, make_curve
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.work import progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.views.columns import LEARNING_CURVE
from cwsdiag.views.committee import committee_said, segmenter_kind_sentence
from cwsdiag.views.wording import number, points, template_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.project import File
    from cwsdiag.ui.work.jobs import Job
    from cwsdiag.views.look import PrivateLook

    # Gold's text as it was then, which the segmenters share; what each made of it, share by share in the order of the
    # seeds; how many sentences each learnt from, by share.
    Curve = tuple[Segmentation, tuple[Segmentation, ...], Mapping[float, int]]

# Thirteen columns fit a projector.
_NARROW = 52
_BEFORE = lazy("Would more training data help? The built-in segmenter learns from 20, 50, 80 and 100 % of it.")


def part(look: PrivateLook, training: File, stamp: tuple[str, ...]) -> None:
    """Draw the part of the page: what has the curve made, how far that is, the curve.

    Args:
        look: of the dataset.
        training: the file that segmenters learn from.
        stamp: says what is in the files of training data and gold.
    """
    memory, gold = settings.memory(), look.dataset.gold
    template, name = memory["curve template"], memory["curve learner"]
    learner, problem = settings.learner_named(name)
    curve_stamp = ("curve", *stamp, template, learner)
    job: Job[Curve] | None = None if learner is None else queue().find(curve_stamp)
    seeds = range(0) if learner is None else curve_seeds(learner, seed=0, seeds=CURVE_SEEDS)

    def work(job: Job[Curve]) -> Curve:
        made, sentences = worker.run(job, make_curve, training, gold, template, learner, worker.place())
        systems = tuple(Segmentation(name, gold.text, frozen(word_ends)) for name, word_ends in made)
        return gold, systems, sentences_learnt(SHARES, sentences)

    def ask() -> None:
        queue().put(curve_stamp, work, total=len(SHARES) * len(seeds))

    widgets.heading(_("Learning curve"), _BEFORE)
    with widgets.controls("curve", in_a_row=True):
        for key, label, options, said in (
            ("curve template", _("Template"), TEMPLATES, template_said),
            ("curve learner", _("Learner"), list(LEARNERS), settings.learner_said),
        ):
            state.draw_input(
                f"committee {key}",
                st.segmented_control,
                value=memory[key],
                changed=partial(memory.__setitem__, key),
                label=label,
                options=options,
                format_func=said,
                required=True,
                label_visibility="collapsed",
            )
        if job is None or job.state in ("stopped", "failed"):
            st.button(
                _("Learn"),
                key="ask for the curve",
                icon=":material/show_chart:",
                disabled=learner is None,
                on_click=ask,
            )
    if problem:
        widgets.box("error", problem, title=_("There is no such segmenter"))
    if job is None:
        return
    if not job.done():
        progress.progress(job, "segmenters", key="curve")
    elif job.state == "done":
        _curve(look, *job.result(), seeds, name)
    else:
        progress.ended(job, "segmenters")


def _curve(
    look: PrivateLook,
    gold: Segmentation,
    systems: tuple[Segmentation, ...],
    sentences: Mapping[float, int],
    seeds: range,
    learner: str,
) -> None:
    dataset: Dataset = look.dataset
    rows = curve_rows(seed_rows(replace(dataset, gold=gold, systems=systems, tracks={}), sentences, seeds))
    frame = pd.DataFrame([{**row, "share": 100 * row["share"]} for row in rows])
    # Short heads: many columns.
    heads = {**LEARNING_CURVE, "sentences": LEARNING_CURVE["sentences"].called(_("sent."))}
    heads["oov_recall"] = heads["oov_recall"].called("R_oov")
    content = Content(
        _("Learning curve"),
        learning_sentence(rows, dataset=dataset.name, words=len(dataset.gold)),
        chart=lambda size: learning_chart(rows, size),
        table=lambda: Table(frame, heads),
    )
    exhibit = show.alone("difficulty", "learning", content, look)
    show.lead(exhibit)
    show.chart(exhibit, key="learning curve", click=lambda mark: None)
    widths: dict[str, Any] = dict.fromkeys(heads, _NARROW)
    show.table(exhibit, key="learning table", **widths)
    if dataset.difficulty is None:
        widgets.note(NO_WEIGHTS, _("Make a committee above."))
    else:
        committee = dataset.difficulty.committee
        said = _("Committee: {name}.", name=committee_said(committee))
        widgets.note(said, ONE_COMMITTEE, segmenter_kind_sentence(committee, learner=learner))


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
