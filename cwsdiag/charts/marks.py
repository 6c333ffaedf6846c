"""What charts of every kind are made of: columns that are clicked, lines, texts and notes, as plain parts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


Part = dict[str, Any]

# What marks a trace that is only there for a pointer: nothing of it is seen, and pictures leave it out.
TARGET = "target"
# For the layout, in pixels: how far from a mark the pointer may be, so that columns behind it are clicked beside it.
NEAR = 9
# What a click on one mark makes of the others: they stay as they are.
UNSELECTED: Part = {"marker": {"opacity": 1}}
# The axis of rows that are clicked, over another.
OVER: Part = {"overlaying": "x", "range": [0, 1], "visible": False}
# Marks on the end of an axis, such as a score of 1, are drawn whole.
_WHOLE: Part = {"cliponaxis": False}


def axis(letter: str, number: int) -> str:
    """Return how a trace names an axis: Plotly leaves out the number of the first."""
    return letter if number == 1 else f"{letter}{number}"


def targets(places: Sequence[float], data: Any, hover: Sequence[str], *, reach: float = 1.0, **more: Any) -> Part:
    """Return the invisible columns that are hovered over and clicked.

    Args:
        places: of the columns.
        data: what a click on each gives.
        hover: what each says under the pointer; words of files in it are escaped.
        reach: how high the columns are.
        more: what is not as elsewhere.
    """
    return {
        "type": "bar",
        "x": places,
        "y": [reach] * len(places),
        "width": 1,
        "marker": {"color": theme.CLEAR, "line": {"width": 0}},
        "unselected": UNSELECTED,
        "customdata": data,
        "text": hover,
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
        "meta": TARGET,
        **more,
    }


def row_targets(data: Any, hover: Sequence[str], **more: Any) -> Part:
    """Return the invisible rows that are hovered over and clicked: ``targets`` that lie, from the top downwards.

    They reach to 1 on an axis of their own, by default the second, which goes from 0 to 1.
    """
    rows = targets(list(range(len(hover))), data, hover, orientation="h", xaxis="x2", **more)
    return rows | {"x": rows["y"], "y": rows["x"]}


def line(x: Sequence[float | None], y: Sequence[float | None], colour: str, width: float, **more: Any) -> Part:
    """Return a line that says nothing under the pointer; it breaks off at None."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": colour, "width": width},
        "hoverinfo": "skip",
        **more,
    }


def marks(x: Sequence[float], y: Sequence[float], marker: Part, **more: Any) -> Part:
    """Return marks that say nothing under the pointer."""
    own = {"x": x, "y": y, "marker": marker, "hoverinfo": "skip", "unselected": UNSELECTED}
    return {"type": "scatter", "mode": "markers", **_WHOLE, **own, **more}


def bars(places: Sequence[float], heights: Sequence[float], widths: Sequence[float], **more: Any) -> Part:
    """Return bars from 0 that say nothing under the pointer; a click on what lies around them does not fade them.

    Args:
        places: of the bars.
        heights: of the bars, NaN where there is none.
        widths: of the bars.
        more: how they look, and what is not as elsewhere.
    """
    own = {"x": places, "y": heights, "width": widths, "hoverinfo": "skip", "unselected": UNSELECTED}
    return {"type": "bar", **own, **more}


def clicked(x: Sequence[float], y: Sequence[float], data: Any, hover: str | Sequence[str], **more: Any) -> Part:
    """Return marks that are hovered over and clicked.

    Args:
        x: of the marks.
        y: of the marks.
        data: what a click on each gives.
        hover: what each says under the pointer, or what all say; words of files in it are escaped.
        more: how they look, and what is not as elsewhere.
    """
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": y,
        "unselected": UNSELECTED,
        **_WHOLE,
        "customdata": data,
        "text": hover,
        "hovertemplate": "%{text}<extra></extra>",
        **more,
    }


def texts(x: Sequence[float], y: Sequence[float], written: Sequence[str], **more: Any) -> Part:
    """Return texts that say nothing under the pointer; words of files in them are escaped."""
    return {"type": "scatter", "mode": "text", "x": x, "y": y, "text": written, "hoverinfo": "skip", **more}


def with_interval(said: str, low: float, high: float, write: Callable[[float], str]) -> str:
    """Return what a hover text says of a value with its 95 % interval behind it; alone where it has none.

    Args:
        said: of the value.
        low: the lower end; NaN where there is none, as of fewer than six sentences.
        high: the upper end.
        write: an end as people read it.
    """
    if math.isnan(low) or math.isnan(high):
        return said
    return _("{value}, 95 % interval {low} to {high}", value=said, low=write(low), high=write(high))


def hover(lines: Sequence[str]) -> str:
    """Return lines of plain text as a hover text, the first of them in bold; words of files in it are escaped here."""
    first, *others = map(theme.plain, lines)
    return "<br>".join([f"<b>{first}</b>", *others])


def shape(x: Sequence[float], y: Sequence[float], line: Part, **more: Any) -> Part:
    """Return a line from one point to another, for the shapes of a layout."""
    return {"type": "line", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], "line": line, **more}


def note(text: str, x: float, y: float, **more: Any) -> Part:
    """Return a text without an arrow, for the annotations of a layout; words of files in it are escaped."""
    return {"text": text, "x": x, "y": y, "showarrow": False, **more}


def reason(text: str, x: float, y: float, **more: Any) -> Part:
    """Return a note that says, where something is missing, why."""
    return note(text, x, y, font={"size": theme.SMALL, "color": theme.GOLD}, **more)
