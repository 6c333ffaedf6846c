"""What tells the criteria of datasets apart: Ψ, how models trained on one do on another, maps, sources, a text's fit.

All are of a project; what a page computes itself, such as the built-in segmenter's U, it shows by the same functions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from cwsdiag.charts.criteria import OrderLine, map_chart, order_chart, relation_chart
from cwsdiag.charts.matrices import values_chart
from cwsdiag.charts.rows import fit_chart
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit, names_of_datasets
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output import Table, averaged, cells, pivot
from cwsdiag.study import (
    Curve,
    Fit,
    MeanCurve,
    Order,
    Relation,
    Transfer,
    aligned,
    averaged_over,
    distances,
    draw_map,
    mean_distances,
    orders,
    relations,
    selection_test,
    side_means,
    way_curves,
)
from cwsdiag.study.transfer import Criteria
from cwsdiag.text import Floats
from cwsdiag.views.across import friedman_sentence
from cwsdiag.views.columns import FIT, MAP_DISTANCES, ORDERS, PAIRS, RELATIONS, WAY_CURVES, column
from cwsdiag.views.criteria import (
    consistency_finding,
    fit_finding,
    maps_finding,
    sources_finding,
    transfer_finding,
)
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.wording import UNDEFINED, in_turn, listed, model_label

MEASURES = {"u": lazy("U, F1"), "relative": lazy("Û, share of F1 lost")}
_SYMBOLS = {"u": "U", "relative": "Û"}
_TRAIN, _TEST = column("training data"), column("test text")
_FEWEST = 2
# Around the points of a map.
_ROOM = 1.3
TWO = lazy("Two datasets with segmented training text are needed.")
_DEV = lazy("Ψ is that of the target's development text.")
_SAME = lazy(
    "Ψ is that of the target's test text, as there is no development text (dev = … in the project): the result looks "
    "better than it is."
)


def _criteria(look: PrivateLook) -> Criteria:
    one = None if look.criteria is None else look.criteria()
    if one is None or not one.trainable:
        raise SettingError(lazy("No dataset here has segmented training text."))
    return one


_OF_CRITERIA: dict[str, Any] = {"page": "datasets", "of_project": True, "subject": _criteria}


@exhibit(
    "psi", "Ψ of every training data and test text: how consistently one has the words of the other", **_OF_CRITERIA
)
def psi(one: Criteria, *, selected: tuple[str, str] | None = None) -> Content:
    """Return Ψ of every training data and test text, one of the pairs framed; in the table the furthest below first."""
    matrix = one.matrix
    means = (matrix.by_training.tolist(), matrix.by_test.tolist())
    return content_of(
        one,
        _("Ψ of training data and test texts"),
        *consistency_finding(matrix),
        chart=lambda size: values_chart(
            one.names, matrix.values.tolist(), means, size, measure="Ψ", digits=1, selected=selected
        ),
        table=lambda: _pairs(one, "lost", psi=matrix.values, lost=np.diag(matrix.values) - matrix.values),
    )


@exhibit(
    "transfer",
    "F1 of models on every test text by what they were trained on, or its loss",
    place={"part": "transfer"},
    address={"model": "model", "measure": "measure"},
    **_OF_CRITERIA,
)
def transfer(
    one: Criteria, model: str | None = None, measure: str = "u", *, selected: tuple[str, str] | None = None
) -> Content:
    """Return U of a model, or the share of it that is lost; in the table the highest U first."""
    if measure not in MEASURES:
        raise SettingError(lazy("a measure is {names}.", names=" or ".join(MEASURES)))
    by_model = _model(one, model)
    label = model_label(by_model.model)
    u: Floats = by_model.u if measure == "u" else by_model.relative
    means = (u.mean(axis=1).tolist(), u.mean(axis=0).tolist())
    return content_of(
        one,
        _("{measure}: {model}", measure=translated(MEASURES[measure]), model=label),
        *transfer_finding(relations(one.matrix.values, by_model.u, one.names), label),
        settings=one.settings([by_model]),
        chart=lambda size: values_chart(
            one.names, u.tolist(), means, size, measure=_SYMBOLS[measure], digits=3, selected=selected
        ),
        table=lambda: _pairs(one, "u", u=by_model.u, relative=by_model.relative, psi=one.matrix.values),
    )


@exhibit(
    "relation",
    "U against Ψ: whether Ψ says how well models do elsewhere",
    place={"part": "transfer"},
    address={"model": "model"},
    **_OF_CRITERIA,
)
def relation(one: Criteria, model: str | None = None) -> Content:
    """Return U of a model against Ψ, and their rank correlations."""
    by_model = _model(one, model)
    frame = one.pairs("u", psi=one.matrix.values, u=by_model.u)
    rows = relations(one.matrix.values, by_model.u, one.names)
    rho, label = rows[-1].correlation.rho, model_label(by_model.model)
    return content_of(
        one,
        _("U of {model} against Ψ", model=label),
        *transfer_finding(rows, label),
        settings=one.settings([by_model]),
        numbers={"rho": rho} if math.isfinite(rho) else {},
        chart=None if frame.dropna().empty else lambda size: relation_chart(list(frame.itertuples()), one.names, size),
        table=lambda: _correlations(rows),
    )


@exhibit(
    "map",
    "datasets as points: near each other where their criteria are",
    place={"part": "maps"},
    **_OF_CRITERIA,
)
def map_by(one: Criteria, by: str = "psi", *, train: str | None = None, test: str | None = None) -> Content:
    """Return a map of datasets from Ψ, or from U of models; the selected training data and test text stand out."""
    if by not in ("psi", "u"):
        raise SettingError(lazy("a map is by {names}.", names="psi or u"))
    models = averaged_over(one.transfers)
    apart = {"psi": distances(one.matrix.values)}
    maps = {"psi": draw_map(apart["psi"], one.names)}
    if models:
        apart["u"] = mean_distances([model.u for model in models])
        maps["u"] = aligned(draw_map(apart["u"], one.names), to=maps["psi"])
    finding, remark = maps_finding(maps["psi"], maps.get("u"))
    drawn, points = maps.get(by), dict[str, tuple[float, float]]()
    if drawn is not None and len(drawn.names) >= _FEWEST:
        points = {name: (x, y) for name, (x, y) in zip(drawn.names, drawn.points.tolist(), strict=True)}
    if drawn is not None and drawn.left_out:
        remark = in_turn(remark, _("Without {datasets}: distances unknown.", datasets=listed(drawn.left_out)))
    # The same for both maps.
    reach = _ROOM * max(float(np.abs(drawn.points).max(initial=0.0)) for drawn in maps.values()) or 1.0

    def table() -> Table:
        # Each two datasets once.
        places = np.triu_indices(len(one.names), 1)
        pairs = pd.DataFrame(combinations(one.names, 2), columns=["train", "test"])
        pairs = pairs.assign(**{key: values[places] for key, values in apart.items()})
        return Table(
            pairs.sort_values("psi", ascending=False, kind="stable", ignore_index=True),
            {"train": column("dataset"), "test": column("other"), **{key: MAP_DISTANCES[key] for key in apart}},
        )

    return content_of(
        one,
        _("Map of the datasets from {measure}", measure="Ψ" if by == "psi" else "U"),
        finding,
        remark,
        settings=one.settings(models),
        chart=(lambda size: map_chart(points, size, reach=reach, train=train, test=test)) if points else None,
        table=table,
    )


@exhibit(
    "sources",
    "Ψ of a dataset's test text as training data of others is added",
    place={"part": "sources"},
    address={"target": "test"},
    **_OF_CRITERIA,
)
def sources(one: Criteria, target: str | None = None, *, ways: Sequence[Order] = ()) -> Content:
    """Return Ψ as sources are added to the training data of a dataset; ``ways`` are orders that are known already."""
    if not ways and len(one.trainable) < _FEWEST:
        raise SettingError(TWO)
    if target is not None and target not in one.trainable:
        raise SettingError(lazy("a target is one of: {names}.", names=", ".join(one.trainable)))
    corpus = one.corpus(target or one.trainable[0])
    ways = ways or orders(corpus, one.corpora)
    lines = [OrderLine(order.name, order.way, order.sources, tuple(order.psi)) for order in ways]
    own = _("own training data")
    rows = [
        {"order": order.name, "step": step, "source": order.sources[step - 1] if step else own, "psi": value}
        for order in ways
        for step, value in enumerate(order.psi)
    ]
    return content_of(
        one,
        _("Ψ of {target} as sources are added", target=corpus.name),
        # The sentence is about the largest Ψ.
        sources_finding(ways[0]) if ways[0].way == "max" and ways[0].sources else "",
        translated(_SAME if corpus.dev is None else _DEV),
        settings={"target": corpus.name, "ways": ",".join(order.name for order in ways)},
        chart=lambda size: order_chart(lines, size, measure="Ψ", digits=1),
        table=lambda: Table(rows, ORDERS),
    )


def curves_of(
    one: Criteria, target: str, curves: Sequence[Curve], own: Sequence[MeanCurve], settings: Mapping[str, object]
) -> Content:
    """Return F1 on a target as sources are added, of the built-in segmenter and of somebody's own curves.

    Args:
        one: the texts.
        target: the dataset.
        curves: of the built-in segmenter, for any targets: the test pools the steps of all.
        own: somebody's own, for any targets.
        settings: for the signature.
    """
    own = [curve for curve in own if curve.target == target]
    ways = way_curves([curve for curve in curves if curve.order.target == target])
    lines = [OrderLine(curve.name, curve.name, curve.sources, curve.f1, curve.low, curve.high) for curve in ways]
    for curve in own:
        ends = (curve.low, curve.high) if curve.runs > 1 else ((), ())
        lines.append(OrderLine(curve.name, "own", curve.sources, curve.f1, *ends))
    references = []
    for curve in [*own, *ways][:1]:
        names = _("own training data alone"), _("training data of all")
        if own:
            names = (
                _("{model}: own training data alone", model=curve.name),
                _("{model}: training data of all", model=curve.name),
            )
        # Those with one order come to the training data of all only where they have every source.
        is_whole = not own or len(curve.sources) == len(one.trainable) - 1
        references = list(zip(names, (curve.f1[0], *([curve.f1[-1]] if is_whole else [])), strict=False))
    rows = [
        {"way": curve.name, "step": step, "f1": f1, "f1_min": low, "f1_max": high, "seeds": curve.runs}
        for curve in (*ways, *own)
        for step, (f1, low, high) in enumerate(zip(curve.f1, curve.low, curve.high, strict=True))
    ]
    sentence = remark = ""
    if curves:
        targets = list(dict.fromkeys(curve.order.target for curve in curves))
        settings = {**settings, "tested": ",".join(targets)}
        sentence = friedman_sentence(selection_test(curves), treatments="the three ways", blocks="steps")
        remark = _(
            "The steps are those of {targets}. Steps of one target build on each other, so they are not independent "
            "blocks: treat p as a rough guide.",
            targets=listed(targets),
        )
    return content_of(
        one,
        _("F1 on {target} as sources are added", target=target),
        sentence,
        remark,
        settings=settings,
        chart=lambda size: order_chart(lines, size, measure="F1", digits=3, references=references),
        table=lambda: Table(rows, WAY_CURVES),
    )


def fit_of(one: Criteria, fits: Sequence[Fit], name: str, words: int, settings: Mapping[str, object]) -> Content:
    """Return how well a text fits each dataset, the nearest first."""
    return content_of(
        one,
        _("Ψ of {text} under the training data of every dataset", text=name),
        *fit_finding(fits, name, words),
        settings=settings,
        chart=lambda size: fit_chart([(one.name, one.psi, one.low, one.high) for one in fits], size),
        table=lambda: Table([vars(fit) | {"seen": 100 * fit.seen} for fit in fits], FIT),
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
    return Content(
        title,
        sentence,
        remark,
        source=names_of_datasets(one.names),
        signature=one.signature(settings),
        digests=one.digests,
        **more,
    )


def _model(one: Criteria, name: str | None) -> Transfer:
    models = [model for model in one.transfers if name in (None, model.model)]
    if not models:
        raise SettingError(
            lazy(
                "no system {name!r} says what it was trained on. There are: {names}.",
                name=name or "",
                names=", ".join(model.model for model in one.transfers) or lazy("none"),
            )
        )
    return models[0]


def _pairs(one: Criteria, by: str, **values: Floats) -> Table:
    """Return a row for each training data and test text, the largest of one of the values first."""
    return Table(one.pairs(by, **values), {"train": _TRAIN, "test": _TEST, **{key: PAIRS[key] for key in values}})


def psi_square(one: Criteria) -> Table:
    """Return Ψ of every test text under every training data, with means, as papers print it."""
    return pivot(
        _square(one, "psi", one.matrix.values),
        ["train"],
        "test",
        {"psi": PAIRS["psi"]},
        labels={"train": _TRAIN},
        notes=[friedman_sentence(one.matrix.test(), treatments="test texts", blocks="training data")],
    )


def transfer_square(one: Criteria, measure: str) -> Table:
    """Return U or Û of every model that was trained on one dataset and tested on another, with means."""
    return pivot(
        [
            {**row, "model": model_label(model.model)}
            for model in one.transfers
            for row in _square(one, measure, getattr(model, measure))
        ],
        ["model", "train"],
        "test",
        {measure: replace(PAIRS[measure], format="score100" if measure == "u" else "share100")},
        labels={"model": RELATIONS["model"], "train": _TRAIN},
        whole=len(one.names),
    )


def _square(one: Criteria, key: str, values: Floats) -> list[dict[str, Any]]:
    """Return a row for each cell of a matrix, and for its means; these include the diagonal."""
    by_train, by_test = side_means(values, own=True)
    return [
        *cells({"train": one.names, "test": one.names}, **{key: values}),
        *cells({"train": one.names, "test": [None]}, **averaged(**{key: by_train})),
        *cells({"train": [None], "test": one.names}, **averaged(**{key: by_test})),
    ]


def _correlations(rows: Sequence[Relation]) -> Table:
    return Table(
        [
            {
                **vars(one.correlation),
                "test": one.test or _("all pairs"),
                "p_adjusted": one.p_adjusted,
                "how": UNDEFINED
                if not math.isfinite(one.correlation.p)
                else _("exact")
                if one.correlation.exact
                else _("approximate"),
            }
            for one in rows
        ],
        {key: column for key, column in RELATIONS.items() if key != "model"},
    )
