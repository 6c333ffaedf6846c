"""Two systems beside each other by bucket for slides and paper: F1 of both, A − B, and the share of gold.

It shows what ``cwsdiag.charts.compare`` shows on a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.compare import bucket_told, customdata, difference_limits, f1_limits, is_marked
from cwsdiag.charts.drawn.axes import interval, point
from cwsdiag.charts.drawn.grid import Bucket, Lane, Manner, panels_drawing
from cwsdiag.charts.drawn.legends import Entry, short
from cwsdiag.charts.looks import SYMBOLS
from cwsdiag.frames import signed, written
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.compare import Sides
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import Panel

# How far A and B stand beside the middle of a bucket, of its width; on a slide marks are larger, and so is that.
_BESIDE = 0.2
# How much larger a significant difference is than the others.
_SMALLER = 0.75


def pair_svg(panels: Sequence[Panel], *, sides: Sides, small: str, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return two systems beside each other, in all attributes or one, as an SVG of its own.

    A difference that is significant has the colour and the form of the system that is ahead, all others are small and
    grey. A panel that has the drawing for itself has its numbers beside its marks. ``panels_drawing`` says what can be
    clicked; ``data-asks`` has ``only_a`` or ``only_b``, the words that the one ahead alone gets right.

    Args:
        panels: one an attribute, at least one; rows as of ``views.pairs.comparison``.
        sides: the two systems.
        small: which buckets are not named, as people read it.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    rows = [row for panel in panels for row in panel.rows]
    names = short([sides.a, sides.b], 0.6 * sheet.width, sheet.least)

    def entries() -> list[Entry]:
        both = (("a", sides.a), ("b", sides.b))
        found = [
            _mark(
                _("{system} ({role}): F1 with its 95 % interval", system=names[name], role=role.upper()),
                sides.colour(role),
                SYMBOLS[role],
            )
            for role, name in both
        ]
        if any(map(is_marked, rows)):
            found.append(_pair_mark(_("A − B in points: significant, in the colour of the one ahead"), sides))
        if not all(map(is_marked, rows)):
            found.append(_mark(_("A − B in points: not significant"), theme.GOLD, "circle", of=_SMALLER))
        if not all(row["named"] for row in rows):
            found.append(_mark(small, theme.GOLD, "circle", hollow=True))
        return found

    manner = Manner(
        lanes=(Lane("F1", 110, f1_limits), Lane(_("A − B, points"), 90, difference_limits, zero=True)),
        draw=lambda bucket: _drawn(bucket, sides),
        told=lambda panel, row: bucket_told(panel, row, sides),
        asks=lambda row: str(customdata(row)[2]),
        entries=entries,
    )
    return panels_drawing(panels, manner, sheet=sheet, ground=ground, title=title)


def _drawn(bucket: Bucket, sides: Sides) -> str:
    """Return the points of A and of B with their intervals, and the difference with its own."""
    row, (f1, difference) = bucket.row, bucket.scales
    found, size = "", min(bucket.mark, 1.6 * _BESIDE * bucket.wide)
    for role, away in (("a", -_BESIDE), ("b", _BESIDE)):
        value, ends = row[f"f1_{role}"], (row[f"low_{role}"], row[f"high_{role}"])
        if value != value:
            continue
        x, colour = bucket.x + away * bucket.wide, sides.colour(role)
        found += interval(f1, x, ends, size, colour, lies=False)
        found += point(x, f1.at(value), size, colour, form=SYMBOLS[role], hollow=not row["named"])
        top = min(f1.at(end) for end in (*ends, value) if end == end)
        found += bucket.number(written(value, 3), x, top, 2 * _BESIDE * bucket.wide)
    value, ends = row["difference"], (row["low"], row["high"])
    if value != value:
        return found
    ahead = row["ahead"] if is_marked(row) else ""
    colour = sides.colour(ahead) if ahead else theme.GOLD
    size = bucket.mark * (1 if is_marked(row) else _SMALLER)
    found += interval(difference, bucket.x, ends, size, bucket.ink if is_marked(row) else theme.GOLD, lies=False)
    form = SYMBOLS.get(ahead, "circle")
    found += point(bucket.x, difference.at(value), size, colour, form=form, hollow=not row["named"])
    top = min(difference.at(end) for end in (*ends, value) if end == end)
    return found + bucket.number(signed(value), bucket.x, top, bucket.wide)


def _mark(said: str, colour: str, form: str, *, hollow: bool = False, of: float = 1.0) -> Entry:
    return Entry(
        lambda size: point(0.4 * size, -0.35 * size, 0.8 * of * size, colour, form=form, hollow=hollow), 0.8, said
    )


def _pair_mark(said: str, sides: Sides) -> Entry:
    def drawn(size: float) -> str:
        first = point(0.4 * size, -0.35 * size, 0.8 * size, sides.colour_a, form=SYMBOLS["a"])
        return first + point(1.35 * size, -0.35 * size, 0.8 * size, sides.colour_b, form=SYMBOLS["b"])

    return Entry(drawn, 1.75, said)
