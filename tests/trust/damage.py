"""Good boards and judgements, what is done with them, and ways to damage them."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from cwsdiag.board import Board, Submitter
from cwsdiag.judging import Judgements, outcome, to_csv
from tests.board.corpus import REFERENCE, Clock, entry, numbered, source, weighted
from tests.judging.corpus import clock, dataset, judge_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    Uses = Sequence[Callable[[], object]]

# What no column holds by right: of another type, no UTF-8, nothing.
WRONG = ("'x'", "x'fffe009c'", "NULL", "CAST(x'fffe41' AS TEXT)", "9e999")


def good_board(path: Path) -> str:
    """Make a board with all that a board can hold, and return the token of its one submission, number 3."""
    board = Board(path, clock=Clock())
    board.add_task(weighted("news", open_gold=True, references=(source(REFERENCE),), track_rules={"closed": "x"}))
    board.owner_key()
    board.set_limits(keyless_hour=20, keyless_day=30)
    by = Submitter(key=board.add_key("Li Hua"))
    return board.submit("news", entry(email="a@b"), source(numbered(1)), by=by).token


def board_uses(path: Path, token: str, *, writing: bool = True) -> Uses:
    """Return what is done with the board of ``good_board``, reading and writing."""
    board = Board(path, create=False, clock=Clock())
    writes: Uses = (
        lambda: board.submit("news", entry("two", "Wang"), source(numbered(2))),
        lambda: board.set_times("news", opens=None, closes=None),
        lambda: board.undo(board.close("news").backup),
        lambda: board.remove(3),
    )
    return (
        board.tasks,
        board.participants,
        lambda: board.table("news"),
        lambda: board.submission(3),
        lambda: board.raw_text("news"),
        lambda: board.training("news"),
        lambda: board.gold("news"),
        lambda: board.references("news"),
        lambda: board.weights("news"),
        lambda: board.material("news", [1, 2, 3]),
        lambda: board.prediction(3, token),
        board.keys,
        lambda: board.is_owner_key("x"),
        *(writes if writing else ()),
    )


def good_judgements(path: Path) -> None:
    """Make a file with one study of which two judges have said something."""
    kept = Judgements(path, clock=clock)
    study = kept.new("first", dataset(8, names=("crf", "bert")), sentences=4, seed=3)
    judge_all(kept, study, "a", 1)
    judge_all(kept, study, "b", 2, upto=1)


def judgements_uses(path: Path) -> Uses:
    """Return what is done with the file of ``good_judgements``, reading and writing."""
    kept = Judgements(path, create=False, clock=clock)

    def mark() -> None:
        item = kept.study("first").to_judge[0]
        kept.mark("first", "c", item.number, {item.candidates[0].key: "best"})

    return (
        kept.names,
        lambda: outcome(*kept.look("first")),
        lambda: to_csv(*kept.look("first")),
        lambda: kept.look("first", "a"),
        mark,
    )


def tables(path: Path) -> dict[str, list[str]]:
    """Return the columns of each table of a file."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for (name,) in names.fetchall()
        }


def damages(good: Path, bad: Path) -> Iterator[str]:
    """Make one bad file after the other of a good one, and say what was done to it.

    The last row of each table has two wrong values in turn in each column; each table, and each column, is missing.
    """
    wrong = itertools.cycle(WRONG)
    for table, columns in tables(good).items():
        last = f"WHERE rowid = (SELECT max(rowid) FROM {table})"
        statements = [
            f"UPDATE {table} SET {column} = {value} {last}"
            for column in columns
            for value in (next(wrong), next(wrong))
        ]
        statements += [f"ALTER TABLE {table} RENAME COLUMN {column} TO other" for column in columns]
        for statement in (*statements, f"DELETE FROM {table}", f"DROP TABLE {table}"):
            if damaged(good, bad, statement):
                yield statement


def damaged(good: Path, bad: Path, *statements: str) -> bool:
    """Make a bad file of a good one; return whether SQLite lets that happen."""
    copied(good, bad)
    with closing(sqlite3.connect(bad, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        try:
            for statement in statements:
                connection.execute(statement)
        except (sqlite3.IntegrityError, sqlite3.OperationalError):
            return False
    return True


def copied(good: Path, bad: Path) -> None:
    """Copy a file that nobody has open, and drop what lay beside the copy before."""
    for ending in ("-wal", "-shm"):
        bad.with_name(bad.name + ending).unlink(missing_ok=True)
    shutil.copy(good, bad)
