"""The figures of errors by kind, trace by trace."""

from typing import Any

import plotly.graph_objects as go

from cwsdiag.charts import theme
from cwsdiag.charts.matrices import kinds_chart
from cwsdiag.charts.theme import PAGE

BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]
SHAPES = [("split", "split"), ("merged", "merged"), ("crossed", "<i>crossed")]
CAUSES = [("oov", "OOV"), ("overlap", "overlap <b>ambiguity")]
TABLE = [[1200, 0], [30, 20], [0, 250]]


def kinds_figure(table: list[list[int]], **more: Any) -> go.Figure:
    return go.Figure(kinds_chart(table, PAGE, **more))


def texts(figure: go.Figure) -> Any:
    (found,) = (trace for trace in figure.data if trace.type == "scatter" and trace.mode == "text")
    return found


def cells(figure: go.Figure) -> dict[tuple[int, int], str]:
    found = texts(figure)
    return {(y, x): text for x, y, text in zip(found.x, found.y, found.text, strict=True)}


def test_cells_hold_counts_and_shares_and_add_up() -> None:
    figure = kinds_figure(TABLE, shapes=SHAPES, causes=CAUSES, colour=BLUE)
    small = "<br>"
    assert cells(figure) == {
        (0, 0): f"<b>1,200</b>{small}80.0%",
        (0, 1): "0",
        (0, 2): f"<b>1,200</b>{small}80.0%",
        (1, 0): f"<b>30</b>{small}2.0%",
        (1, 1): f"<b>20</b>{small}1.3%",
        (1, 2): f"<b>50</b>{small}3.3%",
        (2, 0): "0",
        (2, 1): f"<b>250</b>{small}16.7%",
        (2, 2): f"<b>250</b>{small}16.7%",
        (3, 0): f"<b>1,230</b>{small}82.0%",
        (3, 1): f"<b>270</b>{small}18.0%",
        (3, 2): f"<b>1,500</b>{small}100.0%",
    }
