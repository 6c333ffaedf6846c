"""All systems against one, the base: a row a bucket or a kind of error, a column a system, in each their difference."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.charts import marks, matrix, theme
from cwsdiag.charts.layout import Entry, inner_height
from cwsdiag.charts.names import short_names
from cwsdiag.frames import p_is, signed
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.frames import Against, Cell, Line

_ROW, _HEAD = 24, 44
# Characters that a name over a column may have, where there are few and where there are many.
_LONGEST, _LONGEST_OF_MANY, _MANY = 16, 10, 6
# How much of a colour the largest difference has: texts of either theme are read on it.
DEEPEST = 0.58
_NAMES = 190
_MARGIN = {"l": 8, "r": 4, "t": _HEAD - 8, "b": 6}


def against_chart(found: Against, size: Size, *, colour: str) -> Spec:
    """Return the difference of every system to one, the base: a row a bucket or a kind of error, a column a system.

    A click gives the key of the row and the name of the system.

    Args:
        found: rows and columns, in order; where not all rows fit, those that differ most are drawn.
        size: where it goes.
        colour: of the base, which is ahead in cells of that colour.
    """
    legend = [
        Entry(_("{base} is ahead; bold: significant", base=found.base), colour),
        Entry(_("it is behind"), theme.LABEL),
    ]
    lines = _fitting(found.lines, size, legend)
    if len(lines) < len(found.lines):
        most = _("{n} of {rows} rows, which differ most", n=len(lines), rows=len(found.lines))
        legend.append(Entry(most, theme.CLEAR))
    places = matrix.every_place(len(lines), len(found.systems))
    reach = {kind: _largest(lines, kind) for kind in (False, True)}
    scale = theme.diverging(colour, theme.LABEL)
    traces: list[Part] = []
    for strong in (False, True):
        values = [
            [_shade(line, cell, reach) if _is_strong(line, cell) == strong else None for cell in line.cells]
            for line in lines
        ]
        end = 1 / DEEPEST
        traces.append(matrix.fills(values, scale, low=-end, high=end, opacity=1 if strong else theme.LIGHTER))
    traces.append(matrix.texts(places, [_text(lines[row], lines[row].cells[column]) for row, column in places]))
    data = [[lines[row].key, found.systems[column]] for row, column in places]
    hover = [_hover(found, lines[row], column) for row, column in places]
    traces.append(matrix.targets(places, data, hover, size=_ROW))
    longest = _LONGEST if len(found.systems) <= _MANY else _LONGEST_OF_MANY
    fitting = max(3, int((size.width / size.text - _NAMES) / len(found.systems) / 7))
    return matrix.matrix_chart(
        traces,
        size,
        height=_ROW * len(lines) + _HEAD,
        columns={
            "range": [-0.5, len(found.systems) - 0.5],
            "tickvals": list(range(len(found.systems))),
            "ticktext": [theme.plain(name) for name in short_names(found.systems, min(longest, fitting))],
        },
        rows={"range": [len(lines) - 0.5, -0.5], "tickvals": list(range(len(lines))), "ticktext": _row_names(lines)},
        margin=_MARGIN,
        legend=legend,
        shapes=[_border(place, len(found.systems)) for place in _beginnings(lines)[1:]],
    )


def _fitting(lines: Sequence[Line], size: Size, legend: Sequence[Entry]) -> Sequence[Line]:
    """Return the rows that fit where the height is fixed: the first, and those with the strongest colours."""
    if size.height is None:
        return lines
    most = max(1, int(inner_height(size, legend, _MARGIN) / (1.4 * theme.FONT_SIZE)) - 1)
    reach = {kind: _largest(lines, kind) for kind in (False, True)}

    def strength(line: Line) -> float:
        shades = [
            abs(_shade(line, cell, reach) or 0.0) * (1 if _is_strong(line, cell) else theme.LIGHTER)
            for cell in line.cells
        ]
        return max(shades, default=0.0)

    chosen = {line.key for line in (lines[0], *sorted(lines[1:], key=strength, reverse=True)[: most - 1])}
    return [line for line in lines if line.key in chosen]


def _is_strong(line: Line, cell: Cell) -> bool:
    """Return whether a cell has its full colour: its difference is significant. Errors by kind have no test."""
    return line.is_kind or cell.verdict == "significant"


def _largest(lines: Sequence[Line], kind: bool) -> float:
    values = [abs(cell.difference) for line in lines if line.is_kind == kind and not line.apart for cell in line.cells]
    return max((value for value in values if math.isfinite(value)), default=1) or 1


def _shade(line: Line, cell: Cell, reach: Mapping[bool, float]) -> float | None:
    """Return how far a system is ahead of the base, from −1 to 1: with fewer errors, or with a higher F1."""
    if math.isnan(cell.difference):
        return None
    share = max(-1.0, min(1.0, cell.difference / reach[line.is_kind]))
    return -share if line.is_kind else share


def _text(line: Line, cell: Cell) -> str:
    if math.isnan(cell.difference):
        return "–"
    text = signed(cell.difference, 0 if line.is_kind else 1)
    if cell.verdict == "too few":
        return f"<span style='color:{theme.GOLD}'>{text}</span>"
    return f"<b>{text}</b>" if cell.verdict == "significant" else text


def _beginnings(lines: Sequence[Line]) -> list[int]:
    return [place for place, line in enumerate(lines) if not place or line.group != lines[place - 1].group]


def _row_names(lines: Sequence[Line]) -> list[str]:
    """Return the names of the rows: the first of a group bears its name."""
    first = set(_beginnings(lines))
    return [
        (f"<b>{theme.plain(line.group)}</b>  " if place in first else "") + theme.plain(line.label)
        for place, line in enumerate(lines)
    ]


def _border(place: int, columns: int) -> Part:
    return marks.shape(
        [-0.5, columns - 0.5], [place - 0.5, place - 0.5], {"color": theme.FAINT, "width": 1}, layer="above"
    )


def _hover(found: Against, line: Line, column: int) -> str:
    cell, system = line.cells[column], theme.plain(found.systems[column])
    lines = [
        f"<b>{theme.plain(line.group)} {theme.plain(line.label)}</b>",
        f"{system} − {theme.plain(found.base)}",
    ]
    if math.isnan(cell.difference):
        lines.append(_("undefined"))
    elif line.is_kind:
        lines.append(_("{difference} gold words missed", difference=signed(cell.difference, 0)))
    else:
        said = _("{points} points", points=signed(cell.difference))
        lines.append(marks.with_interval(said, cell.low, cell.high, signed))
        if cell.verdict == "significant":
            lines.append(_("significant: adjusted p {p}", p=p_is(cell.p, cell.alone)))
        elif cell.verdict == "not significant":
            lines.append(_("not significant: adjusted p {p}", p=p_is(cell.p, cell.alone)))
        else:
            lines.append(_("too few sentences differ for a verdict"))
    return "<br>".join(lines)
