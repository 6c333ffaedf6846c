"""Two systems beside each other: by bucket, the extremes of each attribute as in the paper's Table 4, and by kind.

Panels hold differences here, in points: their ``worst`` is the bucket with the lowest, their ``best`` the one with the
highest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, panels, theme
from cwsdiag.charts.layout import Entry, chart, ticks
from cwsdiag.charts.names import wrapped
from cwsdiag.charts.panels import Lane
from cwsdiag.charts.styles import SYMBOLS, Style
from cwsdiag.frames import bucket_said, p_is, records, signed, tick_label
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.frames import Panel

    Row = dict[str, Any]

# How far A and B stand beside the middle of a bucket or a kind, over its width, and how thick the bars of a kind are.
_BESIDE, _BESIDE_KIND, _THICK = 0.15, 0.2, 0.34
# Of the span of the extremes, how much their labels take, and how far they stand from the marks.
_LABELS, _AWAY = 0.2, 0.04
_HEIGHT, _ROW = 320, 40


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

    def legend(self) -> list[Entry]:
        """Return which mark is whose."""
        names = zip((self.a, self.b), "AB", self.styles().values(), strict=True)
        return [Entry(f"{name} ({letter})", style.colour, style.symbol) for name, letter, style in names]


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

    def f1(panel: Panel, ends: list[float]) -> Iterator[Part]:
        hover = [_hover(panel, row, sides) for row in panel.rows]
        yield panels.targets(panel, ends, [_click(row, "") for row in panel.rows], hover)
        for role, style in sides.styles(panels.mark_size(panel)).items():
            cells = [(place + (-_BESIDE if role == "a" else _BESIDE), row) for place, row in enumerate(panel.rows)]
            data = [_click(row, role) for row in panel.rows]
            yield panels.points(cells, style, f"f1_{role}", f"low_{role}", f"high_{role}", data=data, hover=hover)

    def difference(panel: Panel, ends: list[float]) -> Iterator[Part]:
        hover = [_hover(panel, row, sides) for row in panel.rows]
        yield panels.targets(panel, ends, [_click(row) for row in panel.rows], hover)
        yield from _differences(list(enumerate(panel.rows)), sides, panels.mark_size(panel), "low", "high")

    lanes = (
        Lane("F1", 128, f1_limits, f1),
        Lane(_("A − B, points"), 84, difference_limits, difference, zero=True),
        panels.share_lane(),
    )
    grey = Entry(_("A − B: not significant"), theme.GOLD, "circle")
    legend = [*sides.legend(), grey, Entry(small, theme.GOLD, "circle-open"), panels.SHARES]
    return panels.panels_chart(shown, lanes, size, legend=legend)


def f1_limits(shown: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds all scores, and the intervals of buckets that can be named."""
    return theme.axis_limits(
        value for role in "ab" for value in panels.values(shown, f"f1_{role}", f"low_{role}", f"high_{role}")
    )


def difference_limits(shown: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds 0, every difference, and the intervals of those that can be named."""
    return theme.axis_limits([0.0, *panels.values(shown, "difference", "low", "high")], least=0.5, **theme.UNBOUNDED)


def extremes_chart(shown: Sequence[Panel], size: Size, *, sides: Sides) -> Spec:
    """Return the lowest and the highest difference of each attribute, with their buckets.

    A click gives what one on the difference of ``pair_chart`` gives.

    Args:
        shown: one an attribute, with its lowest as ``worst`` and its highest as ``best``; one that stands apart is not
            shown.
        size: where it goes.
        sides: which systems, and their colours.
    """
    compared = [panel for panel in shown if not panel.apart]
    ends = [
        {above: panel.rows[end] for above, end in ((True, panel.best), (False, panel.worst)) if end is not None}
        for panel in compared
    ]
    # A bucket that is both is that of the side of 0 it is on.
    ends = [
        {
            above: row
            for above, row in one.items()
            if len(one) < 2 or one[True] is not one[False] or (row["difference"] > 0) == above
        }
        for one in ends
    ]
    cells = [(place, row) for place, one in enumerate(ends) for row in one.values()]
    differences = [0.0, *(row["difference"] for _place, row in cells)]
    span = max(1.0, max(differences) - min(differences))
    limits = [min(differences) - _LABELS * span, max(differences) + _LABELS * span]
    both = [(place, one) for place, one in enumerate(ends) if len(one) > 1]
    low, high = ([one[above]["difference"] for _place, one in both] for above in (False, True))
    traces = [
        marks.points([place for place, _one in both], high, Style(theme.FAINT, size=0), low=low, high=high, thick=4)
    ]
    for role, style in sides.styles(11).items():
        ahead = [(place, row) for place, row in cells if (row["ahead"] == "a") == (role == "a")]
        hollow = [row["verdict"] != "significant" for _place, row in ahead]
        at = [row["difference"] for _place, row in ahead]
        traces.append(marks.points([place for place, _row in ahead], at, style, hollow=hollow))
    for above, side, limit in ((True, "top", limits[1]), (False, "bottom", limits[0])):
        own = [(place, one[above]) for place, one in enumerate(ends) if above in one]
        places = [place for place, _row in own]
        away = _AWAY * span if above else -_AWAY * span
        labels = [[theme.plain(tick_label(row["label"])), f"<b>{signed(row['difference'])}</b>"] for _place, row in own]
        written = ["<br>".join(label if above else label[::-1]) for label in labels]
        at = [row["difference"] + away for _place, row in own]
        small = {"textfont": {"size": theme.SMALL}}
        traces.append(marks.texts(places, at, written, textposition=f"{side} center", **small))
        # From between the two to the end of the axis; an attribute with one alone has the whole column.
        middle = [
            sum(row["difference"] for row in ends[place].values()) / 2 if len(ends[place]) > 1 else sum(limits) - limit
            for place in places
        ]
        hover = [_hover(compared[place], row, sides) for place, row in own]
        data = [_click(row) for _place, row in own]
        heights = [limit - begin for begin in middle]
        traces.append(marks.bars(places, heights, data=data, hover=hover, base=middle))
    titles = ["\n".join(wrapped(translated(panel.title), 12)) for panel in compared]
    yaxis = {"range": limits, "title": _("A − B, points"), "zeroline": True, "zerolinecolor": theme.GOLD}
    xaxis = ticks(titles, tickfont={"size": theme.SMALL})
    legend = [*sides.legend(), Entry(_("hollow: not significant"), theme.GOLD, "circle-open")]
    return chart(traces, size, height=_HEIGHT, legend=legend, xaxis=xaxis, yaxis=yaxis)


def pair_kinds_chart(kinds: pd.DataFrame, size: Size, *, sides: Sides) -> Spec:
    """Return the errors of A and of B of each kind as bars, with their counts and A − B.

    A click gives what the kind is of, its name, and the role whose bar it is.

    Args:
        kinds: a row a kind, with of, kind, label, a, b, share_a, share_b and difference.
        size: where it goes.
        sides: which systems, and their colours.
    """
    rows = records(kinds)
    # Causes stand a little below shapes.
    places = [place + (0.5 if row["of"] == "cause" else 0.0) for place, row in enumerate(rows)]
    # Behind the widest bar there is room for the numbers.
    end = 1.62 * (max((row[role] for row in rows for role in "ab"), default=0) or 1)
    differences = [signed(row["difference"], 0) for row in rows]
    traces = [marks.texts([end] * len(rows), places, differences, textposition="middle left")]
    for (role, style), system in zip(sides.styles().items(), (sides.a, sides.b), strict=True):
        letter, at = role.upper(), [place + (-_BESIDE_KIND if role == "a" else _BESIDE_KIND) for place in places]
        counts = [
            f"{row[role]:,}" + (f" ({row[f'share_{role}']:.0%})" if math.isfinite(row[f"share_{role}"]) else "")
            for row in rows
        ]
        numbers: Part = {"text": [f" {letter} {count}" for count in counts], "textposition": "outside"}
        look: Part = {"constraintext": "none", "textfont": {"size": theme.SMALL}, "cliponaxis": False, "width": _THICK}
        lengths = [row[role] for row in rows]
        traces.append(marks.bars(lengths, at, style.colour, orientation="h", **numbers, **look))
        hover = [
            marks.hover(
                [
                    row["label"],
                    _("{role} {system}: {count} gold words missed", role=letter, system=system, count=count),
                    _("A − B: {difference} gold words", difference=said),
                ]
            )
            for row, count, said in zip(rows, counts, differences, strict=True)
        ]
        data = [[row["of"], row["kind"], role] for row in rows]
        wide: Part = {"orientation": "h", "width": 2 * _BESIDE_KIND}
        traces.append(marks.bars([end] * len(rows), at, data=data, hover=hover, **wide))
    labels = ["\n".join(wrapped(row["label"], size.letters(26))) for row in rows]
    ends = [max(places, default=0) + 0.5, -0.5]
    head = {"xanchor": "right", "yanchor": "bottom", "font": {"size": theme.SMALL, "color": theme.GOLD}}
    return chart(
        traces,
        size,
        height=_ROW * (len(rows) + 0.5) + 30,
        margin={"t": 22, "b": 4},
        legend=sides.legend(),
        xaxis={"range": [0, end], "visible": False},
        yaxis=ticks(labels, tickvals=places, range=ends, **theme.AWAY),
        annotations=[marks.note("A − B", end, 1, yref="paper", **head)],
    )


def _differences(cells: Sequence[tuple[float, Row]], sides: Sides, size: int, *interval: str) -> Iterator[Part]:
    """Yield differences of buckets: significant ones as the system that is ahead, others grey."""
    grey = {"": Style(theme.GOLD, size=size - 2)}
    for role, style in (grey | sides.styles(size + 2)).items():
        own = [
            (place, row) for place, row in cells if (row["ahead"] if row["verdict"] == "significant" else "") == role
        ]
        yield panels.points(own, style, "difference", *interval)


def _click(row: Row, what: str | None = None) -> list[Any]:
    """Return what a click on a bucket says: by default, what only the system ahead gets right."""
    return [row["attribute"], row["bucket"], (f"only_{row['ahead']}" if row["ahead"] else "") if what is None else what]


def _hover(panel: Panel, row: Row, sides: Sides) -> str:
    """Return what is said of a bucket under the pointer; its name first."""
    lines = [f"{translated(panel.title)} {bucket_said(row['label'])}".rstrip()]
    for role, system in (("a", sides.a), ("b", sides.b)):
        if not math.isnan(row[f"f1_{role}"]):
            said = _("{role} {system}: F1 {f1:.3f}", f1=row[f"f1_{role}"], role=role.upper(), system=system)
            lines.append(marks.with_interval(said, row[f"low_{role}"], row[f"high_{role}"]))
    if not math.isnan(row["difference"]):
        said = _("A − B: {points} points", points=signed(row["difference"]))
        lines.append(marks.with_interval(said, row["low"], row["high"], signed))
    test = {"p": p_is(row["p_adjusted"]), "q": row["q"]}
    if row["verdict"] == "significant":
        lines.append(_("significant: p {p} adjusted for all buckets, q = {q:.3g}", **test))
    elif row["verdict"] == "not significant":
        lines.append(_("not significant: p {p} adjusted for all buckets, q = {q:.3g}", **test))
    elif row["verdict"]:
        lines.append(_("too few sentences differ for a verdict"))
    gold, unit = row["gold"], translated(panel.unit)
    lines.append(_("gold {unit} {count:,} ({share:.1%})", unit=unit, count=gold, share=row["share"]))
    return marks.hover([*lines, translated(row["why"])] if row["why"] else lines)
