"""The scores of one system by bucket: small panels, one an attribute, on one shared axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from cwsdiag.figures import grid, theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.figures.grid import Part
    from cwsdiag.frames import Panel

_HOVER = (
    "<b>%{text}</b><br>F1 %{customdata[2]:.3f}, 95 % interval %{customdata[3]:.3f} to %{customdata[4]:.3f}<br>"
    "precision %{customdata[5]:.3f}, recall %{customdata[6]:.3f}<br>"
    "gold %{customdata[7]:,} (%{customdata[8]:.1%}), system %{customdata[9]:,}, matched %{customdata[10]:,}"
    "<extra></extra>"
)
_HOVERED = ("f1", "f1_low", "f1_high", "precision", "recall", "gold", "share", "predicted", "matched")

# Name of the traces of the summary, the last panel.
SUMMARY = "summary"


def panels_figure(panels: Sequence[Panel], *, colour: str) -> go.Figure:
    """Draw F1 with its interval for every bucket of every panel.

    Behind the points stand faint columns: the share of the gold units in each bucket. The whole column of a bucket is
    its click target; customdata begins with the attribute's key and the bucket's index. The worst bucket of a panel is
    a diamond in a colour of its own; a bucket too small to be named is a hollow point. The last place holds the
    summary, the compact chart of the paper's Table 4: for each attribute a line from its worst to its best bucket.
    """
    lines = -(-(len(panels) + 1) // grid.COLUMNS)
    limits = _limits(panels)
    traces: list[Part] = []
    annotations: list[Part] = []
    axes: Part = {}
    # Made of plain parts and checked once, at the end: traces added one by one are checked again with each step.
    for place, panel in enumerate(panels):
        x, y, share = grid.axis("x", place + 1), grid.axis("y", 2 * place + 1), grid.axis("y", 2 * place + 2)
        axes |= grid.axes(place, lines, grid.ticks(panel), limits, grid=not panel.undefined)
        annotations.append(grid.title(panel.title, x, y, meaning=panel.meaning))
        if panel.undefined:
            annotations.append(grid.reason(panel, x, y))
            # Without a trace there would be no axes to hold the place.
            traces.append({"type": "scatter", "x": [None], "y": [None], "xaxis": x, "yaxis": y, "hoverinfo": "skip"})
        else:
            traces.append(grid.shares(panel, x, share))
            traces += [_points(panel, colour, x, y, worst=worst) for worst in (False, True)]
            traces.append(_targets(panel, x, share))
    place = len(panels)
    x, y, share = grid.axis("x", place + 1), grid.axis("y", 2 * place + 1), grid.axis("y", 2 * place + 2)
    axes |= grid.axes(place, lines, [theme.plain(panel.key) for panel in panels], limits, grid=True)
    annotations.append(grid.title("from worst to best bucket", x, y))
    traces += _summary(panels, colour, x, y, share)
    return grid.figure(traces, axes, annotations, lines)


def _limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds every point, and the intervals of the buckets large enough to be named."""
    values: list[float] = []
    for panel in panels:
        for row in panel.rows:
            values += [row["f1"], *([row["f1_low"], row["f1_high"]] if row["named"] else [])]
    return theme.axis_limits(values)


def _points(panel: Panel, colour: str, x: str, y: str, *, worst: bool) -> Part:
    """Return points and intervals of the worst bucket, or of the others."""
    chosen = [(place, row) for place, row in enumerate(panel.rows) if (place == panel.worst) == worst]
    colour = theme.WORST if worst else colour
    size = 10 if len(panel.buckets) <= grid.MOST_UPRIGHT else 7
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


def _summary(panels: Sequence[Panel], colour: str, x: str, y: str, share: str) -> list[Part]:
    """Return a line from the worst to the best bucket of every attribute, and columns that lead to the worst."""
    found = [(place, panel) for place, panel in enumerate(panels) if panel.worst is not None]
    places = [place for place, _ in found]
    worst = [panel.rows[panel.worst] for _, panel in found if panel.worst is not None]
    best = [panel.rows[panel.best] for _, panel in found if panel.best is not None]
    common: Part = {"name": SUMMARY, "xaxis": x, "hoverinfo": "skip"}
    marks = [
        {
            **common,
            "type": "scatter",
            "mode": "markers",
            "yaxis": y,
            "x": places,
            "y": [row["f1"] for row in ends],
            "marker": {"size": 8, "symbol": form, "color": ink},
        }
        for ends, form, ink in ((worst, "diamond", theme.WORST), (best, "circle", colour))
    ]
    lines: Part = {
        **common,
        "type": "scatter",
        "mode": "lines",
        "yaxis": y,
        "x": [value for place in places for value in (place, place, None)],
        "y": [value for low, high in zip(worst, best, strict=True) for value in (low["f1"], high["f1"], None)],
        "line": {"color": theme.GOLD, "width": 3},
    }
    targets: Part = {
        "name": SUMMARY,
        "type": "bar",
        "xaxis": x,
        "yaxis": share,
        "x": places,
        "y": [1.0] * len(places),
        "width": 1,
        "marker": {"color": theme.CLEAR, "line": {"width": 0}},
        "unselected": {"marker": {"opacity": 1}},
        "customdata": [[panel.key, panel.worst] for _, panel in found],
        "text": [_gap(panel, low, high) for (_, panel), low, high in zip(found, worst, best, strict=True)],
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
    }
    return [lines, *marks, targets]


def _gap(panel: Panel, worst: Part, best: Part) -> str:
    return (
        f"<b>{theme.plain(panel.title)}</b><br>worst {theme.plain(worst['label'])}: F1 {worst['f1']:.3f}<br>"
        f"best {theme.plain(best['label'])}: F1 {best['f1']:.3f}<br>"
        f"gap {100 * (best['f1'] - worst['f1']):.1f} points"
    )


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
