"""Rows of the board's tables as tasks and submissions, and back. Every function works inside a transaction."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, whole
from cwsdiag.board.files import fetch, keep, task_file, task_files
from cwsdiag.board.models import BoardFile, Participant, Submission, Task
from cwsdiag.board.notes import description_said, split_said
from cwsdiag.board.scoring import TaskFiles
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from cwsdiag.board.files import PackedFile
    from cwsdiag.board.models import Entry, SubmissionKind
    from cwsdiag.board.scoring import Scored

RANKED_BY = "bakeoff.f1"

# Columns are called as the fields of ``Task`` and of ``Submission``.
_TASKS = """
    SELECT
        id, name, created, tracks, opens, closes, rules, open_gold, mismatch, split, sentences, words,
        characters,
        (SELECT count(*) FROM task_file WHERE task = task.id AND role = 'reference') AS "references",
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'training') AS training,
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'weights') AS weights,
        committee, signature,
        (SELECT count(*) FROM submission WHERE task = task.id AND kind = 'system') AS submissions
    FROM task WHERE :name IS NULL OR name = :name ORDER BY id
"""
# Whoever reads these sees all that everybody may see: columns of their own, never a star.
_SUBMISSIONS = """
    SELECT
        submission.id, task.name AS task, kind, system, author, track, description, resources,
        submission.created,
        CASE kind WHEN 'system' THEN digest ELSE '' END AS digest, submission.signature
    FROM submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY submission.id
"""
_PARTICIPANTS = """
    SELECT author, task.name, track, count(*)
    FROM submission JOIN task ON task.id = submission.task
    WHERE kind = 'system' GROUP BY author, task.id, track ORDER BY author, task.id
"""
_SCORES = """
    SELECT score.submission, score.name, value
    FROM score JOIN submission ON submission.id = score.submission
    WHERE (:task IS NULL OR task = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY score.rowid
"""


def list_tasks(connection: sqlite3.Connection) -> list[Task]:
    """Return all tasks, oldest first; empty for a new board."""
    return [_task(connection, row)[1] for row in connection.execute(_TASKS, {"name": None}).fetchall()]


def find_task(connection: sqlite3.Connection, name: str) -> tuple[int, Task]:
    """Return the number and the task of this name.

    Raises:
        BoardError: there is none.
    """
    row = connection.execute(_TASKS, {"name": name}).fetchone()
    if row is None:
        names = ", ".join(task.name for task in list_tasks(connection)) or lazy("none yet")
        raise BoardError(lazy("no task {name!r} on this board. Available: {names}.", name=name, names=names))
    return _task(connection, row)


def scoring_files(connection: sqlite3.Connection, task: int) -> TaskFiles:
    """Return what predictions for a task are scored with."""
    columns = "SELECT name, gold_mark, weights_mark, mismatch FROM task WHERE id = ?"
    facts = connection.execute(columns, (task,)).fetchone()
    (gold,) = task_files(connection, task, "gold")
    return TaskFiles(
        **facts,
        gold=gold,
        training=task_file(connection, task, "training"),
        references=task_files(connection, task, "reference"),
        weights=task_file(connection, task, "weights"),
    )


def participants(connection: sqlite3.Connection) -> list[Participant]:
    """Return who handed in what, by name of the author; empty without submissions."""
    found: dict[str, dict[tuple[str, str], int]] = {}
    for author, task, track, count in connection.execute(_PARTICIPANTS):
        found.setdefault(author, {})[task, track] = count
    return [Participant(author, submissions) for author, submissions in found.items()]


def set_times(connection: sqlite3.Connection, task: int, *, opens: str, closes: str) -> None:
    """Store when a task opens and closes, empty for no bound."""
    connection.execute("UPDATE task SET opens = ?, closes = ? WHERE id = ?", (opens, closes, task))


def table(connection: sqlite3.Connection, task: int) -> list[Submission]:
    """Return the submissions and baselines of a task, best F1 first, earlier ones first where equal."""
    found = _submissions(connection, task=task)
    # False comes before true, so what is undefined comes last.
    return sorted(found, key=lambda row: ((f1 := row.scores.get(RANKED_BY, math.nan)) != f1, -f1, row.id))


def find_submission(connection: sqlite3.Connection, id: int) -> Submission:
    """Return a submission.

    Raises:
        BoardError: there is none.
        SettingError: this is no number of a submission.
    """
    found = _submissions(connection, id=whole("id", id, bounds.NUMBER))
    if not found:
        raise BoardError(lazy("no submission {id} on this board.", id=id))
    return found[0]


def prediction(connection: sqlite3.Connection, id: int) -> BoardFile:
    """Return the file of a submission that is there."""
    (number,) = connection.execute("SELECT file FROM submission WHERE id = ?", (id,)).fetchone()
    return fetch(connection, number)


def insert_submission(
    connection: sqlite3.Connection,
    task: int,
    *,
    kind: SubmissionKind,
    entry: Entry,
    scored: Scored,
    file: PackedFile,
    created: str,
    token_digest: str = "",
) -> int:
    """Store a submission with its file, its scores and, for a system, its secrets; return its number."""
    track = entry.track if kind == "system" else None
    cursor = connection.execute(
        "INSERT INTO submission (task, kind, system, author, track, description, resources, created, digest, "
        "signature, file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (task, kind, entry.system, entry.author, track, entry.description, entry.resources, created, file.digest,
         scored.signature, keep(connection, file)),
    )  # fmt: skip
    assert cursor.lastrowid is not None
    id = cursor.lastrowid
    connection.executemany(
        "INSERT INTO score (submission, name, value) VALUES (?, ?, ?)",
        # NaN is stored as NULL by SQLite itself; said here so that nobody has to know.
        [(id, name, None if math.isnan(value) else value) for name, value in scored.scores.items()],
    )
    if kind == "system":
        values = (id, entry.email, token_digest)
        connection.execute("INSERT INTO secret (submission, email, token_digest) VALUES (?, ?, ?)", values)
    return id


def delete_submission(connection: sqlite3.Connection, id: int) -> None:
    """Remove a submission that is there, with its file, its scores and its secrets."""
    (number,) = connection.execute("SELECT file FROM submission WHERE id = ?", (id,)).fetchone()
    connection.execute("DELETE FROM submission WHERE id = ?", (id,))
    connection.execute("DELETE FROM file WHERE id = ?", (number,))


def score_names(submissions: Iterable[Submission]) -> list[str]:
    """Return the names of all scores of submissions, each once, in the order of the methods."""
    return list(dict.fromkeys(name for submission in submissions for name in submission.scores))


def _task(connection: sqlite3.Connection, row: sqlite3.Row) -> tuple[int, Task]:
    """Return the number and the task of a row of ``_TASKS``."""
    facts = dict(row)
    number = facts.pop("id")
    facts["split"] = split_said(facts["split"])
    facts["tracks"] = tuple(facts["tracks"].split(","))
    rules = "SELECT track, rule FROM track_rule WHERE task = ? ORDER BY rowid"
    facts["track_rules"] = dict(connection.execute(rules, (number,)).fetchall())
    # SQLite stores truth as 0 and 1.
    facts |= {name: bool(facts[name]) for name in ("open_gold", "training", "weights")}
    return number, Task(**facts)


def _submissions(connection: sqlite3.Connection, *, task: int | None = None, id: int | None = None) -> list[Submission]:
    wanted = {"task": task, "id": id}
    scores: dict[int, dict[str, float]] = {}
    for submission, name, value in connection.execute(_SCORES, wanted):
        scores.setdefault(submission, {})[name] = math.nan if value is None else value
    rows = [dict(row) for row in connection.execute(_SUBMISSIONS, wanted)]
    return [
        Submission(
            **row | {"description": description_said(row["description"])},
            scores=scores.get(row["id"], {}),
        )
        for row in rows
    ]
