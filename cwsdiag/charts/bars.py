"""A table as a figure with bars in its cells, all to one scale: a bar a bucket of an attribute."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import chart, side_by_side
from cwsdiag.charts.names import short_by_name, short_names
from cwsdiag.frames import tick_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

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
        column - _INSIDE / 2 + (place + 0.5) * room
        for column in range(len(columns))
        for place in range(len(attributes))
    ]
    traces: list[Part] = []
    layout: Part = {"shapes": []}
    domains = side_by_side(len(rows), 0)[::-1]
    for number, (row, domain) in enumerate(zip(rows, domains, strict=True), start=1):
        y = marks.axis("y", number)
        line = {"color": theme.FAINT, "width": 1}
        layout["shapes"].append(marks.shape([0, 1], [domain[1]] * 2, line, xref="paper", yref="paper"))
        first, *others = (theme.plain(short[name]) for name in row.name)
        name = "<br>".join([f"<b>{first}</b>", *others])
        look = {"tickfont": {"size": theme.SMALL}, "showgrid": False, "zerolinecolor": theme.GOLD}
        middle = {"tickvals": [(low + top) / 2], "ticktext": [name], "zeroline": any(row.cells)}
        layout[f"yaxis{y[1:]}"] = {"domain": domain, "range": [low, top], **middle, **look}
        titles = [theme.plain(title).replace("\n", "<br>") for title in row.titles]
        over = top - 0.12 * (top - low) if any(row.cells) else (low + top) / 2
        small = {"textfont": {"size": theme.SMALL}, "yaxis": y}
        traces += _bars(row, room, [low, high + _REACH * (top - high)], y) if any(row.cells) else []
        traces.append(marks.texts(list(range(len(titles))), [over] * len(titles), titles, **small))
    heads = short_names(columns, max(8, int(size.width / size.text / len(columns) / 8)))
    keys = short_names(list(map(tick_label, attributes)), _LONGEST_KEY)
    names = [theme.plain(name) for _column in columns for name in keys]
    xaxis: Part = {"range": [-0.5, len(columns) - 0.5], "tickvals": places, "ticktext": names, "tickangle": -90}
    xaxis |= {"anchor": marks.axis("y", len(rows)), "showticklabels": has_bars, "showgrid": False}
    feet = _BOTTOM if has_bars else 0
    return chart(
        traces,
        size,
        height=(_TALL if has_bars else _FLAT) * len(rows) + _TOP + feet,
        margin={"l": 4, "r": 4, "t": _TOP, "b": feet},
        # Of columns side by side only the one under the pointer may answer.
        hoverdistance=marks.NEAR,
        xaxis={**xaxis, "tickfont": {"size": 9}},
        annotations=[
            marks.note(theme.plain(head), column, 1, yref="paper", yanchor="bottom")
            for column, head in enumerate(heads)
        ],
        **layout,
    )


def _bars(row: BarsRow, room: float, ends: list[float], y: str) -> list[Part]:
    """Return the bars of a row, their texts, and the columns that are clicked."""
    bars, places = [], []
    for column, cell in enumerate(row.cells):
        for attribute, one in enumerate(cell):
            middle = column - _INSIDE / 2 + (attribute + 0.5) * room
            places.append((middle, one))
            width = _BARS * room / max(len(one.values), 1)
            for place, value in enumerate(one.values):
                colour = row.high if value > 0 else row.low
                colour = theme.tint(colour, theme.LIGHTER) if one.faint and one.faint[place] else colour
                if not math.isnan(value):
                    bars.append((middle + (place + 0.5 - len(one.values) / 2) * width, value, 0.9 * width, colour))
    x, heights, widths, colours = (list(one) for one in zip(*bars, strict=True)) if bars else ([], [], [], [])
    written = [
        (middle, max([0.0, *(value for value in one.values if value > 0)]), one.text)
        for middle, one in places
        if one.text
    ]
    at, over, texts = (list(one) for one in zip(*written, strict=True)) if written else ([], [], [])
    return [
        marks.bars(x, heights, colours, width=widths, yaxis=y),
        marks.texts(at, over, list(map(theme.plain, texts)), textposition="top center", textfont={"size": 9}, yaxis=y),
        marks.bars(
            [middle for middle, _one in places],
            [ends[1] - ends[0]] * len(places),
            data=[list(one.data or ()) for _middle, one in places],
            hover=[marks.hover(one.hover) for _middle, one in places],
            base=ends[0],
            width=room,
            yaxis=y,
        ),
    ]
