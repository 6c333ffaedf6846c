"""The scores of one system by bucket: small panels, one an attribute, on one shared axis."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from cwsdiag.figures import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

COLUMNS = 4
ROW_HEIGHT = 225
# Shares of a cell of the grid that stay free beside and between panels.
_GAP_X, _GAP_Y = 0.08, 0.34
_HOVER = (
    "<b>%{text}</b><br>F1 %{customdata[2]:.3f}, 95 % interval %{customdata[3]:.3f} to %{customdata[4]:.3f}<br>"
    "precision %{customdata[5]:.3f}, recall %{customdata[6]:.3f}<br>"
    "gold %{customdata[7]:,} (%{customdata[8]:.1%}), system %{customdata[9]:,}, matched %{customdata[10]:,}"
    "<extra></extra>"
)
_HOVERED = ("f1", "f1_low", "f1_high", "precision", "recall", "gold", "share", "predicted", "matched")

# More buckets than this have slanting labels, without counts, and smaller points.
_MOST_UPRIGHT = 5

Part = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Panel:
    """One attribute of the figure.

    Attributes:
        key: of the attribute.
        title: its name for people.
        unit: plural of what is counted, such as ``words``.
        buckets: a row a bucket, in order, with label, tick, gold, predicted, matched, share, precision, recall, f1,
            f1_low, f1_high, named (bool: large enough to be named as worst or best). Empty where undefined.
        worst: row of the worst bucket, None where there is none.
        undefined: why there are no buckets, empty where there are.
    """

    key: str
    title: str
    unit: str
    buckets: pd.DataFrame
    worst: int | None
    undefined: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The buckets as plain values."""
        return [{str(name): value for name, value in row.items()} for row in self.buckets.to_dict("records")]


def panels_figure(panels: Sequence[Panel], *, colour: str) -> go.Figure:
    """Draw F1 with its interval for every bucket of every panel.

    Behind the points stand faint columns: the share of the gold units in each bucket. The whole column of a bucket is
    its click target; customdata begins with the attribute's key and the bucket's index. The worst bucket of a panel is
    a diamond in a colour of its own; a bucket too small to be named is a hollow point.
    """
    lines = max(1, -(-len(panels) // COLUMNS))
    limits = _limits(panels)
    traces: list[Part] = []
    annotations: list[Part] = []
    axes: Part = {}
    # Made of plain parts and checked once, at the end: traces added one by one are checked again with each step.
    for place, panel in enumerate(panels):
        x, y, share = _axis("x", place + 1), _axis("y", 2 * place + 1), _axis("y", 2 * place + 2)
        axes |= _axes(place, lines, panel, limits)
        annotations.append(_title(panel, x, y))
        if panel.undefined:
            annotations.append(_reason(panel, x, y))
            # Without a trace there would be no axes to hold the place.
            traces.append({"type": "scatter", "x": [None], "y": [None], "xaxis": x, "yaxis": y, "hoverinfo": "skip"})
        else:
            traces.append(_shares(panel, x, share))
            traces += [_points(panel, colour, x, y, worst=worst) for worst in (False, True)]
            traces.append(_targets(panel, x, share))
    figure = go.Figure({"data": traces, "layout": axes | {"annotations": annotations}})
    theme.base_figure(figure, height=ROW_HEIGHT * lines + 20)
    figure.update_layout(margin={"l": 40, "r": 4, "t": 28, "b": 4})
    return figure


def _limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds every point, and the intervals of the buckets large enough to be named."""
    values: list[float] = []
    for panel in panels:
        for row in panel.rows:
            values += [row["f1"], *([row["f1_low"], row["f1_high"]] if row["named"] else [])]
    return theme.axis_limits(values)


def _axis(letter: str, number: int) -> str:
    """Return how a trace names an axis: Plotly leaves out the number of the first."""
    return letter if number == 1 else f"{letter}{number}"


def _axes(place: int, lines: int, panel: Panel, limits: list[float]) -> Part:
    """Return the axes of a panel: buckets from left to right, F1, and over it the shares, from 0 to 1."""
    line, column = divmod(place, COLUMNS)
    # As if the last column had its gap beyond the edge.
    width, height = 1 / (COLUMNS - _GAP_X), 1 / lines
    left, top = column * width, 1 - line * height
    rows = panel.rows
    crowded = len(rows) > _MOST_UPRIGHT
    ticks = [theme.plain(row["tick"]) + ("" if crowded else f"<br>{row['gold']:,}") for row in rows]
    return {
        f"xaxis{place + 1}": {
            "domain": [left, min(1.0, left + width * (1 - _GAP_X))],
            "anchor": _axis("y", 2 * place + 1),
            "range": [-0.5, max(1, len(rows)) - 0.5],
            "tickvals": list(range(len(rows))),
            "ticktext": ticks,
            "tickangle": -60 if crowded else 0,
            "tickfont": {"size": theme.SMALL},
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
        },
        f"yaxis{2 * place + 1}": {
            "domain": [top - height * (1 - _GAP_Y), top],
            "anchor": _axis("x", place + 1),
            "range": limits,
            "nticks": 6,
            "tickformat": ".3~f",
            "showticklabels": column == 0,
            "showgrid": not panel.undefined,
            "zeroline": False,
            "fixedrange": True,
        },
        f"yaxis{2 * place + 2}": {
            "overlaying": _axis("y", 2 * place + 1),
            "anchor": _axis("x", place + 1),
            "range": [0, 1],
            "visible": False,
            "fixedrange": True,
        },
    }


def _title(panel: Panel, x: str, y: str) -> Part:
    return {
        "text": f"<b>{theme.plain(panel.title)}</b>",
        "x": 0,
        "y": 1,
        "xref": f"{x} domain",
        "yref": f"{y} domain",
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 4,
        "showarrow": False,
    }


def _reason(panel: Panel, x: str, y: str) -> Part:
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


def _shares(panel: Panel, x: str, share: str) -> Part:
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


def _points(panel: Panel, colour: str, x: str, y: str, *, worst: bool) -> Part:
    """Return points and intervals of the worst bucket, or of the others."""
    chosen = [(place, row) for place, row in enumerate(panel.rows) if (place == panel.worst) == worst]
    colour = theme.WORST if worst else colour
    size = 10 if len(panel.buckets) <= _MOST_UPRIGHT else 7
    form = "diamond" if worst else "circle"
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [place for place, _ in chosen],
        "y": [row["f1"] for _, row in chosen],
        "marker": {
            "size": size + 3 if worst else size,
            "symbol": [form + ("" if row["named"] else "-open") for _, row in chosen],
            "color": colour,
            "line": {"width": 2, "color": colour},
        },
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [row["f1_high"] - row["f1"] for _, row in chosen],
            "arrayminus": [row["f1"] - row["f1_low"] for _, row in chosen],
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        "hoverinfo": "skip",
        "xaxis": x,
        "yaxis": y,
    }


def _targets(panel: Panel, x: str, share: str) -> Part:
    """Return the invisible columns that are hovered over and clicked: they reach from bottom to top."""
    rows = panel.rows
    return {
        "type": "bar",
        "x": list(range(len(rows))),
        "y": [1.0] * len(rows),
        "width": 1,
        "marker": {"color": theme.CLEAR, "line": {"width": 0}},
        "unselected": {"marker": {"opacity": 1}},
        "customdata": [[panel.key, place, *(row[name] for name in _HOVERED)] for place, row in enumerate(rows)],
        "text": [theme.plain(_heading(panel, place, row)) for place, row in enumerate(rows)],
        "textposition": "none",
        "hovertemplate": _HOVER,
        "xaxis": x,
        "yaxis": share,
    }


def _heading(panel: Panel, place: int, row: dict[str, Any]) -> str:
    remark = ", the worst bucket" if place == panel.worst else ""
    if not row["named"]:
        remark = f", too few {panel.unit} to be named"
    return f"{panel.title} {row['label']}{remark}"
