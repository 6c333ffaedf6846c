"""Files as cwsdiag 0.2.0 left them, as SQL: a board of two tasks, and judgements of two studies."""

import sqlite3
from contextlib import closing
from pathlib import Path


def make(name, path):
    """Make ``board`` or ``judgements`` in a new file, and return its path."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((Path(__file__).parent / f"{name}.sql").read_text(encoding="utf-8"))
    return path
