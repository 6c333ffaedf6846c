"""What ``cwsdiag select-sources`` tells: one document, and the same as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.across.corpora_rows import order_row
from cwsdiag.report.across.corpora_text import order_lines
from cwsdiag.report.across.study_tables import friedman_cells, friedman_row, joined, pivot
from cwsdiag.report.tables import printable, text_table
from cwsdiag.study import selection_test, way_curves
from cwsdiag.views.columns import FRIEDMAN
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
    """Yield the document as text."""
    yield from list(order_lines(document["orders"]))[1:]
    if document["curves"]:
        for target in document["targets"]:
            curves = [row for row in document["curve_means"] if row["target"] == target]
            yield from _curve_lines(curves, document["segmenter"])
        test = friedman_cells("ways in F1", document["friedman_curves"])
        yield from ("", text_table([test], FRIEDMAN), STEPS)
    for target in document["targets"]:
        yield from _own_lines([row for row in document["own_curves"] if row["target"] == target])
    yield from ("", printable(document["signature"]))


def _curve_lines(curves: Sequence[Document], segmenter: str) -> Iterator[str]:
    steps = {step: str(step) for step in range(len(curves[0]["f1"]))}
    cells = {(row, step): _cell(curve, step) for row, curve in enumerate(curves) for step in steps}
    yield from ("", f"F1 on {printable(curves[0]['target'])} by number of sources added ({model_said(segmenter)})", "")
    yield pivot(cells, dict(enumerate(curve["way"] for curve in curves)), steps, corner="way")
    if curves[0]["seeds"] == 1:
        yield "One seed: how far F1 moves with another is not known."
    else:
        yield f"Means of {curves[0]['seeds']:,} seeds, and the range; with each seed random draws another order."


def _own_lines(curves: Sequence[Document]) -> Iterator[str]:
    """Yield the project's own curves on a target, nothing without any."""
    if not curves:
        return
    steps = {step: str(step) for step in range(max(len(curve["f1"]) for curve in curves))}
    cells = {(row, step): _cell(curve, step) for row, curve in enumerate(curves) for step in range(len(curve["f1"]))}
    yield from ("", f"F1 on {printable(curves[0]['target'])} by number of sources added, as the project has it", "")
    yield pivot(cells, dict(enumerate(printable(curve["name"]) for curve in curves)), steps, corner="model")
    for curve in curves:
        said = f"{curve['name']}: {number(curve['own_f1'])} with its own training data alone"
        if curve["union_f1"] == curve["union_f1"]:
            said += f", {number(curve['union_f1'])} with that of all datasets"
        yield f"{printable(said)}; runs: {curve['runs']}; order: {joined(curve['sources']) or 'none'}"


def _cell(curve: Document, step: int) -> str:
    mean, low, high = (number(curve[key][step]) for key in ("f1", "f1_min", "f1_max"))
    return mean if curve.get("runs") == 1 else f"{mean} ({low} to {high})"
