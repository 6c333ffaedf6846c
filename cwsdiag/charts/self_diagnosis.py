"""One system by bucket: in small panels its F1, under it what each bucket costs, under that the share of gold.

The last panel is the summary: of each attribute the worst and the best bucket, as in the paper's Table 4, and under
them what its costliest bucket costs.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.charts import marks, panels, theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.panels import Lane
from cwsdiag.frames import Panel, bucket_said, signed, written
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.panels import Column
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.styles import Style

_LARGE, _SMALL = 10, 7
# Of a system in the field that is neither A nor B: lines as thin as they are many.
_THIN, _STRONG = 1.2, 2.6


def self_chart(
    shown: Sequence[Panel],
    size: Size,
    *,
    colour: str,
    small: str,
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
        shown: one an attribute; ``worst`` and ``best`` by F1, ``costliest`` by cost.
        size: where it goes.
        colour: of the system.
        small: what hollow points mean.
        field: the panels of the other systems to be drawn as lines, by name.
        styles: how these are drawn; A and B are strong.
        summary: whether the last panel is the summary, which says nothing more of one attribute alone.
    """
    every = [*shown, *([_summary([panel for panel in shown if not panel.apart])] if summary else [])]
    others = {name: {panel.key: panel for panel in theirs} for name, theirs in (field or {}).items()}
    drawn = styles or {}

    def f1(columns: Sequence[Column], on: Part, ends: list[float]) -> list[Part]:
        target = _targets(columns, on, ends, end="worst")
        if not columns[0].panel.key:
            return [*_ends(columns, on, colour), target]
        lines = [_field_line(columns, others[name], drawn[name], on) for name in others]
        return [*lines, *(_points(columns, on, colour, worst=worst) for worst in (False, True)), target]

    def cost(columns: Sequence[Column], on: Part, ends: list[float]) -> list[Part]:
        bars = _costs(columns, on, colour) if columns[0].panel.key else _costliest(columns, on, colour)
        return [bars, _targets(columns, on, ends, end="costliest")]

    lanes = (
        Lane("F1", 128, lambda some: f1_limits(some, others), f1),
        Lane(_("points lost"), 70, cost_limits, cost, tickformat="~f", zero=True),
        panels.share_lane(),
    )
    legend = [
        Entry(_("F1 with its 95 % interval"), colour, "circle"),
        Entry(_("worst of its attribute"), theme.WORST, "diamond"),
        Entry(small, colour, "circle-open"),
        Entry(_("points lost; full: most"), colour),
        Entry(_("share of gold, counts below"), theme.STRIP),
        *(Entry(name, style.colour, dash=style.dash) for name, style in drawn.items()),
    ]
    return panels.panels_chart(every, lanes, size, legend=legend)


def f1_limits(panels: Sequence[Panel], others: Mapping[str, Mapping[str, Panel]]) -> list[float]:
    """Return the ends of an axis that holds every point, and the intervals of the buckets large enough to be named.

    Args:
        panels: of the system; one without a key, as the summary is, has no points of its own.
        others: panels of further systems, by name.
    """
    values: list[float] = []
    keys = {panel.key for panel in panels if panel.key}
    for row in (row for panel in panels if panel.key for row in panel.rows):
        values += [row["f1"], *([row["f1_low"], row["f1_high"]] if row["named"] else [])]
    for panel in (theirs[key] for theirs in others.values() for key in keys if key in theirs):
        values += [row["f1"] for row in panel.rows if row["named"]]
    return theme.axis_limits(values)


def cost_limits(shown: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis of points that holds 0, every cost, and the intervals of buckets that can be named."""
    values = []
    for row in (row for panel in shown if panel.key for row in panel.rows):
        values += [100 * row["cost"], *([100 * row["cost_low"], 100 * row["cost_high"]] if row["named"] else [])]
    return panels.limits_around(values, 0.2)


def _summary(panels: Sequence[Panel]) -> Panel:
    """Return the panel with a column an attribute, whose row holds its worst, its best and its costliest bucket."""
    rows: list[dict[str, Any]] = []
    for panel in panels:
        ends = {
            name: None if place is None else panel.rows[place]
            for name, place in (("worst", panel.worst), ("best", panel.best), ("costliest", panel.costliest))
        }
        rows.append(
            {
                "label": panel.key,
                "title": translated(panel.title),
                "key": panel.key,
                "by_character": panel.by_character,
                "share": 0.0,
            }
            | ends
        )
    meaning = _("Of each attribute the worst and the best bucket, and under them what its costliest bucket costs.")
    return Panel("", _("worst to best, costliest"), "", pd.DataFrame(rows), None, None, "", meaning)


def _points(columns: Sequence[Column], on: Part, colour: str, *, worst: bool) -> Part:
    chosen = [column for column in columns if (column.row["bucket"] == column.panel.worst) == worst]
    ink, form = (theme.WORST, "diamond") if worst else (colour, "circle")
    named = [column.row["named"] for column in chosen]
    marker = {
        "size": [(_SMALL if column.crowded else _LARGE) + (3 if worst else 0) for column in chosen],
        "symbol": [form + ("" if one else "-open") for one in named],
        "color": ink,
        "opacity": 1,
        "line": {"width": [0 if one else 2 for one in named], "color": ink},
    }
    values = [column.row["f1"] for column in chosen]
    error = panels.intervals(chosen, ("f1", "f1_low", "f1_high"), ink)
    return marks.marks([column.place for column in chosen], values, marker, error_y=error, **on)


def _costs(columns: Sequence[Column], on: Part, colour: str) -> Part:
    ink = theme.GOLD if columns[0].panel.by_character else colour
    inks = [ink if column.row["bucket"] == column.panel.costliest else theme.lighter(ink) for column in columns]
    error = panels.intervals(columns, ("cost", "cost_low", "cost_high"), theme.LABEL, thickness=1.5, scale=100)
    return _bars([(column.place, column.row) for column in columns], inks, on, error_y=error)


def _bars(costs: Sequence[tuple[int, dict[str, Any]]], inks: Sequence[str], on: Part, **more: Any) -> Part:
    marker = {"color": inks, "line": {"width": 0}}
    heights = [100 * row["cost"] for _place, row in costs]
    return marks.bars([place for place, _row in costs], heights, [0.6] * len(costs), marker=marker, **more, **on)


def _field_line(columns: Sequence[Column], theirs: Mapping[str, Panel], style: Style, on: Part) -> Part:
    rows = theirs[columns[0].panel.key].rows
    width = _STRONG if style.role else _THIN
    line = marks.line([column.place for column in columns], [row["f1"] for row in rows], style.colour, width, **on)
    return line | {"line": {**line["line"], "dash": style.dash}}


def _targets(columns: Sequence[Column], on: Part, ends: list[float], *, end: str) -> Part:
    data, hovers = [], []
    for column in columns:
        row, panel = column.row, column.panel
        if panel.key:
            data.append([panel.key, row["bucket"]])
            hovers.append(marks.hover(bucket_told(panel, row)))
        else:
            data.append([row["key"], None if row[end] is None else row[end]["bucket"]])
            hovers.append(_summary_hover(row))
    return panels.targets(columns, data, hovers, ends, on)


def bucket_told(panel: Panel, row: dict[str, Any]) -> list[str]:
    """Return what is said of a bucket under the pointer, lines of plain text; the first is its name."""
    halves = {name: _score(row[name]) for name in ("precision", "recall")}
    counted = {name: row[name] for name in ("gold", "share", "predicted", "matched")}
    lines = [
        _heading(panel, row),
        marks.with_interval(_("F1 {f1}", f1=_score(row["f1"])), row["f1_low"], row["f1_high"], _score),
        _("precision {precision}, recall {recall}", **halves),
        _("gold {gold:,} ({share:.1%}), system {predicted:,}, matched {matched:,}", **counted),
    ]
    if not math.isnan(row["cost"]):
        lines.append(_cost_said(panel, row))
    if row.get("few"):
        lines.append(translated(row["few"]))
    return lines


def _cost_said(panel: Panel, row: dict[str, Any]) -> str:
    cost = signed(100 * row["cost"])
    if panel.by_character:
        said = _("costs {cost} points of F1 of characters", cost=cost)
    else:
        said = _("costs {cost} points of F1", cost=cost)
    return marks.with_interval(said, 100 * row["cost_low"], 100 * row["cost_high"], signed)


def _score(value: float) -> str:
    return "–" if math.isnan(value) else written(value, 3)


def _heading(panel: Panel, row: dict[str, Any]) -> str:
    bucket = f"{translated(panel.title)} {bucket_said(row['label'])}"
    if not row["named"]:
        return _("{bucket}, too small to be named", bucket=bucket)
    if row["bucket"] == panel.worst == panel.costliest:
        return _("{bucket}, the worst and the costliest bucket", bucket=bucket)
    if row["bucket"] == panel.worst:
        return _("{bucket}, the worst bucket", bucket=bucket)
    return _("{bucket}, the costliest bucket", bucket=bucket) if row["bucket"] == panel.costliest else bucket


def _summary_hover(row: dict[str, Any]) -> str:
    lines = [f"<b>{theme.plain(row['title'])}</b>"]
    worst, best, costliest = row["worst"], row["best"], row["costliest"]
    if worst is not None and best is not None:
        lines += [
            _("worst {bucket}: F1 {f1:.3f}", bucket=theme.plain(bucket_said(worst["label"])), f1=worst["f1"]),
            _("best {bucket}: F1 {f1:.3f}", bucket=theme.plain(bucket_said(best["label"])), f1=best["f1"]),
            _("gap {points:.1f} points", points=100 * (best["f1"] - worst["f1"])),
        ]
    if costliest is not None:
        cost = 100 * costliest["cost"]
        lines.append(
            _("costliest {bucket}: {cost:.1f} points", bucket=theme.plain(bucket_said(costliest["label"])), cost=cost)
        )
    return "<br>".join(lines)


def _ends(columns: Sequence[Column], on: Part, colour: str) -> list[Part]:
    """Return the worst and the best bucket of each attribute, with a line between them."""
    known = [column for column in columns if column.row["worst"] is not None]
    places = [column.place for column in known]
    x = [place for one in places for place in (one, one, None)]
    y = [value for column in known for value in (column.row["worst"]["f1"], column.row["best"]["f1"], None)]
    forms = (("worst", "diamond", theme.WORST), ("best", "circle", colour))
    return [
        marks.line(x, y, theme.GOLD, 3, **on),
        *(
            marks.marks(
                places,
                [column.row[name]["f1"] for column in known],
                {"size": 8, "symbol": form, "color": ink},
                **on,
            )
            for name, form, ink in forms
        ),
    ]


def _costliest(columns: Sequence[Column], on: Part, colour: str) -> Part:
    known = [column for column in columns if column.row["costliest"] is not None]
    inks = [theme.GOLD if column.row["by_character"] else colour for column in known]
    return _bars([(column.place, column.row["costliest"]) for column in known], inks, on)
