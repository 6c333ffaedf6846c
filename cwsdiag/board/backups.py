"""Copies of a file that are made before an act of its owner: the newest few, in a folder beside it.

Of a board, and of judgements, which are kept in a file of the same manner.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.board.models import Backup
from cwsdiag.folders import made_private
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from cwsdiag.errors import CwsdiagError

# So many are kept.
KEPT = 10
# 000012-20260102T030405Z-remove-task.sqlite: numbers, as clocks may go back.
_NAME = re.compile(r"(\d{6,})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z-]+)\.sqlite")


@dataclass(frozen=True)
class Acting:
    """How acts are done in a kind of file.

    Attributes:
        error: what is raised where a copy cannot be made.
        copy: copies a file to another place.
        writing: gives a transaction that writes to a file.
    """

    error: type[CwsdiagError]
    copy: Callable[[Path, Path], None]
    writing: Callable[[Path], AbstractContextManager[sqlite3.Connection]]

    @contextmanager
    def begun(
        self, path: Path, act: str, now: str, *, keeping: Path | None = None
    ) -> Iterator[tuple[sqlite3.Connection, Path]]:
        """Give a transaction that writes, and a copy of the file as it was when it began; without an act, no copy.

        Args:
            path: of the file.
            act: what is to be done, in small letters.
            now: as ``sqlite.stamp`` writes it.
            keeping: a backup that must not go because it is one of the oldest.

        Raises:
            CwsdiagError: of class ``error``: the copy cannot be written; then the act is not to be done.
        """
        with self.writing(path) as connection:
            backup = self._backed_up(path, act, now)
            try:
                yield connection, backup
            except BaseException:
                backup.unlink(missing_ok=True)
                raise
        for old in backups(path)[KEPT:]:
            if old.path != keeping:
                old.path.unlink(missing_ok=True)

    def _backed_up(self, path: Path, act: str, now: str) -> Path:
        """Copy a file as it is before an act, and return the copy."""
        try:
            kept = made_private(folder(path))
        except OSError as error:
            raise self.error(
                lazy("{path}: its folder cannot be made ({reason}).", path=folder(path), reason=error.strerror)
            ) from None
        number = 1 + max((int(one.path.name.partition("-")[0]) for one in backups(path)), default=0)
        moment = now[:19].replace("-", "").replace(":", "")
        target = kept / f"{number:06}-{moment}Z-{act}.sqlite"
        self.copy(path, target)
        return target


def give_back(connection: sqlite3.Connection, old: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Give tables back what a copy has.

    Args:
        connection: in a transaction that writes.
        old: of the copy.
        tables: in an order in which each finds what it refers to.
    """
    for table in reversed(tables):
        connection.execute(f"DELETE FROM {table}")
    for table in tables:
        rows = old.execute(f"SELECT * FROM {table} ORDER BY rowid")
        names = [column[0] for column in rows.description]
        connection.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", map(tuple, rows)
        )


def folder(path: Path) -> Path:
    """Return where the backups of a file lie."""
    return path.with_name(f"{path.name}.backups")


def backups(path: Path) -> list[Backup]:
    """Return the backups of a file, newest first; empty where there are none, or they cannot be listed."""
    try:
        named = [(found, file) for file in folder(path).iterdir() if (found := _NAME.fullmatch(file.name))]
    except OSError:
        return []
    named.sort(key=lambda one: int(one[0][1]), reverse=True)
    return [Backup(file, _created(found), found[8]) for found, file in named]


def _created(found: re.Match[str]) -> str:
    year, month, day, hour, minute, second = found.groups()[1:7]
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}+00:00"
