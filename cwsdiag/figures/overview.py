"""The systems on one axis: F1 as points with intervals, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from cwsdiag.figures import theme, traces
from cwsdiag.figures.kept import drawn_once
from cwsdiag.figures.looks import looks, markers
from cwsdiag.figures.rows import system_rows
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd


_HOVER = lazy(
    "<b>%{text}</b><br>F1 %{customdata[1]:.3f}, 95 % interval %{customdata[2]:.3f} to %{customdata[3]:.3f}<br>"
    "precision %{customdata[4]:.3f}, recall %{customdata[5]:.3f}"
)
_NO_INTERVAL = lazy(
    "<b>%{text}</b><br>F1 %{customdata[1]:.3f}, no interval<br>"
    "precision %{customdata[4]:.3f}, recall %{customdata[5]:.3f}"
)


@drawn_once
def scores_figure(
    scores: pd.DataFrame, *, colours: Mapping[str, str], roles: Mapping[str, str] | None = None
) -> go.Figure:
    """Draw F1 of every system with its 95 % interval, in the order of the frame from top to bottom.

    The whole row of a system is the click target; its customdata is the system's name.

    Args:
        scores: a row a system with name, f1, f1_low, f1_high, precision, recall; undefined is NaN.
        colours: of all systems by name, shown or not; see ``looks``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    names = scores["name"].tolist()
    drawn = looks(colours, roles)
    f1 = scores["f1"].to_numpy(dtype=float)
    parts = [
        traces.row_targets(
            scores[["name", "f1", "f1_low", "f1_high", "precision", "recall"]],
            [theme.plain(name) for name in names],
            hovertemplate=[
                translated(_HOVER if told else _NO_INTERVAL) + "<extra></extra>" for told in scores["f1_low"].notna()
            ],
        ),
        traces.marks(
            f1,
            list(range(len(names))),
            markers(drawn[name] for name in names),
            mode="markers+text",
            text=[f"{value:.3f}" if np.isfinite(value) else "" for value in f1],
            textposition="top center",
        ),
        *(
            traces.line([row["f1_low"], row["f1_high"]], [place] * 2, colours[row["name"]], 3)
            for place, row in enumerate(scores.to_dict("records"))
        ),
    ]
    figure = go.Figure({"data": parts})
    figure.update_xaxes(
        range=theme.axis_limits([*f1, *scores["f1_low"], *scores["f1_high"]]),
        title=_("F1, with its 95 % interval"),
        tickformat=".3~f",
        zeroline=False,
        showgrid=True,
    )
    figure.update_layout(
        xaxis2={"overlaying": "x", "range": [0, 1], "visible": False},
        annotations=[
            traces.note(_("undefined: no word compared"), 0.01, int(place), xref="x domain", xanchor="left")
            for place in np.flatnonzero(~np.isfinite(f1))
        ],
    )
    return system_rows(figure, names, roles=roles)
