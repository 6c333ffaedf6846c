"""A chart without what is there for the pointer: nothing is hidden in a file, and nothing asks to be clicked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.charts import theme

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.charts.traces import Part

# What only the pointer and a click see.
_FOR_THE_POINTER = ("customdata", "hovertemplate", "hovertext", "hoverinfo", "unselected", "selected", "legendrank")
_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})$")


def bare(spec: dict[str, Any]) -> tuple[list[Part], Part]:
    """Return traces and layout without click targets and texts under the pointer, and cells as shapes.

    Args:
        spec: of a figure, as its ``to_dict`` gives it; what is returned shares nothing with it that is changed later.
    """
    layout = dict(spec["layout"])
    layout["annotations"] = [_bare_note(note) for note in layout.get("annotations", ())]
    layout["shapes"] = [dict(one) for one in layout.get("shapes", ())]
    kept: list[Part] = []
    for trace in spec["data"]:
        if trace["type"] == "heatmap":
            layout["shapes"] = [*_cells(trace), *layout["shapes"]]
        elif not _is_target(trace):
            kept.append(_bare_trace(trace))
    if not kept:
        # Without a trace there would be no axes.
        kept.append({"type": "scatter", "x": [None], "y": [None]})
    return kept, layout


def _is_target(trace: Part) -> bool:
    """Return whether a trace is there to be clicked alone, and is not seen."""
    marker = trace.get("marker", {})
    if trace["type"] == "bar":
        return bool(marker.get("color") == theme.CLEAR)
    return trace.get("mode") == "markers" and marker.get("opacity") == 0


def _bare_trace(trace: Part) -> Part:
    left = {key: value for key, value in trace.items() if key not in _FOR_THE_POINTER}
    shows_text = "text" in trace.get("mode", "") or trace.get("textposition", "none") != "none"
    if not shows_text:
        left = {key: value for key, value in left.items() if key not in ("text", "texttemplate", "textfont")}
    if trace["type"] == "scatter" and shows_text:
        # A name that begins in the figure is whole, wherever it ends.
        left["cliponaxis"] = False
    return left | {"hoverinfo": "skip"}


def _bare_note(note: Part) -> Part:
    return {key: value for key, value in note.items() if key not in ("hovertext", "hoverlabel", "captureevents")}


def _cells(trace: Part) -> Iterator[Part]:
    """Yield the cells of a heatmap as rectangles: Plotly would make a picture of them, with dots that are seen."""
    scale = trace["colorscale"]
    low, high = float(trace["zmin"]), float(trace["zmax"])
    opacity = trace.get("opacity")
    for row, values in enumerate(trace["z"]):
        for column, value in enumerate(values):
            if value is None or not np.isfinite(value):
                continue
            share = min(1.0, max(0.0, (float(value) - low) / (high - low)))
            yield {
                "type": "rect",
                "x0": column - 0.5,
                "x1": column + 0.5,
                "y0": row - 0.5,
                "y1": row + 0.5,
                "fillcolor": _colour(scale, share),
                "opacity": 1 if opacity is None else opacity,
                # What stands between cells is the paper.
                "line": {"color": theme.PAPER, "width": trace.get("xgap") or 0},
                "layer": "below",
            }


def _colour(scale: Sequence[Sequence[Any]], share: float) -> str:
    """Return the colour at a place of a scale, as Plotly finds it: each part lies between those of two stops."""
    stops = [(float(place), _parts(str(colour))) for place, colour in scale]
    places = [place for place, _parts_of in stops]
    red, green, blue, alpha = (
        float(np.interp(share, places, [parts[part] for _place, parts in stops])) for part in range(4)
    )
    return f"rgba({round(red)}, {round(green)}, {round(blue)}, {alpha:.3g})"


def _parts(colour: str) -> tuple[float, float, float, float]:
    """Return red, green, blue and alpha of a colour of the theme."""
    if found := _HEX.match(colour):
        red, green, blue = (float(int(part, 16)) for part in found.groups())
        return red, green, blue, 1.0
    red, green, blue, alpha = map(float, colour.removeprefix("rgba(").removesuffix(")").split(","))
    return red, green, blue, alpha
