"""Two systems beside each other, at a glance: all differences as a heatmap, and the extremes of each attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.figures import cells, theme, traces
from cwsdiag.figures.compare import customdata, hover
from cwsdiag.figures.kept import drawn_once
from cwsdiag.frames import signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.figures.compare import Sides
    from cwsdiag.figures.traces import Part
    from cwsdiag.frames import Panel

HEIGHT = 320
ABSENT = "–"
# Up to so many buckets, a cell of half a page has room for its bucket's label.
MOST_LABELLED = 5
# How much of the axis the labels of bars take, beyond the bars.
_LABELS = 0.2
# How far they stand from the bars.
_AWAY = 0.012
# How much of a colour the largest difference has: texts of either theme are read on each colour of the palette.
DEEPEST = 0.58

Row = dict[str, Any]
# The place of an attribute, its panel, and a bucket of it.
Cells = list[tuple[int, "Panel", Row]]


@drawn_once
def heatmap_figure(panels: Sequence[Panel], *, sides: Sides) -> go.Figure:
    """Draw the difference of every bucket of every attribute as colour, with the same limits for all.

    A cell whose interval holds 0 is lighter, and its number not bold; one that is undefined or too small to be named is
    empty. Invisible marks are the click targets, as in ``differences_figure``: a heatmap gives none.
    """
    shown: Cells = [(line, panel, row) for line, panel in enumerate(panels) for row in panel.rows]
    widest = max((len(panel.buckets) for panel in panels), default=1)
    limit = max((abs(row["difference"]) for _line, _panel, row in shown if not row["why"]), default=1) or 1
    parts = [
        *(_colours(shown, (len(panels), widest), limit, sides, holding_zero=holding) for holding in (False, True)),
        _numbers(shown, labelled=widest <= MOST_LABELLED),
        cells.targets(
            [(line, row["bucket"]) for line, _panel, row in shown],
            [customdata(row) for _line, _panel, row in shown],
            [hover(panel, row, sides) for _line, panel, row in shown],
            size=30,
        ),
    ]
    undefined = [
        traces.reason(theme.plain(_("undefined: {what}", what=translated(panel.undefined))), -0.4, line, xanchor="left")
        for line, panel in enumerate(panels)
        if panel.undefined
    ]
    figure = theme.figure(parts, height=HEIGHT, hoverdistance=cells.NEAREST, annotations=undefined)
    figure.update_xaxes(range=[-0.5, widest - 0.5], visible=False)
    figure.update_yaxes(
        range=[len(panels) - 0.5, -0.5],
        tickvals=list(range(len(panels))),
        ticktext=[theme.plain(panel.title) for panel in panels],
        ticklabelstandoff=6,
        ticks="",
        showgrid=False,
        zeroline=False,
        automargin=True,
    )
    return figure


def _colours(shown: Cells, shape: tuple[int, int], limit: float, sides: Sides, *, holding_zero: bool) -> Part:
    """Return the colours of the cells whose interval holds 0, or of the others."""
    values: list[list[float | None]] = [[None] * shape[1] for _line in range(shape[0])]
    for line, _panel, row in shown:
        if not row["why"] and row["holds_zero"] == holding_zero:
            values[line][row["bucket"]] = row["difference"]
    scale = theme.diverging(sides.other_colour, sides.better_colour)
    opacity = theme.LIGHTER if holding_zero else 1
    reach = limit / DEEPEST
    return cells.fills(values, scale, low=-reach, high=reach, gap=3, opacity=opacity)


def _numbers(shown: Cells, *, labelled: bool) -> Part:
    """Return the texts of the cells."""
    places = [(line, row["bucket"]) for line, _panel, row in shown]
    return cells.texts(places, [_number(panel, row, labelled=labelled) for _line, panel, row in shown])


def _number(panel: Panel, row: Row, *, labelled: bool) -> str:
    number = ABSENT if row["why"] else signed(row["difference"])
    if not row["why"] and not row["holds_zero"]:
        number = f"<b>{number}</b>"
    if labelled:
        mark = {panel.best: "▲ ", panel.worst: "▼ "}.get(row["bucket"], "")
        return f"<span style='font-size:10px'>{theme.plain(row['tick'])}</span><br>{mark}{number}"
    return number


@drawn_once
def extremes_figure(panels: Sequence[Panel], *, sides: Sides) -> go.Figure:
    """Draw the aided diagnosis as in the paper's Table 4: of each attribute the lowest and the highest difference.

    Bars go from 0, the lowest hatched; each bears its bucket and its points, and leads on like a bucket's column. One
    whose interval holds 0 is lighter.
    """
    shown: Cells = [(place, panel, row) for place, panel in enumerate(panels) for row in panel.rows]
    lowest = [cell for cell in shown if cell[2]["bucket"] == cell[1].worst]
    highest = [cell for cell in shown if cell[2]["bucket"] == cell[1].best != cell[1].worst]
    values = [0.0, *(row["difference"] for _line, _panel, row in highest + lowest)]
    spread = max(1.0, max(values) - min(values))
    limits = [min(values) - _LABELS * spread, max(values) + _LABELS * spread]
    parts = [
        _bars(highest, sides.better_colour, ""),
        _bars(lowest, theme.WORST, "/"),
        _labels(highest, "top", _AWAY * spread),
        _labels(lowest, "bottom", -_AWAY * spread),
        _ends(highest, sides, limits[1]),
        _ends(lowest, sides, limits[0]),
    ]
    figure = theme.figure(parts, height=HEIGHT, margin={"l": 40, "r": 4, "t": 8, "b": 40})
    figure.update_xaxes(
        range=[-0.5, len(panels) - 0.5],
        tickvals=list(range(len(panels))),
        ticktext=[theme.plain(panel.title).replace(" ", "<br>", 1) for panel in panels],
        tickfont={"size": theme.SMALL},
        tickangle=0,
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(
        range=limits, tickformat="~f", nticks=6, zeroline=True, zerolinecolor=theme.GOLD, zerolinewidth=2
    )
    return figure


def _bars(chosen: Cells, colour: str, pattern: str) -> Part:
    rows = [row for _line, _panel, row in chosen]
    return {
        "type": "bar",
        "x": [place for place, _panel, _row in chosen],
        "y": [row["difference"] for row in rows],
        "width": 0.62,
        "marker": {
            "color": colour,
            "opacity": [theme.LIGHTER if row["holds_zero"] else 1 for row in rows],
            "line": {"width": 0},
            "pattern": {"shape": pattern, "fillmode": "overlay", "size": 7, "solidity": 0.2},
        },
        "hoverinfo": "skip",
    }


def _labels(chosen: Cells, side: str, away: float) -> Part:
    """Return bucket and points of each bar: of the highest over bar and axis, of the lowest under both."""
    rows, above = [row for _line, _panel, row in chosen], side == "top"
    return traces.texts(
        [place for place, _panel, _row in chosen],
        [(max if above else min)(0, row["difference"]) + away for row in rows],
        [_label(row, above=above) for row in rows],
        textposition=f"{side} center",
        textfont={"size": theme.SMALL},
    )


def _label(row: Row, *, above: bool) -> str:
    bucket, number = theme.plain(row["tick"]), f"<b>{signed(row['difference'])}</b>"
    return f"{bucket}<br>{number}" if above else f"{number}<br>{bucket}"


def _ends(chosen: Cells, sides: Sides, limit: float) -> Part:
    """Return the invisible columns that are hovered over and clicked: from 0 to the end of the axis."""
    hovers = [hover(panel, row, sides) for _line, panel, row in chosen]
    data = [customdata(row) for _line, _panel, row in chosen]
    return traces.targets([place for place, _panel, _row in chosen], data, hovers, reach=limit)
