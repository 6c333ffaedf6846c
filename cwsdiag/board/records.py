"""Rows of the board's tables as tasks and submissions, and back. Every function works inside a transaction."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, given
from cwsdiag.board.files import fetch, keep, task_file, task_files
from cwsdiag.board.interim import said
from cwsdiag.board.keys import NOBODY
from cwsdiag.board.models import BoardFile, Participant, Submission, SubmissionKind, Task
from cwsdiag.board.notes import description_said, split_said
from cwsdiag.board.scoring import TaskFiles
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from cwsdiag.board.files import PackedFile
    from cwsdiag.board.keys import Known
    from cwsdiag.board.models import Entry
    from cwsdiag.board.scoring import Scored

RANKED_BY = "bakeoff.f1"

# Columns are called as the fields of ``Task`` and of ``Submission``.
_TASKS = """
    SELECT
        id, name, created, tracks, opens, closes, rules, open_gold, mismatch, split, sentences, words,
        characters, keyless, held_back,
        NOT open_gold AND (closes = '' OR closes > :now) AS sealed,
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
        submission.id, task.name AS task, kind, system, author, known_by, track, description, resources,
        submission.created,
        CASE kind WHEN 'system' THEN digest ELSE '' END AS digest, submission.signature
    FROM submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY submission.id
"""
_PARTICIPANTS = """
    SELECT author, task.name, track, count(*) AS count
    FROM submission JOIN task ON task.id = submission.task
    WHERE kind = 'system' GROUP BY author, task.id, track ORDER BY author, task.id
"""
# Of a sealed task those that count until it closes, where these are others.
_SCORES = """
    WITH wanted AS (
        SELECT
            submission.id, NOT open_gold AND (closes = '' OR closes > :now) AS sealed,
            held_back_seed != '' AS in_part
        FROM submission JOIN task ON task.id = submission.task
        WHERE (:task IS NULL OR task = :task) AND (:id IS NULL OR submission.id = :id)
    )
    SELECT submission, name, value, sealed FROM (
        SELECT submission, name, value, score.rowid AS place, sealed
        FROM score JOIN wanted ON wanted.id = submission WHERE NOT (sealed AND in_part)
        UNION ALL
        SELECT submission, name, value, interim.rowid, sealed
        FROM interim JOIN wanted ON wanted.id = submission WHERE sealed AND in_part
    )
    ORDER BY place
"""


def list_tasks(connection: sqlite3.Connection, now: str) -> list[Task]:
    """Return all tasks, oldest first; empty for a new board. What is said of sealed ones depends on the time."""
    return [_task(connection, row)[1] for row in connection.execute(_TASKS, {"name": None, "now": now}).fetchall()]


def find_task(connection: sqlite3.Connection, name: str, now: str) -> tuple[int, Task]:
    """Return the number and the task of this name.

    Raises:
        BoardError: there is none.
    """
    # A name from a command line may have what cannot be stored; no task has a backslash.
    storable = name.encode("utf-8", "backslashreplace").decode()
    row = connection.execute(_TASKS, {"name": storable, "now": now}).fetchone()
    if row is None:
        names = ", ".join(task.name for task in list_tasks(connection, now)) or lazy("none yet")
        raise BoardError(lazy("no task {name!r} on this board. Available: {names}.", name=name, names=names))
    return _task(connection, row)


def scoring_files(connection: sqlite3.Connection, task: int) -> TaskFiles:
    """Return what predictions for a task are scored with."""
    columns = "SELECT name, gold_mark, weights_mark, mismatch, held_back, held_back_seed FROM task WHERE id = ?"
    (gold,) = task_files(connection, task, "gold")
    return TaskFiles(
        **dict(connection.execute(columns, (task,)).fetchone()),
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


def table(connection: sqlite3.Connection, task: int, now: str) -> list[Submission]:
    """Return the submissions and baselines of a task, best F1 first, earlier ones first where equal.

    Those of a sealed task are ordered by what is said of them: their order must not tell more.
    """
    found = _submissions(connection, now, task=task)
    # False comes before true, so what is undefined comes last.
    return sorted(found, key=lambda row: ((f1 := row.scores.get(RANKED_BY, math.nan)) != f1, -f1, row.id))


def find_submission(connection: sqlite3.Connection, id: int, now: str) -> Submission:
    """Return a submission.

    Raises:
        BoardError: there is none.
    """
    # SQLite holds no larger number.
    found = _submissions(connection, now, id=id) if id in bounds.NUMBER else []
    if not found:
        raise BoardError(lazy("no submission {id} on this board.", id=given(id)))
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
    who: Known = NOBODY,
) -> int:
    """Store a submission with its file, its scores and, for a system, its secrets; return its number."""
    track = entry.track if kind == "system" else None
    cursor = connection.execute(
        "INSERT INTO submission (task, kind, system, author, track, description, resources, created, digest, "
        "signature, file, known_by, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (task, kind, entry.system, entry.author, track, entry.description, entry.resources, created, file.digest,
         scored.signature, keep(connection, file), who.known_by, who.identity),
    )  # fmt: skip
    assert cursor.lastrowid is not None
    id = cursor.lastrowid
    insert_scores(connection, id, scored)
    if kind == "system":
        values = (id, entry.email, token_digest)
        connection.execute("INSERT INTO secret (submission, email, token_digest) VALUES (?, ?, ?)", values)
    return id


def insert_scores(connection: sqlite3.Connection, id: int, scored: Scored) -> None:
    """Store the scores of a submission that has none."""
    for table, scores in (("score", scored.scores), ("interim", scored.interim)):
        connection.executemany(
            f"INSERT INTO {table} (submission, name, value) VALUES (?, ?, ?)",
            # NaN is stored as NULL by SQLite itself; said here so that nobody has to know.
            [(id, name, None if math.isnan(value) else value) for name, value in scores.items()],
        )


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
    facts["track_rules"] = dict(map(tuple, connection.execute(rules, (number,))))
    # SQLite stores truth as 0 and 1.
    facts |= {name: bool(facts[name]) for name in ("open_gold", "training", "weights", "keyless", "sealed")}
    if facts["sealed"]:
        facts["words"] = None
    return number, Task(**facts)


def _submissions(
    connection: sqlite3.Connection, now: str, *, task: int | None = None, id: int | None = None
) -> list[Submission]:
    wanted = {"task": task, "id": id, "now": now}
    scores: dict[int, dict[str, float]] = {}
    sealed: set[int] = set()
    for submission, name, value, is_sealed in connection.execute(_SCORES, wanted):
        scores.setdefault(submission, {})[name] = math.nan if value is None else value
        if is_sealed:
            sealed.add(submission)
    scores |= {id: said(scores[id]) for id in sealed}
    return [
        Submission(
            **row | {"description": description_said(row["description"])},
            scores=scores.get(row["id"], {}),
        )
        for row in map(dict, connection.execute(_SUBMISSIONS, wanted))
    ]
