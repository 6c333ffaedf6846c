"""Tables of difficulties as Parquet, of which what it says of itself is looked at before anything is unpacked.

A file of a megabyte can hold a hundred million rows, or one text a million times. So rows, columns and sizes are
compared with gold first, of columns only those that are known are read, and texts that repeat are kept once.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from cwsdiag import files
from cwsdiag.errors import FormatError, ReadError, shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    Columns = dict[str, list[Any]]

_MOST_COLUMNS = 1_000
# Texts that are written as what they add to the ones before: a few bytes become any number of characters.
_UNBOUNDED = "DELTA_BYTE_ARRAY"
_AGAIN = lazy("Make it again.")


def columns_of_parquet(data: bytes, name: str, known: Sequence[str], rows: int) -> Columns:
    """Return the columns of a Parquet file that are known; others are not read.

    Args:
        data: the file.
        name: of it, for messages.
        known: columns that are read where they are there.
        rows: how many it must have.

    Raises:
        FormatError: it is no Parquet, has other rows or too many columns, or columns that are no texts and no numbers.
        ReadError: there is no pyarrow, or it would unpack to more than a file may have.
    """
    parquet = _parquet(name)
    import pyarrow

    try:
        file = parquet.ParquetFile(pyarrow.BufferReader(data))
        there = [key for key in file.schema_arrow.names if key in known]
        _check_size(file, name, rows)
        _check_columns(file, name, there)
        texts = [key for key in there if _is_text(file.schema_arrow.field(key).type)]
        file = parquet.ParquetFile(pyarrow.BufferReader(data), read_dictionary=texts)
        table = file.read(columns=there, use_threads=False)
        table.validate(full=True)
        _check_texts(table.select(texts), name)
        columns: Columns = table.to_pydict()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        problem = shown(str(error).partition("\n")[0], 200)
        raise FormatError(
            lazy("{name}: this Parquet file cannot be read ({problem}). Make it again.", name=name, problem=problem)
        ) from None
    return columns


def parquet_bytes(columns: Columns, name: str) -> bytes:
    """Return columns as Parquet.

    Raises:
        ReadError: there is no pyarrow.
    """
    parquet = _parquet(name)
    import pyarrow

    out = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), out)
    return out.getvalue()


def _parquet(name: str) -> ModuleType:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise ReadError(
            lazy("{name}: Parquet needs pyarrow. Install it (pip install pyarrow), or use CSV.", name=name)
        ) from None
    module: ModuleType = parquet
    return module


def _check_size(file: Any, name: str, rows: int) -> None:
    """Refuse a file of other rows, of very many columns, or with groups of rows that do not add up."""
    said = file.metadata
    if said.num_rows != rows:
        raise FormatError(
            lazy(
                "{name}: {rows:,} rows for the {words:,} words of gold. {remedy}",
                name=name,
                rows=said.num_rows,
                words=rows,
                remedy=lazy("Give the weights that were made for this gold file, read with the same normalisation."),
            )
        )
    if said.num_columns > _MOST_COLUMNS:
        raise FormatError(
            lazy(
                "{name}: {columns:,} columns, more than any table of difficulties has. Give one with fewer.",
                name=name,
                columns=said.num_columns,
            )
        )
    groups = [said.row_group(number) for number in range(said.num_row_groups)]
    if sum(group.num_rows for group in groups) != rows or any(group.num_rows < 0 for group in groups):
        raise FormatError(lazy("{name}: its groups of rows do not add up. {remedy}", name=name, remedy=_AGAIN))


def _check_columns(file: Any, name: str, there: Sequence[str]) -> None:
    """Refuse columns that are neither texts nor numbers, or that would unpack to too much."""
    if len(set(there)) < len(there):
        raise FormatError(lazy("{name}: a column is there twice. {remedy}", name=name, remedy=_AGAIN))
    for key in there:
        kind = file.schema_arrow.field(key).type
        if not (_is_text(kind) or _is_number(kind)):
            raise FormatError(
                lazy(
                    "{name}: column {key} holds neither texts nor numbers ({kind}). {remedy}",
                    name=name,
                    key=key,
                    kind=shown(str(kind)),
                    remedy=_AGAIN,
                )
            )
    size = 0
    for number in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(number)
        for chunk in (group.column(place) for place in range(group.num_columns)):
            if chunk.path_in_schema not in there:
                continue
            if chunk.num_values != group.num_rows or _UNBOUNDED in chunk.encodings:
                raise FormatError(
                    lazy(
                        "{name}: column {key} is written in a way that is not read here. Write the table with "
                        "pyarrow or pandas, or use CSV.",
                        name=name,
                        key=chunk.path_in_schema,
                    )
                )
            size += max(chunk.total_uncompressed_size, 0)
    _check_limit(size, name)


def _check_texts(table: Any, name: str) -> None:
    """Refuse texts that are short together while each stands once, and long in their rows."""
    import pyarrow.compute as compute

    size = 0
    for column in table.columns:
        for chunk in column.chunks:
            lengths = compute.binary_length(chunk.dictionary)
            size += compute.sum(lengths.take(chunk.indices)).as_py() or 0
    _check_limit(size, name)


def _check_limit(size: int, name: str) -> None:
    most = files.limit()
    if size > most:
        raise ReadError(
            lazy(
                "{name}: unpacks to more than the limit of {limit}. Give a smaller file, or ",
                name=name,
                limit=files.megabytes(most),
            ),
            remedy="limit",
        )


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _is_number(kind: Any) -> bool:
    from pyarrow import types

    return any(
        is_kind(kind)
        for is_kind in (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean, types.is_null)
    )
