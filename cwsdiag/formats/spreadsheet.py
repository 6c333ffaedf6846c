"""CSV that spreadsheets open: every file of rows is written here, and what is read back is bared here.

A spreadsheet takes a cell that begins as ``=cmd|…`` does for a formula and runs it. Texts that begin so get a quote
before them; so do those that begin with the quote itself, so that one can always be taken off again. Numbers are no
texts: ``-0.5`` stays as it is.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

from cwsdiag.languages import lazy

_QUOTE = "'"
_LONGEST_LINE = 500_000
_QUOTED = re.compile('[",\r\n]')
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", _QUOTE)


def guarded(value: Any) -> Any:
    """Return a value as a cell has it: empty for None and NaN, with a quote before a text that begins as a formula."""
    if isinstance(value, str):
        return f"{_QUOTE}{value}" if value.startswith(_FORMULA) else value
    return "" if value is None or (isinstance(value, float) and math.isnan(value)) else value


def bare(cell: str) -> str:
    """Return the text that was ``guarded``; one that somebody else wrote keeps a quote that guards nothing."""
    return cell[1:] if cell.startswith(_QUOTE) and cell[1:].startswith(_FORMULA) else cell


def short_lines(text: str) -> Iterator[str]:
    """Yield the lines of a table with their ends, for ``csv.reader``.

    Raises:
        csv.Error: one is so long that it is no row of a table, and is not cut into cells.
    """
    for line in io.StringIO(text, newline=""):
        if len(line) > _LONGEST_LINE:
            raise csv.Error(lazy("a line of {n:,} characters", n=len(line)))
        yield line


def csv_lines(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV with LF line ends, each cell ``guarded``; numbers are not rounded."""
    # Python's own writer leaves a carriage return without quotes, and its reader takes that for the end of a row.
    return "".join((",".join(map(_cell, row)) or '""') + "\n" for row in rows)


def _cell(value: Any) -> str:
    text = str(guarded(value))
    return '"{}"'.format(text.replace('"', '""')) if _QUOTED.search(text) else text
