"""What the columns of a file must hold. SQLite keeps anything in any column, and a damaged file has it."""

from __future__ import annotations

import math
import re
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

NO_UTF_8 = lazy("a text in it is no UTF-8")
_DIGEST = re.compile("[0-9a-f]{64}")
_DIGITS = re.compile("-?[0-9]{1,100}")


class Damaged(Exception):
    """A file holds what no version of this program has put there; ``transaction`` says in which file.

    Attributes:
        problem: what is wrong, a sentence without its full stop; ``lazy``.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class Cell:
    """What a column holds.

    Attributes:
        fits: tells whether a value may stand there, whatever its type.
        said: gives what is wrong where it does not, for the name of the column.
    """

    fits: Callable[[Any], bool]
    said: Callable[[str], str]

    def check(self, column: str, value: object) -> None:
        """Refuse a value that does not fit.

        Raises:
            Damaged: it does not.
        """
        if not self.fits(value):
            raise Damaged(self.said(column))


def _is_moment(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return False
    # As ``stamp`` writes it and in no other way: texts are compared where moments are meant.
    return moment.utcoffset() == timedelta(0) and moment.isoformat(timespec="seconds") == value


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and math.isfinite(value))


def _no_text(column: str) -> str:
    return lazy("{column} in it is no text", column=column)


def _no_moment(column: str) -> str:
    return lazy("{column} in it is no time", column=column)


def _no_number(column: str) -> str:
    return lazy("{column} in it is no number", column=column)


def _no_digest(column: str) -> str:
    return lazy("{column} in it is no digest", column=column)


def _no_file(column: str) -> str:
    return lazy("{column} in it is no file", column=column)


def no_choice(column: str) -> str:
    """Say that a column has a value that it cannot have."""
    return lazy("{column} in it has a value that it cannot have", column=column)


TEXT = Cell(lambda value: isinstance(value, str), _no_text)
NAME = Cell(lambda value: isinstance(value, str) and value != "", _no_text)
MOMENT = Cell(_is_moment, _no_moment)
# Of 0 or more; a seed may be less.
WHOLE = Cell(lambda value: isinstance(value, int) and value >= 0, _no_number)
SEED = Cell(lambda value: isinstance(value, int), _no_number)
# NULL is an undefined score.
NUMBER = Cell(_is_number, _no_number)
# A whole number written as text.
DIGITS = Cell(lambda value: isinstance(value, str) and _DIGITS.fullmatch(value) is not None, _no_number)
DIGEST = Cell(lambda value: isinstance(value, str) and _DIGEST.fullmatch(value) is not None, _no_digest)
BYTES = Cell(lambda value: isinstance(value, bytes), _no_file)


def one_of(values: Collection[object]) -> Cell:
    """Return what a column holds that has one of some values."""
    return Cell(lambda value: value in values, no_choice)


def either(nothing: str | None, cell: Cell) -> Cell:
    """Return what a column holds that has a value for nothing, or else what another one holds."""
    return Cell(lambda value: value == nothing or cell.fits(value), cell.said)


def checked(row: sqlite3.Row, cells: Mapping[str, Cell]) -> dict[str, Any]:
    """Return a row by its columns.

    Args:
        row: of a query.
        cells: what each of its columns must hold.

    Raises:
        Damaged: one holds something else.
    """
    found = dict(row)
    for column, value in found.items():
        cell = cells[column]
        # A board has tens of thousands of scores: no call more than is needed.
        if not cell.fits(value):
            raise Damaged(cell.said(column))
    return found


def decoded(content: bytes) -> str:
    """Return a text as it is stored; SQLite keeps bytes that are no UTF-8 as text, too.

    Raises:
        Damaged: it is no UTF-8.
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Damaged(NO_UTF_8) from None
