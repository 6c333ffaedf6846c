"""The figures of the Criteria page, trace by trace."""

import re
from collections import namedtuple
from typing import Any

import plotly.graph_objects as go
import pytest

from cwsdiag.charts.criteria import (
    OrderLine,
    map_chart,
    order_chart,
    relation_chart,
)
from cwsdiag.charts.matrices import values_chart
from cwsdiag.charts.theme import COLUMN, PAGE

Pair = namedtuple("Pair", ("train", "test", "psi", "u"))
NAN = float("nan")
HOSTILE = "<b>语料</b>"


def drawn(chart: Any, data: Any, *more: Any, **options: Any) -> go.Figure:
    """Return a chart as a page has it, without the entries of its legend."""
    spec = chart(data, *more, PAGE, **options)
    return go.Figure({**spec, "data": [trace for trace in spec["data"] if not trace.get("name")]})


def legend(chart: Any, data: Any, *more: Any, **options: Any) -> list[dict[str, Any]]:
    return [trace for trace in chart(data, *more, PAGE, **options)["data"] if trace.get("name")]


NAMES, VALUES = ("a", HOSTILE), [[77.4, 60.04], [NAN, NAN]]
MEANS = ([68.72, NAN], [77.4, 60.04])


def matrix(values: list[list[float]] = VALUES, **options: Any) -> go.Figure:
    return drawn(values_chart, NAMES, values, MEANS, measure="Ψ", digits=1, **options)


def written(figure: Any) -> dict[tuple[float, float], str]:
    """Return the texts of a matrix by row and column."""
    return {
        (y, x): re.sub("</?span.*?>", "", text)
        for trace in figure.data
        if trace.type == "scatter" and trace.mode == "text"
        for x, y, text in zip(trace.x, trace.y, trace.text, strict=True)
    }


def test_every_cell_of_a_matrix_is_written_and_says_where_it_leads() -> None:
    figure = matrix()
    targets = figure.data[0]
    alphas = [float(one[5:-1].rpartition(", ")[2]) for one in targets.marker.color]
    assert alphas == [1.0, 0.06, 0, 0], "darker where larger, holes are empty"
    texts = written(figure)
    assert [texts[at] for at in ((0, 0), (0, 1), (1, 0), (1, 1))] == ["77.4", "60.0", "–", "–"]
    data = [list(data) for data in targets.customdata]
    assert data == [["a", "a"], ["a", HOSTILE], [HOSTILE, "a"], [HOSTILE] * 2], "a mean leads nowhere"
    assert targets.hovertext[1] == "<b>a → &lt;b&gt;语料&lt;/b&gt;</b><br>Ψ 60.0"
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;语料&lt;/b&gt;  <b>2</b>"


def test_numbers_that_do_not_fit_are_left_out() -> None:
    names = tuple(f"dataset {number}" for number in range(20))
    rows = [[float(line + column) for column in range(20)] for line in range(20)]
    shown = (names, rows, ([0.0] * 20, [0.0] * 20))
    spec = values_chart(*shown, COLUMN, measure="Ψ", digits=1)
    assert not [trace for trace in spec["data"] if trace.get("mode") == "text"]
    assert written(drawn(values_chart, *shown, measure="Ψ", digits=1))


def test_relation_has_a_form_a_test_text_and_leaves_holes_out() -> None:
    pairs = [Pair("a", "a", 77.4, 0.95), Pair("b", "a", 60.0, NAN), Pair("b", HOSTILE, 71.0, 0.9)]
    figure = drawn(relation_chart, pairs, ["a", HOSTILE])
    first, second = figure.data
    assert (list(first.x), list(first.y)) == ([77.4], [0.95])
    assert [list(data) for data in second.customdata] == [["b", HOSTILE]]
    assert [one["name"] for one in legend(relation_chart, pairs, ["a", HOSTILE])] == ["a", "&lt;b&gt;语料&lt;/b&gt;"]
    assert first.marker.symbol != second.marker.symbol and first.marker.color != second.marker.color
    assert first.unselected.marker.opacity == 1, "nothing fades after a click"


def test_map_has_equal_units_and_marks_the_pair_by_form() -> None:
    points = {"a": (0.0, 0.5), "b": (0.1, -0.5), HOSTILE: (-0.4, 0.0)}
    figure = drawn(map_chart, points, reach=0.8, train="a", test=HOSTILE)
    assert figure.layout.yaxis.scaleanchor == "x"
    assert list(figure.layout.xaxis.range) == list(figure.layout.yaxis.range) == [-0.8, 0.8]
    assert [mark.marker.symbol for mark in figure.data] == ["square", "circle", "diamond"]
    assert [list(mark.customdata) for mark in figure.data] == [[["a"]], [["b"]], [[HOSTILE]]]
    texts = [mark.text[0] for mark in figure.data]
    assert texts == ["<b>a</b><br>training data", "b", "<b>&lt;b&gt;语料&lt;/b&gt;</b><br>test text"]


def test_means_of_seeds_have_their_range_apart_from_each_other() -> None:
    lines = [
        OrderLine("max", "max", ("b",), (0.9, 0.92), (0.89, 0.91), (0.92, 0.93)),
        OrderLine("random", "random", (), (0.9, 0.91), (0.89, 0.9), (0.92, 0.92)),
    ]
    figure = drawn(order_chart, lines, measure="F1", digits=3)
    random, largest = figure.data
    assert largest.error_y.array == pytest.approx([0.02, 0.01])
    assert largest.error_y.arrayminus == pytest.approx([0.01, 0.01])
    assert len({random.x[0], largest.x[0]}) == 2
    assert [list(data) for data in random.customdata] == [[""], [""]]
    assert random.hovertext[1] == "<b>random, 1 source added</b><br>0.910<br>from 0.900 to 0.920 over the seeds"
    assert largest.hovertext[1] == "<b>max + b</b><br>0.920<br>from 0.910 to 0.930 over the seeds"
