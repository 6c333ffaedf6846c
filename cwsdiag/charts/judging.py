"""People's scores of systems beside those of measures: a panel each, a row a system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.system_rows import rows_chart
from cwsdiag.languages import translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

_GAP = 0.04


def people_chart(scores: pd.DataFrame, size: Size, *, panels: Mapping[str, str], colours: Mapping[str, str]) -> Spec:
    """Return the scores of people beside other scores, a panel each; a click gives the system.

    Args:
        scores: a row a system, with its name and a column a panel; NaN where undefined.
        size: where it goes.
        panels: titles by column.
        colours: of the systems, by name.
    """
    traces: list[Part] = []
    axes: dict[str, Any] = {}
    width = (1 - _GAP * (len(panels) - 1)) / len(panels)
    for place, (column, title) in enumerate(panels.items()):
        axis, start = marks.axis("x", place + 1), place * (width + _GAP)
        traces.append(_points(scores, column, colours, axis=axis))
        axes[f"xaxis{axis[1:]}"] = _axis(scores[column].tolist(), title, [start, start + width])
    return rows_chart(traces, scores["name"].tolist(), size, lines=True, **axes)


def _points(scores: pd.DataFrame, column: str, colours: Mapping[str, str], *, axis: str) -> Part:
    rows = [(place, row) for place, row in enumerate(scores.to_dict("records")) if row[column] == row[column]]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [row[column] for _, row in rows],
        "y": [place for place, _ in rows],
        "xaxis": axis,
        "text": [f"{row[column]:.3f}" for _, row in rows],
        "textposition": "top center",
        "textfont": {"size": theme.SMALL},
        "cliponaxis": False,
        "marker": {"size": 12, "color": [colours[row["name"]] for _, row in rows]},
        "unselected": marks.UNSELECTED,
        "customdata": [[row["name"]] for _, row in rows],
        "hovertext": [f"<b>{theme.plain(row['name'])}</b> {row[column]:.3f}" for _, row in rows],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _axis(values: list[float], title: str, domain: list[float]) -> Part:
    low, high = theme.axis_limits(values)
    # Room for the number over the first and the last point.
    room = 0.08 * (high - low)
    return {
        "domain": domain,
        "range": [max(0.0, low - room), min(1.0, high + room)],
        "title": translated(title),
        "tickformat": ".3~f",
        "nticks": 5,
        "showgrid": True,
        "zeroline": False,
    }
