"""What tells corpora apart, as text for the terminal, made from ``across_document``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.frames import signed
from cwsdiag.report.study_tables import friedman_cells, joined, pivot, pivoted, points
from cwsdiag.report.tables import printable, text_table
from cwsdiag.views.columns import FRIEDMAN, RELATIONS
from cwsdiag.views.wording import model_said, number, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Document = Mapping[str, Any]

_POOLED = "all pairs"
_AXES = ("x", "y")
_MAP_TITLES = {"psi": "Map from Ψ", "u": "Map from U"}
# Said below the correlations: the rows of the last kind are not independent of each other.
POOLED_PAIRS = (
    "p is adjusted by Holm for the rows of a model. "
    "All pairs share training data and test texts: they are not independent, and their p is too small."
)


def across_lines(document: Document) -> Iterator[str]:
    """Yield what is seen across datasets."""
    yield from _psi_lines(document)
    yield from _transfer_lines(document["transfers"])
    for drawn in document["maps"]:
        yield from _map_lines(drawn)
    if document["relations"]:
        rows = [_relation_cells(row) for row in document["relations"]]
        yield from ("", "Does Ψ predict U? Spearman's rank correlation over the training data", "")
        yield from (text_table(rows, RELATIONS), POOLED_PAIRS)
    yield from order_lines(document["source_orders"])


def order_lines(orders: Sequence[Document]) -> Iterator[str]:
    """Yield orders of sources, a table for each target."""
    for target in dict.fromkeys(order["target"] for order in orders):
        rows = [
            {"way": order_name(order), "own": points(order["own_psi"]), "steps": _steps(order)}
            for order in orders
            if order["target"] == target
        ]
        yield from ("", f"Sources for {printable(target)}, with Ψ after each", "")
        yield text_table(rows, {"way": "way", "own": "own data", "steps": "then add"})


def order_name(order: Document) -> str:
    """Return what tables call an order: ``max``, ``min``, ``random 0`` and so on."""
    return str(order["way"]) if order["seed"] is None else f"{order['way']} {order['seed']}"


def _steps(order: Document) -> str:
    return " → ".join(f"{step['source']} {number(step['psi'], 1)}" for step in order["steps"]) or "nothing"


def _psi_lines(document: Document) -> Iterator[str]:
    rows = [
        *document["psi"],
        *({"train": one["name"], "test": None, "psi": one["psi"]} for one in document["psi_by_training"]),
        *({"train": None, "test": one["name"], "psi": one["psi"]} for one in document["psi_by_test"]),
    ]
    done = ", ".join(document["normalise"]) or "none"
    yield from ("", f"Ψ × 100 (normalisation: {done})", "")
    yield pivoted(rows, "train", "test", lambda row: points(row["psi"]), corner="train \\ test")
    yield from ("", text_table([friedman_cells("test texts in Ψ", document["friedman_psi"])], FRIEDMAN))


def _transfer_lines(rows: Sequence[Document]) -> Iterator[str]:
    for model in dict.fromkeys(row["model"] for row in rows):
        own = [row for row in rows if row["model"] == model]
        yield from ("", f"U: F1 of {printable(model_said(model))}, trained on one dataset and tested on another", "")
        yield pivoted(own, "train", "test", lambda row: number(row["u"]), corner="train \\ test")
        yield from (
            "",
            f"Û: share of its F1 that {printable(model_said(model))} loses against its own training data",
            "",
        )
        yield pivoted(own, "train", "test", lambda row: number(row["relative"]), corner="train \\ test")


def _map_lines(drawn: Document) -> Iterator[str]:
    averaged = joined(map(model_said, drawn["models"]))
    yield ""
    yield f"{_MAP_TITLES[drawn['of']]}{f' of {averaged}' if averaged else ''}: stress {number(drawn['stress'])}"
    if drawn["left_out"]:
        yield f"left out, not all distances known: {joined(drawn['left_out'])}"
    if not drawn["points"]:
        return
    cells: dict[tuple[Any, Any], str] = {}
    for point in drawn["points"]:
        cells |= {(point["name"], place): signed(point[axis], 3) for place, axis in enumerate(_AXES)}
    for one in drawn["distances"]:
        for row, column in (("first", "second"), ("second", "first")):
            cells[one[row], one[column]] = number(one["distance"])
    names: dict[Any, str] = {point["name"]: point["name"] for point in drawn["points"]}
    yield ""
    yield pivot(cells, names, dict(enumerate(_AXES)) | names, corner="dataset")


def _relation_cells(row: Document) -> dict[str, Any]:
    how = "exact" if row["exact"] else ""
    return {
        **row,
        "model": model_said(row["model"]),
        "test": row["test"] or _POOLED,
        "rho": number(row["rho"]),
        "p": p_value(row["p"]),
        "p_adjusted": p_value(row["p_adjusted"]),
        "how": how,
    }
