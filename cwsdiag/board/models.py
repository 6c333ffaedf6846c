"""What the board takes and gives, and the tables of its file.

What everybody may see (``Task``, ``Submission``) has no field for gold or keys.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from cwsdiag.align import Mismatch
from cwsdiag.dataset import ReadOptions
from cwsdiag.formats import Source

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

SubmissionKind = Literal["system", "baseline"]
# Whether systems may be submitted for a task at some moment.
Phase = Literal["before", "open", "closed"]
# Of the files of a task.
Role = Literal["raw", "training", "gold", "reference", "weights"]
# How the board knows whose a submission is: not at all, by a key, or by who signed in.
KnownBy = Literal["", "key", "sign-in"]
# The tracks of the bakeoffs, which a task has unless its owner names others.
TRACKS = ("closed", "open")


@dataclass(frozen=True)
class BoardFile:
    """A file that the board holds.

    Attributes:
        name: to save or show it under.
        data: its bytes as they were given.
        options: how it was read when it came, to be read the same way for ever.
    """

    name: str
    data: bytes = field(repr=False)
    options: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True)
class TaskDraft:
    """What a task is made from.

    Attributes:
        name: of the task.
        gold: the segmentation that systems are scored against.
        training: training data or a dictionary, for everybody to download; None without.
        references: further segmentations of the same text that count as right, for the scores of separators.
        weights: how hard each gold word is, a file that ``cwsdiag.weights.read_weights`` takes; with it systems have
            balanced scores.
        tracks: those that submissions may be made to, of any names, with what each allows, for people to read; empty
            where that goes without saying, as for those of the bakeoffs.
        opens, closes: UTC, aware of their zone: when systems may be submitted; None for no bound.
        rules: what systems may use, for people to read.
        open_gold: whether everybody may see gold, references and weights.
        few_sentences: whether a private gold may be so short that scores tell single words of it.
        mismatch: what is done where a submission has other characters than gold; see ``cwsdiag.align``.
        options: how these files are to be read.
        split: makes two tasks of it: the share of the sentences, drawn at random and between 0 and 1, that goes to
            NAME-dev, whose gold is open; the others go to NAME-test.
        seed: of that draw; the same seed gives the same split everywhere.
    """

    name: str
    gold: Source
    training: Source | None = None
    references: tuple[Source, ...] = ()
    weights: Source | None = None
    tracks: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(TRACKS, ""))
    opens: datetime | None = None
    closes: datetime | None = None
    rules: str = ""
    open_gold: bool = False
    few_sentences: bool = False
    mismatch: Mismatch = "error"
    options: ReadOptions = field(default_factory=ReadOptions)
    split: float | None = None
    seed: int = 0


@dataclass(frozen=True)
class Task:
    """A task, as everybody may see it.

    Attributes:
        name: different from those of all other tasks.
        created: UTC, ISO 8601.
        tracks: those that submissions may be made to.
        track_rules: what tracks allow, by name, as far as the owner has said it.
        opens, closes: UTC, ISO 8601: when systems may be submitted, from the first and before the second; empty for no
            bound.
        rules: what systems may use, for people; may be empty.
        open_gold: whether gold, references and weights may be seen, downloaded and opened in all pages.
        mismatch: what is done where a submission has other characters than gold.
        split: which sentences of which draft these are; empty without a split.
        sentences, characters: of gold.
        words: of gold; None while the task is sealed.
        references: number of references beside gold.
        training: whether there is training data or a dictionary.
        weights: whether it is known how hard each gold word is, so that there are balanced scores.
        committee: name of the committee that says so; every balanced score is shown with it. Empty without weights.
        signature: of gold, training data and weights. A private gold and its weights stand in it by random marks, not
            by their digests, so that nobody can try out segmentations on the line.
        submissions: number of them, without baselines.
        phase: whether systems may be submitted, by the clock of this machine when it was asked.
        sealed: whether gold is private and the task not closed: of a submission only the main scores are known, to
            three decimals.
        warnings: what looks odd about its files, for who makes it; not stored.
    """

    name: str
    created: str
    tracks: tuple[str, ...]
    track_rules: Mapping[str, str]
    opens: str
    closes: str
    rules: str
    open_gold: bool
    mismatch: Mismatch
    split: str
    sentences: int
    words: int | None
    characters: int
    references: int
    training: bool
    weights: bool
    committee: str
    signature: str
    submissions: int
    phase: Phase
    sealed: bool
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """What a submission says of itself.

    Attributes:
        system: name of the segmenter.
        author: whose it is, taken on trust; may be empty where a key says it.
        track: one of the task's, such as ``"closed"``: trained on its training data alone.
        description: for people; may be empty.
        resources: what it was made with beside the task's training data, for people; may be empty.
    """

    system: str
    author: str
    track: str
    description: str = ""
    resources: str = ""


@dataclass(frozen=True)
class Submitter:
    """Who submits, as far as it is known: by a key, else by a sign-in, else not at all.

    Attributes:
        key: that the owner of the board gave; empty for none.
        signed_in: who signed in to the server, such as the subject of OIDC; empty for nobody.
    """

    key: str = field(default="", repr=False)
    signed_in: str = field(default="", repr=False)


class Identity(NamedTuple):
    """Who submits, as the board stores it.

    Attributes:
        known_by: how the board knows them.
        id: tells one from another; empty for those who are not known.
        name: of their key; empty without.
    """

    known_by: KnownBy = ""
    id: str = ""
    name: str = ""


@dataclass(frozen=True)
class BoardKey:
    """A key to submit with, as its owner sees it; the key itself was shown once.

    Attributes:
        name: of who has it, under which nobody else can submit.
        created: UTC, ISO 8601.
        revoked: likewise; empty while it is good.
        submissions: made with it, as far as they are there.
    """

    name: str
    created: str
    revoked: str
    submissions: int


@dataclass(frozen=True)
class Submission:
    """A line of the public table.

    Attributes:
        id: never given twice, even after removal.
        task: name of its task.
        kind: ``"baseline"`` for BASE and TOP, which the board made itself.
        system, author, description, resources: as it was submitted.
        known_by: whether the author is taken on trust (empty), or known by a key or a sign-in.
        track: None for a baseline.
        created: UTC, ISO 8601.
        digest: SHA-256 (hex) of its file; empty for a baseline, whose file says what gold is like.
        signature: of its scores.
        scores: by names such as ``bakeoff.recall``, in the order of the methods; NaN where undefined. Of a sealed
            task five, rounded to three decimals.
    """

    id: int
    task: str
    kind: SubmissionKind
    system: str
    author: str
    known_by: KnownBy
    track: str | None
    description: str
    resources: str
    created: str
    digest: str
    signature: str
    scores: Mapping[str, float]

    @property
    def f1(self) -> float:
        """The score by which the public table is ordered; NaN where undefined."""
        return self.scores.get(RANKED_BY, math.nan)


@dataclass(frozen=True)
class Receipt:
    """What the author of a submission gets.

    Attributes:
        submission: its line of the public table.
        warnings: what looks wrong with the file.
    """

    submission: Submission
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class TaskFiles:
    """The files of a task that predictions are scored with, and some predictions, for diagnosis pages.

    Attributes:
        name: of the task: what messages call its text.
        mismatch: what is done where a prediction has other characters than gold.
        gold_mark: what stands for gold in signatures instead of a digest.
        gold: private or not: see ``Board.material``.
        training: its training data; None without.
        references: further segmentations that count as right.
        weights: how hard its gold words are; None without, and where only figures may be shown of a private gold.
        weights_mark: what stands for weights in signatures instead of a digest.
        systems: predictions, in the order asked for; their names differ.
    """

    name: str
    mismatch: Mismatch
    gold_mark: str
    gold: BoardFile
    training: BoardFile | None = None
    references: tuple[BoardFile, ...] = ()
    weights: BoardFile | None = None
    weights_mark: str = ""
    systems: tuple[BoardFile, ...] = ()
