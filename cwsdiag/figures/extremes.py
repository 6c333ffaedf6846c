"""Two systems beside each other at a glance: the extremes of each attribute, as in the paper's Table 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.figures import theme, traces
from cwsdiag.figures.compare import customdata, hover, is_marked
from cwsdiag.figures.kept import drawn_once
from cwsdiag.frames import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.figures.compare import Sides
    from cwsdiag.figures.traces import Part
    from cwsdiag.frames import Panel

HEIGHT = 320
# How much of the axis the labels of bars take, beyond the bars.
_LABELS = 0.2
# How far they stand from the bars.
_AWAY = 0.012

Row = dict[str, Any]
# The place of an attribute, its panel, and a bucket of it.
Cells = list[tuple[int, "Panel", Row]]


@drawn_once
def extremes_figure(panels: Sequence[Panel], *, sides: Sides) -> go.Figure:
    """Draw the aided diagnosis as the paper's Table 4 has it: the lowest and the highest A − B of each attribute.

    Bars go from 0 and have the colour of the system that is ahead, B's hatched; each bears its bucket and its points,
    and leads on like a difference. One that is not significant is lighter. Panels that stand apart are left out.
    """
    compared = [panel for panel in panels if not panel.apart]
    shown: Cells = [(place, panel, row) for place, panel in enumerate(compared) for row in panel.rows]
    lowest = [cell for cell in shown if _is_end(cell, cell[1].worst, above=False)]
    highest = [cell for cell in shown if _is_end(cell, cell[1].best, above=True)]
    values = [0.0, *(row["difference"] for _line, _panel, row in highest + lowest)]
    spread = max(1.0, max(values) - min(values))
    limits = [min(values) - _LABELS * spread, max(values) + _LABELS * spread]
    parts = [
        _bars(highest + lowest, sides),
        _labels(highest, "top", _AWAY * spread),
        _labels(lowest, "bottom", -_AWAY * spread),
        _ends(highest, sides, limits[1]),
        _ends(lowest, sides, limits[0]),
    ]
    figure = theme.figure(parts, height=HEIGHT, margin={"l": 40, "r": 4, "t": 8, "b": 28})
    figure.update_xaxes(
        range=[-0.5, max(1, len(compared)) - 0.5],
        tickvals=list(range(len(compared))),
        # Their names have no room here; the pointer says them.
        ticktext=[theme.plain(panel.key) for panel in compared],
        tickangle=0,
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(
        range=limits, tickformat="~f", nticks=6, zeroline=True, zerolinecolor=theme.GOLD, zerolinewidth=2
    )
    return figure


def _is_end(cell: tuple[int, Panel, Row], end: int | None, *, above: bool) -> bool:
    """Return whether a bucket is this end of its attribute; one that is both is that of the side its bar is on."""
    _place, panel, row = cell
    if row["bucket"] != end:
        return False
    return panel.worst != panel.best or (row["difference"] > 0) == above


def _bars(chosen: Cells, sides: Sides) -> Part:
    rows = [row for _line, _panel, row in chosen]
    return {
        "type": "bar",
        "x": [place for place, _panel, _row in chosen],
        "y": [row["difference"] for row in rows],
        "width": 0.62,
        "marker": {
            "color": [sides.colour(row["ahead"]) for row in rows],
            "opacity": [1 if is_marked(row) else theme.LIGHTER for row in rows],
            "line": {"width": 0},
            "pattern": {
                "shape": ["/" if row["ahead"] == "b" else "" for row in rows],
                "fillmode": "overlay",
                "size": 7,
                "solidity": 0.2,
            },
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
