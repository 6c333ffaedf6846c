"""Tasks and submissions as they are stored, and as everybody may see them. Every function works in a transaction."""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, given
from cwsdiag.board.files import store, task_files
from cwsdiag.board.models import Submission, Task
from cwsdiag.board.notes import DESCRIPTIONS, split_note
from cwsdiag.board.scoring import TaskFiles
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from cwsdiag.board.models import BoardFile, Entry, Identity, SubmissionKind
    from cwsdiag.board.scoring import Scored

RANKED_BY = "bakeoff.f1"
# All that is known of a submission while gold is private and the task not closed, and to how many decimals.
MAIN = ("bakeoff.recall", "bakeoff.precision", RANKED_BY)
BY_TRAINING = ("bakeoff.oov_recall", "bakeoff.iv_recall")
DECIMALS = 3
# Recall of fewer OOV words would tell single ones.
LEAST_OOV = 200
# Nor may a few words that are left over be known one by one: at least this share of all is compared.
LEAST_COVERAGE = 0.95

_SEALED = "NOT open_gold AND (closes = '' OR closes > :now)"
# Columns are called as the fields of ``Task`` and of ``Submission``.
_TASKS = f"""
    SELECT
        id, name, created, tracks, opens, closes, rules, open_gold, mismatch, split, sentences,
        CASE WHEN {_SEALED} THEN NULL ELSE words END AS words, characters, {_SEALED} AS sealed,
        CASE WHEN opens > :now THEN 'before' WHEN closes != '' AND closes <= :now THEN 'closed' ELSE 'open' END
            AS phase,
        (SELECT count(*) FROM task_file WHERE task = task.id AND role = 'reference') AS "references",
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'training') AS training,
        EXISTS (SELECT 1 FROM task_file WHERE task = task.id AND role = 'weights') AS weights,
        committee, signature,
        (SELECT count(*) FROM submission WHERE task = task.id AND kind = 'system') AS submissions
    FROM task WHERE :name IS NULL OR name = :name ORDER BY id
"""
_BOOLS = ("open_gold", "training", "weights", "sealed")
# Everybody may see these: columns of their own, never a star.
_SUBMISSIONS = f"""
    SELECT
        submission.id, task.name AS task, kind, system, author, known_by, track, description, resources,
        submission.created, CASE kind WHEN 'system' THEN digest ELSE '' END AS digest, submission.signature,
        {_SEALED} AS sealed
    FROM submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY submission.id
"""
_SCORES = f"""
    SELECT
        submission, score.name,
        CASE WHEN frozen AND {_SEALED} AND score.name IN {MAIN + BY_TRAINING} THEN interim ELSE value END
    FROM score JOIN submission ON submission.id = submission JOIN task ON task.id = submission.task
    WHERE (:task IS NULL OR task.id = :task) AND (:id IS NULL OR submission.id = :id)
    ORDER BY score.rowid
"""


def list_tasks(connection: sqlite3.Connection, now: str, name: str | None = None) -> dict[int, Task]:
    """Return all tasks, or those of a name, by number, oldest first."""
    tasks = {}
    for row in connection.execute(_TASKS, {"name": name, "now": now}).fetchall():
        facts = dict(row)
        number = facts.pop("id")
        rules = connection.execute("SELECT track, rule FROM track_rule WHERE task = ? ORDER BY rowid", (number,))
        facts |= {name: bool(facts[name]) for name in _BOOLS}
        facts |= {"tracks": tuple(facts["tracks"].split(",")), "split": split_note(facts["split"])}
        tasks[number] = Task(**facts, track_rules=dict(rules.fetchall()))
    return tasks


def find_task(connection: sqlite3.Connection, name: str, now: str) -> tuple[int, Task]:
    """Return the number and the task of this name.

    Raises:
        BoardError: there is none.
    """
    # A name from a command line may have what cannot be stored; no task has a backslash.
    storable = name.encode("utf-8", "backslashreplace").decode()
    for number, task in list_tasks(connection, now, storable).items():
        return number, task
    names = ", ".join(task.name for task in list_tasks(connection, now).values()) or lazy("none yet")
    raise BoardError(lazy("no task {name!r} on this board. Available: {names}.", name=name, names=names))


def scoring_files(connection: sqlite3.Connection, task: int) -> TaskFiles:
    """Return what predictions for a task are scored with."""
    query = "SELECT name, gold_mark, weights_mark, mismatch FROM task WHERE id = ?"
    (gold,) = task_files(connection, task, "gold")
    return TaskFiles(
        **dict(connection.execute(query, (task,)).fetchone()),
        gold=gold,
        training=next(iter(task_files(connection, task, "training")), None),
        references=task_files(connection, task, "reference"),
        weights=next(iter(task_files(connection, task, "weights")), None),
    )


def table(connection: sqlite3.Connection, task: int, now: str) -> list[Submission]:
    """Return the submissions and baselines of a task, best F1 first, earlier ones first where equal.

    Those of a sealed task are ordered by rounded scores: their order must not tell more.
    """
    # False comes before true, so what is undefined comes last.
    return sorted(
        _submissions(connection, now, task=task),
        key=lambda line: ((f1 := line.scores.get(RANKED_BY, math.nan)) != f1, -f1, line.id),
    )


def find_submission(connection: sqlite3.Connection, id: int, now: str) -> Submission:
    """Return a submission or baseline.

    Raises:
        BoardError: there is none.
    """
    # SQLite holds no larger number.
    for submission in _submissions(connection, now, id=id) if id in bounds.NUMBER else ():
        return submission
    raise BoardError(lazy("no submission {id} on this board.", id=given(id)))


def insert_submission(
    connection: sqlite3.Connection,
    task: int,
    *,
    kind: SubmissionKind,
    entry: Entry,
    scored: Scored,
    file: BoardFile,
    created: str,
    who: Identity,
) -> int:
    """Store a submission with its file and its scores; return its number."""
    track = entry.track if kind == "system" else None
    (id,) = connection.execute(
        "INSERT INTO submission (task, kind, system, author, known_by, identity, email, track, description, resources, "
        "created, digest, signature, file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (task, kind, entry.system, entry.author, who.known_by, who.id, entry.email, track, entry.description,
         entry.resources, created, hashlib.sha256(file.data).hexdigest(), scored.signature, store(connection, file)),
    ).fetchone()  # fmt: skip
    insert_scores(connection, id, scored)
    return int(id)


def insert_scores(connection: sqlite3.Connection, id: int, scored: Scored) -> None:
    """Store the scores of a submission, in place of those that it has."""
    connection.execute("UPDATE submission SET signature = ? WHERE id = ?", (scored.signature, id))
    connection.execute("DELETE FROM score WHERE submission = ?", (id,))
    connection.executemany(
        "INSERT INTO score (submission, name, value) VALUES (?, ?, ?)",
        # NaN is stored as NULL by SQLite itself; explicit here so that nobody has to know.
        [(id, name, None if math.isnan(value) else value) for name, value in scored.scores.items()],
    )


def drop_files(connection: sqlite3.Connection) -> None:
    """Remove the files that belong to no task and to no submission any more."""
    connection.execute(
        "DELETE FROM file WHERE id NOT IN (SELECT file FROM submission UNION SELECT file FROM task_file)"
    )


def score_names(submissions: Iterable[Submission]) -> list[str]:
    """Return the names of all scores of submissions, each once, in the order of the methods."""
    return list(dict.fromkeys(name for submission in submissions for name in submission.scores))


def sealed_scores(scores: Mapping[str, float]) -> dict[str, float]:
    """Return what is known of the scores of a submission to a private task until that closes.

    Args:
        scores: all of them.
    """
    oov_words = scores.get("bakeoff.oov_rate", math.nan) * scores.get("bakeoff.true_words", math.nan)
    names = MAIN + BY_TRAINING if round(oov_words, 6) >= LEAST_OOV else MAIN
    coverage = min(scores.get("bakeoff.coverage", 1.0), scores.get("fidelity.system_coverage", 1.0))
    known = coverage >= LEAST_COVERAGE
    return {name: round(scores[name], DECIMALS) if known else math.nan for name in names if name in scores}


def _submissions(
    connection: sqlite3.Connection, now: str, *, task: int | None = None, id: int | None = None
) -> list[Submission]:
    wanted = {"task": task, "id": id, "now": now}
    scores: dict[int, dict[str, float]] = defaultdict(dict)
    for submission, name, value in connection.execute(_SCORES, wanted):
        scores[submission][name] = math.nan if value is None else value
    submissions = []
    for row in connection.execute(_SUBMISSIONS, wanted):
        facts = dict(row)
        own = scores[facts["id"]]
        facts["scores"] = sealed_scores(own) if facts.pop("sealed") else own
        facts["description"] = (
            DESCRIPTIONS.get(facts["system"], "") if facts["kind"] == "baseline" else facts["description"]
        )
        submissions.append(Submission(**facts))
    return submissions
