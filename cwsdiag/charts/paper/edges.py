"""Room at the left and the right of a chart for texts that stand there, so that none is cut off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.charts.paper.measure import label_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cwsdiag.charts.traces import Part

# Of the width, what is drawn has at least; pixels between a mark and the text beside it.
_LEAST, _BESIDE = 0.15, 4.0


@dataclass(frozen=True)
class _Text:
    """A text that stands at a place: how far it reaches from there to the left and to the right, in pixels.

    Attributes:
        place: on the width of what is drawn, from 0 to 1.
        left, right: how far it reaches.
    """

    place: float
    left: float
    right: float


def side_margins(data: Iterable[Part], layout: Part, margins: tuple[float, float], width: float) -> tuple[float, float]:
    """Return the margins at the left and the right that all texts of a chart have room in.

    Args:
        data: its traces, scaled already.
        layout: with annotations and axes, scaled already, and the font of all texts.
        margins: at the left and the right, at least, in pixels.
        width: of the whole figure.
    """
    usual = layout["font"]["size"]
    texts = [*_notes(layout, usual), *(text for trace in data for text in _of_trace(trace, layout, usual))]
    left, right = margins
    # What is drawn gets narrower by them, and then others may lack room.
    for _again in range(3):
        drawn = max(width - left - right, _LEAST * width)
        left = max([left, *(text.left - text.place * drawn for text in texts)])
        right = max([right, *(text.right - (1 - text.place) * drawn for text in texts)])
    too_much = (left + right) / ((1 - _LEAST) * width)
    return (left / too_much, right / too_much) if too_much > 1 else (left, right)


def _notes(layout: Part, usual: float) -> Iterator[_Text]:
    for note in layout["annotations"]:
        place = _place_of(note["x"], note.get("xref", "x"), layout)
        if place is None or note.get("textangle"):
            continue
        wide = label_width(note["text"]) * note["font"].get("size", usual)
        anchor = note.get("xanchor", "auto")
        if anchor == "auto":
            anchor = "left" if place < 1 / 3 else "right" if place > 2 / 3 else "center"
        yield _text(place, wide, anchor, note.get("xshift", 0.0))


def _of_trace(trace: Part, layout: Part, usual: float) -> Iterator[_Text]:
    """Yield the texts of a trace of points."""
    if trace["type"] != "scatter" or "text" not in trace.get("mode", ""):
        return
    written = trace.get("texttemplate") or trace.get("text")
    xs = list(trace["x"])
    texts = [written] * len(xs) if isinstance(written, str) else list(written or [])
    positions = trace.get("textposition", "middle center")
    places = [positions] * len(xs) if isinstance(positions, str) else list(positions)
    size = trace["textfont"].get("size", usual)
    marker = trace.get("marker", {}).get("size", 0) if "markers" in trace["mode"] else 0
    away = (max(marker, default=0) if isinstance(marker, (list, tuple)) else marker) / 2 + _BESIDE
    for x, text, position in zip(xs, texts, places, strict=False):
        place = _place_of(x, trace.get("xaxis", "x"), layout)
        if place is None or not text:
            continue
        side = position.split(" ")[-1]
        # A text at the right of its mark begins there.
        anchor = {"right": "left", "left": "right"}.get(side, "center")
        yield _text(place, label_width(str(text)) * size, anchor, {"right": away, "left": -away}.get(side, 0.0))


def _text(place: float, wide: float, anchor: str, shift: float) -> _Text:
    share = {"left": 0.0, "right": 1.0}.get(anchor, 0.5)
    return _Text(place, wide * share - shift, wide * (1 - share) + shift)


def _place_of(x: Any, axis: str, layout: Part) -> float | None:
    """Return where on the width something stands; None where that is not known before it is drawn."""
    if x is None or isinstance(x, str) or not math.isfinite(x):
        return None
    if axis == "paper":
        return float(x)
    name, _space, domain = axis.partition(" ")
    of = layout.get(f"xaxis{name[1:]}", {})
    low, high = of.get("domain", (0.0, 1.0))
    if domain:
        return float(low + x * (high - low))
    ends: Sequence[float] | None = of.get("range")
    if ends is None or ends[0] == ends[1]:
        return None
    return float(np.interp((x - ends[0]) / (ends[1] - ends[0]), [0, 1], [low, high]))
