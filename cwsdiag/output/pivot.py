"""Tables with a row for each value of one key and a column for each of another, such as F1 by system and dataset."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cwsdiag.output.table import Table
from cwsdiag.views.columns import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.output.table import Emphasis, Place

    Row = Mapping[str, Any]

MEAN = "mean"


def cells(axes: Mapping[str, Sequence[Any]], **values: NDArray[Any]) -> list[dict[str, Any]]:
    """Return a row for each cell of arrays: the name along each axis, and the values by their keys."""
    columns = [array.ravel().tolist() for array in values.values()]
    return [
        dict(zip((*axes, *values), (*place, *cell), strict=True))
        for place, cell in zip(product(*axes.values()), zip(*columns, strict=True), strict=True)
    ]


def averaged(**means: tuple[NDArray[Any], NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return means by their keys, and behind ``_n`` over how many values each was taken."""
    return {f"{key}{end}": part for key, both in means.items() for end, part in zip(("", "_n"), both, strict=True)}


def pivot(
    rows: Iterable[Row],
    down: Sequence[str],
    along: str,
    measures: Mapping[str, Column],
    *,
    whole: int = 0,
    mark: Callable[[Row, str], Emphasis | None] = lambda _row, _key: None,
    head: Callable[[Any], str] = str,
    labels: Mapping[str, Column] = MappingProxyType({}),
    **options: Any,
) -> Table:
    """Return a table with a row for what ``down`` names and a column for what ``along`` names; None is their mean.

    Args:
        rows: values of the measures, with over how many a mean was taken behind ``_n``; ``of`` is how many all are.
        down: keys of the first columns.
        along: key whose values are the heads of the others.
        measures: keys of the values; the columns of each stand side by side, under its label where there are several.
        whole: how many all are, where rows do not say it.
        mark: gives what a cell is beside the others.
        head: gives what people call a value of ``along``.
        labels: the first columns, where they are called otherwise than their keys.
        options: of ``Table``.
    """
    rows = list(rows)
    cells = {(tuple(row[key] for key in down), row[along]): row for row in rows}
    lines, names = dict.fromkeys(line for line, _name in cells), dict.fromkeys(name for _line, name in cells)
    columns = {key: labels.get(key, Column(key)) for key in down}
    for key, measure in measures.items():
        group = measure.label if len(measures) > 1 else ""
        for name in names:
            label, short = (MEAN, "") if name is None else (head(name), str(name))
            columns[_key(key, name, measures, down)] = replace(measure, label=label, short=short, group=group)
    frame: list[dict[str, Any]] = []
    emphasis: dict[Place, Emphasis] = {}
    counts: dict[Place, int] = {}
    for place, line in enumerate(lines):
        values = {key: MEAN if value is None else value for key, value in zip(down, line, strict=True)}
        for name in names:
            row = cells.get((line, name), {})
            for key in measures:
                column = _key(key, name, measures, down)
                values[column] = row.get(key)
                if 0 < (count := row.get(f"{key}_n", row.get("n", 0))) < row.get("of", whole):
                    counts[place, column] = count
                if mark_of := mark(row, key) if row else None:
                    emphasis[place, column] = mark_of
        frame.append(values)
    kinds = [line[0] if len(down) > 1 else line[0] is None for line in lines]
    rules = frozenset(place for place in range(1, len(kinds)) if kinds[place] != kinds[place - 1])
    return Table(frame, columns, emphasis=emphasis, counts=counts, rules=rules, **options)


def _key(key: str, name: Any, measures: Mapping[str, Column], down: Sequence[str]) -> str:
    """Return the key of a column: it tells measures apart, and names from the mean and from the first columns."""
    place = MEAN if name is None else f"{name} " if name == MEAN or name in down else str(name)
    return f"{key}_{place}" if len(measures) > 1 else place
