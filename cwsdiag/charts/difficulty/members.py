"""What each member of a committee scores [PM, equation 4]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.traces import Part

# Pixels of a row and of what stands around them, how far marks spread in a row, and steps after which none comes near
# one before it.
_LANE, _AXES, _SPREAD, _GOLDEN = 62, 66, 0.62, 0.618
_SYMBOLS = ("circle", "square", "diamond")


@drawn_once
def members_figure(rows: Sequence[Mapping[str, Any]]) -> go.Figure:
    """Draw what each member scores, a mark each, in a row for each template that they drew.

    Args:
        rows: a row a member, at least one, with ``member`` and ``score``; where it is known what each drew also with
            ``template`` and ``ratio``. Undefined scores are NaN, and have no mark.
    """
    lanes = sorted({row.get("template", "") for row in rows})
    parts: list[Part] = []
    for place, lane in enumerate(lanes):
        here = [row for row in rows if row.get("template", "") == lane]
        parts.append(
            traces.clicked(
                [row["score"] for row in here],
                # Marks of like scores stand above each other: by their numbers, so that it is the same each time.
                [place + _SPREAD * ((at * _GOLDEN) % 1 - 0.5) for at in range(len(here))],
                [[row["member"]] for row in here],
                [_member_hover(row) for row in here],
                marker={"size": 9, "color": theme.OTHERS[place], "symbol": _SYMBOLS[place % 3], "opacity": 0.75},
            )
        )
        known = [row["score"] for row in here if row["score"] == row["score"]]
        if known:
            mean = sum(known) / len(known)
            parts.append(traces.line([mean, mean], [place - 0.42, place + 0.42], theme.GOLD, 2))
    figure = theme.figure(parts, height=_AXES + _LANE * len(lanes), margin={"l": 8, "r": 12, "t": 8, "b": 8})
    figure.update_xaxes(
        range=theme.axis_limits([row["score"] for row in rows]),
        title=_("share of the gold words right; line: mean"),
        tickformat=".2~f",
        zeroline=False,
        automargin=True,
    )
    figure.update_yaxes(
        range=[len(lanes) - 0.45, -0.55],
        tickvals=list(range(len(lanes))),
        ticktext=[theme.plain(lane) for lane in lanes],
        showgrid=False,
        zeroline=False,
        automargin=True,
    )
    return figure


def _member_hover(row: Mapping[str, Any]) -> str:
    said = _("<b>member {number}</b>: {score:.3f} of the gold words right", number=row["member"], score=row["score"])
    if "template" not in row:
        return said
    drawn = _(
        "{template}, {ratio:g} % of the training sentences", template=theme.plain(row["template"]), ratio=row["ratio"]
    )
    return f"{said}<br>{drawn}"
