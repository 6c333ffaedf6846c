"""The figures of errors by kind, trace by trace."""

import json
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.cells import DEEPEST
from cwsdiag.charts.compare import Sides, pair_kinds_chart
from cwsdiag.charts.matrices import kinds_chart
from cwsdiag.charts.theme import PAGE

NAN = float("nan")
BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]
SIDES = Sides("<b>one</b>", "two", BLUE, RED)
SHAPES = [("split", "split"), ("merged", "merged"), ("crossed", "<i>crossed")]
CAUSES = [("oov", "OOV"), ("overlap", "overlap <b>ambiguity")]
TABLE = [[1200, 0], [30, 20], [0, 250]]


def kinds(*rows: tuple[str, str, int, int]) -> pd.DataFrame:
    """Return the frame of kinds: of what, its name, and the counts of A and of B."""
    missed = {role: sum(row[2 + place] for row in rows if row[0] == "shape") for place, role in enumerate("ab")}
    return pd.DataFrame(
        [
            {
                "of": of,
                "kind": kind,
                "label": f"<i>{kind}",
                "a": a,
                "b": b,
                "share_a": a / missed["a"] if missed["a"] else NAN,
                "share_b": b / missed["b"] if missed["b"] else NAN,
                "difference": a - b,
            }
            for of, kind, a, b in rows
        ]
    )


PAIR = kinds(
    ("shape", "split", 1500, 400),
    ("shape", "merged", 300, 500),
    ("shape", "crossed", 200, 200),
    ("cause", "oov", 2000, 0),
    ("cause", "overlap", 0, 1100),
)


def pair_kinds_figure(frame: pd.DataFrame, *, sides: Sides) -> go.Figure:
    return go.Figure(pair_kinds_chart(frame.to_dict("records"), PAGE, sides=sides))


def kinds_figure(table: list[list[int]], **more: Any) -> go.Figure:
    return go.Figure(kinds_chart(table, PAGE, **more))


def targets(figure: go.Figure) -> list[Any]:
    return [trace for trace in figure.data if trace.customdata]


def data_of(trace: Any) -> list[list[str]]:
    return [list(data) for data in trace.customdata]


def texts(figure: go.Figure) -> Any:
    (found,) = (trace for trace in figure.data if trace.type == "scatter" and trace.mode == "text")
    return found


def everything(figure: go.Figure) -> Any:
    """Return all of a figure as a browser gets it."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def cells(figure: go.Figure) -> dict[tuple[int, int], str]:
    found = texts(figure)
    return {(y, x): text for x, y, text in zip(found.x, found.y, found.text, strict=True)}


def test_each_kind_has_the_counts_of_both_and_their_difference() -> None:
    figure = pair_kinds_figure(PAIR, sides=SIDES)
    found = cells(figure)
    assert [found[row, 0] for row in range(5)] == ["1,500 (75%)", "300 (15%)", "200 (10%)", "2,000 (100%)", "0 (0%)"]
    assert found[0, 1] == "400 (36%)"
    assert [found[row, 2] for row in range(5)] == ["+1,100", "−200", "0", "+2,000", "−1,100"]
    assert list(figure.layout.yaxis.ticktext) == [f"&lt;i&gt;{kind}" for kind in PAIR["kind"]]
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt;one&lt;/b&gt; (A)", "two (B)", "A − B"]
    assert [line.y0 for line in figure.layout.shapes] == [2.5], "between shapes and causes"


def test_the_colour_is_that_of_whose_errors_they_are_and_deeper_for_more() -> None:
    (found,) = targets(pair_kinds_figure(PAIR, sides=SIDES))
    colours = list(found.marker.color)
    assert colours[0].startswith("rgba(0, 114, 178") and colours[1].startswith("rgba(213, 94, 0")
    alphas = [float(colour[5:-1].rpartition(", ")[2]) for colour in colours]
    assert alphas[9] > alphas[0] > alphas[3] and alphas[2] == 0, "a difference has no ground"


def test_a_click_gives_kind_and_role() -> None:
    (found,) = targets(pair_kinds_figure(PAIR, sides=SIDES))
    wanted = [
        data
        for of, kind, ahead in zip(PAIR["of"], PAIR["kind"], "abbab", strict=True)
        for data in ([of, kind, "a"], [of, kind, "b"], [of, kind, ahead])
    ]
    assert data_of(found) == wanted
    assert found.hovertext[0].split("<br>") == [
        "<b>&lt;i&gt;split</b>",
        "A &lt;b&gt;one&lt;/b&gt;: 1,500 (75%) gold words missed",
        "A − B: +1,100 gold words",
    ]
    assert found.hovertext[7].endswith("B two: 200 (18%) gold words missed<br>A − B: 0 gold words")


@pytest.mark.parametrize("b", [0, 7])
def test_a_pair_without_errors(b: int) -> None:
    figure = pair_kinds_figure(kinds(("shape", "split", 0, b), ("shape", "merged", 0, 0)), sides=SIDES)
    found = cells(figure)
    assert found[0, 0] == "0", "what is missed by none has no share"
    assert (found[0, 1], found[0, 2]) == (("7 (100%)", "−7") if b else ("0", "0"))
    everything(figure)
    everything(pair_kinds_figure(pd.DataFrame(), sides=SIDES))


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


def levels(figure: go.Figure) -> list[float | None]:
    """Return how full the cells are, from 0 to 1, None for those without a colour."""
    (found,) = targets(figure)
    alphas = [float(colour[5:-1].rpartition(", ")[2]) for colour in found.marker.color]
    return [pytest.approx((alpha - 0.06) / 0.94 / DEEPEST, abs=0.001) if alpha else None for alpha in alphas]


def test_the_fuller_a_cell_the_more_colour_and_sums_have_none() -> None:
    figure = kinds_figure(TABLE, shapes=SHAPES, causes=CAUSES, colour=BLUE)
    rows = [[1, 0, None], [30 / 1200, 20 / 1200, None], [0, 250 / 1200, None], [None] * 3]
    assert levels(figure) == [level for row in rows for level in row]
    assert targets(figure)[0].marker.color[0].startswith("rgba(0, 114, 178")


def test_a_click_gives_shape_and_cause_and_nothing_for_a_sum() -> None:
    figure = kinds_figure(TABLE, shapes=SHAPES, causes=CAUSES, colour=BLUE)
    (marks,) = targets(figure)
    places = zip(marks.x, marks.base, marks.customdata, strict=True)
    found = {(round(y + 0.47), x): list(data) for x, y, data in places}
    assert found[1, 0] == ["merged", "oov"]
    assert found[0, 1] == ["split", "overlap"]
    assert found[2, 2] == ["crossed", ""]
    assert found[3, 1] == ["", "overlap"]
    assert found[3, 2] == ["", ""]
    assert len(found) == 12
    said = dict(zip(found, marks.hovertext, strict=True))
    assert said[1, 0] == "<b>merged, OOV</b><br>30 of 1,500 missed gold words (2.0%)"
    assert said[3, 2] == "<b>all errors</b><br>1,500 of 1,500 missed gold words (100.0%)"
    assert said[2, 2].startswith("<b>&lt;i&gt;crossed</b><br>250 of")


def test_labels_of_rows_and_columns_are_no_html() -> None:
    figure = kinds_figure(TABLE, shapes=SHAPES, causes=CAUSES, colour=BLUE)
    assert list(figure.layout.xaxis.ticktext) == ["OOV", "overlap &lt;b&gt;ambiguity", "all"]
    assert list(figure.layout.yaxis.ticktext) == ["split", "merged", "&lt;i&gt;crossed", "all"]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]


def test_without_training_there_is_one_column_with_colour() -> None:
    figure = kinds_figure([[60], [30], [10]], shapes=SHAPES, causes=[], colour=BLUE)
    assert [text.split("</b>")[0] for text in cells(figure).values()] == ["<b>60", "<b>30", "<b>10", "<b>100"]
    assert levels(figure) == [1, 0.5, 1 / 6, None]
    assert [data[:2] for data in data_of(targets(figure)[0])] == [
        ["split", ""],
        ["merged", ""],
        ["crossed", ""],
        ["", ""],
    ]
    assert list(figure.layout.xaxis.ticktext) == ["all"]


def test_no_errors_at_all() -> None:
    figure = kinds_figure([[0, 0]] * 3, shapes=SHAPES, causes=CAUSES, colour=BLUE)
    assert set(cells(figure).values()) == {"0"}
    assert targets(figure)[0].hovertext[0] == "<b>split, OOV</b><br>0 of 0 missed gold words (–)"
    everything(figure)
