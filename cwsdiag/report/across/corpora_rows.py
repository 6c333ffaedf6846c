"""What tells corpora apart, as one document of plain rows: Ψ, U, maps, their relation, orders of sources [RC 4]."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.report.across.tests_rows import friedman_row, pair_rows
from cwsdiag.study import aligned, averaged_over, distances, draw_map, mean_distances, psi_matrix, relations, side_means

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Corpus, Map, Matrix, Order, Transfer


def across_document(
    corpora: Sequence[Corpus],
    tables: Sequence[Transfer],
    orders: Sequence[Order],
    *,
    signature: str,
    normalise: Sequence[str] = (),
) -> Document:
    """Return what is seen across datasets.

    Args:
        corpora: the datasets, normalised alike.
        tables: U of models, over the same datasets.
        orders: of sources, for any targets.
        signature: of the corpora, and of the predictions that U comes from.
        normalise: what was done to the corpora.
    """
    matrix = psi_matrix(corpora)
    return {
        "signature": signature,
        "normalise": list(normalise),
        **psi_rows(matrix),
        **transfer_rows(tables),
        "maps": map_rows(matrix, tables),
        "relations": [
            {"model": table.model, "test": one.test or None, **asdict(one.correlation), "p_adjusted": one.p_adjusted}
            for table in tables
            for one in relations(matrix.values, table.u, matrix.names)
        ],
        "source_orders": [order_row(order) for order in orders],
    }


def psi_rows(matrix: Matrix) -> Document:
    """Return Ψ of every pair, its means by row and by column, and the test over the test texts."""
    return {
        "psi": _matrix_rows(matrix),
        "psi_by_training": _named(matrix.names, matrix.by_training.tolist()),
        "psi_by_test": _named(matrix.names, matrix.by_test.tolist()),
        "friedman_psi": friedman_row(matrix.test()),
    }


def transfer_rows(tables: Sequence[Transfer]) -> Document:
    """Return U and Û of every pair, and their means by row and by column, of all models."""
    return {
        "transfers": [row for table in tables for row in _transfer_rows(table)],
        "transfer_means": [row for table in tables for row in _transfer_mean_rows(table)],
    }


def order_row(order: Order) -> Document:
    """Return an order of sources: Ψ × 100 of the target's own training data, and after each source."""
    return {
        "target": order.target,
        "way": order.way,
        "seed": order.seed,
        "own_psi": order.psi[0],
        "steps": [{"source": name, "psi": psi} for name, psi in zip(order.sources, order.psi[1:], strict=True)],
    }


def map_rows(matrix: Matrix, tables: Sequence[Transfer]) -> list[Document]:
    """Return the map from Ψ and, where U is known, the map from U, turned to lie as the first.

    U is averaged over the models of ``averaged_over``.
    """
    by_psi = draw_map(distances(matrix.values), matrix.names)
    rows = [_map_row("psi", by_psi, [])]
    averaged = averaged_over(tables)
    if averaged:
        by_u = draw_map(mean_distances([table.u for table in averaged]), matrix.names)
        rows.append(_map_row("u", aligned(by_u, by_psi), [table.model for table in averaged]))
    return rows


def _map_row(of: str, drawn: Map, models: list[str]) -> Document:
    return {
        "of": of,
        "models": models,
        "stress": drawn.stress,
        "points": [
            {"name": name, "x": x, "y": y} for name, (x, y) in zip(drawn.names, drawn.points.tolist(), strict=True)
        ],
        "distances": pair_rows(drawn.names, "distance", drawn.distances),
        "left_out": list(drawn.left_out),
    }


def _matrix_rows(matrix: Matrix) -> list[Document]:
    return [
        {"train": matrix.names[row], "test": matrix.names[column], "psi": float(matrix.values[row, column])}
        for row, column in np.ndindex(matrix.values.shape)
    ]


def _named(names: Sequence[str], values: Sequence[float]) -> list[Document]:
    return [{"name": name, "psi": value} for name, value in zip(names, values, strict=True)]


def _transfer_rows(table: Transfer) -> Iterator[Document]:
    relative = table.relative
    for row, column in np.ndindex(table.u.shape):
        yield {
            "model": table.model,
            "train": table.names[row],
            "test": table.names[column],
            "u": float(table.u[row, column]),
            "relative": float(relative[row, column]),
        }


def _transfer_mean_rows(table: Transfer) -> Iterator[Document]:
    """Yield means of U and Û over the texts that a model trained on a dataset was tested on, and the other way round.

    Those under ``u`` and ``relative`` include the diagonal, as in the paper's Table 5; ``…_elsewhere`` leave it out.
    """
    means = {
        f"{what}{end}": side_means(values, own=own)
        for what, values in (("u", table.u), ("relative", table.relative))
        for end, own in (("", True), ("_elsewhere", False))
    }
    for place, side in enumerate(("train", "test")):
        for at, name in enumerate(table.names):
            row: Document = {"model": table.model, "side": side, "name": name}
            for key, sides in means.items():
                values, counts = sides[place]
                row |= {key: float(values[at]), f"{key}_n": int(counts[at])}
            yield row
