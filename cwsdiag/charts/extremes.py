"""Two systems beside each other at a glance: the extremes of each attribute, as in the paper's Table 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.compare import customdata, hover, is_marked
from cwsdiag.charts.layout import Entry, chart
from cwsdiag.charts.names import wrapped
from cwsdiag.charts.styles import SYMBOLS
from cwsdiag.frames import signed, tick_label
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.charts.compare import Sides
    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.frames import Panel

HEIGHT = 320
# How much of the axis the labels of marks take, beyond the marks.
_LABELS = 0.2
# How far they stand from the marks, and how large these are.
_AWAY = 0.04
_SIZE = 11

Row = dict[str, Any]
# The place of an attribute, its panel, and a bucket of it.
Cells = list[tuple[int, "Panel", Row]]


def extremes_chart(panels: Sequence[Panel], size: Size, *, sides: Sides) -> Spec:
    """Return the lowest and the highest difference of each attribute, with their buckets; hollow is not significant.

    A click gives what one on the difference of ``pair_chart`` gives.

    Args:
        panels: one an attribute, with its lowest as ``worst`` and its highest as ``best``; one that stands apart is not
            shown.
        size: where it goes.
        sides: which systems, and their colours.
    """
    compared = [panel for panel in panels if not panel.apart]
    shown: Cells = [(place, panel, row) for place, panel in enumerate(compared) for row in panel.rows]
    lowest = [cell for cell in shown if is_end(cell, cell[1].worst, above=False)]
    highest = [cell for cell in shown if is_end(cell, cell[1].best, above=True)]
    values = [0.0, *(row["difference"] for _line, _panel, row in highest + lowest)]
    spread = max(1.0, max(values) - min(values))
    limits = [min(values) - _LABELS * spread, max(values) + _LABELS * spread]
    traces = [
        _lines(highest, lowest),
        _marks(highest + lowest, sides),
        _labels(highest, "top", _AWAY * spread),
        _labels(lowest, "bottom", -_AWAY * spread),
        *_targets(highest, lowest, sides, limits),
    ]
    xaxis: Part = {
        "range": [-0.5, max(1, len(compared)) - 0.5],
        "tickvals": list(range(len(compared))),
        "ticktext": ["<br>".join(map(theme.plain, wrapped(translated(panel.title), 12))) for panel in compared],
        "tickangle": 0,
        "tickfont": {"size": theme.SMALL},
        "showgrid": False,
    }
    yaxis: Part = {
        "range": limits,
        "tickformat": "~f",
        "nticks": 6,
        "title": {"text": _("A − B, points"), "standoff": 4},
    }
    yaxis |= {"zeroline": True, "zerolinecolor": theme.GOLD, "zerolinewidth": 2}
    legend = [*sides.legend(), Entry(_("hollow: not significant"), theme.GOLD, "circle-open")]
    margin = {"l": 52, "r": 4, "b": 56}
    return chart(traces, size, height=HEIGHT, margin=margin, legend=legend, xaxis=xaxis, yaxis=yaxis)


def is_end(cell: tuple[int, Panel, Row], end: int | None, *, above: bool) -> bool:
    """Return whether a bucket is this end of its attribute; one that is both is that of the side of 0 it is on."""
    _place, panel, row = cell
    if row["bucket"] != end:
        return False
    return panel.worst != panel.best or (row["difference"] > 0) == above


def _lines(highest: Cells, lowest: Cells) -> Part:
    """Return a line from the lowest to the highest of each attribute."""
    low = {place: row["difference"] for place, _panel, row in lowest}
    pairs = [(place, low[place], row["difference"]) for place, _panel, row in highest if place in low]
    return marks.line(
        [x for place, _low, _high in pairs for x in (place, place, None)],
        [y for _place, first, last in pairs for y in (first, last, None)],
        theme.FAINT,
        4,
    )


def _marks(chosen: Cells, sides: Sides) -> Part:
    rows = [row for _line, _panel, row in chosen]
    colours = [sides.colour(row["ahead"]) for row in rows]
    full = [is_marked(row) for row in rows]
    forms = [SYMBOLS.get(row["ahead"], "circle") for row in rows]
    return marks.marks(
        [place for place, _panel, _row in chosen],
        [row["difference"] for row in rows],
        {
            "size": _SIZE,
            "symbol": [form + ("" if one else "-open") for form, one in zip(forms, full, strict=True)],
            "color": colours,
            "opacity": 1,
            "line": {"width": [0 if one else 2 for one in full], "color": colours},
        },
    )


def _labels(chosen: Cells, side: str, away: float) -> Part:
    """Return bucket and points of each mark: of the highest over it, of the lowest under it."""
    rows, above = [row for _line, _panel, row in chosen], side == "top"
    return marks.texts(
        [place for place, _panel, _row in chosen],
        [row["difference"] + away for row in rows],
        [_label(row, above=above) for row in rows],
        textposition=f"{side} center",
        textfont={"size": theme.SMALL},
    )


def _label(row: Row, *, above: bool) -> str:
    bucket, number = theme.plain(tick_label(row["label"])), f"<b>{signed(row['difference'])}</b>"
    return f"{bucket}<br>{number}" if above else f"{number}<br>{bucket}"


def _targets(highest: Cells, lowest: Cells, sides: Sides, limits: list[float]) -> Iterator[Part]:
    """Yield the invisible columns that are hovered over and clicked: from between the two marks to the axis' ends."""
    ends = [{place: row["difference"] for place, _panel, row in chosen} for chosen in (highest, lowest)]
    for chosen, limit in ((highest, limits[1]), (lowest, limits[0])):
        hovers = [hover(panel, row, sides) for _line, panel, row in chosen]
        data = [customdata(row) for _line, _panel, row in chosen]
        places = [place for place, _panel, _row in chosen]
        # An attribute with one end alone has the whole column.
        middle = [
            (ends[0][place] + ends[1][place]) / 2 if all(place in end for end in ends) else sum(limits) - limit
            for place in places
        ]
        shape = {"base": middle, "y": [limit - one for one in middle]}
        yield marks.targets(places, data, hovers) | shape
