"""The second part of the Criteria page: how well do models do elsewhere, and does Ψ predict it?"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.charts.criteria import Values, matrix_figure
from cwsdiag.charts.criteria_points import Pair, relation_figure
from cwsdiag.languages import _, lazy, translated
from cwsdiag.study import relations
from cwsdiag.ui.criteria import builtin, work
from cwsdiag.ui.criteria.bench import to_words
from cwsdiag.ui.criteria.tables import PAIRS_HEIGHT, pairs_table
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.across.criteria import transfer_finding
from cwsdiag.views.columns import PAIRS, RELATIONS
from cwsdiag.views.wording import UNDEFINED, listed, model_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Relation, Transfer
    from cwsdiag.ui.criteria.bench import Bench, Say

MEASURES = {"u": lazy("U, F1"), "relative": lazy("Û, share of F1 lost")}
_SYMBOLS = {"u": "U", "relative": "Û"}
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
    return [*project_data.transfers_of(bench.chosen).tables, *work.made_transfers(bench)]


def settings_of(bench: Bench, models: Sequence[Transfer]) -> dict[str, object]:
    """Return what a signature says of results from U: the models, and the files of those that were not learnt here."""
    known = project_data.transfers_of(bench.chosen)
    files = known.files if any(one in known.tables for one in models) else {}
    return {"models": ",".join(one.model for one in models), **files, **work.learnt_from(bench, models)}


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    models = models_of(bench)
    with st.container(horizontal=True, vertical_alignment="center", key="transfer controls"):
        model = _chosen(models)
        job = builtin.controls(partial(work.transfer_job, bench), partial(work.ask_transfer, bench), key=_WORK)
    learnt = builtin.result(job, key=_WORK)
    if learnt is not None and model is not None and learnt.model != model.model:
        widgets.note(_("{model} has learnt from every dataset, too: choose it above.", model=model_said(learnt.model)))
    if model is None:
        say((translated(_NO_U), ""))
        widgets.box("info", translated(_NOTHING))
        return {}
    found = relations(bench.matrix.values, model.u, bench.names)
    say(transfer_finding(found, model_said(model.model)))
    left, right = st.columns(2, gap="medium")
    with left:
        _matrix(bench, model)
    with right:
        _relation(bench, model)
    left, right = st.columns([0.56, 0.44], gap="medium")
    with left:
        _table(bench, model)
    with right:
        _relations_table(found)
    widgets.note(translated(_MEANING))
    return settings_of(bench, [model])


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


def _matrix(bench: Bench, model: Transfer) -> None:
    measure = measure_of()
    values = model.u if measure == "u" else model.relative
    title = _("{measure}: {model}", measure=translated(MEASURES[measure]), model=model_said(model.model))
    widgets.heading(title, _("rows: trained on, columns: tested on"))
    train, test = state.choose(Key.TRAIN, bench.names), state.choose(Key.TEST, bench.names)
    shown = Values(
        bench.names,
        values.tolist(),
        values.mean(axis=1).tolist(),
        values.mean(axis=0).tolist(),
        _SYMBOLS[measure],
        3,
    )
    widgets.leading_chart(
        matrix_figure(shown, selected=None if train is None or test is None else (train, test)),
        key="transfer matrix",
        lead=lambda data: to_words(*data),
        alt=_("F1 by training data and test text; the table below holds the same numbers"),
    )


def _relation(bench: Bench, model: Transfer) -> None:
    widgets.heading(_("Does Ψ predict U?"), _("one point per pair; a click: its words"))
    pairs = bench.pairs(psi=bench.matrix.values, u=model.u)
    if pairs.dropna().empty:
        widgets.box("info", _("There is no pair for which both Ψ and U are known."))
        return
    widgets.leading_chart(
        relation_figure([Pair(*row) for row in pairs.itertuples(index=False, name=None)], bench.names),
        key="relation",
        lead=lambda data: to_words(*data),
        alt=_("U against Ψ, one point per pair of training data and test text; the table below holds the same numbers"),
    )


def _table(bench: Bench, model: Transfer) -> None:
    pairs_table(
        bench.pairs(u=model.u, relative=model.relative, psi=bench.matrix.values),
        tables.columns(PAIRS, ("u", "relative", "psi"), psi=58),
        key="transfer pairs",
        by="u",
        lead=to_words,
        alt=_("U, Û and Ψ of every pair of training data and test text"),
        named=(lazy("trained on"), lazy("tested on")),
        height=PAIRS_HEIGHT,
    )


def _relations_table(found: Sequence[Relation]) -> None:
    """Draw Spearman's correlation for each test text and over all pairs."""
    frame = pd.DataFrame(
        [
            {
                "test": one.test or _("all pairs"),
                "rho": one.correlation.rho,
                "p": one.correlation.p,
                "p_adjusted": one.p_adjusted,
                "pairs": one.correlation.pairs,
                "how": p_manner(one),
            }
            for one in found
        ]
    )
    tables.table(
        frame,
        tables.columns(RELATIONS, [key for key in RELATIONS if key != "model"], test=126, p=66, pairs=50, how=94),
        key="relations",
        alt=_("Spearman's correlation of Ψ and U, by test text and over all pairs"),
    )
    undefined = [one.test for one in found if one.test and not math.isfinite(one.correlation.rho)]
    if undefined:
        tests = listed(undefined)
        widgets.note(_("Undefined, with fewer than three pairs or equal values: {tests}.", tests=tests))


def p_manner(one: Relation) -> str:
    """Say how a p-value was computed."""
    if not math.isfinite(one.correlation.p):
        return UNDEFINED
    return _("exact") if one.correlation.exact else _("approximate")
