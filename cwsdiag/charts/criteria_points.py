"""Datasets and pairs of them as points: Ψ against U, maps of datasets, how well a text fits each.

The first two after figure 4 and the map of Fu et al. 2020.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import explained
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.rows import system_rows
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.traces import Part

# Not as many as there are colours, so that both come around to each other late.
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")
_HEIGHT, _MAP_HEIGHT = 380, 330
_LONGEST_NAME = 28
# The selected training data and test text stand out by form, size and a word.
_PLAIN, _CHOSEN = 12, 18
CHOSEN = {"train": ("square", lazy("training data")), "test": ("diamond", lazy("test text"))}


@dataclass(frozen=True)
class Pair:
    """A training data and a test text: their names, Ψ × 100 and U."""

    train: str
    test: str
    psi: float
    u: float


@dataclass(frozen=True)
class FitPoint:
    """A dataset, Ψ × 100 of a text under its training data, and the ends of its 95 % interval."""

    name: str
    psi: float
    low: float
    high: float


def symbols(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the colour and the form of each dataset's marks."""
    return {
        name: (theme.OTHERS[place % len(theme.OTHERS)], SYMBOLS[place % len(SYMBOLS)])
        for place, name in enumerate(names)
    }


@drawn_once
def relation_figure(pairs: Sequence[Pair], names: Sequence[str]) -> go.Figure:
    """Draw U against Ψ, one form and colour a test text; a click gives training data and test text.

    Args:
        pairs: those with a NaN are left out.
        names: of the datasets, whose order gives forms and colours.
    """
    known = [pair for pair in pairs if math.isfinite(pair.psi) and math.isfinite(pair.u)]
    marks: list[Part] = []
    short = short_by_name(names, _LONGEST_NAME)
    for name, (colour, symbol) in symbols(names).items():
        own = [pair for pair in known if pair.test == name]
        marks.append(
            traces.clicked(
                [pair.psi for pair in own],
                [pair.u for pair in own],
                [[pair.train, pair.test] for pair in own],
                [f"<b>{theme.plain(pair.train)}</b> → <b>{theme.plain(pair.test)}</b>" for pair in own],
                name=theme.plain(short[name]),
                marker={"size": 12, "color": colour, "symbol": symbol},
                hovertemplate="%{text}<br>Ψ %{x:.1f}, U %{y:.3f}<extra></extra>",
            )
        )
    figure = theme.figure(
        marks,
        height=_HEIGHT,
        showlegend=True,
        legend={**theme.LEGEND, "x": 0},
        margin={"l": 8, "r": 12, "t": 8, "b": 8},
    )
    figure.update_xaxes(title=_("Ψ of training data and test text"), tickformat=".3~f", zeroline=False, automargin=True)
    figure.update_yaxes(title=_("U, F1 on the test text"), tickformat=".2~f", zeroline=False, automargin=True)
    return figure


@drawn_once
def map_figure(
    points: Mapping[str, tuple[float, float]],
    *,
    reach: float,
    train: str | None = None,
    test: str | None = None,
) -> go.Figure:
    """Draw datasets as points of a plane, a unit as long on one axis as on the other; a click gives the name.

    Args:
        points: by dataset.
        reach: how far the axes go from the middle: the same for maps that are compared.
        train: the dataset selected for its training data.
        test: the dataset selected for its test text.
    """
    roles = {name: role for name in points for role, chosen in (("test", test), ("train", train)) if name == chosen}
    short = short_by_name(list(points), _LONGEST_NAME)
    marks: Part = {
        "type": "scatter",
        "mode": "markers+text",
        "x": [x for x, _y in points.values()],
        "y": [y for _x, y in points.values()],
        "text": [_map_label(theme.plain(short[name]), roles.get(name)) for name in points],
        "textposition": _label_positions(list(points.values())),
        "cliponaxis": False,
        "marker": {
            "size": [_CHOSEN if name in roles else _PLAIN for name in points],
            "symbol": [CHOSEN[roles[name]][0] if name in roles else "circle" for name in points],
            "color": [theme.WARNING if name in roles else theme.LABEL for name in points],
        },
        "unselected": traces.UNSELECTED,
        "customdata": [[name] for name in points],
        "hovertext": [f"<b>{theme.plain(name)}</b>" for name in points],
        "hovertemplate": "%{hovertext}<br>%{x:.3f}, %{y:.3f}<extra></extra>",
    }
    titles = explained(xaxis=_("first dimension"), yaxis=_("second dimension"))
    figure = theme.figure([marks], height=_MAP_HEIGHT, meta=titles)
    axis: Part = {
        "range": [-reach, reach],
        "showgrid": True,
        "zeroline": True,
        "zerolinecolor": theme.FAINT,
        "nticks": 5,
    }
    figure.update_xaxes(**axis, automargin=True)
    figure.update_yaxes(**axis, scaleanchor="x", automargin=True)
    return figure


def _map_label(label: str, role: str | None) -> str:
    return f"<b>{label}</b><br>{translated(CHOSEN[role][1])}" if role else label


def _label_positions(points: Sequence[tuple[float, float]]) -> list[str]:
    """Return where the name of each point stands: over it, under it where another point lies close above."""
    positions = []
    spread = max((abs(value) for point in points for value in point), default=1.0) or 1.0
    for x, y in points:
        crowded = any(
            (x, y) != other and abs(other[0] - x) < spread and 0 <= other[1] - y < 0.25 * spread for other in points
        )
        positions.append("bottom center" if crowded else "top center")
    return positions


@drawn_once
def fit_figure(points: Sequence[FitPoint]) -> go.Figure:
    """Draw how well a text fits each dataset, with its 95 % interval; the whole row is the click target."""
    parts = [
        traces.row_targets(
            [[one.name] for one in points],
            [
                f"<b>{theme.plain(one.name)}</b><br>"
                + _("Ψ {psi:.1f}, 95 % interval {low:.1f} to {high:.1f}", psi=one.psi, low=one.low, high=one.high)
                for one in points
            ],
        ),
        *(traces.line([one.low, one.high], [place] * 2, theme.LABEL, 4) for place, one in enumerate(points)),
        traces.marks(
            [one.psi for one in points],
            list(range(len(points))),
            {"size": 12, "color": theme.LABEL, "symbol": "diamond"},
            mode="markers+text",
            text=[f"<b>{one.psi:.1f}</b>" for one in points],
            textposition="top center",
        ),
    ]
    figure = go.Figure({"data": parts})
    low, high = min(one.low for one in points), max(one.high for one in points)
    room = max(0.5, 0.08 * (high - low))
    figure.update_layout(
        xaxis={"range": [low - room, high + room], "title": _("Ψ, with the 95 % interval over sentences"),
               "tickformat": ".3~f", "zeroline": False},
        xaxis2={"overlaying": "x", "range": [0, 1], "visible": False},
    )  # fmt: skip
    return system_rows(figure, [one.name for one in points])
