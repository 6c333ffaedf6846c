"""Judgements of two judges, and files that are damaged."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from cwsdiag.judging import Judgements
from tests.judging.corpus import clock, dataset, judge_all

if TYPE_CHECKING:
    pass


def good_judgements(path):
    """Make a file with one study of which two judges have said something."""
    kept = Judgements(path, clock=clock)
    study = kept.new("first", dataset(8, names=("crf", "bert")), sentences=4, seed=3)
    judge_all(kept, study, "a", 1)
    judge_all(kept, study, "b", 2, upto=1)


def damaged(good, bad, *statements):
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


def copied(good, bad):
    """Copy a file that nobody has open, and drop what lay beside the copy before."""
    for ending in ("-wal", "-shm"):
        bad.with_name(bad.name + ending).unlink(missing_ok=True)
    shutil.copy(good, bad)
