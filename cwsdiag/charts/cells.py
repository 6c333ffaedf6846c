"""Figures that look like a table: cells with texts, shaded by what they say, each of them a click target.

Matrices of systems and of datasets, errors by shape and cause, all systems against one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, chart, short_names, ticks, wrapped
from cwsdiag.frames import width as width_of
from cwsdiag.languages import translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.theme import Size

# So much of the fullest cell is coloured that the texts of both themes are read on it.
DEEPEST = 0.55
# More rows than this are lower and have smaller texts.
_MANY = 8
# Pixels of a page: a line of text in a cell and what is around it, in small and in large tables; a character.
_LINE, _AROUND, _AROUND_FEW, _CHARACTER = 15, 10, 23, 6.2
_LONGEST_NAME, _LONGEST_SLANTING, _HEAD_LINES = 26, 18, 3
_INTERVAL = re.compile(r" \[[−+\d][^\[\]]*\]$")
# A cell has so much of its column and row.
_WIDE, _HIGH = 0.97, 0.94


@dataclass(frozen=True)
class MatrixCell:
    """One cell.

    Attributes:
        lines: its texts, from top to bottom.
        hover: what is said of it under the pointer, line by line; nothing where it has no ground and no click.
        data: what a click on it gives; None where it leads nowhere.
        level: how much it is shaded, from -1 to 1 by the colours of the figure; None for not at all.
        bold: which of the lines stands out, None for none.
        ink: the colour of its texts; that of all texts without it.
        frame: the colour of a frame around it; none without it.
    """

    lines: tuple[str, ...]
    hover: tuple[str, ...] = ()
    data: tuple[Any, ...] | None = None
    level: float | None = None
    bold: int | None = None
    ink: str = ""
    frame: str = ""


def cells_chart(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[MatrixCell]],
    size: Size,
    *,
    low: str = theme.LABEL,
    high: str = theme.LABEL,
    deepest: float = 0.42,
    groups: int = 1,
    rules: Sequence[int] = (),
    labels: Sequence[str] = (),
    title: str = "",
    legend: Sequence[LegendEntry] = (),
) -> Spec:
    """Return a table of cells; a click gives the ``data`` of a cell.

    Args:
        rows: names of the rows, one for each ``groups`` of them.
        columns: titles of the columns.
        cells: by row and column.
        size: where it goes.
        low: the colour of level -1.
        high: the colour of level 1.
        deepest: how much of its colour a cell of level 1 has.
        groups: how many rows belong together under one name.
        rules: rows with a line over them.
        labels: what stands beside the rows, as Plotly shows it; their names, short, without it.
        title: over the titles of the columns.
        legend: what the shades are.
    """
    many = len(cells) > _MANY
    lines = max((len(cell.lines) for row in cells for cell in row), default=1)
    high_row = _LINE * lines + (_AROUND if many or lines > 1 else _AROUND_FEW)
    labels = labels or [theme.plain(name) for name in short_names(rows, size.letters(_LONGEST_NAME))]
    beside = max((width_of(re.sub("<.*?>", "", label)) for label in labels), default=0) * _CHARACTER + 16
    room = (size.width / size.text - beside) / max(1, len(columns))
    heads, angle, head = _heads([translated(one) for one in columns], int(room / _CHARACTER))
    every = [(row, column, cell) for row, line in enumerate(cells) for column, cell in enumerate(line)]
    # Numbers are left out where they do not fit.
    fits = max((width_of(line) for *_at, cell in every for line in cell.lines), default=0) * _CHARACTER <= room
    ground = [one for one in every if one[2].hover]
    own = [cell for _row, _column, cell in ground]
    fill = marks.bars(
        [column for _row, column, _cell in ground],
        [_HIGH] * len(own),
        [_colour(cell, low, high, deepest) for cell in own],
        data=[list(cell.data or ()) for cell in own],
        hover=[marks.hover(cell.hover) for cell in own],
        base=[row - _HIGH / 2 for row, _column, _cell in ground],
        width=_WIDE,
    )
    widths, inks = [3 if cell.frame else 0 for cell in own], [cell.frame or theme.CLEAR for cell in own]
    fill["marker"]["line"] = {"width": widths, "color": inks}
    borders = [groups * place for place in range(1, len(rows)) if groups > 1] or rules
    across = {"color": theme.FAINT, "width": 1}
    top = 8 + 20 * bool(title) + head
    return chart(
        [
            fill,
            marks.texts(
                [column for _row, column, _cell in every],
                [row for row, _column, _cell in every],
                [_text(cell, max(8, int(room / (0.9 * _CHARACTER)))) for _row, _column, cell in every],
                textfont={"size": theme.SMALL if many or not fits else theme.SMALL + 1},
            ),
        ]
        if fits or lines > 1
        else [fill],
        size,
        height=high_row * len(cells) + top + 6,
        # What slants ends right of its column: Plotly leaves out what ends outside of the chart.
        margin={"l": 4, "r": max(4.0, head - room / 2) if angle else 4.0, "t": top, "b": 6},
        legend=legend,
        xaxis=ticks(heads, side="top", ticks="", title=title, tickangle=angle),
        yaxis=ticks(
            rows,
            ticktext=labels,
            tickvals=[groups * place + (groups - 1) / 2 for place in range(len(rows))],
            range=[max(1, len(cells)) - 0.5, -0.5],
            **theme.AWAY,
        ),
        hoverdistance=marks.NEAR,
        shapes=[marks.shape([-0.5, len(columns) - 0.5], [at - 0.5] * 2, across) for at in borders],
    )


def _heads(columns: Sequence[str], room: int) -> tuple[list[str], int, float]:
    """Return titles of columns in lines, or slanting where they have no room for that; their angle, and height."""
    short = short_names(columns, max(8, _HEAD_LINES * room))
    lines = [wrapped(title, max(3, room)) for title in short]
    is_chinese = all(width_of(title) == 2 * len(title) for title in columns)
    if is_chinese or all(" ".join(one) == title for one, title in zip(lines, short, strict=True)):
        return ["\n".join(one) for one in lines], 0, 17 * max(map(len, lines), default=1)
    short = short_names(columns, _LONGEST_SLANTING)
    return short, -45, 5 * max(map(width_of, short)) + 8


def _colour(cell: MatrixCell, low: str, high: str, deepest: float) -> str:
    if cell.level is None:
        return theme.tint(high, 0)
    return theme.tint(high if cell.level >= 0 else low, 0.06 + 0.94 * deepest * abs(cell.level))


def _text(cell: MatrixCell, letters: int) -> str:
    """Return the lines of a cell; without intervals, and cut, where they have no room: the hover has them whole."""
    lines = [line if width_of(line) <= letters else _INTERVAL.sub("", line) for line in cell.lines]
    lines = [theme.plain(short_names([line], letters)[0]) for line in lines]
    if cell.bold is not None:
        lines[cell.bold] = f"<b>{lines[cell.bold]}</b>"
    text = "<br>".join(lines)
    return f"<span style='color:{cell.ink}'>{text}</span>" if cell.ink else text
