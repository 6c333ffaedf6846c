"""Errors by kind for slides and paper: shape against cause for one system, and each kind for two beside each other.

They show what ``cwsdiag.charts.kinds`` shows on a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts.drawn.axes import rule
from cwsdiag.charts.drawn.legends import Entry, legend, nothing, role_mark, short
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import broken, letters, n, plain, rect, text
from cwsdiag.charts.kinds import DEEPEST
from cwsdiag.frames import records, signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from cwsdiag.charts.compare import Sides
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground

# Type of a slide, of its smallest, in cells and beside bars.
_LARGE, _LARGER = 1.35, 1.15
# Of the type: a line, rows on paper and at most; what names may take of the width.
_LINE, _ON_PAPER, _TALLEST, _NAMES = 1.3, 3.2, 5.0, 0.27
# Sheets below this width have more rows than columns.
_NARROW_SHEET = 400
# Of a row of two bars: how thick they are.
_THICK = 0.34
# The least of a colour that an empty cell has.
_FAINTEST = 0.08


class _Cells:
    """Counts by shape and cause with their sums.

    Attributes:
        named: what rows and columns are of, ``shape`` and ``cause``, or the other way round.
        down, across: their names and labels; empty names are sums.
        counts: by row and column.
        missed: the sum of all.
    """

    def __init__(
        self,
        table: Sequence[Sequence[int]],
        shapes: Sequence[tuple[str, str]],
        causes: Sequence[tuple[str, str]],
        *,
        upright: bool,
    ) -> None:
        """Sum up; ``upright`` sheets have causes down, whose names are long."""
        self.named = ["shape", "cause"]
        self.down, self.across = [*shapes, ("", _("all"))], [*causes, ("", _("all"))]
        self.counts = [[*row, sum(row)] if causes else list(row) for row in table]
        self.counts.append([sum(column) for column in zip(*self.counts, strict=True)])
        self.missed = self.counts[-1][-1]
        self._largest = max((max(row) for row in table), default=0) or 1
        self._summed = bool(causes)
        if upright and causes:
            self.named, self.down, self.across = self.named[::-1], self.across, self.down
            self.counts = [list(column) for column in zip(*self.counts, strict=True)]

    def share(self, line: int, at: int) -> float | None:
        """Return a count as a share of the largest; None for a sum."""
        sums = self._summed and not (self.down[line][0] and self.across[at][0])
        return None if sums or not self.down[line][0] else self.counts[line][at] / self._largest


def kinds_svg(
    table: Sequence[Sequence[int]],
    *,
    shapes: Sequence[tuple[str, str]],
    causes: Sequence[tuple[str, str]],
    colour: str,
    sheet: Sheet,
    ground: Ground,
    title: str,
) -> str:
    """Return the errors of one system by shape and cause as an SVG of its own: a cell each, and the sums beside them.

    On a slide every cell is a group with ``data-shape`` and ``data-cause``, empty for a sum.

    Args:
        table: counts by shape and cause; without causes a single column.
        shapes: names and labels of the rows.
        causes: names and labels of the columns; none without training data.
        colour: of the system.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    cells = _Cells(table, shapes, causes, upright=sheet.width < _NARROW_SHEET)
    small = sheet.least
    size = _LARGE * small if sheet.is_slide else small
    left = _names_width([label for _key, label in cells.down], sheet, size)
    wide = (sheet.width - left) / len(cells.across)
    heads = [broken(translated(label), wide - 0.4 * small, small) for _key, label in cells.across]
    head = (max(map(len, heads)) * _LINE + 0.5) * small
    said = _("gold words missed, and their share of all that are")
    below, more = legend([Entry(nothing, 0, said)], sheet.width, small)
    high = _row_height(sheet, len(cells.down), head + more + 0.4 * size, size)
    parts = [_lines(lines, left + (at + 0.5) * wide, 0, small, anchor="middle") for at, lines in enumerate(heads)]
    for line, (kind, label) in enumerate(cells.down):
        top = head + line * high
        parts.append(_name(label, left, top, high, sheet, size))
        for at, (other, _label) in enumerate(cells.across):
            cell = _cell(cells, (line, at), colour, (left + at * wide, top, wide, high), size)
            which = "".join(f' data-{of}="{plain(name)}"' for of, name in zip(cells.named, (kind, other), strict=True))
            alive = f'<g class="cell"{which} tabindex="0" role="button">{cell}</g>'
            parts.append(f"<g>{cell}</g>" if sheet.filled else alive)
    bottom = head + len(cells.down) * high + 0.4 * size
    parts.append(f'<g transform="translate(0 {n(bottom)})">{below}</g>')
    return svg(sheet, ground, bottom + more, "".join(parts), title=title)


def pair_kinds_svg(kinds: pd.DataFrame, *, sides: Sides, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return the errors of A and of B of each kind as an SVG of its own: bars with counts and shares, and A − B.

    On a slide every bar is a group with ``data-of``, ``data-kind`` and ``data-role``.

    Args:
        kinds: a row a kind: of, kind, label, a, b, share_a, share_b, difference; see ``Comparison.kinds_frame``.
        sides: the two systems.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    rows, size = records(kinds), (_LARGER if sheet.is_slide else 1.0) * sheet.least
    names = short([sides.a, sides.b], 0.6 * sheet.width, size)
    entries = [
        Entry(*role_mark(role, sides.colour(role)), f"{role.upper()} = {names[name]}")
        for role, name in (("a", sides.a), ("b", sides.b))
    ]
    entries.append(Entry(nothing, 0, _("gold words missed, share of each system's errors")))
    below, more = legend(entries, sheet.width, size)
    left = _names_width([row["label"] for row in rows], sheet, size)
    right = sheet.width - 0.2 * size
    counted = max((letters(_counted(row, role), size) for row in rows for role in "ab"), default=0.0)
    room = right - left - counted - letters("A − B", size) - 1.8 * size
    widest = max((row[role] for row in rows for role in "ab"), default=0) or 1
    # Shapes and causes are two ways to divide the same errors: a gap between them.
    gaps = 0.5 * any(row["of"] == "cause" for row in rows)
    head = 1.5 * size
    high = _row_height(sheet, len(rows) + gaps, head + more + 0.4 * size, size)
    parts, top = [text(right, size, "A − B", size, anchor="end", font_weight="700")], head
    for place, row in enumerate(rows):
        if place and row["of"] != rows[place - 1]["of"]:
            top += gaps * high
        parts.append(_name(row["label"], left, top, high, sheet, size))
        for role, away in (("a", 0.12), ("b", 0.88 - _THICK)):
            bar = (left, top + away * high, room * row[role] / widest, _THICK * high)
            parts.append(_bar(row, role, sides.colour(role), bar, sheet, size))
        said = signed(row["difference"], 0)
        parts.append(text(right, top + high / 2 + 0.35 * size, said, size, anchor="end"))
        top += high
    parts.append(rule(f"M{n(left)} {n(head)}V{n(top)}", 0.06 * size))
    parts.append(f'<g transform="translate(0 {n(top + 0.4 * size)})">{below}</g>')
    return svg(sheet, ground, top + 0.4 * size + more, "".join(parts), title=title)


def _cell(
    cells: _Cells, place: tuple[int, int], colour: str, box: tuple[float, float, float, float], size: float
) -> str:
    """Return a cell: as deep in colour as it is full, with its count, and under it its share of all."""
    x, y, wide, high = box
    count, share = cells.counts[place[0]][place[1]], cells.share(*place)
    # Sums have no colour: it is for what they are made of.
    look = {"fill": "none", "pointer_events": "all"}
    if share is not None:
        look = {"fill": colour, "fill_opacity": f"{_FAINTEST + (1 - _FAINTEST) * DEEPEST * share:.2f}"}
    found = rect(x + 1, y + 1, wide - 2, high - 2, **look)
    middle, line = x + wide / 2, y + high / 2
    if not count:
        return found + text(middle, line + 0.35 * size, "0", size, anchor="middle", fill_opacity="0.75")
    found += text(middle, line - 0.1 * size, f"{count:,}", size, anchor="middle", font_weight="700")
    return found + text(middle, line + 1.1 * size, f"{count / cells.missed:.1%}", size, anchor="middle")


def _bar(
    row: dict[str, Any], role: str, colour: str, box: tuple[float, float, float, float], sheet: Sheet, size: float
) -> str:
    """Return the errors of one kind of one system: their bar, its letter, their number and share."""
    x, y, wide, high = box
    found = rect(x, y, wide, high, fill=colour)
    found += text(x + wide + 0.4 * size, y + high / 2 + 0.35 * size, _counted(row, role), size)
    if sheet.filled:
        return f"<g>{found}</g>"
    named = f'data-of="{plain(row["of"])}" data-kind="{plain(row["kind"])}" data-role="{role}"'
    whole = rect(x, y, sheet.width - x, high, fill="none", pointer_events="all")
    return f'<g class="kind" {named} tabindex="0" role="button">{whole}{found}</g>'


def _counted(row: dict[str, Any], role: str) -> str:
    share = row[f"share_{role}"]
    return f"{role.upper()} {row[role]:,}" + (f" ({share:.0%})" if share == share else "")


def _row_height(sheet: Sheet, count: float, around: float, size: float) -> float:
    """Return how high a row is, of so many; ``around`` is what stands above and below them."""
    if sheet.height is None:
        return _ON_PAPER * size
    return min(_TALLEST * size, (sheet.height - around) / max(1.0, count))


def _names_width(labels: Sequence[str], sheet: Sheet, size: float) -> float:
    """Return what the names of rows take, in lines no longer than their part of the width."""
    lines = [line for label in labels for line in broken(translated(label), _NAMES * sheet.width, size)]
    return max((letters(line, size) for line in lines), default=0.0) + 0.8 * size


def _name(label: str, left: float, top: float, high: float, sheet: Sheet, size: float) -> str:
    """Return the name of a row, at its left."""
    lines = broken(translated(label), _NAMES * sheet.width, size)
    begin = top + high / 2 - (len(lines) * _LINE / 2 + 0.05) * size
    return _lines(lines, left - 0.5 * size, begin, size, anchor="end")


def _lines(lines: Sequence[str], x: float, top: float, size: float, *, anchor: str) -> str:
    return "".join(text(x, top + (at * _LINE + 1) * size, line, size, anchor=anchor) for at, line in enumerate(lines))
