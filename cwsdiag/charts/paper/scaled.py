"""All that is in a chart made larger or smaller for where it goes: texts, marks, lines and the room around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.charts import theme

if TYPE_CHECKING:
    from cwsdiag.charts.paper.sizes import Size
    from cwsdiag.charts.traces import Part

_PER_CENT = re.compile(r"font-size:(\d+)%")
# The lines of a grid, and of an axis, in pixels of a page.
_GRID = 1.0


def times(value: Any, factor: float) -> Any:
    """Return a number, or each of several, made larger or smaller; None and texts as they are."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return [times(one, factor) for one in value]
    if value is None or isinstance(value, (str, bool)):
        return value
    return round(float(value) * factor, 2)


def scaled_trace(trace: Part, size: Size) -> Part:
    """Return a trace with marks, lines and texts as large as is right for where it goes."""
    found = dict(trace)
    if "marker" in found:
        found["marker"] = _marker(found["marker"], size)
    if "line" in found:
        found["line"] = _line(found["line"], size)
    for error in ("error_x", "error_y"):
        if error in found:
            lines = {key: times(found[error][key], size.scale) for key in ("thickness", "width") if key in found[error]}
            found[error] = {**found[error], **lines}
    if "text" in found or "texttemplate" in found:
        found["textfont"] = font(found.get("textfont"), size)
        found["text"] = _texts(found.get("text"), size)
    return found


def font(given: Part | None, size: Size) -> Part:
    """Return a font, one of a page's usual size where it says none, as large as is right for where it goes."""
    told = given or {}
    return {**told, "size": size.font(told.get("size") or theme.FONT_SIZE)}


def scaled_note(note: Part, size: Size) -> Part:
    """Return an annotation as large, and as far from its place, as is right for where it goes."""
    away: Part = {key: times(note[key], size.text) for key in ("xshift", "yshift") if key in note}
    return {**note, **away, "font": font(note.get("font"), size), "text": _texts(note["text"], size)}


def scaled_shape(shape: Part, size: Size) -> Part:
    """Return a shape with a line as wide as is right for where it goes."""
    return {**shape, "line": _line(shape.get("line", {}), size)}


def scaled_axis(axis: Part, size: Size, title: str = "") -> Part:
    """Return an axis with texts as large as is right for where it goes.

    Args:
        axis: of a layout.
        size: where it goes.
        title: what it is called where it has no title itself; plain text.
    """
    own = axis.get("title") or {}
    shown = own.get("text") or theme.plain(title)
    found = {
        **{key: value for key, value in axis.items() if key != "title"},
        "tickfont": font(axis.get("tickfont"), size),
        "gridwidth": times(_GRID, size.scale),
        "linewidth": times(_GRID, size.scale),
        "automargin": True,
    }
    if shown and axis.get("visible", True):
        standoff = times(own.get("standoff", 6), size.text)
        found["title"] = {**own, "text": shown, "font": font(own.get("font"), size), "standoff": standoff}
    for key in ("ticklabelstandoff", "zerolinewidth"):
        if key in axis:
            found[key] = times(axis[key], size.scale)
    if "ticklabelstandoff" in found:
        # Whole pixels alone.
        found["ticklabelstandoff"] = round(found["ticklabelstandoff"])
    return found


def _marker(marker: Part, size: Size) -> Part:
    found = dict(marker)
    if "size" in found:
        found["size"] = times(found["size"], size.scale)
    if "line" in found:
        found["line"] = _line(found["line"], size)
    if "pattern" in found:
        pattern = found["pattern"]
        found["pattern"] = {**pattern, "size": times(pattern.get("size", 8), size.scale)}
    return found


def _line(line: Part, size: Size) -> Part:
    return {**line, "width": times(line["width"], size.scale)} if "width" in line else dict(line)


def _texts(text: Any, size: Size) -> Any:
    """Return texts whose smaller parts are not below the smallest type."""
    if isinstance(text, (list, tuple, np.ndarray)):
        return [_texts(one, size) for one in text]
    if not isinstance(text, str):
        return text
    return _PER_CENT.sub(lambda found: f"font-size:{size.font(theme.FONT_SIZE * int(found[1]) / 100)}px", text)
