"""Files as earlier versions of this program left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def made_older(path: Path, target: Path, migrations: Sequence[tuple[str, ...]], application: int, version: int) -> None:
    """Make a file of an older version that holds what a file of today does, as far as it has places for it.

    Args:
        path: of the file of today.
        target: of the older one.
        migrations: of its kind.
        application: number of its kind.
        version: the older one.
    """
    with closing(sqlite3.connect(target, isolation_level=None)) as old:
        for statements in migrations[:version]:
            for statement in statements:
                old.execute(statement)
        old.execute(f"PRAGMA application_id = {application}")
        old.execute(f"PRAGMA user_version = {version}")
        old.execute("ATTACH ? AS new", (str(path),))
        names = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for (table,) in old.execute(names).fetchall():
            here, there = (
                [row[1] for row in old.execute(f"PRAGMA {database}.table_info({table})")]
                for database in ("main", "new")
            )
            columns = ", ".join(name for name in here if name in there)
            # In the order of their keys: no row stands before what it refers to.
            old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table} ORDER BY rowid")
