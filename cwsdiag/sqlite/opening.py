"""Making a file, bringing it up to date, and transactions on it.

Connections live as long as a transaction: pages run in threads, and two servers may have the same file open. Writers
queue up (BEGIN IMMEDIATE, a busy timeout); readers never wait (WAL). A process that dies inside a transaction leaves
nothing of it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from cwsdiag.languages import lazy
from cwsdiag.sqlite.connecting import begun, connected, named, use_wal, version_of
from cwsdiag.sqlite.copies import copy_beside, new_file
from cwsdiag.sqlite.tables import check_references, check_tables, migrate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cwsdiag.sqlite.kinds import FileKind


def prepare(path: Path, kind: FileKind, *, create: bool) -> None:
    """Make a file where there is none, and bring one of an older version up to date.

    Before it is changed it is copied: the copy lies beside it, called as it with its version.

    Args:
        path: where it lies.
        kind: what it is.
        create: whether to make it where there is none.

    Raises:
        CwsdiagError: of the kind's class: it is missing, of another kind, damaged, newer than this program, or cannot
            be opened.
    """
    if create and not os.path.lexists(path):
        _make(path, kind)
    with connected(path, kind) as connection:
        with begun(connection, "BEGIN"):
            version = version_of(connection, path, kind)
            check_tables(connection, kind, version)
            check_references(connection)
        if version < len(kind.migrations):
            _update(connection, path, kind)


@contextmanager
def transaction(path: Path, kind: FileKind, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    """Give a connection on which everything is done or, after an error, nothing; its rows know their columns' names.

    Args:
        path: a file that ``prepare`` made.
        kind: what it is.
        write: whether to write; then no other process writes until the end.

    Raises:
        CwsdiagError: of the kind's class: the file is gone, damaged, was made newer meanwhile, is locked for too long,
            or the disk fails.
    """
    with (
        connected(path, kind) as connection,
        begun(connection, "BEGIN IMMEDIATE" if write else "BEGIN"),
    ):
        version = version_of(connection, path, kind)
        if version != len(kind.migrations):
            raise kind.error(
                lazy(
                    "{path}: this file is not the {kind} that was opened. Start the program again.",
                    path=named(path),
                    kind=kind.called,
                )
            )
        check_tables(connection, kind, version)
        yield connection


def _make(path: Path, kind: FileKind) -> None:
    # Another process may make it at the same moment: the first stays.
    with (
        suppress(FileExistsError),
        new_file(path, kind) as made,
        closing(sqlite3.connect(made, isolation_level=None)) as connection,
    ):
        use_wal(connection)
        with begun(connection, "BEGIN"):
            _bring(connection, kind, 0)


def _update(connection: sqlite3.Connection, path: Path, kind: FileKind) -> None:
    """Bring a file of an older version up to date, once it has been copied."""
    use_wal(connection)
    with begun(connection, "BEGIN IMMEDIATE"):
        # Asked again: another process may have been first.
        version = version_of(connection, path, kind)
        if version == len(kind.migrations):
            return
        copy = copy_beside(path, kind, f"version-{version}")
        try:
            _bring(connection, kind, version)
        except BaseException:
            copy.unlink()
            raise
    logging.getLogger("cwsdiag").warning(
        "%s: brought from version %d of its tables to %d. What it was before lies in %s.",
        named(path),
        version,
        len(kind.migrations),
        named(copy),
    )


def _bring(connection: sqlite3.Connection, kind: FileKind, version: int) -> None:
    migrate(connection, kind.migrations[version:])
    connection.execute(f"PRAGMA application_id = {kind.application}")
    connection.execute(f"PRAGMA user_version = {len(kind.migrations)}")
