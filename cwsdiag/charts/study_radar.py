"""Radars: how systems or datasets lie over one another, one axis per attribute."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import chart, side_by_side, wrapped
from cwsdiag.charts.theme import Style
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.layout import LegendEntry, Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.theme import Size

_HEIGHT, _TOP, _SIDE = 330, 34, 70
# Between radars beside each other and under each other, for the titles of their axes, and the least width of one.
_GAP, _OVER, _LEAST = 0.16, 0.2, 240
# How far the axes go beyond their limit: marks at the rim keep clear of the titles.
_BEYOND = 1.07
# Lines of different traces that lie on each other are told apart by their dashes, too.
DASHES = ("solid", "dash", "dot")
# The width of a line of a title in Latin letters.
_LONGEST = 9


@dataclass(frozen=True)
class Ring:
    """One trace of a radar.

    Attributes:
        name: of the system or dataset.
        values: one an attribute, from 0; NaN where undefined.
        said: what is said of each value under the pointer.
        colour, dash: of its line.
        symbol: the form of its marks.
        hollow: marks that are drawn hollow, one an attribute; none without it.
        thick: whether it stands out.
    """

    name: str
    values: Sequence[float]
    said: Sequence[str]
    colour: str
    dash: str = "solid"
    symbol: str = "circle"
    hollow: Sequence[bool] = ()
    thick: bool = False


@dataclass(frozen=True)
class Radar:
    """One radar of a figure.

    Attributes:
        title: above it; empty for none.
        axes: titles of the attributes, clockwise from the top.
        rings: the traces.
        limit: the end of the axes; None for one that fits the values.
    """

    title: str
    axes: Sequence[str]
    rings: Sequence[Ring]
    limit: float | None


def radars_chart(radars: Sequence[Radar], size: Size, *, legend: Sequence[LegendEntry] = ()) -> Spec:
    """Return radars beside each other, under each other where a size has no room for that.

    Args:
        radars: one or more.
        size: where it goes.
        legend: what the rings are, the same in all radars.
    """
    across = max(1, min(len(radars), int(size.width / size.scale // _LEAST)))
    rows = math.ceil(len(radars) / across)
    columns, lines = side_by_side(across, _GAP), side_by_side(rows, _OVER)[::-1]
    above: Part = {"xanchor": "center", "xref": "paper", "yref": "paper", "yanchor": "bottom", "yshift": 32}
    traces, notes = [], []
    # Entries of the legend are traces on axes that nobody sees.
    layout: Part = {"xaxis": {"visible": False}, "yaxis": {"visible": False}}
    for place, radar in enumerate(radars):
        polar, x, y = marks.axis("polar", place + 1), columns[place % across], lines[place // across]
        traces += [_trace(radar, ring, polar) for ring in radar.rings]
        layout[polar] = {**_axes(radar), "domain": {"x": x, "y": y}}
        if radar.title:
            notes.append(marks.note(f"<b>{theme.plain(radar.title)}</b>", sum(x) / 2, y[1], **above))
    return chart(
        traces,
        size,
        height=_HEIGHT * rows,
        margin={"l": _SIDE, "r": _SIDE, "t": _TOP + 24 * bool(notes), "b": _TOP},
        legend=legend,
        annotations=notes,
        **layout,
    )


def _axes(radar: Radar) -> Part:
    values = [value for ring in radar.rings for value in ring.values if math.isfinite(value)]
    places = list(range(len(radar.axes)))
    lines = {"gridcolor": theme.FAINT, "linecolor": theme.FAINT, "ticks": ""}
    # Halfway between the first two axes: there no title and no mark is in the way.
    angle = 90 - 180 / max(1, len(places))
    return {
        "bgcolor": theme.CLEAR,
        "radialaxis": {
            **lines,
            "tickfont": {"size": theme.SMALL - 1, "color": theme.GOLD},
            "nticks": 4,
            "showline": False,
            "tickangle": 0,
            "range": [0, _BEYOND * (radar.limit or max(values, default=1.0) or 1.0)],
            "angle": angle,
        },
        "angularaxis": {
            **lines,
            "direction": "clockwise",
            "rotation": 90,
            "type": "category",
            "tickfont": {"size": theme.SMALL},
            "categoryorder": "array",
            "categoryarray": places,
            "tickvals": places,
            "ticktext": [
                "<br>".join(wrapped(theme.plain(title), max(_LONGEST, *map(len, title.split()))))
                for title in radar.axes
            ],
        },
    }


def _trace(radar: Radar, ring: Ring, polar: str) -> Part:
    # Once around: the first place is the last one, too.
    around = [*range(len(radar.axes)), *([0] if radar.axes else [])]
    hover = [
        marks.hover([ring.name, _("{name}: {value}", name=radar.axes[axis], value=ring.said[axis])]) for axis in around
    ]
    hollow = [bool(ring.hollow) and ring.hollow[axis] for axis in around]
    values = [ring.values[axis] if math.isfinite(ring.values[axis]) else None for axis in around]
    part = marks.points(
        around,
        [],
        Style(ring.colour, ring.symbol, ring.dash, size=9 if ring.thick else 7, width=3 if ring.thick else 1.8),
        hollow=hollow,
        hover=hover,
        lines=True,
    )
    del part["x"], part["y"]
    return {
        **part,
        "name": theme.plain(ring.name),
        "type": "scatterpolar",
        "subplot": polar,
        "theta": around,
        "r": values,
    }
