"""The table of all systems against one, trace by trace."""

import json
from typing import Any

import plotly.graph_objects as go
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.matrices import DEEPEST, against_chart
from cwsdiag.charts.theme import PAGE
from cwsdiag.diagnosis.paired import Verdict
from cwsdiag.frames import Against, Cell, Line

NAN = float("nan")
BLUE = theme.PALETTE[0]


def against_figure(rows: Against, *, colour: str) -> go.Figure:
    return go.Figure(against_chart(rows, PAGE, colour=colour))


def differing(difference: float, verdict: Verdict | None = "significant") -> Cell:
    return Cell(difference, difference - 1, difference + 2, 0.012, 0.004, verdict)


def counted(*differences: float) -> tuple[Cell, ...]:
    return tuple(map(Cell, differences))


FOUND = Against(
    "<b>base",
    ("<i>up", "down", "same"),
    (
        Line("overall", "all <words>", "F1", (differing(2), differing(-1, "not significant"), differing(0, "too few"))),
        Line("wLen:0", "word length", "<1>", (differing(-8), differing(4), Cell(NAN))),
        Line(
            "wLen:1", "word length", "2", (differing(6, "not significant"), differing(-2), differing(0.04, "too few"))
        ),
        Line("diff:0", "difficulty", "0", (differing(40), differing(-90), differing(1, "not significant")), apart=True),
        Line("shape:split", "errors by kind", "split", counted(-30, 120, 0)),
        Line("cause:oov", "errors by cause", "OOV", counted(60, -4, 0)),
    ),
)


def shades(figure: go.Figure) -> list[list[float | None]]:
    """Return how far each system is ahead, from -1 to 1 of the largest difference, as the colours say it."""
    (fills,) = (trace for trace in figure.data if trace.type == "bar")
    rows: dict[float, list[float | None]] = {}
    for base, written in zip(fills.base, fills.marker.color, strict=True):
        *parts, opacity = written[5:-1].split(", ")
        share = (float(opacity) - 0.06) / (0.94 * DEEPEST)
        ahead = -1 if parts == ["0", "114", "178"] else 1
        rows.setdefault(base, []).append(None if float(opacity) == 0 else pytest.approx(ahead * share, abs=0.001))
    return list(rows.values())


def texts(figure: go.Figure) -> list[list[str]]:
    (found,) = (trace for trace in figure.data if trace.type == "scatter" and trace.mode == "text")
    rows: dict[int, list[str]] = {}
    for y, text in zip(found.y, found.text, strict=True):
        rows.setdefault(y, []).append(text)
    assert list(found.x) == list(range(len(rows[0]))) * len(rows)
    return list(rows.values())


def targets(figure: go.Figure) -> dict[tuple[int, int], tuple[list[Any], str]]:
    (cells,) = (trace for trace in figure.data if trace.customdata is not None)
    found = zip(cells.x, cells.base, cells.customdata, cells.hovertext, strict=True)
    return {(round(y + 0.47), x): (list(data), text) for x, y, data, text in found}


def test_cells_are_strong_only_where_a_difference_is_significant() -> None:
    faint = theme.LIGHTER
    assert shades(against_figure(FOUND, colour=BLUE)) == [
        [2 / 8, -faint / 8, 0],
        [-1, 4 / 8, None],
        [faint * 6 / 8, -2 / 8, faint * 0.04 / 8],
        [1, -1, faint / 8],
        # Errors by kind have no test: they are as they are counted.
        [30 / 120, -1, 0],
        [-60 / 120, 4 / 120, 0],
    ]


def test_texts_are_bold_where_significant_and_have_their_sign() -> None:
    assert texts(against_figure(FOUND, colour=BLUE)) == [
        ["<b>+2.0</b>", "−1.0", f"<span style='color:{theme.GOLD}'>0.0</span>"],
        ["<b>−8.0</b>", "<b>+4.0</b>", "–"],
        ["+6.0", "<b>−2.0</b>", f"<span style='color:{theme.GOLD}'>0.0</span>"],
        ["<b>+40.0</b>", "<b>−90.0</b>", "+1.0"],
        ["−30", "+120", "0"],
        ["+60", "−4", "0"],
    ]


def test_a_click_gives_row_and_system() -> None:
    found = targets(against_figure(FOUND, colour=BLUE))
    assert len(found) == 18
    assert found[0, 0][0] == ["overall", "<i>up"]
    assert found[2, 1][0] == ["wLen:1", "down"]
    assert found[4, 2][0] == ["shape:split", "same"]


def test_hover_says_what_the_test_says() -> None:
    found = {place: text.split("<br>") for place, (_data, text) in targets(against_figure(FOUND, colour=BLUE)).items()}
    assert found[1, 0] == [
        "<b>word length &lt;1&gt;</b>",
        "&lt;i&gt;up − &lt;b&gt;base",
        "−8.0 points, 95 % interval −9.0 to −6.0",
        "significant: adjusted p = 0.012",
    ]
    assert found[0, 1][3] == "not significant: adjusted p = 0.012"
    assert found[0, 2][3] == "too few sentences differ for a verdict"
    assert found[1, 2] == ["<b>word length &lt;1&gt;</b>", "same − &lt;b&gt;base", "undefined"]
    assert found[4, 0][2:] == ["−30 gold words missed"]
    assert found[4, 2][2:] == ["0 gold words missed"]
    few = Against("base", ("one",), (Line("overall", "all", "F1", (Cell(3.0, verdict="too few"),)),))
    ((_data, text),) = targets(against_figure(few, colour=BLUE)).values()
    assert "<br>+3.0 points<br>too few" in text, "an interval that is not there is left out"


def test_the_first_row_of_a_group_bears_its_name_and_a_line_over_it() -> None:
    figure = against_figure(FOUND, colour=BLUE)
    assert list(figure.layout.yaxis.ticktext) == [
        "<b>all &lt;words&gt;</b>  F1",
        "<b>word length</b>  &lt;1&gt;",
        "2",
        "<b>difficulty</b>  0",
        "<b>errors by kind</b>  split",
        "<b>errors by cause</b>  OOV",
    ]
    assert [(line.y0, line.y1) for line in figure.layout.shapes] == [(at, at) for at in (0.5, 2.5, 3.5, 4.5)]
    assert {(line.x0, line.x1) for line in figure.layout.shapes} == {(-0.5, 2.5)}
    assert figure.layout.yaxis.range == (5.5, -0.5)
    assert list(figure.layout.xaxis.ticktext) == ["&lt;i&gt;up", "down", "same"]


def test_no_nan_reaches_the_browser() -> None:
    json.dumps(against_chart(FOUND, PAGE, colour=BLUE), allow_nan=False)
