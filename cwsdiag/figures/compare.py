"""Two systems beside each other by bucket: small panels of their difference, one an attribute, on one shared axis.

Panels hold differences here: the better system minus the other, in points. Their ``worst`` is the bucket with the
lowest, their ``best`` the one with the highest difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.figures import grid, theme
from cwsdiag.figures.kept import drawn_once
from cwsdiag.frames import signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.figures.grid import Axes
    from cwsdiag.figures.traces import Part
    from cwsdiag.frames import Panel

LOWEST, HIGHEST = "triangle-down", "triangle-up"


@dataclass(frozen=True)
class Sides:
    """The two systems of a figure: which is better, and the colour of each.

    Attributes:
        better, other: their names.
        better_colour, other_colour: their colours.
    """

    better: str
    other: str
    better_colour: str
    other_colour: str


@drawn_once
def differences_figure(panels: Sequence[Panel], whole: Panel, *, sides: Sides) -> go.Figure:
    """Draw the difference with its paired interval for every bucket of every panel, and over all words.

    Behind the points stand faint columns: the share of the gold units in each bucket. The whole column of a bucket is
    its click target; customdata holds the attribute's key, the bucket's index and the role of the system that is ahead.

    Args:
        panels: one an attribute. Each row of their buckets has attribute, bucket, label, tick, gold, share, named,
            f1_better, f1_other, difference, low, high, ahead, holds_zero, why.
        whole: the difference over all words, as a panel of one bucket.
        sides: the two systems.
    """
    shown = [*panels, whole]
    compared = [panel for panel in shown if not panel.apart]
    sheet = grid.Grid(len(shown), difference_limits(compared), tickformat="~f", zero=True)
    for panel in shown:
        axes = sheet.add(panel, limits=difference_limits([panel]) if panel.apart and not panel.undefined else None)
        if panel.undefined:
            continue
        if panel is not whole:
            sheet.traces.append(grid.shares(panel, axes))
        sheet.traces += _points(panel, sides, axes)
        data, hovers = [customdata(row) for row in panel.rows], [hover(panel, row, sides) for row in panel.rows]
        sheet.traces.append(grid.targets(panel, axes, data, hovers))
    return sheet.figure()


def difference_limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds 0, every difference, and the intervals of buckets that can be named."""
    values = [0.0]
    for panel in panels:
        for row in panel.rows:
            values += [row["difference"], *([row["low"], row["high"]] if row["named"] else [])]
    defined = [value for value in values if value == value]
    margin = max(0.5, 0.08 * (max(defined) - min(defined)))
    return [min(defined) - margin, max(defined) + margin]


def hover(panel: Panel, row: dict[str, Any], sides: Sides) -> str:
    """Return what is said of a bucket under the pointer."""
    lines = [_heading(panel, row)]
    if row["difference"] == row["difference"]:
        values = {"points": signed(row["difference"]), "low": signed(row["low"]), "high": signed(row["high"])}
        if row["holds_zero"]:
            lines.append(_("{points} points, 95 % interval {low} to {high}, which holds 0", **values))
        else:
            lines.append(_("{points} points, 95 % interval {low} to {high}", **values))
        lines.append(
            f"F1 {theme.plain(sides.better)} {row['f1_better']:.3f}, {theme.plain(sides.other)} {row['f1_other']:.3f}"
        )
    gold, unit = row["gold"], translated(panel.unit)
    lines.append(_("gold {unit} {count:,} ({share:.1%})", unit=unit, count=gold, share=row["share"]))
    if row["why"]:
        lines.append(theme.plain(row["why"]))
    return "<br>".join(lines)


def _heading(panel: Panel, row: dict[str, Any]) -> str:
    """Name a bucket, and say whether it is an extreme of its attribute."""
    name = f"{translated(panel.title)} {translated(row['label'])}".rstrip()
    bucket = f"<b>{theme.plain(name)}</b>"
    lowest, highest = panel.worst == row["bucket"], panel.best == row["bucket"]
    if lowest and highest:
        return _("{bucket}, lowest and highest of its attribute", bucket=bucket)
    if lowest:
        return _("{bucket}, lowest of its attribute", bucket=bucket)
    return _("{bucket}, highest of its attribute", bucket=bucket) if highest else bucket


def customdata(row: dict[str, Any]) -> list[Any]:
    """Return what a click on a bucket says."""
    return [row["attribute"], row["bucket"], row["ahead"]]


def _points(panel: Panel, sides: Sides, axes: Axes) -> list[Part]:
    """Return points and intervals: of the buckets between the extremes, of the highest, of the lowest."""
    places = range(len(panel.rows))
    ends = {panel.worst, panel.best}
    size = 9 if len(places) <= grid.MOST_UPRIGHT else 7
    kinds = (
        ([place for place in places if place not in ends], "circle", theme.GOLD, size, 2),
        ([place for place in places if place == panel.best != panel.worst], HIGHEST, sides.better_colour, size + 5, 0),
        ([place for place in places if place == panel.worst], LOWEST, theme.WORST, size + 5, 0),
    )
    columns = ("difference", "low", "high")
    return [
        grid.points(panel, chosen, axes, columns=columns, colour=colour, form=form, size=marker, outline=outline)
        for chosen, form, colour, marker, outline in kinds
    ]
