"""The third part of the Criteria page: maps of the datasets, from Ψ and from U, and from a map to a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.charts.criteria_points import map_figure
from cwsdiag.languages import _, lazy, translated
from cwsdiag.study import aligned, averaged_over, distances, draw_map, mean_distances
from cwsdiag.ui.criteria import pair
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.criteria.tables import pairs_table
from cwsdiag.ui.criteria.transfer import models_of, settings_of
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.across.criteria import maps_finding
from cwsdiag.views.columns import MAP_DISTANCES
from cwsdiag.views.wording import listed, model_said, number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.study import Map, Transfer
    from cwsdiag.ui.criteria.bench import Say

_FEWEST = 2
# How far maps reach beyond their outermost point, for the names.
_ROOM = 1.3
_NO_U = lazy("No model has U in both directions for two datasets, so there is no map from U. See Transfer.")
_MEANING = lazy(
    "Distance: 2 − (Z(a, b) / Z(b, b) + Z(b, a) / Z(a, a)), not below 0, for Z = Ψ or U; the maps by classical "
    "multidimensional scaling, that from U turned to lie like that from Ψ. Stress: how much of the distances is lost, "
    "0 is nothing."
)


@dataclass(frozen=True, eq=False)
class _Maps:
    """Maps from Ψ and from U, with all distances; those from U None without, and the models they are averaged over."""

    psi: Map
    u: Map | None
    psi_distances: NDArray[np.float64]
    u_distances: NDArray[np.float64] | None
    models: tuple[Transfer, ...]

    @property
    def reach(self) -> float:
        """How far the axes of both go from the middle."""
        points = [np.abs(drawn.points).max(initial=0.0) for drawn in (self.psi, self.u) if drawn is not None]
        return float(max(points)) * _ROOM or 1.0


def part(bench: Bench, say: Say) -> dict[str, object]:
    """Draw the part; return the settings that its numbers depend on."""
    maps = _maps(bench)
    say(maps_finding(maps.psi, maps.u))
    if len(maps.psi.names) < _FEWEST and (maps.u is None or len(maps.u.names) < _FEWEST):
        return {}
    train, test = state.choose(Key.TRAIN, bench.names), state.choose(Key.TEST, bench.names)
    widgets.said(_step(train, test))
    left, right = st.columns(2, gap="medium")
    with left:
        widgets.heading(_("From Ψ"), said(maps.psi))
        alt = _("Map of the datasets from Ψ; the table below holds the distances")
        _chart(maps.psi, maps.reach, train, test, key="psi map", alt=alt)
    with right:
        if maps.u is None:
            widgets.heading(_("From U"))
            widgets.box("info", translated(_NO_U))
        else:
            widgets.heading(_("From U"), said(maps.u))
            alt = _("Map of the datasets from U; the table below holds the distances")
            _chart(maps.u, maps.reach, train, test, key="u map", alt=alt)
    if maps.models:
        models = listed([model_said(one.model) for one in maps.models])
        widgets.note(_("U: distances averaged over {models}.", models=models))
    if train is not None and test is not None:
        pair.of_datasets(bench, train, test)
    widgets.heading(_("Distances"), _("furthest first; a click: the words of the pair"))
    _table(bench, maps)
    widgets.note(translated(_MEANING))
    return settings_of(bench, maps.models) if maps.models else {}


def _maps(bench: Bench) -> _Maps:
    apart = distances(bench.matrix.values)
    psi = draw_map(apart, bench.names)
    useful = averaged_over(models_of(bench))
    if not useful:
        return _Maps(psi, None, apart, None, ())
    mean = mean_distances([one.u for one in useful])
    u = draw_map(mean, bench.names)
    return _Maps(psi, aligned(u, to=psi) if len(u.names) >= _FEWEST else None, apart, mean, tuple(useful))


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


def _chart(drawn: Map, reach: float, train: str | None, test: str | None, *, key: str, alt: str) -> None:
    if len(drawn.names) < _FEWEST:
        widgets.box("info", _("Fewer than two datasets have all distances."))
        return
    points = {name: (float(x), float(y)) for name, (x, y) in zip(drawn.names, drawn.points, strict=True)}
    widgets.leading_chart(
        map_figure(points, reach=reach, train=train, test=test),
        key=key,
        lead=lambda data: choose_point(data[0]),
        alt=alt,
    )


def _table(bench: Bench, maps: _Maps) -> None:
    """Draw the distances of every two datasets."""
    known = {"psi": maps.psi_distances} | ({} if maps.u_distances is None else {"u": maps.u_distances})
    once = np.triu(np.ones_like(maps.psi_distances, dtype=bool), k=1)
    pairs_table(
        bench.pairs(**known)[once.ravel()],
        tables.columns(MAP_DISTANCES, known),
        key="map distances",
        by="psi",
        lead=choose_pair,
        alt=_("Distances of every two datasets"),
        named=(lazy("dataset"), lazy("other")),
    )
