"""Two systems beside each other by bucket: in small panels the F1 of both, under it A − B, under that the gold's share.

Panels hold differences here, in points: their ``worst`` is the bucket with the lowest, their ``best`` the one with the
highest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import grid, theme, traces
from cwsdiag.charts.grid import Lane, Sheet
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.looks import SYMBOLS
from cwsdiag.frames import p_is, signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.grid import Block, Column
    from cwsdiag.charts.traces import Part
    from cwsdiag.frames import Panel

# The lanes of each panel, from the top downwards.
F1, DIFFERENCE, SHARE = range(3)
# How far A and B stand beside the middle of a bucket, of its width.
_BESIDE = 0.15
_LARGE, _SMALL = 10, 7


@dataclass(frozen=True)
class Sides:
    """The two systems of a figure: their names and colours.

    Attributes:
        a, b: the names.
        colour_a, colour_b: the colours.
    """

    a: str
    b: str
    colour_a: str
    colour_b: str

    def colour(self, role: str) -> str:
        """Return the colour of A or B."""
        return self.colour_a if role == "a" else self.colour_b


@drawn_once
def pair_figure(panels: Sequence[Panel], *, sides: Sides, across: int | None = None) -> go.Figure:
    """Draw F1 of A and B and their difference, with intervals, for every bucket of every panel.

    customdata holds the attribute's key, the bucket's index and what a click asks for: on the marks of a system
    ``a`` or ``b``, its errors; in the difference ``only_a`` or ``only_b``, the words that the one ahead alone gets
    right; elsewhere, in the strip too, nothing: all words of the bucket.

    Args:
        panels: one an attribute; rows as of ``views.pairs.comparison``.
        sides: the two systems.
        across: how many panels stand side by side; as many as suit a page without it.
    """
    lanes = (
        Lane("F1", 128, f1_limits),
        Lane(_("A − B, points"), 84, difference_limits, tickformat="~f", zero=True),
        grid.share_lane(),
    )
    sheet = Sheet(panels, lanes, across=across)
    for block in sheet.blocks:
        columns = block.columns
        if not columns:
            continue
        hovers = [hover(column.panel, column.row, sides) for column in columns]
        all_words, ahead = ([customdata(column.row, only=only) for column in columns] for only in (False, True))
        sheet.traces += [
            grid.shares(block, SHARE),
            block.targets(F1, all_words, hovers),
            block.targets(SHARE, all_words, hovers),
            block.targets(DIFFERENCE, ahead, hovers),
            *(_scores(block, role, sides, hovers) for role in "ab"),
            *(_differences(block, marked, sides) for marked in (False, True)),
        ]
    return sheet.figure()


def f1_limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds every score, and the intervals of buckets that can be named."""
    values: list[float] = []
    for row in (row for panel in panels for row in panel.rows):
        for role in "ab":
            values += [row[f"f1_{role}"], *([row[f"low_{role}"], row[f"high_{role}"]] if row["named"] else [])]
    return theme.axis_limits(values)


def difference_limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds 0, every difference, and the intervals of buckets that can be named."""
    values = [0.0]
    for row in (row for panel in panels for row in panel.rows):
        values += [row["difference"], *([row["low"], row["high"]] if row["named"] else [])]
    defined = [value for value in values if math.isfinite(value)]
    margin = max(0.5, 0.08 * (max(defined) - min(defined)))
    return [min(defined) - margin, max(defined) + margin]


def hover(panel: Panel, row: dict[str, Any], sides: Sides) -> str:
    """Return what is said of a bucket under the pointer, as Plotly shows it."""
    return traces.hover(bucket_told(panel, row, sides))


def bucket_told(panel: Panel, row: dict[str, Any], sides: Sides) -> list[str]:
    """Return what is said of a bucket under the pointer, lines of plain text; the first is its name."""
    lines = [f"{translated(panel.title)} {translated(row['label'])}".rstrip()]
    for role, system in (("a", sides.a), ("b", sides.b)):
        if math.isnan(row[f"f1_{role}"]):
            continue
        said = _("{role} {system}: F1 {f1:.3f}", f1=row[f"f1_{role}"], role=role.upper(), system=system)
        lines.append(traces.with_interval(said, row[f"low_{role}"], row[f"high_{role}"], "{:.3f}".format))
    if not math.isnan(row["difference"]):
        said = _("A − B: {points} points", points=signed(row["difference"]))
        lines.append(traces.with_interval(said, row["low"], row["high"], signed))
        lines += [said for said in (_verdict(row),) if said]
    gold, unit = row["gold"], translated(panel.unit)
    lines.append(_("gold {unit} {count:,} ({share:.1%})", unit=unit, count=gold, share=row["share"]))
    return [*lines, row["why"]] if row["why"] else lines


def _verdict(row: dict[str, Any]) -> str:
    values = {"p": p_is(row["p_adjusted"]), "q": row["q"]}
    if row["verdict"] == "significant":
        return _("significant: p {p} adjusted for all buckets, q = {q:.3g}", **values)
    if row["verdict"] == "not significant":
        return _("not significant: p {p} adjusted for all buckets, q = {q:.3g}", **values)
    return _("too few sentences differ for a verdict") if row["verdict"] else ""


def is_marked(row: dict[str, Any]) -> bool:
    """Return whether a difference is significant after adjustment."""
    return bool(row["verdict"] == "significant")


def customdata(row: dict[str, Any], *, only: bool = True) -> list[Any]:
    """Return what a click on a bucket says: in the difference, what only the system ahead gets right."""
    return [row["attribute"], row["bucket"], f"only_{row['ahead']}" if only and row["ahead"] else ""]


def _scores(block: Block, role: str, sides: Sides, hovers: Sequence[str]) -> Part:
    """Return the points and intervals of A or of B."""
    columns, colour = block.columns, sides.colour(role)
    away = -_BESIDE if role == "a" else _BESIDE
    return traces.clicked(
        [column.place + away * column.width for column in columns],
        [column.row[f"f1_{role}"] for column in columns],
        [[column.row["attribute"], column.row["bucket"], role] for column in columns],
        hovers,
        marker=_markers(columns, [colour] * len(columns), [SYMBOLS[role]] * len(columns)),
        error_y=grid.intervals(columns, (f"f1_{role}", f"low_{role}", f"high_{role}"), colour),
        **block.on(F1),
    )


def _differences(block: Block, marked: bool, sides: Sides) -> Part:
    """Return the differences that are significant, in the colour and form of the system ahead; or the others, grey."""
    columns = [column for column in block.columns if is_marked(column.row) == marked]
    ahead = [column.row["ahead"] if marked else "" for column in columns]
    colours = [sides.colour(role) if role else theme.GOLD for role in ahead]
    # The colour of intervals is one for a trace: that they are marked is seen in their points.
    error = grid.intervals(columns, ("difference", "low", "high"), theme.LABEL if marked else theme.GOLD)
    return traces.marks(
        [column.place for column in columns],
        [column.row["difference"] for column in columns],
        _markers(columns, colours, [SYMBOLS.get(role, "circle") for role in ahead], grow=2 if marked else -2),
        error_y=error,
        unselected=traces.UNSELECTED,
        **block.on(DIFFERENCE),
    )


def _markers(columns: Sequence[Column], colours: Sequence[str], forms: Sequence[str], *, grow: int = 0) -> Part:
    """Return marks, those of buckets too small to be named hollow."""
    named = [column.row["named"] for column in columns]
    return {
        "size": [(_SMALL if column.crowded else _LARGE) + grow for column in columns],
        "symbol": [form + ("" if one else "-open") for form, one in zip(forms, named, strict=True)],
        "color": list(colours),
        "opacity": 1,
        "line": {"width": [0 if one else 2 for one in named], "color": list(colours)},
    }
