"""What becomes of a value as sources are added to the training data of a target, a line an order or a way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.languages import _, n_, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.traces import Part

_HEIGHT = 330
# How far the ranges of two ways stand from their place, in steps: one would hide the other.
_APART = {"max": -0.03, "min": 0.03, "random": 0.0}
# By way: colour, form, dash, width.
_MANNERS = {
    "max": (theme.OTHERS[0], "triangle-up", "solid", 3),
    "min": (theme.OTHERS[7], "triangle-down", "solid", 3),
    "random": (theme.GOLD, "circle", "dot", 1.5),
}


_OWN = "own"
# Of curves of somebody's own, in turn: those that no way has.
_OWN_COLOURS = (2, 4, 1, 5)


@dataclass(frozen=True)
class OrderLine:
    """An order of sources.

    Attributes:
        name: of the order.
        way: ``max``, ``min`` or ``random``; ``own`` for a curve that somebody gave, which its name stands for.
        sources: in order; none where the line is the mean of several orders.
        values: at the start, and after each source.
        low, high: their range, where the line is a mean.
    """

    name: str
    way: str
    sources: tuple[str, ...]
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Reference:
    """A value that lines are to be held against.

    Attributes:
        name: what has it.
        value: drawn as a line over the whole width.
    """

    name: str
    value: float


@drawn_once
def order_figure(
    lines: Sequence[OrderLine], *, measure: str, digits: int, references: Sequence[Reference] = ()
) -> go.Figure:
    """Draw a value at the start and after each source, a line an order; what is added stands under the pointer.

    A line that is a mean has its range as bars.

    Args:
        lines: with equally many sources, but for those of somebody's own; those drawn at random lie behind the others.
        measure: what the values are.
        digits: decimals.
        references: values to hold them against.
    """
    behind_first = sorted(lines, key=lambda line: line.way != "random")
    figure = theme.figure(
        [_trace(line, digits, lines) for line in behind_first],
        height=_HEIGHT,
        showlegend=True,
        legend={**theme.LEGEND, "x": 0},
        margin={"l": 8, "r": 12, "t": 8, "b": 8},
    )
    steps = max((len(line.values) for line in lines), default=1)
    figure.update_xaxes(
        tickvals=list(range(steps)),
        ticktext=[_("own"), *(f"+{step}" for step in range(1, steps))],
        range=[-0.15, steps - 0.85],
        title=_("sources added"),
        zeroline=False,
        automargin=True,
    )
    for place, one in enumerate(references):
        figure.add_hline(
            y=one.value,
            line={"color": theme.LABEL, "width": 1, "dash": "dash"},
            annotation={
                "text": f"{theme.plain(one.name)} {one.value:.{digits}f}",
                "font": {"size": theme.SMALL},
            },
            annotation_position="top left" if place % 2 else "bottom right",
        )
    figure.update_yaxes(title=translated(measure), tickformat=".3~f", zeroline=False, automargin=True)
    return figure


def _trace(line: OrderLine, digits: int, lines: Sequence[OrderLine]) -> Part:
    colour, symbol, dash, width = _manner(line, lines)
    group, name = (line.name, line.name) if line.way == _OWN else (line.way, line.way)
    first = next(other for other in lines if other.way == line.way)
    apart = _APART.get(line.way, 0.0) if line.low else 0.0
    bars: Part = {}
    if line.low:
        above = [high - value for high, value in zip(line.high, line.values, strict=True)]
        below = [value - low for low, value in zip(line.low, line.values, strict=True)]
        bars["error_y"] = {"array": above, "arrayminus": below, "symmetric": False, "thickness": 1.5, "width": 4}
    return traces.clicked(
        [step + apart for step in range(len(line.values))],
        list(line.values),
        [[source] for source in ("", *(line.sources or [""] * (len(line.values) - 1)))],
        _hover(line, digits),
        mode="lines+markers",
        name=theme.plain(name),
        legendgroup=group,
        legendrank=list(_MANNERS).index(line.way) if line.way in _MANNERS else len(_MANNERS),
        showlegend=line is first or line.way == _OWN,
        line={"color": colour, "width": width, "dash": dash},
        marker={"size": 10 if line.way != "random" else 6, "color": colour, "symbol": symbol},
        hovertemplate=f"%{{text}}<br>%{{y:.{digits}f}}<extra></extra>",
        **bars,
    )


def _manner(line: OrderLine, lines: Sequence[OrderLine]) -> tuple[str, str, str, float]:
    """Return colour, form, dash and width; of curves of somebody's own each has a colour."""
    if line.way != _OWN:
        return _MANNERS[line.way]
    place = [other for other in lines if other.way == _OWN].index(line)
    return theme.OTHERS[_OWN_COLOURS[place % len(_OWN_COLOURS)]], "square", "solid", 3


def _hover(line: OrderLine, digits: int) -> list[str]:
    name = theme.plain(line.name)
    hover = [_("<b>{order}</b>, its own training data", order=name)]
    if line.sources:
        hover += [f"<b>{name}</b> + {theme.plain(source)}" for source in line.sources]
    else:
        hover += [
            n_("<b>{order}</b>, {n} source added", "<b>{order}</b>, {n} sources added", step, order=name)
            for step in range(1, len(line.values))
        ]
    if not line.low:
        return hover
    ranges = [
        _("from {low} to {high} over the seeds", low=f"{low:.{digits}f}", high=f"{high:.{digits}f}")
        for low, high in zip(line.low, line.high, strict=True)
    ]
    return [f"{text}<br>{said}" for text, said in zip(hover, ranges, strict=True)]
