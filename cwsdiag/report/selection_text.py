"""What ``cwsdiag select-sources`` tells: one document, and the same as text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.languages.visible import printable
from cwsdiag.output.pivot import pivot
from cwsdiag.output.table import Table
from cwsdiag.report.across.corpora_rows import order_row
from cwsdiag.report.across.tables import friedman_cells, order_tables, table_lines
from cwsdiag.report.across.tests_rows import friedman_row
from cwsdiag.study import selection_test, way_curves
from cwsdiag.views.columns import FRIEDMAN, Column
from cwsdiag.views.wording import model_said, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Curve, Order, OwnMeanCurve

# Said below the test.
STEPS = "Steps of one target build on each other: they are not independent blocks."


def selection_document(
    orders: Sequence[Order],
    curves: Sequence[Curve] = (),
    own: Sequence[OwnMeanCurve] = (),
    *,
    signature: str,
    segmenter: str | None = None,
    warnings: Sequence[str] = (),
) -> Document:
    """Return orders of sources for targets, with curves of F1 where the segmenter was learnt.

    Args:
        orders: at least one.
        curves: of those orders, or none.
        own: curves that the project has on their targets.
        signature: of the corpora.
        segmenter: what was learnt; None without curves.
        warnings: what looks wrong with the files.
    """
    return {
        "signature": signature,
        "targets": list(dict.fromkeys(order.target for order in orders)),
        "orders": [order_row(order) for order in orders],
        "segmenter": segmenter,
        "curves": [
            {"target": curve.order.target, "way": curve.order.way, "seed": curve.seed, "f1": list(curve.f1)}
            for curve in curves
        ],
        "curve_means": [
            {
                "target": curve.target,
                "way": curve.way,
                "seeds": curve.seeds,
                "f1": list(curve.f1),
                "f1_min": list(curve.low),
                "f1_max": list(curve.high),
            }
            for curve in way_curves(curves)
        ],
        "own_curves": [_own_row(curve) for curve in own],
        "friedman_curves": friedman_row(selection_test(curves)) if curves else None,
        "warnings": list(warnings),
    }


def _own_row(curve: OwnMeanCurve) -> Document:
    return {
        "target": curve.target,
        "name": curve.name,
        "sources": list(curve.sources),
        "runs": curve.runs,
        "f1": list(curve.f1),
        "f1_min": list(curve.low),
        "f1_max": list(curve.high),
        "own_f1": curve.own,
        "union_f1": curve.union,
    }


def selection_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what ``selection_document`` gives as text."""
    tables = order_tables(document["orders"])
    segmenter = model_said(document["segmenter"]) if document["segmenter"] else ""
    for target in document["targets"]:
        curves = [{**row, "name": row["way"]} for row in document["curve_means"] if row["target"] == target]
        if curves:
            seeds = curves[0]["seeds"]
            note = "One seed: how far F1 moves with another is not known."
            if seeds > 1:
                note = f"Means of {seeds:,} seeds, and the range; with each seed random draws another order."
            title = f"F1 on {target} by number of sources added ({segmenter})."
            tables[f"curves {target}"] = _curves(curves, title, [note])
    if document["curves"]:
        test = friedman_cells("ways in F1", document["friedman_curves"])
        tables["test"] = Table([test], FRIEDMAN, notes=(STEPS,))
    for target in document["targets"]:
        own = [row for row in document["own_curves"] if row["target"] == target]
        title = f"F1 on {target} by number of sources added, as the project has it."
        tables[f"own {target}"] = _curves(own, title, [_own_note(row) for row in own])
    yield from list(table_lines(tables))[1:]
    yield from ("", printable(document["signature"]))


def _curves(curves: Sequence[Document], caption: str, notes: Sequence[str]) -> Table:
    rows = [
        {"name": curve["name"], "step": step, "f1": _cell(curve, step)}
        for curve in curves
        for step in range(len(curve["f1"]))
    ]
    return pivot(rows, ["name"], "step", {"f1": Column("F1", format="styled")}, caption=caption, notes=notes)


def _own_note(curve: Document) -> str:
    note = f"{curve['name']}: {number(curve['own_f1'])} with its own training data alone"
    if not math.isnan(curve["union_f1"]):
        note += f", {number(curve['union_f1'])} with that of all datasets"
    return f"{note}; runs: {curve['runs']}; order: {', '.join(curve['sources']) or 'none'}"


def _cell(curve: Document, step: int) -> str:
    mean, low, high = (number(curve[key][step]) for key in ("f1", "f1_min", "f1_max"))
    return mean if curve.get("runs") == 1 else f"{mean} ({low} to {high})"
