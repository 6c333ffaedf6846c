"""What is wrong with a file: all that can be seen from outside, and what its kind knows of its content."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.sqlite.cells import NO_UTF_8, Damaged, decoded
from cwsdiag.sqlite.connecting import begun, connected, is_damage, version_of
from cwsdiag.sqlite.tables import check_tables, migrate, tables_made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from cwsdiag.sqlite.kinds import FileKind
    from cwsdiag.sqlite.tables import Column

    # Yields what is wrong with the content of a file whose tables are those of the newest version.
    Content = Callable[[sqlite3.Connection], Iterator[str]]

# Of each sort of faults: a damaged file has thousands.
_MOST = 20
# What values are called that a column of a type may hold. A column of no type holds numbers.
_STORED = {
    "TEXT": ("text",),
    "INTEGER": ("integer",),
    "BLOB": ("blob",),
    "REAL": ("real", "integer"),
    "": ("real", "integer"),
}


@dataclass(frozen=True)
class Health:
    """What was found in a file.

    Attributes:
        version: of its tables; 0 where it has none.
        newest: the version that this program makes of it when it is opened.
        bytes: how large it is.
        rows: how many rows each table has, by name; empty where its tables are damaged.
        problems: what is wrong, a sentence each; empty for a sound file.
    """

    version: int
    newest: int
    bytes: int
    rows: Mapping[str, int]
    problems: tuple[str, ...]


def examine(path: Path, kind: FileKind, content: Content) -> Health:
    """Say all that is wrong with a file; nothing is written to it, and one of an older version stays so.

    Args:
        path: of the file.
        kind: what it is.
        content: says what is wrong with what its rows mean.

    Raises:
        CwsdiagError: of the kind's class: it is missing, empty, of another kind, newer than this program, or cannot be
            opened.
    """
    version, rows, problems = 0, dict[str, int](), list[str]()
    with connected(path, kind) as connection:
        connection.execute("PRAGMA query_only = ON")
        with begun(connection, "BEGIN"):
            try:
                version = version_of(connection, path, kind)
                problems += _pages(connection)
                check_tables(connection, kind, version)
                tables = tables_made(kind, version)
                rows = {table: _count(connection, f"SELECT count(*) FROM {table}") for table in tables}
                for table, columns in tables.items():
                    problems += _values(connection, table, columns)
                problems += (
                    content(connection)
                    if version == len(kind.migrations)
                    else _later(connection, kind, version, content)
                )
            except Damaged as damage:
                problems.append(f"{damage.problem}.")
            except UnicodeDecodeError:
                problems.append(f"{NO_UTF_8}.")
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                problems.append(f"SQLite: {error}.")
    return Health(version, len(kind.migrations), path.stat().st_size, rows, tuple(dict.fromkeys(problems)))


def _pages(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what SQLite itself finds: damaged pages, broken rules of tables, rows that refer to none."""
    for (said,) in connection.execute(f"PRAGMA integrity_check({_MOST})"):
        if said != "ok":
            yield f"SQLite: {said}."
    missing = connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST)
    for table, row, parent, _ in missing:
        yield f"table {table}, row {row}: the row of {parent} that it belongs to is missing."


def _values(connection: sqlite3.Connection, table: str, columns: Mapping[str, Column]) -> Iterator[str]:
    """Yield the columns of a table that hold something else than they were declared for."""
    for column, (type_, not_null, _) in columns.items():
        allowed = (*_STORED[type_], *(() if not_null else ("null",)))
        marks = ", ".join("?" * len(allowed))
        query = f"SELECT count(*) FROM {table} WHERE typeof({column}) NOT IN ({marks})"
        count = _count(connection, query, *allowed)
        if count:
            yield f"table {table}, column {column}: {count:,} values of another type than {' or '.join(allowed)}."
        if type_ == "TEXT":
            try:
                for _row in connection.execute(f"SELECT {column} FROM {table}"):
                    pass
            except Damaged as damage:
                yield f"table {table}, column {column}: {damage.problem}."


def _later(connection: sqlite3.Connection, kind: FileKind, version: int, content: Content) -> Iterator[str]:
    """Yield what is wrong with the content of an older file, from a copy that is brought up to date."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        connection.backup(copy)
        copy.row_factory, copy.text_factory = sqlite3.Row, decoded
        migrate(copy, kind.migrations[version:])
        yield from content(copy)


def _count(connection: sqlite3.Connection, query: str, *values: str) -> int:
    (found,) = connection.execute(query, values).fetchone()
    return int(found)
