"""The board's file: its tables, how older ones are brought up to date, and transactions on it (``cwsdiag.sqlite``)."""

from __future__ import annotations

from functools import partial

from cwsdiag import sqlite
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

# PRAGMA application_id: tells a board from the files of other programs ("cwsb").
APPLICATION = 0x63777362

_VERSION_1 = (
    # Bytes as given, packed by zlib. A file belongs to one submission, or to one or two tasks (both parts of a split).
    """
    CREATE TABLE file (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        encoding TEXT NOT NULL,
        format TEXT NOT NULL,
        normalise TEXT NOT NULL,
        packed BLOB NOT NULL
    )
    """,
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
        signature TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE task_file (
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('gold', 'raw', 'training', 'reference')),
        position INTEGER NOT NULL,
        file INTEGER NOT NULL REFERENCES file,
        PRIMARY KEY (task, role, position)
    )
    """,
    # AUTOINCREMENT: the number of a removed submission is not given to another, whom its token would not fit.
    """
    CREATE TABLE submission (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('system', 'baseline')),
        system TEXT NOT NULL,
        author TEXT NOT NULL,
        track TEXT CHECK (track IN ('closed', 'open')),
        description TEXT NOT NULL,
        created TEXT NOT NULL,
        digest TEXT NOT NULL,
        signature TEXT NOT NULL,
        file INTEGER NOT NULL REFERENCES file,
        UNIQUE (task, system, author, digest)
    )
    """,
    "CREATE INDEX submission_by_author ON submission (task, author, created)",
    # Apart from the rest, so that no query for the public table can give them out by mistake.
    """
    CREATE TABLE secret (
        submission INTEGER PRIMARY KEY REFERENCES submission ON DELETE CASCADE,
        email TEXT NOT NULL,
        token_digest TEXT NOT NULL
    )
    """,
    # No type for the value: SQLite would make 1 of 1.0, or 1.0 of 1. NULL is an undefined score.
    """
    CREATE TABLE score (
        submission INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
        name TEXT NOT NULL,
        value,
        UNIQUE (submission, name)
    )
    """,
)

_VERSION_2 = (
    # The committee's name is for everybody to see; what stands for the file in signatures, too, but not its digest.
    "ALTER TABLE task ADD COLUMN committee TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE task ADD COLUMN weights_mark TEXT NOT NULL DEFAULT ''",
    # Another role: SQLite cannot change a CHECK, so the table is made again. No other table refers to it.
    """
    CREATE TABLE task_file_2 (
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('gold', 'raw', 'training', 'reference', 'weights')),
        position INTEGER NOT NULL,
        file INTEGER NOT NULL REFERENCES file,
        PRIMARY KEY (task, role, position)
    )
    """,
    "INSERT INTO task_file_2 (task, role, position, file) SELECT task, role, position, file FROM task_file",
    "DROP TABLE task_file",
    "ALTER TABLE task_file_2 RENAME TO task_file",
)

_VERSION_3 = (
    # When systems may be handed in, as ``sqlite.stamp`` writes it; empty for no bound.
    "ALTER TABLE task ADD COLUMN opens TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE task ADD COLUMN closes TEXT NOT NULL DEFAULT ''",
    # What is done where a submission has other characters than gold.
    """
    ALTER TABLE task ADD COLUMN mismatch TEXT NOT NULL DEFAULT 'error' CHECK (mismatch IN ('error', 'skip', 'count'))
    """,
    # What a track allows, where the owner has said so; their names stand in task.tracks, with commas between.
    """
    CREATE TABLE track_rule (
        task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        track TEXT NOT NULL,
        rule TEXT NOT NULL,
        PRIMARY KEY (task, track)
    )
    """,
    # Tracks of any name: SQLite cannot drop a CHECK, so the table is made again, and those that refer to it before it
    # goes: what goes takes with it what refers to it.
    """
    CREATE TABLE submission_3 (
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
        UNIQUE (task, system, author, digest)
    )
    """,
    """
    INSERT INTO submission_3 (id, task, kind, system, author, track, description, created, digest, signature, file)
    SELECT id, task, kind, system, author, track, description, created, digest, signature, file FROM submission
    """,
    # The numbers of removed submissions are not given again.
    "DELETE FROM sqlite_sequence WHERE name = 'submission_3'",
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'submission_3', seq FROM sqlite_sequence WHERE name = 'submission'",
    """
    CREATE TABLE secret_3 (
        submission INTEGER PRIMARY KEY REFERENCES submission_3 ON DELETE CASCADE,
        email TEXT NOT NULL,
        token_digest TEXT NOT NULL
    )
    """,
    "INSERT INTO secret_3 (submission, email, token_digest) SELECT submission, email, token_digest FROM secret",
    """
    CREATE TABLE score_3 (
        submission INTEGER NOT NULL REFERENCES submission_3 ON DELETE CASCADE,
        name TEXT NOT NULL,
        value,
        UNIQUE (submission, name)
    )
    """,
    "INSERT INTO score_3 (submission, name, value) SELECT submission, name, value FROM score ORDER BY rowid",
    "DROP TABLE secret",
    "DROP TABLE score",
    "DROP TABLE submission",
    "ALTER TABLE submission_3 RENAME TO submission",
    "ALTER TABLE secret_3 RENAME TO secret",
    "ALTER TABLE score_3 RENAME TO score",
    "CREATE INDEX submission_by_author ON submission (task, author, created)",
)

_VERSION_4 = (
    # Whether systems may be handed in by people who have no key.
    "ALTER TABLE task ADD COLUMN keyless INTEGER NOT NULL DEFAULT 1 CHECK (keyless IN (0, 1))",
    # Which share of the sentences counts only after closing, and what they are drawn with: as secret as gold.
    "ALTER TABLE task ADD COLUMN held_back REAL NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN held_back_seed TEXT NOT NULL DEFAULT ''",
    # How the board knows whose a submission is, for everybody to see; and as whom, which is for the board alone.
    """
    ALTER TABLE submission ADD COLUMN known_by TEXT NOT NULL DEFAULT '' CHECK (known_by IN ('', 'key', 'sign-in'))
    """,
    "ALTER TABLE submission ADD COLUMN identity TEXT NOT NULL DEFAULT ''",
    # Scores without the sentences that are held back, of tasks that hold some back.
    """
    CREATE TABLE interim (
        submission INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
        name TEXT NOT NULL,
        value,
        UNIQUE (submission, name)
    )
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
    )
    """,
    # The owner's key, hashed, what addresses are hashed with, and limits of the owner's own.
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "INSERT INTO setting (name, value) VALUES ('salt', lower(hex(randomblob(32))))",
    # Who handed in lately, to count by. No task is referred to: what was removed counts all the same.
    "CREATE TABLE tally (who TEXT NOT NULL, task INTEGER NOT NULL, moment TEXT NOT NULL)",
)

# Version n of the schema is what the first n of them make. A released one is never changed; a new one goes at the end.
MIGRATIONS: list[tuple[str, ...]] = [_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4]

_KIND = sqlite.FileKind(
    lazy("board"), "cwsdiag board add-task", "cwsdiag board check", APPLICATION, MIGRATIONS, BoardError
)
# See ``cwsdiag.sqlite``.
prepare = partial(sqlite.prepare, kind=_KIND)
transaction = partial(sqlite.transaction, kind=_KIND)
back_up = partial(sqlite.back_up, kind=_KIND)
examine = partial(sqlite.examine, kind=_KIND)
