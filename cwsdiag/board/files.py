"""Files in the board: packing them, keeping them, fetching them again."""

from __future__ import annotations

import codecs
import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.board.models import BoardFile
from cwsdiag.dataset import ReadOptions
from cwsdiag.formats import NORMALISATIONS, READERS, Source
from cwsdiag.languages import lazy
from cwsdiag.sqlite import Damaged, checked
from cwsdiag.sqlite.cells import BYTES, NAME, Cell, either, no_choice, one_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

# How the files that the board writes itself are read: told, since a gold text may look like another format.
OWN_OPTIONS = ReadOptions(encoding="utf-8", format="words")


def _is_codec(value: object) -> bool:
    try:
        return isinstance(value, str) and codecs.lookup(value) is not None
    except (LookupError, ValueError):
        return False


def _are_normalisations(value: object) -> bool:
    return isinstance(value, str) and set(value.split(",")) <= NORMALISATIONS.keys()


# The roles that every task has one file in.
_ONE = ("gold", "raw")
# What its columns must hold; see ``cwsdiag.sqlite.cells``.
_FILE = {
    "name": NAME,
    "encoding": either("", Cell(_is_codec, no_choice)),
    "format": either("", one_of(READERS)),
    "normalise": either("", Cell(_are_normalisations, no_choice)),
    "packed": BYTES,
}


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
        Damaged: it is not there, or is not whole.
    """
    query = "SELECT name, encoding, format, normalise, packed FROM file WHERE id = ?"
    row = connection.execute(query, (number,)).fetchone()
    if row is None:
        raise Damaged(lazy("the file number {number} in it is missing", number=number))
    name, encoding, format, normalise, packed = checked(row, _FILE).values()
    try:
        data = zlib.decompress(packed)
    except zlib.error:
        raise Damaged(lazy("the file {name} in it does not unpack", name=name)) from None
    options = ReadOptions(encoding or None, format or None, tuple(normalise.split(",")) if normalise else ())
    return BoardFile(name, data, options)


def task_files(connection: sqlite3.Connection, task: int, role: str) -> Sequence[BoardFile]:
    """Return the files of a task in a role; none where it has none.

    Raises:
        Damaged: one is not whole, or it has not one gold or raw text, as every task has.
    """
    numbers = connection.execute(
        "SELECT file FROM task_file WHERE task = ? AND role = ? ORDER BY position", (task, role)
    ).fetchall()
    if role in _ONE and len(numbers) != 1:
        raise Damaged(lazy("a task has {number} files as its {role} text", number=len(numbers), role=role))
    return [fetch(connection, number) for (number,) in numbers]


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
