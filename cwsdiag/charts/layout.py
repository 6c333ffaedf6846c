"""What all charts have in common: traces and axes laid out for a size, a legend above them, a title off the page.

Labels that have too little room are cut in the middle, broken into lines, or moved apart.

Lengths are given as on a page; what is drawn is made larger or smaller once, here.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cwsdiag.charts import theme
from cwsdiag.charts.marks import TARGET, Part
from cwsdiag.charts.theme import Ground, Size, Style
from cwsdiag.frames import width
from cwsdiag.languages import translated

Spec = dict[str, Any]

# What a line does not break within: a Chinese character or a word, with the signs that open before and close behind it.
# Compiled when it is first used: that takes milliseconds, and commands without charts load this too.
_PARTS = r"\s+|[（“]*(?:[\u2e80-\u9fff]|[^\s\u2e80-\u9fff，。：；、（）“”]+)?[，。：；、）”]*"


def short_names(names: Sequence[str], longest: int) -> list[str]:
    """Return names no wider than ``longest`` Latin letters, as different from each other as the names are.

    Both ends of a name that is too long stay; those that are alike then are numbered, by the order of all names: a name
    has its number in every chart and table of the same names, however they are sorted there.

    Args:
        names: all different.
        longest: Latin letters that fit, at least 8.
    """
    short = [_middle_cut(name, longest) for name in names]
    numbers = {name: number for number, name in enumerate(sorted(names), start=1)}
    return [
        cut if short.count(cut) == 1 else _middle_cut(f"{numbers[name]}. {name}", longest)
        for name, cut in zip(names, short, strict=True)
    ]


def short_by_name(names: Sequence[str], longest: int) -> dict[str, str]:
    """Return the ``short_names`` by name."""
    return dict(zip(names, short_names(names, longest), strict=True))


def _middle_cut(name: str, longest: int) -> str:
    if width(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return beginning(name, longest - 1 - tail).rstrip() + "…" + beginning(name[::-1], tail)[::-1].lstrip()


def beginning(text: str, room: int) -> str:
    """Return as much of the beginning of a text as fits."""
    taken = 0
    while taken < len(text) and width(text[: taken + 1]) <= room:
        taken += 1
    return text[:taken]


def wrapped(text: str, room: int) -> list[str]:
    """Return a text in lines no wider than ``room`` Latin letters."""
    if width(text) == len(text):
        return textwrap.wrap(text, room)
    lines = [""]
    for part in re.findall(_PARTS, text):
        if lines[-1] and width(lines[-1] + part.rstrip()) > room:
            lines.append("")
        rest = part if lines[-1] else part.lstrip()
        while width(rest) > room > 1:
            lines[-1:] = [beginning(rest, room), ""]
            rest = rest[len(lines[-2]) :]
        lines[-1] += rest
    return [line.rstrip() for line in lines if line.strip()]


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places near values, in the order given, that lie at least ``gap`` apart.

    Args:
        values: ascending.
        gap: smallest distance of two places.
        low: where the first may lie.
        high: where the last may lie; there is room for all between.
    """
    places: list[float] = []
    for value in values:
        places.append(max([value, low, *(place + gap for place in places[-1:])]))
    return [min(place, high - gap * further) for place, further in zip(places, range(len(places))[::-1], strict=True)]


# The height of a line of text over the size of its type, the width of a half-width character in bold and not, and in
# pixels, whatever the size, what a mark of the legend takes with the room around it.
_LINE, _BOLD, _CHARACTER, _ENTRY = 1.35, 0.58, 0.5, 42
_AROUND: dict[str, float] = {"l": 8, "r": 8, "t": 8, "b": 8}
_TOP_LEFT: Part = {"x": 0, "xref": "container", "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top"}
# Lengths in traces and layouts that are no fonts, and where a width is one in pixels and not one of an axis.
_LENGTHS = frozenset(("size", "thickness", "standoff", "xshift", "yshift", "zerolinewidth", "ticklen"))
_WIDTHS = frozenset(("line", "error_x", "error_y"))
_LONGEST_NAME = 28
_FOR_POINTERS = frozenset(("customdata", "hovertext"))


@dataclass(frozen=True)
class LegendEntry:
    """An entry of a legend: what a mark means.

    Attributes:
        label: what it says; any text.
        colour: of the mark.
        symbol: its form, as Plotly calls it; a square of a bar's colour without one.
        dash: of a line instead of a mark.
    """

    label: str
    colour: str = theme.LABEL
    symbol: str = "square"
    dash: str = ""


def entries(styles: Mapping[str, Style], size: Size) -> list[LegendEntry]:
    """Return the entries of systems: their names, short, with the letters of A and B."""
    short = short_by_name(list(styles), size.letters(_LONGEST_NAME))
    return [
        LegendEntry(f"{short[name]} ({style.role.upper()})" if style.role else short[name], style.colour, style.symbol)
        for name, style in styles.items()
    ]


def chart(
    traces: Iterable[Part],
    size: Size,
    *,
    height: float,
    margin: Mapping[str, float] = MappingProxyType({}),
    legend: Sequence[LegendEntry] = (),
    **layout: Any,
) -> Spec:
    """Return a chart as plain traces and layout.

    Args:
        traces: in pixels of a page.
        size: where it goes.
        height: what it needs on a page without a legend, in pixels.
        margin: around what is drawn, over the usual one.
        legend: what its marks mean.
        layout: axes, shapes, notes and what else the chart has of its own.
    """
    legend = legend if size.legend else ()
    around = {**_AROUND, **margin}
    if not size.live:
        traces = [
            {key: value for key, value in one.items() if key not in _FOR_POINTERS}
            for one in traces
            if one.get("meta") != TARGET
        ]
    laid: Part = {
        "paper_bgcolor": theme.CLEAR,
        "plot_bgcolor": theme.CLEAR,
        "showlegend": bool(legend),
        # A click on it changes nothing.
        "legend": {"orientation": "h", **_TOP_LEFT, "itemclick": False, "itemdoubleclick": False},
        "font": {"size": theme.FONT_SIZE, "family": theme.FONT if size.live else theme.OWN_FONTS},
        "hoverlabel": {"align": "left"},
        "hovermode": "closest" if size.live else False,
        "dragmode": False,
        "barmode": "overlay",
        "bargap": 0,
        **{name: _axis(part) if name[1:5] == "axis" else part for name, part in layout.items()},
    }
    laid = _sized(laid, size)
    laid["margin"] = {side: round(value * size.text, 1) for side, value in around.items()}
    inner = (height - around["t"] - around["b"]) * size.scale
    # On a page, where only Plotly knows how often the legend breaks, it makes more room where that is not enough.
    laid["margin"]["t"] = round(laid["margin"]["t"] + _legend_height(legend, size) * size.text, 1)
    laid["height"] = size.height or round(inner + laid["margin"]["t"] + laid["margin"]["b"])
    if size.name != "page":
        laid |= {"width": round(size.width), "autosize": False}
    shown = [{"showlegend": False, **_sized(one, size)} for one in [*traces, *map(_legend_trace, legend)]]
    return {"data": shown, "layout": laid}


def ticks(labels: Sequence[str], **more: Any) -> Part:
    """Return an axis with a label at each whole number, from 0; labels may be any text."""
    return {
        "range": [-0.5, max(1, len(labels)) - 0.5],
        "showgrid": False,
        "tickangle": 0,
        "tickvals": list(range(len(labels))),
        "ticktext": list(map(theme.plain, labels)),
        **more,
    }


def inner_height(
    size: Size, legend: Sequence[LegendEntry] = (), margin: Mapping[str, float] = MappingProxyType({})
) -> float | None:
    """Return how high what is drawn may be, in pixels of a page; None where it may be as high as it needs."""
    if size.height is None:
        return None
    around = {**_AROUND, **margin}
    return size.height / size.scale - around["t"] - around["b"] - _legend_height(legend, size)


def side_by_side(count: int, gap: float) -> list[list[float]]:
    """Return where panels beside each other begin and end, from 0 to 1, with a gap between."""
    wide = (1 + gap) / max(1, count)
    return [[place * wide, (place + 1) * wide - gap] for place in range(count)]


def titled(spec: Spec, title: str, size: Size) -> Spec:
    """Return a chart with a title over it, which makes it higher.

    Args:
        spec: a chart that was laid out for this size, without the height of the title where the height is fixed.
        title: any text.
        size: where it goes.
    """
    layout, high, lines = spec["layout"], title_height(title, size), title_lines(title, size)
    height, font = layout["height"] + high, size.font(theme.FONT_SIZE)
    # The first of several lines stands on the height that Plotly is told, a single one below it by its capitals.
    down = 6 * size.scale + (0.7 * font if len(lines) > 1 else 0)
    return {
        **spec,
        "layout": {
            **layout,
            "title": {
                "text": "<br>".join(f"<b>{theme.plain(line)}</b>" for line in lines),
                "font": {"size": font},
                **_TOP_LEFT,
                "pad": {"l": 6 * size.scale, "t": down},
            },
            "legend": {**layout["legend"], "y": 1 - high / height},
            "margin": {**layout["margin"], "t": layout["margin"]["t"] + high},
            "height": height,
        },
    }


def title_height(title: str, size: Size) -> int:
    """Return how much room a title takes, in pixels; none for no title."""
    if not title:
        return 0
    return math.ceil(_LINE * size.font(theme.FONT_SIZE) * len(title_lines(title, size)) + 8 * size.scale)


def title_lines(title: str, size: Size) -> list[str]:
    """Return the lines that a title is broken into."""
    return wrapped(title, int(size.width / (_BOLD * size.font(theme.FONT_SIZE))) - 2)


def inked(spec: Spec, ground: Ground, *, paper: str = "") -> Spec:
    """Return a chart with the colour of texts that reads on a ground, and with the colour of its paper."""
    ink, layout = theme.INK[ground], spec["layout"]
    inks: Part = {
        "font": {**layout["font"], "color": ink},
        "hoverlabel": {
            **layout["hoverlabel"],
            "bgcolor": theme.HOVER_GROUND[ground],
            "bordercolor": theme.GOLD,
            "font": {"color": ink, "family": theme.FONT},
        },
    }
    grounds = {"paper_bgcolor": paper, "plot_bgcolor": paper} if paper else {}
    return {**spec, "layout": {**layout, **inks, **grounds}}


def figure(spec: Spec) -> Any:
    """Return a chart as Plotly's own figure, which may be changed."""
    import plotly.graph_objects as go

    return go.Figure(spec)


def plotly_program() -> str:
    """Return the program of the Plotly that is installed, as a browser runs it; it is some 5 MB."""
    from plotly.offline import get_plotlyjs

    program: str = get_plotlyjs()
    return program


def _axis(axis: Part) -> Part:
    usual = {"gridcolor": theme.FAINT, "linecolor": theme.FAINT, "fixedrange": True, "zeroline": False}
    usual |= {"automargin": True, "tickformat": ".3~f", **axis}
    if isinstance(usual.get("title"), str):
        usual["title"] = {"text": usual["title"], "font": {"size": theme.FONT_SIZE - 1}, "standoff": 6}
    return usual


def _legend_height(legend: Sequence[LegendEntry], size: Size) -> float:
    """Return how high a legend is, with the room under it, in pixels of a page.

    Its entries are all as wide as the widest where they take several lines.
    """
    if not (legend and size.legend):
        return 0.0
    character = _CHARACTER * size.font(theme.FONT_SIZE)
    widths = [character * width(translated(one.label)) + _ENTRY for one in legend]
    lines = 1 if sum(widths) <= size.width else math.ceil(len(legend) / max(1, int(size.width // max(widths))))
    return 1.12 * _LINE * theme.FONT_SIZE * lines + 6


def _legend_trace(entry: LegendEntry) -> Part:
    marker: Part = {"color": entry.colour, "symbol": entry.symbol, "size": 10}
    if entry.symbol.endswith("-open"):
        marker["line"] = {"width": 2, "color": entry.colour}
    return {
        "type": "scatter",
        "x": [None],
        "y": [None],
        "name": theme.plain(entry.label),
        "showlegend": True,
        "mode": "lines" if entry.dash else "markers",
        "marker": marker,
        "line": {"color": entry.colour, "dash": entry.dash or "solid", "width": 2.5},
        "hoverinfo": "skip",
    }


def _sized(value: Any, size: Size, key: str = "", parent: str = "") -> Any:
    """Return a part of a chart, all lengths in it as large as is right for a size."""
    if isinstance(value, dict):
        return {name: _sized(part, size, name, key) for name, part in value.items()}
    if key == "size" and parent.endswith("font"):
        return size.font(value)
    if key in _LENGTHS or (key == "width" and parent in _WIDTHS):
        if isinstance(value, list):
            return [round(one * size.scale, 2) for one in value]
        return round(value * size.scale, 2)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_sized(one, size, key, parent) for one in value]
    return value
