"""One system by bucket for slides and paper: F1, under it what each bucket costs, under that the share of gold.

It shows what ``cwsdiag.charts.panels`` shows on a page, without the summary and the lines of other systems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.axes import interval, point
from cwsdiag.charts.drawn.grid import Bucket, Lane, Manner, panels_drawing
from cwsdiag.charts.drawn.legends import Entry, short
from cwsdiag.charts.drawn.svg import rect
from cwsdiag.charts.panels import bucket_told, cost_limits, f1_limits
from cwsdiag.frames import signed, written
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import Panel

# How wide bars are, of their column, and what is left of a colour in those that are not the costliest.
_BAR, _LIGHT = 0.6, 0.4


def panels_svg(
    panels: Sequence[Panel], *, system: str, colour: str, small: str, sheet: Sheet, ground: Ground, title: str
) -> str:
    """Return the self-diagnosis of a system, or one attribute of it, as an SVG of its own.

    The worst bucket of a panel is a diamond, the costliest a full bar, a bucket too small to be named a hollow point. A
    panel that has the drawing for itself has its numbers beside its marks. ``panels_drawing`` says what can be clicked.

    Args:
        panels: one an attribute, at least one; ``worst`` and ``best`` by F1, ``costliest`` by cost.
        system: its name.
        colour: of the system.
        small: which buckets are not named, as people read it.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    rows = [row for panel in panels for row in panel.rows]
    name = short([system], 0.6 * sheet.width, sheet.least)[system]

    def entries() -> list[Entry]:
        found = [_mark(_("{system}: F1 with its 95 % interval", system=name), colour)]
        if any(panel.worst is not None for panel in panels):
            found.append(_mark(_("worst of its attribute"), theme.WORST, form="diamond"))
        if not all(row["named"] for row in rows):
            found.append(_mark(small, colour, hollow=True))
        if any(panel.by_character for panel in panels):
            said = _("cost: points of F1 to be won; full the costliest, grey of characters")
        else:
            said = _("cost: points of F1 to be won; full the costliest")
        found.append(_bar(said, colour))
        return found

    manner = Manner(
        lanes=(Lane("F1", 120, lambda some: f1_limits(some, {})), Lane(_("cost, points"), 80, cost_limits, zero=True)),
        draw=lambda bucket: _drawn(bucket, colour),
        told=bucket_told,
        asks=lambda row: "",
        entries=entries,
    )
    return panels_drawing(panels, manner, sheet=sheet, ground=ground, title=title)


def _drawn(bucket: Bucket, colour: str) -> str:
    """Return the point of a bucket with its interval, and the bar of its cost."""
    row, f1 = bucket.row, bucket.scales[0]
    worst = row["bucket"] == bucket.panel.worst
    ink = theme.WORST if worst else colour
    found = ""
    if row["f1"] == row["f1"]:
        ends = row["f1_low"], row["f1_high"]
        found += interval(f1, bucket.x, ends, bucket.mark, ink, lies=False)
        form = "diamond" if worst else "circle"
        found += point(bucket.x, f1.at(row["f1"]), bucket.mark, ink, form=form, hollow=not row["named"])
        top = min(f1.at(end) for end in (*ends, row["f1"]) if end == end)
        found += bucket.number(written(row["f1"], 3), bucket.x, top, bucket.wide)
    return found + (_cost(bucket, row, colour) if row["cost"] == row["cost"] else "")


def _cost(bucket: Bucket, row: dict[str, Any], colour: str) -> str:
    costs = bucket.scales[1]
    ink = theme.GOLD if bucket.panel.by_character else colour
    value, ends = 100 * row["cost"], (100 * row["cost_low"], 100 * row["cost_high"])
    top, bottom = sorted((costs.at(value), costs.at(0)))
    wide = _BAR * bucket.wide
    full = {} if row["bucket"] == bucket.panel.costliest else {"fill_opacity": f"{_LIGHT}"}
    found = rect(bucket.x - wide / 2, top, wide, bottom - top, fill=ink, **full)
    found += interval(costs, bucket.x, ends, 0.7 * bucket.mark, bucket.ink, lies=False)
    highest = min(costs.at(end) for end in (*ends, value) if end == end)
    return found + bucket.number(signed(value), bucket.x, min(highest, costs.at(0)), bucket.wide)


def _mark(said: str, colour: str, *, form: str = "circle", hollow: bool = False) -> Entry:
    return Entry(lambda size: point(0.4 * size, -0.35 * size, 0.8 * size, colour, form=form, hollow=hollow), 0.8, said)


def _bar(said: str, colour: str) -> Entry:
    return Entry(
        lambda size: (
            rect(0, -0.75 * size, 0.4 * size, 0.75 * size, fill=colour)
            + rect(0.5 * size, -0.45 * size, 0.4 * size, 0.45 * size, fill=colour, fill_opacity=f"{_LIGHT}")
        ),
        0.9,
        said,
    )
