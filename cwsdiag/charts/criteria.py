"""A value for every training data and test text as a matrix, darker where it is larger, with means at its sides.

After Table 5 of Fu et al. 2020: rows are training data, columns test texts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import cells, theme
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import explained
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.traces import Part

ABSENT = "–"
# More datasets than this have lower rows and smaller texts.
_MANY = 8
_ROW_HEIGHT, _LOW_ROW_HEIGHT = 42, 28
_HEAD = 48
_LONGEST_NAME, _LONGEST_OF_MANY = 26, 18
# Means stand so far from the matrix, in cells, and the frame of the selected cell so far from its centre.
_APART = 0.2
_FRAME = 0.48
# Above this share of the colour, texts are light.
_DARK = 0.55


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


@drawn_once
def matrix_figure(shown: Values, *, selected: tuple[str, str] | None = None) -> go.Figure:
    """Draw a value for each pair; a click gives both names of its cell, training data first.

    Args:
        shown: the values.
        selected: the pair that is framed.
    """
    count = len(shown.names)
    many = count > _MANY
    shades = _shades(shown.values)
    parts = [
        # No colour of a system.
        cells.fills(
            [[shade if math.isfinite(shade) else None for shade in row] for row in shades],
            theme.growing(theme.LABEL),
        ),
        *(_texts(shown, shades, many=many, dark=dark) for dark in (False, True)),
        _means(shown, many=many),
        _targets(shown),
    ]
    framed = selected is not None and set(selected) <= set(shown.names)
    places, last = [*range(count), count + _APART], count + _APART
    labels = cells.numbered(shown.names, _LONGEST_OF_MANY if many else _LONGEST_NAME)
    return cells.figure(
        parts,
        height=(_LOW_ROW_HEIGHT if many else _ROW_HEIGHT) * (count + 1) + _HEAD,
        columns={
            "range": [-0.5, last + 0.5],
            "tickvals": places,
            "ticktext": [*(f"<b>{number}</b>" for number in range(1, count + 1)), _("mean")],
            "title": {"text": _("test text"), "standoff": 4, "font": {"size": theme.SMALL}},
        },
        rows={"range": [last + 0.5, -0.5], "tickvals": places, "ticktext": [*labels, _("mean")]},
        margin={"l": 4, "r": 4, "t": _HEAD, "b": 20},
        shapes=[_frame(shown.names, selected)] if framed and selected is not None else [],
        meta=explained(yaxis=_("training data")),
    )


def _shades(values: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return how dark each cell is, from 0 for the smallest value to 1 for the largest; NaN stays."""
    known = [value for row in values for value in row if math.isfinite(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    span = high - low or 1.0
    return [[(value - low) / span for value in row] for row in values]


def _texts(shown: Values, shades: Sequence[Sequence[float]], *, many: bool, dark: bool) -> Part:
    """Return the texts of the dark cells, in light letters, or of the others."""
    places = [
        (line, column) for line, row in enumerate(shades) for column, shade in enumerate(row) if (shade > _DARK) == dark
    ]
    written = [_written(shown.values[line][column], shown.digits) for line, column in places]
    return cells.texts(places, written, **cells.font(small=many, light=dark))


def _means(shown: Values, *, many: bool) -> Part:
    count = len(shown.names)
    places = [(line, count + _APART) for line in range(count)] + [(count + _APART, column) for column in range(count)]
    written = [f"<i>{_written(value, shown.digits)}</i>" for value in (*shown.by_training, *shown.by_test)]
    return cells.texts(places, written, **cells.font(small=many))


def _targets(shown: Values) -> Part:
    names = shown.names
    places = cells.every_place(len(names), len(names))
    hover = [
        f"<b>{theme.plain(names[line])}</b> → <b>{theme.plain(names[column])}</b><br>"
        f"{translated(shown.measure)} {_written(shown.values[line][column], shown.digits)}"
        for line, column in places
    ]
    return cells.targets(places, [[names[line], names[column]] for line, column in places], hover)


def _frame(names: Sequence[str], pair: tuple[str, str]) -> Part:
    line, column = map(names.index, pair)
    return cells.frame((line, column), reach=_FRAME, colour=theme.WARNING, width=3)


def _written(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if math.isfinite(value) else ABSENT
