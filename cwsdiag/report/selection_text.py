"""What ``cwsdiag select-sources`` tells: one document, and the same as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.across_rows import order_row
from cwsdiag.report.across_text import order_lines
from cwsdiag.report.study_tables import friedman_cells, friedman_row, pivot
from cwsdiag.report.tables import printable, text_table
from cwsdiag.study import selection_test, way_curves
from cwsdiag.views.columns import FRIEDMAN
from cwsdiag.views.wording import model_said, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Curve, Order

# Said below the test.
STEPS = "Steps of one target build on each other: they are not independent blocks."


def selection_document(
    orders: Sequence[Order],
    curves: Sequence[Curve] = (),
    *,
    signature: str,
    segmenter: str | None = None,
    warnings: Sequence[str] = (),
) -> Document:
    """Return orders of sources for targets, with curves of F1 where the segmenter was learnt.

    Args:
        orders: at least one.
        curves: of those orders, or none.
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
        "friedman_curves": friedman_row(selection_test(curves)) if curves else None,
        "warnings": list(warnings),
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


def _cell(curve: Document, step: int) -> str:
    mean, low, high = (number(curve[key][step]) for key in ("f1", "f1_min", "f1_max"))
    return f"{mean} ({low} to {high})"
