"""What charts of every kind are made of: marks with intervals, bars, lines, texts and notes, as plain parts of Plotly.

What has data is hovered over and clicked, all else says nothing under the pointer. Words of files in hover texts, texts
and notes are escaped by who writes them: by ``hover`` and ``theme.plain``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from cwsdiag.charts import theme
from cwsdiag.charts.theme import Style
from cwsdiag.languages import _

Part = dict[str, Any]

# What marks a trace that is only there for a pointer: nothing of it is seen, and pictures leave it out.
TARGET = "target"
# For the layout, in pixels: how far from a mark the pointer may be, so that columns behind it are clicked beside it.
NEAR = 9
# A click on one mark changes nothing of the others.
_UNSELECTED: Part = {"marker": {"opacity": 1}}


def axis(letter: str, number: int) -> str:
    """Return how a trace names an axis, counted from 1: Plotly leaves out the number of the first."""
    return letter if number == 1 else f"{letter}{number}"


def points(
    x: Sequence[float],
    y: Sequence[float],
    style: Style,
    *,
    hollow: Sequence[bool] = (),
    low: Sequence[float] = (),
    high: Sequence[float] = (),
    thick: float = 2,
    sideways: bool = False,
    lines: bool = False,
    text: Sequence[str] = (),
    data: Sequence[Any] = (),
    hover: Sequence[str] = (),
    **more: Any,
) -> Part:
    """Return marks, with the intervals of their values.

    Args:
        x: of the marks.
        y: of the marks.
        style: how they look.
        hollow: which of them are drawn hollow; none without it.
        low: lower ends of their intervals, NaN for none.
        high: upper ends.
        thick: how thick intervals are.
        sideways: whether the intervals are of x.
        lines: whether a line leads from mark to mark.
        text: what stands over them.
        data: what a click on each gives.
        hover: what each says under the pointer.
        more: what else a trace has.
    """
    marker: Part = {"symbol": style.symbol, "size": style.size, "color": style.colour, "opacity": 1}
    if any(hollow):
        marker["symbol"] = [style.symbol + ("-open" if one else "") for one in hollow]
        marker["line"] = {"width": [2 if one else 0 for one in hollow], "color": style.colour}
    if len(low):
        values = x if sideways else y
        ends = {"array": [end - value for end, value in zip(high, values, strict=True)]}
        ends["arrayminus"] = [value - end for end, value in zip(low, values, strict=True)]
        more = {
            "error_x" if sideways else "error_y": {
                "type": "data",
                "symmetric": False,
                "color": style.colour,
                "thickness": thick,
                "width": 3,
                **ends,
            },
            **more,
        }
    mode = "lines+" * lines + "markers" + "+text" * bool(text)
    form: Part = {
        "mode": mode,
        "marker": marker,
        "line": {"color": style.colour, "width": style.width, "dash": style.dash},
        "cliponaxis": False,
    }
    if text:
        form |= {"text": text, "textposition": "top center"}
    return {"type": "scatter", "x": x, "y": y, **form, **_answers(data, hover), **more}


def bars(
    x: Sequence[float],
    y: Sequence[float],
    colour: str | Sequence[str] = theme.CLEAR,
    *,
    data: Sequence[Any] = (),
    hover: Sequence[str] = (),
    **more: Any,
) -> Part:
    """Return bars: by default what is not seen, and only there to be hovered over and clicked.

    Args:
        x: their places; where they lie their lengths.
        y: their heights; where they lie their places.
        colour: of all, or of each.
        data: what a click on each gives.
        hover: what each says under the pointer.
        more: what else a trace has, such as its width and its base.
    """
    own = {"meta": TARGET} if colour == theme.CLEAR else {}
    return {
        "type": "bar",
        "x": x,
        "y": y,
        "width": 1,
        "marker": {"color": colour, "line": {"width": 0}},
        **own,
        **_answers(data, hover),
        **more,
    }


def line(x: Sequence[float | None], y: Sequence[float | None], colour: str, width: float, **more: Any) -> Part:
    """Return a line; it breaks off at None."""
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "lines",
        "line": {"color": colour, "width": width},
        "hoverinfo": "skip",
        **more,
    }


def texts(x: Sequence[float], y: Sequence[float], written: Sequence[str], **more: Any) -> Part:
    """Return texts."""
    return {"type": "scatter", "mode": "text", "x": x, "y": y, "text": written, "hoverinfo": "skip", **more}


def shape(x: Sequence[float], y: Sequence[float], line: Part, **more: Any) -> Part:
    """Return a line from one point to another, for the shapes of a layout."""
    return {"type": "line", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], "line": line, **more}


def note(text: str, x: float, y: float, **more: Any) -> Part:
    """Return a text without an arrow, for the annotations of a layout."""
    return {"text": text, "x": x, "y": y, "showarrow": False, **more}


def reason(text: str, x: float, y: float, **more: Any) -> Part:
    """Return a note that says, line by line, why something is missing."""
    return note(theme.plain(text), x, y, font={"size": theme.SMALL, "color": theme.GOLD}, **more)


def hover(lines: Sequence[str]) -> str:
    """Return lines of plain text as a hover text, the first of them in bold; words of files in it are escaped here."""
    first, *others = map(theme.plain, lines)
    return "<br>".join([f"<b>{first}</b>", *others])


def with_interval(text: str, low: float, high: float, write: Callable[[float], str] = "{:.3f}".format) -> str:
    """Return what a hover text says of a value with its 95 % interval behind it; alone where it has none.

    Args:
        text: of the value.
        low: the lower end; NaN where there is none, as of fewer than six sentences.
        high: the upper end.
        write: an end as people read it.
    """
    if math.isnan(low) or math.isnan(high):
        return text
    return _("{value}, 95 % interval {low} to {high}", value=text, low=write(low), high=write(high))


def _answers(data: Sequence[Any], hover: Sequence[str]) -> Part:
    if not len(hover):
        return {"hoverinfo": "skip", "unselected": _UNSELECTED}
    answers: Part = {"hoverinfo": "text", "hovertext": hover, "unselected": _UNSELECTED}
    return {**answers, "customdata": data} if len(data) else answers
