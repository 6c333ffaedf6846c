"""Transfer and Maps, parts of the Criteria page: how well models do elsewhere, whether Ψ predicts it, what is near."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.criteria import (
    MEASURES,
    map_of,
    map_pairs,
    maps_of,
    relation_of,
    transfer_of,
    transfer_pairs,
)
from cwsdiag.languages import _, lazy
from cwsdiag.ui.criteria import learning, words
from cwsdiag.ui.criteria.bench import choose_pair, to_words
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import listed, model_said, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Transfer
    from cwsdiag.ui.criteria.bench import Bench

_WORK = "built-in transfer"
_NO_MODEL = lazy(
    "No prediction here says what its system was trained on, so it is not known how well models do elsewhere."
)
_NOTHING = lazy(
    "Say so in the project (trained_on = …), or have the built-in segmenter learn from the training data of every "
    "dataset."
)
_U = lazy(
    "U is F1 on a test text of a model trained on a dataset; Û = (U of the test text's own − U) / U of its own. "
    "Means of rows and columns include the diagonal. "
    "Predictions are scored on the texts as they are; the built-in segmenter learns from and cuts them as chosen "
    "above, except that runs of digits and letters stay: a single symbol would reveal where gold's words end."
)
_NO_MAP = lazy("No model has U in both directions for two datasets, so there is no map from U. See Transfer.")
_DISTANCE = lazy(
    "Distance: 2 − (Z(a, b) / Z(b, b) + Z(b, a) / Z(a, a)), not below 0, for Z = Ψ or U; the maps by classical "
    "multidimensional scaling, that from U turned to lie like that from Ψ. Stress: how much of the distances is lost, "
    "0 is nothing."
)


def _models(bench: Bench) -> list[Transfer]:
    """Return U of all models: of the systems that say what they were trained on, and what is there of the built-in."""
    return [*bench.transfers, *learning.made_transfers(bench)]


def _settings(bench: Bench, models: Sequence[Transfer]) -> dict[str, object]:
    """Return what a signature says of results from U: the models, and the files of those that were not learnt here."""
    return {**bench.settings(models), **learning.learnt_from(bench, models)}


def part(bench: Bench) -> dict[str, object]:
    """Draw how well models do elsewhere; return what numbers on it rest on, besides the texts."""
    measure = state.choose(Key.MEASURE, MEASURES) or "u"
    with st.container(horizontal=True, vertical_alignment="center", key="transfer controls"):
        model = _chosen(_models(bench), measure)
        job = learning.transfer_controls(bench, key=_WORK)
    learnt: Transfer | None = learning.result(job, key=_WORK)
    if learnt is not None and model is not None and learnt.model != model.model:
        widgets.note(_("{model} has learnt from every dataset, too: choose it above.", model=model_said(learnt.model)))
    if model is None:
        bench.say(_NO_MODEL)
        widgets.box("info", _NOTHING)
        return {}
    settings = _settings(bench, [model])
    train, test = bench.selected()
    selected = None if train is None or test is None else (train, test)
    of_project = model in bench.transfers
    matrix = transfer_of(bench, model, measure, selected, settings)
    related = bench.exhibit("relation", relation_of(bench, model, settings), of_project=of_project, model=model.model)
    bench.say(matrix.sentence, matrix.remark)
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
    widgets.note(_U)
    return settings


def _chosen(models: Sequence[Transfer], measure: str) -> Transfer | None:
    """Draw what chooses the measure and the model; return the model, None without any."""
    if not models:
        return None
    names = list(dict.fromkeys(one.model for one in models))
    name = state.choose(Key.MODEL, names) or names[0]
    with widgets.controls("transfer", in_a_row=True):
        if len(names) > 1:
            state.bind(Key.MODEL, st.selectbox, value=name, label=_("Model"), options=names, width=190,
                       format_func=model_said, label_visibility="collapsed",
                       help=_("The model that was trained on every dataset."))  # fmt: skip
        widgets.segments(Key.MEASURE, MEASURES, measure, label=_("Measure"))
    return next(one for one in models if one.model == name)


def maps_part(bench: Bench) -> dict[str, object]:
    """Draw maps of the datasets, from Ψ and from U; return what numbers on them rest on, besides the texts."""
    maps = maps_of(bench, _models(bench))
    settings = _settings(bench, maps.models)
    train, test = bench.selected()
    contents = {by: map_of(bench, maps, by, train, test, settings) for by in ("psi", "u")}
    bench.say(contents["psi"].sentence, contents["psi"].remark)
    if all(one.chart is None for one in contents.values()):
        return {}
    if train is None:
        widgets.said(_("Click two datasets, one after the other: training data, then test text."))
    elif test is None:
        said = _("Training data: {train}. Now click the dataset whose test text you want to look at.", train=train)
        widgets.said(said)
    else:
        widgets.said(
            _(
                "Chosen: {train} → {test}, whose words are below. Click two other datasets for another pair.",
                train=train,
                test=test,
            )
        )
    titles = {"psi": (_("From Ψ"), maps.psi), "u": (_("From U"), maps.u)}
    of_project = all(one in bench.transfers for one in maps.models)
    for column, (by, content) in zip(st.columns(2, gap="medium"), contents.items(), strict=True):
        title, points = titles[by]
        with column:
            if content.chart is None or points is None:
                widgets.heading(title)
                few = _("Fewer than two datasets have all distances.")
                widgets.box("info", _NO_MAP if points is None else few)
                continue
            remark = _("stress {stress}", stress=number(points.stress))
            if points.left_out:
                remark = _(
                    "stress {stress}; without {datasets}: distances unknown",
                    stress=number(points.stress),
                    datasets=listed(points.left_out),
                )
            show.chart(
                bench.exhibit("map", content, of_project=of_project, by=by),
                key=f"{by} map",
                title=title,
                remark=remark,
                click=lambda mark: choose_point(mark[0]),
                size=HALF,
            )
    if maps.models:
        names = listed([model_said(one.model) for one in maps.models])
        widgets.note(_("U: distances averaged over {models}.", models=names))
    if train is not None and test is not None:
        words.of_datasets(bench, train, test)
    bench.pairs_table(_("Distances"), partial(map_pairs, bench, maps), key="map distances", lead=choose_pair)
    widgets.note(_DISTANCE)
    return settings


def choose_point(name: str) -> None:
    """In a callback: take a dataset as training data or, where that is there and no test text, as test text."""
    train = state.get(Key.TRAIN)
    if train is not None and state.get(Key.TEST) is None:
        choose_pair(train, name)
    else:
        choose_pair(name, "")
