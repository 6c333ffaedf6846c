"""Two systems beside each other by bucket: small panels of their difference, one an attribute, on one shared axis.

Panels hold differences here: the better system minus the other, in points. Their ``worst`` is the bucket with the
lowest, their ``best`` the one with the highest difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from cwsdiag.figures import grid, theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.figures.grid import Part
    from cwsdiag.frames import Panel

LOWEST, HIGHEST = "triangle-down", "triangle-up"
_CROWDED = 5


@dataclass(frozen=True)
class Sides:
    """The two systems of a figure: which is better, and the colour of each.

    Attributes:
        better, other: their names.
        better_colour, other_colour: their colours.
    """

    better: str
    other: str
    better_colour: str
    other_colour: str


def differences_figure(panels: Sequence[Panel], whole: Panel, *, sides: Sides) -> go.Figure:
    """Draw the difference with its paired interval for every bucket of every panel, and over all words.

    Behind the points stand faint columns: the share of the gold units in each bucket. The whole column of a bucket is
    its click target; customdata holds the attribute's key, the bucket's index and the role of the system that is ahead.

    Args:
        panels: one an attribute. Each row of their buckets has attribute, bucket, label, tick, gold, share, named,
            f1_better, f1_other, difference, low, high, ahead, holds_zero, why.
        whole: the difference over all words, as a panel of one bucket.
        sides: the two systems.
    """
    shown = [*panels, whole]
    lines, limits = -(-len(shown) // grid.COLUMNS), difference_limits(shown)
    traces: list[Part] = []
    annotations: list[Part] = []
    axes: Part = {}
    for place, panel in enumerate(shown):
        x, y, share = grid.axis("x", place + 1), grid.axis("y", 2 * place + 1), grid.axis("y", 2 * place + 2)
        axes |= grid.axes(place, lines, grid.ticks(panel), limits, grid=not panel.undefined)
        annotations.append(grid.title(panel.title, x, y, meaning=panel.meaning))
        if panel.undefined:
            annotations.append(grid.reason(panel, x, y))
            # Without a trace there would be no axes to hold the place.
            traces.append({"type": "scatter", "x": [None], "y": [None], "xaxis": x, "yaxis": y, "hoverinfo": "skip"})
        else:
            axes[f"yaxis{2 * place + 1}"] |= {"zeroline": True, "zerolinecolor": theme.GOLD, "zerolinewidth": 2}
            if panel is not whole:
                traces.append(grid.shares(panel, x, share))
            traces += _points(panel, sides, x, y)
            traces.append(_targets(panel, sides, x, share))
    for axis in axes.values():
        if "tickformat" in axis:
            axis["tickformat"] = "~f"
    return grid.figure(traces, axes, annotations, lines)


def difference_limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds 0, every difference, and the intervals of buckets that can be named."""
    values = [0.0]
    for panel in panels:
        for row in panel.rows:
            values += [row["difference"], *([row["low"], row["high"]] if row["named"] else [])]
    defined = [value for value in values if value == value]
    margin = max(0.5, 0.08 * (max(defined) - min(defined)))
    return [min(defined) - margin, max(defined) + margin]


def signed(value: float) -> str:
    """Return a difference in points with its sign."""
    return f"{value:+z.1f}".replace("+0.0", "0.0")


def hover(panel: Panel, row: dict[str, Any], sides: Sides) -> str:
    """Return what is said of a bucket under the pointer."""
    ends = [end for end, at in (("lowest", panel.worst), ("highest", panel.best)) if at == row["bucket"]]
    remark = f", {' and '.join(ends)} of its attribute" if ends else ""
    lines = [f"<b>{theme.plain(' '.join([panel.title, row['label']]).rstrip())}</b>{remark}"]
    if row["difference"] == row["difference"]:
        lines += [
            f"{signed(row['difference'])} points, 95 % interval {signed(row['low'])} to {signed(row['high'])}"
            + (", which holds 0" if row["holds_zero"] else ""),
            f"F1 {theme.plain(sides.better)} {row['f1_better']:.3f}, {theme.plain(sides.other)} {row['f1_other']:.3f}",
        ]
    lines.append(f"gold {panel.unit} {row['gold']:,} ({row['share']:.1%})")
    if row["why"]:
        lines.append(theme.plain(row["why"]))
    return "<br>".join(lines)


def customdata(row: dict[str, Any]) -> list[Any]:
    """Return what a click on a bucket says."""
    return [row["attribute"], row["bucket"], row["ahead"]]


def _points(panel: Panel, sides: Sides, x: str, y: str) -> list[Part]:
    """Return points and intervals: of the buckets between the extremes, of the highest, of the lowest."""
    rows = panel.rows
    places = range(len(rows))
    ends = {panel.worst, panel.best}
    kinds = (
        ([place for place in places if place not in ends], "circle", theme.GOLD),
        ([place for place in places if place == panel.best != panel.worst], HIGHEST, sides.better_colour),
        ([place for place in places if place == panel.worst], LOWEST, theme.WORST),
    )
    size = 9 if len(places) <= _CROWDED else 7
    return [_kind(rows, chosen, form, colour, size, x, y) for chosen, form, colour in kinds]


def _kind(
    buckets: Sequence[dict[str, Any]], places: list[int], form: str, colour: str, size: int, x: str, y: str
) -> Part:
    rows = [buckets[place] for place in places]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": places,
        "y": [row["difference"] for row in rows],
        "marker": {
            "size": size if form == "circle" else size + 5,
            "symbol": [form + ("" if row["named"] else "-open") for row in rows],
            "color": colour,
            "line": {"width": 2 if form == "circle" else 0, "color": colour},
        },
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [row["high"] - row["difference"] for row in rows],
            "arrayminus": [row["difference"] - row["low"] for row in rows],
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        "hoverinfo": "skip",
        "xaxis": x,
        "yaxis": y,
    }


def _targets(panel: Panel, sides: Sides, x: str, share: str) -> Part:
    """Return the invisible columns that are hovered over and clicked: they reach from bottom to top."""
    rows = panel.rows
    return {
        "type": "bar",
        "x": list(range(len(rows))),
        "y": [1.0] * len(rows),
        "width": 1,
        "marker": {"color": theme.CLEAR, "line": {"width": 0}},
        "unselected": {"marker": {"opacity": 1}},
        "customdata": [customdata(row) for row in rows],
        "text": [hover(panel, row, sides) for row in rows],
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
        "xaxis": x,
        "yaxis": share,
    }
