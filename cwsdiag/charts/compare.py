"""Two systems beside each other by bucket: in small panels the F1 of both, under it A − B, under that the gold's share.

Panels hold differences here, in points: their ``worst`` is the bucket with the lowest, their ``best`` the one with the
highest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, panels, theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.panels import Lane
from cwsdiag.charts.styles import SYMBOLS
from cwsdiag.frames import bucket_said, p_is, signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.panels import Column
    from cwsdiag.charts.sizes import Size
    from cwsdiag.frames import Panel

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

    def legend(self) -> list[Entry]:
        """Return which mark is whose."""
        names = {"a": self.a, "b": self.b}
        return [Entry(f"{name} ({role.upper()})", self.colour(role), SYMBOLS[role]) for role, name in names.items()]


def pair_chart(shown: Sequence[Panel], size: Size, *, sides: Sides, small: str) -> Spec:
    """Return F1 of both systems with paired intervals, under it A − B with what the test says, for every bucket.

    A click on the mark of a system gives ``[attribute, bucket, role]``, one on the difference the bucket with what only
    the one ahead gets right, one elsewhere in the column of a bucket the bucket alone.

    Args:
        shown: one an attribute, differences in points.
        size: where it goes.
        sides: which systems, and their colours.
        small: what hollow points mean.
    """

    def f1(columns: Sequence[Column], on: Part, ends: list[float]) -> list[Part]:
        hovers = _hovers(columns, sides)
        data = [customdata(column.row, only=False) for column in columns]
        return [
            panels.targets(columns, data, hovers, ends, on),
            *(_scores(columns, on, role, sides, hovers) for role in "ab"),
        ]

    def difference(columns: Sequence[Column], on: Part, ends: list[float]) -> list[Part]:
        data = [customdata(column.row) for column in columns]
        target = panels.targets(columns, data, _hovers(columns, sides), ends, on)
        return [target, *(_differences(columns, on, sides, marked=marked) for marked in (False, True))]

    lanes = (
        Lane("F1", 128, f1_limits, f1),
        Lane(_("A − B, points"), 84, difference_limits, difference, tickformat="~f", zero=True),
        panels.share_lane(),
    )
    legend = [
        *sides.legend(),
        Entry(_("A − B: not significant"), theme.GOLD, "circle"),
        Entry(small, theme.GOLD, "circle-open"),
        Entry(_("share of gold, counts below"), theme.STRIP),
    ]
    return panels.panels_chart(shown, lanes, size, legend=legend)


def f1_limits(shown: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds all scores, and the intervals of buckets that can be named."""
    values: list[float] = []
    for row in (row for panel in shown for row in panel.rows):
        for role in "ab":
            values += [row[f"f1_{role}"], *([row[f"low_{role}"], row[f"high_{role}"]] if row["named"] else [])]
    return theme.axis_limits(values)


def difference_limits(shown: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds 0, every difference, and the intervals of those that can be named."""
    values = []
    for row in (row for panel in shown for row in panel.rows):
        values += [row["difference"], *([row["low"], row["high"]] if row["named"] else [])]
    return panels.limits_around(values, 0.5)


def hover(panel: Panel, row: dict[str, Any], sides: Sides) -> str:
    """Return what is said of a bucket under the pointer, as Plotly shows it."""
    return marks.hover(bucket_told(panel, row, sides))


def bucket_told(panel: Panel, row: dict[str, Any], sides: Sides) -> list[str]:
    """Return what is said of a bucket under the pointer, lines of plain text; the first is its name."""
    lines = [f"{translated(panel.title)} {bucket_said(row['label'])}".rstrip()]
    for role, system in (("a", sides.a), ("b", sides.b)):
        if math.isnan(row[f"f1_{role}"]):
            continue
        said = _("{role} {system}: F1 {f1:.3f}", f1=row[f"f1_{role}"], role=role.upper(), system=system)
        lines.append(marks.with_interval(said, row[f"low_{role}"], row[f"high_{role}"], "{:.3f}".format))
    if not math.isnan(row["difference"]):
        said = _("A − B: {points} points", points=signed(row["difference"]))
        lines.append(marks.with_interval(said, row["low"], row["high"], signed))
        lines += [said for said in (_verdict(row),) if said]
    gold, unit = row["gold"], translated(panel.unit)
    lines.append(_("gold {unit} {count:,} ({share:.1%})", unit=unit, count=gold, share=row["share"]))
    return [*lines, translated(row["why"])] if row["why"] else lines


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


def _hovers(columns: Sequence[Column], sides: Sides) -> list[str]:
    return [hover(column.panel, column.row, sides) for column in columns]


def _scores(columns: Sequence[Column], on: Part, role: str, sides: Sides, hovers: Sequence[str]) -> Part:
    colour, away = sides.colour(role), -_BESIDE if role == "a" else _BESIDE
    return marks.clicked(
        [column.place + away for column in columns],
        [column.row[f"f1_{role}"] for column in columns],
        [[column.row["attribute"], column.row["bucket"], role] for column in columns],
        hovers,
        marker=_markers(columns, [colour] * len(columns), [SYMBOLS[role]] * len(columns)),
        error_y=panels.intervals(columns, (f"f1_{role}", f"low_{role}", f"high_{role}"), colour),
        **on,
    )


def _differences(every: Sequence[Column], on: Part, sides: Sides, *, marked: bool) -> Part:
    columns = [column for column in every if is_marked(column.row) == marked]
    ahead = [column.row["ahead"] if marked else "" for column in columns]
    colours = [sides.colour(role) if role else theme.GOLD for role in ahead]
    error = panels.intervals(columns, ("difference", "low", "high"), theme.LABEL if marked else theme.GOLD)
    return marks.marks(
        [column.place for column in columns],
        [column.row["difference"] for column in columns],
        _markers(columns, colours, [SYMBOLS.get(role, "circle") for role in ahead], grow=2 if marked else -2),
        error_y=error,
        **on,
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
