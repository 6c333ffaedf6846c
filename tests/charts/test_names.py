"""Scores of systems in rows, and names that have too little room."""

import textwrap

import pandas as pd
import pytest

from cwsdiag.charts.layout import short_names, wrapped
from cwsdiag.charts.rows import LONGEST_NAME, ranks_chart, scores_chart
from cwsdiag.charts.theme import PAGE, styles
from cwsdiag.frames import width

SCORES = pd.DataFrame(
    {
        "name": ["best", "<b>next</b>", "last " * 20],
        "f1": [0.91, 0.85, float("nan")],
        "f1_low": [0.90, 0.83, float("nan")],
        "f1_high": [0.92, 0.87, float("nan")],
        "precision": [0.9, 0.8, float("nan")],
        "recall": [0.9, 0.8, 0.0],
    }
)
COLOURS = dict(zip(SCORES["name"], ["#000001", "#000002", "#000003"], strict=True))


def test_scores_stand_best_first_with_their_intervals_on_an_axis_that_fits_them():
    spec = scores_chart(
        SCORES, "f1", "F1", PAGE, styles=styles(COLOURS, {"a": "<b>next</b>", "b": "best"}), undefined="undefined: none"
    )
    rows, *points = spec["data"]
    assert [mark[0] for mark in rows["customdata"]] == SCORES["name"].tolist()
    assert "&lt;b&gt;next" in rows["hovertext"][1]
    assert ([one["x"] for one in points[:2]], [one["y"] for one in points]) == ([[0.91], [0.85]], [[0], [1], [2]])
    assert [one["marker"]["symbol"] for one in points] == ["square", "circle", "circle"], "A and B are told by form"
    ends = [(*one["error_x"]["arrayminus"], *one["error_x"]["array"]) for one in points[:2]]
    assert ends == [pytest.approx((0.01, 0.01)), pytest.approx((0.02, 0.02))]
    layout = spec["layout"]
    assert [(note["y"], note["text"]) for note in layout["annotations"]] == [(2, "undefined: none")]
    low, high = layout["xaxis"]["range"]
    assert 0.8 < low < 0.83 < 0.92 < high < 0.95
    assert layout["yaxis"]["ticktext"][:2] == ["best <b>B</b>", "&lt;b&gt;next&lt;/b&gt; <b>A</b>"]
    assert width(layout["yaxis"]["ticktext"][2]) <= LONGEST_NAME


RANKED = ["d", "a", "<b>", "c"]


def test_ranks_stand_best_first_with_bars_beside_those_that_do_not_differ():
    groups, colours = [(1, 2, 3), (2, 3, 0)], dict.fromkeys(RANKED, "#123456")
    spec = ranks_chart(RANKED, [4.0, 1.0, 2.5, 2.5], groups, 1.7, PAGE, styles=styles(colours, {"a": "a"}))
    rows, first, second, *points = (one for one in spec["data"] if not one["showlegend"])
    assert [mark[0] for mark in rows["customdata"]] == ["a", "<b>", "c", "d"]
    assert [one["x"][0] for one in points] == [1, 2.5, 2.5, 4]
    assert spec["layout"]["yaxis"]["ticktext"][:2] == ["a <b>A</b>", "&lt;b&gt;"]
    assert [[round(y) for y in bar["y"]] for bar in (first, second)] == [[0, 2], [1, 3]]
    assert 4 < first["x"][0] < second["x"][0]
    assert spec["layout"]["xaxis"]["title"]["text"] == "mean rank; critical difference 1.70"


@pytest.mark.parametrize("longest", [12, 28])
def test_long_names_are_cut_in_the_middle_and_stay_apart(longest):
    names = [
        "short",
        "bert-base-chinese finetuned on pku and msr, epoch 01, seed 1",
        "bert-base-chinese finetuned on pku and msr, epoch 02, seed 1",
        "bert-base-chinese finetuned on pku and msr, epoch 02, seed 2",
    ]
    short = short_names(names, longest)
    assert short[0] == "short"
    assert len(set(short)) == len(names)
    if longest == 28:
        assert max(map(len, short)) <= longest


@pytest.mark.parametrize("room", [2, 8, 24])
def test_texts_are_broken_where_their_language_breaks_them(room):
    english, chinese = "undefined: needs training data", "无定义：需要训练数据。<b>one two</b>，pku closed（封闭）"
    assert wrapped(english, room) == textwrap.wrap(english, room)
    lines = wrapped(chinese, room)
    assert all(0 < width(line) <= max(room, 4) for line in lines)
    assert "".join("".join(lines).split()) == "".join(chinese.split())
    assert room < 24 or not any(line[0] in "，。：）" for line in lines)
