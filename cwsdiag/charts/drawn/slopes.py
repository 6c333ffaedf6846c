"""The ranking by F1 beside that by balanced F for slides and paper: a line a system between its two places.

It shows what ``cwsdiag.charts.difficulty.ranks.slope_figure`` shows on a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts.difficulty.ranks import slope_told
from cwsdiag.charts.drawn.axes import point
from cwsdiag.charts.drawn.legends import short
from cwsdiag.charts.drawn.lines import stroke
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import letters, n, path, plain, rect, text
from cwsdiag.frames import written
from cwsdiag.languages import _, n_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.difficulty.ranks import Standing
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground

MOST_ON_SLIDE = 10
# Type of a slide grows to so many times its smallest; of the type: a row at most and on paper, and the head.
_LARGEST, _TALLEST, _ON_PAPER, _HEAD = 1.7, 4.5, 1.9, 2.2
# Of the width: what names may take on either side.
_NAMES = 0.26
_MARK = 0.75


def slopes_svg(standings: Sequence[Standing], *, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return both rankings as an SVG of its own; lines of systems that change places are thick.

    Systems with an undefined score are left out. A slide has the first ten by F1, and says how many follow; there every
    line is a group with ``data-system``, its name.

    Args:
        standings: the systems.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    known = sorted(
        (one for one in standings if one.by_f1 is not None and one.by_f_b is not None), key=lambda one: -one.f1
    )
    shown = known[: MOST_ON_SLIDE if sheet.is_slide else None]
    second = {one.name: at for at, one in enumerate(sorted(shown, key=lambda one: -one.f_b))}
    rest, count = len(known) - len(shown), max(1, len(shown))
    size = sheet.least
    if sheet.height is not None:
        size = max(size, min(_LARGEST * sheet.least, sheet.height / (1.6 * count + _HEAD + 1.5)))
    high, below = _ON_PAPER * size, 1.6 * size if rest else 0.3 * size
    if sheet.height is not None:
        high = min(_TALLEST * size, (sheet.height - _HEAD * size - below) / count)
    cut = short([one.name for one in shown], _NAMES * sheet.width, size)
    side = max((letters(name, size) for name in cut.values()), default=0.0) + letters("0.000 A", size) + 1.8 * size
    ends = side, sheet.width - side
    parts = [
        text(ends[0] + 0.4 * size, 1.1 * size, _("by F1"), size, anchor="end", font_weight="700"),
        text(ends[1] - 0.4 * size, 1.1 * size, _("by balanced F"), size, font_weight="700"),
    ]
    for at, one in enumerate(shown):
        places = tuple((_HEAD * size + (place + 0.5) * high) for place in (at, second[one.name]))
        parts.append(_slope(one, cut[one.name], ends, (places[0], places[1]), sheet, size))
    height = _HEAD * size + len(shown) * high + below
    if rest:
        said = n_("and {n:,} more system", "and {n:,} more systems", rest)
        parts.append(text(0, height - 0.4 * size, said, size, fill_opacity="0.75"))
    return svg(sheet, ground, height, "".join(parts), title=title)


def _slope(
    one: Standing, name: str, ends: tuple[float, float], places: tuple[float, float], sheet: Sheet, size: float
) -> str:
    """Return a system: its line, its marks, and at either end its score and its name."""
    (left, right), (first, last) = ends, places
    look = stroke(one.look, size, thick=one.moved)
    found = path(f"M{n(left)} {n(first)}L{n(right)} {n(last)}", fill="none", **look)
    role = f" {one.look.role.upper()}" if one.look.role else ""
    score = letters("0.000", size)
    for x, y, side, value in ((left, first, -1, one.f1), (right, last, 1, one.f_b)):
        found += point(x, y, _MARK * size, one.look.colour, form=one.look.symbol)
        anchor = {"anchor": "end"} if side < 0 else {}
        base = y + 0.35 * size
        found += text(x + side * 0.8 * size, base, written(value, 3), size, font_weight="700", **anchor)
        found += text(x + side * (1.4 * size + score), base, name + role, size, **anchor)
    if sheet.filled:
        return f"<g>{found}</g>"
    told = plain("\n".join(slope_told(one)))
    targets = "".join(
        rect(x, y - 0.8 * size, left, 1.6 * size, fill="none", pointer_events="all")
        for x, y in ((0.0, first), (right, last))
    )
    return (
        f'<g class="system" data-system="{plain(one.name)}" tabindex="0" role="button" aria-label="{told}">'
        f"<title>{told}</title>{targets}{found}</g>"
    )
