"""A table as a figure: cells with several lines, shaded by what they say, each of them a click target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.figures import cells as table
from cwsdiag.figures import theme, traces
from cwsdiag.figures.kept import drawn_once
from cwsdiag.figures.names import short_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.figures.traces import Part

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


@drawn_once
def cells_figure(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell]],
    *,
    low: str = theme.LABEL,
    high: str = theme.LABEL,
    groups: int = 1,
) -> go.Figure:
    """Draw a table of cells; a click gives the ``data`` of a cell.

    Args:
        rows: names of the rows, one for each ``groups`` of them; all different.
        columns: titles of the columns, set in two lines at their first blank.
        cells: by row and column.
        low: the colour of level -1.
        high: the colour of level 1.
        groups: how many rows belong together under one name.
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
    return table.figure(
        parts,
        height=height * len(cells) + _HEAD + _FOOT,
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
    return traces.shape([-0.14, 1], [line - 0.5, line - 0.5], {"color": theme.GOLD, "width": 1}, xref="paper")
