"""Separator scores of the systems: three panels on one axis, a point each, or a range against several references."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.styles import styles
from cwsdiag.charts.system_rows import rows_chart
from cwsdiag.frames import ENDS, MEASURES, span
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.styles import Style

_GAP = 0.03


def separators_chart(scores: pd.DataFrame, size: Size, *, colours: Mapping[str, str], roles: Mapping[str, str]) -> Spec:
    """Return precision, recall and F of every system by separators, a panel each; a click gives the system.

    Args:
        scores: a row a system, with its name, and each measure against the intersection and the union of references.
        size: where it goes.
        colours: of the systems, by name.
        roles: which of them are A and B.
    """
    names, drawn = scores["name"].tolist(), styles(colours, roles)
    columns = [f"{measure}_{end}" for measure in MEASURES for end in ENDS]
    limits = theme.axis_limits(scores[columns].to_numpy(dtype=float).ravel().tolist())
    traces: list[Part] = []
    axes: dict[str, Any] = {}
    targets = _targets(scores, names)
    for panel, (measure, title) in enumerate(MEASURES.items(), start=1):
        axis, over = marks.axis("x", panel), panel + len(MEASURES)
        traces.append({**targets, "xaxis": f"x{over}"})
        for place, row in enumerate(scores.to_dict("records")):
            ends = [row[f"{measure}_{end}"] for end in ENDS]
            traces.append(_range(ends, place, style=drawn[row["name"]], axis=axis, start=limits[0]))
        axes[f"xaxis{panel}" if panel > 1 else "xaxis"] = _axis(panel, title, limits)
        axes[f"xaxis{over}"] = {"overlaying": axis, "range": [0, 1], "visible": False}
    legend = [
        Entry(_("against the intersection of the references"), theme.LABEL, "circle"),
        Entry(_("against their union"), theme.LABEL, "circle-open"),
    ]
    several = any((scores[f"f1_{ENDS[0]}"] != scores[f"f1_{ENDS[1]}"]).tolist())
    return rows_chart(traces, names, size, roles=roles, legend=legend if several else (), **axes)


def _targets(scores: pd.DataFrame, names: Sequence[str]) -> Part:
    """Return the rows of a panel that are clicked and hovered over: they tell of all measures."""
    spans = {
        measure: [span(ends) for ends in zip(*(scores[f"{measure}_{end}"] for end in ENDS), strict=True)]
        for measure in MEASURES
    }
    measures = [
        f"{translated(title)} %{{customdata[{place}]}}" for place, title in enumerate(MEASURES.values(), start=1)
    ]
    return marks.row_targets(
        list(zip(names, *spans.values(), strict=True)),
        [theme.plain(name) for name in names],
        hovertemplate="<br>".join(["<b>%{text}</b>", *measures]) + "<extra></extra>",
    )


def _range(ends: Sequence[float], place: int, *, style: Style, axis: str, start: float) -> Part:
    """Return the marks of a system in a panel: at both ends, and its numbers over the middle between them."""
    known = [end for end in ends if math.isfinite(end)]
    # What is undefined is said where the axis begins.
    middle = sum(known) / len(known) if known else start
    same = len(known) == len(ends) and known[0] == known[-1]
    return {
        "type": "scatter",
        "x": [ends[0], middle, ends[1]],
        "y": [place] * 3,
        "xaxis": axis,
        "mode": "lines+markers+text",
        "line": {"color": style.colour, "width": 4},
        "marker": {
            **style.marker,
            "symbol": [style.symbol, style.symbol, f"{style.symbol}-open"],
            # The middle is there for its text alone, which stands clear of marks of this size.
            "opacity": [1, 0, 0 if same else 1],
            "line": {"color": style.colour, "width": 2.5},
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
