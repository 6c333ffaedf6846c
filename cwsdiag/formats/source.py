"""Where bytes come from: a file on disk, or bytes in memory such as an upload."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol, Self

from cwsdiag import files, progress
from cwsdiag.errors import ReadError, shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHUNK = 1 << 20

_GZIP_MAGIC = b"\x1f\x8b"
# For zlib: expect a gzip header, with any window.
_GZIP_WINDOW = 31


class Hasher(Protocol):
    """What ``hashlib`` makes."""

    def update(self, data: bytes, /) -> None:
        """Take in more bytes."""
        ...


@dataclass(frozen=True)
class Source:
    """Bytes that can be read again and again, with the name that messages show.

    Attributes:
        name: what the user calls it: the path as given, or the name of the upload; invisible characters are escaped.
        size: number of bytes as they are on disk.
        limit: the largest number of bytes that a gzip file may unpack to.
        gzip: whether it is packed by gzip; ``chunks`` and ``head`` unpack it.
    """

    name: str
    size: int
    limit: int
    gzip: bool
    _path: Path | None = field(default=None, repr=False)
    _data: bytes = field(default=b"", repr=False)

    @classmethod
    def of_text(cls, path: str | os.PathLike[str]) -> Self:
        """Take a running text on disk, which is streamed: of any size where ``files.texts_of_any_size`` says so.

        Raises:
            ReadError: as for ``from_path``.
        """
        return cls.from_path(path, any_size=files.has_texts_of_any_size())

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
        name = shown(name or str(path), files.LONGEST_NAME)
        status = files.refuse_special(path, name)
        try:
            with path.open("rb") as file:
                if not stat.S_ISREG(status.st_mode):
                    data = file.read(limit + 1)
                    if len(data) > limit:
                        raise files.too_large(name, limit)
                    return cls.from_bytes(name, data, limit=limit)
                magic = file.read(len(_GZIP_MAGIC))
        except (OSError, ValueError) as error:
            _cannot_read(name, error)
        gzip = magic == _GZIP_MAGIC
        _check_size(name, status.st_size, status.st_size if any_size and not gzip else limit)
        return cls(name, status.st_size, limit, gzip, _path=path)

    @classmethod
    def from_bytes(cls, name: str, data: bytes, *, limit: int | None = None) -> Self:
        """Take bytes in memory.

        Raises:
            ReadError: there are none, or more than the limit.
        """
        limit = files.limit() if limit is None else limit
        name = shown(name, files.LONGEST_NAME)
        _check_size(name, len(data), limit)
        return cls(name, len(data), limit, data.startswith(_GZIP_MAGIC), _data=data)

    def holding(self, content: bytes) -> Self:
        """Return the same file as one in memory: to be read where its path says nothing."""
        return replace(self, _path=None, _data=content)

    def chunks(self, size: int = CHUNK, *, hasher: Hasher | None = None) -> Iterator[bytes]:
        """Yield the content in pieces of at most ``size`` bytes, gzip unpacked.

        Args:
            size: of a piece, at least 1.
            hasher: is fed the bytes as they are on disk; it has seen all of them once this is exhausted.

        Raises:
            ReadError: the file can no longer be read, its gzip data are damaged, or unpack to nothing or too much.
        """
        raw = self._raw(size, hasher)
        return self._unpacked(raw, size) if self.gzip else raw

    def stored(self, size: int = CHUNK) -> Iterator[bytes]:
        """Yield the bytes as they are on disk, gzip not unpacked, in pieces of at most ``size`` bytes.

        Raises:
            ReadError: the file can no longer be read.
        """
        return self._read(size)

    def head(self, size: int) -> bytes:
        """Return the first ``size`` bytes of the content, gzip unpacked; fewer where there are no more.

        Raises:
            ReadError: as for ``chunks``.
        """
        pieces = []
        for piece in self.chunks(size):
            pieces.append(piece[:size])
            size -= len(piece)
            if size <= 0:
                break
        return b"".join(pieces)

    def _raw(self, size: int, hasher: Hasher | None) -> Iterator[bytes]:
        told = progress.of_reading(self.name, self.size)
        for piece in self._read(size):
            told(len(piece))
            if hasher is not None:
                hasher.update(piece)
            yield piece

    def _read(self, size: int) -> Iterator[bytes]:
        if self._path is None:
            for start in range(0, len(self._data), size):
                yield self._data[start : start + size]
            return
        try:
            with self._path.open("rb") as file:
                while piece := file.read(size):
                    yield piece
        except OSError as error:
            _cannot_read(self.name, error)

    def _unpacked(self, raw: Iterable[bytes], size: int) -> Iterator[bytes]:
        # Most files are not packed, and reading them should not wait for this import.
        import zlib

        total = 0
        try:
            for piece in self._members(raw, size):
                total += len(piece)
                if total > self.limit:
                    most = files.megabytes(self.limit)
                    raise ReadError(
                        lazy(
                            "{name}: unpacks to more than the limit of {limit}. Give a smaller file, or ",
                            name=self.name,
                            limit=most,
                        ),
                        remedy="limit",
                    )
                yield piece
        except zlib.error as error:
            raise ReadError(
                lazy(
                    "{name}: damaged gzip file ({error}). {remedy}",
                    name=self.name,
                    error=str(error),
                    remedy=_PACK_AGAIN,
                )
            ) from None
        if not total:
            raise ReadError(
                lazy("{name}: the gzip file unpacks to nothing. Choose a file with text in it.", name=self.name)
            )

    def _members(self, raw: Iterable[bytes], size: int) -> Iterator[bytes]:
        """Yield what the members of a gzip file unpack to, in non-empty pieces of at most ``size`` bytes."""
        import zlib

        member = zlib.decompressobj(_GZIP_WINDOW)
        for packed in raw:
            while packed:
                if member.eof:
                    # Padding by zeros may follow a member, and after it another member.
                    packed = packed.lstrip(b"\0")
                    if not packed:
                        break
                    member = zlib.decompressobj(_GZIP_WINDOW)
                if piece := member.decompress(packed, size):
                    yield piece
                packed = member.unused_data if member.eof else member.unconsumed_tail
        if not member.eof:
            raise ReadError(lazy("{name}: the gzip file ends too early. {remedy}", name=self.name, remedy=_PACK_AGAIN))


_PACK_AGAIN = lazy("Fetch or pack the file again, or give it unpacked.")


def _cannot_read(name: str, error: OSError | ValueError) -> NoReturn:
    raise ReadError(lazy("{name}: {problem}", name=name, problem=files.trouble(error))) from None


def _check_size(name: str, size: int, limit: int) -> None:
    if not size:
        raise ReadError(lazy("{name}: the file is empty. Choose a file with text in it.", name=name))
    if size > limit:
        raise files.too_large(name, limit, size)
