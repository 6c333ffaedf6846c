"""The board's file: its tables, and what is done with what a board of 0.2.0 has."""

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
    # Frozen is a task of 0.2.0 that held sentences back: until it closes its scores are the interim ones.
    """
    CREATE TABLE task (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        tracks TEXT NOT NULL,
        opens TEXT NOT NULL,
        closes TEXT NOT NULL,
        rules TEXT NOT NULL,
        open_gold INTEGER NOT NULL CHECK (open_gold IN (0, 1)),
        mismatch TEXT NOT NULL CHECK (mismatch IN ('error', 'skip', 'count')),
        split TEXT NOT NULL,
        sentences INTEGER NOT NULL,
        words INTEGER NOT NULL,
        characters INTEGER NOT NULL,
        gold_mark TEXT NOT NULL,
        weights_mark TEXT NOT NULL,
        committee TEXT NOT NULL,
        signature TEXT NOT NULL,
        frozen INTEGER NOT NULL DEFAULT 0 CHECK (frozen IN (0, 1))
    ) STRICT
    """,
    # What a track allows, where the owner has said so; their names stand in task.tracks, with commas between.
    """
    CREATE TABLE track_rule (
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        track TEXT NOT NULL,
        rule TEXT NOT NULL,
        PRIMARY KEY (task, track)
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
    # AUTOINCREMENT: the number of a removed submission is not given to another.
    """
    CREATE TABLE submission (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('system', 'baseline')),
        system TEXT NOT NULL,
        author TEXT NOT NULL,
        known_by TEXT NOT NULL CHECK (known_by IN ('', 'key', 'sign-in')),
        identity TEXT NOT NULL,
        email TEXT NOT NULL DEFAULT '',
        track TEXT,
        description TEXT NOT NULL,
        resources TEXT NOT NULL,
        created TEXT NOT NULL,
        digest TEXT NOT NULL,
        signature TEXT NOT NULL,
        file INTEGER NOT NULL REFERENCES file,
        UNIQUE (task, system, author, digest)
    ) STRICT
    """,
    "CREATE INDEX submission_by_author ON submission (task, author, created)",
    # ANY keeps whole numbers and others apart. NULL is an undefined score.
    """
    CREATE TABLE score (
        submission INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
        name TEXT NOT NULL,
        value ANY,
        interim ANY,
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
    # The owner's key, hashed, and what identities are hashed with.
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "INSERT INTO setting (name, value) VALUES ('salt', lower(hex(randomblob(32))))",
)
_UPGRADE = (
    "UPDATE task SET frozen = (SELECT held_back_seed != '' FROM temp.old_task AS old WHERE old.id = task.id)",
    "UPDATE score SET interim = (SELECT value FROM temp.old_interim AS old "
    "WHERE old.submission = score.submission AND old.name = score.name)",
    "UPDATE submission SET email = (SELECT email FROM temp.old_secret AS old WHERE old.submission = submission.id) "
    "WHERE kind = 'system'",
    "DELETE FROM setting WHERE name NOT IN ('salt', 'owner_key')",
)

BOARD = Database(
    kind=lazy("board"),
    command="cwsdiag board",
    made_by="cwsdiag board add-task",
    # "cwsb"
    application=0x63777362,
    version=5,
    tables=_TABLES,
    upgrade=_UPGRADE,
    error=BoardError,
)
