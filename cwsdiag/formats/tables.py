"""Tables: Parquet as data hubs have it, and CSV that spreadsheets open.

CSV that spreadsheets open: every file of rows is written here, and what is read back is bared here.

A spreadsheet takes a cell that begins as ``=cmd|…`` does for a formula and runs it. Texts that begin so get a quote
before them; so do those that begin with the quote itself, so that one can always be taken off again. Numbers are no
texts: ``-0.5`` stays as it is.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from cwsdiag import files
from cwsdiag.errors import FormatError, ReadError, brief
from cwsdiag.languages import lazy

MAGIC = b"PAR1"
# The columns that say the words of a sentence: the first that there are.
_WORDS = (("words",), ("tokens",), ("chars", "labels"))
# Rows that are held in memory at once.
_ROWS = 256
_NAMED = 20


def json_lines(file: BinaryIO, name: str, limit: int) -> Iterator[bytes]:
    """Yield the rows of a file as lines of JSON in UTF-8, an object each; numbers that have names are these.

    Args:
        file: the whole of it can be read.
        name: of it, as messages have it.
        limit: how many bytes it may unpack to by what it says itself.

    Raises:
        ReadError: it is damaged, too large, or has no columns that say the words.
    """
    # Few files are of this kind, and reading the others should not wait for these imports.
    from json import dumps

    import pyarrow
    from pyarrow import parquet

    try:
        table = parquet.ParquetFile(file)
        if sum(table.metadata.row_group(at).total_byte_size for at in range(table.num_row_groups)) > limit:
            raise files.unpacks_to_too_much(name, limit)
        schema = table.schema_arrow
        lists = {one.name for one in schema if _is_list(one.type) and _is_single(one.type.value_type)}
        chosen = next((names for names in _WORDS if lists.issuperset(names)), None)
        if chosen is None:
            there = ", ".join(f"{brief(one.name)} ({brief(str(one.type))})" for one in [*schema][:_NAMED])
            raise ReadError(
                lazy(
                    "{name}: no column of this Parquet file says words. Give it lists called words or tokens, or chars "
                    "and labels; it has {columns}.",
                    name=name,
                    columns=there,
                )
            )
        columns = [chosen[0], *lists.intersection(("labels",))]
        columns += [one.name for one in schema if _is_single(one.type)]
        names = _names(schema.metadata or {})
        for batch in table.iter_batches(_ROWS, columns=columns):
            for row in batch.to_pylist():
                if names and row.get("labels"):
                    row["labels"] = [names[one] if one in range(len(names)) else one for one in row["labels"]]
                yield dumps(row, ensure_ascii=False).encode("utf-8") + b"\n"
    except (pyarrow.ArrowException, OSError, UnicodeError) as error:
        raise ReadError(
            lazy(
                "{name}: damaged Parquet file ({error}). Fetch or write the file again.",
                name=name,
                error=brief(str(error)),
            )
        ) from None


def _is_list(type: Any) -> bool:
    from pyarrow import types

    return bool(types.is_list(type) or types.is_large_list(type))


def _is_single(type: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(type) or types.is_large_string(type) or types.is_integer(type))


def _names(metadata: Mapping[bytes, bytes]) -> Sequence[str]:
    """Return what the numbers in labels stand for, as data hubs keep it beside the columns; empty where it is not."""
    from json import loads

    try:
        kept = loads(metadata.get(b"huggingface", b"{}"))["info"]["features"]["labels"]
        names = (kept[0] if isinstance(kept, list) else kept["feature"])["names"]
    except (ValueError, LookupError, TypeError):
        return ()
    return names if isinstance(names, list) and all(isinstance(one, str) for one in names) else ()


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


def table_rows(text: str, name: str, *, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table that are not blank, each with the number of the line on which it ends.

    Raises:
        FormatError: this is no CSV, or a line is so long that it is no row of a table.
    """
    reader = csv.reader(_short_lines(text), delimiter=delimiter)
    try:
        for row in filter(None, reader):
            yield reader.line_num, row
    except csv.Error as error:
        raise FormatError(
            lazy("{name}: this is not valid CSV ({error}). Make the file again.", name=name, error=error.args[0])
        ) from None


def _short_lines(text: str) -> Iterator[str]:
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
