"""The figures of errors by kind, trace by trace."""

from cwsdiag.charts import theme
from cwsdiag.charts.matrices import kinds_chart
from tests.charts.drawn import on_page, written

SHAPES = [("split", "split"), ("merged", "merged"), ("crossed", "<i>crossed")]
CAUSES = [("oov", "OOV"), ("overlap", "overlap <b>ambiguity")]


def test_cells_hold_counts_and_shares_and_add_up():
    table = [[1200, 0], [30, 20], [0, 250]]
    figure = on_page(kinds_chart, table, shapes=SHAPES, causes=CAUSES, colour=theme.PALETTE[0])
    assert written(figure) == {
        (0, 0): "<b>1,200</b><br>80.0%",
        (0, 1): "0",
        (0, 2): "<b>1,200</b><br>80.0%",
        (1, 0): "<b>30</b><br>2.0%",
        (1, 1): "<b>20</b><br>1.3%",
        (1, 2): "<b>50</b><br>3.3%",
        (2, 0): "0",
        (2, 1): "<b>250</b><br>16.7%",
        (2, 2): "<b>250</b><br>16.7%",
        (3, 0): "<b>1,230</b><br>82.0%",
        (3, 1): "<b>270</b><br>18.0%",
        (3, 2): "<b>1,500</b><br>100.0%",
    }
    assert list(figure.layout.yaxis.ticktext) == ["split", "merged", "&lt;i&gt;crossed", "all"]
    assert list(figure.layout.xaxis.ticktext) == ["OOV", "overlap &lt;b&gt;ambiguity", "all"]
