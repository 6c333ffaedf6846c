"""What all charts have in common: traces and axes laid out for a size, a legend above them, a title off the page.

Lengths are given as on a page; what is drawn is made larger or smaller once, here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme
from cwsdiag.charts.marks import TARGET
from cwsdiag.charts.names import wrapped
from cwsdiag.frames import width as width_of
from cwsdiag.languages import translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.theme import Ground

    Spec = dict[str, Any]

_LINE = 1.35
# The width of a half-width character over the size of its type, in bold and not; in pixels, whatever the size, what a
# mark of the legend takes with the room around it.
_BOLD, _CHARACTER, _ENTRY = 0.58, 0.5, 42
# Above what is drawn, at the top of the chart; a click on it changes nothing.
_LEGEND = {
    **{
        "orientation": "h",
        "x": 0,
        "xref": "container",
        "xanchor": "left",
        "y": 1,
        "yref": "container",
        "yanchor": "top",
    },
    **{"itemclick": False, "itemdoubleclick": False, "font": {"size": theme.FONT_SIZE}},
}
_AROUND = {"l": 8, "r": 8, "t": 8, "b": 8}
# Lengths in traces and layouts that are no fonts, and where a width is one in pixels and not one of an axis.
_LENGTHS = frozenset(("thickness", "standoff", "xshift", "yshift", "zerolinewidth", "gridwidth"))
_WIDTHS = frozenset(("line", "error_x", "error_y"))
# How high a capital letter is, over the size of its type.
_CAPITALS = 0.7
# What a cell takes of its column and its row.
_CELL = 0.98, 0.95
_FOR_POINTERS = frozenset(("customdata", "hovertemplate", "hovertext"))


@dataclass(frozen=True)
class Entry:
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


def chart(
    traces: Sequence[Part],
    size: Size,
    *,
    height: float,
    margin: Part | None = None,
    legend: Sequence[Entry] = (),
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
    drawn = traces if size.live else [_still(one) for one in traces if one.get("meta") != TARGET]
    shown = [*drawn, *map(_legend_trace, legend)]
    around = {**_AROUND, **(margin or {})}
    whole: Part = {
        "margin": around,
        "paper_bgcolor": theme.CLEAR,
        "plot_bgcolor": theme.CLEAR,
        "showlegend": bool(legend),
        "legend": _LEGEND,
        "font": {"size": theme.FONT_SIZE, "family": theme.FONT if size.live else theme.OWN_FONTS},
        "hoverlabel": {"align": "left"},
        "hovermode": "closest" if size.live else False,
        "dragmode": False,
        "barmode": "overlay",
        "bargap": 0,
        **{name: _axis(part) if name[1:5] == "axis" else part for name, part in layout.items()},
    }
    laid = _sized(whole, size)
    # On a page, where only Plotly knows how often the legend breaks, it makes more room where that is not enough.
    above = _legend_height(legend, size) * size.text
    laid["margin"] = {side: round(value * size.text, 1) for side, value in around.items()}
    laid["margin"]["t"] = round(laid["margin"]["t"] + above, 1)
    inner = (height - around["t"] - around["b"]) * size.scale
    laid["height"] = size.height or round(inner + laid["margin"]["t"] + laid["margin"]["b"])
    if size.name != "page":
        laid |= {"width": round(size.width), "autosize": False}
    return {"data": [{"showlegend": False, **_sized(one, size)} for one in shown], "layout": laid}


def inner_height(size: Size, legend: Sequence[Entry], margin: Part) -> float:
    """Return how high what is drawn may be where a size has a fixed height, in pixels of a page."""
    around: dict[str, float] = {**_AROUND, **margin}
    return (size.height or 0) / size.scale - around["t"] - around["b"] - _legend_height(legend, size)


def titled(spec: Spec, title: str, size: Size) -> Spec:
    """Return a chart with a title over it, which makes it higher.

    Args:
        spec: a chart that was laid out for this size, without the height of the title where the height is fixed.
        title: any text.
        size: where it goes.
    """
    layout, high = spec["layout"], title_height(title, size)
    lines = title_lines(title, size)
    height = layout["height"] + high
    # The first of several lines stands on the height that Plotly is told, a single one below it.
    down = 6 * size.scale + (_CAPITALS * size.font(theme.FONT_SIZE) if len(lines) > 1 else 0)
    above = {
        "text": "<br>".join(f"<b>{theme.plain(line)}</b>" for line in lines),
        "font": {"size": size.font(theme.FONT_SIZE)},
        **{"x": 0, "xref": "container", "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top"},
        "pad": {"l": 6 * size.scale, "t": down},
    }
    legend = {**layout["legend"], "y": 1 - high / height}
    margin = {**layout["margin"], "t": layout["margin"]["t"] + high}
    return {**spec, "layout": {**layout, "title": above, "legend": legend, "margin": margin, "height": height}}


def title_height(title: str, size: Size) -> int:
    """Return how much room a title takes, in pixels; none for no title."""
    if not title:
        return 0
    return math.ceil(_LINE * size.font(theme.FONT_SIZE) * len(title_lines(title, size)) + 8 * size.scale)


def inked(spec: Spec, ground: Ground, *, paper: str = "") -> Spec:
    """Return a chart with the colour of texts that reads on a ground, and with the colour of its paper."""
    ink, layout = theme.INK[ground], spec["layout"]
    hover = {
        "bgcolor": theme.HOVER_GROUND[ground],
        "bordercolor": theme.GOLD,
        "font": {"color": ink, "family": theme.FONT},
    }
    inks: Part = {"font": {**layout["font"], "color": ink}, "hoverlabel": {**layout["hoverlabel"], **hover}}
    grounds = {"paper_bgcolor": paper, "plot_bgcolor": paper} if paper else {}
    return {**spec, "layout": {**layout, **inks, **grounds}}


def figure(spec: Spec) -> Any:
    """Return a chart as Plotly's own figure, which may be changed."""
    import plotly.graph_objects as go

    return go.Figure(spec)


def _axis(axis: Part) -> Part:
    usual = {"gridcolor": theme.FAINT, "linecolor": theme.FAINT, "fixedrange": True, "zeroline": False, **axis}
    if isinstance(usual.get("title"), str):
        usual["title"] = {"text": usual["title"], "font": {"size": theme.FONT_SIZE - 1}, "standoff": 6}
    return usual


def title_lines(title: str, size: Size) -> list[str]:
    """Return the lines that a title is broken into."""
    return wrapped(title, int(size.width / (_BOLD * size.font(theme.FONT_SIZE))) - 2)


def _still(trace: Part) -> Part:
    """Return a trace without what only a pointer asks for, and cells as bars: Plotly would make dots of a heatmap."""
    if trace["type"] == "heatmap":
        filled = [(row, column, value) for row, line in enumerate(trace["z"]) for column, value in enumerate(line)
                  if value is not None]  # fmt: skip
        wide, high = _CELL
        marker = {"color": [value for *_place, value in filled], "line": {"width": 0}}
        marker |= {"colorscale": trace["colorscale"], "cmin": trace["zmin"], "cmax": trace["zmax"]}
        where = {"x": [column for _row, column, _value in filled], "base": [row - high / 2 for row, *_cell in filled]}
        size = {"y": [high] * len(filled), "width": wide, "opacity": trace["opacity"]}
        return {"type": "bar", **where, **size, "marker": marker}
    return {key: value for key, value in trace.items() if key not in _FOR_POINTERS}


def _legend_height(legend: Sequence[Entry], size: Size) -> float:
    """Return how high a legend is, with the room under it, in pixels of a page."""
    lines = _legend_lines(legend, size)
    return _LINE * 1.12 * theme.FONT_SIZE * lines + 6 if lines else 0.0


def _legend_lines(legend: Sequence[Entry], size: Size) -> int:
    """Return how many lines a legend takes, whose entries are all as wide as the widest where they take several."""
    if not legend:
        return 0
    type_size = size.font(theme.FONT_SIZE)
    widths = [_CHARACTER * type_size * width_of(translated(one.label)) + _ENTRY for one in legend]
    if sum(widths) <= size.width:
        return 1
    return math.ceil(len(legend) / max(1, int(size.width // max(widths))))


def _legend_trace(entry: Entry) -> Part:
    look: Part = {"mode": "markers", "marker": {"color": entry.colour, "symbol": entry.symbol, "size": 10}}
    if entry.dash:
        look = {"mode": "lines", "line": {"color": entry.colour, "dash": entry.dash, "width": 2.5}}
    elif entry.symbol.endswith("-open"):
        look["marker"]["line"] = {"width": 2, "color": entry.colour}
    name = theme.plain(entry.label)
    return {"type": "scatter", "x": [None], "y": [None], "name": name, "showlegend": True, "hoverinfo": "skip", **look}


def _sized(value: Any, size: Size, parent: str = "") -> Any:
    """Return a part of a chart, all lengths in it as large as is right for a size."""
    if isinstance(value, dict):
        return {key: _length(part, size, key, parent) for key, part in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_sized(one, size, parent) for one in value]
    return value


def _length(value: Any, size: Size, key: str, parent: str) -> Any:
    if key == "size":
        return size.font(value) if parent.endswith("font") else _times(value, size.scale)
    if key == "ticklabelstandoff":
        return round(value * size.text)
    if key in _LENGTHS or (key == "width" and parent in _WIDTHS):
        return _times(value, size.scale)
    return _sized(value, size, key)


def _times(value: Any, factor: float) -> Any:
    return [_times(one, factor) for one in value] if isinstance(value, list) else round(value * factor, 2)
