"""The tables of a file of judgements, what is done with one of 0.2.0, and its queries."""

from __future__ import annotations

TABLES = (
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
    # Who judges under a name: SHA-256 (hex) of who signed in, or of a key of their browser; of 0.2.0 of a code.
    # Empty for nobody yet, where marks came from a file.
    """
    CREATE TABLE judge (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        name TEXT NOT NULL,
        holder TEXT NOT NULL,
        PRIMARY KEY (study, name)
    ) STRICT
    """,
)
_OLD = ("study", "system", "sentence", "output", "judgement", "mark", "judge")
UPGRADE = (
    *(f"ALTER TABLE {table} RENAME TO old_{table}" for table in _OLD),
    *TABLES,
    "INSERT INTO study SELECT id, name, created, dataset, gold, seed, signature, committee, chosen FROM old_study",
    "INSERT INTO system SELECT study, place, name, digest, f1, f_b FROM old_system ORDER BY rowid",
    "INSERT INTO sentence SELECT id, study, place, number FROM old_sentence",
    "INSERT INTO output SELECT sentence, system, words FROM old_output ORDER BY rowid",
    "INSERT INTO judgement SELECT id, sentence, judge, made FROM old_judgement",
    "INSERT INTO mark SELECT judgement, candidate, mark FROM old_mark ORDER BY rowid",
    "INSERT INTO judge SELECT study, name, holder FROM old_judge ORDER BY rowid",
    "DELETE FROM sqlite_sequence WHERE name = 'judgement'",
    "UPDATE sqlite_sequence SET name = 'judgement' WHERE name = 'old_judgement'",
    *(f"DROP TABLE old_{table}" for table in reversed(_OLD)),
)

NAMES = "SELECT name FROM study ORDER BY id"
FIRST_SHOWN = "SELECT name FROM study ORDER BY chosen DESC, id LIMIT 1"
STUDY = "SELECT id, name, created, dataset, gold, seed, signature, committee FROM study WHERE name = ?"
SYSTEMS = "SELECT name, digest, f1, f_b FROM system WHERE study = ? ORDER BY place"
OUTPUTS = """
    SELECT number, name, words
    FROM sentence
    JOIN output ON output.sentence = sentence.id
    JOIN system ON system.study = sentence.study AND system.place = output.system
    WHERE sentence.study = ? ORDER BY sentence.place, system.place
"""
JUDGEMENTS = """
    SELECT judgement.id, judge, number, candidate, mark
    FROM judgement
    JOIN sentence ON sentence.id = judgement.sentence
    JOIN mark ON mark.judgement = judgement.id
    WHERE study = :study AND (:judge IS NULL OR judge = :judge)
    ORDER BY judgement.id, mark.rowid
"""
PUT_JUDGEMENT = """
    INSERT INTO judgement (sentence, judge, made)
    SELECT id, :judge, :made FROM sentence WHERE study = :study AND number = :number
    ON CONFLICT (sentence, judge) DO UPDATE SET made = excluded.made RETURNING id
"""
PUT_JUDGE = "INSERT OR IGNORE INTO judge (study, name, holder) VALUES (?, ?, ?)"
DROP_JUDGEMENTS = "DELETE FROM judgement WHERE sentence IN (SELECT id FROM sentence WHERE study = ?) AND judge = ?"
