"""Tables as papers print them: what stands in which row and column, before it is written as LaTeX or CSV."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cwsdiag.formats.spreadsheet import csv_lines
from cwsdiag.frames import coverage_written
from cwsdiag.views.wording import p_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Value = str | float | int | None
# Scores per cent to two decimals; biases and shares per cent, to a decimal below 10 as the paper has them; Ψ to one
# decimal; differences in points with their sign, to two decimals; p-values to three digits. Then as pages have them:
# scores and coverage as they are, to three and four decimals; what is in points or per cent already, with its sign and
# without; sums to two decimals; places with their sign.
Kind = Literal[
    "text", "count", "score", "percent", "psi", "points", "p",
    "fraction", "coverage", "signed", "tenths", "hundredths", "moved",
]  # fmt: skip

_PER_CENT = 100
_SOME = "A mean over fewer than all is followed by their number."


@dataclass(frozen=True)
class PrintedColumn:
    """A column of a printed table.

    Attributes:
        name: its heading in a CSV file; names that people gave are among them.
        kind: what its values are.
        group: heading in print over it and its neighbours of the same group, as LaTeX of our own: never made of what
            people gave. Empty without.
        heading: what it is called in print; its name where that is empty.
    """

    name: str
    kind: Kind = "text"
    group: str = ""
    heading: str = ""


@dataclass(frozen=True)
class Cell:
    """A value in a printed table.

    Attributes:
        value: unrounded, scores and shares from 0 to 1; None or NaN where there is none.
        bold: whether it is printed so: the best of its column, or significant.
        of: of how many values it is the mean, where that is not all; None otherwise.
    """

    value: Value
    bold: bool = False
    of: int | None = None

    @property
    def is_undefined(self) -> bool:
        """Whether there is no value."""
        return self.value is None or (isinstance(self.value, float) and math.isnan(self.value))


@dataclass(frozen=True)
class PrintedTable:
    """A table as papers print it.

    Attributes:
        name: of its file, and of its label: small letters and ``_``.
        caption: above it; plain text.
        columns: at least one.
        rows: a cell a column each.
        rules: indices of rows above which there is a line.
        notes: sentences below it; plain text.
    """

    name: str
    caption: str
    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    rules: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Its notes, before them what a number behind a mean is where there is one."""
        some = any(cell.of is not None for row in self.rows for cell in row)
        return ((_SOME,) if some else ()) + self.notes


def cells(values: Sequence[Value]) -> list[Cell]:
    """Return values as cells without further ado."""
    return [Cell(value) for value in values]


def printed(cell: Cell, kind: Kind) -> str:
    """Return a number as print has it, in ASCII: ``96.46``, ``-0.3``, ``2.26e-6``; empty where it is undefined."""
    if cell.is_undefined:
        return ""
    return _PRINTED[kind](cell.value) if kind != "text" else str(cell.value)


def _percent(value: float) -> str:
    """Return per cent as the paper's Tables 3 and 5 have them: ``92``, ``9.3``, ``0.6``, ``0``."""
    given = _PER_CENT * value
    if not given:
        return "0"
    return f"{given:z.1f}" if abs(round(given, 1)) < 10 else f"{given:z.0f}"


_PRINTED: dict[Kind, Callable[..., str]] = {
    "count": str,
    "score": lambda value: f"{_PER_CENT * value:z.2f}",
    "percent": _percent,
    "psi": lambda value: f"{value:z.1f}",
    "points": lambda value: "0.00" if (said := f"{_PER_CENT * value:+z.2f}") == "+0.00" else said,
    "p": p_value,
    "fraction": "{:z.3f}".format,
    "coverage": lambda value: coverage_written(value, 4),
    "signed": lambda value: "0.0" if (said := f"{value:+z.1f}") == "+0.0" else said,
    "tenths": "{:z.1f}".format,
    "hundredths": "{:z.2f}".format,
    "moved": lambda value: f"{int(value):+d}" if value else "0",
}


def printed_csv(table: PrintedTable) -> str:
    """Return a printed table as CSV: the same rows and columns, numbers unrounded, what is undefined empty."""
    return csv_lines([[column.name for column in table.columns], *([cell.value for cell in row] for row in table.rows)])
