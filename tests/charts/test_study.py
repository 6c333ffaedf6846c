"""The figures of the Study page, trace by trace."""

import math

from cwsdiag.charts import theme
from cwsdiag.charts.bars import Bars, BarsRow, bars_chart
from cwsdiag.charts.matrices import MatrixCell, cells_chart
from tests.charts.drawn import on_page

NAN = math.nan
CELLS = [
    [MatrixCell(("<2", "0.5"), ("news", "a & b"), data=("id", 1), level=1.0, bold=1), MatrixCell(("–",), ("nothing",))],
    [
        MatrixCell(("3", "0.6"), ("news",), data=("id", 2), level=-0.5),
        MatrixCell(("4",), ("x",), data=("id", 3), level=0.0),
    ],
]


def test_cells_are_shaded_written_and_clickable() -> None:
    figure = on_page(
        cells_chart, ["first", "<second>"], ["word length", "b"], CELLS, low=theme.PALETTE[1], high=theme.PALETTE[0]
    )
    cells, texts = figure.data
    alphas = [float(one[5:-1].rpartition(", ")[2]) for one in cells.marker.color]
    assert 0.06 < alphas[2] < alphas[0] < 0.5, "light enough for the letters of both themes"
    assert (alphas[1], alphas[3]) == (0, 0.06)
    assert cells.marker.color[0].startswith("rgba(0, 114") and cells.marker.color[2].startswith("rgba(213, 94")
    assert list(texts.text) == ["&lt;2<br><b>0.5</b>", "–", "3<br>0.6", "4"]
    assert [list(data) for data in cells.customdata] == [["id", 1], [], ["id", 2], ["id", 3]]
    assert cells.hovertext[0] == "<b>news</b><br>a &amp; b"
    assert list(figure.layout.xaxis.ticktext) == ["word length", "b"]
    assert list(figure.layout.yaxis.ticktext) == ["first", "&lt;second&gt;"]
    assert not figure.layout.shapes


def test_bars_stand_in_cells_to_one_scale() -> None:
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
