"""Which systems differ, by two rules: a matrix each, with the same systems in the same order down and across.

A cell says something of its row's system against its column's. It is filled where the two differ by the rule of the
matrix, and framed where the other rule says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from cwsdiag.figures import theme
from cwsdiag.figures.compare import signed
from cwsdiag.figures.names import short_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.figures.grid import Part

ABSENT, ALIKE = "–", "≈"
# Up to so many systems, both matrices have room beside each other; up to so many, cells have room for texts.
MOST_BESIDE = 14
_MOST_WRITTEN = 30
# More systems than this have lower rows and smaller texts.
_MANY = 8
_ROW_HEIGHT, _LOW_ROW_HEIGHT = 38, 26
_HEAD = 34
_LONGEST_NAME, _LONGEST_OF_MANY = 24, 18
# How far a frame lies from the centre of its cell: in the gap between cells, so that it is seen beside each fill.
_FRAME = 0.49

Row = dict[str, Any]


@dataclass(frozen=True)
class _Cell:
    text: str
    differs: bool
    hover: str


def rule_figure(systems: Sequence[str], pairs: pd.DataFrame, *, roles: Mapping[str, str] | None = None) -> go.Figure:
    """Draw which systems differ by the bakeoff's rule: the letters of the measures whose intervals are apart.

    A click gives both names of its cell, row first; on the diagonal twice the same.

    Args:
        systems: names, in the order they are to have.
        pairs: a row for each two systems in either order: first, second; by_recall, by_precision, differ, sure, bool;
            in points the differences recall, precision, f1, first − second, recall_reach and precision_reach, beyond
            which intervals are apart, and f1_low and f1_high. Undefined is NaN.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    return _matrix(systems, pairs, _by_rule, roles or {})


def bootstrap_figure(
    systems: Sequence[str], pairs: pd.DataFrame, *, roles: Mapping[str, str] | None = None
) -> go.Figure:
    """Draw the differences of F in points, filled where the paired bootstrap is sure of them; see ``rule_figure``."""
    return _matrix(systems, pairs, _by_bootstrap, roles or {})


def _by_rule(row: Row, *, many: bool) -> _Cell:
    letters = [letter for letter, measure in (("R", "recall"), ("P", "precision")) if row[f"by_{measure}"]]
    defined = row["recall"] == row["recall"] or row["precision"] == row["precision"]
    text = ("" if many else " ").join(letters) or (ALIKE if defined else ABSENT)
    lines = [_measure(row, "recall"), _measure(row, "precision")]
    return _Cell(text, row["differ"], "<br>".join(lines))


def _measure(row: Row, measure: str) -> str:
    if row[measure] != row[measure]:
        return f"{measure}: undefined"
    verdict = "apart" if row[f"by_{measure}"] else "not apart"
    return f"{measure}: {signed(row[measure])} points, intervals reach {row[f'{measure}_reach']:.1f}: {verdict}"


def _by_bootstrap(row: Row, *, many: bool) -> _Cell:
    value = row["f1"]
    if value != value:
        return _Cell(ABSENT, False, "F: undefined")
    # Where cells are narrow the first decimal of a large difference would not fit; the pointer still shows it.
    text = f"{value:+.0f}" if many and abs(value) >= 9.95 else signed(value)
    hover = f"F: {signed(value)} points"
    if row["f1_low"] == row["f1_low"]:
        span = f"95 % interval {signed(row['f1_low'])} to {signed(row['f1_high'])}"
        hover += f", {span}: {'sure' if row['sure'] else 'may be chance'}"
    return _Cell(text, row["sure"], hover)


def _matrix(systems: Sequence[str], pairs: pd.DataFrame, read: Any, roles: Mapping[str, str]) -> go.Figure:
    count, many = len(systems), len(systems) > _MANY
    place = {name: at for at, name in enumerate(systems)}
    cells: dict[tuple[int, int], _Cell] = {}
    frames: list[Part] = []
    for row in pairs.to_dict("records"):
        at = place[row["first"]], place[row["second"]]
        cells[at] = read(row, many=many)
        if row["differ"] != row["sure"]:
            frames.append(_frame(*at))
    figure = go.Figure({"data": [
        _fills(cells, count),
        *(_texts(cells, many=many, filled=filled) for filled in (False, True) if count <= _MOST_WRITTEN),
        _targets(cells, systems),
    ]})  # fmt: skip
    theme.base_figure(figure, height=(_LOW_ROW_HEIGHT if many else _ROW_HEIGHT) * count + _HEAD)
    figure.update_layout(
        # The nearest mark answers, however wide the cell.
        hoverdistance=-1,
        margin={"l": 4, "r": 4, "t": _HEAD - 6, "b": 6},
        shapes=frames,
    )
    both = {"tickvals": list(range(count)), "showgrid": False, "zeroline": False, "ticks": "", "fixedrange": True}
    figure.update_xaxes(
        **both, side="top", range=[-0.5, count - 0.5], ticktext=[str(at + 1) for at in range(count)], tickangle=0
    )
    figure.update_yaxes(
        **both, range=[count - 0.5, -0.5], ticktext=_labels(systems, roles, many=many), automargin=True,
        ticklabelstandoff=6,
    )  # fmt: skip
    return figure


def _labels(systems: Sequence[str], roles: Mapping[str, str], *, many: bool) -> list[str]:
    """Return the names, numbered as the columns are: there only the numbers have room."""
    longest = _LONGEST_OF_MANY if many else _LONGEST_NAME
    role_of = {name: role.upper() for role, name in roles.items()}
    labels = []
    for number, (full, short) in enumerate(zip(systems, short_names(systems, longest), strict=True), start=1):
        # Names that no cut keeps apart come back whole: here their numbers tell them apart.
        cut = short if len(short) <= longest else f"{short[: longest - 1]}…"
        role = f"  <b>{role_of[full]}</b>" if full in role_of else ""
        labels.append(f"{theme.plain(cut)}{role}  <b>{number}</b>")
    return labels


def _fills(cells: Mapping[tuple[int, int], _Cell], count: int) -> Part:
    values: list[list[float | None]] = [[None] * count for _ in range(count)]
    for (line, column), cell in cells.items():
        values[line][column] = float(cell.differs)
    return {
        "type": "heatmap",
        "z": values,
        # No colour of a system: that the two differ is what is said, and the sign which one is ahead.
        "colorscale": [[0, theme.SHARE], [0.5, theme.SHARE], [0.5, theme.LABEL], [1, theme.LABEL]],
        "zmin": 0,
        "zmax": 1,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
        "hoverinfo": "skip",
    }


def _texts(cells: Mapping[tuple[int, int], _Cell], *, many: bool, filled: bool) -> Part:
    """Return the texts of the filled cells, in light letters, or of the others."""
    chosen = {at: cell for at, cell in cells.items() if cell.differs == filled}
    font: Part = {"size": theme.SMALL} if many else {}
    if filled:
        font["color"] = theme.ON_COLOUR
    return {
        "type": "scatter",
        "mode": "text",
        "x": [column for _, column in chosen],
        "y": [line for line, _ in chosen],
        "text": [f"<b>{cell.text}</b>" if filled else cell.text for cell in chosen.values()],
        "textfont": font,
        "hoverinfo": "skip",
    }


def _targets(cells: Mapping[tuple[int, int], _Cell], systems: Sequence[str]) -> Part:
    """Return the invisible marks that are hovered over and clicked: a heatmap gives no clicks."""
    places = [(line, column) for line in range(len(systems)) for column in range(len(systems))]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [column for _, column in places],
        "y": [line for line, _ in places],
        "marker": {"symbol": "square", "size": 22, "opacity": 0},
        "unselected": {"marker": {"opacity": 0}},
        "customdata": [[systems[line], systems[column]] for line, column in places],
        "text": [_hover(systems[line], systems[column], cells.get((line, column))) for line, column in places],
        "hovertemplate": "%{text}<extra></extra>",
    }


def _hover(first: str, second: str, cell: _Cell | None) -> str:
    if cell is None:
        return f"<b>{theme.plain(first)}</b>"
    return f"<b>{theme.plain(first)}</b> − <b>{theme.plain(second)}</b><br>{cell.hover}"


def _frame(line: int, column: int) -> Part:
    return {
        "type": "rect",
        "x0": column - _FRAME,
        "x1": column + _FRAME,
        "y0": line - _FRAME,
        "y1": line + _FRAME,
        "line": {"color": theme.WORST, "width": 2.5},
    }
