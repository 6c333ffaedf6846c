"""Rows of the board's tables as tasks and submissions, and back. Every function works inside a transaction."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cwsdiag.board.files import fetch, keep, task_file, task_files
from cwsdiag.board.models import TRACKS, BoardFile, Submission, Task
from cwsdiag.board.scoring import TaskFiles
from cwsdiag.errors import BoardError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from cwsdiag.board.files import PackedFile
    from cwsdiag.board.models import Entry, SubmissionKind
    from cwsdiag.board.scoring import Scored

RANKED_BY = "bakeoff.f1"

_TASKS = """
    SELECT
        id, name, created, tracks, rules, open_gold, split, sentences, words, characters,
        (SELECT count(*) FROM task_file WHERE task = task.id AND role = 'reference'),
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'training'),
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'weights'),
        committee, signature,
        (SELECT count(*) FROM submission WHERE task = task.id AND kind = 'system')
    FROM task WHERE :name IS NULL OR name = :name ORDER BY id
"""
# Whoever reads these sees all that everybody may see: columns of their own, never a star.
_SUBMISSIONS = """
    SELECT
        submission.id, task.name, kind, system, author, track, description, submission.created, digest,
        submission.signature
    FROM submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY submission.id
"""
_SCORES = """
    SELECT score.submission, score.name, value
    FROM score JOIN submission ON submission.id = score.submission
    WHERE (:task IS NULL OR task = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY score.rowid
"""


def stamp(moment: datetime) -> str:
    """Return a moment as it is stored: UTC, ISO 8601, to the second; the order of such texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def list_tasks(connection: sqlite3.Connection) -> list[Task]:
    """Return all tasks, oldest first; empty for a new board."""
    return [_task(row) for row in connection.execute(_TASKS, {"name": None})]


def find_task(connection: sqlite3.Connection, name: str) -> tuple[int, Task]:
    """Return the number and the task of this name.

    Raises:
        BoardError: there is none.
    """
    row = connection.execute(_TASKS, {"name": name}).fetchone()
    if row is None:
        names = ", ".join(task.name for task in list_tasks(connection)) or "none yet"
        raise BoardError(f"no task {name!r} on this board. Available: {names}.")
    return row[0], _task(row)


def scoring_files(connection: sqlite3.Connection, task: int) -> TaskFiles:
    """Return what predictions for a task are scored with."""
    columns = "SELECT name, gold_mark, weights_mark FROM task WHERE id = ?"
    name, gold_mark, weights_mark = connection.execute(columns, (task,)).fetchone()
    (gold,) = task_files(connection, task, "gold")
    return TaskFiles(
        name=name,
        gold_mark=gold_mark,
        gold=gold,
        training=task_file(connection, task, "training"),
        references=task_files(connection, task, "reference"),
        weights=task_file(connection, task, "weights"),
        weights_mark=weights_mark,
    )


def table(connection: sqlite3.Connection, task: int) -> list[Submission]:
    """Return the submissions and baselines of a task, best F1 first, earlier ones first where equal."""
    found = _submissions(connection, task=task)
    # False comes before true, so what is undefined comes last.
    return sorted(found, key=lambda row: ((f1 := row.scores.get(RANKED_BY, math.nan)) != f1, -f1, row.id))


def find_submission(connection: sqlite3.Connection, id: int) -> Submission:
    """Return a submission.

    Raises:
        BoardError: there is none.
    """
    found = _submissions(connection, id=id)
    if not found:
        raise BoardError(f"no submission {id} on this board.")
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
        "INSERT INTO submission (task, kind, system, author, track, description, created, digest, signature, file) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (task, kind, entry.system, entry.author, track, entry.description, created, file.digest, scored.signature,
         keep(connection, file)),
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


def _task(row: tuple[object, ...]) -> Task:
    _, name, created, tracks, rules, open_gold, *rest = row
    named = tuple(track for track in TRACKS if track in str(tracks).split(","))
    split, sentences, words, characters, references, training, weights, committee, signature, submissions = rest
    return Task(
        name=str(name),
        created=str(created),
        tracks=named,
        rules=str(rules),
        open_gold=bool(open_gold),
        split=str(split),
        sentences=_number(sentences),
        words=_number(words),
        characters=_number(characters),
        references=_number(references),
        training=bool(training),
        weights=bool(weights),
        committee=str(committee),
        signature=str(signature),
        submissions=_number(submissions),
    )


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _submissions(connection: sqlite3.Connection, *, task: int | None = None, id: int | None = None) -> list[Submission]:
    wanted = {"task": task, "id": id}
    scores: dict[int, dict[str, float]] = {}
    for submission, name, value in connection.execute(_SCORES, wanted):
        scores.setdefault(submission, {})[name] = math.nan if value is None else value
    return [
        Submission(
            id=number,
            task=of,
            kind=kind,
            system=system,
            author=author,
            track=track,
            description=description,
            created=created,
            digest=digest if kind == "system" else "",
            signature=signature,
            scores=scores.get(number, {}),
        )
        for number, of, kind, system, author, track, description, created, digest, signature in connection.execute(
            _SUBMISSIONS, wanted
        )
    ]
