"""The figures of the Study page, trace by trace."""

import math

from cwsdiag.charts import theme
from cwsdiag.charts.bars import Bars, BarsRow, bars_chart
from tests.charts.drawn import on_page

NAN = math.nan


def test_bars_stand_in_cells_to_one_scale():
    low, high = theme.PALETTE[:2]
    bars = Bars((0.2, -0.1, NAN), ("a & b",), data=("x", 1), text="S", faint=(False, True, False))
    rows = [
        BarsRow(("first →", "<second>"), ("90 → 91\n+1.0", "mean"), ((bars, Bars((), ("none",))),), low=low, high=high),
        BarsRow(("flat",), ("–", "0"), ((), ())),
    ]
    figure = on_page(bars_chart, rows, ["news", "mean"], ["wLen", "sLen"], span=(-0.1, 0.2))
    drawn, texts, targets, titles, flat = figure.data
    assert list(drawn.y) == [0.2, -0.1] and drawn.x[0] < drawn.x[1]
    assert list(drawn.marker.color) == [high, theme.tint(low, theme.LIGHTER)]
    assert (list(texts.text), list(texts.y)) == (["S"], [0.2])
    assert [list(data) for data in targets.customdata] == [["x", 1], []]
    assert targets.hovertext[0] == "<b>a &amp; b</b>"
    assert list(titles.text) == ["90 → 91<br>+1.0", "mean"] and list(flat.text) == ["–", "0"]
    assert list(figure.layout.xaxis.ticktext) == ["wLen", "sLen"] * 2
    assert list(figure.layout.yaxis.ticktext) == ["<b>first →</b><br>&lt;second&gt;"]
    assert figure.layout.yaxis.domain[0] >= figure.layout.yaxis2.domain[1]
