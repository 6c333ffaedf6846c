"""One system by bucket: in small panels its F1, under it what each bucket costs, under that the share of gold.

The last panel is the summary: of each attribute the worst and the best bucket, as in the paper's Table 4, and under
them what its costliest bucket costs.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.charts import grid, theme, traces
from cwsdiag.charts.grid import Lane, Sheet
from cwsdiag.charts.kept import drawn_once
from cwsdiag.frames import Panel, signed, written
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.grid import Block, Column
    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.traces import Part

# The lanes of each panel, from the top downwards.
F1, COST, SHARE = range(3)
_LARGE, _SMALL = 10, 7
# Of a system in the field that is neither A nor B: lines as thin as they are many.
_THIN, _STRONG = 1.2, 2.6


@drawn_once
def panels_figure(
    panels: Sequence[Panel],
    *,
    colour: str,
    field: Mapping[str, Sequence[Panel]] | None = None,
    looks: Mapping[str, Look] | None = None,
    across: int | None = None,
    summary: bool = True,
) -> go.Figure:
    """Draw F1 and cost with their intervals for every bucket of every panel.

    The whole column of a bucket is its click target; customdata begins with the attribute's key and the bucket's index.
    The worst bucket of a panel is a diamond in a colour of its own, the costliest a full bar, and a bucket too small to
    be named a hollow point. Costs of characters are grey: they are of another F1. A panel that stands apart has an axis
    of its own, and is not in the summary.

    Args:
        panels: one an attribute; ``worst`` and ``best`` by F1, ``costliest`` by cost.
        colour: of the system.
        field: the panels of the other systems to be drawn as lines, by name.
        looks: how these are drawn; A and B are strong.
        across: how many panels stand side by side; as many as suit a page without it.
        summary: whether the last panel is the summary, which says nothing more of one attribute alone.
    """
    shown = [*panels, *([_summary([panel for panel in panels if not panel.apart])] if summary else [])]
    others = {name: [*theirs] for name, theirs in (field or {}).items()}
    lanes = (
        Lane("F1", 128, lambda some: f1_limits(some, others)),
        Lane(_("cost, points"), 70, cost_limits, tickformat="~f", zero=True),
        grid.share_lane(),
    )
    sheet = Sheet(shown, lanes, across=across)
    for block in sheet.blocks:
        own = [column for column in block.columns if column.panel.key]
        summed = [column for column in block.columns if not column.panel.key]
        sheet.traces += [
            grid.shares(block, SHARE),
            *(_targets(block, lane) for lane in (F1, COST, SHARE)),
            *(_field_line(block, others[name], (looks or {})[name]) for name in others),
            *(_points(block, own, colour, worst=worst) for worst in (False, True)),
            _costs(block, own, colour),
            *_summary_parts(block, summed, colour),
        ]
    return sheet.figure()


def f1_limits(panels: Sequence[Panel], others: Mapping[str, Sequence[Panel]]) -> list[float]:
    """Return the ends of an axis that holds every point, and the intervals of the buckets large enough to be named.

    Args:
        panels: of the system; one without a key, as the summary is, has no points of its own.
        others: panels of further systems, by name.
    """
    values: list[float] = []
    keys = {panel.key for panel in panels if panel.key}
    for row in (row for panel in panels if panel.key for row in panel.rows):
        values += [row["f1"], *([row["f1_low"], row["f1_high"]] if row["named"] else [])]
    for panel in (panel for theirs in others.values() for panel in theirs if panel.key in keys):
        values += [row["f1"] for row in panel.rows if row["named"]]
    return theme.axis_limits(values)


def cost_limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis of points that holds 0, every cost, and the intervals of buckets that can be named."""
    values = [0.0]
    for row in (row for panel in panels if panel.key for row in panel.rows):
        values += [100 * row["cost"], *([100 * row["cost_low"], 100 * row["cost_high"]] if row["named"] else [])]
    defined = [value for value in values if math.isfinite(value)]
    margin = max(0.2, 0.08 * (max(defined) - min(defined)))
    return [min(defined) - margin, max(defined) + margin]


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
                "tick": panel.key,
                "title": panel.title,
                "key": panel.key,
                "by_character": panel.by_character,
                "share": 0.0,
            }
            | ends
        )
    meaning = _("Of each attribute the worst and the best bucket, and under them what its costliest bucket costs.")
    return Panel("", _("worst to best, costliest"), "", pd.DataFrame(rows), None, None, "", meaning)


def _points(block: Block, columns: Sequence[Column], colour: str, *, worst: bool) -> Part:
    """Return points and intervals of the worst buckets, or of the others."""
    chosen = [column for column in columns if (column.row["bucket"] == column.panel.worst) == worst]
    ink = theme.WORST if worst else colour
    named = [column.row["named"] for column in chosen]
    form = "diamond" if worst else "circle"
    return traces.marks(
        [column.place for column in chosen],
        [column.row["f1"] for column in chosen],
        {
            "size": [(_SMALL if column.crowded else _LARGE) + (3 if worst else 0) for column in chosen],
            "symbol": [form + ("" if one else "-open") for one in named],
            "color": ink,
            "opacity": 1,
            "line": {"width": [0 if one else 2 for one in named], "color": ink},
        },
        error_y=grid.intervals(chosen, ("f1", "f1_low", "f1_high"), ink),
        unselected=traces.UNSELECTED,
        **block.on(F1),
    )


def _costs(block: Block, columns: Sequence[Column], colour: str) -> Part:
    """Return what each bucket costs as bars from 0: full the costliest of its attribute, light the others."""
    inks = [theme.GOLD if column.panel.by_character else colour for column in columns]
    full = [column.row["bucket"] == column.panel.costliest for column in columns]
    return traces.bars(
        [column.place for column in columns],
        [100 * column.row["cost"] for column in columns],
        [0.6 * column.width for column in columns],
        # Light by colour and not by opacity, which a click would take from them.
        marker={
            "color": [ink if one else theme.lighter(ink) for ink, one in zip(inks, full, strict=True)],
            "line": {"width": 0},
        },
        error_y=grid.intervals(columns, ("cost", "cost_low", "cost_high"), theme.LABEL, thickness=1.5, scale=100),
        **block.on(COST),
    )


def _field_line(block: Block, theirs: Sequence[Panel], look: Look) -> Part:
    """Return another system's F1 by bucket as a line, broken off between panels."""
    f1 = {panel.key: [row["f1"] for row in panel.rows] for panel in theirs}
    x: list[float | None] = []
    y: list[float | None] = []
    before = None
    for column in block.columns:
        if not column.panel.key:
            continue
        if before is not None and column.panel is not before:
            x.append(None)
            y.append(None)
        before = column.panel
        x.append(column.place)
        y.append(f1[column.panel.key][column.row["bucket"]])
    return traces.line(x, y, look.colour, _STRONG if look.role else _THIN, **block.on(F1)) | {
        "line": {"color": look.colour, "width": _STRONG if look.role else _THIN, "dash": look.dash}
    }


def _targets(block: Block, lane: int) -> Part:
    data, hovers = [], []
    for column in block.columns:
        row, panel = column.row, column.panel
        if panel.key:
            data.append([panel.key, row["bucket"]])
            hovers.append(_hover(panel, row))
        else:
            end = row["costliest" if lane == COST else "worst"]
            data.append([row["key"], None if end is None else end["bucket"]])
            hovers.append(_summary_hover(row))
    return block.targets(lane, data, hovers)


def _hover(panel: Panel, row: dict[str, Any]) -> str:
    return traces.hover(bucket_told(panel, row))


def bucket_told(panel: Panel, row: dict[str, Any]) -> list[str]:
    """Return what is said of a bucket under the pointer, lines of plain text; the first is its name."""
    halves = {name: _score(row[name]) for name in ("precision", "recall")}
    counted = {name: row[name] for name in ("gold", "share", "predicted", "matched")}
    lines = [
        _heading(panel, row),
        traces.with_interval(_("F1 {f1}", f1=_score(row["f1"])), row["f1_low"], row["f1_high"], _score),
        _("precision {precision}, recall {recall}", **halves),
        _("gold {gold:,} ({share:.1%}), system {predicted:,}, matched {matched:,}", **counted),
    ]
    if not math.isnan(row["cost"]):
        lines.append(_cost_said(panel, row))
    if row.get("few"):
        lines.append(row["few"])
    return lines


def _cost_said(panel: Panel, row: dict[str, Any]) -> str:
    cost = signed(100 * row["cost"])
    if panel.by_character:
        said = _("costs {cost} points of F1 of characters", cost=cost)
    else:
        said = _("costs {cost} points of F1", cost=cost)
    return traces.with_interval(said, 100 * row["cost_low"], 100 * row["cost_high"], signed)


def _score(value: float) -> str:
    return "–" if math.isnan(value) else written(value, 3)


def _heading(panel: Panel, row: dict[str, Any]) -> str:
    bucket = f"{translated(panel.title)} {translated(row['label'])}"
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
            _("worst {bucket}: F1 {f1:.3f}", bucket=theme.plain(worst["label"]), f1=worst["f1"]),
            _("best {bucket}: F1 {f1:.3f}", bucket=theme.plain(best["label"]), f1=best["f1"]),
            _("gap {points:.1f} points", points=100 * (best["f1"] - worst["f1"])),
        ]
    if costliest is not None:
        cost = 100 * costliest["cost"]
        lines.append(_("costliest {bucket}: {cost:.1f} points", bucket=theme.plain(costliest["label"]), cost=cost))
    return "<br>".join(lines)


def _summary_parts(block: Block, columns: Sequence[Column], colour: str) -> list[Part]:
    """Return a line from the worst to the best bucket of every attribute, and a bar of what its costliest costs."""
    if not columns:
        return []
    ends = [column for column in columns if column.row["worst"] is not None]
    marks = [
        traces.marks(
            [column.place for column in ends],
            [column.row[name]["f1"] for column in ends],
            {"size": 8, "symbol": form, "color": ink},
            unselected=traces.UNSELECTED,
            **block.on(F1),
        )
        for name, form, ink in (("worst", "diamond", theme.WORST), ("best", "circle", colour))
    ]
    lines = traces.line(
        [value for column in ends for value in (column.place, column.place, None)],
        [value for column in ends for value in (column.row["worst"]["f1"], column.row["best"]["f1"], None)],
        theme.GOLD,
        3,
        **block.on(F1),
    )
    costly = [column for column in columns if column.row["costliest"] is not None]
    bars = traces.bars(
        [column.place for column in costly],
        [100 * column.row["costliest"]["cost"] for column in costly],
        [0.6 * column.width for column in costly],
        marker={
            "color": [theme.GOLD if column.row["by_character"] else colour for column in costly],
            "line": {"width": 0},
        },
        **block.on(COST),
    )
    return [lines, *marks, bars]
