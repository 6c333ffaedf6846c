"""Separator scores of the systems: three panels on one axis, a point each, or a range against several references."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import Entry, explained
from cwsdiag.charts.looks import looks
from cwsdiag.charts.rows import system_rows
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.traces import Part

MEASURES = {"precision": lazy("precision"), "recall": lazy("recall"), "f1": "F"}
ENDS = ("intersection", "union")
_GAP = 0.03


@drawn_once
def separators_figure(
    scores: pd.DataFrame, *, colours: Mapping[str, str], roles: Mapping[str, str] | None = None
) -> go.Figure:
    """Draw precision, recall and F of every system, in the order of the frame from top to bottom.

    A filled mark is the score against the intersection of the references, an open one that against their union. Where
    both are the same there is one mark. The whole row of a system is the click target; its customdata begins with the
    system's name.

    Args:
        scores: a row a system with name, and of each measure ``precision_intersection``, ``precision_union`` and so on;
            undefined is NaN.
        colours: of all systems by name, shown or not; see ``looks``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    names, drawn = scores["name"].tolist(), looks(colours, roles)
    figure = go.Figure()
    figure.update_layout(
        meta=explained(
            Entry(_("against the intersection of the references"), theme.LABEL, symbol="circle"),
            Entry(_("against their union"), theme.LABEL, symbol="circle-open"),
        )
    )
    targets = _targets(scores, names)
    columns = [f"{measure}_{end}" for measure in MEASURES for end in ENDS]
    limits = theme.axis_limits(scores[columns].to_numpy(dtype=float).ravel().tolist())
    for panel, (measure, title) in enumerate(MEASURES.items(), start=1):
        axis = traces.axis("x", panel)
        # An axis over another lies in its panel, so each panel has targets of its own.
        over = panel + len(MEASURES)
        figure.add_trace({**targets, "xaxis": f"x{over}"})
        for place, row in enumerate(scores.to_dict("records")):
            ends = [row[f"{measure}_{end}"] for end in ENDS]
            figure.add_scatter(**_range(ends, place, look=drawn[row["name"]], axis=axis, start=limits[0]))
        figure.update_layout(
            {
                f"xaxis{panel}": _axis(panel, title, limits),
                f"xaxis{over}": {"overlaying": axis, "range": [0, 1], "visible": False},
            }
        )
    return system_rows(figure, names, roles=roles)


def span(ends: Sequence[float], between: str = "–") -> str:
    """Return the ends of a range from low to high: one number where they agree to three decimals, or one is undefined.

    Where both are, ``undefined``.
    """
    shown = [f"{end:.3f}" for end in sorted(end for end in ends if math.isfinite(end))]
    return between.join(dict.fromkeys(shown)) or _("undefined")


def _targets(scores: pd.DataFrame, names: Sequence[str]) -> Part:
    """Return the rows of a panel that are clicked and hovered over: they tell of all measures."""
    spans = {
        measure: [span(ends) for ends in zip(*(scores[f"{measure}_{end}"] for end in ENDS), strict=True)]
        for measure in MEASURES
    }
    measures = [
        f"{translated(title)} %{{customdata[{place}]}}" for place, title in enumerate(MEASURES.values(), start=1)
    ]
    return traces.row_targets(
        list(zip(names, *spans.values(), strict=True)),
        [theme.plain(name) for name in names],
        hovertemplate="<br>".join(["<b>%{text}</b>", *measures]) + "<extra></extra>",
    )


def _range(ends: Sequence[float], place: int, *, look: Look, axis: str, start: float) -> Part:
    """Return the marks of a system in a panel: at both ends, and its numbers over the middle between them."""
    known = [end for end in ends if math.isfinite(end)]
    # What is undefined is said where the axis begins.
    middle = sum(known) / len(known) if known else start
    same = len(known) == len(ends) and known[0] == known[-1]
    return {
        "x": [ends[0], middle, ends[1]],
        "y": [place] * 3,
        "xaxis": axis,
        "mode": "lines+markers+text",
        "line": {"color": look.colour, "width": 4},
        "marker": {
            **look.marker,
            "symbol": [look.symbol, look.symbol, f"{look.symbol}-open"],
            # The middle is there for its text alone, which stands clear of marks of this size.
            "opacity": [1, 0, 0 if same else 1],
            "line": {"color": look.colour, "width": 2.5},
        },
        "text": ["", span(ends), ""],
        "textposition": "top center" if known else "middle right",
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _axis(panel: int, title: str, limits: Sequence[float]) -> Part:
    width = (1 - 2 * _GAP) / len(MEASURES)
    start = (panel - 1) * (width + _GAP)
    return {
        "domain": [start, start + width],
        "anchor": "y",
        "range": list(limits),
        "title": translated(title),
        "tickformat": ".3~f",
        "nticks": 6,
        "zeroline": False,
        "showgrid": True,
    }
