"""The figure of the overview, trace by trace."""

import textwrap

import pandas as pd
import pytest

from cwsdiag.charts.names import short_names, wrapped
from cwsdiag.charts.overview import oov_figure, scores_figure
from cwsdiag.charts.rows import LONGEST_NAME
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


def test_points_stand_best_first_on_an_axis_that_fits_them() -> None:
    figure = scores_figure(SCORES, colours=COLOURS)
    points = figure.data[1]
    assert list(points.y) == [0, 1, 2]
    bottom, top = figure.layout.yaxis.range
    assert bottom > top, "the first system is on top"
    assert list(points.marker.color) == ["#000001", "#000002", "#000003"]
    assert list(points.text) == ["0.910", "0.850", ""]
    assert [(note.y, note.text.partition(":")[0]) for note in figure.layout.annotations] == [(2, "undefined")]
    low, high = figure.layout.xaxis.range
    assert 0.8 < low < 0.83 < 0.92 < high < 0.95


def test_intervals_have_the_colour_of_their_system() -> None:
    figure = scores_figure(SCORES, colours=COLOURS)
    lines = figure.data[2:]
    assert [(list(line.x), line.line.color) for line in lines[:2]] == [
        ([0.90, 0.92], "#000001"),
        ([0.83, 0.87], "#000002"),
    ]


def test_whole_row_of_a_system_is_the_target_and_names_are_no_html() -> None:
    figure = scores_figure(SCORES, colours=COLOURS)
    rows = figure.data[0]
    assert [data[0] for data in rows.customdata] == SCORES["name"].tolist()
    assert list(rows.x) == [1, 1, 1]
    assert rows.text[1] == "&lt;b&gt;next&lt;/b&gt;"
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;next&lt;/b&gt;"
    assert len(figure.layout.yaxis.ticktext[2]) <= LONGEST_NAME


def test_a_and_b_are_told_by_form_and_letter() -> None:
    figure = scores_figure(SCORES, colours=COLOURS, roles={"a": "<b>next</b>", "b": "best"})
    assert list(figure.data[1].marker.symbol) == ["square", "circle", "circle"]
    sizes = figure.data[1].marker.size
    assert sizes[0] == sizes[1] > sizes[2]
    assert figure.layout.yaxis.ticktext[0] == "best <b>B</b>"
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;next&lt;/b&gt; <b>A</b>"


def test_rows_of_many_systems_are_lower() -> None:
    many = pd.concat([SCORES.assign(name=SCORES["name"] + str(number)) for number in range(4)], ignore_index=True)
    figure = scores_figure(many, colours=dict.fromkeys(many["name"], "#000001"))
    assert figure.layout.height < 12 * 42


@pytest.mark.parametrize("longest", [12, 28])
def test_long_names_are_cut_in_the_middle_and_stay_apart(longest: int) -> None:
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
        assert short[3].startswith("bert-base-chi")


def test_names_that_differ_in_the_middle_are_cut_around_it() -> None:
    names = ["a" * 30 + middle + "z" * 30 for middle in ("one", "two")]
    assert short_names(names, 20) == ["aaaaaa…aaaonezzzzzz…", "aaaaaa…aaatwozzzzzz…"]


def test_names_are_cut_by_what_they_take():
    names = ["分词系统的一个很长很长的名字甲", "分词系统的一个很长很长的名字乙", "a name of Latin letters only"]
    for longest in (8, 12, 20, 28):
        short = short_names(names, longest)
        assert len(set(short)) == 3 and all(width(name) <= longest for name in short)
    assert short_names(names[:1], 30) == names[:1] and width(names[0]) == 30


@pytest.mark.parametrize("room", [2, 8, 24])
def test_texts_are_broken_where_their_language_breaks_them(room):
    english, chinese = "undefined: needs training data", "无定义：需要训练数据。<b>one two</b>，pku closed（封闭）"
    assert wrapped(english, room) == textwrap.wrap(english, room)
    lines = wrapped(chinese, room)
    assert all(0 < width(line) <= max(room, 4) for line in lines)
    assert "".join("".join(lines).split()) == "".join(chinese.split())
    assert room < 24 or not any(line[0] in "，。：）" for line in lines)
    assert wrapped("", room) == []


def test_a_score_without_an_interval_says_so() -> None:
    few = SCORES.assign(f1_low=[0.9, float("nan"), float("nan")], f1_high=[0.92, float("nan"), float("nan")])
    rows = scores_figure(few, colours=COLOURS).data[0]
    assert ["no interval" in one for one in rows.hovertemplate] == [False, True, True]


def test_oov_recall_is_drawn_as_f1_is() -> None:
    scores = pd.DataFrame(
        {
            "name": ["best", "few", "none"],
            "oov_recall": [0.7, 0.5, float("nan")],
            "oov_recall_low": [0.6, float("nan"), float("nan")],
            "oov_recall_high": [0.8, float("nan"), float("nan")],
            "found": [70, 1, 0],
            "oov_words": [100, 2, 0],
        }
    )
    figure = oov_figure(scores, colours=dict.fromkeys(scores["name"], "#000001"))
    rows, points, first = figure.data[:3]
    assert list(points.text) == ["0.700", "0.500", ""]
    assert list(first.x) == [0.6, 0.8]
    assert [list(data) for data in rows.customdata][0] == ["best", 0.7, 0.6, 0.8, 70, 100]
    assert "95 % interval" in rows.hovertemplate[0] and "no interval" in rows.hovertemplate[1]
    assert [note.text for note in figure.layout.annotations] == ["undefined: no OOV word"]
    assert figure.layout.xaxis.title.text == "OOV recall, with its 95 % interval"
