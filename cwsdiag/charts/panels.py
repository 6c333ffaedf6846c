"""Buckets of attributes in small panels: lanes above one another, a column a bucket, the same axes in all panels.

What stands in a lane is drawn by the chart whose lane it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import chart, inner_height
from cwsdiag.charts.names import wrapped
from cwsdiag.frames import tick_label
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from cwsdiag.charts.layout import Entry, Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.frames import Panel

# Panels beside each other on a page, where there are many of them.
_FEW, _MANY = 4, 5
# Pixels of a page: between lanes and panels, over a panel for its title, under it for labels, left of it for numbers.
_GAP, _BESIDE, _TITLE, _TICKS, _SLANTING, _NUMBERS, _LEFT = 9, 6, 28, 42, 16, 34, 56
_CHARACTER = 6.3
# What a slanting label takes of the width, and a number of an axis of the height.
_DENSE, _NUMBER = 10, 17
# A further line of a title; and the least room for the lanes of a panel, below which rows are too many.
_LINE, _LEAST = 17, 110
# Of the room of a column, what its label may take.
_FILLED = 0.92


@dataclass(frozen=True)
class Column:
    """A bucket in its panel: where it stands, and its row. ``crowded`` where marks must be small."""

    place: int
    panel: Panel
    row: dict[str, Any]
    crowded: bool


# What a lane draws: its columns, the axes of its traces, and the ends of its axis.
Drawing = Callable[[Sequence[Column], "Part", list[float]], "list[Part]"]


@dataclass(frozen=True)
class Lane:
    """What stands above one another in each panel.

    Attributes:
        title: of its axis.
        height: in pixels of a page.
        limits: the ends of the axis that these panels share.
        draw: its traces.
        tickformat: of its numbers.
        zero: whether there is a line at 0.
        numbers: whether its axis has numbers.
    """

    title: str
    height: int
    limits: Callable[[Sequence[Panel]], list[float]]
    draw: Drawing
    tickformat: str = ".3~f"
    zero: bool = False
    numbers: bool = True


def share_lane() -> Lane:
    """Return the lane with the share of gold words in each bucket."""
    return Lane("", 24, lambda panels: [0.0, 1.0], _shares, numbers=False)


def panels_chart(panels: Sequence[Panel], lanes: Sequence[Lane], size: Size, *, legend: Sequence[Entry] = ()) -> Spec:
    """Return panels side by side, as many as suit the size; one that stands apart has axes of its own.

    Args:
        panels: one an attribute.
        lanes: from the top downwards.
        size: where it goes.
        legend: what the marks mean.
    """
    margin = {"l": _LEFT, "r": 4, "t": 0, "b": 0}
    whole = size.width / size.text - _LEFT - 4
    room = None if size.height is None else inner_height(size, legend, margin)
    for across in _across(panels, size):
        rows = [panels[first : first + across] for first in range(0, len(panels), across)]
        slanting = {panel.key: not _fits(panel, _FILLED * whole / across) for panel in panels}
        titles = {panel.key: _title(panel, whole / across) for panel in panels}
        heads = [_TITLE + _LINE * max(len(titles[panel.key]) - 1 for panel in row) for row in rows]
        feet = [max(_foot(panel, slants=slanting[panel.key]) for panel in row) for row in rows]
        around = [head + _GAP * (len(lanes) - 1) + foot for head, foot in zip(heads, feet, strict=True)]
        lane_heights = [float(lane.height) for lane in lanes]
        if room is None or room - sum(around) >= _LEAST * len(rows):
            break
    if room is not None:
        share = max(_LEAST / 2, (room - sum(around)) / len(rows)) / sum(lane_heights)
        lane_heights = [share * height for height in lane_heights]
    height = sum(around) + len(rows) * sum(lane_heights)
    shared = [lane.limits([panel for panel in panels if not panel.apart]) for lane in lanes]
    traces: list[Part] = []
    axes: Part = {}
    notes: list[Part] = []
    top = height
    for row, head, own_height in zip(rows, heads, around, strict=True):
        for place, panel in enumerate(row):
            own = panel.apart and not panel.undefined
            numbers = own or not place or (row[place - 1].apart and not row[place - 1].undefined)
            limits = [lane.limits([panel]) for lane in lanes] if own else shared
            begin = place / across + (_NUMBERS if numbers and place else _BESIDE if place else 0) / whole
            columns = _columns(panel, crowded=slanting[panel.key])
            number = 1 + sum(name.startswith("xaxis") for name in axes)
            x = marks.axis("x", number)
            bottom = top - head
            for lane, lane_height, ends in zip(lanes, lane_heights, limits, strict=True):
                y = marks.axis("y", 1 + sum(name.startswith("yaxis") for name in axes))
                domain = [(bottom - lane_height) / height, bottom / height]
                axes[_layout_name(y)] = _lane_axis(
                    lane, lane_height, x, domain, ends, numbers=numbers, titled=not place
                )
                on = {"xaxis": x, "yaxis": y}
                traces += (
                    lane.draw(columns, on, ends) if columns else [{"type": "scatter", "x": [None], "y": [None], **on}]
                )
                if lane is lanes[0]:
                    notes += _head(
                        panel, on, titles[panel.key], empty=not columns, out=_NUMBERS * bool(numbers and place)
                    )
                bottom -= lane_height + _GAP
            domain = [begin, (place + 1) / across]
            every = max(1, math.ceil(len(columns) * _DENSE / (whole * (domain[1] - domain[0]))))
            axes[_layout_name(x)] = _bucket_axis(panel, columns, domain, y, slants=slanting[panel.key], every=every)
        top -= own_height + sum(lane_heights)
    more: Part = {**axes, "annotations": notes, "hoverdistance": marks.NEAR}
    return chart(traces, size, height=height, margin=margin, legend=legend, **more)


def targets(
    columns: Sequence[Column], data: Sequence[list[Any]], hover: Sequence[str], ends: list[float], on: Part
) -> Part:
    """Return the columns of a lane that are hovered over and clicked, as high as its axis."""
    places = [column.place for column in columns]
    return marks.targets(places, data, hover, reach=ends[1] - ends[0], base=ends[0], **on)


def intervals(
    columns: Sequence[Column], names: tuple[str, str, str], colour: str, *, thickness: float = 2, scale: float = 1
) -> Part:
    """Return what draws 95 % intervals; ``names`` are the keys of value, lower and upper end."""
    value, low, high = names

    def reach(end: str, sign: int) -> list[float]:
        return [sign * scale * (column.row[end] - column.row[value]) for column in columns]

    ends: Part = {"array": reach(high, 1), "arrayminus": reach(low, -1)}
    return {"type": "data", "symmetric": False, **ends, "color": colour, "thickness": thickness, "width": 3}


def limits_around(values: Sequence[float], least: float) -> list[float]:
    """Return the ends of an axis of points that holds 0 and all defined values, with a margin of at least so many."""
    defined = [0.0, *(value for value in values if math.isfinite(value))]
    margin = max(least, 0.08 * (max(defined) - min(defined)))
    return [min(defined) - margin, max(defined) + margin]


def labels(panel: Panel, *, counted: bool) -> list[str]:
    """Return the labels under a panel, with the number of gold words below them where there is room."""
    ticks = [theme.plain(tick_label(row["label"])) for row in panel.rows]
    if not counted or not panel.key:
        return ticks
    return [f"{tick}<br>{row['gold']:,}" for tick, row in zip(ticks, panel.rows, strict=True)]


def _across(panels: Sequence[Panel], size: Size) -> list[int]:
    """Return how many panels may stand side by side: as many as suit the size, or more where rows would be too low."""
    count = max(1, len(panels))
    usual = _MANY if size.across == _FEW and _FEW * 2 < count <= _MANY * 2 else size.across
    return [min(usual, count)] if size.height is None or usual >= count else [usual, (count + 1) // 2, count]


def _title(panel: Panel, room: float) -> list[str]:
    """Return the title of a panel, in lines where it has little room."""
    title = translated(panel.title)
    if panel.apart and not panel.undefined:
        title = _("{title} (own axis)", title=title)
    longest = max(map(width_of, title.split(" ")), default=0)
    return wrapped(title, max(8, longest if title.isascii() else 0, int(room / (1.2 * _CHARACTER))))


def _fits(panel: Panel, room: float) -> bool:
    widths = [
        _CHARACTER * max(width_of(tick_label(row["label"])), len(f"{row.get('gold', ''):,}") if panel.key else 0)
        for row in panel.rows
    ]
    return max(widths, default=0) * len(widths) <= room


def _foot(panel: Panel, *, slants: bool) -> float:
    """Return how much room the labels under a panel take."""
    longest = max((width_of(tick_label(row["label"])) for row in panel.rows), default=0)
    return _SLANTING + 0.9 * _CHARACTER * longest if slants else _TICKS


def _columns(panel: Panel, *, crowded: bool) -> list[Column]:
    return [] if panel.undefined else [Column(place, panel, row, crowded) for place, row in enumerate(panel.rows)]


def _shares(columns: Sequence[Column], on: Part, _ends: list[float]) -> list[Part]:
    marker = {"color": theme.STRIP, "line": {"width": 0}}
    places = [column.place for column in columns]
    return [marks.bars(places, [column.row["share"] for column in columns], [0.86] * len(places), marker=marker, **on)]


def _head(panel: Panel, on: Part, title: Sequence[str], *, empty: bool, out: int) -> list[Part]:
    shown = "<br>".join(f"<b>{theme.plain(line)}</b>" for line in title)
    where = {"xref": f"{on['xaxis']} domain", "yref": f"{on['yaxis']} domain"}
    above = {
        "xanchor": "left",
        "yanchor": "bottom",
        "xshift": -out,
        "yshift": 4,
        "hovertext": theme.plain(translated(panel.meaning)),
    }
    notes = [marks.note(shown, 0, 1, align="left", **where, **above)]
    if empty:
        lines = map(theme.plain, wrapped(_("undefined: {what}", what=translated(panel.undefined)), 24))
        notes.append(marks.reason("<br>".join(lines), 0.5, 0.5, **where))
    return notes


def _bucket_axis(
    panel: Panel, columns: Sequence[Column], domain: list[float], y: str, *, slants: bool, every: int
) -> Part:
    shown = columns[::every]
    return {
        "domain": domain,
        "anchor": y,
        "range": [-0.55, max(1, len(columns)) - 0.45],
        "tickvals": [column.place for column in shown],
        "ticktext": labels(panel, counted=not slants)[::every] if shown else [],
        "tickangle": -60 if slants else 0,
        "tickfont": {"size": theme.SMALL},
        "showgrid": False,
    }


def _lane_axis(
    lane: Lane, height: float, x: str, domain: list[float], ends: list[float], *, numbers: bool, titled: bool
) -> Part:
    zero: Part = {"zeroline": True, "zerolinecolor": theme.GOLD, "zerolinewidth": 2} if lane.zero else {}
    return {
        "domain": domain,
        "anchor": x,
        "range": ends,
        "nticks": max(2, min(6 if lane.height > 100 else 4, int(height / _NUMBER))),
        "tickformat": lane.tickformat,
        "tickfont": {"size": theme.SMALL},
        "showticklabels": numbers and lane.numbers,
        "title": {"text": lane.title if titled else "", "font": {"size": theme.SMALL}, "standoff": 4},
        "showgrid": lane.numbers,
        **zero,
    }


def _layout_name(axis: str) -> str:
    return f"{axis[0]}axis{axis[1:]}"
