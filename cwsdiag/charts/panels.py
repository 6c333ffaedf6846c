"""Buckets of attributes in small panels: lanes above one another, a column a bucket, the same axes in all panels.

What stands in a lane is drawn by the chart whose lane it is.

One system by bucket: in small panels its F1, under it what each bucket costs, under that the share of gold.

The last panel is the summary: of each attribute the worst and the best bucket, as in the paper's Table 4, and under
them what its costliest bucket costs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, inner_height, short_names, side_by_side, ticks, wrapped
from cwsdiag.charts.marks import Part
from cwsdiag.charts.theme import Size, Style
from cwsdiag.frames import Panel, tick_label
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, lazy, translated

Row = dict[str, Any]

# Pixels of a page: left of all panels, left of one with numbers on its axis, between panels and lanes, over a panel for
# its title, below it for two lines of labels; a line, a character, and what a slanting label takes of the width.
_LEFT, _NUMBERS, _BESIDE, _GAP, _HEAD, _FOOT, _LINE = 56, 34, 6, 9, 28, 42, 17
_CHARACTER, _SLANTING = 6.3, 10
SHARES = LegendEntry(lazy("share of gold, counts below"), theme.STRIP)
# Panels side by side on a slide.
_MOST_BESIDE = 9
# Latin letters of a label under an axis.
_LONGEST = 14
# More columns than this have small marks.
_MANY = 7


@dataclass(frozen=True)
class Lane:
    """What stands above one another in each panel.

    Attributes:
        title: of its axis.
        height: in pixels of a page.
        limits: gives the ends of the axis that these panels share.
        draw: gives the traces of a panel on an axis with these ends.
        zero: whether there is a line at 0.
        numbers: whether its axis has numbers.
    """

    title: str
    height: int
    limits: Callable[[Sequence[Panel]], list[float]]
    draw: Callable[[Panel, list[float]], Iterable[Part]]
    zero: bool = False
    numbers: bool = True


def _shares(panel: Panel, _ends: list[float]) -> list[Part]:
    heights = [row["share"] for row in panel.rows]
    return [marks.bars(list(range(len(heights))), heights, theme.STRIP, width=0.86)]


# The share of gold words in each bucket.
_SHARE_LANE = Lane("", 24, lambda _panels: [0.0, 1.0], _shares, numbers=False)


def panels_chart(
    panels: Sequence[Panel], lanes: Sequence[Lane], size: Size, *, legend: Sequence[LegendEntry] = ()
) -> Spec:
    """Return panels side by side, as many as suit the size; one that stands apart has axes of its own.

    Args:
        panels: one an attribute.
        lanes: from the top downwards; that of the shares of gold is below them.
        size: where it goes.
        legend: what the marks mean.
    """
    lanes = (*lanes, _SHARE_LANE)
    margin = {"l": _LEFT, "r": 4, "t": 0, "b": 0}
    whole = size.width / size.text - _LEFT - 4
    # On a slide two rows are low: they are better than titles that run into each other.
    rows = math.ceil(max(1, len(panels)) / (_MOST_BESIDE if size.height else size.across))
    across = math.ceil(max(1, len(panels)) / rows)
    titles = [_title(panel, whole / across) for panel in panels]
    # What a file calls a category may be long: the hover and the tables have it whole.
    names = [short_names([tick_label(row["label"]) for row in panel.rows], _LONGEST) for panel in panels]
    longest = [max(map(width_of, one), default=0) for one in names]
    counts = [max((len(f"{row.get('gold', 0):,}") for row in panel.rows), default=0) for panel in panels]
    slants = [
        max(label, count) * _CHARACTER * len(panel.rows) > 0.92 * whole / across
        for panel, label, count in zip(panels, longest, counts, strict=True)
    ]
    head = _HEAD + _LINE * (max(map(len, titles), default=1) - 1)
    upright = [16 + 0.9 * _CHARACTER * one if slant else 0 for one, slant in zip(longest, slants, strict=True)]
    feet = [max(_FOOT, *upright[row * across : (row + 1) * across]) for row in range(rows)]
    around = head + _GAP * (len(lanes) - 1)
    room = inner_height(size, legend, margin)
    usual = sum(lane.height for lane in lanes)
    scale = 1.0 if room is None else max(0.4, ((room - sum(feet)) / rows - around) / usual)
    height = rows * (around + scale * usual) + sum(feet)
    shared = [lane.limits([panel for panel in panels if panel.key and not panel.apart]) for lane in lanes]
    traces: list[Part] = []
    layout: Part = {"annotations": [], "hoverdistance": marks.NEAR}
    for place, panel in enumerate(panels):
        column, x = place % across, marks.axis("x", place + 1)
        own = panel.apart and not panel.undefined
        numbers = own or not column or panels[place - 1].apart
        row = place // across
        bottom = height - row * (around + scale * usual) - sum(feet[:row]) - head
        begin, end = side_by_side(across, _BESIDE / whole)[column]
        begin += _NUMBERS / whole if numbers and column else 0
        every = max(1, math.ceil(len(panel.rows) * _SLANTING / (whole * (end - begin))))
        for lane_place, (lane, limits) in enumerate(zip(lanes, shared, strict=True)):
            tall = scale * lane.height
            y = marks.axis("y", len(lanes) * place + lane_place + 1)
            ends = lane.limits([panel]) if own else limits
            on = {"xaxis": x, "yaxis": y}
            drawn = [{"type": "scatter", "x": [None], "y": [None]}] if panel.undefined else lane.draw(panel, ends)
            traces += [{**one, **on} for one in drawn]
            layout[f"yaxis{y[1:]}"] = {
                "domain": [(bottom - tall) / height, bottom / height],
                "anchor": x,
                "range": ends,
                "nticks": max(2, min(6, int(tall / 20))),
                "tickfont": {"size": theme.SMALL},
                "showticklabels": numbers and lane.numbers,
                "showgrid": lane.numbers,
                "title": {"text": "" if column else lane.title, "font": {"size": theme.SMALL}, "standoff": 4},
                **({"zeroline": True, "zerolinecolor": theme.GOLD, "zerolinewidth": 2} if lane.zero else {}),
                "automargin": False,
            }
            if not lane_place:
                layout["annotations"] += _notes(panel, titles[place], on, -_NUMBERS if numbers and column else 0)
            bottom -= tall + _GAP
        axis = ticks(
            [
                name + ("" if slants[place] or not panel.key else f"\n{one['gold']:,}")
                for name, one in zip(names[place], panel.rows, strict=True)
            ],
            tickfont={"size": theme.SMALL},
            tickangle=-60 if slants[place] else 0,
            automargin=False,
        )
        axis |= {"tickvals": axis["tickvals"][::every], "ticktext": axis["ticktext"][::every]}
        layout[f"xaxis{x[1:]}"] = {**axis, "domain": [begin, end], "anchor": y}
    return chart(traces, size, height=height, margin=margin, legend=legend, **layout)


def targets(ends: Sequence[float], data: Sequence[list[Any]], hover: Mapping[tuple[str, int], str]) -> Part:
    """Return the columns of a lane that are hovered over and clicked, as high as its axis.

    Args:
        ends: of the axis.
        data: what a click on each gives: attribute and bucket, and what else.
        hover: what is said of a bucket under the pointer, by attribute and bucket.
    """
    places = list(range(len(data)))
    said = [hover.get((key, bucket), "") for key, bucket, *_more in data]
    return marks.bars(places, [ends[1] - ends[0]] * len(places), data=data, hover=said, base=ends[0])


def points(
    cells: Mapping[float, dict[str, Any]], style: Style, value: str, low: str, high: str, *, scale: int = 1, **more: Any
) -> Part:
    """Return a number of some buckets with its interval; of buckets too small to be named hollow.

    Args:
        cells: rows of buckets, by where each stands.
        style: of the marks.
        value: the key of the number.
        low: that of the lower end of its interval.
        high: that of the upper end.
        scale: what a unit of it is on the axis.
        more: what a click on each gives, and what each says under the pointer.
    """
    numbers, lows, highs = ([scale * row[key] for row in cells.values()] for key in (value, low, high))
    hollow = [not row["named"] for row in cells.values()]
    return marks.points(list(cells), numbers, style, hollow=hollow, low=lows, high=highs, **more)


def values(panels: Iterable[Panel], *names: str) -> list[float]:
    """Return the numbers that an axis holds: the first of each bucket, and all of those that can be named."""
    return [row[name] for panel in panels for row in panel.rows for name in (names if row["named"] else names[:1])]


def mark_size(panel: Panel) -> int:
    """Return how large marks are, in pixels of a page: small where there are many."""
    return 10 if len(panel.rows) <= _MANY else 7


def _title(panel: Panel, room: float) -> list[str]:
    """Return the title of a panel, in lines where it has little room."""
    title = translated(panel.title)
    if panel.apart and not panel.undefined:
        title = _("{title} (own axis)", title=title)
    longest = max(map(len, title.split(" "))) if title.isascii() else 8
    return wrapped(title, max(8, longest, int(room / (1.2 * _CHARACTER))))


def _notes(panel: Panel, title: Sequence[str], on: Part, left: int) -> list[Part]:
    """Return the title of a panel, its meaning behind it, and why nothing stands in it."""
    where = {"xref": f"{on['xaxis']} domain", "yref": f"{on['yaxis']} domain"}
    notes = [
        marks.note(
            "<br>".join(f"<b>{theme.plain(line)}</b>" for line in title),
            0,
            1,
            hovertext=theme.plain(translated(panel.meaning)),
            xanchor="left",
            align="left",
            yanchor="bottom",
            xshift=left,
            yshift=4,
            **where,
        )
    ]
    if panel.undefined:
        notes.append(
            marks.reason(
                "\n".join(wrapped(_("undefined: {what}", what=translated(panel.undefined)), 24)), 0.5, 0.5, **where
            )
        )
    return notes


def self_chart(
    by_attribute: Sequence[Panel],
    size: Size,
    *,
    colour: str,
    small: str,
    hover: Mapping[tuple[str, int], str],
    field: Mapping[str, Sequence[Panel]] | None = None,
    styles: Mapping[str, Style] | None = None,
    summary: bool = True,
) -> Spec:
    """Return F1 and cost with their intervals for every bucket of every panel.

    The whole column of a bucket is its click target; customdata is the attribute and the index of the bucket. The worst
    bucket of a panel is a diamond in a colour of its own, the costliest a full bar, and a bucket too small to be named
    a hollow point. Costs of characters are grey: they are of another F1. A panel that stands apart has an axis of its
    own, and is not in the summary.

    Args:
        by_attribute: one an attribute; ``worst`` and ``best`` by F1, ``costliest`` by cost.
        size: where it goes.
        colour: of the system.
        small: what hollow points mean.
        hover: what is said of a bucket under the pointer, by attribute and bucket.
        field: the panels of the other systems to be drawn as lines, by name.
        styles: how these are drawn; A and B are strong.
        summary: whether the last panel is the summary, which says nothing more of one attribute alone.
    """
    others = {name: {panel.key: panel for panel in theirs} for name, theirs in (field or {}).items()}
    drawn = styles or {}
    worst = Style(theme.WORST, "diamond", size=12)

    def f1_limits(some: Sequence[Panel]) -> list[float]:
        keys = [panel.key for panel in some]
        of_field = [theirs[key] for theirs in others.values() for key in keys if key in theirs]
        named = [row["f1"] for panel in of_field for row in panel.rows if row["named"]]
        return theme.axis_limits([*values(some, "f1", "f1_low", "f1_high"), *named])

    def cost_limits(some: Sequence[Panel]) -> list[float]:
        costs = [100 * value for value in values(some, "cost", "cost_low", "cost_high")]
        return theme.axis_limits([0.0, *costs], least=0.2, of_scores=False)

    def columns(panel: Panel, ends: list[float], end: str) -> Part:
        # A column of the summary is that of an end of its attribute.
        data = [
            [panel.key, row["bucket"]] if panel.key else [row["label"], row[end]["bucket"] if row[end] else None]
            for row in panel.rows
        ]
        return targets(ends, data, hover)

    def f1(panel: Panel, ends: list[float]) -> Iterator[Part]:
        if panel.key:
            for name, theirs in others.items():
                if panel.key in theirs:
                    heights, other = [row["f1"] for row in theirs[panel.key].rows], drawn[name]
                    look = {"color": other.colour, "width": 2.6 if other.role else 1.2, "dash": other.dash}
                    yield marks.line(list(range(len(heights))), heights, other.colour, 1, line=look)
            for style in (Style(colour, size=mark_size(panel)), worst):
                yield points(
                    {place: row for place, row in enumerate(panel.rows) if (place == panel.worst) == (style is worst)},
                    style,
                    "f1",
                    "f1_low",
                    "f1_high",
                )
        else:
            places = [place for place, row in enumerate(panel.rows) if row["worst"]]
            low, high = ([panel.rows[place][end]["f1"] for place in places] for end in ("worst", "best"))
            yield marks.points(places, high, Style(theme.GOLD, size=0), low=low, high=high, thick=3)
            yield marks.points(places, high, Style(colour, size=8))
            yield marks.points(places, low, Style(theme.WORST, "diamond", size=8))
        yield columns(panel, ends, "worst")

    def cost(panel: Panel, ends: list[float]) -> Iterator[Part]:
        rows = panel.rows if panel.key else [row["costliest"] for row in panel.rows]
        cells: dict[float, Row] = {place: row for place, row in enumerate(rows) if row}
        inks = []
        for place, row in cells.items():
            ink = theme.GOLD if panel.by_character or row.get("by_character") else colour
            inks.append(ink if not panel.key or place == panel.costliest else theme.tint(ink, theme.LIGHTER))
        yield marks.bars(list(cells), [100 * row["cost"] for row in cells.values()], inks, width=0.6)
        if panel.key:
            yield points(cells, Style(theme.LABEL, size=0), "cost", "cost_low", "cost_high", scale=100)
        yield columns(panel, ends, "costliest")

    lanes = (
        Lane("F1", 128, f1_limits, f1),
        Lane(_("points lost"), 70, cost_limits, cost, zero=True),
    )
    return panels_chart(
        [*by_attribute, *([_summary([panel for panel in by_attribute if not panel.apart])] if summary else [])],
        lanes,
        size,
        legend=[
            LegendEntry(_("F1 with its 95 % interval"), colour, "circle"),
            LegendEntry(_("worst of its attribute"), theme.WORST, "diamond"),
            LegendEntry(small, colour, "circle-open"),
            LegendEntry(_("points lost; full: most"), colour),
            SHARES,
            *(LegendEntry(name, style.colour, dash=style.dash) for name, style in drawn.items()),
        ],
    )


def _summary(by_attribute: Sequence[Panel]) -> Panel:
    """Return the panel with a column an attribute, whose row holds its worst, its best and its costliest bucket."""
    rows = []
    for panel in by_attribute:
        row: Row = {"label": panel.key, "share": 0.0}
        for name, place in (("worst", panel.worst), ("best", panel.best), ("costliest", panel.costliest)):
            row[name] = None if place is None else {**panel.rows[place], "by_character": panel.by_character}
        rows.append(row)
    return Panel(
        "",
        _("worst to best, costliest"),
        "",
        rows,
        None,
        None,
        "",
        _("Of each attribute the worst and the best bucket, and under them what its costliest bucket costs."),
    )
