"""F1 of a system from version to version."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.figures import theme, traces
from cwsdiag.figures.kept import drawn_once
from cwsdiag.figures.names import short_names
from cwsdiag.frames import records, written
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    import plotly.graph_objects as go

    from cwsdiag.figures.traces import Part

_HEIGHT = 280
# Of the height of the axis, for the numbers above the marks.
_ROOM = 0.1
# Letters of a version that fit below its mark, where there are few and where there are many.
_LONGEST, _LONGEST_OF_MANY, _MANY = 16, 10, 8


@drawn_once
def versions_figure(versions: pd.DataFrame, *, colour: str, chosen: str = "") -> go.Figure:
    """Draw F1 of each version with its 95 % interval, joined by a line, the oldest on the left.

    The whole column of a version is the click target; its customdata is the version.

    Args:
        versions: a row a version with ``version``, ``f1``, ``f1_low``, ``f1_high``, NaN where undefined; all different.
        colour: of the system.
        chosen: the version whose step from the one before is shaded; empty for none.
    """
    rows = records(versions)
    names = [row["version"] for row in rows]
    places, f1 = list(range(len(rows))), [row["f1"] for row in rows]
    low, high = theme.axis_limits([row[key] for row in rows for key in ("f1", "f1_low", "f1_high")])
    parts = [
        traces.targets(places, [[name] for name in names], [_hover(row) for row in rows], yaxis="y2"),
        traces.line(places, f1, theme.lighter(colour), 2),
        *(
            traces.line([place] * 2, [row["f1_low"], row["f1_high"]], colour, 3)
            for place, row in zip(places, rows, strict=True)
        ),
        traces.marks(places, f1, {"color": colour, "size": 10}),
        # Above the interval, where no line crosses it.
        traces.texts(
            places,
            [row["f1"] if math.isnan(row["f1_high"]) else row["f1_high"] for row in rows],
            [_number(value) for value in f1],
            textposition="top center",
            cliponaxis=False,
        ),
    ]
    step = names.index(chosen) if chosen in names[1:] else None
    short = short_names(names, _LONGEST if len(names) <= _MANY else _LONGEST_OF_MANY)
    return theme.figure(
        parts,
        height=_HEIGHT,
        xaxis={
            "tickvals": places,
            "ticktext": list(map(theme.plain, short)),
            "range": [-0.5, len(rows) - 0.5],
            "title": _("version"),
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
        },
        yaxis={
            "range": [low, high + _ROOM * (high - low)],
            "title": _("F1, with its 95 % interval"),
            "tickformat": ".3~f",
            "zeroline": False,
            "automargin": True,
        },
        yaxis2={"overlaying": "y", "range": [0, 1], "visible": False},
        shapes=[] if step is None else [_shade(step)],
    )


def _shade(step: int) -> Part:
    """Return the ground of the step that leads to a version."""
    side = {"type": "rect", "xref": "x", "yref": "y domain", "y0": 0, "y1": 1, "layer": "below"}
    return {**side, "x0": step - 1, "x1": step, "fillcolor": theme.SOFT, "line": {"width": 0}}


def _hover(row: Mapping[str, Any]) -> str:
    said = _("F1 {f1}", f1=_number(row["f1"]))
    with_interval = traces.with_interval(said, row["f1_low"], row["f1_high"], _number)
    return f"<b>{theme.plain(row['version'])}</b><br>{with_interval}"


def _number(value: float) -> str:
    return "–" if math.isnan(value) else written(value, 3)
