"""The figures of the Difficulty page, trace by trace."""

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty import (
    INTERVALS,
    accuracy_chart,
)
from cwsdiag.charts.rows import worth_chart
from cwsdiag.charts.theme import styles
from tests.charts.drawn import on_page

NAN = float("nan")
HOSTILE = "<b>one</b>"
A, OTHER = styles(dict(zip(("one", "two"), theme.PALETTE, strict=False)), {"a": "one"}).values()
LABELS = [f"interval {place}" for place in range(INTERVALS)]
TENTHS = tuple(place / 10 for place in range(INTERVALS))


def standing(name, f1, f_b, places, committee=(NAN, NAN)):
    row = {"name": name, "f1": f1, "f_b": f_b, "f_b_low": f_b - 0.1, "f_b_high": f_b + 0.1}
    row |= dict(zip(("f_b_committee_low", "f_b_committee_high"), committee, strict=True))
    return row | {"by_f1": places[0], "by_f_b": places[1]}


STANDINGS = [
    standing("two", 0.8, 0.7, (2, 1), (0.68, 0.72)),
    standing(HOSTILE, 0.9, 0.6, (1, 2)),
    standing("three", 0.7, NAN, (3, None)),
]
DRAWN = styles({row["name"]: theme.PALETTE[0] for row in STANDINGS}, {"a": HOSTILE, "b": "two"})


def test_accuracy_has_a_line_a_system_and_a_target_an_interval():
    lines, drawn = {HOSTILE: TENTHS, "two": (NAN,) * INTERVALS}, {HOSTILE: A, "two": OTHER}
    figure = on_page(
        accuracy_chart, lines, styles=drawn, labels=LABELS, words=range(INTERVALS), shares=[10.0] * INTERVALS
    )
    columns, first, second, targets = figure.data
    assert list(columns.y) == [0.1] * INTERVALS
    assert list(first.y) == list(TENTHS)
    assert first.marker.size > second.marker.size
    assert first.line.width > second.line.width
    assert [data[0] for data in targets.customdata] == list(range(INTERVALS))
    assert "&lt;b&gt;one&lt;/b&gt;: 0.300" in targets.hovertext[3]


def test_worth_has_both_scores_and_both_intervals():
    figure = on_page(worth_chart, STANDINGS, styles=DRAWN)
    targets, f_b, f1, committees, *_others = figure.data
    assert (list(f_b.x), list(f1.x), list(f1.marker.symbol)) == ([0.7], [0.8], ["square-open"])
    assert (*f_b.error_x.arrayminus, *f_b.error_x.array) == pytest.approx((0.1, 0.1))
    assert (*committees.error_x.arrayminus, *committees.error_x.array) == pytest.approx((0.02, 0.02))
    assert [data[0] for data in targets.customdata] == ["two", HOSTILE, "three"]
    assert "over committees 0.700, 95 % interval 0.680 to 0.720" in targets.hovertext[0]
    assert [text.text for text in figure.layout.annotations] == ["balanced F undefined"]
