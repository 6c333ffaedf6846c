"""What tells corpora apart, as text for the terminal, made from ``across_document``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.frames import signed
from cwsdiag.report.across.study_tables import friedman_cells, joined, mean_said, pivot, pivoted, points
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
    yield from _transfer_lines(document)
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


def _transfer_lines(document: Document) -> Iterator[str]:
    rows = document["transfers"]
    for model in dict.fromkeys(row["model"] for row in rows):
        own = [row for row in rows if row["model"] == model]
        means = [row for row in document["transfer_means"] if row["model"] == model]
        said = printable(model_said(model))
        for key, title in (
            ("u", f"U: F1 of {said}, trained on one dataset and tested on another"),
            ("relative", f"Û: share of its F1 that {said} loses against its own training data"),
        ):
            yield from ("", f"{title}; means include its own data", "")
            yield _with_means(own, means, key)
        yield from ("", f"Means of U and Û of {said} over other datasets, its own left out", "")
        yield _elsewhere_table(means)


def _with_means(rows: Sequence[Document], means: Sequence[Document], key: str) -> str:
    """Return a matrix with the means of its rows and columns, each with over how many cells it is where some lack."""
    whole = len({row["test"] for row in rows})
    sides = [{"train": None, "test": None, row["side"]: row["name"], **row} for row in means]

    def shown(row: Document) -> str:
        return mean_said(row[key], row.get(f"{key}_n", whole), whole)

    return pivoted([*rows, *sides], "train", "test", shown, corner="train \\ test")


def _elsewhere_table(means: Sequence[Document]) -> str:
    names = list(dict.fromkeys(row["name"] for row in means))
    cells: dict[tuple[Any, Any], str] = {}
    for row in means:
        for key in ("u", "relative"):
            count = row[f"{key}_elsewhere_n"]
            cells[row["name"], (key, row["side"])] = mean_said(row[f"{key}_elsewhere"], count, len(names) - 1)
    columns = {
        ("u", "train"): "U trained on it",
        ("u", "test"): "U tested on it",
        ("relative", "train"): "Û trained on it",
        ("relative", "test"): "Û tested on it",
    }
    return pivot(cells, {name: name for name in names}, columns, corner="dataset")


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
