"""Where bytes come from: a file on disk, or bytes in memory such as an upload; and tables in them.

Tables are Parquet as data hubs have it, and CSV that spreadsheets open: every file of rows is written here, and what is
read back is bared here. A spreadsheet takes a cell that begins as ``=cmd|…`` does for a formula and runs it. Texts that
begin so get a quote before them; so do those that begin with the quote itself, so that one can always be taken off
again. Numbers are no texts: ``-0.5`` stays as it is.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self, TypeAlias, cast

from cwsdiag import files, progress
from cwsdiag.errors import ReadError, brief
from cwsdiag.languages import lazy

CHUNK = 1 << 20

Packed: TypeAlias = Literal["", "gzip", "parquet"]
MAGIC = b"PAR1"
_MAGIC: dict[bytes, Packed] = {b"\x1f\x8b": "gzip", MAGIC: "parquet"}


@dataclass(frozen=True)
class Source:
    """Bytes that can be read again and again, with the name that messages show.

    Attributes:
        name: what the user calls it: the path as given, or the name of the upload; invisible characters are escaped.
        size: number of bytes as they are on disk.
        limit: the largest number of bytes that a packed file may unpack to.
        packed: what it is packed by; ``chunks`` and ``head`` unpack it. Rows of Parquet are lines of JSON then.
    """

    name: str
    size: int
    limit: int
    packed: Packed
    _path: Path | None = field(default=None, repr=False)
    _data: bytes = field(default=b"", repr=False)

    @classmethod
    def from_path(
        cls, path: str | os.PathLike[str], *, name: str = "", limit: int | None = None, any_size: bool = False
    ) -> Self:
        """Take a file on disk, called as its path is, or ``name``. A pipe is read at once: it can be read only once.

        Raises:
            ReadError: it is missing, a folder, empty, over the limit but for plain files of ``any_size``, or may not be
                read.
        """
        path, limit = Path(path), files.limit() if limit is None else limit
        name = brief(name or str(path), files.LONGEST_NAME)
        status = files.refuse_special(path, name)
        try:
            with path.open("rb") as file:
                if not stat.S_ISREG(status.st_mode):
                    return cls.from_bytes(name, file.read(limit + 1), limit=limit)
                packed = _packed(file.read(len(MAGIC)))
        except (OSError, ValueError) as error:
            raise ReadError(lazy("{name}: {problem}", name=name, problem=files.trouble(error))) from None
        _check_size(name, status.st_size, status.st_size if any_size and not packed else limit)
        return cls(name, status.st_size, limit, packed, _path=path)

    @classmethod
    def from_bytes(cls, name: str, data: bytes, *, limit: int | None = None) -> Self:
        """Take bytes in memory.

        Raises:
            ReadError: there are none, or more than the limit.
        """
        limit = files.limit() if limit is None else limit
        name = brief(name, files.LONGEST_NAME)
        _check_size(name, len(data), limit)
        return cls(name, len(data), limit, _packed(data), _data=data)

    def holding(self, content: bytes) -> Self:
        """Return the same file as one in memory: to be read where its path says nothing."""
        return replace(self, _path=None, _data=content)

    def chunks(self, size: int = CHUNK, *, hasher: hashlib._Hash | None = None) -> Iterator[bytes]:
        """Yield the content in pieces of at most ``size`` bytes, unpacked.

        Args:
            size: of a piece, at least 1.
            hasher: is fed the bytes as they are on disk; it has seen all of them once this is exhausted.

        Raises:
            ReadError: the file can no longer be read, what packs it is damaged, or it unpacks to nothing or too much.
        """
        advance = progress.of_reading(self.name, self.size)

        def watch(piece: bytes) -> None:
            advance(len(piece))
            if hasher is not None:
                hasher.update(piece)

        return self._pieces(size, watch, unpack=True)

    def stored(self, size: int = CHUNK) -> Iterator[bytes]:
        """Yield the bytes as they are on disk, not unpacked, in pieces of at most ``size`` bytes.

        Raises:
            ReadError: the file can no longer be read.
        """
        return self._pieces(size, lambda _piece: None, unpack=False)

    def head(self, size: int) -> bytes:
        """Return the first ``size`` bytes of the content, unpacked; fewer where there are no more.

        Raises:
            ReadError: as for ``chunks``.
        """
        return next(self.chunks(size), b"")

    def _pieces(self, size: int, watch: Callable[[bytes], None], *, unpack: bool) -> Iterator[bytes]:
        try:
            with io.BytesIO(self._data) if self._path is None else self._path.open("rb") as raw:
                file = cast(BinaryIO, _Watched(raw, watch))
                if unpack and self.packed == "gzip":
                    yield from self._within_limit(_gunzipped(file, self.name, size))
                elif unpack and self.packed == "parquet":
                    # Its parts are read in another order than they stand.
                    while file.read(size):
                        pass
                    raw.seek(0)
                    yield from self._within_limit(_joined(json_lines(raw, self.name, self.limit), size))
                    return
                while piece := file.read(size):
                    yield piece
        except OSError as error:
            raise ReadError(lazy("{name}: {problem}", name=self.name, problem=files.trouble(error))) from None

    def _within_limit(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        total = 0
        for piece in pieces:
            total += len(piece)
            if total > self.limit:
                raise files.unpacks_to_too_much(self.name, self.limit)
            yield piece
        if not total:
            raise ReadError(lazy("{name}: it unpacks to nothing. Choose a file with text in it.", name=self.name))


def _packed(head: bytes) -> Packed:
    return next((packed for magic, packed in _MAGIC.items() if head.startswith(magic)), "")


def _gunzipped(file: BinaryIO, name: str, size: int) -> Iterator[bytes]:
    # Most files are not packed, and reading them should not wait for these imports.
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as content:
            while piece := content.read(size):
                yield piece
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ReadError(
            lazy(
                "{name}: damaged gzip file ({error}). Fetch or pack the file again, or give it unpacked.",
                name=name,
                error=str(error),
            )
        ) from None


def _joined(lines: Iterator[bytes], size: int) -> Iterator[bytes]:
    """Yield lines in pieces of so many bytes, the last but for what is left."""
    held = bytearray()
    for line in lines:
        held += line
        while len(held) >= size:
            yield bytes(held[:size])
            del held[:size]
    if held:
        yield bytes(held)


@dataclass(frozen=True)
class _Watched:
    """A file; whatever is read of it is shown to a function."""

    file: BinaryIO
    watch: Callable[[bytes], None]

    def read(self, size: int) -> bytes:
        """Read the next bytes."""
        piece = self.file.read(size)
        self.watch(piece)
        return piece


def _check_size(name: str, size: int, limit: int) -> None:
    if not size:
        raise ReadError(lazy("{name}: the file is empty. Choose a file with text in it.", name=name))
    if size > limit:
        raise files.too_large(name, limit, size)


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
