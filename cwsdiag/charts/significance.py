"""Which systems differ, by two rules: a matrix each, with the same systems in the same order down and across.

A cell says something of its row's system against its column's. It is filled where the two differ by the rule of the
matrix, and framed where the other rule says otherwise; where the paired test was not made its cell has no ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import matrix, theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.sizes import PAGE
from cwsdiag.frames import signed, written
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

ABSENT, ALIKE = "–", "≈"
# Up to so many systems, both matrices have room beside each other; up to so many, cells have room for texts.
MOST_BESIDE = 8
_MOST_WRITTEN = 30
# More systems than this have lower rows and smaller texts, and more than that no room for decimals.
_MANY, _NARROW = 8, 16
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
    known: bool = True


def rule_chart(systems: Sequence[str], pairs: pd.DataFrame, size: Size, *, roles: Mapping[str, str]) -> Spec:
    """Return which pairs of systems differ by the bakeoff's rule; a click gives the two.

    Args:
        systems: in order.
        pairs: each pair both ways round, as ``cwsdiag.views.standings.pairs`` has them.
        size: where it goes.
        roles: which of the systems are A and B.
    """
    return _matrix(systems, pairs, size, _by_rule, roles, _("the two differ by recall (R) or precision (P)"))


def paired_chart(systems: Sequence[str], pairs: pd.DataFrame, size: Size, *, roles: Mapping[str, str]) -> Spec:
    """Return the differences of F between systems, and which the paired test finds; as ``rule_chart``."""
    return _matrix(systems, pairs, size, _by_test, roles, _("significant by the paired test; points of F"))


def _by_rule(row: Row, *, narrow: bool) -> _Cell:
    defined = row["recall"] == row["recall"] or row["precision"] == row["precision"]
    text = letters(row, between="" if narrow else " ") or (ALIKE if defined else ABSENT)
    lines = [_measure(row, "recall", _("recall")), _measure(row, "precision", _("precision"))]
    return _Cell(text, row["differ"], "<br>".join(lines))


def letters(row: Row, *, between: str = " ") -> str:
    """Return the letters of the measures by which two systems differ by the bakeoff's rule; empty for none."""
    return between.join(letter for letter, measure in (("R", "recall"), ("P", "precision")) if row[f"by_{measure}"])


def _measure(row: Row, measure: str, name: str) -> str:
    if row[measure] != row[measure]:
        return _("{measure}: undefined", measure=name)
    values = {"measure": name, "points": signed(row[measure]), "reach": row[f"{measure}_reach"]}
    if row[f"by_{measure}"]:
        return _("{measure}: {points} points, half-widths sum to {reach:.1f}: intervals are apart", **values)
    return _("{measure}: {points} points, half-widths sum to {reach:.1f}: intervals overlap", **values)


def _by_test(row: Row, *, narrow: bool) -> _Cell:
    value = row["f1"]
    if value != value:
        return _Cell(ABSENT, False, _("{measure}: undefined", measure="F"))
    # Where cells are narrow the first decimal of a large difference would not fit; the pointer still shows it.
    text = written(value, 0, "+") if narrow and abs(value) >= 9.95 else signed(value)
    return _Cell(text, row["significant"], f"{_difference(row)}<br>{_verdict(row)}", row["tested"])


def _difference(row: Row) -> str:
    """Say the difference of F, and its interval where it has one."""
    values = {"points": signed(row["f1"]), "low": signed(row["f1_low"]), "high": signed(row["f1_high"])}
    if row["f1_low"] != row["f1_low"]:
        return _("F: {points} points", points=values["points"])
    return _("F: {points} points, 95 % interval {low} to {high}", **values)


def _verdict(row: Row) -> str:
    """Say what the paired test makes of it."""
    if not row["tested"]:
        return _("not tested")
    if row["verdict"] == "too few":
        return _("too few units differ for a verdict")
    if row["significant"]:
        return _("significant, adjusted p {p:.2g}", p=row["p"])
    return _("not significant, adjusted p {p:.2g}", p=row["p"])


def _matrix(
    systems: Sequence[str], pairs: pd.DataFrame, size: Size, read: Any, roles: Mapping[str, str], filled: str
) -> Spec:
    count, many = len(systems), len(systems) > _MANY
    # As many cells as a page would have in this width.
    cells = count / min(1.0, size.width / size.text / PAGE.width)
    narrow = cells > _NARROW
    place = {name: at for at, name in enumerate(systems)}
    found: dict[tuple[int, int], _Cell] = {}
    frames: list[Part] = []
    for row in pairs.to_dict("records"):
        at = place[row["first"]], place[row["second"]]
        found[at] = read(row, narrow=narrow)
        if row["tested"] and row["differ"] != row["significant"]:
            frames.append(matrix.frame(at, reach=_FRAME, colour=theme.WORST, width=2.5))
    traces = [
        _fills(found, count),
        *(_texts(found, many=many, filled=filled) for filled in (False, True) if cells <= _MOST_WRITTEN),
        _targets(found, systems),
    ]
    longest = size.letters(_LONGEST_OF_MANY if many else _LONGEST_NAME)
    labels = matrix.numbered(systems, longest, {name: role.upper() for role, name in roles.items()})
    places = list(range(count))
    legend = [Entry(filled, theme.LABEL), Entry(_("{mark} not, or too few", mark=ALIKE), theme.SHARE)]
    legend += [Entry(_("framed: by the other rule otherwise"), theme.WORST, "square-open")] if frames else []
    return matrix.matrix_chart(
        traces,
        size,
        height=(_LOW_ROW_HEIGHT if many else _ROW_HEIGHT) * count + _HEAD,
        columns={"range": [-0.5, count - 0.5], "tickvals": places, "ticktext": [str(at + 1) for at in places]},
        rows={"range": [count - 0.5, -0.5], "tickvals": places, "ticktext": labels},
        margin={"l": 4, "r": 4, "t": _HEAD - 6, "b": 6},
        shapes=frames,
        legend=legend,
    )


def _fills(found: Mapping[tuple[int, int], _Cell], count: int) -> Part:
    values: list[list[float | None]] = [[None] * count for _line in range(count)]
    for (line, column), cell in found.items():
        values[line][column] = float(cell.differs) if cell.known else None
    # No colour of a system: that the two differ is what is said, and the sign which one is ahead.
    return matrix.fills(values, [[0, theme.SHARE], [0.5, theme.SHARE], [0.5, theme.LABEL], [1, theme.LABEL]])


def _texts(found: Mapping[tuple[int, int], _Cell], *, many: bool, filled: bool) -> Part:
    """Return the texts of the filled cells, in light letters, or of the others."""
    chosen = {at: cell for at, cell in found.items() if cell.differs == filled}
    written = [f"<b>{cell.text}</b>" if filled else cell.text for cell in chosen.values()]
    return matrix.texts(list(chosen), written, **matrix.font(small=many, light=filled))


def _targets(found: Mapping[tuple[int, int], _Cell], systems: Sequence[str]) -> Part:
    places = matrix.every_place(len(systems), len(systems))
    hover = [_hover(systems[line], systems[column], found.get((line, column))) for line, column in places]
    return matrix.targets(places, [[systems[line], systems[column]] for line, column in places], hover)


def _hover(first: str, second: str, cell: _Cell | None) -> str:
    if cell is None:
        return f"<b>{theme.plain(first)}</b>"
    return f"<b>{theme.plain(first)}</b> − <b>{theme.plain(second)}</b><br>{cell.hover}"
