"""Files that several programs write to at once: SQLite with a version of its tables, and transactions on it.

Connections live as long as a transaction: pages run in threads, and two servers may have the same file open. Writers
queue up (BEGIN IMMEDIATE, a busy timeout); readers never wait (WAL). A process that dies inside a transaction leaves
nothing of it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from cwsdiag.errors import CwsdiagError

BUSY_SECONDS = 30.0

_TROUBLE = {
    sqlite3.SQLITE_BUSY: lazy("other programs have been writing to it for too long. Try again."),
    sqlite3.SQLITE_LOCKED: lazy("other programs have been writing to it for too long. Try again."),
    sqlite3.SQLITE_CORRUPT: lazy("the file is damaged. Restore a backup."),
    sqlite3.SQLITE_CANTOPEN: lazy("cannot be opened. Check that its folder is there and may be written to."),
    sqlite3.SQLITE_READONLY: lazy("may not be written to. Change its permissions and those of its folder."),
    sqlite3.SQLITE_PERM: lazy("may not be opened. Change its permissions."),
    sqlite3.SQLITE_FULL: lazy("the disk is full. Make room and try again."),
    sqlite3.SQLITE_IOERR: lazy("the disk fails to read or write it. Check the disk."),
    sqlite3.SQLITE_TOOBIG: lazy("a file is too large for it. Give a smaller one."),
}


@dataclass(frozen=True)
class FileKind:
    """A kind of file.

    Attributes:
        called: what people call it, such as ``board``; ``lazy`` where pages say it.
        made_by: the command that makes one.
        application: PRAGMA application_id, which tells it from the files of other programs.
        migrations: version n of its tables is what the first n of these statements make. What was released is never
            changed; a new version goes at the end.
        error: what is raised where it cannot be used.
    """

    called: str
    made_by: str
    application: int
    migrations: Sequence[tuple[str, ...]]
    error: type[CwsdiagError]


def prepare(path: Path, kind: FileKind, *, create: bool) -> None:
    """Make a file on first use, and bring one of an older version up to date.

    Args:
        path: where it lies.
        kind: what it is.
        create: whether to make it where there is none.

    Raises:
        CwsdiagError: of the kind's class: it is missing, of another kind, newer than this program, or cannot be opened.
    """
    if not create and not path.exists():
        raise kind.error(
            lazy(
                "{path}: there is no {kind}. Check the path, or make it with `{command}`.",
                path=path,
                kind=kind.called,
                command=kind.made_by,
            )
        )
    if create:
        _create(path, kind)
    with _connected(path, kind) as connection:
        with _begun(connection, "BEGIN"):
            version = _version(connection, path, kind)
        if version == len(kind.migrations):
            return
        _use_wal(connection)
        with _begun(connection, "BEGIN IMMEDIATE"):
            # Asked again: another process may have been first.
            for statements in kind.migrations[_version(connection, path, kind) :]:
                for statement in statements:
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {kind.application}")
            connection.execute(f"PRAGMA user_version = {len(kind.migrations)}")


@contextmanager
def transaction(path: Path, kind: FileKind, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    """Give a connection on which everything is done or, after an error, nothing; its rows know their columns' names.

    Args:
        path: a file that ``prepare`` made.
        kind: what it is.
        write: whether to write; then no other process writes until the end.

    Raises:
        CwsdiagError: of the kind's class: the file is gone, was made newer meanwhile, is locked for too long, or the
            disk fails.
    """
    with (
        _connected(path, kind) as connection,
        _begun(connection, "BEGIN IMMEDIATE" if write else "BEGIN"),
    ):
        if _version(connection, path, kind) != len(kind.migrations):
            raise kind.error(
                lazy(
                    "{path}: this file is not the {kind} that was opened. Start the program again.",
                    path=path,
                    kind=kind.called,
                )
            )
        yield connection


def stamp(moment: datetime) -> str:
    """Return a moment as it is stored: UTC, ISO 8601, to the second; the order of such texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _create(path: Path, kind: FileKind) -> None:
    """Make an empty file for its owner alone, as it holds what is not for all; SQLite makes those beside it alike."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise kind.error(
            lazy(
                "{path}: cannot be opened ({error}). Check its folder and its permissions.",
                path=path,
                error=error.strerror,
            )
        ) from None


@contextmanager
def _connected(path: Path, kind: FileKind) -> Iterator[sqlite3.Connection]:
    try:
        # Without `mode` a file that was moved away would be made again, empty.
        address = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            # What is removed is overwritten, personal data above all.
            connection.execute("PRAGMA secure_delete = ON")
            connection.row_factory = sqlite3.Row
            yield connection
    except sqlite3.DatabaseError as error:
        # The low byte is the kind of trouble, the rest its details.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            trouble = lazy(
                "this file is not a {kind}. Name the one that `{command}` made.", kind=kind.called, command=kind.made_by
            )
        elif code in _TROUBLE:
            trouble = _TROUBLE[code]
        else:
            raise
        raise kind.error(lazy("{name}: {problem}", name=path, problem=trouble)) from None


@contextmanager
def _begun(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _version(connection: sqlite3.Connection, path: Path, kind: FileKind) -> int:
    """Return the version of the tables, 0 for an empty file."""

    def ask(query: str) -> int:
        (value,) = connection.execute(query).fetchone()
        return int(value)

    version, known = ask("PRAGMA user_version"), len(kind.migrations)
    if ask("PRAGMA application_id") != kind.application and ask("SELECT count(*) FROM sqlite_master"):
        raise kind.error(
            lazy(
                "{path}: this is a database of another program, not a {kind}. Name another file.",
                path=path,
                kind=kind.called,
            )
        )
    if version > known:
        raise kind.error(
            lazy(
                "{path}: this {kind} was made by a newer cwsdiag (version {version} of its tables; this one knows "
                "{known}). Update cwsdiag.",
                path=path,
                kind=kind.called,
                version=version,
                known=known,
            )
        )
    return version


def _use_wal(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work at the same time; SQLite does not wait by itself when several ask for this."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.02)
