"""The tables of a board's file, what is done with what a board of 0.2.0 has, and the queries of what everybody sees."""

from __future__ import annotations

# All that is known of a submission while gold is private and the task not closed.
RANKED_BY = "bakeoff.f1"
MAIN = ("bakeoff.recall", "bakeoff.precision", RANKED_BY)
BY_TRAINING = ("bakeoff.oov_recall", "bakeoff.iv_recall")

TABLES = (
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
_OLD = ("file", "task", "track_rule", "task_file", "submission", "score", "access_key", "setting")
UPGRADE = (
    "DROP INDEX submission_by_author",
    *(f"ALTER TABLE {table} RENAME TO old_{table}" for table in _OLD),
    *TABLES,
    "DELETE FROM setting",
    "INSERT INTO setting SELECT name, value FROM old_setting WHERE name IN ('salt', 'owner_key') ORDER BY rowid",
    "INSERT INTO access_key SELECT id, name, folded, digest, created, revoked FROM old_access_key ORDER BY id",
    "INSERT INTO file SELECT id, name, encoding, format, normalise, packed FROM old_file",
    "INSERT INTO task SELECT id, name, created, tracks, opens, closes, rules, open_gold, mismatch, split, sentences, "
    "words, characters, gold_mark, weights_mark, committee, signature, held_back_seed != '' FROM old_task",
    "INSERT INTO track_rule SELECT task, track, rule FROM old_track_rule ORDER BY rowid",
    "INSERT INTO task_file SELECT task, role, position, file FROM old_task_file ORDER BY rowid",
    "INSERT INTO submission SELECT id, task, kind, system, author, known_by, identity, coalesce(secret.email, ''), "
    "track, description, resources, created, digest, signature, file FROM old_submission AS old "
    "LEFT JOIN secret ON secret.submission = old.id AND old.kind = 'system'",
    "INSERT INTO score SELECT old.submission, old.name, old.value, interim.value FROM old_score AS old "
    "LEFT JOIN interim ON interim.submission = old.submission AND interim.name = old.name ORDER BY old.rowid",
    # Numbers of what was removed are not given again.
    "DELETE FROM sqlite_sequence WHERE name = 'submission'",
    "UPDATE sqlite_sequence SET name = 'submission' WHERE name = 'old_submission'",
    *(f"DROP TABLE old_{table}" for table in reversed(_OLD)),
    *(f"DROP TABLE {table}" for table in ("interim", "secret", "tally")),
)

_SEALED = "NOT open_gold AND (closes = '' OR closes > :now)"
# Columns are called as the fields of ``Task`` and of ``Submission``.
TASKS = f"""
    SELECT
        id, name, created, tracks, opens, closes, rules, open_gold, mismatch, split, sentences,
        CASE WHEN {_SEALED} THEN NULL ELSE words END AS words, characters, {_SEALED} AS sealed,
        CASE WHEN opens > :now THEN 'before' WHEN closes != '' AND closes <= :now THEN 'closed' ELSE 'open' END
            AS phase,
        (SELECT count(*) FROM task_file WHERE task = task.id AND role = 'reference') AS "references",
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'training') AS training,
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'weights') AS weights,
        (SELECT json_group_object(track, rule) FROM (SELECT * FROM track_rule WHERE task = task.id ORDER BY rowid))
            AS track_rules,
        committee, signature,
        (SELECT count(*) FROM submission WHERE task = task.id AND kind = 'system') AS submissions
    FROM task WHERE :name IS NULL OR name = :name ORDER BY id
"""
# Everybody may see these: columns of their own, never a star.
SUBMISSIONS = f"""
    SELECT
        submission.id, task.name AS task, kind, system, author, known_by, track, description, resources,
        submission.created, CASE kind WHEN 'system' THEN digest ELSE '' END AS digest, submission.signature,
        {_SEALED} AS sealed
    FROM submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY submission.id
"""
SCORES = f"""
    SELECT
        submission, score.name,
        CASE WHEN frozen AND {_SEALED} AND score.name IN {MAIN + BY_TRAINING} THEN interim ELSE value END
    FROM score JOIN submission ON submission.id = submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY score.rowid
"""
KEYS = """
    SELECT name, created, revoked, (SELECT count(*) FROM submission WHERE identity = 'key:' || access_key.id)
    FROM access_key ORDER BY created, id
"""
NEW_KEY = """
    INSERT INTO access_key (name, folded, digest, created) VALUES (?, ?, ?, ?)
    ON CONFLICT (folded) DO UPDATE SET name = excluded.name, digest = excluded.digest, created = excluded.created,
    revoked = ''
"""
# Files that belong to no task and to no submission any more.
DROP_FILES = "DELETE FROM file WHERE id NOT IN (SELECT file FROM submission UNION SELECT file FROM task_file)"
