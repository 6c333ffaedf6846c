"""A row a system, on one axis, for slides and paper: points with intervals. A slide has the first ten."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.axes import Scale, interval, point, rule
from cwsdiag.charts.drawn.legends import Entry, fitted, legend, short
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import letters, n, path, plain, rect, text
from cwsdiag.frames import written
from cwsdiag.languages import n_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.theme import Ground

MOST_ON_SLIDE = 10
# Of the width: what names may take.
_NAMES = 0.38
# Type of a slide grows to so many times its smallest; of the type: a row at most and on paper, and what the axis takes.
_LARGEST, _TALLEST, _ON_PAPER, _AXIS = 2.4, 5.0, 1.9, 3.1
_MARK = 0.75
# How far below its row the second interval lies, in rows.
_BELOW = 0.28


@dataclass(frozen=True)
class Row:
    """A system in its row.

    Attributes:
        name: its own.
        look: how it is drawn.
        value: its score; NaN where undefined.
        ends: of the interval of the score; NaN where there is none.
        told: what is said of it under the pointer, lines of plain text.
        undefined: what stands in its row where the score is.
        other: another score, drawn hollow; NaN for none.
        second: the ends of another interval, which is drawn below; NaN for none.
    """

    name: str
    look: Look
    value: float
    ends: tuple[float, float]
    told: Sequence[str]
    undefined: str
    other: float = math.nan
    second: tuple[float, float] = (math.nan, math.nan)


@dataclass(frozen=True)
class _Layout:
    """The sizes that all rows share: of the type and of a row, where the axis begins, the axis, where numbers end."""

    size: float
    high: float
    left: float
    scale: Scale
    right: float


def rows_drawing(
    rows: Sequence[Row], *, axis: str, entries: Sequence[Entry] = (), sheet: Sheet, ground: Ground, title: str
) -> str:
    """Return systems as an SVG, from the top downwards. On a slide every row is a group with ``data-system``, its name.

    Args:
        rows: the systems; a slide has the first ten, and says how many follow.
        axis: what stands under the axis.
        entries: of a legend, where one is needed.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    shown = rows[: MOST_ON_SLIDE if sheet.is_slide else None]
    below, more = legend(entries, sheet.width, sheet.least)
    layout = _sizes(shown, sheet, more)
    cut = short([row.name for row in shown], _NAMES * sheet.width, layout.size)
    parts = [_axis(layout, len(shown), axis)]
    parts += [_row(row, cut[row.name], layout, place * layout.high, sheet) for place, row in enumerate(shown)]
    height = len(shown) * layout.high + _AXIS * layout.size
    if rest := len(rows) - len(shown):
        said = n_("and {n:,} more system", "and {n:,} more systems", rest)
        parts.append(text(0, height - 0.6 * layout.size, said, layout.size, fill_opacity="0.75"))
    parts.append(f'<g transform="translate(0 {n(height)})">{below}</g>')
    return svg(sheet, ground, height + more, "".join(parts), title=title)


def _sizes(shown: Sequence[Row], sheet: Sheet, below: float) -> _Layout:
    """Return type as large as it gets on a slide, and room for names, axis and numbers."""
    size, count = sheet.least, max(1, len(shown))
    high = _ON_PAPER * size
    if sheet.height is not None:
        room = sheet.height - below
        size = max(size, min(_LARGEST * sheet.least, room / (1.6 * count + _AXIS)))
        high = min(_TALLEST * size, (room - _AXIS * size) / count)
    cut = short([row.name for row in shown], _NAMES * sheet.width, size)
    left = max((letters(name, size) for name in cut.values()), default=0) + 2.6 * size
    right = sheet.width - 0.3 * size
    ends = theme.axis_limits([value for row in shown for value in (row.value, row.other, *row.ends, *row.second)])
    scale = Scale(ends[0], ends[1], left, right - letters("0.000", size) - 0.8 * size)
    return _Layout(size, high, left, scale, right)


def _axis(layout: _Layout, count: int, said: str) -> str:
    """Return the axis under the rows, its lines and its title."""
    size, bottom, scale = layout.size, count * layout.high, layout.scale
    found = rule(f"M{n(scale.first)} {n(bottom)}H{n(scale.last)}", 0.06 * size)
    room = scale.last - scale.first
    for value, number in scale.ticks(max(2, min(6, int(room / (3.5 * size))))):
        x = scale.at(value)
        found += rule(f"M{n(x)} 0V{n(bottom)}", 0.06 * size)
        found += text(x, bottom + 1.1 * size, number, size, anchor="middle")
    title = fitted(said, layout.right - layout.left, size)
    return found + text((scale.first + scale.last) / 2, bottom + 2.5 * size, title, size, anchor="middle")


def _row(row: Row, name: str, layout: _Layout, top: float, sheet: Sheet) -> str:
    """Return a system: its name, its point with the interval, its number."""
    size, middle = layout.size, top + layout.high / 2
    base = middle + 0.35 * size
    found = text(layout.left - 1.7 * size, base, name, size, anchor="end")
    if row.look.role:
        found += text(layout.left - 1.4 * size, base, row.look.role.upper(), size, font_weight="700")
    found += _marks(row, layout, middle)
    if sheet.filled:
        return f"<g>{found}</g>"
    told = plain("\n".join(row.told))
    whole = rect(0, top, sheet.width, layout.high, fill="none", pointer_events="all")
    return (
        f'<g class="system" data-system="{plain(row.name)}" tabindex="0" role="button" aria-label="{told}">'
        f"<title>{told}</title>{whole}{found}</g>"
    )


def _marks(row: Row, layout: _Layout, middle: float) -> str:
    """Return what is drawn on the axis, and the number at its end."""
    size, scale, mark, found = layout.size, layout.scale, _MARK * layout.size, ""
    if not math.isnan(row.other):
        found += point(scale.at(row.other), middle, mark, row.look.colour, form=row.look.symbol, hollow=True)
    if math.isnan(row.value):
        said = fitted(row.undefined, layout.right - layout.left, size)
        return found + text(layout.left + 0.5 * size, middle + 0.35 * size, said, size, fill_opacity="0.75")
    found += interval(scale, middle, row.ends, mark, row.look.colour, lies=True)
    if not any(map(math.isnan, row.second)):
        low, high = map(scale.at, row.second)
        y = middle + _BELOW * layout.high
        found += path(f"M{n(low)} {n(y)}H{n(high)}", stroke=theme.GOLD, stroke_width=f"{0.16 * size:.2f}")
    found += point(scale.at(row.value), middle, mark, row.look.colour, form=row.look.symbol)
    return found + text(layout.right, middle + 0.35 * size, written(row.value, 3), size, anchor="end")
