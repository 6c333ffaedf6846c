"""Whether two halves of a text rank systems alike, after figure 6 of Qian, Qiu and Huang 2016."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.names import short_names
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go
    from numpy.typing import NDArray

    from cwsdiag.charts.difficulty.ranks import Standing
    from cwsdiag.charts.traces import Part

    Floats = NDArray[np.float64]

_HEIGHT = 330
_LONGEST_NAME = 26
_BINS = 20
# In pixels: what a name takes in the legend, of a figure as wide as the page usually is.
_WIDTH, _LINE, _LEGEND_MARK, _CHARACTER = 900, 22, 60, 7.2


@drawn_once
def halves_figure(
    standings: Sequence[Standing], first: Floats, second: Floats, r: Floats, *, usual: int = 0
) -> go.Figure:
    """Draw f_b on two random halves of the text, all splits as clouds, and how r over systems is spread over splits.

    Larger marks are those of one split, which the paper has in full. A click on one gives the system's name, elsewhere
    nothing.

    Args:
        standings: the systems.
        first: f_b on one half, of shape (splits, systems), in the order of ``standings``.
        second: f_b on the other.
        r: Pearson's r of each split; NaN where undefined.
        usual: the split that is shown in full, whose r is the most usual.
    """
    limits = theme.axis_limits([*first.ravel().tolist(), *second.ravel().tolist()])
    known = r[np.isfinite(r)]
    short = short_names([one.name for one in standings], _LONGEST_NAME)
    parts = [traces.line(limits, limits, theme.FAINT, 2, showlegend=False)]
    parts += [_cloud(one, first[:, place], second[:, place]) for place, one in enumerate(standings)]
    parts += [
        _usual(one, short[place], float(first[usual, place]), float(second[usual, place]))
        for place, one in enumerate(standings)
    ]
    annotations: list[Part] = []
    if len(known):
        parts.append(_histogram(known))
        median = float(np.median(known))
        where = {"xref": "x2", "yref": "y2 domain", "xanchor": "right", "yanchor": "bottom"}
        said = _("median {median:.3f}", median=median)
        annotations.append(traces.note(said, median, 1, font={"size": theme.SMALL}, **where))
    # Names stand in lines above.
    lines = 1 + sum(_LEGEND_MARK + _CHARACTER * width_of(name) for name in short) // _WIDTH
    figure = theme.figure(parts, height=int(_HEIGHT + _LINE * lines), annotations=annotations)
    _lay_out(figure, limits, beside=len(known) > 0)
    return figure


def _lay_out(figure: go.Figure, limits: list[float], *, beside: bool) -> None:
    """Set the axes of the scatter and, where there is one beside it, of the histogram; and the legend above."""
    score = {"range": limits, "tickformat": ".2~f", "zeroline": False}
    figure.update_layout(
        xaxis={**score, "domain": [0, 0.56 if beside else 1], "title": _("balanced F (f_b) on one half")},
        yaxis={**score, "title": _("balanced F (f_b) on the other half"), "automargin": True},
        showlegend=True,
        legend={**theme.LEGEND, "y": 1.06},
        margin={"l": 8, "r": 8, "t": 30, "b": 8},
    )
    if beside:
        shared = {"zeroline": False, "fixedrange": True, "gridcolor": theme.FAINT}
        r = {"domain": [0.66, 1], "anchor": "y2", "tickformat": ".3~f", "showgrid": False}
        figure.update_layout(
            xaxis2={**shared, **r, "title": _("Pearson's r of a split")},
            yaxis2={**shared, "anchor": "x2", "title": _("splits"), "rangemode": "tozero"},
        )
    figure.update_xaxes(automargin=True)


def _cloud(one: Standing, x: Floats, y: Floats) -> Part:
    marker = one.look.marker | {"size": 6, "opacity": 0.3}
    return traces.marks(x.tolist(), y.tolist(), marker, showlegend=False)


def _usual(one: Standing, name: str, x: float, y: float) -> Part:
    """Return the mark of a system in the split that is shown in full; it stands for the system in the legend."""
    line = {"color": theme.GOLD, "width": 1.5}
    both = _("%{x:.3f} and %{y:.3f}")
    return {
        "type": "scatter",
        "mode": "markers",
        "name": theme.plain(name) + one.look.letter,
        "showlegend": True,
        "x": [x],
        "y": [y],
        "marker": one.look.marker | {"size": one.look.size + 2, "line": line},
        "customdata": [[one.name]],
        "unselected": traces.UNSELECTED,
        "hovertemplate": f"<b>{theme.plain(one.name)}</b><br>{both}<extra></extra>",
    }


def _histogram(r: Floats) -> Part:
    low, high = float(r.min()), float(r.max())
    # All splits may give the same r: then one column, as wide as can be seen.
    counts, edges = np.histogram(r, bins=_BINS, range=(low, high) if high - low > 1e-6 else (high - 0.02, high + 0.02))
    return {
        "type": "bar",
        "showlegend": False,
        "x": ((edges[:-1] + edges[1:]) / 2).tolist(),
        "y": counts.tolist(),
        "width": float(edges[1] - edges[0]) * 0.92,
        "xaxis": "x2",
        "yaxis": "y2",
        "marker": {"color": theme.GOLD, "line": {"width": 0}},
        "customdata": [[""]] * len(counts),
        "unselected": traces.UNSELECTED,
        "hovertemplate": _("r about %{x:.3f}: %{y} splits") + "<extra></extra>",
    }
