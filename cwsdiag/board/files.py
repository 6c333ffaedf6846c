"""Files in the board: packed, stored, and fetched again."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from cwsdiag.board.models import BoardFile
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3

# How the files that the board writes itself are read: told, since a gold text may look like another format.
OWN_OPTIONS = ReadOptions(encoding="utf-8", format="words")
_FILE = "SELECT file.name, file.encoding, file.format, file.normalise, file.packed FROM file JOIN"


def store(connection: sqlite3.Connection, file: BoardFile) -> int:
    """Store a file and return its number."""
    options = file.options
    (number,) = connection.execute(
        "INSERT INTO file (name, encoding, format, normalise, packed) VALUES (?, ?, ?, ?, ?) RETURNING id",
        (
            file.name,
            options.encoding or "",
            options.format or "",
            ",".join(options.normalise),
            zlib.compress(file.data),
        ),
    ).fetchone()
    return int(number)


def task_files(connection: sqlite3.Connection, task: int, role: str) -> list[BoardFile]:
    """Return the files of a task in a role; none where it has none.

    Raises:
        BoardError: one is damaged.
    """
    query = f"{_FILE} task_file ON task_file.file = file.id WHERE task = ? AND role = ? ORDER BY position"
    return [_unpacked(*row) for row in connection.execute(query, (task, role))]


def prediction(connection: sqlite3.Connection, submission: int) -> BoardFile:
    """Return the file of a submission that is there.

    Raises:
        BoardError: it is damaged.
    """
    query = f"{_FILE} submission ON submission.file = file.id WHERE submission.id = ?"
    return _unpacked(*connection.execute(query, (submission,)).fetchone())


def bytes_of(source: Source) -> bytes:
    """Return the bytes of a source as they are on disk, packed by gzip or not.

    Raises:
        ReadError: it can no longer be read, or its gzip data are damaged.
    """
    collected = _Collected()
    for _chunk in source.chunks(hasher=collected):
        pass
    return bytes(collected)


def _unpacked(name: str, encoding: str, format: str, normalise: str, data: bytes) -> BoardFile:
    options = ReadOptions(encoding or None, format or None, tuple(normalise.split(",")) if normalise else ())
    try:
        return BoardFile(name, zlib.decompress(data), options)
    except zlib.error:
        raise BoardError(lazy("the file {name} on this board is damaged. Restore a backup.", name=name)) from None


class _Collected(bytearray):
    """Is fed the bytes of a file as they are on disk, as a hasher is."""

    def update(self, data: bytes, /) -> None:
        self.extend(data)
