"""Figures with a row a system: names on the left, A and B marked, rows lower where there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.looks import letter
from cwsdiag.charts.names import short_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

LONGEST_NAME = 28
_ROW_HEIGHT = 42
# Of many systems, so that ten and the sentence above them fit on a projector.
_LOW_ROW_HEIGHT = 34
_MANY = 6
_AXES = 90


def system_rows(
    figure: go.Figure, names: Sequence[str], *, roles: Mapping[str, str] | None = None, lines: bool = False
) -> go.Figure:
    """Finish a figure whose y is the place of a system, from 0 at the top downwards.

    Args:
        figure: with all its traces and x axes.
        names: of the systems, from top to bottom; those too long are cut.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
        lines: whether a line runs through every row.
    """
    role_of = {name: role for role, name in (roles or {}).items()}
    short = zip(short_names(names, LONGEST_NAME), names, strict=True)
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[theme.plain(cut) + letter(role_of.get(name, "")) for cut, name in short],
        range=[len(names) - 0.4, -0.8],
        showgrid=lines,
        zeroline=False,
        ticklabelstandoff=8,
        automargin=True,
    )
    theme.base_figure(figure, height=rows_height(len(names)))
    figure.update_xaxes(automargin=True)
    return figure


def rows_height(count: int) -> int:
    """Return the height in pixels of a figure with so many rows."""
    return (_ROW_HEIGHT if count <= _MANY else _LOW_ROW_HEIGHT) * count + _AXES
