"""The figures of the Difficulty page, trace by trace."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty import (
    INTERVALS,
    WordKind,
    accuracy_chart,
    halves_chart,
    places_chart,
    weighed_chart,
    word_kinds_chart,
)
from cwsdiag.charts.rows import worth_chart
from cwsdiag.charts.theme import PAGE, styles


def _on_page(chart, *data, **options):
    """The chart as Plotly takes it, laid out for a page."""
    spec = chart(*data, size=PAGE, **options)
    # Entries of the legend are traces without a place.
    return go.Figure(spec | {"data": [one for one in spec["data"] if not one["showlegend"]]})


NAN = float("nan")
HOSTILE = "<b>one</b>"
A, OTHER = styles(dict(zip(("one", "two"), theme.PALETTE, strict=False)), {"a": "one"}).values()
LABELS = [f"interval {place}" for place in range(INTERVALS)]
TENTHS = tuple(place / 10 for place in range(INTERVALS))


def standing(
    name: str, f1: float, f_b: float, places: tuple[int | None, int | None], committee: tuple[float, float] = (NAN, NAN)
) -> dict[str, Any]:
    row = {"name": name, "f1": f1, "f_b": f_b, "f_b_low": f_b - 0.1, "f_b_high": f_b + 0.1}
    row |= dict(zip(("f_b_committee_low", "f_b_committee_high"), committee, strict=True))
    return row | {"by_f1": places[0], "by_f_b": places[1]}


STANDINGS = [
    standing("two", 0.8, 0.7, (2, 1), (0.68, 0.72)),
    standing(HOSTILE, 0.9, 0.6, (1, 2)),
    standing("three", 0.7, NAN, (3, None)),
]
DRAWN = styles({row["name"]: theme.PALETTE[0] for row in STANDINGS}, {"a": HOSTILE, "b": "two"})


def test_accuracy_has_a_line_a_system_and_a_target_an_interval() -> None:
    lines, drawn = {HOSTILE: TENTHS, "two": (NAN,) * INTERVALS}, {HOSTILE: A, "two": OTHER}
    figure = _on_page(
        accuracy_chart, lines, styles=drawn, labels=LABELS, words=range(INTERVALS), shares=[10.0] * INTERVALS
    )
    columns, first, second, targets = figure.data
    assert list(columns.y) == [0.1] * INTERVALS
    assert list(first.y) == list(TENTHS)
    assert first.marker.size > second.marker.size
    assert first.line.width > second.line.width
    assert [data[0] for data in targets.customdata] == list(range(INTERVALS))
    assert "&lt;b&gt;one&lt;/b&gt;: 0.300" in targets.hovertext[3]
    spec = accuracy_chart(lines, PAGE, styles=drawn, labels=LABELS, words=range(INTERVALS), shares=[10.0] * INTERVALS)
    names = [one["name"] for one in spec["data"] if one["showlegend"]]
    assert names == ["&lt;b&gt;one&lt;/b&gt; (A)", "two", "share of the words"]


def test_kinds_stand_above_each_other_on_one_scale() -> None:
    kinds = [
        WordKind("all", 100, (91.0, 9.0, *[0.0] * 8)),
        WordKind("few", 2, (100.0, *[0.0] * 9)),
        WordKind("none", 0, (NAN,) * 10),
    ]
    figure = _on_page(word_kinds_chart, kinds, labels=LABELS)
    cells, texts = figure.data
    assert [list(texts.text)[row * 10 : row * 10 + 3] for row in range(3)] == [["91", "9", "0"], ["–"] * 3, ["–"] * 3]
    alphas = [float(one[5:-1].rpartition(", ")[2]) for one in cells.marker.color]
    assert alphas[0] > alphas[1] > alphas[2] > alphas[10] == 0, "shares of two words are no shares"
    assert cells.hovertext[10].endswith("100.0 % of 2<br>too few to show")
    assert cells.hovertext[20].endswith("gold has none")
    assert list(figure.layout.yaxis.ticktext) == ["all (100)", "few (2)", "none (0)"]
    assert [list(data) for data in cells.customdata[:3]] == [[0], [1], [2]]


def test_variants_have_a_panel_a_measure() -> None:
    ticks = ("standard", "reward")
    panels = {key: {HOSTILE: values} for key, values in (("P", (0.1, 0.2)), ("R", (0.3, 0.4)))}
    figure = _on_page(weighed_chart, panels, styles={HOSTILE: A}, ticks=ticks)
    assert [list(trace.y) for trace in figure.data] == [[0.1, 0.2], [0.3, 0.4]]
    assert [trace.xaxis for trace in figure.data] == ["x", "x2"]
    assert [data[0] for data in figure.data[0].customdata] == [HOSTILE] * 2
    assert figure.data[0].hovertext[1] == "<b>&lt;b&gt;one&lt;/b&gt;</b><br>reward 0.200"


def test_worth_has_both_scores_and_both_intervals() -> None:
    figure = _on_page(worth_chart, STANDINGS, styles=DRAWN)
    targets, f_b, f1, committees, *_others = figure.data
    assert (list(f_b.x), list(f1.x), list(f1.marker.symbol)) == ([0.7], [0.8], ["square-open"])
    assert (*f_b.error_x.arrayminus, *f_b.error_x.array) == pytest.approx((0.1, 0.1))
    assert (*committees.error_x.arrayminus, *committees.error_x.array) == pytest.approx((0.02, 0.02))
    assert [data[0] for data in targets.customdata] == ["two", HOSTILE, "three"]
    assert "over committees 0.700, 95 % interval 0.680 to 0.720" in targets.hovertext[0]
    assert [text.text for text in figure.layout.annotations] == ["balanced F undefined"]


def test_slope_leaves_out_what_is_undefined_and_marks_who_moves() -> None:
    figure = _on_page(places_chart, STANDINGS, styles=DRAWN)
    assert [tuple(trace.y) for trace in figure.data] == [(1, 0), (0, 1)]
    assert {trace.line.width for trace in figure.data} == {4}
    assert [(trace.line.dash, trace.marker.symbol) for trace in figure.data] == [
        ("dash", "square"),
        ("solid", "circle"),
    ]
    assert _on_page(places_chart, [standing("same", 0.9, 0.8, (1, 1))], styles={"same": A}).data[0].line.width == 1.5
    texts = [text.strip() for trace in figure.data for text in trace.text]
    assert "two <b>B</b>  <b>0.800</b>" in texts
    assert "<b>0.600</b>  &lt;b&gt;one&lt;/b&gt; <b>A</b>" in texts


def test_halves_show_the_usual_split_in_full() -> None:
    first = np.array([[0.5, 0.6], [0.4, 0.7], [0.3, 0.8]])
    figure = _on_page(
        halves_chart, dict(list(DRAWN.items())[:2]), first, first + 0.01, np.array([0.2, 0.9, 0.5]), usual=2
    )
    shown = [trace for trace in figure.data if trace.customdata is not None]
    assert [(trace.x[0], trace.y[0]) for trace in shown] == [(0.3, 0.31), (0.8, 0.81)]
    histogram = figure.data[-1]
    assert list(histogram.x) == [0.2, 0.9, 0.5]
    assert histogram.customdata is None, "a click on it leads nowhere"


def test_halves_without_a_defined_r_have_no_histogram() -> None:
    one = np.array([[0.5], [0.6]])
    figure = _on_page(halves_chart, {HOSTILE: A}, one, one, np.array([NAN, NAN]))
    assert all(trace.type == "scatter" for trace in figure.data)
    same = _on_page(halves_chart, {HOSTILE: A}, one, one, np.array([1.0, 1.0]))
    assert list(same.data[-1].x) == [1, 1]


def test_long_names_stand_at_both_ends_of_the_slope() -> None:
    long = [standing(f"bert-base-chinese finetuned on pku, epoch {n}", 0.9 - n / 10, 0.5, (n, n)) for n in range(5)]
    figure = _on_page(places_chart, long, styles={row["name"]: OTHER for row in long})
    assert sum("epoch" in text or "…" in text for trace in figure.data for text in trace.text) == 10
    assert figure.layout.margin.l <= 220
