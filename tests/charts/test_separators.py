"""The figure of the separators, trace by trace."""

import math

import pandas as pd
import pytest

from cwsdiag.charts.rows import separators_chart
from cwsdiag.charts.theme import styles
from cwsdiag.frames import ENDS, MEASURES
from tests.charts.drawn import on_page


def _on_page(chart, *data, roles=None):
    return on_page(chart, *data, styles=styles(COLOURS, roles))


def frame(*systems):
    """Return systems with the same two ends for every measure."""
    return pd.DataFrame(
        [
            {"name": name} | {f"{key}_{end}": value for key in MEASURES for end, value in zip(ENDS, ends, strict=True)}
            for name, *ends in systems
        ]
    )


SCORES = frame(("best", 0.8, 0.9), ("<b>same</b>", 0.85, 0.85), ("none", math.nan, math.nan))
COLOURS = dict(zip(SCORES["name"], ["#000001", "#000002", "#000003"], strict=True))


def test_ranges_lie_on_one_axis_that_fits_them():
    figure = _on_page(separators_chart, SCORES, roles={"a": "<b>same</b>"})
    assert len(figure.data) == 3 * (1 + 2 * 3), "of each panel the targets, and both ends of its systems"
    first, last = figure.data[1:3]
    assert (list(first.x), list(last.x)) == ([0.8], [0.9])
    assert first.error_x.array == pytest.approx([0.1]), "a line leads from end to end"
    assert (first.marker.symbol, list(last.marker.symbol)) == ("circle", ["circle-open"])
    limits = [tuple(figure.layout[axis].range) for axis in ("xaxis", "xaxis2", "xaxis3")]
    assert len(set(limits)) == 1
    assert 0.7 < limits[0][0] < 0.8 < 0.9 < limits[0][1] < 1
    assert list(figure.layout.yaxis.ticktext) == ["best", "&lt;b&gt;same&lt;/b&gt; <b>A</b>", "none"]


def test_undefined_is_said_where_the_axis_begins():
    figure = _on_page(separators_chart, SCORES)
    assert [(note.text, note.y) for note in figure.layout.annotations] == [("undefined", 2)] * 3
    assert _on_page(separators_chart, frame(("none", math.nan, math.nan))).layout.xaxis.range == (0, 1)
