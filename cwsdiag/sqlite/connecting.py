"""Connections to a file, and what SQLite says of it in our words: nothing of SQLite's own comes out of here."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from cwsdiag import files
from cwsdiag.errors import shown
from cwsdiag.languages import lazy
from cwsdiag.sqlite.cells import NO_UTF_8, Damaged, decoded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cwsdiag.errors import CwsdiagError
    from cwsdiag.sqlite.kinds import FileKind

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


@contextmanager
def connected(path: Path, kind: FileKind) -> Iterator[sqlite3.Connection]:
    """Give a connection to a file that is there; what is wrong with the file is raised as the kind's error.

    Raises:
        CwsdiagError: of the kind's class: it is missing, empty, no file, damaged, locked for too long, or the disk
            fails.
    """
    refuse_no_file(path, kind)
    try:
        # Without `mode` a file that was moved away would be made again, empty.
        address = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            # What is removed is overwritten, personal data above all.
            connection.execute("PRAGMA secure_delete = ON")
            connection.row_factory = sqlite3.Row
            connection.text_factory = decoded
            yield connection
    except Damaged as damage:
        raise _damaged(path, kind, damage.problem) from None
    except UnicodeDecodeError:
        # Names of tables and columns are decoded by Python's module itself.
        raise _damaged(path, kind, NO_UTF_8) from None
    except sqlite3.ProgrammingError:
        # It is this program that is wrong, not the file.
        raise
    except sqlite3.Error as error:
        raise trouble(path, kind, error) from None


@contextmanager
def begun(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """Do all that is done inside, or nothing of it.

    Args:
        connection: to a file.
        begin: ``BEGIN``, or ``BEGIN IMMEDIATE`` to write.
    """
    connection.execute(begin)
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def use_wal(connection: sqlite3.Connection) -> None:
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


def version_of(connection: sqlite3.Connection, path: Path, kind: FileKind) -> int:
    """Return the version of the tables of a file, from 1 to the newest.

    Raises:
        CwsdiagError: of the kind's class: it is empty, of another program, newer than this one, or has no version.
    """
    version, known = _number(connection, "PRAGMA user_version"), len(kind.migrations)
    if _number(connection, "PRAGMA application_id") != kind.application:
        if not _number(connection, "SELECT count(*) FROM sqlite_master"):
            raise _empty(path, kind)
        raise kind.error(
            lazy(
                "{path}: this is a database of another program, not a {kind}. Name another file.",
                path=named(path),
                kind=kind.called,
            )
        )
    if version > known:
        raise kind.error(
            lazy(
                "{path}: this {kind} was made by a newer cwsdiag (version {version} of its tables; this one knows "
                "{known}). Update cwsdiag.",
                path=named(path),
                kind=kind.called,
                version=version,
                known=known,
            )
        )
    if version < 1:
        raise Damaged(lazy("its tables have no version ({version})", version=version))
    return version


def refuse_no_file(path: Path, kind: FileKind) -> None:
    """Refuse what is missing, empty, or something else than a file: nothing of it is opened.

    Raises:
        CwsdiagError: of the kind's class: it is.
    """
    if not os.path.lexists(path):
        raise kind.error(
            lazy(
                "{path}: there is no {kind}. Check the path, or make it with `{command}`.",
                path=named(path),
                kind=kind.called,
                command=kind.made_by,
            )
        )
    # SQLite takes an empty one for a new one, and removes what lies beside it.
    if files.refuse_special(path, named(path), error=kind.error).st_size == 0:
        raise _empty(path, kind)


def named(path: Path) -> str:
    """Return a path as messages have it."""
    return shown(str(path), files.LONGEST_NAME)


def unusable(path: Path, kind: FileKind, error: OSError | ValueError) -> CwsdiagError:
    """Return what is said where the system does not let a file be made."""
    return kind.error(lazy("{path}: cannot be made: {problem}", path=named(path), problem=files.unwritten(error)))


def trouble(path: Path, kind: FileKind, error: sqlite3.Error) -> CwsdiagError:
    """Return what is said of an error of SQLite."""
    code = _code(error)
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        # What it lays beside the file finds no room.
        code = sqlite3.SQLITE_FULL
    if code == sqlite3.SQLITE_NOTADB:
        problem = lazy(
            "this file is not a {kind}, or its beginning is damaged. Name the one that `{command}` made, or restore a "
            "backup.",
            kind=kind.called,
            command=kind.made_by,
        )
        return kind.error(lazy("{name}: {problem}", name=named(path), problem=problem))
    if code in _TROUBLE:
        return kind.error(lazy("{name}: {problem}", name=named(path), problem=_TROUBLE[code]))
    return _damaged(path, kind, str(error))


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error of SQLite is one of what is in the file, not of the disk or of who has it open."""
    code = _code(error)
    return code == sqlite3.SQLITE_CORRUPT or (code != sqlite3.SQLITE_NOTADB and code not in _TROUBLE)


def _code(error: sqlite3.Error) -> int:
    # The low byte is the kind of trouble, the rest its details.
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < files.MEGABYTE
    except OSError:
        return False


def _damaged(path: Path, kind: FileKind, problem: str) -> CwsdiagError:
    return kind.error(
        lazy(
            "{path}: this {kind} is damaged: {problem}. Restore a backup; `{command}` says all that is wrong.",
            path=named(path),
            kind=kind.called,
            problem=problem,
            command=kind.checked_by,
        )
    )


def _empty(path: Path, kind: FileKind) -> CwsdiagError:
    return kind.error(
        lazy(
            "{path}: this {kind} is empty, and none is made in its place. Restore a backup, or remove the file to "
            "begin anew.",
            path=named(path),
            kind=kind.called,
        )
    )


def _number(connection: sqlite3.Connection, query: str) -> int:
    (value,) = connection.execute(query).fetchone()
    return int(value)
