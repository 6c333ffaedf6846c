"""People's scores of systems beside those of measures: a panel each, a row a system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.rows import system_rows
from cwsdiag.languages import translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from cwsdiag.charts.traces import Part

_GAP = 0.04


@drawn_once
def people_figure(scores: pd.DataFrame, *, panels: Mapping[str, str], colours: Mapping[str, str]) -> go.Figure:
    """Draw a panel a column, each on an axis of its own: what matters is whether systems keep their order.

    Args:
        scores: a row a system with ``name`` and the columns of ``panels``, from top to bottom; undefined is NaN.
        panels: column and title of each panel, from left to right.
        colours: by system name.
    """
    names = scores["name"].tolist()
    figure = go.Figure()
    width = (1 - _GAP * (len(panels) - 1)) / len(panels)
    for place, (column, title) in enumerate(panels.items()):
        figure.add_scatter(**_points(scores, column, colours, axis=traces.axis("x", place + 1)))
        start = place * (width + _GAP)
        figure.update_layout({f"xaxis{place + 1}": _axis(scores[column].tolist(), title, [start, start + width])})
    return system_rows(figure, names, lines=True)


def _points(scores: pd.DataFrame, column: str, colours: Mapping[str, str], *, axis: str) -> Part:
    rows = [(place, row) for place, row in enumerate(scores.to_dict("records")) if row[column] == row[column]]
    return {
        "mode": "markers+text",
        "x": [row[column] for _, row in rows],
        "y": [place for place, _ in rows],
        "xaxis": axis,
        "text": [f"{row[column]:.3f}" for _, row in rows],
        "textposition": "top center",
        "textfont": {"size": theme.SMALL},
        "cliponaxis": False,
        "marker": {"size": 12, "color": [colours[row["name"]] for _, row in rows]},
        "unselected": traces.UNSELECTED,
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
        "title": {"text": translated(title)},
        "tickformat": ".3~f",
        "nticks": 5,
        "showgrid": True,
        "zeroline": False,
    }
