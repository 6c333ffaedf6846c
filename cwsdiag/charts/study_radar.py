"""Radars: how systems or datasets lie over one another, one axis per attribute."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import chart
from cwsdiag.frames import width, written
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.layout import Entry, Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

HEIGHT = 330
_TOP, _TOP_WITH_TITLE, _SIDE, _BOTTOM = 34, 58, 70, 34
# How far the axes go beyond their limit: marks at the rim keep clear of the titles.
_BEYOND = 1.07
# Between radars, for the titles of their axes.
_GAP = 0.16
# The same of rows of radars, and the least width of one in pixels.
_OVER, _LEAST = 0.2, 240
# Lines of different traces that lie on each other are told apart by their dashes, too.
DASHES = ("solid", "dash", "dot")
_THICK, _THIN = 3, 1.8
_TICKS = 4
# The width of a title in Latin letters from which on it takes two lines, and words that may stand in the second.
_LONGEST = 8
_ENDS = ("一致性", "密度", "频率")


@dataclass(frozen=True)
class Ring:
    """One trace of a radar.

    Attributes:
        name: of the system or dataset.
        values: one an attribute, from 0; NaN where undefined.
        colour, dash: of its line.
        symbol: the form of its marks.
        hollow: marks that are drawn hollow, one an attribute; none without it.
        thick: whether it stands out.
        said: what is said of each value under the pointer; the value without it.
    """

    name: str
    values: Sequence[float]
    colour: str
    dash: str = "solid"
    symbol: str = "circle"
    hollow: Sequence[bool] = ()
    thick: bool = False
    said: Sequence[str] = ()


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
    rings: Sequence[Ring] = field(default_factory=tuple)
    limit: float | None = None


def radars_chart(radars: Sequence[Radar], size: Size, *, legend: Sequence[Entry] = ()) -> Spec:
    """Return radars beside each other, under each other where a size has no room for that.

    Args:
        radars: one or more.
        size: where it goes.
        legend: what the rings are, the same in all radars.
    """
    across = max(1, min(len(radars), int(size.width / size.scale // _LEAST)))
    rows = math.ceil(len(radars) / across)
    share = (1 - _GAP * (across - 1)) / across
    high = (1 - _OVER * (rows - 1)) / rows
    # Where each begins, from the left and from below.
    starts = [
        (place % across * (share + _GAP), (rows - 1 - place // across) * (high + _OVER)) for place in range(len(radars))
    ]
    above: Part = {"xanchor": "center", "xref": "paper", "yref": "paper", "yanchor": "bottom", "yshift": 32}
    return chart(
        [_trace(radar, ring, place) for place, radar in enumerate(radars) for ring in radar.rings],
        size,
        height=HEIGHT * rows,
        margin={
            "l": _SIDE,
            "r": _SIDE,
            "t": _TOP_WITH_TITLE if any(radar.title for radar in radars) else _TOP,
            "b": _BOTTOM,
        },
        legend=legend,
        # Entries of the legend are traces on these.
        xaxis={"visible": False},
        yaxis={"visible": False},
        annotations=[
            marks.note(f"<b>{theme.plain(radar.title)}</b>", left + share / 2, low + high, **above)
            for (left, low), radar in zip(starts, radars, strict=True)
            if radar.title
        ],
        **{
            marks.axis("polar", number): _axes(radar, [left, left + share], [low, low + high])
            for number, ((left, low), radar) in enumerate(zip(starts, radars, strict=True), start=1)
        },
    )


def _axes(radar: Radar, across: list[float], upward: list[float]) -> Part:
    values = [value for ring in radar.rings for value in ring.values if math.isfinite(value)]
    limit = radar.limit or max(values, default=1.0) or 1.0
    return {
        "domain": {"x": across, "y": upward},
        "bgcolor": theme.CLEAR,
        "radialaxis": {
            "range": [0, _BEYOND * limit],
            "nticks": _TICKS,
            "gridcolor": theme.FAINT,
            "tickfont": {"size": theme.SMALL - 1, "color": theme.GOLD},
            # Halfway between the first two axes: there no title and no mark is in the way.
            "angle": 90 - 180 / max(1, len(radar.axes)),
            "tickangle": 0,
            "showline": False,
            "ticks": "",
        },
        "angularaxis": {
            "direction": "clockwise",
            "rotation": 90,
            "type": "category",
            "categoryorder": "array",
            "categoryarray": list(range(len(radar.axes))),
            "tickvals": list(range(len(radar.axes))),
            "ticktext": [_in_two_lines(title) for title in radar.axes],
            "tickfont": {"size": theme.SMALL},
            "gridcolor": theme.FAINT,
            "linecolor": theme.FAINT,
            "ticks": "",
        },
    }


def _in_two_lines(title: str) -> str:
    """Return the title of an axis, cut at its first blank; a long Chinese one has none."""
    said = theme.plain(title)
    if " " in said or said.isascii() or width(said) <= _LONGEST:
        return said.replace(" ", "<br>", 1)
    end = next((end for end in _ENDS if said.endswith(end)), said[(len(said) + 1) // 2 :])
    return f"{said.removesuffix(end)}<br>{end}"


def _trace(radar: Radar, ring: Ring, place: int) -> Part:
    count = len(radar.axes)
    hollow = ring.hollow or [False] * count
    said = ring.said or [written(value, 3) for value in ring.values]
    # Once around: the first place is the last one, too.
    around = [*range(count), 0] if count else []
    symbols = [ring.symbol + ("-open" if hollow[axis] else "") for axis in around]
    return {
        "type": "scatterpolar",
        "mode": "lines+markers",
        "subplot": marks.axis("polar", place + 1),
        "name": theme.plain(ring.name),
        "r": [ring.values[axis] if math.isfinite(ring.values[axis]) else None for axis in around],
        "theta": around,
        "line": {"color": ring.colour, "width": _THICK if ring.thick else _THIN, "dash": ring.dash},
        "marker": {
            "size": 9 if ring.thick else 7,
            "color": ring.colour,
            "symbol": symbols,
            "line": {"width": 2, "color": ring.colour},
        },
        "text": [
            f"<b>{theme.plain(ring.name)}</b><br>"
            + _("{name}: {value}", name=theme.plain(radar.axes[axis]), value=theme.plain(said[axis]))
            for axis in around
        ],
        "hovertemplate": "%{text}<extra></extra>",
    }
