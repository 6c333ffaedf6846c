"""The second part of the Criteria page: how well do models do elsewhere, and does Ψ predict it?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.criteria import MEASURES, relation_of, transfer_of, transfer_pairs
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.criteria import builtin, work
from cwsdiag.ui.criteria.bench import to_words
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import model_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Transfer
    from cwsdiag.ui.criteria.bench import Bench, Say

_WORK = "built-in transfer"
_NO_U = lazy("No prediction here says what its system was trained on, so it is not known how well models do elsewhere.")
_NOTHING = lazy(
    "Say so in the project (trained_on = …), or have the built-in segmenter learn from the training data of every "
    "dataset."
)
_MEANING = lazy(
    "U is F1 on a test text of a model trained on a dataset; Û = (U of the test text's own − U) / U of its own. "
    "Means of rows and columns include the diagonal. "
    "Predictions are scored on the texts as they are; the built-in segmenter learns from and cuts them as chosen "
    "above, except that runs of digits and letters stay: a single symbol would reveal where gold's words end."
)


def models_of(bench: Bench) -> list[Transfer]:
    """Return U of all models: of the systems that say what they were trained on, and what is there of the built-in."""
    return [*bench.transfers, *work.made_transfers(bench)]


def settings_of(bench: Bench, models: Sequence[Transfer]) -> dict[str, object]:
    """Return what a signature says of results from U: the models, and the files of those that were not learnt here."""
    return {**bench.settings(models), **work.learnt_from(bench, models)}


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return what numbers on it rest on, besides the texts."""
    models = models_of(bench)
    with st.container(horizontal=True, vertical_alignment="center", key="transfer controls"):
        model = _chosen(models)
        job = builtin.controls(partial(work.transfer_job, bench), partial(work.ask_transfer, bench), key=_WORK)
    learnt = builtin.result(job, key=_WORK)
    if learnt is not None and model is not None and learnt.model != model.model:
        widgets.note(_("{model} has learnt from every dataset, too: choose it above.", model=model_said(learnt.model)))
    if model is None:
        say(translated(_NO_U), "")
        widgets.box("info", translated(_NOTHING))
        return {}
    settings = settings_of(bench, [model])
    train, test = state.choose(Key.TRAIN, bench.names), state.choose(Key.TEST, bench.names)
    selected = None if train is None or test is None else (train, test)
    measure, of_project = measure_of(), model in bench.transfers
    matrix = transfer_of(bench, model, measure, selected, settings)
    related = bench.exhibit("relation", relation_of(bench, model, settings), of_project=of_project, model=model.model)
    say(matrix.sentence, matrix.remark)
    left, right = st.columns(2, gap="medium")
    with left:
        show.chart(
            bench.exhibit("transfer", matrix, of_project=of_project, model=model.model, measure=measure),
            key="transfer matrix",
            title=matrix.title,
            remark=_("rows: trained on, columns: tested on"),
            click=lambda mark: to_words(*mark),
            size=HALF,
        )
    with right:
        title, remark = _("Does Ψ predict U?"), _("one point per pair; a click: its words")
        if related.content.chart is None:
            widgets.heading(title)
            widgets.box("info", _("There is no pair for which both Ψ and U are known."))
        show.chart(related, key="relation", title=title, remark=remark, click=lambda mark: to_words(*mark), size=HALF)
    left, right = st.columns([0.56, 0.44], gap="medium")
    with left:
        title = _("U of every pair")
        bench.pairs_table(title, partial(transfer_pairs, bench, model), key="transfer pairs", lead=to_words, psi=58)
    with right:
        widgets.heading(_("Rank correlation of Ψ and U"))
        show.table(related, key="relations", test=126, p=66, pairs=50, how=94)
        widgets.note(_("It is undefined with fewer than three pairs or equal values."))
    widgets.note(translated(_MEANING))
    return settings


def _chosen(models: Sequence[Transfer]) -> Transfer | None:
    """Draw what chooses the measure and the model; return the model, None without any."""
    if not models:
        return None
    names = list(dict.fromkeys(one.model for one in models))
    name = state.choose(Key.MODEL, names, default=names[0])
    measure = measure_of()
    with widgets.controls("transfer", in_a_row=True):
        if len(names) > 1:
            state.bind(Key.MODEL, st.selectbox, value=name, label=_("Model"), options=names, width=190,
                       format_func=model_said, label_visibility="collapsed",
                       help=_("The model that was trained on every dataset."))  # fmt: skip
        widgets.segments(Key.MEASURE, MEASURES, measure, label=_("Measure"))
    return next(one for one in models if one.model == name)


def measure_of() -> str:
    """Return the selected measure."""
    return state.choose(Key.MEASURE, MEASURES, default="u") or "u"
