"""What tells the criteria of datasets apart: Ψ, how models trained on one do on another, maps, sources, a text's fit.

All are of a project; what a page computes itself, such as the built-in segmenter's U, it shows by the same functions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cwsdiag.charts.criteria import OrderLine, Pair, map_chart, order_chart, relation_chart
from cwsdiag.charts.matrices import Values, values_chart
from cwsdiag.charts.rows import fit_chart
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output.table import Table
from cwsdiag.study import (
    aligned,
    averaged_over,
    distances,
    draw_map,
    mean_distances,
    orders,
    relations,
    selection_test,
    way_curves,
)
from cwsdiag.views.across.criteria import (
    consistency_finding,
    fit_finding,
    maps_finding,
    sources_finding,
    transfer_finding,
)
from cwsdiag.views.across.systems import friedman_sentence
from cwsdiag.views.columns import FIT, MAP_DISTANCES, ORDERS, PAIRS, RELATIONS, WAY_CURVES, Column, column
from cwsdiag.views.wording import UNDEFINED, listed, model_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.study import Corpus, Curve, Fit, Map, Order, OwnMeanCurve, Relation, Transfer
    from cwsdiag.study.transfer import Criteria
    from cwsdiag.views.columns import Format
    from cwsdiag.views.look import PrivateLook

    Floats = NDArray[np.float64]

MEASURES = {"u": lazy("U, F1"), "relative": lazy("Û, share of F1 lost")}
_SYMBOLS = {"u": "U", "relative": "Û"}
_TRAIN, _TEST = column("training data"), column("test text")
_FEWEST = 2
# Around the points of a map.
_ROOM = 1.3
_OF: dict[str, Any] = {"page": "criteria", "of_project": True}
_TWO = lazy("Two datasets with segmented training text are needed.")
_DEV = lazy("Ψ is that of the target's development text.")
_SAME = lazy(
    "Ψ is that of the target's test text, as there is no development text (dev = … in the project): the result looks "
    "better than it is."
)


@dataclass(frozen=True, eq=False)
class Maps:
    """Datasets as points, by Ψ, and by U of models where that is known.

    Attributes:
        psi, u: the maps; None for none.
        distances: that they are drawn from, by what they are of.
        models: whose U it is.
    """

    psi: Map
    u: Map | None
    distances: Mapping[str, Floats]
    models: tuple[Transfer, ...]

    @property
    def reach(self) -> float:
        """How far the axes of both go from the middle."""
        points = [np.abs(one.points).max(initial=0.0) for one in (self.psi, self.u) if one is not None]
        return float(max(points)) * _ROOM or 1.0


@exhibit("psi", "Ψ of every training data and test text: how consistently one has the words of the other", **_OF)
def psi(look: PrivateLook) -> Content:
    """Return the matrix of Ψ."""
    return psi_of(_criteria(look))


def psi_of(one: Criteria, selected: tuple[str, str] | None = None) -> Content:
    """Return the matrix of Ψ, one of its pairs framed."""
    matrix = one.matrix
    means = matrix.by_training.tolist(), matrix.by_test.tolist()
    values = Values(one.names, matrix.values.tolist(), *means, "Ψ", 1)
    return content_of(
        one,
        _("Ψ of training data and test texts"),
        *consistency_finding(matrix),
        chart=lambda size: values_chart(values, size, selected=selected),
        table=lambda: _square(values),
    )


def psi_pairs(one: Criteria) -> Table:
    """Return Ψ of every pair, that furthest below the test text's own training data first."""
    values = one.matrix.values
    return _pairs(one.pairs("lost", psi=values, lost=np.diag(values) - values), "psi", "lost")


@exhibit(
    "transfer",
    "F1 of models on every test text by what they were trained on, or its loss",
    takes=("model", "measure"),
    place={"part": "transfer"},
    address={"model": "model", "measure": "measure"},
    **_OF,
)
def transfer(look: PrivateLook, model: str | None = None, measure: str = "u") -> Content:
    """Return the matrix of U, or of the share of it that is lost."""
    if measure not in MEASURES:
        raise SettingError(lazy("a measure is {names}.", names=" or ".join(MEASURES)))
    one = _criteria(look)
    return transfer_of(one, _model(one, model), measure)


def transfer_of(
    one: Criteria,
    model: Transfer,
    measure: str,
    selected: tuple[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
) -> Content:
    """Return the matrix of a model; ``settings`` say where it comes from, if not from the project."""
    cells: Floats = model.u if measure == "u" else model.relative
    means = cells.mean(axis=1).tolist(), cells.mean(axis=0).tolist()
    values = Values(one.names, cells.tolist(), *means, _SYMBOLS[measure], 3)
    return content_of(
        one,
        _("{measure}: {model}", measure=translated(MEASURES[measure]), model=model_said(model.model)),
        *_related(one, model),
        settings=settings or one.settings([model]),
        chart=lambda size: values_chart(values, size, selected=selected),
        table=lambda: _square(values),
    )


def transfer_pairs(one: Criteria, model: Transfer) -> Table:
    """Return U, Û and Ψ of every pair, the highest U first."""
    frame = one.pairs("u", u=model.u, relative=model.relative, psi=one.matrix.values)
    return _pairs(frame, "u", "relative", "psi")


@exhibit(
    "relation",
    "U against Ψ: whether Ψ says how well models do elsewhere",
    takes=("model",),
    place={"part": "transfer"},
    address={"model": "model"},
    **_OF,
)
def relation(look: PrivateLook, model: str | None = None) -> Content:
    """Return U against Ψ, and their rank correlations."""
    one = _criteria(look)
    return relation_of(one, _model(one, model))


def relation_of(one: Criteria, model: Transfer, settings: Mapping[str, object] | None = None) -> Content:
    """Return U of a model against Ψ; ``settings`` say where it comes from, if not from the project."""
    frame = one.pairs("u", psi=one.matrix.values, u=model.u)
    pairs = [Pair(*row) for row in frame.itertuples(index=False, name=None)]
    rows = relations(one.matrix.values, model.u, one.names)
    pooled = rows[-1].correlation
    return content_of(
        one,
        _("U of {model} against Ψ", model=model_said(model.model)),
        *_related(one, model),
        settings=settings or one.settings([model]),
        numbers={"rho": pooled.rho} if math.isfinite(pooled.rho) else {},
        chart=None if frame.dropna().empty else lambda size: relation_chart(pairs, one.names, size),
        table=lambda: _correlations(rows),
    )


@exhibit(
    "map", "datasets as points: near each other where their criteria are", takes=("by",), place={"part": "maps"}, **_OF
)
def map_by(look: PrivateLook, by: str = "psi") -> Content:
    """Return a map of datasets from Ψ, or from U of models."""
    if by not in ("psi", "u"):
        raise SettingError(lazy("a map is by {names}.", names="psi or u"))
    one = _criteria(look)
    return map_of(one, maps_of(one, one.transfers), by)


def maps_of(one: Criteria, models: Sequence[Transfer]) -> Maps:
    """Return the maps from Ψ, and from U of some models."""
    apart = distances(one.matrix.values)
    by_psi = draw_map(apart, one.names)
    useful = averaged_over(models)
    if not useful:
        return Maps(by_psi, None, {"psi": apart}, ())
    mean = mean_distances([model.u for model in useful])
    by_u = draw_map(mean, one.names)
    turned = aligned(by_u, to=by_psi) if len(by_u.names) >= _FEWEST else None
    return Maps(by_psi, turned, {"psi": apart, "u": mean}, tuple(useful))


def map_of(
    one: Criteria,
    maps: Maps,
    by: str,
    train: str | None = None,
    test: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Content:
    """Return one of the maps, with the datasets selected for training data and test text."""
    chosen = maps.psi if by == "psi" else maps.u
    points: dict[str, tuple[float, float]] = {}
    if chosen is not None and len(chosen.names) >= _FEWEST:
        points = {name: (float(x), float(y)) for name, (x, y) in zip(chosen.names, chosen.points, strict=True)}
    return content_of(
        one,
        _("Map of the datasets from {measure}", measure="Ψ" if by == "psi" else "U"),
        *maps_finding(maps.psi, maps.u),
        settings=settings or one.settings(maps.models),
        chart=(lambda size: map_chart(points, size, reach=maps.reach, train=train, test=test)) if points else None,
        table=lambda: map_pairs(one, maps),
    )


def map_pairs(one: Criteria, maps: Maps) -> Table:
    """Return the distances of every two datasets, the furthest first."""
    once = np.triu(np.ones_like(maps.distances["psi"], dtype=bool), k=1)
    frame = one.pairs("psi", **{key: np.where(once, values, -1.0) for key, values in maps.distances.items()})
    columns = {key: MAP_DISTANCES[key] for key in maps.distances}
    names = {"train": column("dataset"), "test": column("other")}
    # Only what is above the diagonal, including distances that are not known.
    return Table(frame[frame["psi"].ne(-1)].reset_index(drop=True), {**names, **columns})


@exhibit(
    "sources",
    "Ψ of a dataset's test text as training data of others is added",
    takes=("target",),
    place={"part": "sources"},
    address={"target": "test"},
    **_OF,
)
def sources(look: PrivateLook, target: str | None = None) -> Content:
    """Return Ψ as sources are added to the training data of a dataset."""
    one = _criteria(look)
    if len(one.trainable) < _FEWEST:
        raise SettingError(_TWO)
    if target is not None and target not in one.trainable:
        raise SettingError(lazy("a target is one of: {names}.", names=", ".join(one.trainable)))
    corpus = one.corpus(target or one.trainable[0])
    return sources_of(one, corpus, orders(corpus, one.corpora))


def sources_of(one: Criteria, target: Corpus, ways: Sequence[Order]) -> Content:
    """Return Ψ along some orders of sources."""
    lines = [OrderLine(order.name, order.way, order.sources, tuple(order.psi)) for order in ways]
    own = _("own training data")
    rows = [
        {"order": order.name, "step": step, "source": order.sources[step - 1] if step else own, "psi": value}
        for order in ways
        for step, value in enumerate(order.psi)
    ]
    return content_of(
        one,
        _("Ψ of {target} as sources are added", target=target.name),
        sources_finding(ways[0]),
        translated(_SAME if target.dev is None else _DEV),
        settings={"target": target.name, "ways": ",".join(order.name for order in ways)},
        chart=lambda size: order_chart(lines, size, measure="Ψ", digits=1),
        table=lambda: Table(pd.DataFrame(rows), ORDERS),
    )


def curves_of(
    one: Criteria,
    target: str,
    learnt: Sequence[Curve],
    own: Sequence[OwnMeanCurve],
    settings: Mapping[str, object],
) -> Content:
    """Return F1 as sources are added, of the built-in segmenter and of somebody's own curves."""
    ways = way_curves(learnt) if learnt else []
    lines = [OrderLine(curve.way, curve.way, curve.sources, curve.f1, curve.low, curve.high) for curve in ways]
    for mean in own:
        ends = (mean.low, mean.high) if mean.runs > 1 else ((), ())
        lines.append(OrderLine(mean.name, "own", mean.sources, mean.f1, *ends))
    references = []
    if own:
        references = [
            (_("{model}: own training data alone", model=own[0].name), own[0].own),
            (_("{model}: training data of all", model=own[0].name), own[0].union),
        ]
    elif ways:
        references = [
            (_("own training data alone"), ways[0].f1[0]),
            (_("training data of all"), ways[0].f1[-1]),
        ]
    references = [(name, value) for name, value in references if math.isfinite(value)]
    named = [(curve.way, curve.seeds, curve) for curve in ways] + [(mean.name, mean.runs, mean) for mean in own]
    rows = [
        {"way": name, "step": step, "f1": f1, "f1_min": low, "f1_max": high, "seeds": seeds}
        for name, seeds, curve in named
        for step, (f1, low, high) in enumerate(zip(curve.f1, curve.low, curve.high, strict=True))
    ]
    title = _("F1 on {target} as sources are added", target=target)
    return content_of(
        one,
        title,
        friedman_sentence(selection_test(learnt), treatments="the three ways", blocks="steps") if learnt else title,
        settings=settings,
        chart=lambda size: order_chart(lines, size, measure="F1", digits=3, references=references),
        table=lambda: Table(pd.DataFrame(rows), WAY_CURVES),
    )


def fit_of(one: Criteria, fits: Sequence[Fit], name: str, words: int, settings: Mapping[str, object]) -> Content:
    """Return how well a text fits each dataset, the nearest first."""
    frame = pd.DataFrame(fits)
    return content_of(
        one,
        _("Ψ of {text} under the training data of every dataset", text=name),
        *fit_finding(fits, name, words),
        settings=settings,
        chart=lambda size: fit_chart([(one.name, one.psi, one.low, one.high) for one in fits], size),
        table=lambda: Table(frame.assign(seen=100 * frame["seen"]), FIT),
    )


def content_of(
    one: Criteria,
    title: str,
    sentence: str,
    remark: str = "",
    *,
    settings: Mapping[str, object] | None = None,
    **more: Any,
) -> Content:
    """Return what there is to show, with where it comes from."""
    source = _("{n} datasets: {names}.", n=len(one.names), names=listed(one.names))
    signature = one.signature(settings)
    return Content(title, sentence, remark, source=source, signature=signature, digests=one.digests, **more)


def _criteria(look: PrivateLook) -> Criteria:
    """Return the texts of the project of a look.

    Raises:
        SettingError: there is no such project, or no training text in it.
    """
    one = None if look.criteria is None else look.criteria()
    if one is None or not one.trainable:
        raise SettingError(lazy("No dataset here has segmented training text."))
    return one


def _model(one: Criteria, name: str | None) -> Transfer:
    models = [model for model in one.transfers if name in (None, model.model)]
    if not models:
        names = ", ".join(model.model for model in one.transfers) or lazy("none")
        raise SettingError(
            lazy("no system {name!r} says what it was trained on. There are: {names}.", name=name or "", names=names)
        )
    return models[0]


def _related(one: Criteria, model: Transfer) -> tuple[str, str]:
    return transfer_finding(relations(one.matrix.values, model.u, one.names), model_said(model.model))


def _square(values: Values) -> Table:
    """Return a matrix as a table, with its means at the side and in a last row."""
    # By number: a dataset may be called as a column beside it.
    form: Format = "points" if values.digits == 1 else "score"
    tests = {f"test {place}": Column(name, format=form) for place, name in enumerate(values.names)}
    rows = [
        {"train": name, **dict(zip(tests, row, strict=True)), "mean": mean}
        for name, row, mean in zip(values.names, values.values, values.by_training, strict=True)
    ]
    rows.append({"train": _("mean"), **dict(zip(tests, values.by_test, strict=True)), "mean": math.nan})
    columns = {"train": _TRAIN, **tests, "mean": column("mean", format=form)}
    return Table(pd.DataFrame(rows), columns, rules=frozenset({len(values.names)}))


def _pairs(frame: pd.DataFrame, *keys: str) -> Table:
    return Table(frame, {"train": _TRAIN, "test": _TEST, **{key: PAIRS[key] for key in keys}})


def _correlations(rows: Sequence[Relation]) -> Table:
    frame = pd.DataFrame(
        [
            {
                "test": one.test or _("all pairs"),
                "rho": one.correlation.rho,
                "p": one.correlation.p,
                "p_adjusted": one.p_adjusted,
                "pairs": one.correlation.pairs,
                "how": _how(one),
            }
            for one in rows
        ]
    )
    return Table(frame, {key: column for key, column in RELATIONS.items() if key != "model"})


def _how(one: Relation) -> str:
    if not math.isfinite(one.correlation.p):
        return UNDEFINED
    return _("exact") if one.correlation.exact else _("approximate")
