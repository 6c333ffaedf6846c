"""Where bytes come from: a file on disk, or bytes in memory such as an upload."""

from __future__ import annotations

import hashlib
import io
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Literal, Self, TypeAlias, cast

from cwsdiag import files, progress
from cwsdiag.errors import ReadError, brief
from cwsdiag.formats import tables
from cwsdiag.languages import lazy

CHUNK = 1 << 20

Packed: TypeAlias = Literal["", "gzip", "parquet"]
_MAGIC: dict[bytes, Packed] = {b"\x1f\x8b": "gzip", tables.MAGIC: "parquet"}


@dataclass(frozen=True)
class Source:
    """Bytes that can be read again and again, with the name that messages show.

    Attributes:
        name: what the user calls it: the path as given, or the name of the upload; invisible characters are escaped.
        size: number of bytes as they are on disk.
        limit: the largest number of bytes that a packed file may unpack to.
        packed: what it is packed by; ``chunks`` and ``head`` unpack it. Rows of Parquet are lines of JSON then.
        mark: what its digest is of in place of its bytes; empty where it is of these.
    """

    name: str
    size: int
    limit: int
    packed: Packed
    mark: str = ""
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
                packed = _packed(file.read(len(tables.MAGIC)))
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
            hasher: is fed the bytes as they are on disk, or the mark; it has seen all once this is exhausted.

        Raises:
            ReadError: the file can no longer be read, what packs it is damaged, or it unpacks to nothing or too much.
        """
        advance = progress.of_reading(self.name, self.size)
        if hasher is not None:
            hasher.update(self.mark.encode())

        def watch(piece: bytes) -> None:
            advance(len(piece))
            if hasher is not None and not self.mark:
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
                    yield from self._within_limit(_joined(tables.json_lines(raw, self.name, self.limit), size))
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
