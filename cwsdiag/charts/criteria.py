"""What tells corpora apart, drawn: matrices of Ψ and U, Ψ against U, maps, sources added one by one, how a text fits.

After Table 5, figure 4 and the map of Fu et al. 2020; rows of matrices are training data, columns test texts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import marks, matrix, theme
from cwsdiag.charts.layout import Entry, chart
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.system_rows import rows_chart
from cwsdiag.languages import _, lazy, n_, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

ABSENT = "–"
# Not as many as there are colours, so that both come around to each other late.
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")
_LONGEST_NAME = 28
# More datasets than this have lower rows and smaller texts.
_MANY = 8
_ROW_HEIGHT, _LOW_ROW_HEIGHT, _HEAD = 42, 28, 48
# Means stand so far from the matrix, in cells, and the frame of the selected cell so far from its centre.
_APART, _FRAME = 0.2, 0.48
# Above this share of the colour, texts are light.
_DARK = 0.55
# The width of a character over the size of its type.
_CHARACTER = 0.56
_HEIGHT, _MAP_HEIGHT = 380, 340
# The selected training data and test text stand out by form, size and a word.
_PLAIN, _CHOSEN = 12, 18
_ROLES = {"train": ("square", lazy("training data")), "test": ("diamond", lazy("test text"))}
# How far the ranges of two ways stand from their place, in steps: one would hide the other.
_OFFSETS = {"max": -0.03, "min": 0.03}
# By way: colour, form, dash, width.
_WAYS = {
    "max": (theme.OTHERS[0], "triangle-up", "solid", 3.0),
    "min": (theme.OTHERS[7], "triangle-down", "solid", 3.0),
    "random": (theme.GOLD, "circle", "dot", 1.5),
}
# Of curves of somebody's own, in turn: those that no way has.
_OWN, _OWN_COLOURS = "own", (2, 4, 1, 5)


@dataclass(frozen=True, eq=False)
class Values:
    """What a matrix shows.

    Attributes:
        names: of the datasets, for rows and columns.
        values: by training data, then test text; NaN where not known.
        by_training, by_test: means of rows and of columns.
        measure: what a value is called under the pointer.
        digits: decimals.
    """

    names: tuple[str, ...]
    values: Sequence[Sequence[float]]
    by_training: Sequence[float]
    by_test: Sequence[float]
    measure: str
    digits: int


@dataclass(frozen=True)
class Pair:
    """A training data and a test text: their names, Ψ × 100 and U."""

    train: str
    test: str
    psi: float
    u: float


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


def values_chart(values: Values, size: Size, *, selected: tuple[str, str] | None = None) -> Spec:
    """Return a value for each pair, darker where larger, with means at the sides; a click gives both names of a cell.

    Args:
        values: what is shown; numbers are left out where they do not fit.
        size: where it goes.
        selected: the pair that is framed, training data first.
    """
    names, count = values.names, len(values.names)
    many = count > _MANY
    shades = _shades(values.values)
    last, places = count + _APART, matrix.every_place(count, count)
    traces = [
        # No colour of a system.
        matrix.fills(
            [[shade if math.isfinite(shade) else None for shade in row] for row in shades], theme.growing(theme.LABEL)
        )
    ]
    room = size.width / (count + 1 + _APART) * 0.75
    if room > 5 * _CHARACTER * size.font(theme.SMALL if many else theme.FONT_SIZE):
        for dark in (False, True):
            own = [(row, column) for row, column in places if (shades[row][column] > _DARK) == dark]
            written = [_written(values.values[row][column], values.digits) for row, column in own]
            traces.append(matrix.texts(own, written, **matrix.font(small=many, light=dark)))
        sides = [(line, last) for line in range(count)] + [(last, column) for column in range(count)]
        means = [f"<i>{_written(value, values.digits)}</i>" for value in (*values.by_training, *values.by_test)]
        traces.append(matrix.texts(sides, means, **matrix.font(small=many)))
    hover = [
        f"<b>{theme.plain(names[row])}</b> → <b>{theme.plain(names[column])}</b><br>"
        f"{translated(values.measure)} {_written(values.values[row][column], values.digits)}"
        for row, column in places
    ]
    traces.append(matrix.targets(places, [[names[row], names[column]] for row, column in places], hover))
    shapes = []
    if selected is not None and set(selected) <= set(names):
        row, column = map(names.index, selected)
        shapes = [matrix.frame((row, column), reach=_FRAME, colour=theme.WARNING, width=3)]
    labels = matrix.numbered(names, size.letters(18 if many else 26))
    ticks = {"tickvals": [*range(count), last]}
    return matrix.matrix_chart(
        traces,
        size,
        height=(_LOW_ROW_HEIGHT if many else _ROW_HEIGHT) * (count + 1) + _HEAD + 20,
        columns={
            **ticks,
            "range": [-0.5, last + 0.5],
            "ticktext": [*(f"<b>{number}</b>" for number in range(1, count + 1)), _("mean")],
            "title": _("down: training data; across: test text"),
        },
        rows={
            **ticks,
            "range": [last + 0.5, -0.5],
            "ticktext": [*labels, _("mean")],
        },
        margin={"l": 4, "r": 4, "t": _HEAD, "b": 20},
        shapes=shapes,
    )


def relation_chart(pairs: Sequence[Pair], names: Sequence[str], size: Size) -> Spec:
    """Return U against Ψ, one form and colour a test text; a click gives training data and test text.

    Args:
        pairs: those with a NaN are left out.
        names: of the datasets, whose order gives forms and colours.
        size: where it goes.
    """
    known = [pair for pair in pairs if math.isfinite(pair.psi) and math.isfinite(pair.u)]
    short = short_by_name(names, size.letters(_LONGEST_NAME))
    traces, legend = [], []
    for name, (colour, symbol) in symbols(names).items():
        own = [pair for pair in known if pair.test == name]
        legend.append(Entry(short[name], colour, symbol))
        hover = [
            f"<b>{theme.plain(pair.train)}</b> → <b>{theme.plain(pair.test)}</b><br>Ψ {pair.psi:.1f}, U {pair.u:.3f}"
            for pair in own
        ]
        marker = {"size": 12, "color": colour, "symbol": symbol}
        data = [[pair.train, pair.test] for pair in own]
        traces.append(marks.clicked([pair.psi for pair in own], [pair.u for pair in own], data, hover, marker=marker))
    return chart(
        traces,
        size,
        height=_HEIGHT,
        margin={"r": 12},
        legend=legend,
        xaxis={"title": _("Ψ of training data and test text"), "tickformat": ".3~f", "automargin": True},
        yaxis={"title": _("U, F1 on the test text"), "tickformat": ".2~f", "automargin": True},
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
    roles = {name: role for name in points for role, chosen in (("test", test), ("train", train)) if name == chosen}
    short = short_by_name(list(points), size.letters(_LONGEST_NAME))
    trace = marks.clicked(
        [x for x, _y in points.values()],
        [y for _x, y in points.values()],
        [[name] for name in points],
        [_map_label(theme.plain(short[name]), roles.get(name)) for name in points],
        mode="markers+text",
        textposition=_label_positions(list(points.values())),
        marker={
            "size": [_CHOSEN if name in roles else _PLAIN for name in points],
            "symbol": [_ROLES[roles[name]][0] if name in roles else "circle" for name in points],
            "color": [theme.WARNING if name in roles else theme.LABEL for name in points],
        },
        hovertext=[f"<b>{theme.plain(name)}</b>" for name in points],
        hovertemplate="%{hovertext}<br>%{x:.3f}, %{y:.3f}<extra></extra>",
    )
    axis: Part = {"range": [-reach, reach], "zeroline": True, "zerolinecolor": theme.FAINT, "nticks": 5}
    axis["automargin"] = True
    return chart(
        [trace],
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
    behind_first = sorted(lines, key=lambda line: line.way != "random")
    own = [line for line in lines if line.way == _OWN]
    manners = {line: _WAYS.get(line.way) or _own_manner(own.index(line)) for line in lines}
    named = {line.name if line.way == _OWN else line.way: manners[line] for line in lines}
    steps = max((len(line.values) for line in lines), default=1)
    ends = (("right", 1, "top"), ("left", 0, "bottom"))
    return chart(
        [_order_trace(line, digits, manners[line]) for line in behind_first],
        size,
        height=330,
        margin={"r": 12},
        legend=[Entry(name, colour, symbol) for name, (colour, symbol, *_line) in named.items()],
        xaxis={
            "tickvals": list(range(steps)),
            "ticktext": [_("own"), *(f"+{step}" for step in range(1, steps))],
            "range": [-0.15, steps - 0.85],
            "title": _("sources added"),
            "automargin": True,
        },
        yaxis={"title": translated(measure), "tickformat": ".3~f", "automargin": True},
        shapes=[
            marks.shape([0, 1], [value] * 2, {"color": theme.LABEL, "width": 1, "dash": "dash"}, xref="x domain")
            for _name, value in references
        ],
        annotations=[
            marks.note(
                f"{theme.plain(name)} {value:.{digits}f}",
                ends[place % 2][1],
                value,
                xref="x domain",
                xanchor=ends[place % 2][0],
                yanchor=ends[place % 2][2],
                font={"size": theme.SMALL},
            )
            for place, (name, value) in enumerate(references)
        ],
    )


def fit_chart(fits: Sequence[tuple[str, float, float, float]], size: Size) -> Spec:
    """Return how well a text fits each dataset; the whole row is the click target.

    Args:
        fits: the name of each, Ψ, and the ends of its 95 % interval, from above.
        size: what for.
    """
    hover = [
        f"<b>{theme.plain(name)}</b><br>"
        + _("Ψ {psi:.1f}, 95 % interval {low:.1f} to {high:.1f}", psi=psi, low=low, high=high)
        for name, psi, low, high in fits
    ]
    names, values, lows, highs = map(list, zip(*fits, strict=True))
    traces = [
        marks.row_targets([[name] for name in names], hover),
        *(marks.line([low, high], [place] * 2, theme.LABEL, 4) for place, (_of, _psi, low, high) in enumerate(fits)),
        marks.marks(
            values,
            list(range(len(fits))),
            {"size": 12, "color": theme.LABEL, "symbol": "diamond"},
            mode="markers+text",
            text=[f"<b>{psi:.1f}</b>" for psi in values],
            textposition="top center",
        ),
    ]
    low, high = min(lows), max(highs)
    room = max(0.5, 0.08 * (high - low))
    xaxis: Part = {"range": [low - room, high + room], "title": _("Ψ, with the 95 % interval over sentences")}
    xaxis |= {"tickformat": ".3~f", "automargin": True}
    return rows_chart(traces, names, size, xaxis=xaxis, xaxis2=marks.OVER)


def symbols(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the colour and the form of each dataset's marks."""
    return {
        name: (theme.OTHERS[place % len(theme.OTHERS)], SYMBOLS[place % len(SYMBOLS)])
        for place, name in enumerate(names)
    }


def _shades(values: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return how dark each cell is, from 0 for the smallest value to 1 for the largest; NaN stays."""
    known = [value for row in values for value in row if math.isfinite(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    return [[(value - low) / (high - low or 1.0) for value in row] for row in values]


def _written(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if math.isfinite(value) else ABSENT


def _map_label(label: str, role: str | None) -> str:
    return f"<b>{label}</b><br>{translated(_ROLES[role][1])}" if role else label


def _label_positions(points: Sequence[tuple[float, float]]) -> list[str]:
    """Return where the name of each point stands: over it, under it where another point lies close above."""
    spread = max((abs(value) for point in points for value in point), default=1.0) or 1.0

    def is_crowded(x: float, y: float) -> bool:
        return any(
            (x, y) != other and abs(other[0] - x) < spread and 0 <= other[1] - y < 0.25 * spread for other in points
        )

    return ["bottom center" if is_crowded(x, y) else "top center" for x, y in points]


def _own_manner(place: int) -> tuple[str, str, str, float]:
    return theme.OTHERS[_OWN_COLOURS[place % len(_OWN_COLOURS)]], "square", "solid", 3.0


def _order_trace(line: OrderLine, digits: int, manner: tuple[str, str, str, float]) -> Part:
    colour, symbol, dash, width = manner
    apart = _OFFSETS.get(line.way, 0.0) if line.low else 0.0
    bars: Part = {}
    if line.low:
        above = [high - value for high, value in zip(line.high, line.values, strict=True)]
        below = [value - low for low, value in zip(line.low, line.values, strict=True)]
        bars["error_y"] = {"array": above, "arrayminus": below, "symmetric": False, "thickness": 1.5, "width": 4}
    return marks.clicked(
        [step + apart for step in range(len(line.values))],
        list(line.values),
        [[source] for source in ("", *(line.sources or [""] * (len(line.values) - 1)))],
        _order_hover(line, digits),
        mode="lines+markers",
        line={"color": colour, "width": width, "dash": dash},
        marker={"size": 10 if line.way != "random" else 6, "color": colour, "symbol": symbol},
        hovertemplate=f"%{{text}}<br>%{{y:.{digits}f}}<extra></extra>",
        **bars,
    )


def _order_hover(line: OrderLine, digits: int) -> list[str]:
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
