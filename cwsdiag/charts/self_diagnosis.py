"""One system by bucket: in small panels its F1, under it what each bucket costs, under that the share of gold.

The last panel is the summary: of each attribute the worst and the best bucket, as in the paper's Table 4, and under
them what its costliest bucket costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, panels, theme
from cwsdiag.charts.layout import LegendEntry
from cwsdiag.charts.panels import Lane
from cwsdiag.charts.theme import Style
from cwsdiag.frames import Panel
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.theme import Size

    Row = dict[str, Any]


def self_chart(
    by_attribute: Sequence[Panel],
    size: Size,
    *,
    colour: str,
    small: str,
    hover: Mapping[tuple[str, int], str],
    field: Mapping[str, Sequence[Panel]] | None = None,
    styles: Mapping[str, Style] | None = None,
    summary: bool = True,
) -> Spec:
    """Return F1 and cost with their intervals for every bucket of every panel.

    The whole column of a bucket is its click target; customdata is the attribute and the index of the bucket. The worst
    bucket of a panel is a diamond in a colour of its own, the costliest a full bar, and a bucket too small to be named
    a hollow point. Costs of characters are grey: they are of another F1. A panel that stands apart has an axis of its
    own, and is not in the summary.

    Args:
        by_attribute: one an attribute; ``worst`` and ``best`` by F1, ``costliest`` by cost.
        size: where it goes.
        colour: of the system.
        small: what hollow points mean.
        hover: what is said of a bucket under the pointer, by attribute and bucket.
        field: the panels of the other systems to be drawn as lines, by name.
        styles: how these are drawn; A and B are strong.
        summary: whether the last panel is the summary, which says nothing more of one attribute alone.
    """
    others = {name: {panel.key: panel for panel in theirs} for name, theirs in (field or {}).items()}
    drawn = styles or {}
    worst = Style(theme.WORST, "diamond", size=12)

    def f1_limits(some: Sequence[Panel]) -> list[float]:
        keys = [panel.key for panel in some]
        of_field = [theirs[key] for theirs in others.values() for key in keys if key in theirs]
        named = [row["f1"] for panel in of_field for row in panel.rows if row["named"]]
        return theme.axis_limits([*panels.values(some, "f1", "f1_low", "f1_high"), *named])

    def cost_limits(some: Sequence[Panel]) -> list[float]:
        costs = [100 * value for value in panels.values(some, "cost", "cost_low", "cost_high")]
        return theme.axis_limits([0.0, *costs], least=0.2, **theme.UNBOUNDED)

    def targets(panel: Panel, ends: list[float], end: str) -> Part:
        # A column of the summary is that of an end of its attribute.
        data = [
            [panel.key, row["bucket"]] if panel.key else [row["label"], row[end]["bucket"] if row[end] else None]
            for row in panel.rows
        ]
        return panels.targets(ends, data, hover)

    def f1(panel: Panel, ends: list[float]) -> Iterator[Part]:
        if panel.key:
            for name, theirs in others.items():
                if panel.key in theirs:
                    heights, other = [row["f1"] for row in theirs[panel.key].rows], drawn[name]
                    look = {"color": other.colour, "width": 2.6 if other.role else 1.2, "dash": other.dash}
                    yield marks.line(list(range(len(heights))), heights, other.colour, 1, line=look)
            for style in (Style(colour, size=panels.mark_size(panel)), worst):
                yield panels.points(
                    {place: row for place, row in enumerate(panel.rows) if (place == panel.worst) == (style is worst)},
                    style,
                    "f1",
                    "f1_low",
                    "f1_high",
                )
        else:
            places = [place for place, row in enumerate(panel.rows) if row["worst"]]
            low, high = ([panel.rows[place][end]["f1"] for place in places] for end in ("worst", "best"))
            yield marks.points(places, high, Style(theme.GOLD, size=0), low=low, high=high, thick=3)
            yield marks.points(places, high, Style(colour, size=8))
            yield marks.points(places, low, Style(theme.WORST, "diamond", size=8))
        yield targets(panel, ends, "worst")

    def cost(panel: Panel, ends: list[float]) -> Iterator[Part]:
        rows = panel.rows if panel.key else [row["costliest"] for row in panel.rows]
        cells: dict[float, Row] = {place: row for place, row in enumerate(rows) if row}
        inks = []
        for place, row in cells.items():
            ink = theme.GOLD if panel.by_character or row.get("by_character") else colour
            inks.append(ink if not panel.key or place == panel.costliest else theme.tint(ink, theme.LIGHTER))
        yield marks.bars(list(cells), [100 * row["cost"] for row in cells.values()], inks, width=0.6)
        if panel.key:
            yield panels.points(cells, Style(theme.LABEL, size=0), "cost", "cost_low", "cost_high", scale=100)
        yield targets(panel, ends, "costliest")

    lanes = (
        Lane("F1", 128, f1_limits, f1),
        Lane(_("points lost"), 70, cost_limits, cost, zero=True),
    )
    return panels.panels_chart(
        [*by_attribute, *([_summary([panel for panel in by_attribute if not panel.apart])] if summary else [])],
        lanes,
        size,
        legend=[
            LegendEntry(_("F1 with its 95 % interval"), colour, "circle"),
            LegendEntry(_("worst of its attribute"), theme.WORST, "diamond"),
            LegendEntry(small, colour, "circle-open"),
            LegendEntry(_("points lost; full: most"), colour),
            panels.SHARES,
            *(LegendEntry(name, style.colour, dash=style.dash) for name, style in drawn.items()),
        ],
    )


def _summary(by_attribute: Sequence[Panel]) -> Panel:
    """Return the panel with a column an attribute, whose row holds its worst, its best and its costliest bucket."""
    rows = []
    for panel in by_attribute:
        row: Row = {"label": panel.key, "share": 0.0}
        for name, place in (("worst", panel.worst), ("best", panel.best), ("costliest", panel.costliest)):
            row[name] = None if place is None else {**panel.rows[place], "by_character": panel.by_character}
        rows.append(row)
    return Panel(
        "",
        _("worst to best, costliest"),
        "",
        rows,
        None,
        None,
        "",
        _("Of each attribute the worst and the best bucket, and under them what its costliest bucket costs."),
    )
