"""The tables of a file of judgements; see ``cwsdiag.database``."""

from __future__ import annotations

from cwsdiag.database import Database
from cwsdiag.errors import JudgingError
from cwsdiag.languages import lazy

_TABLES = (
    # The one that the owner chose to be shown first has 1 as ``chosen``.
    """
    CREATE TABLE study (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        dataset TEXT NOT NULL,
        gold TEXT NOT NULL,
        seed INTEGER NOT NULL,
        signature TEXT NOT NULL,
        committee TEXT NOT NULL,
        chosen INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    # NULL is an undefined score.
    """
    CREATE TABLE system (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        f1 REAL,
        f_b REAL,
        PRIMARY KEY (study, place),
        UNIQUE (study, name)
    ) STRICT
    """,
    """
    CREATE TABLE sentence (
        id INTEGER PRIMARY KEY,
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        number INTEGER NOT NULL,
        UNIQUE (study, place),
        UNIQUE (study, number)
    ) STRICT
    """,
    # The segmentation of a sentence by a system, a blank between words: no word has white space in it.
    """
    CREATE TABLE output (
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        system INTEGER NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (sentence, system)
    ) STRICT
    """,
    """
    CREATE TABLE judgement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        judge TEXT NOT NULL,
        made TEXT NOT NULL,
        UNIQUE (sentence, judge)
    ) STRICT
    """,
    """
    CREATE TABLE mark (
        judgement INTEGER NOT NULL REFERENCES judgement ON DELETE CASCADE,
        candidate TEXT NOT NULL,
        mark TEXT NOT NULL CHECK (mark IN ('best', 'second')),
        PRIMARY KEY (judgement, candidate)
    ) STRICT
    """,
    # Who judges under a name: SHA-256 (hex) of the code that they were given, or of who signed in.
    """
    CREATE TABLE judge (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        name TEXT NOT NULL,
        holder TEXT NOT NULL,
        PRIMARY KEY (study, name)
    ) STRICT
    """,
)

JUDGEMENTS = Database(
    kind=lazy("file of judgements"),
    command="cwsdiag judge",
    made_by="cwsdiag judge new",
    application=0x6377736A,
    version=3,
    tables=_TABLES,
    error=JudgingError,
)
