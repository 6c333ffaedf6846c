"""The critical-difference diagram: mean ranks of systems on an axis, bars over those that do not differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import Entry, chart
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.styles import styles
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.styles import Style

LONGEST_NAME, _SHORTEST_NAME = 26, 8
# Heights, in lines of text from the axis: of the first bar, between bars, of the first name below the last bar.
_FIRST_BAR, _BETWEEN, _FIRST_NAME = 0.55, 0.45, 0.85
_RULER = 1.5
_LINE_HEIGHT, _ABOVE = 27, 2.3
_MARK = 16
# Pixels: between an end of the axis and a name, a character of a name, and what its rank and its letter take.
_AWAY, _CHARACTER, _RANK = 8, 8.0, 54
# The least that the axis has of the width.
_AXIS = 0.3


def ranks_chart(
    names: Sequence[str],
    ranks: Sequence[float],
    groups: Sequence[Sequence[int]],
    critical: float,
    size: Size,
    *,
    colours: Mapping[str, str],
    roles: Mapping[str, str] | None = None,
) -> Spec:
    """Return systems by their mean rank, the best at the left; a click gives the name of one.

    Args:
        names: of the systems.
        ranks: their mean ranks, from 1 for the best.
        groups: indices of systems that do not differ among themselves.
        critical: the difference of mean ranks at which two systems differ.
        size: where it goes; the axis leaves so much room as names take.
        colours: of all systems by name, shown or not; see ``styles``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    order = sorted(range(len(names)), key=lambda place: ranks[place])
    left = order[: math.ceil(len(order) / 2)]
    # On either side, the one nearest to the end of the axis stands highest: so no two lines cross.
    right = order[: len(left) - 1 : -1]
    below = _FIRST_BAR + _BETWEEN * len(groups) + _FIRST_NAME
    depth = below + len(left)
    ends = (1.0, float(len(names)))
    # In pixels of a page.
    width = size.width / size.scale
    room = int(((1 - _AXIS) / 2 * width - _RANK) / _CHARACTER)
    short = short_by_name(names, max(_SHORTEST_NAME, min(LONGEST_NAME, room)))
    drawn = styles(colours, roles)
    labels = [theme.plain(short[name]) + drawn[name].letter for name in names]
    sides = ((left, ends[0], "middle left"), (right, ends[1], "middle right"))
    traces = [
        # From its rank on the axis down, and out to where its name stands.
        *(
            _leader(drawn[names[at]], [ranks[at], ranks[at], end], below + row)
            for side, end, _position in sides
            for row, at in enumerate(side)
        ),
        *(_bar([ranks[at] for at in group], _FIRST_BAR + _BETWEEN * row, ends) for row, group in enumerate(groups)),
        *(
            _names([(names[at], labels[at], ranks[at]) for at in side], below, end, position)
            for side, end, position in sides
        ),
    ]
    # Not more than leaves the axis its part; the right side holds the title of the axis, too.
    rooms = [
        min(_RANK + _CHARACTER * max((width_of(short[names[at]]) for at in side), default=0), (1 - _AXIS) / 2 * width)
        for side in (left, right)
    ]
    length = (ends[1] - ends[0]) / (width - sum(rooms))
    return chart(
        traces,
        size,
        height=round(_LINE_HEIGHT * (depth + _ABOVE)),
        legend=[Entry(_("no difference beyond the critical one"), theme.GOLD, dash="solid")],
        hoverdistance=40,
        xaxis={"range": [ends[0] - rooms[0] * length, ends[1] + rooms[1] * length], "visible": False},
        yaxis={"range": [depth, -_ABOVE], "visible": False},
        **_scale(ends, critical),
    )


def _scale(ends: tuple[float, float], critical: float) -> dict[str, Any]:
    """Return the axis, with a tick a rank, and the ruler of the critical difference over it."""
    axis, ruler = {"color": theme.GOLD, "width": 1.5}, {"color": theme.LABEL, "width": 2}
    end = ends[0] + min(critical, ends[1] - ends[0])
    places = range(1, int(ends[1]) + 1)
    measure = _("critical difference {value:.2f}", value=critical)
    return {
        "shapes": [
            marks.shape(list(ends), [0, 0], axis),
            *(marks.shape([rank, rank], [-0.16, 0], axis) for rank in places),
            marks.shape([ends[0], end], [-_RULER, -_RULER], ruler),
            *(marks.shape([at, at], [-_RULER - 0.16, -_RULER + 0.16], ruler) for at in (ends[0], end)),
        ],
        "annotations": [
            *(_note(rank, -0.2, str(rank), "bottom") for rank in places),
            _note(ends[0], -_RULER - 0.15, measure, "bottom", anchor="left"),
            {**_note(ends[1], 0, _("mean rank"), "middle", anchor="left"), "xshift": _AWAY},
        ],
    }


def _note(x: float, y: float, text: str, yanchor: str, *, anchor: str = "center") -> Part:
    return marks.note(text, x, y, xanchor=anchor, yanchor=yanchor, font={"size": theme.SMALL})


def _leader(style: Style, x: Sequence[float], down: float) -> Part:
    """Return the line of a system, with its mark where it leaves the axis."""
    marker = style.marker | {"opacity": [1, 0, 0]}
    return marks.marks(x, [0, down, down], marker, mode="lines+markers", line=style.line)


def _bar(ranks: Sequence[float], depth: float, ends: tuple[float, float]) -> Part:
    """Return the bar over systems that do not differ, a little wider than they are apart."""
    beyond = 0.012 * (ends[1] - ends[0])
    return marks.line([min(ranks) - beyond, max(ranks) + beyond], [depth, depth], theme.GOLD, 6)


def _names(systems: Sequence[tuple[str, str, float]], below: float, end: float, position: str) -> Part:
    """Return the names of one side, from top to bottom: texts beside the ends of the lines, each a click target.

    Args:
        systems: name, label and mean rank of each.
        below: where the first stands.
        end: of the axis, beside which they stand.
        position: of the texts, from there.
    """
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [end] * len(systems),
        "y": [below + line for line in range(len(systems))],
        "text": [f"{label} {rank:.2f}" for _name, label, rank in systems],
        "textposition": position,
        "marker": {"symbol": "square", "size": _MARK, "opacity": 0},
        "unselected": {"marker": {"opacity": 0}, "textfont": {}},
        "customdata": [[name] for name, _label, _rank in systems],
        "hovertext": [
            f"<b>{theme.plain(name)}</b><br>" + _("mean rank {rank:.2f}", rank=rank) for name, _label, rank in systems
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
