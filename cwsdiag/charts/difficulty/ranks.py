"""Systems by F1 and by f_b: what each is worth, and how they change places.

After figure 3 of Qian, Qiu and Huang 2016.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import Entry, explained
from cwsdiag.charts.looks import markers
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.rows import rows_height, system_rows
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.traces import Part

_LONGEST_BESIDE = 22
# Names longer than this stand at the left end of lines alone, and what is longer still is cut off by the edge.
_LONGEST_TWICE, _WIDEST = 16, 210
_CHARACTER, _SCORE, _LETTER = 6.4, 56, 16
# How far below the interval over sentences that of the committee lies, in rows.
_BELOW = 0.2


@dataclass(frozen=True)
class Standing:
    """A system by both scores; undefined is NaN, or None for a place.

    Attributes:
        name: its own.
        look: how it is drawn.
        f1, f_b: its scores.
        low, high: the 95 % interval of f_b over sentences.
        committee_low, committee_high: the 95 % interval of f_b over committees.
        by_f1, by_f_b: its places.
    """

    name: str
    look: Look
    f1: float
    f_b: float
    low: float
    high: float
    committee_low: float
    committee_high: float
    by_f1: int | None
    by_f_b: int | None

    @property
    def moved(self) -> bool:
        """Whether its places differ."""
        return self.by_f1 != self.by_f_b


@drawn_once
def worth_figure(standings: Sequence[Standing]) -> go.Figure:
    """Draw F1 and f_b of every system on one axis, f_b with what sentences and what committees it moves by.

    The whole row of a system is its click target; customdata is its name.
    """
    parts: list[Part] = [_f1_marks(standings)]
    for place, one in enumerate(standings):
        parts.append(traces.line([one.low, one.high], [place] * 2, one.look.colour, 4))
        parts.append(traces.line([one.committee_low, one.committee_high], [place + _BELOW] * 2, theme.GOLD, 3))
    data, hover = [[one.name] for one in standings], [traces.hover(worth_told(one)) for one in standings]
    parts += [_f_b_marks(standings), traces.row_targets(data, hover)]
    values = [value for one in standings for value in (one.f1, one.f_b, one.low, one.high)]
    values += [value for one in standings for value in (one.committee_low, one.committee_high)]
    figure = go.Figure({"data": parts})
    figure.update_layout(
        xaxis={"range": theme.axis_limits(values), "title": _("score"), "tickformat": ".2~f", "zeroline": False},
        xaxis2={"overlaying": "x", "range": [0, 1], "visible": False},
        meta=explained(
            Entry("F1", theme.LABEL, symbol="circle-open"),
            Entry(_("balanced F, with its 95 % interval over sentences"), theme.LABEL, symbol="circle"),
            Entry(_("the same over committees"), theme.GOLD, dash="solid"),
        ),
        annotations=[
            traces.reason(_("balanced F undefined"), 0.01, place, xref="x domain", xanchor="left")
            for place, one in enumerate(standings)
            if not math.isfinite(one.f_b)
        ],
    )
    roles = {one.look.role: one.name for one in standings if one.look.role}
    return system_rows(figure, [one.name for one in standings], roles=roles)


@drawn_once
def slope_figure(standings: Sequence[Standing]) -> go.Figure:
    """Draw the ranking by F1 on the left, that by f_b on the right, and a line a system between; those that move thick.

    Systems with an undefined score are left out.
    """
    known = [one for one in standings if one.by_f1 is not None and one.by_f_b is not None]
    left = {one.name: at for at, one in enumerate(sorted(known, key=lambda one: -one.f1))}
    right = {one.name: at for at, one in enumerate(sorted(known, key=lambda one: -one.f_b))}
    short = short_by_name([one.name for one in known], _LONGEST_BESIDE)
    longest = max(map(width_of, short.values()), default=0)
    twice = longest <= _LONGEST_TWICE
    sides = [_beside(one, short[one.name], left[one.name], first=True) for one in known]
    sides += [_beside(one, short[one.name] if twice else "", right[one.name], first=False) for one in known]
    room = min(_WIDEST, int(_SCORE + _CHARACTER * longest)) + (_LETTER if any(one.look.role for one in known) else 0)
    margin = {"l": room, "r": room if twice else _SCORE, "t": 34, "b": 8}
    lines = [_slope(one, left[one.name], right[one.name]) for one in known]
    figure = theme.figure(lines, height=rows_height(len(standings)), annotations=sides, margin=margin)
    figure.update_xaxes(
        range=[-0.04, 1.04],
        tickvals=[0, 1],
        ticktext=[f"<b>{by}</b>" for by in (_("by F1"), _("by balanced F"))],
        side="top",
        tickangle=0,
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(range=[len(known) - 0.4, -0.6], visible=False, zeroline=False)
    return figure


def _slope(one: Standing, left: int, right: int) -> Part:
    return traces.clicked(
        [0, 1],
        [left, right],
        [[one.name]] * 2,
        [traces.hover(slope_told(one))] * 2,
        mode="lines+markers",
        line=one.look.line | {"width": 4 if one.moved else 1.5},
        marker=one.look.marker,
        cliponaxis=False,
    )


def _f1_marks(standings: Sequence[Standing]) -> Part:
    marker = markers((one.look for one in standings), hollow=True)
    return traces.marks([one.f1 for one in standings], list(range(len(standings))), marker)


def _f_b_marks(standings: Sequence[Standing]) -> Part:
    return traces.marks(
        [one.f_b for one in standings],
        list(range(len(standings))),
        markers(one.look for one in standings),
        mode="markers+text",
        text=[f"<b>{one.f_b:.3f}</b>" if math.isfinite(one.f_b) else "" for one in standings],
        textposition="top center",
    )


def worth_told(one: Standing) -> list[str]:
    """Return what is said of both scores of a system under the pointer, lines of plain text; the first is its name."""
    lines = [one.name, _("F1 {f1}, balanced F {f_b}", f1=_number(one.f1), f_b=_number(one.f_b))]
    if math.isfinite(one.low):
        lines.append(_("over sentences {low:.3f} to {high:.3f}", low=one.low, high=one.high))
    if math.isfinite(one.committee_low):
        low, high = one.committee_low, one.committee_high
        lines.append(_("over committees {low:.3f} to {high:.3f}", low=low, high=high))
    return lines


def slope_told(one: Standing) -> list[str]:
    """Return what is said of a system under the pointer, lines of plain text; the first is its name."""
    return [
        one.name,
        _("F1 {f1}, place {place}", f1=_number(one.f1), place=one.by_f1),
        _("balanced F {f_b}, place {place}", f_b=_number(one.f_b), place=one.by_f_b),
    ]


def _beside(one: Standing, name: str, place: int, *, first: bool) -> Part:
    """Return a system's name and score at the left or at the right end of its line."""
    score, label = _number(one.f1 if first else one.f_b), theme.plain(name) + (one.look.letter if name else "")
    if first:
        return traces.note(f"{label}  <b>{score}</b>", 0, place, xanchor="right", xshift=-10)
    return traces.note(f"<b>{score}</b>  {label}", 1, place, xanchor="left", xshift=10)


def _number(value: float) -> str:
    return f"{value:.3f}" if math.isfinite(value) else "–"
