"""What tells corpora apart, drawn: Ψ against U, maps, sources added one by one.

After Table 5, figure 4 and the map of Fu et al. 2020.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, entries, short_by_name, ticks
from cwsdiag.charts.theme import Size, Style
from cwsdiag.languages import _, lazy, n_, translated

# Not as many as there are colours, so that both come around to each other late.
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")
_LONGEST_NAME = 28
_HEIGHT, _MAP_HEIGHT = 360, 340
# The selected training data and test text stand out by form, size and a word.
_PLAIN = Style(theme.LABEL, size=12)
_TRAIN = Style(theme.WARNING, "square", size=18), lazy("training data")
_TEST = Style(theme.WARNING, "diamond", size=18), lazy("test text")
# How far the ranges of two ways stand from their place, in steps: one would hide the other.
_OFFSETS = {"max": -0.03, "min": 0.03}
_WAYS = {
    "max": Style(theme.OTHERS[0], "triangle-up", width=3),
    "min": Style(theme.OTHERS[7], "triangle-down", width=3),
    "random": Style(theme.GOLD, dash="dot", size=6, width=1.5),
}
# Of curves of somebody's own, in turn: those that no way has.
_OWN = [Style(theme.OTHERS[place], "square", width=3) for place in (2, 4, 1, 5)]


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


def relation_chart(pairs: Sequence[Any], names: Sequence[str], size: Size) -> Spec:
    """Return U against Ψ, one form and colour a test text; a click gives training data and test text.

    Args:
        pairs: each with ``train``, ``test``, ``psi`` (Ψ × 100) and ``u``; those with a NaN are left out.
        names: of the datasets, whose order gives forms and colours.
        size: where it goes.
    """
    marks_of = symbols(names)
    traces = []
    for name, style in marks_of.items():
        own = [pair for pair in pairs if pair.test == name and math.isfinite(pair.psi) and math.isfinite(pair.u)]
        traces.append(
            marks.points(
                [one.psi for one in own],
                [one.u for one in own],
                style,
                data=[[pair.train, pair.test] for pair in own],
                hover=[marks.hover([f"{one.train} → {one.test}", f"Ψ {one.psi:.1f}, U {one.u:.3f}"]) for one in own],
            )
        )
    return chart(
        traces,
        size,
        height=_HEIGHT,
        margin={"r": 12},
        legend=entries(marks_of, size),
        xaxis={"title": _("Ψ of training data and test text")},
        yaxis={"title": _("U, F1 on the test text")},
    )


def map_chart(
    points: Mapping[str, tuple[float, float]],
    size: Size,
    *,
    reach: float,
    train: str | None = None,
    test: str | None = None,
) -> Spec:
    """Return datasets as points of a plane, a unit as long on one axis as on the other; a click gives the name.

    Args:
        points: by dataset.
        size: where it goes.
        reach: how far the axes go from the middle: the same for maps that are compared.
        train: the dataset selected for its training data.
        test: the dataset selected for its test text.
    """
    short = short_by_name(list(points), size.letters(_LONGEST_NAME))
    near = 0.25 * reach
    traces = []
    for name, (x, y) in points.items():
        style, word = _TRAIN if name == train else _TEST if name == test else (_PLAIN, "")
        # Under its point where another lies close above.
        crowded = any(abs(other - x) < reach and 0 < above - y < near for other, above in points.values())
        traces.append(
            marks.points(
                [x],
                [y],
                style,
                data=[[name]],
                hover=[marks.hover([name, f"{x:.3f}, {y:.3f}"])],
                text=[
                    f"<b>{theme.plain(short[name])}</b><br>{theme.plain(word)}" if word else theme.plain(short[name])
                ],
                textposition=f"{'bottom' if crowded else 'top'} center",
            )
        )
    axis = {"range": [-reach, reach], "zeroline": True, "zerolinecolor": theme.FAINT, "nticks": 5}
    return chart(
        traces,
        size,
        height=_MAP_HEIGHT,
        xaxis={**axis, "title": _("first dimension")},
        yaxis={**axis, "title": _("second dimension"), "scaleanchor": "x"},
    )


def order_chart(
    lines: Sequence[OrderLine],
    size: Size,
    *,
    measure: str,
    digits: int,
    references: Sequence[tuple[str, float]] = (),
) -> Spec:
    """Return a value at the start and after each source, a line an order; a click gives the source that was added.

    A line that is a mean has its range as bars.

    Args:
        lines: with equally many sources, but for those of somebody's own; those drawn at random lie behind the others.
        size: where it goes.
        measure: what the values are.
        digits: decimals.
        references: values to hold them against, each with its name, as lines over the whole width.
    """
    own = [line for line in lines if line.way not in _WAYS]
    dashes = {line: _WAYS[line.way] if line.way in _WAYS else _OWN[own.index(line) % len(_OWN)] for line in lines}
    traces = []
    for line in sorted(lines, key=lambda line: line.way != "random"):
        apart = _OFFSETS.get(line.way, 0.0) if line.low else 0.0
        steps = len(line.values)
        sources = line.sources or [""] * (steps - 1)
        ends: dict[str, Any] = {"low": line.low, "high": line.high} if line.low else {}
        traces.append(
            marks.points(
                [step + apart for step in range(steps)],
                list(line.values),
                dashes[line],
                lines=True,
                data=[[source] for source in ("", *sources)],
                hover=[_order_hover(line, step, digits) for step in range(steps)],
                **ends,
            )
        )
    count = max((len(line.values) for line in lines), default=1)
    steps_text = [_("own"), *(f"+{step}" for step in range(1, count))]
    named = {line.name if line in own else line.way: style for line, style in dashes.items()}
    ends_of_axis = [-0.15, count - 0.85]
    for place, (name, value) in enumerate(references):
        label = f"{theme.plain(name)} {value:.{digits}f}"
        text, where = ([label, ""], "top right") if place % 2 else (["", label], "bottom left")
        traces.append(
            marks.line(
                ends_of_axis,
                [value] * 2,
                theme.LABEL,
                1,
                mode="lines+text",
                text=text,
                textposition=where,
                textfont={"size": theme.SMALL},
                line={"color": theme.LABEL, "width": 1, "dash": "dash"},
            )
        )
    return chart(
        traces,
        size,
        height=330,
        margin={"r": 12},
        legend=[LegendEntry(name, style.colour, style.symbol) for name, style in named.items()],
        xaxis=ticks(steps_text, range=ends_of_axis, title=_("sources added")),
        yaxis={"title": translated(measure)},
    )


def symbols(names: Sequence[str]) -> dict[str, Style]:
    """Return the colour and the form of each dataset's marks."""
    return {
        name: Style(theme.OTHERS[place % len(theme.OTHERS)], SYMBOLS[place % len(SYMBOLS)], size=12)
        for place, name in enumerate(names)
    }


def _order_hover(line: OrderLine, step: int, digits: int) -> str:
    if step == 0:
        head = _("{order}, its own training data", order=line.name)
    elif line.sources:
        head = f"{line.name} + {line.sources[step - 1]}"
    else:
        head = n_("{order}, {n} source added", "{order}, {n} sources added", step, order=line.name)
    lines = [head, f"{line.values[step]:.{digits}f}"]
    if line.low:
        lines.append(
            _(
                "from {low} to {high} over the seeds",
                low=f"{line.low[step]:.{digits}f}",
                high=f"{line.high[step]:.{digits}f}",
            )
        )
    return marks.hover(lines)
