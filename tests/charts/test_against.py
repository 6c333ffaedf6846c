"""The table of all systems against one, trace by trace."""

import json

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.matrices import DEEPEST, against_chart
from cwsdiag.charts.theme import PAGE
from cwsdiag.frames import Against, Cell, Line
from tests.charts.drawn import on_page

BLUE = theme.PALETTE[0]


def differing(difference, verdict="significant"):
    return Cell(difference, difference - 1, difference + 2, 0.012, 0.004, verdict)


FOUND = Against(
    "<b>base",
    ("<i>up", "down"),
    (
        Line("overall", "all <words>", "F1", (differing(2), differing(-1, "not significant"))),
        Line("wLen:0", "word length", "<1>", (differing(-8), Cell(float("nan")))),
        Line("wLen:1", "word length", "2", (differing(6), differing(0.04, "too few"))),
        Line("diff:0", "difficulty", "0", (differing(40), differing(-90)), apart=True),
        Line("shape:split", "errors by kind", "split", (Cell(-30), Cell(120))),
    ),
)


@pytest.fixture(scope="module")
def figure():
    return on_page(against_chart, FOUND, colour=BLUE)


def shade(share):
    """The colour of who is so far ahead of the base, from -1 to 1 of the largest difference."""
    return theme.tint(BLUE if share < 0 else theme.LABEL, 0.06 + 0.94 * DEEPEST * abs(share))


def test_cells_are_strong_and_bold_only_where_a_difference_is_significant(figure):
    fills, texts = figure.data
    shares = [2 / 8, -theme.LIGHTER / 8, -1, None, 6 / 8, theme.LIGHTER * 0.04 / 8, 1, -1]
    # Errors by kind have no test: they are as they are counted, and many are no lead.
    shares += [30 / 120, -1]
    assert list(fills.marker.color) == [
        theme.tint(theme.LABEL, 0) if share is None else shade(share) for share in shares
    ]
    grey = f"<span style='color:{theme.GOLD}'>0.0</span>"
    tested = ["<b>+2.0</b>", "−1.0", "<b>−8.0</b>", "–", "<b>+6.0</b>", grey, "<b>+40.0</b>", "<b>−90.0</b>"]
    assert list(texts.text) == [*tested, "−30", "+120"]


def test_a_cell_says_what_the_test_says_and_a_click_gives_row_and_system(figure):
    targets = figure.data[0]
    assert [list(data) for data in targets.customdata[1:4]] == [
        ["overall", "down"],
        ["wLen:0", "<i>up"],
        ["wLen:0", "down"],
    ]
    said = [text.split("<br>") for text in targets.hovertext]
    assert said[2] == [
        "<b>word length &lt;1&gt;</b>",
        "&lt;i&gt;up − &lt;b&gt;base",
        "−8.0 points, 95 % interval −9.0 to −6.0",
        "significant: adjusted p = 0.012",
    ]
    assert said[1][3] == "not significant: adjusted p = 0.012"
    assert said[5][3] == "too few units differ for a verdict"
    assert (said[3][2:], said[8][2:]) == (["undefined"], ["−30 gold words missed"])


def test_the_first_row_of_a_group_bears_its_name_and_a_line_over_it(figure):
    assert list(figure.layout.yaxis.ticktext) == [
        "<b>all &lt;words&gt;</b>  F1",
        "<b>word length</b>  &lt;1&gt;",
        "2",
        "<b>difficulty</b>  0",
        "<b>errors by kind</b>  split",
    ]
    assert [(line.y0, line.y1) for line in figure.layout.shapes] == [(at, at) for at in (0.5, 2.5, 3.5)]


def test_no_nan_reaches_the_browser():
    json.dumps(against_chart(FOUND, PAGE, colour=BLUE), allow_nan=False)
