"""Errors by kind: shape against cause for one system, and each kind for two beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import cells, theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import Entry, explained
from cwsdiag.charts.names import wrapped
from cwsdiag.frames import records, signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    import plotly.graph_objects as go

    from cwsdiag.charts.compare import Sides

_ROW = 40
_HEAD = 30
_CELL_ROW = 46
# Latin letters in a line over a column of cells: two lines hold the name of each cause.
_WIDE = 14
# How much of the widest bar stands free behind it, for the numbers.
_FREE = 0.62
# How far A and B stand from the middle of their row, and how thick they are.
_BESIDE, _THICK = 0.2, 0.34
# How deep the colour of the fullest cell is: texts are read on it in either theme.
DEEPEST = 0.55


@drawn_once
def pair_kinds_figure(kinds: pd.DataFrame, *, sides: Sides) -> go.Figure:
    """Draw the errors of A and of B of each kind as bars, with their counts and A − B.

    A click gives what the kind is of, its name, and the role whose bar it is.

    Args:
        kinds: a row a kind: of, kind, label, a, b, share_a, share_b, difference; see ``Comparison.kinds_frame``.
        sides: the two systems.
    """
    rows = records(kinds)
    # Shapes and causes are two ways to divide the same errors: a gap between them.
    places = [place + (0.5 if row["of"] == "cause" else 0.0) for place, row in enumerate(rows)]
    widest = max((row[role] for row in rows for role in "ab"), default=0) or 1
    end = widest * (1 + _FREE)
    parts = []
    for role, away in (("a", -_BESIDE), ("b", _BESIDE)):
        at = [place + away for place in places]
        counts = [row[role] for row in rows]
        parts.append(
            {
                "type": "bar",
                "orientation": "h",
                "x": counts,
                "y": at,
                "width": _THICK,
                "marker": {
                    "color": sides.colour(role),
                    "line": {"width": 0},
                    "pattern": {"shape": "/" if role == "b" else "", "fillmode": "overlay", "size": 6, "solidity": 0.2},
                },
                "text": [f" {role.upper()} {_counted(row, role)}" for row in rows],
                "textposition": "outside",
                "constraintext": "none",
                "textfont": {"size": theme.SMALL},
                "cliponaxis": False,
                "hoverinfo": "skip",
                "unselected": traces.UNSELECTED,
            }
        )
        parts.append(
            traces.targets(
                at,
                [[row["of"], row["kind"], role] for row in rows],
                [_pair_hover(row, role, sides) for row in rows],
                orientation="h",
                width=2 * _BESIDE,
            )
            | {"x": [end] * len(rows), "y": at}
        )
    parts.append(
        traces.texts(
            [end] * len(rows),
            places,
            [signed(row["difference"], 0) for row in rows],
            textposition="middle left",
        )
    )
    names = explained(
        *(Entry(f"{role.upper()} = {name}", sides.colour(role)) for role, name in (("a", sides.a), ("b", sides.b)))
    )
    height = int(_ROW * (len(rows) + 0.5) + _HEAD)
    figure = theme.figure(parts, height=height, margin={"l": 8, "r": 8, "t": 22, "b": 4}, meta=names)
    figure.update_xaxes(range=[0, end], visible=False)
    figure.update_yaxes(
        range=[max(places, default=0) + 0.5, -0.5],
        tickvals=places,
        ticktext=[theme.plain(row["label"]) for row in rows],
        ticks="",
        ticklabelstandoff=6,
        showgrid=False,
        zeroline=False,
        automargin=True,
    )
    head = {"xanchor": "right", "yanchor": "bottom", "font": {"size": theme.SMALL, "color": theme.GOLD}}
    figure.add_annotation(traces.note("A − B", end, 1, yref="paper", **head))
    return figure


def _counted(row: dict[str, Any], role: str) -> str:
    share = row[f"share_{role}"]
    return f"{row[role]:,}" + (f" ({share:.0%})" if share == share else "")


def _pair_hover(row: dict[str, Any], role: str, sides: Sides) -> str:
    name = sides.a if role == "a" else sides.b
    lines = [
        f"<b>{theme.plain(row['label'])}</b>",
        _(
            "{role} {system}: {count} gold words missed",
            role=role.upper(),
            system=theme.plain(name),
            count=_counted(row, role),
        ),
        _("A − B: {difference} gold words", difference=signed(row["difference"], 0)),
    ]
    return "<br>".join(lines)


@drawn_once
def kinds_figure(
    table: Sequence[Sequence[int]], *, shapes: Sequence[tuple[str, str]], causes: Sequence[tuple[str, str]], colour: str
) -> go.Figure:
    """Draw the errors of one system by shape and cause: a cell each, with count and share, and the sums beside them.

    A click gives shape and cause, empty for a sum.

    Args:
        table: counts by shape and cause; without causes a single column.
        shapes: names and labels of the rows.
        causes: names and labels of the columns; none without training data.
        colour: of the system.
    """
    down, across = [*shapes, ("", _("all"))], [*causes, ("", _("all"))]
    counts = [[*row, sum(row)] if causes else list(row) for row in table]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    missed = counts[-1][-1]
    places = cells.every_place(len(down), len(across))
    largest = max((max(row) for row in table), default=0) or 1
    # Sums have no colour: it is for what they are made of.
    values = [[count / largest for count in row] + [None] * bool(causes) for row in table] + [[None] * len(across)]
    texts = [_cell_text(counts[row][column], missed) for row, column in places]
    hover = [_cell_hover(down[row], across[column], counts[row][column], missed) for row, column in places]
    parts = [
        cells.fills(values, theme.growing(colour), high=1 / DEEPEST, gap=3),
        cells.texts(places, texts),
        cells.targets(places, [[down[row][0], across[column][0]] for row, column in places], hover, size=_CELL_ROW),
    ]
    return cells.figure(
        parts,
        height=_CELL_ROW * len(down) + 2 * _HEAD,
        columns={
            "range": [-0.5, len(across) - 0.5],
            "tickvals": list(range(len(across))),
            "ticktext": ["<br>".join(map(theme.plain, wrapped(translated(label), _WIDE))) for _name, label in across],
        },
        rows={
            "range": [len(down) - 0.5, -0.5],
            "tickvals": list(range(len(down))),
            "ticktext": [theme.plain(label) for _name, label in down],
        },
        margin={"l": 4, "r": 4, "t": 2 * _HEAD - 14, "b": 6},
        meta=explained(xaxis=_("cause of the error") if causes else "", yaxis=_("shape of the error")),
    )


def _cell_text(count: int, missed: int) -> str:
    if not count:
        return "0"
    return f"<b>{count:,}</b><br><span style='font-size:85%'>{count / missed:.1%}</span>"


def _cell_hover(shape: tuple[str, str], cause: tuple[str, str], count: int, missed: int) -> str:
    kind = ", ".join(theme.plain(label) for name, label in (shape, cause) if name) or _("all errors")
    return _(
        "<b>{kind}</b><br>{count:,} of {missed:,} missed gold words ({share})",
        kind=kind,
        count=count,
        missed=missed,
        share=f"{count / missed:.1%}" if missed else "–",
    )
