"""The figures of the Study page, trace by trace."""

import math

from cwsdiag.charts import theme
from cwsdiag.charts.bars import Bars, BarsRow, bars_chart
from cwsdiag.charts.cells import MatrixCell
from tests.charts.drawn import on_page

NAN = math.nan
CELLS = [
    [MatrixCell(("<2", "0.5"), ("news", "a & b"), data=("id", 1), level=1.0, bold=1), MatrixCell(("–",), ("nothing",))],
    [
        MatrixCell(("3", "0.6"), ("news",), data=("id", 2), level=-0.5),
        MatrixCell(("4",), ("x",), data=("id", 3), level=0.0),
    ],
]


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
    assert figure.layout.hoverdistance > 0, "else the last column answers for all"
    assert list(titles.text) == ["90 → 91<br>+1.0", "mean"] and list(flat.text) == ["–", "0"]
    assert list(figure.layout.xaxis.ticktext) == ["wLen", "sLen"] * 2
    assert figure.layout.xaxis.anchor == "y2", "below all rows"
    assert [note.text for note in figure.layout.annotations] == ["news", "mean"]
    assert list(figure.layout.yaxis.ticktext) == ["<b>first →</b><br>&lt;second&gt;"]
    assert list(figure.layout.yaxis2.ticktext) == ["<b>flat</b>"]
    assert figure.layout.yaxis.domain[0] >= figure.layout.yaxis2.domain[1]
    alone = on_page(bars_chart, rows[1:], ["news", "mean"], [], span=(0, 1))
    assert len(alone.data) == 1 and not alone.layout.xaxis.showticklabels
