"""Files in the board: packing them, keeping them, fetching them again."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.board.models import BoardFile
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from cwsdiag.formats import Source

# How the files that the board writes itself are read: told, since a gold text may look like another format.
OWN_OPTIONS = ReadOptions(encoding="utf-8", format="words")


@dataclass(frozen=True)
class PackedFile:
    """A file as it is stored. Packing takes time, so it is done before a transaction begins."""

    name: str
    options: ReadOptions
    packed: bytes
    digest: str

    @classmethod
    def of(cls, file: BoardFile) -> PackedFile:
        """Return a file packed."""
        return cls(file.name, file.options, zlib.compress(file.data), hashlib.sha256(file.data).hexdigest())


def keep(connection: sqlite3.Connection, file: PackedFile) -> int:
    """Store a file and return its number."""
    options = file.options
    values = (file.name, options.encoding or "", options.format or "", ",".join(options.normalise), file.packed)
    cursor = connection.execute(
        "INSERT INTO file (name, encoding, format, normalise, packed) VALUES (?, ?, ?, ?, ?)", values
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def fetch(connection: sqlite3.Connection, number: int) -> BoardFile:
    """Return a file that was stored.

    Raises:
        BoardError: it is damaged.
    """
    query = "SELECT name, encoding, format, normalise, packed FROM file WHERE id = ?"
    name, encoding, format, normalise, packed = connection.execute(query, (number,)).fetchone()
    try:
        data = zlib.decompress(packed)
    except zlib.error:
        raise BoardError(lazy("the file {name} on this board is damaged. Restore a backup.", name=name)) from None
    options = ReadOptions(encoding or None, format or None, tuple(normalise.split(",")) if normalise else ())
    return BoardFile(name, data, options)


def task_files(connection: sqlite3.Connection, task: int, role: str) -> Sequence[BoardFile]:
    """Return the files of a task in a role; none where it has none."""
    query = "SELECT file FROM task_file WHERE task = ? AND role = ? ORDER BY position"
    return [fetch(connection, number) for (number,) in connection.execute(query, (task, role)).fetchall()]


def task_file(connection: sqlite3.Connection, task: int, role: str) -> BoardFile | None:
    """Return the only file of a task in a role; None where it has none."""
    found = task_files(connection, task, role)
    return found[0] if found else None


def bytes_of(source: Source) -> bytes:
    """Return the bytes of a source as they are on disk, packed by gzip or not.

    Raises:
        ReadError: it can no longer be read, or its gzip data are damaged.
    """
    collected = _Collected()
    for _chunk in source.chunks(hasher=collected):
        pass
    return bytes(collected)


class _Collected(bytearray):
    """Is fed the bytes of a file as they are on disk, as a hasher is."""

    def update(self, data: bytes, /) -> None:
        self.extend(data)
