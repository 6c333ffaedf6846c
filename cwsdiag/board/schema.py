"""The tables of a board's file; see ``cwsdiag.database``."""

from __future__ import annotations

from cwsdiag.database import Database
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

_TABLES = (
    # Bytes as given, packed by zlib. A file belongs to one submission, or to one or two tasks (both parts of a split).
    """
    CREATE TABLE file (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        encoding TEXT NOT NULL,
        format TEXT NOT NULL,
        normalise TEXT NOT NULL,
        packed BLOB NOT NULL
    ) STRICT
    """,
    # ``opens`` and ``closes`` as ``database.stamp`` writes them; empty for no bound. Tracks have commas between.
    # Marks stand for a file in signatures; what is held back is drawn with a seed that is as secret as gold.
    """
    CREATE TABLE task (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        tracks TEXT NOT NULL,
        rules TEXT NOT NULL,
        open_gold INTEGER NOT NULL CHECK (open_gold IN (0, 1)),
        split TEXT NOT NULL,
        sentences INTEGER NOT NULL,
        words INTEGER NOT NULL,
        characters INTEGER NOT NULL,
        gold_mark TEXT NOT NULL,
        signature TEXT NOT NULL,
        committee TEXT NOT NULL DEFAULT '',
        weights_mark TEXT NOT NULL DEFAULT '',
        opens TEXT NOT NULL DEFAULT '',
        closes TEXT NOT NULL DEFAULT '',
        mismatch TEXT NOT NULL DEFAULT 'error' CHECK (mismatch IN ('error', 'skip', 'count')),
        keyless INTEGER NOT NULL DEFAULT 1 CHECK (keyless IN (0, 1)),
        held_back REAL NOT NULL DEFAULT 0,
        held_back_seed TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
    """
    CREATE TABLE task_file (
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('gold', 'raw', 'training', 'reference', 'weights')),
        position INTEGER NOT NULL,
        file INTEGER NOT NULL REFERENCES file,
        PRIMARY KEY (task, role, position)
    ) STRICT
    """,
    # What a track allows, where the owner has said so.
    """
    CREATE TABLE track_rule (
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        track TEXT NOT NULL,
        rule TEXT NOT NULL,
        PRIMARY KEY (task, track)
    ) STRICT
    """,
    # AUTOINCREMENT: the number of a removed submission is not given to another.
    """
    CREATE TABLE submission (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('system', 'baseline')),
        system TEXT NOT NULL,
        author TEXT NOT NULL,
        track TEXT,
        description TEXT NOT NULL,
        resources TEXT NOT NULL DEFAULT '',
        created TEXT NOT NULL,
        digest TEXT NOT NULL,
        signature TEXT NOT NULL,
        file INTEGER NOT NULL REFERENCES file,
        known_by TEXT NOT NULL DEFAULT '' CHECK (known_by IN ('', 'key', 'sign-in')),
        identity TEXT NOT NULL DEFAULT '',
        UNIQUE (task, system, author, digest)
    ) STRICT
    """,
    "CREATE INDEX submission_by_author ON submission (task, author, created)",
    # Apart from the rest, so that no query for the public table can give them out by mistake.
    """
    CREATE TABLE secret (
        submission INTEGER PRIMARY KEY REFERENCES submission ON DELETE CASCADE,
        email TEXT NOT NULL,
        token_digest TEXT NOT NULL
    ) STRICT
    """,
    # ANY: REAL would make 1.0 of 1. NULL is an undefined score.
    """
    CREATE TABLE score (
        submission INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
        name TEXT NOT NULL,
        value ANY,
        UNIQUE (submission, name)
    ) STRICT
    """,
    # Scores without the sentences that are held back, of tasks that hold some back.
    """
    CREATE TABLE interim (
        submission INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
        name TEXT NOT NULL,
        value ANY,
        UNIQUE (submission, name)
    ) STRICT
    """,
    # Names that are not to be mixed up are the same when folded.
    """
    CREATE TABLE access_key (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        digest TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        revoked TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
    # The owner's key, hashed, what addresses are hashed with, and limits of the owner's own.
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "INSERT INTO setting (name, value) VALUES ('salt', lower(hex(randomblob(32))))",
    # Who submitted lately, to count by. No task is referred to: what was removed counts all the same.
    "CREATE TABLE tally (who TEXT NOT NULL, task INTEGER NOT NULL, moment TEXT NOT NULL) STRICT",
)

BOARD = Database(
    kind=lazy("board"),
    command="cwsdiag board",
    made_by="cwsdiag board add-task",
    application=0x63777362,
    version=5,
    tables=_TABLES,
    error=BoardError,
)
prepare, transaction = BOARD.prepare, BOARD.transaction
