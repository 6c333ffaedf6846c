"""The systems of a dataset on one axis for slides and paper: F1 as points with intervals, best first.

It shows what ``cwsdiag.figures.overview`` shows on a page. A slide has the first ten, and says how many follow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.figures import theme, traces
from cwsdiag.figures.drawn.axes import Scale, interval, point, rule
from cwsdiag.figures.drawn.legends import fitted, short
from cwsdiag.figures.drawn.sheets import svg
from cwsdiag.figures.drawn.svg import letters, n, plain, rect, text
from cwsdiag.figures.looks import looks
from cwsdiag.frames import records, written
from cwsdiag.languages import _, n_

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from cwsdiag.figures.drawn.sheets import Sheet
    from cwsdiag.figures.looks import Look
    from cwsdiag.figures.theme import Ground

MOST_ON_SLIDE = 10
# Of the width: what names may take.
_NAMES = 0.38
# Type of a slide grows to so many times its smallest; of the type: the height of a row at most and on paper.
_LARGEST, _TALLEST, _ON_PAPER = 2.4, 5.0, 1.9
_MARK = 0.75


@dataclass(frozen=True)
class _Rows:
    """The sizes that all rows share.

    Attributes:
        size: of the type.
        high: of a row.
        left: where the axis begins.
        scale: the axis.
        right: where the numbers end.
        ink: of texts.
    """

    size: float
    high: float
    left: float
    scale: Scale
    right: float
    ink: str


def scores_svg(
    scores: pd.DataFrame,
    *,
    colours: Mapping[str, str],
    roles: Mapping[str, str] | None = None,
    sheet: Sheet,
    ground: Ground,
    title: str,
) -> str:
    """Return F1 of the systems with its 95 % interval as an SVG of its own, in the order of the frame from the top.

    On a slide the row of every system is a group that can be clicked, with ``data-system``, its name.

    Args:
        scores: a row a system with name, f1, f1_low, f1_high, precision, recall; undefined is NaN.
        colours: of all systems by name, shown or not; see ``looks``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    shown = records(scores)[: MOST_ON_SLIDE if sheet.is_slide else None]
    drawn, names = looks(colours, roles), [str(row["name"]) for row in shown]
    rows = _sizes(shown, names, sheet, ground)
    cut = short(names, _NAMES * sheet.width, rows.size)
    parts = [_axis(rows, len(shown))]
    for place, row in enumerate(shown):
        name = str(row["name"])
        parts.append(_row(row, cut[name], drawn[name], rows, place * rows.high, sheet))
    height = len(shown) * rows.high + 3.1 * rows.size
    if rest := len(scores) - len(shown):
        said = n_("and {n:,} more system", "and {n:,} more systems", rest)
        parts.append(text(0, height - 0.6 * rows.size, said, rows.size, fill_opacity="0.75"))
    return svg(sheet, ground, height, "".join(parts), title=title)


def _sizes(shown: list[dict[str, Any]], names: list[str], sheet: Sheet, ground: Ground) -> _Rows:
    """Return type as large as it gets on a slide, and room for names, axis and numbers."""
    size, count = sheet.least, max(1, len(shown))
    if sheet.height is not None:
        size = max(size, min(_LARGEST * sheet.least, sheet.height / (1.6 * count + 3.1)))
    high = _ON_PAPER * size
    if sheet.height is not None:
        high = min(_TALLEST * size, (sheet.height - 3.1 * size) / count)
    cut = short(names, _NAMES * sheet.width, size)
    left = max((letters(name, size) for name in cut.values()), default=0) + 2.6 * size
    right = sheet.width - 0.3 * size
    ends = theme.axis_limits([row[key] for row in shown for key in ("f1", "f1_low", "f1_high")])
    scale = Scale(ends[0], ends[1], left, right - letters("0.000", size) - 0.8 * size)
    return _Rows(size, high, left, scale, right, theme.INK[ground])


def _axis(rows: _Rows, count: int) -> str:
    """Return the axis under the rows, its lines and its title."""
    size, bottom, scale = rows.size, count * rows.high, rows.scale
    found = rule(f"M{n(scale.first)} {n(bottom)}H{n(scale.last)}", 0.06 * size)
    room = scale.last - scale.first
    for value, said in scale.ticks(max(2, min(6, int(room / (3.5 * size))))):
        x = scale.at(value)
        found += rule(f"M{n(x)} 0V{n(bottom)}", 0.06 * size)
        found += text(x, bottom + 1.1 * size, said, size, anchor="middle")
    title = fitted(_("F1, with its 95 % interval"), rows.right - rows.left, size)
    return found + text((scale.first + scale.last) / 2, bottom + 2.5 * size, title, size, anchor="middle")


def _row(row: dict[str, Any], name: str, look: Look, rows: _Rows, top: float, sheet: Sheet) -> str:
    """Return a system: its name, its point with the interval, its number."""
    size, middle = rows.size, top + rows.high / 2
    base = middle + 0.35 * size
    found = text(rows.left - 1.7 * size, base, name, size, anchor="end")
    if look.role:
        found += text(rows.left - 1.4 * size, base, look.role.upper(), size, font_weight="700")
    if math.isnan(row["f1"]):
        said = fitted(_("undefined: no word compared"), rows.right - rows.left, size)
        found += text(rows.left + 0.5 * size, base, said, size, fill_opacity="0.75")
    else:
        mark = _MARK * size
        ends = row["f1_low"], row["f1_high"]
        found += interval(rows.scale, middle, ends, mark, look.colour, lies=True)
        found += point(rows.scale.at(row["f1"]), middle, mark, look.colour, form=look.symbol)
        found += text(rows.right, base, written(row["f1"], 3), size, anchor="end")
    if sheet.filled:
        return f"<g>{found}</g>"
    told = plain("\n".join(_told(row)))
    whole = rect(0, top, sheet.width, rows.high, fill="none", pointer_events="all")
    return (
        f'<g class="system" data-system="{plain(str(row["name"]))}" tabindex="0" role="button" aria-label="{told}">'
        f"<title>{told}</title>{whole}{found}</g>"
    )


def _told(row: dict[str, Any]) -> list[str]:
    """Return what is said of a system under the pointer; the first line is its whole name."""
    if math.isnan(row["f1"]):
        return [str(row["name"]), _("undefined: no word compared")]
    halves = {name: _score(row[name]) for name in ("precision", "recall")}
    return [
        str(row["name"]),
        traces.with_interval(_("F1 {f1}", f1=_score(row["f1"])), row["f1_low"], row["f1_high"], _score),
        _("precision {precision}, recall {recall}", **halves),
    ]


def _score(value: float) -> str:
    return "–" if math.isnan(value) else written(value, 3)
