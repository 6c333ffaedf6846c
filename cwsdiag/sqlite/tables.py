"""Whether the tables of a file are those that the versions of its kind make."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING

from cwsdiag.languages import lazy
from cwsdiag.sqlite.cells import Damaged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.sqlite.kinds import FileKind

# A column as it was declared: its type, whether it may be NULL, its place in the primary key.
Column = tuple[str, int, int]
Tables = dict[str, dict[str, Column]]

_COLUMNS = """
    SELECT made.name, columns.name, columns.type, columns."notnull", columns.pk
    FROM sqlite_master AS made, pragma_table_info(made.name) AS columns
    WHERE made.type = 'table' AND made.name NOT LIKE 'sqlite~_%' ESCAPE '~'
"""


def check_tables(connection: sqlite3.Connection, kind: FileKind, version: int) -> None:
    """Refuse a file that lacks a table or a column, or in which something happens that this program knows nothing of.

    Raises:
        Damaged: it does.
    """
    wanted, found = tables_made(kind, version), tables_of(connection)
    for table, columns in wanted.items():
        if table not in found:
            raise Damaged(lazy("its table {table} is missing", table=table))
        for column, declared in columns.items():
            if found[table].get(column) != declared:
                raise Damaged(
                    lazy(
                        "the column {column} of its table {table} is missing or another one", column=column, table=table
                    )
                )
    other = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone()
    if other is not None:
        raise Damaged(lazy("there is a trigger or a view in it, which no cwsdiag has made"))


def check_references(connection: sqlite3.Connection) -> None:
    """Refuse a file in which rows belong to rows that are gone: queries would leave them out without a word.

    Raises:
        Damaged: there is one.
    """
    lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    if lost is not None:
        raise Damaged(
            lazy("rows of its table {table} belong to rows of {parent} that are missing", table=lost[0], parent=lost[2])
        )


def tables_made(kind: FileKind, version: int) -> Mapping[str, Mapping[str, Column]]:
    """Return the tables that a version of a kind of files has, with their columns."""
    return _made(tuple(kind.migrations[:version]))


def tables_of(connection: sqlite3.Connection) -> Tables:
    """Return the tables of a file with their columns; empty for an empty file."""
    tables: Tables = {}
    for table, column, *declared in connection.execute(_COLUMNS):
        type_, not_null, place = declared
        tables.setdefault(table, {})[column] = (type_, not_null, place)
    return tables


def migrate(connection: sqlite3.Connection, migrations: Sequence[tuple[str, ...]]) -> None:
    """Change the tables of a file as some migrations say."""
    for statements in migrations:
        for statement in statements:
            connection.execute(statement)


@cache
def _made(migrations: tuple[tuple[str, ...], ...]) -> Tables:
    with closing(sqlite3.connect(":memory:")) as connection:
        migrate(connection, migrations)
        return tables_of(connection)
