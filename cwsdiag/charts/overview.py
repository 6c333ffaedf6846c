"""The systems on one axis: F1, or OOV recall, as points with intervals, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.looks import looks, markers
from cwsdiag.charts.rows import system_rows
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
_OOV_HOVER = lazy(
    "<b>%{text}</b><br>OOV recall %{customdata[1]:.3f}, 95 % interval %{customdata[2]:.3f} to %{customdata[3]:.3f}<br>"
    "%{customdata[4]:,} of %{customdata[5]:,} OOV words found"
)
_OOV_NO_INTERVAL = lazy(
    "<b>%{text}</b><br>OOV recall %{customdata[1]:.3f}, no interval<br>"
    "%{customdata[4]:,} of %{customdata[5]:,} OOV words found"
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
    figure = _points(scores, "f1", ("precision", "recall"), (_HOVER, _NO_INTERVAL), colours=colours, roles=roles)
    figure.update_xaxes(title=_("F1, with its 95 % interval"))
    return _finished(figure, scores, "f1", _("undefined: no word compared"), roles=roles)


@drawn_once
def oov_figure(
    scores: pd.DataFrame, *, colours: Mapping[str, str], roles: Mapping[str, str] | None = None
) -> go.Figure:
    """Draw OOV recall of every system with its 95 % interval, in the order of the frame from top to bottom.

    The whole row of a system is the click target; its customdata is the system's name.

    Args:
        scores: a row a system with name, oov_recall, oov_recall_low, oov_recall_high, found, oov_words; undefined is
            NaN.
        colours: of all systems by name, shown or not; see ``looks``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    hovers = (_OOV_HOVER, _OOV_NO_INTERVAL)
    figure = _points(scores, "oov_recall", ("found", "oov_words"), hovers, colours=colours, roles=roles)
    low, high = figure.layout.xaxis.range
    # TOP finds all of them: its mark and its number stand at the end.
    figure.update_xaxes(title=_("OOV recall, with its 95 % interval"), range=[low, high + 0.03 * (high - low)])
    return _finished(figure, scores, "oov_recall", _("undefined: no OOV word"), roles=roles)


def _points(
    scores: pd.DataFrame,
    key: str,
    more: tuple[str, str],
    hovers: tuple[str, str],
    *,
    colours: Mapping[str, str],
    roles: Mapping[str, str] | None,
) -> go.Figure:
    """Draw a score of every system with its interval.

    Args:
        scores: a row a system.
        key: of the score; its interval ends in ``_low`` and ``_high``.
        more: what the hover says beside it.
        hovers: its text with an interval and without.
        colours: of all systems by name.
        roles: names of A and B.
    """
    names, low, high = scores["name"].tolist(), f"{key}_low", f"{key}_high"
    drawn = looks(colours, roles)
    values = scores[key].to_numpy(dtype=float)
    parts = [
        traces.row_targets(
            scores[["name", key, low, high, *more]],
            [theme.plain(name) for name in names],
            hovertemplate=[
                translated(hovers[0] if told else hovers[1]) + "<extra></extra>" for told in scores[low].notna()
            ],
        ),
        traces.marks(
            values,
            list(range(len(names))),
            markers(drawn[name] for name in names),
            mode="markers+text",
            text=[f"{value:.3f}" if np.isfinite(value) else "" for value in values],
            textposition="top center",
        ),
        *(
            traces.line([row[low], row[high]], [place] * 2, colours[row["name"]], 3)
            for place, row in enumerate(scores.to_dict("records"))
        ),
    ]
    figure = go.Figure({"data": parts})
    figure.update_xaxes(
        range=theme.axis_limits([*values, *scores[low], *scores[high]]),
        tickformat=".3~f",
        zeroline=False,
        showgrid=True,
    )
    return figure


def _finished(
    figure: go.Figure, scores: pd.DataFrame, key: str, undefined: str, *, roles: Mapping[str, str] | None
) -> go.Figure:
    """Say what is undefined in its row, and lay the rows out."""
    figure.update_layout(
        xaxis2={"overlaying": "x", "range": [0, 1], "visible": False},
        annotations=[
            traces.note(undefined, 0.01, int(place), xref="x domain", xanchor="left")
            for place in np.flatnonzero(~np.isfinite(scores[key].to_numpy(dtype=float)))
        ],
    )
    return system_rows(figure, scores["name"].tolist(), roles=roles)
