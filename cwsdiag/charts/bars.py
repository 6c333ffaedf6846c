"""Tables as figures with bars in their cells, all to one scale; radars of biases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, short_by_name, short_names, side_by_side, wrapped
from cwsdiag.charts.marks import Part
from cwsdiag.charts.theme import Size, Style
from cwsdiag.frames import tick_label
from cwsdiag.languages import _

# In pixels of a page: the height of a row with bars and of one with texts alone, of heads, and of names under bars.
_TALL, _FLAT, _TOP, _BOTTOM = 112, 52, 26, 40
# Of the width of a cell, what its bars have, and of the room of an attribute, what its bars have; over the span of the
# bars, the room for texts over them, and how far the columns that are clicked reach into it.
_INSIDE, _BARS, _OVER, _REACH = 0.92, 0.84, 0.75, 0.5
_LONGEST_LINE, _LONGEST_KEY = 32, 10


@dataclass(frozen=True)
class Bars:
    """The bars of one attribute in one cell.

    Attributes:
        values: of its buckets, in their order; NaN for none.
        hover: what is said of them under the pointer, line by line.
        data: what a click on them gives; None where it leads nowhere.
        text: what stands over them.
        faint: which of them say less, since their interval holds 0; empty for none.
    """

    values: tuple[float, ...]
    hover: tuple[str, ...]
    data: tuple[Any, ...] | None = None
    text: str = ""
    faint: tuple[bool, ...] = ()


@dataclass(frozen=True)
class BarsRow:
    """One row of a table of bars.

    Attributes:
        name: what it is called, line by line; the first stands out.
        titles: what stands over the bars of each cell; of a row without bars all that its cells say.
        cells: for each column the bars of each attribute; empty where the row has none.
        low: the colour of bars below 0.
        high: the colour of bars above 0.
    """

    name: tuple[str, ...]
    titles: tuple[str, ...]
    cells: tuple[tuple[Bars, ...], ...]
    low: str = theme.LABEL
    high: str = theme.LABEL


def bars_chart(
    rows: Sequence[BarsRow],
    columns: Sequence[str],
    attributes: Sequence[str],
    size: Size,
    *,
    span: tuple[float, float],
) -> Spec:
    """Return a table of cells with bars in them; a click gives the ``data`` of an attribute's bars.

    Args:
        rows: from top to bottom, those with bars first.
        columns: names of the columns.
        attributes: the keys of what the bars of a cell are of, which stand upright below them.
        size: where it goes.
        span: the lowest and the highest bar, or 0 where none is below or above it; they differ.
    """
    low, high = span
    top = high + _OVER * (high - low)
    has_bars = any(any(row.cells) for row in rows)
    short = short_by_name(list(dict.fromkeys(line for row in rows for line in row.name)), _LONGEST_LINE)
    room = _INSIDE / max(1, len(attributes))
    places = [
        [column - _INSIDE / 2 + (place + 0.5) * room for place in range(len(attributes))]
        for column in range(len(columns))
    ]
    traces: list[Part] = []
    layout: Part = {"shapes": []}
    domains = side_by_side(len(rows), 0)[::-1]
    for number, (row, domain) in enumerate(zip(rows, domains, strict=True), start=1):
        y, filled = marks.axis("y", number), any(row.cells)
        line = {"color": theme.FAINT, "width": 1}
        layout["shapes"].append(marks.shape([0, 1], [domain[1]] * 2, line, xref="paper", yref="paper"))
        first, *others = (theme.plain(short[name]) for name in row.name)
        layout[f"yaxis{y[1:]}"] = {
            "domain": domain,
            "range": [low, top],
            "tickvals": [(low + top) / 2],
            "ticktext": ["<br>".join([f"<b>{first}</b>", *others])],
            "tickfont": {"size": theme.SMALL},
            "showgrid": False,
            "zeroline": filled,
            "zerolinecolor": theme.GOLD,
        }
        traces += _bars(row, places, room, [low, high + _REACH * (top - high)], y) if filled else []
        traces.append(
            marks.texts(
                list(range(len(row.titles))),
                [top - 0.12 * (top - low) if filled else (low + top) / 2] * len(row.titles),
                list(map(theme.plain, row.titles)),
                textfont={"size": theme.SMALL},
                yaxis=y,
            )
        )
    feet = _BOTTOM if has_bars else 0
    return chart(
        traces,
        size,
        height=(_TALL if has_bars else _FLAT) * len(rows) + _TOP + feet,
        margin={"l": 4, "r": 4, "t": _TOP, "b": feet},
        # Of columns side by side only the one under the pointer may answer.
        hoverdistance=marks.NEAR,
        xaxis={
            "range": [-0.5, len(columns) - 0.5],
            "tickvals": [place for cell in places for place in cell],
            "ticktext": list(map(theme.plain, short_names(list(map(tick_label, attributes)), _LONGEST_KEY)))
            * len(columns),
            "tickangle": -90,
            "tickfont": {"size": 9},
            "anchor": marks.axis("y", len(rows)),
            "showticklabels": has_bars,
            "showgrid": False,
        },
        annotations=[
            marks.note(theme.plain(head), column, 1, yref="paper", yanchor="bottom")
            for column, head in enumerate(short_names(columns, max(8, int(size.width / size.text / len(columns) / 8))))
        ],
        **layout,
    )


def _bars(row: BarsRow, places: Sequence[Sequence[float]], room: float, ends: list[float], y: str) -> list[Part]:
    """Return the bars of a row, their texts, and the columns that are clicked."""
    cells = {
        middle: one
        for middles, cell in zip(places, row.cells, strict=False)
        for middle, one in zip(middles, cell, strict=False)
    }
    x, heights, widths, colours = [], [], [], []
    for middle, one in cells.items():
        width = _BARS * room / max(len(one.values), 1)
        for place, value in enumerate(one.values):
            if not math.isnan(value):
                colour = row.high if value > 0 else row.low
                x.append(middle + (place + 0.5 - len(one.values) / 2) * width)
                heights.append(value)
                widths.append(0.9 * width)
                colours.append(theme.tint(colour, theme.LIGHTER) if one.faint and one.faint[place] else colour)
    written = {middle: one for middle, one in cells.items() if one.text}
    return [
        marks.bars(x, heights, colours, width=widths, yaxis=y),
        marks.texts(
            list(written),
            [max([0.0, *(value for value in one.values if value > 0)]) for one in written.values()],
            [theme.plain(one.text) for one in written.values()],
            textposition="top center",
            textfont={"size": 9},
            yaxis=y,
        ),
        marks.bars(
            list(cells),
            [ends[1] - ends[0]] * len(cells),
            data=[list(one.data or ()) for one in cells.values()],
            hover=[marks.hover(one.hover) for one in cells.values()],
            base=ends[0],
            width=room,
            yaxis=y,
        ),
    ]


_HEIGHT, _RADAR_TOP, _SIDE = 330, 34, 70
# Between radars beside each other and under each other, for the titles of their axes, and the least width of one.
_GAP, _RADAR_OVER, _LEAST = 0.16, 0.2, 240
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
    columns, lines = side_by_side(across, _GAP), side_by_side(rows, _RADAR_OVER)[::-1]
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
        margin={"l": _SIDE, "r": _SIDE, "t": _RADAR_TOP + 24 * bool(notes), "b": _RADAR_TOP},
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
