"""Charts with a row a system, or a row each of something else, from the top downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme
from cwsdiag.charts.layout import chart
from cwsdiag.charts.names import short_names
from cwsdiag.charts.styles import letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

# In half-width characters of a page.
LONGEST_NAME = 28
# Pixels of a page: of a row, of one among many, and of the axis below.
_ROW_HEIGHT, _LOW_ROW_HEIGHT, _MANY, _AXES = 42, 34, 6, 90


def rows_chart(
    traces: Sequence[Part],
    names: Sequence[str],
    size: Size,
    *,
    roles: Mapping[str, str] | None = None,
    lines: bool = False,
    **layout: Any,
) -> Spec:
    """Return a chart whose y axis has these names, the first at the top.

    Args:
        traces: by number of the row.
        names: one a row.
        size: where it goes.
        roles: names of A and B, whose letters stand behind them.
        lines: whether rows have lines.
        layout: the axes of what is measured, and what else there is; see ``chart``.
    """
    role_of = {name: role for role, name in (roles or {}).items()}
    short = zip(short_names(names, size.letters(LONGEST_NAME)), names, strict=True)
    yaxis = {
        "tickvals": list(range(len(names))),
        "ticktext": [theme.plain(cut) + letter(role_of.get(name, "")) for cut, name in short],
        "range": [len(names) - 0.4, -0.8],
        "showgrid": lines,
        "ticklabelstandoff": 8,
        "automargin": True,
    }
    return chart(traces, size, height=rows_height(len(names)), yaxis=yaxis, **layout)


def rows_height(count: int) -> int:
    """Return the height of so many rows with their axes, in pixels of a page."""
    return (_ROW_HEIGHT if count <= _MANY else _LOW_ROW_HEIGHT) * count + _AXES
