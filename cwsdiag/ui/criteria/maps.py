"""The third part of the Criteria page: maps of the datasets, from Ψ and from U, and from a map to a pair."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.criteria import map_of, map_pairs, maps_of
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.criteria import pair
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.criteria.transfer import models_of, settings_of
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import listed, model_said, number

if TYPE_CHECKING:
    from cwsdiag.study import Map
    from cwsdiag.ui.criteria.bench import Say

_NO_U = lazy("No model has U in both directions for two datasets, so there is no map from U. See Transfer.")
_MEANING = lazy(
    "Distance: 2 − (Z(a, b) / Z(b, b) + Z(b, a) / Z(a, a)), not below 0, for Z = Ψ or U; the maps by classical "
    "multidimensional scaling, that from U turned to lie like that from Ψ. Stress: how much of the distances is lost, "
    "0 is nothing."
)


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return what numbers on it rest on, besides the texts."""
    maps = maps_of(bench, models_of(bench))
    settings = settings_of(bench, maps.models)
    train, test = state.choose(Key.TRAIN, bench.names), state.choose(Key.TEST, bench.names)
    contents = {by: map_of(bench, maps, by, train, test, settings) for by in ("psi", "u")}
    say(contents["psi"].sentence, contents["psi"].remark)
    if all(one.chart is None for one in contents.values()):
        return {}
    widgets.said(_step(train, test))
    titles = {"psi": (_("From Ψ"), maps.psi), "u": (_("From U"), maps.u)}
    for column, (by, content) in zip(st.columns(2, gap="medium"), contents.items(), strict=True):
        title, points = titles[by]
        with column:
            if content.chart is None or points is None:
                widgets.heading(title)
                few = _("Fewer than two datasets have all distances.")
                widgets.box("info", translated(_NO_U) if points is None else few)
                continue
            of_project = all(one in bench.transfers for one in maps.models)
            show.chart(
                bench.exhibit("map", content, of_project=of_project, by=by),
                key=f"{by} map",
                title=title,
                remark=said(points),
                click=lambda mark: choose_point(mark[0]),
                size=HALF,
            )
    if maps.models:
        names = listed([model_said(one.model) for one in maps.models])
        widgets.note(_("U: distances averaged over {models}.", models=names))
    if train is not None and test is not None:
        pair.of_datasets(bench, train, test)
    bench.pairs_table(_("Distances"), partial(map_pairs, bench, maps), key="map distances", lead=choose_pair)
    widgets.note(translated(_MEANING))
    return settings


def _step(train: str | None, test: str | None) -> str:
    """Say what a click does next."""
    if train is not None and test is None:
        return _("Training data: {train}. Now click the dataset whose test text you want to look at.", train=train)
    if train is not None and test is not None:
        return _(
            "Chosen: {train} → {test}, whose words are below. Click two other datasets for another pair.",
            train=train,
            test=test,
        )
    return _("Click two datasets, one after the other: training data, then test text.")


def choose_point(name: str) -> None:
    """In a callback: take a dataset as training data or, where that is there and no test text, as test text."""
    train = state.get(Key.TRAIN)
    if train is not None and state.get(Key.TEST) is None:
        choose_pair(train, name)
    else:
        choose_pair(name, "")


def said(drawn: Map) -> str:
    """Say how faithful a map is, and what it leaves out."""
    stress = number(drawn.stress)
    if not drawn.left_out:
        return _("stress {stress}", stress=stress)
    left_out = listed(drawn.left_out)
    return _("stress {stress}; without {datasets}: distances unknown", stress=stress, datasets=left_out)
