"""Systems as lines with their names at the end; precision and recall beside their weighted variants.

The latter after figure 5 of Qian, Qiu and Huang 2016.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import explained
from cwsdiag.charts.names import short_by_name, spread
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.traces import Part

# In pixels: what the name of a system takes, the least height of a figure, and how much of it the axes take.
LABEL_HEIGHT = 16
HEIGHT, AXES = 330, 62
_CHARACTER = 6.6
# What stands around a name: the mark before it, the letter behind it.
_MARKS = 46
_LONGEST_NAME = 22


@dataclass(frozen=True)
class SystemLine:
    """A system in a figure.

    Attributes:
        name: its own.
        look: how it is drawn.
        values: what is drawn of it; undefined is NaN.
    """

    name: str
    look: Look
    values: tuple[float, ...]


@drawn_once
def variants_figure(panels: Mapping[str, Sequence[SystemLine]], *, ticks: Sequence[str]) -> go.Figure:
    """Draw a measure and its weighted kin beside each other, a panel a measure, a line a system, on one axis.

    A click on a mark gives the system's name.

    Args:
        panels: by title the systems, with a value for each tick; the same systems in all.
        ticks: what stands under the marks.
    """
    lines = [line for panel in panels.values() for line in panel]
    height = max(HEIGHT, LABEL_HEIGHT * len(lines) // max(1, len(panels)) + AXES)
    limits = theme.axis_limits([value for line in lines for value in line.values])
    annotations: list[Part] = []
    parts: list[Part] = []
    axes: Part = {}
    width = 1 / len(panels)
    for place, (measure, own) in enumerate(panels.items()):
        x = traces.axis("x", place + 1)
        axes[traces.axis("xaxis", place + 1)] = {
            "domain": [place * width, (place + 1) * width - (0.04 if place + 1 < len(panels) else 0)],
            "range": [-0.3, len(ticks) - 0.7],
            "tickvals": list(range(len(ticks))),
            "ticktext": [theme.plain(tick) for tick in ticks],
        }
        parts += [{**marks(line, list(range(len(ticks))), ticks), "xaxis": x} for line in own]
        annotations.append(title(measure, f"{x} domain", "y domain"))
    annotations += end_labels(list(panels.values())[-1], limits, height - AXES, x=1.0)
    margin = {"l": 8, "r": label_room(lines), "t": 28, "b": 8}
    layout = {**axes, "annotations": annotations, "margin": margin, "meta": explained(yaxis=_("score"))}
    figure = theme.figure(parts, height=height, **layout)
    figure.update_xaxes(
        showgrid=True, gridcolor=theme.FAINT, linecolor=theme.FAINT, zeroline=False, fixedrange=True, automargin=True
    )
    figure.update_yaxes(range=limits, tickformat=".2~f", zeroline=False, automargin=True)
    return figure


def end_labels(lines: Sequence[SystemLine], limits: Sequence[float], height: float, *, x: float) -> list[Part]:
    """Return the names of lines beside their last defined values, moved apart as far as that lets them be read.

    Args:
        lines: the systems.
        limits: ends of the axis of their values.
        height: of the axis, in pixels.
        x: where they begin, in parts of the width.
    """
    ends = [
        (next((value for value in reversed(line.values) if math.isfinite(value)), math.nan), line) for line in lines
    ]
    known = sorted((end for end in ends if math.isfinite(end[0])), key=lambda end: end[0])
    gap = (limits[1] - limits[0]) * LABEL_HEIGHT / height
    heights = spread([value for value, _ in known], gap, limits[0] + gap / 2, limits[1] - gap / 4)
    short = short_by_name([line.name for line in lines], _LONGEST_NAME)
    beside: Part = {"xref": "paper", "xshift": 6, "xanchor": "left"}
    return [
        traces.note(f"{line.look.glyph} {theme.plain(short[line.name])}{line.look.letter}", x, at, **beside)
        for at, (_, line) in zip(heights, known, strict=True)
    ]


def label_room(lines: Sequence[SystemLine]) -> int:
    """Return the pixels that ``end_labels`` take."""
    return int(_MARKS + _CHARACTER * min(_LONGEST_NAME, max((width_of(line.name) for line in lines), default=0)))


def marks(line: SystemLine, x: Sequence[float], ticks: Sequence[str] | None) -> Part:
    """Return the line of a system; with ``ticks`` its marks say what they are under the pointer."""
    look: Part = {
        "mode": "lines+markers",
        # Over an interval without words the line goes on, thin as it is; there is no mark.
        "connectgaps": True,
        "line": line.look.line,
    }
    marker = line.look.marker | {"size": line.look.size - 3}
    if ticks is None:
        return traces.marks(x, line.values, marker, **look, unselected=traces.UNSELECTED)
    hover = [f"<b>{theme.plain(line.name)}</b><br>{theme.plain(tick)}" for tick in ticks]
    template = _("{name}: {value}", name="%{text}", value="%{y:.3f}") + "<extra></extra>"
    data = [[line.name]] * len(ticks)
    return traces.clicked(x, line.values, data, hover, marker=marker, **look, hovertemplate=template)


def title(text: str, x: str, y: str, *, remark: str = "") -> Part:
    """Return the title over the axes of ``x`` and ``y``, with a remark in plain type behind it."""
    shown = f"<b>{theme.plain(text)}</b>" + (f" {theme.plain(remark)}" if remark else "")
    return traces.note(shown, 0, 1, xref=x, yref=y, xanchor="left", yanchor="bottom")
