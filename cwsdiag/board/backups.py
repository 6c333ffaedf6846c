"""Copies of a board that ``Database.removal`` made before an act of its owner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.board.models import Backup

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

# 000012-20260102T030405Z-remove-task.sqlite: numbers, as clocks may go back.
_NAME = re.compile(r"(\d{6,})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z-]+)\.sqlite")


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
