"""The figures of the Criteria page, trace by trace."""

from collections import namedtuple

import pytest

from cwsdiag.charts.criteria import OrderLine, map_chart, order_chart, relation_chart
from cwsdiag.charts.matrices import values_chart
from cwsdiag.charts.theme import COLUMN
from tests.charts.drawn import on_page, opacities, written

Pair = namedtuple("Pair", ("train", "test", "psi", "u"))
NAN = float("nan")
HOSTILE = "<b>语料</b>"
ESCAPED = "&lt;b&gt;语料&lt;/b&gt;"


def test_every_cell_of_a_matrix_is_written_and_says_where_it_leads():
    values, means = [[77.4, 60.04], [NAN, NAN]], ([68.72, NAN], [77.4, 60.04])
    figure = on_page(values_chart, ("a", HOSTILE), values, means, measure="Ψ", digits=1)
    targets, texts = figure.data[0], written(figure)
    assert opacities(targets.marker.color) == [1.0, 0.06, 0, 0], "darker where larger, holes are empty"
    assert [texts[at] for at in ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0))] == ["77.4", "60.0", "68.7", "–", "77.4"]
    data = [list(data) for data in targets.customdata]
    assert data == [["a", "a"], ["a", HOSTILE], [HOSTILE, "a"], [HOSTILE] * 2], "a mean leads nowhere"
    assert targets.hovertext[1] == f"<b>a → {ESCAPED}</b><br>Ψ 60.0"
    assert figure.layout.yaxis.ticktext[1] == f"{ESCAPED}  <b>2</b>"


def test_numbers_that_do_not_fit_are_left_out():
    names = tuple(f"dataset {number}" for number in range(20))
    spec = values_chart(names, [[77.4] * 20] * 20, ([0.0] * 20, [0.0] * 20), COLUMN, measure="Ψ", digits=1)
    assert not [trace for trace in spec["data"] if trace.get("mode") == "text"]


def test_relation_has_a_form_a_test_text_and_leaves_holes_out():
    pairs = [Pair("a", "a", 77.4, 0.95), Pair("b", "a", 60.0, NAN), Pair("b", HOSTILE, 71.0, 0.9)]
    first, second = on_page(relation_chart, pairs, ["a", HOSTILE]).data
    assert (list(first.x), list(first.y)) == ([77.4], [0.95])
    assert [list(data) for data in second.customdata] == [["b", HOSTILE]]
    assert first.marker.symbol != second.marker.symbol and first.marker.color != second.marker.color
    assert first.unselected.marker.opacity == 1, "nothing fades after a click"


def test_map_has_equal_units_and_marks_the_pair_by_form():
    points = {"a": (0.0, 0.5), "b": (0.1, -0.5), HOSTILE: (-0.4, 0.0)}
    figure = on_page(map_chart, points, reach=0.8, train="a", test=HOSTILE)
    assert figure.layout.yaxis.scaleanchor == "x"
    assert list(figure.layout.xaxis.range) == list(figure.layout.yaxis.range) == [-0.8, 0.8]
    assert [mark.marker.symbol for mark in figure.data] == ["square", "circle", "diamond"]
    assert [mark.customdata[0][0] for mark in figure.data] == ["a", "b", HOSTILE]
    texts = [mark.text[0] for mark in figure.data]
    assert texts == ["<b>a</b><br>training data", "b", f"<b>{ESCAPED}</b><br>test text"]


def test_means_of_seeds_have_their_range_apart_from_each_other():
    lines = [
        OrderLine("max", "max", ("b",), (0.9, 0.92), (0.89, 0.91), (0.92, 0.93)),
        OrderLine("random", "random", (), (0.9, 0.91), (0.89, 0.9), (0.92, 0.92)),
    ]
    random, largest = on_page(order_chart, lines, measure="F1", digits=3).data
    assert largest.error_y.array == pytest.approx([0.02, 0.01])
    assert largest.error_y.arrayminus == pytest.approx([0.01, 0.01])
    assert random.x[0] != largest.x[0]
    assert [list(data) for data in largest.customdata] == [[""], ["b"]]
    assert random.hovertext[1] == "<b>random, 1 source added</b><br>0.910<br>from 0.900 to 0.920 over the seeds"
    assert largest.hovertext[1].startswith("<b>max + b</b><br>0.920<br>")
