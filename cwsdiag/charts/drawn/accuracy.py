"""Who gets which words right, by their difficulty, for slides and paper: a line a system over ten intervals.

It shows what ``cwsdiag.charts.difficulty.intervals`` shows on a page.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty.intervals import AXIS, INTERVALS
from cwsdiag.charts.drawn.axes import Scale, point, rule
from cwsdiag.charts.drawn.legends import Entry, legend, nothing, short
from cwsdiag.charts.drawn.lines import stroke
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import broken, letters, n, path, plain, rect, text
from cwsdiag.charts.names import spread
from cwsdiag.languages import _, n_, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.difficulty.lines import SystemLine
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground

MOST_ON_SLIDE = 10
# Type of a slide, of its smallest; of the type: a line, the least height on paper, and marks.
_LARGER = 1.25
_LINE, _ON_PAPER, _MARK = 1.35, 20.0, 0.7
# Of the width: what names may take.
_NAMES = 0.25


def accuracy_svg(
    lines: Sequence[SystemLine],
    *,
    labels: Sequence[str],
    words: Sequence[int],
    shares: Sequence[float],
    sheet: Sheet,
    ground: Ground,
    title: str,
) -> str:
    """Return the share of words that each system gets right in each interval as an SVG of its own.

    Behind the lines stand columns for the share of words. A slide has the first ten systems, and says how many follow;
    there the column of every interval is a group with ``data-interval``, its number from 0.

    Args:
        lines: a system each, with ten values; NaN in an interval without words, over which the line goes on.
        labels: of the intervals, for what is told under the pointer.
        words: in each interval.
        shares: of the words in each, in per cent.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    shown = lines[: MOST_ON_SLIDE if sheet.is_slide else None]
    size = _LARGER * sheet.least if sheet.is_slide else sheet.least
    cut = short([line.name for line in shown], _NAMES * sheet.width, size)
    right = sheet.width - 3.4 * size - max((letters(name, size) for name in cut.values()), default=0.0)
    said = [_("columns: share of words")]
    if rest := len(lines) - len(shown):
        said.append(n_("and {n:,} more system", "and {n:,} more systems", rest))
    entries = [Entry(_column_key, 0.9, said[0]), *(Entry(nothing, 0, one) for one in said[1:])]
    below, more = legend(entries, sheet.width, sheet.least)
    limits = theme.axis_limits([0.0, *(value for line in shown for value in line.values)])
    across = Scale(0, 1, 1.6 * size + letters("0.5", size), right)
    under = (1.8 + _LINE * len(broken(translated(AXIS), across.last - across.first, size))) * size
    high = max(_ON_PAPER, _LINE * len(shown)) * size if sheet.height is None else sheet.height - more - under
    along = Scale(limits[0], limits[1], high, 0.5 * size)
    parts = [_axes(across, along, size)]
    parts += [_interval(at, shown, labels, words, shares, (across, along), sheet) for at in range(INTERVALS)]
    parts += [_line(line, across, along, size) for line in shown]
    parts.append(_names(shown, cut, along, right, size))
    parts.append(f'<g transform="translate(0 {n(high + under)})">{below}</g>')
    return svg(sheet, ground, high + under + more, "".join(parts), title=title)


def _centre(place: int) -> float:
    return (place + 0.5) / INTERVALS


def _axes(across: Scale, along: Scale, size: float) -> str:
    """Return both axes with their numbers and titles."""
    found = rule(f"M{n(across.first)} {n(along.last)}V{n(along.first)}H{n(across.last)}", 0.06 * size)
    for value, said in along.ticks(6):
        y = along.at(value)
        found += rule(f"M{n(across.first)} {n(y)}H{n(across.last)}", 0.06 * size)
        found += text(across.first - 0.3 * size, y + 0.35 * size, said, size, anchor="end")
    narrow = across.last - across.first < INTERVALS * 2.2 * size
    for place in range(0, INTERVALS + 1, 2 if narrow else 1):
        said = f"{place / INTERVALS:g}"
        found += text(across.at(place / INTERVALS), along.first + 1.2 * size, said, size, anchor="middle")
    for at, line in enumerate(broken(translated(AXIS), across.last - across.first, size)):
        y = along.first + (2.5 + _LINE * at) * size
        found += text((across.first + across.last) / 2, y, line, size, anchor="middle")
    middle = (along.first + along.last) / 2
    turned = f"rotate(-90 {n(0.9 * size)} {n(middle)})"
    return found + text(0.9 * size, middle, _("accuracy"), size, anchor="middle", transform=turned)


def _interval(
    place: int,
    lines: Sequence[SystemLine],
    labels: Sequence[str],
    words: Sequence[int],
    shares: Sequence[float],
    scales: tuple[Scale, Scale],
    sheet: Sheet,
) -> str:
    """Return the column of the share of words in an interval, and on a slide what can be clicked there."""
    across, along = scales
    left, wide = across.at(place / INTERVALS), across.at(1 / INTERVALS) - across.at(0)
    top = along.at(shares[place] / 100)
    column = rect(left + 0.05 * wide, top, 0.9 * wide, along.first - top, fill=theme.GOLD, fill_opacity="0.25")
    if sheet.filled:
        return column
    told = [_("difficulty {interval}, {count:,} words", interval=labels[place], count=words[place])]
    known = [line for line in lines if math.isfinite(line.values[place])]
    for line in sorted(known, key=lambda line: -line.values[place]):
        told.append(_("{name}: {value}", name=line.name, value=f"{line.values[place]:.3f}"))
    whole = rect(left, along.last, wide, along.first - along.last, fill="none", pointer_events="all")
    said = plain("\n".join(told))
    return (
        f'<g class="interval" data-interval="{place}" tabindex="0" role="button" aria-label="{said}">'
        f"<title>{said}</title>{whole}{column}</g>"
    )


def _line(line: SystemLine, across: Scale, along: Scale, size: float) -> str:
    """Return a system: its line, which goes on where there is nothing, and its marks."""
    known = [(across.at(_centre(at)), along.at(value)) for at, value in enumerate(line.values) if math.isfinite(value)]
    if not known:
        return ""
    d = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in known)
    # The pointer is on the column behind it.
    found = path(d, fill="none", pointer_events="none", **stroke(line.look, size))
    marks = "".join(point(x, y, _MARK * size, line.look.colour, form=line.look.symbol) for x, y in known)
    return f'{found}<g pointer-events="none">{marks}</g>'


def _names(lines: Sequence[SystemLine], cut: Mapping[str, str], along: Scale, right: float, size: float) -> str:
    """Return the names of systems beside their last values, moved apart as far as that lets them be read."""
    ends = [
        (along.at(next((value for value in reversed(line.values) if math.isfinite(value)), math.nan)), line)
        for line in lines
        if any(map(math.isfinite, line.values))
    ]
    ends.sort(key=lambda end: end[0])
    places = spread([y for y, _line in ends], _LINE * size, along.last + 0.6 * size, along.first)
    found = ""
    for y, (_end, line) in zip(places, ends, strict=True):
        mark = point(right + 0.9 * size, y, _MARK * size, line.look.colour, form=line.look.symbol)
        name = cut[line.name] + (f" {line.look.role.upper()}" if line.look.role else "")
        found += mark + text(right + 1.5 * size, y + 0.35 * size, name, size)
    return found


def _column_key(size: float) -> str:
    return rect(0, -0.75 * size, 0.9 * size, 0.75 * size, fill=theme.GOLD, fill_opacity="0.25")
