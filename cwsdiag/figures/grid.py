"""The grid of small panels that figures by bucket share: what a panel holds, its axes, its faint columns of shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import plotly.graph_objects as go

from cwsdiag.figures import theme, traces
from cwsdiag.figures.names import wrapped
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.figures.traces import Part
    from cwsdiag.frames import Panel

COLUMNS = 4
ROW_HEIGHT = 225
# More buckets than this have slanting labels, without counts, and smaller points.
MOST_UPRIGHT = 5
# Shares of a cell of the grid that stay free beside and between panels; slanting labels take more.
_GAP_X, _GAP_Y = 0.08, 0.34
# Of the width of the figure: what the numbers of an axis need beside the gap.
_NUMBERS = 0.016


class Axes(NamedTuple):
    """How traces name the axes of a panel: of its buckets, of their scores, and over these of their shares."""

    x: str
    y: str
    share: str


@dataclass
class Grid:
    """A figure in the making: panels are put in one after the other, then their traces.

    Attributes:
        panels: how many there will be.
        limits: ends of the axis of scores, which all panels share but those that have their own.
        tickformat: of that axis.
        zero: whether a line marks 0 on it.
        traces: of all panels.
    """

    panels: int
    limits: Sequence[float]
    tickformat: str = ".3~f"
    zero: bool = False
    traces: list[Part] = field(default_factory=list)
    _filled: int = 0
    _axes: Part = field(default_factory=dict)
    _annotations: list[Part] = field(default_factory=list)

    def add(self, panel: Panel, *, limits: Sequence[float] | None = None) -> Axes:
        """Put in a panel of buckets; an undefined one says why in its empty place, and has no other traces.

        Args:
            panel: with the buckets.
            limits: ends of an axis of its own, with its own numbers; those of all panels without them.
        """
        empty = bool(panel.undefined)
        title = translated(panel.title)
        title = title if limits is None else _("{title} (own axis)", title=title)
        axes = self.add_axes(title, ticks(panel), meaning=panel.meaning, empty=empty, limits=limits)
        if empty:
            lines = map(theme.plain, wrapped(_("undefined: {what}", what=translated(panel.undefined)), 24))
            where = {"xref": f"{axes.x} domain", "yref": f"{axes.y} domain"}
            self._annotations.append(traces.reason("<br>".join(lines), 0.5, 0.5, **where))
            # Without a trace there would be no axes to hold the place.
            self.traces.append(
                {"type": "scatter", "x": [None], "y": [None], "xaxis": axes.x, "yaxis": axes.y, "hoverinfo": "skip"}
            )
        return axes

    def add_axes(
        self,
        title: str,
        ticks: Sequence[str],
        *,
        meaning: str = "",
        empty: bool = False,
        limits: Sequence[float] | None = None,
    ) -> Axes:
        """Put in the axes of a panel, with these ticks under its columns, and the title over them."""
        place = self._filled
        self._filled += 1
        axes = Axes(
            x=traces.axis("x", place + 1),
            y=traces.axis("y", 2 * place + 1),
            share=traces.axis("y", 2 * place + 2),
        )
        self._axes |= self._layout_axes(place, axes, ticks, empty=empty)
        if limits is not None:
            self._axes[f"yaxis{2 * place + 1}"] |= {"range": limits, "showticklabels": True}
            # Its numbers take what is left of the gap before it, and a little of its own place.
            left, right = self._axes[f"xaxis{place + 1}"]["domain"]
            self._axes[f"xaxis{place + 1}"]["domain"] = [left + _NUMBERS if place % COLUMNS else left, right]
        self._annotations.append(
            traces.note(
                f"<b>{theme.plain(title)}</b>",
                0,
                1,
                hovertext=theme.plain(meaning),
                xref=f"{axes.x} domain",
                yref=f"{axes.y} domain",
                xanchor="left",
                yanchor="bottom",
                yshift=4,
            )
        )
        return axes

    def figure(self) -> go.Figure:
        """Put the figure together, once all panels and traces are in."""
        layout = theme.base_layout(height=ROW_HEIGHT * self._lines + 20)
        layout |= {"margin": {"l": 40, "r": 4, "t": 28, "b": 4}, "annotations": self._annotations, **self._axes}
        made = go.Figure({"data": self.traces, "layout": layout})
        made.layout.template = None
        return made

    @property
    def _lines(self) -> int:
        return -(-self.panels // COLUMNS)

    def _layout_axes(self, place: int, axes: Axes, ticks: Sequence[str], *, empty: bool) -> Part:
        line, column = divmod(place, COLUMNS)
        # As if the last column had its gap beyond the edge.
        width, height = 1 / (COLUMNS - _GAP_X), 1 / self._lines
        left, top = column * width, 1 - line * height
        zero = {"zerolinecolor": theme.GOLD, "zerolinewidth": 2} if self.zero and not empty else {}
        return {
            f"xaxis{place + 1}": {
                "domain": [left, min(1.0, left + width * (1 - _GAP_X))],
                "anchor": axes.y,
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
                "anchor": axes.x,
                "range": self.limits,
                "nticks": 6,
                "tickformat": self.tickformat,
                "showticklabels": column == 0,
                "showgrid": not empty,
                "gridcolor": theme.FAINT,
                "linecolor": theme.FAINT,
                "zeroline": bool(zero),
                "fixedrange": True,
                **zero,
            },
            f"yaxis{2 * place + 2}": {
                "overlaying": axes.y,
                "anchor": axes.x,
                "range": [0, 1],
                "visible": False,
                "fixedrange": True,
            },
        }


def ticks(panel: Panel) -> list[str]:
    """Return what stands under the columns: the bucket, and its gold count where there is room."""
    crowded = len(panel.buckets) > MOST_UPRIGHT
    return [theme.plain(row["tick"]) + ("" if crowded else f"<br>{row['gold']:,}") for row in panel.rows]


def shares(panel: Panel, axes: Axes) -> Part:
    """Return the faint columns behind the points: the share of the gold units in each bucket."""
    rows = panel.rows
    return {
        "type": "bar",
        "x": list(range(len(rows))),
        "y": [row["share"] for row in rows],
        "width": 0.86,
        "marker": {"color": theme.SHARE, "line": {"width": 0}},
        "hoverinfo": "skip",
        "xaxis": axes.x,
        "yaxis": axes.share,
    }


def targets(panel: Panel, axes: Axes, data: Sequence[list[Any]], hover: Sequence[str], **more: Any) -> Part:
    """Return the invisible columns that are hovered over and clicked: they reach from bottom to top."""
    return traces.targets(list(range(len(panel.rows))), data, hover, xaxis=axes.x, yaxis=axes.share, **more)


def points(
    panel: Panel,
    places: Sequence[int],
    axes: Axes,
    *,
    columns: tuple[str, str, str],
    colour: str,
    form: str,
    size: int,
    outline: int,
) -> Part:
    """Return the points of some buckets with their intervals; those of buckets too small to be named are hollow.

    Args:
        panel: with the buckets.
        places: of the buckets.
        axes: of the panel.
        columns: of the value, and of the ends of its interval.
        colour: of points and intervals.
        form: of the points.
        size: of the points, in pixels.
        outline: its width, in pixels.
    """
    rows = [panel.rows[place] for place in places]
    value, low, high = columns
    return traces.marks(
        places,
        [row[value] for row in rows],
        {
            "size": size,
            "symbol": [form + ("" if row["named"] else "-open") for row in rows],
            "color": colour,
            "line": {"width": outline, "color": colour},
        },
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [row[high] - row[value] for row in rows],
            "arrayminus": [row[value] - row[low] for row in rows],
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        xaxis=axes.x,
        yaxis=axes.y,
    )
