"""Errors by kind: shape against cause for one system, and each kind for two beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, matrix, theme
from cwsdiag.charts.layout import chart
from cwsdiag.charts.names import wrapped
from cwsdiag.frames import records, signed
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from cwsdiag.charts.compare import Sides
    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

_ROW = 40
_HEAD = 30
_CELL_ROW = 46
# Latin letters in a line over a column of cells: two lines hold the name of each cause. Those of the longest word, and
# of a line that slants.
_WIDE, _LONGEST_WORD, _SLANTING = 14, 11, 18
# How much of the widest bar stands free behind it, for the numbers.
_FREE = 0.62
# How far A and B stand from the middle of their row, and how thick they are.
_BESIDE, _THICK = 0.2, 0.34
# How deep the colour of the fullest cell is: texts are read on it in either theme.
DEEPEST = 0.55


def pair_kinds_chart(kinds: pd.DataFrame, size: Size, *, sides: Sides) -> Spec:
    """Return the errors of A and of B of each kind as bars, with their counts and A − B.

    A click gives what the kind is of, its name, and the role whose bar it is.

    Args:
        kinds: a row a kind, with of, kind, label, a, b, share_a, share_b and difference.
        size: where it goes.
        sides: which systems, and their colours.
    """
    rows = records(kinds)
    # Causes stand a little below shapes.
    places = [place + (0.5 if row["of"] == "cause" else 0.0) for place, row in enumerate(rows)]
    widest = max((row[role] for row in rows for role in "ab"), default=0) or 1
    end = widest * (1 + _FREE)
    traces: list[Part] = []
    for role, away in (("a", -_BESIDE), ("b", _BESIDE)):
        at = [place + away for place in places]
        pattern = {"shape": "/" if role == "b" else "", "fillmode": "overlay", "size": 6, "solidity": 0.2}
        bars = marks.bars(
            [row[role] for row in rows],
            at,
            [_THICK] * len(rows),
            orientation="h",
            marker={"color": sides.colour(role), "line": {"width": 0}, "pattern": pattern},
            text=[f" {role.upper()} {_counted(row, role)}" for row in rows],
            textposition="outside",
            constraintext="none",
            textfont={"size": theme.SMALL},
            cliponaxis=False,
        )
        hovers = [_pair_hover(row, role, sides) for row in rows]
        target = marks.targets(
            at, [[row["of"], row["kind"], role] for row in rows], hovers, orientation="h", width=2 * _BESIDE
        )
        traces += [bars, target | {"x": [end] * len(rows), "y": at}]
    differences = [signed(row["difference"], 0) for row in rows]
    traces.append(marks.texts([end] * len(rows), places, differences, textposition="middle left"))
    yaxis = {
        "range": [max(places, default=0) + 0.5, -0.5],
        "tickvals": places,
        "ticktext": ["<br>".join(map(theme.plain, wrapped(row["label"], size.letters(26)))) for row in rows],
        "ticks": "",
        "ticklabelstandoff": 6,
        "showgrid": False,
        "automargin": True,
    }
    head = {"xanchor": "right", "yanchor": "bottom", "font": {"size": theme.SMALL, "color": theme.GOLD}}
    return chart(
        traces,
        size,
        height=int(_ROW * (len(rows) + 0.5) + _HEAD),
        margin={"t": 22, "b": 4},
        legend=sides.legend(),
        xaxis={"range": [0, end], "visible": False},
        yaxis=yaxis,
        annotations=[marks.note("A − B", end, 1, yref="paper", **head)],
    )


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


def kinds_chart(
    table: Sequence[Sequence[int]],
    size: Size,
    *,
    shapes: Sequence[tuple[str, str]],
    causes: Sequence[tuple[str, str]],
    colour: str,
) -> Spec:
    """Return how many gold words a system misses by shape and cause, the more the deeper its colour, with sums.

    A click gives names of shape and cause, empty for all.

    Args:
        table: a row a shape, a column a cause, or one column where causes are not known.
        size: where it goes.
        shapes: names and labels of the rows.
        causes: the same of the columns; none where they are not known.
        colour: of the system.
    """
    down, across = [*shapes, ("", _("all"))], [*causes, ("", _("all"))]
    counts = [[*row, sum(row)] if causes else list(row) for row in table]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    missed = counts[-1][-1]
    places = matrix.every_place(len(down), len(across))
    largest = max((max(row) for row in table), default=0) or 1
    # Sums have no colour.
    values = [[count / largest for count in row] + [None] * bool(causes) for row in table] + [[None] * len(across)]
    hover = [_cell_hover(down[row], across[column], counts[row][column], missed) for row, column in places]
    traces = [
        matrix.fills(values, theme.growing(colour), high=1 / DEEPEST, gap=3),
        matrix.texts(places, [_cell_text(counts[row][column], missed) for row, column in places]),
        matrix.targets(places, [[down[row][0], across[column][0]] for row, column in places], hover, size=_CELL_ROW),
    ]
    # Where a column has no room for the longest word, names slant.
    slants = size.letters(_WIDE, fewest=1) < _LONGEST_WORD
    room = _SLANTING if slants else size.letters(_WIDE)
    columns = ["<br>".join(map(theme.plain, wrapped(translated(label), room))) for _name, label in across]
    head = (3 if slants else 2) * _HEAD
    return matrix.matrix_chart(
        traces,
        size,
        height=_CELL_ROW * len(down) + head,
        columns={
            "range": [-0.5, len(across) - 0.5],
            "tickvals": list(range(len(across))),
            "ticktext": columns,
            "tickangle": -45 if slants else 0,
        },
        rows={
            "range": [len(down) - 0.5, -0.5],
            "tickvals": list(range(len(down))),
            "ticktext": [theme.plain(label) for _name, label in down],
        },
        margin={"l": 4, "r": 4, "t": head - 14, "b": 6},
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
