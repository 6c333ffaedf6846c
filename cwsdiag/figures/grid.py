"""The grid of small panels that figures by bucket share: what a panel holds, its axes, its faint columns of shares."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from cwsdiag.figures import theme

if TYPE_CHECKING:
    from cwsdiag.frames import Panel

COLUMNS = 4
ROW_HEIGHT = 225
# More buckets than this have slanting labels, without counts, and smaller points.
MOST_UPRIGHT = 5
# Shares of a cell of the grid that stay free beside and between panels; slanting labels take more.
_GAP_X, _GAP_Y = 0.08, 0.34

# Figures are made of plain parts and checked once, at the end: traces added one by one are checked again each time.
Part = dict[str, Any]


def figure(traces: list[Part], axes: Part, annotations: list[Part], lines: int) -> go.Figure:
    """Put a figure together from its parts, for so many lines of panels."""
    layout = theme.base_layout(height=ROW_HEIGHT * lines + 20)
    layout |= {"margin": {"l": 40, "r": 4, "t": 28, "b": 4}, "annotations": annotations, **axes}
    made = go.Figure({"data": traces, "layout": layout})
    made.layout.template = None
    return made


def axis(letter: str, number: int) -> str:
    """Return how a trace names an axis: Plotly leaves out the number of the first."""
    return letter if number == 1 else f"{letter}{number}"


def ticks(panel: Panel) -> list[str]:
    """Return what stands under the columns: the bucket, and its gold count where there is room."""
    crowded = len(panel.buckets) > MOST_UPRIGHT
    return [theme.plain(row["tick"]) + ("" if crowded else f"<br>{row['gold']:,}") for row in panel.rows]


def axes(place: int, lines: int, ticks: list[str], limits: list[float], *, grid: bool) -> Part:
    """Return the axes of a panel: buckets from left to right, F1, and over it the shares, from 0 to 1."""
    line, column = divmod(place, COLUMNS)
    # As if the last column had its gap beyond the edge.
    width, height = 1 / (COLUMNS - _GAP_X), 1 / lines
    left, top = column * width, 1 - line * height
    return {
        f"xaxis{place + 1}": {
            "domain": [left, min(1.0, left + width * (1 - _GAP_X))],
            "anchor": axis("y", 2 * place + 1),
            "range": [-0.5, max(1, len(ticks)) - 0.5],
            "tickvals": list(range(len(ticks))),
            "ticktext": ticks,
            "tickangle": -60 if len(ticks) > MOST_UPRIGHT else 0,
            "tickfont": {"size": theme.SMALL},
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            "linecolor": theme.FAINT,
        },
        f"yaxis{2 * place + 1}": {
            "domain": [top - height * (1 - _GAP_Y), top],
            "anchor": axis("x", place + 1),
            "range": limits,
            "nticks": 6,
            "tickformat": ".3~f",
            "showticklabels": column == 0,
            "showgrid": grid,
            "gridcolor": theme.FAINT,
            "linecolor": theme.FAINT,
            "zeroline": False,
            "fixedrange": True,
        },
        f"yaxis{2 * place + 2}": {
            "overlaying": axis("y", 2 * place + 1),
            "anchor": axis("x", place + 1),
            "range": [0, 1],
            "visible": False,
            "fixedrange": True,
        },
    }


def title(text: str, x: str, y: str, *, meaning: str = "") -> Part:
    """Return the title over a panel."""
    return {
        "text": f"<b>{theme.plain(text)}</b>",
        "hovertext": theme.plain(meaning),
        "x": 0,
        "y": 1,
        "xref": f"{x} domain",
        "yref": f"{y} domain",
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 4,
        "showarrow": False,
    }


def reason(panel: Panel, x: str, y: str) -> Part:
    """Say in the empty place why it is empty."""
    lines = textwrap.wrap(f"undefined: {panel.undefined}", 24)
    return {
        "text": "<br>".join(map(theme.plain, lines)),
        "x": 0.5,
        "y": 0.5,
        "xref": f"{x} domain",
        "yref": f"{y} domain",
        "font": {"size": theme.SMALL, "color": theme.GOLD},
        "showarrow": False,
    }


def shares(panel: Panel, x: str, share: str) -> Part:
    """Return the faint columns behind the points: the share of the gold units in each bucket."""
    rows = panel.rows
    return {
        "type": "bar",
        "x": list(range(len(rows))),
        "y": [row["share"] for row in rows],
        "width": 0.86,
        "marker": {"color": theme.SHARE, "line": {"width": 0}},
        "hoverinfo": "skip",
        "xaxis": x,
        "yaxis": share,
    }
