"""Two systems beside each other: by bucket, the extremes of each attribute as in the paper's Table 4, and by kind.

Panels hold differences here, in points: their ``worst`` is the bucket with the lowest, their ``best`` the one with the
highest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cwsdiag.charts import panels, theme
from cwsdiag.charts.layout import LegendEntry, Spec
from cwsdiag.charts.marks import Part
from cwsdiag.charts.matrices import MatrixCell, cells_chart
from cwsdiag.charts.panels import Lane
from cwsdiag.charts.rows import Marks, rows_chart
from cwsdiag.charts.theme import SYMBOLS, Size, Style
from cwsdiag.frames import Panel, signed, tick_label
from cwsdiag.languages import _, translated

Row = dict[str, Any]

# How far A and B stand beside the middle of a bucket.
_BESIDE = 0.15


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

    def styles(self, size: int = 10) -> dict[str, Style]:
        """Return how each is drawn, by role."""
        return {"a": Style(self.colour_a, SYMBOLS["a"], size=size), "b": Style(self.colour_b, SYMBOLS["b"], size=size)}

    def legend(self) -> list[LegendEntry]:
        """Return which mark is whose."""
        return [
            LegendEntry(f"{name} ({letter})", style.colour, style.symbol)
            for name, letter, style in zip((self.a, self.b), "AB", self.styles().values(), strict=True)
        ]


def pair_chart(
    by_attribute: Sequence[Panel], size: Size, *, sides: Sides, small: str, hover: Mapping[tuple[str, int], str]
) -> Spec:
    """Return F1 of both systems with paired intervals, under it A − B with what the test says, for every bucket.

    A click on the mark of a system gives ``[attribute, bucket, role]``, one on the difference the bucket with what only
    the one ahead gets right, one elsewhere in the column of a bucket the bucket alone.

    Args:
        by_attribute: one an attribute, differences in points.
        size: where it goes.
        sides: which systems, and their colours.
        small: what hollow points mean.
        hover: what is said of a bucket under the pointer, by attribute and bucket.
    """

    def f1(panel: Panel, ends: list[float]) -> Iterator[Part]:
        yield panels.targets(ends, [_click(row, "") for row in panel.rows], hover)
        for role, style in sides.styles(panels.mark_size(panel)).items():
            yield panels.points(
                {place + (-_BESIDE if role == "a" else _BESIDE): row for place, row in enumerate(panel.rows)},
                style,
                f"f1_{role}",
                f"low_{role}",
                f"high_{role}",
                data=[_click(row, role) for row in panel.rows],
                hover=[hover.get((panel.key, row["bucket"]), "") for row in panel.rows],
            )

    def difference(panel: Panel, ends: list[float]) -> Iterator[Part]:
        yield panels.targets(ends, [_click(row) for row in panel.rows], hover)
        mark = panels.mark_size(panel)
        # Significant ones as the system that is ahead, others grey.
        for role, style in {"": Style(theme.GOLD, size=mark - 2), **sides.styles(mark + 2)}.items():
            own: dict[float, Row] = {
                place: row
                for place, row in enumerate(panel.rows)
                if (row["ahead"] if row["verdict"] == "significant" else "") == role
            }
            yield panels.points(own, style, "difference", "low", "high")

    lanes = (
        Lane("F1", 128, f1_limits, f1),
        Lane(_("A − B, points"), 84, difference_limits, difference, zero=True),
    )
    grey = LegendEntry(_("A − B: not significant"), theme.GOLD, "circle")
    return panels.panels_chart(
        by_attribute,
        lanes,
        size,
        legend=[*sides.legend(), grey, LegendEntry(small, theme.GOLD, "circle-open"), panels.SHARES],
    )


def f1_limits(by_attribute: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds all scores, and the intervals of buckets that can be named."""
    return theme.axis_limits(
        value for role in "ab" for value in panels.values(by_attribute, f"f1_{role}", f"low_{role}", f"high_{role}")
    )


def difference_limits(by_attribute: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds 0, every difference, and the intervals of those that can be named."""
    return theme.axis_limits(
        [0.0, *panels.values(by_attribute, "difference", "low", "high")], least=0.5, of_scores=False
    )


def extremes_chart(
    by_attribute: Sequence[Panel], size: Size, *, sides: Sides, hover: Mapping[tuple[str, int], str]
) -> Spec:
    """Return the lowest and the highest difference of each attribute with its interval, a row a bucket.

    A click gives what one on the difference of ``pair_chart`` gives.

    Args:
        by_attribute: one an attribute, with its lowest as ``worst`` and its highest as ``best``; one apart is not
            shown.
        size: where it goes.
        sides: which systems, and their colours.
        hover: what is said of a bucket under the pointer, by attribute and bucket.
    """
    ends = [
        (panel, panel.rows[end])
        for panel in by_attribute
        for end in dict.fromkeys((panel.best, panel.worst))
        if end is not None and not panel.apart
    ]
    rows = [row for _panel, row in ends]
    drawn = sides.styles()
    styles = {
        f"{translated(panel.title)} {tick_label(row['label'])}": drawn["a" if row["ahead"] == "a" else "b"]
        for panel, row in ends
    }
    values, low, high = ([row[name] for row in rows] for name in ("difference", "low", "high"))
    return rows_chart(
        styles,
        {
            _("A − B, points"): [
                Marks(
                    values=values,
                    low=low,
                    high=high,
                    text=list(map(signed, values)),
                    hollow=[row["verdict"] != "significant" for row in rows],
                )
            ]
        },
        size,
        data=[_click(row) for row in rows],
        hover=[hover.get((panel.key, row["bucket"]), "") for panel, row in ends],
        limits=lambda values: theme.axis_limits([0.0, *values], least=0.5, of_scores=False),
        legend=[*sides.legend(), LegendEntry(_("hollow: not significant"), theme.GOLD, "circle-open")],
        zeroline=True,
        zerolinecolor=theme.GOLD,
    )


def pair_kinds_chart(rows: Sequence[Row], size: Size, *, sides: Sides) -> Spec:
    """Return how many errors of each kind A and B make, the more the deeper their colour, and A − B.

    A click gives what the kind is of, its name, and the role whose errors they are; of a difference who has more.

    Args:
        rows: one a kind, with of, kind, label, a, b, share_a, share_b and difference.
        size: where it goes.
        sides: which systems, and their colours.
    """
    most = max((row[role] for row in rows for role in "ab"), default=0) or 1

    def cells(row: Row) -> Iterator[MatrixCell]:
        difference = signed(row["difference"], 0)
        told = _("A − B: {difference} gold words", difference=difference)
        for role, system, sign in (("a", sides.a, 1), ("b", sides.b, -1)):
            share = row[f"share_{role}"]
            count = f"{row[role]:,}" + (f" ({share:.0%})" if math.isfinite(share) else "")
            hover = (
                row["label"],
                _("{role} {system}: {count} gold words missed", role=role.upper(), system=system, count=count),
                told,
            )
            yield MatrixCell((count,), hover, (row["of"], row["kind"], role), sign * row[role] / most)
        yield MatrixCell(
            (difference,), (row["label"], told), (row["of"], row["kind"], "a" if row["difference"] > 0 else "b")
        )

    colours: Any = {"low": sides.colour_b, "high": sides.colour_a}
    return cells_chart(
        [row["kind"] for row in rows],
        [f"{sides.a} (A)", f"{sides.b} (B)", "A − B"],
        [list(cells(row)) for row in rows],
        size,
        rules=[sum(row["of"] == "shape" for row in rows)],
        labels=[theme.plain(row["label"]) for row in rows],
        **colours,
    )


def _click(row: Row, what: str | None = None) -> list[Any]:
    """Return what a click on a bucket says: by default, what only the system ahead gets right."""
    return [row["attribute"], row["bucket"], (f"only_{row['ahead']}" if row["ahead"] else "") if what is None else what]
