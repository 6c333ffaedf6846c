"""A table as a figure: cells with several lines, shaded by what they say, each of them a click target."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts import matrix as table
from cwsdiag.charts.names import beginning, short_by_name, short_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.layout import Entry, Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

# Every shade stays so light that the texts of both themes read on it.
_DEEPEST = 0.42
_LINE, _PADDING = 15, 14
_HEAD, _FOOT = 40, 6
_LONGEST_NAME = 26
_MARK = 26


@dataclass(frozen=True)
class Cell:
    """One cell.

    Attributes:
        lines: its texts, from top to bottom.
        hover: what is said of it under the pointer, line by line.
        data: what a click on it gives; None where it leads nowhere.
        level: how much it is shaded, from -1 to 1 by the colours of the figure; None for not at all.
        bold: which of the lines stands out, None for none.
    """

    lines: tuple[str, ...]
    hover: tuple[str, ...]
    data: tuple[Any, ...] | None = None
    level: float | None = None
    bold: int | None = None


def cells_chart(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell]],
    size: Size,
    *,
    low: str = theme.LABEL,
    high: str = theme.LABEL,
    groups: int = 1,
    legend: Sequence[Entry] = (),
) -> Spec:
    """Return a table of cells; a click gives the ``data`` of a cell.

    Args:
        rows: names of the rows, one for each ``groups`` of them; all different.
        columns: titles of the columns, set in two lines at their first blank.
        cells: by row and column.
        size: where it goes.
        low: the colour of level -1.
        high: the colour of level 1.
        groups: how many rows belong together under one name.
        legend: what the shades are.
    """
    height = _PADDING + _LINE * max((len(cell.lines) for row in cells for cell in row), default=1)
    places = table.every_place(len(cells), len(columns))
    parts = [
        table.fills(_shades(cells, len(columns)), theme.diverging(low, high), low=-1, gap=3),
        table.texts(places, [_text(cells[line][column]) for line, column in places], size=theme.SMALL),
        table.targets(
            places,
            [list(cells[line][column].data or ()) for line, column in places],
            ["<br>".join(map(theme.plain, cells[line][column].hover)) for line, column in places],
            size=_MARK,
        ),
    ]
    return table.matrix_chart(
        parts,
        size,
        height=height * len(cells) + _HEAD + _FOOT,
        legend=legend,
        columns={
            "range": [-0.5, len(columns) - 0.5],
            "tickvals": list(range(len(columns))),
            "ticktext": [theme.plain(title).replace(" ", "<br>", 1) for title in columns],
            "tickfont": {"size": theme.SMALL + 1},
            "showline": False,
        },
        rows={
            "range": [len(cells) - 0.5, -0.5],
            "tickvals": [groups * place + (groups - 1) / 2 for place in range(len(rows))],
            "ticktext": [theme.plain(name) for name in cut_names(rows)],
            "showline": False,
        },
        margin={"l": 4, "r": 4, "t": _HEAD, "b": _FOOT},
        shapes=[_between(groups * place) for place in range(1, len(rows)) if groups > 1],
    )


def cut_names(names: Sequence[str]) -> list[str]:
    """Return names as short as the margin is; those that no cut keeps apart are numbered."""
    short = short_names(names, _LONGEST_NAME)
    if max(map(len, short), default=0) <= _LONGEST_NAME:
        return short
    return [f"{number}. {name[: _LONGEST_NAME - 5]}…" for number, name in enumerate(short, start=1)]


def _shades(cells: Sequence[Sequence[Cell]], columns: int) -> list[list[float | None]]:
    values = [[None if cell.level is None else _DEEPEST * cell.level for cell in row] for row in cells]
    return values or [[None] * columns]


def _text(cell: Cell) -> str:
    lines = [theme.plain(line) for line in cell.lines]
    if cell.bold is not None:
        lines[cell.bold] = f"<b>{lines[cell.bold]}</b>"
    return "<br>".join(lines)


def _between(line: int) -> Part:
    """Return the line between two groups of rows, from under their names to the other end."""
    return marks.shape([-0.14, 1], [line - 0.5, line - 0.5], {"color": theme.GOLD, "width": 1}, xref="paper")


# Of a table of bars, in pixels: the height of a row with bars and of one with texts alone, of heads and feet; and of a
# row with bars where its texts stand, where bars begin, and how much of it they have.
_TALL, _FLAT, _TOP, _BOTTOM = 112, 52, 26, 40
_TITLED, _BEGIN, _REACH = 0.16, 0.38, 0.56
# Of the width of a cell, what its bars have, and of the room of an attribute, what its bars have.
_INSIDE, _BARS = 0.92, 0.84
_LONGEST_LINE = 32


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
    """Return a table of cells with bars in them, all to one scale; a click gives the ``data`` of an attribute's bars.

    Args:
        rows: from top to bottom.
        columns: names of the columns.
        attributes: what the bars of a cell are of, short enough to stand upright below them.
        size: where it goes.
        span: the lowest and the highest bar, or 0 where none is below or above it; they differ.
    """
    heights = [_TALL if any(row.cells) else _FLAT for row in rows]
    # Of each row where it begins, in pixels from the top; the axis counts them downwards. Under the last row with bars
    # the attributes are named.
    last = max((place for place, height in enumerate(heights) if height == _TALL), default=-1)
    feet = _BOTTOM if last >= 0 else 0
    tops = [sum(heights[:place]) + (feet if place > last else 0) for place in range(len(rows))]
    parts = [
        part
        for row, top, height in zip(rows, tops, heights, strict=True)
        if height == _TALL
        for part in _drawn_bars(row, top, len(attributes), span)
    ]
    parts.append(_titles(rows, tops, heights))
    whole = sum(heights) + feet
    return table.matrix_chart(
        parts,
        size,
        # Of columns side by side only the one under the pointer may answer.
        hoverdistance=marks.NEAR,
        height=whole + _TOP,
        columns={
            "range": [-0.5, len(columns) - 0.5],
            "tickvals": list(range(len(columns))),
            "ticktext": [theme.plain(name) for name in cut_names(columns)],
            "showline": False,
        },
        rows={
            "range": [whole, 0],
            "tickvals": [top + height / 2 for top, height in zip(tops, heights, strict=True)],
            "ticktext": _row_names(rows),
            "tickfont": {"size": theme.SMALL},
            "showline": False,
        },
        margin={"l": 4, "r": 4, "t": _TOP, "b": 0},
        shapes=[marks.shape([0, 1], [top, top], {"color": theme.FAINT, "width": 1}, xref="paper") for top in tops],
        annotations=_feet(rows[last], attributes, tops[last] + _TALL) if feet else [],
    )


def _titles(rows: Sequence[BarsRow], tops: Sequence[float], heights: Sequence[float]) -> Part:
    """Return the titles of all cells: over their bars, or in the middle of a row that has none."""
    places = [
        (top + (height * _TITLED if height == _TALL else height / 2), column)
        for row, top, height in zip(rows, tops, heights, strict=True)
        for column in range(len(row.titles))
    ]
    said = [theme.plain(title).replace("\n", "<br>") for row in rows for title in row.titles]
    return table.texts(places, said, size=theme.SMALL)


def _drawn_bars(row: BarsRow, top: float, attributes: int, span: tuple[float, float]) -> list[Part]:
    """Return the bars of a row, the line that they stand on, their texts, and the columns that are clicked."""
    unit = _TALL * _REACH / (span[1] - span[0])
    foot = top + _TALL * _BEGIN + unit * span[1]
    room = _INSIDE / attributes
    filled, texts, targets = [], [], []
    for column, cell in enumerate(row.cells):
        for place, bars in enumerate(cell):
            left = column - _INSIDE / 2 + place * room
            width = _BARS * room / max(len(bars.values), 1)
            begin = left + (1 - _BARS) / 2 * room
            filled += [
                (begin + (number + 0.5) * width, value, width, _bar_colour(row, bars, number))
                for number, value in enumerate(bars.values)
                if not math.isnan(value)
            ]
            highest = max((value for value in bars.values if not math.isnan(value)), default=0.0)
            if bars.text:
                texts.append(((foot - unit * max(highest, 0) - 6, left + room / 2), bars.text))
            targets.append((left + room / 2, bars))
    columns = range(len(row.cells))
    return [
        marks.bars(
            [x for x, _value, _width, _colour in filled],
            [-unit * value for _x, value, _width, _colour in filled],
            [0.9 * width for _x, _value, width, _colour in filled],
            base=[foot] * len(filled),
            marker={"color": [colour for *_bar, colour in filled], "line": {"width": 0}},
        ),
        marks.line(
            [x for column in columns for x in (column - _INSIDE / 2, column + _INSIDE / 2, None)],
            [y for _column in columns for y in (foot, foot, None)],
            theme.GOLD,
            1,
        ),
        table.texts([place for place, _said in texts], [theme.plain(said) for _place, said in texts], size=9),
        marks.targets(
            [middle for middle, _bars in targets],
            [list(bars.data or ()) for _middle, bars in targets],
            ["<br>".join(map(theme.plain, bars.hover)) for _middle, bars in targets],
            reach=_TALL * (1 - _TITLED),
            base=[top + _TALL * _TITLED] * len(targets),
            width=room,
        ),
    ]


def _bar_colour(row: BarsRow, bars: Bars, number: int) -> str:
    colour = row.high if bars.values[number] > 0 else row.low
    return theme.lighter(colour) if bars.faint and bars.faint[number] else colour


def _row_names(rows: Sequence[BarsRow]) -> list[str]:
    """Return what stands beside each row, every line cut to its room, so that lines that differ still do."""
    lines = list(dict.fromkeys(line for row in rows for line in row.name))
    short = short_by_name(lines, _LONGEST_LINE)
    found = []
    for row in rows:
        # Where no cut keeps all apart they come back whole.
        first, *others = (theme.plain(beginning(short[line], _LONGEST_LINE)) for line in row.name)
        found.append("<br>".join([f"<b>{first}</b>", *others]))
    return found


def _feet(row: BarsRow, attributes: Sequence[str], foot: float) -> list[Part]:
    """Return the names of the attributes, upright below each cell of a row."""
    room = _INSIDE / len(attributes)
    return [
        marks.note(
            theme.plain(name),
            column - _INSIDE / 2 + (place + 0.5) * room,
            foot,
            textangle=-90,
            yanchor="top",
            yshift=-2,
            font={"size": 9},
        )
        for column in range(len(row.cells))
        for place, name in enumerate(attributes)
    ]
