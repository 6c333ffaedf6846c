"""The file of judgements: its tables and their versions; see ``cwsdiag.sqlite``."""

from __future__ import annotations

from functools import partial

from cwsdiag import sqlite
from cwsdiag.errors import JudgingError
from cwsdiag.languages import lazy

# PRAGMA application_id: tells a file of judgements from the files of other programs ("cwsj").
APPLICATION = 0x6377736A

_VERSION_1 = (
    """
    CREATE TABLE study (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        dataset TEXT NOT NULL,
        gold TEXT NOT NULL,
        seed INTEGER NOT NULL,
        signature TEXT NOT NULL,
        committee TEXT NOT NULL
    )
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
    )
    """,
    """
    CREATE TABLE sentence (
        id INTEGER PRIMARY KEY,
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        number INTEGER NOT NULL,
        UNIQUE (study, place),
        UNIQUE (study, number)
    )
    """,
    # What a system makes of a sentence, a blank between words: no word has white space in it.
    """
    CREATE TABLE output (
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        system INTEGER NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (sentence, system)
    )
    """,
    """
    CREATE TABLE judgement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        judge TEXT NOT NULL,
        made TEXT NOT NULL,
        UNIQUE (sentence, judge)
    )
    """,
    """
    CREATE TABLE mark (
        judgement INTEGER NOT NULL REFERENCES judgement ON DELETE CASCADE,
        candidate TEXT NOT NULL,
        mark TEXT NOT NULL CHECK (mark IN ('best', 'second')),
        PRIMARY KEY (judgement, candidate)
    )
    """,
)

_VERSION_2 = (
    # The study that everybody is shown who asks for none; of none it is 1, and the oldest is shown, or of one.
    "ALTER TABLE study ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0",
    # Who judges under a name: SHA-256 (hex) of the code that they were given, or of who signed in.
    """
    CREATE TABLE judge (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        name TEXT NOT NULL,
        holder TEXT NOT NULL,
        PRIMARY KEY (study, name)
    )
    """,
)

# Version n of the schema is what the first n of them make. A released one is never changed; a new one goes at the end.
MIGRATIONS: list[tuple[str, ...]] = [_VERSION_1, _VERSION_2]

_KIND = sqlite.FileKind(
    lazy("file of judgements"), "cwsdiag judge new", "cwsdiag judge check", APPLICATION, MIGRATIONS, JudgingError
)
# See ``cwsdiag.sqlite``.
prepare = partial(sqlite.prepare, kind=_KIND)
transaction = partial(sqlite.transaction, kind=_KIND)
back_up = partial(sqlite.back_up, kind=_KIND)
examine = partial(sqlite.examine, kind=_KIND)
