"""Two systems at a glance for slides and paper: the lowest and the highest difference of each attribute.

It shows what ``cwsdiag.charts.extremes`` shows on a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.compare import bucket_told, customdata, is_marked
from cwsdiag.charts.drawn.axes import Scale, point, rule
from cwsdiag.charts.drawn.legends import Entry, fitted, legend, role_mark, short
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import broken, letters, n, plain, rect, text
from cwsdiag.charts.extremes import Cells, Row, is_end
from cwsdiag.charts.looks import SYMBOLS
from cwsdiag.frames import signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.compare import Sides
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import Panel

# Of the type: how high the axis is on paper, a line of text, and marks.
_ON_PAPER, _LINE, _MARK = 20.0, 1.25, 0.85
# Type of a slide, of its smallest.
_LARGER = 1.15
# Two lines of text stand over the highest mark and under the lowest.
_LABELS = 2.9


def extremes_svg(panels: Sequence[Panel], *, sides: Sides, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return the lowest and the highest A − B of each attribute as an SVG of its own; panels that stand apart are out.

    A line joins the two. Marks have the colour and the form of the system that is ahead, hollow where the difference is
    not significant, with bucket and points. On a slide each is a group with ``data-attribute``, ``data-bucket`` and
    ``data-asks``, as in ``pair_svg``.

    Args:
        panels: rows as of ``views.pairs.comparison``; ``worst`` has the lowest difference, ``best`` the highest.
        sides: the two systems.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    compared = [panel for panel in panels if not panel.apart and not panel.undefined]
    shown: Cells = [(place, panel, row) for place, panel in enumerate(compared) for row in panel.rows]
    highest = [cell for cell in shown if is_end(cell, cell[1].best, above=True)]
    lowest = [cell for cell in shown if is_end(cell, cell[1].worst, above=False)]
    values = [0.0, *(row["difference"] for _place, _panel, row in highest + lowest)]
    size = _size(sheet)
    below, more = legend(_entries(sides, sheet, [row for *_at, row in highest + lowest]), sheet.width, size)
    margin = 0.02 * max(1.0, max(values) - min(values))
    axis = Scale(min(values) - margin, max(values) + margin, 0, 1)
    left = 2.2 * size + max(letters(said, size) for _value, said in axis.ticks(6))
    wide = (sheet.width - left) / max(1, len(compared))
    names = _names(compared, wide - 0.4 * size, size)
    under = (max(map(len, names), default=1) * _LINE + 0.4) * size
    high = _ON_PAPER * size if sheet.height is None else sheet.height - under - more
    scale = Scale(axis.low, axis.high, high - _LABELS * size, _LABELS * size)
    parts = [_axis(scale, left, sheet.width, high, size)]
    for place, lines in enumerate(names):
        middle = left + (place + 0.5) * wide
        ends = [scale.at(row["difference"]) for at, _panel, row in highest + lowest if at == place]
        if len(ends) > 1:
            parts.append(rule(f"M{n(middle)} {n(min(ends))}V{n(max(ends))}", 0.3 * size))
        parts += [
            text(middle, high + (at * _LINE + 1) * size, line, size, anchor="middle") for at, line in enumerate(lines)
        ]
    for cells, above in ((highest, True), (lowest, False)):
        parts += [_mark(cell, sides, sheet, scale, (left, wide, high), above=above) for cell in cells]
    parts.append(f'<g transform="translate(0 {n(high + under)})">{below}</g>')
    return svg(sheet, ground, high + under + more, "".join(parts), title=title)


def _size(sheet: Sheet) -> float:
    """Return the size of the type: seven attributes leave room for more than the smallest on a slide."""
    return _LARGER * sheet.least if sheet.is_slide else sheet.least


def _names(panels: Sequence[Panel], room: float, size: float) -> list[list[str]]:
    """Return what attributes are called under their lines: their keys where a word of a title has no room."""
    titles = [broken(translated(panel.title), room, size) for panel in panels]
    if all(letters(line, size) <= room for lines in titles for line in lines):
        return titles
    return [[fitted(panel.key, room, size)] for panel in panels]


def _axis(scale: Scale, left: float, right: float, high: float, size: float) -> str:
    """Return the axis of points, with its lines and its title."""
    found = rule(f"M{n(left)} 0V{n(high)}", 0.06 * size)
    for value, said in scale.ticks(6):
        y = scale.at(value)
        found += rule(f"M{n(left)} {n(y)}H{n(right)}", 0.06 * size)
        found += text(left - 0.3 * size, y + 0.35 * size, said, size, anchor="end")
    found += rule(f"M{n(left)} {n(scale.at(0))}H{n(right)}", 0.12 * size, strong=True)
    turned = f"rotate(-90 {n(size)} {n(high / 2)})"
    return found + text(size, high / 2, _("A − B, points"), size, anchor="middle", transform=turned)


def _mark(
    cell: tuple[int, Panel, Row],
    sides: Sides,
    sheet: Sheet,
    scale: Scale,
    places: tuple[float, float, float],
    *,
    above: bool,
) -> str:
    """Return an end of an attribute: its mark, its bucket and its points."""
    place, panel, row = cell
    left, wide, high = places
    size, middle = _size(sheet), left + (place + 0.5) * wide
    difference, ahead = row["difference"], row["ahead"]
    y = scale.at(difference)
    found = point(
        middle, y, _MARK * size, sides.colour(ahead), form=SYMBOLS.get(ahead, "circle"), hollow=not is_marked(row)
    )
    said = (fitted(str(row["tick"]), wide - 0.3 * size, size), signed(difference))
    # The number stands next to the mark.
    bases = (y - 2 * size, y - 0.75 * size) if above else (y + 2.6 * size, y + 1.4 * size)
    found += text(middle, bases[0], said[0], size, anchor="middle")
    found += text(middle, bases[1], said[1], size, anchor="middle", font_weight="700")
    if sheet.filled:
        return f"<g>{found}</g>"
    asks, told = str(customdata(row)[2]), plain("\n".join(bucket_told(panel, row, sides)))
    top, bottom = (0.0, y + size) if above else (y - size, high)
    whole = rect(middle - wide / 2, top, wide, bottom - top, fill="none", pointer_events="all")
    asked = f' data-asks="{plain(asks)}"' if asks else ""
    return (
        f'<g class="bucket" data-attribute="{plain(panel.key)}" data-bucket="{row["bucket"]}"{asked} tabindex="0" '
        f'role="button" aria-label="{told}"><title>{told}</title>{whole}{found}</g>'
    )


def _entries(sides: Sides, sheet: Sheet, rows: Sequence[Row]) -> list[Entry]:
    names = short([sides.a, sides.b], 0.6 * sheet.width, sheet.least)
    found = [
        Entry(*role_mark(role, sides.colour(role)), _("{system} ({role}) is ahead", system=names[name], role=letter))
        for role, name, letter in (("a", sides.a, "A"), ("b", sides.b, "B"))
    ]
    if not all(map(is_marked, rows)):
        said = _("hollow: not significant after adjustment")
        found.append(
            Entry(lambda size: point(0.4 * size, -0.35 * size, 0.8 * size, theme.GOLD, hollow=True), 0.8, said)
        )
    return found
