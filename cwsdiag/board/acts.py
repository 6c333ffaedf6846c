"""What the owner of a board does to what is there: each act after a backup, and all of it or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.baselines import READING
from cwsdiag.board import records
from cwsdiag.board.backups import give_back
from cwsdiag.board.keys import setting
from cwsdiag.board.models import Done
from cwsdiag.board.schema import BOARD, prepare, transaction
from cwsdiag.board.scoring import load, read_file, score
from cwsdiag.database import stamp
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from cwsdiag.board.models import Submission
    from cwsdiag.board.scoring import Scored

# What a backup gives back, in an order in which each finds what it refers to. Keys, settings and what is counted stay
# as they are: what was revoked since stays revoked.
_GIVEN_BACK = ("file", "task", "task_file", "track_rule", "submission", "secret", "score", "interim")


def close(path: Path, task: str, now: str) -> Done:
    """Close a task now, see ``Board.close``."""
    with BOARD.removal(path, "close", now) as (connection, backup):
        number, found = records.find_task(connection, task, now)
        if found.phase(now) == "closed":
            raise BoardError(lazy("{task} is closed already, since {closes}.", task=task, closes=found.closes))
        opens = found.opens if found.phase(now) == "open" else ""
        records.set_times(connection, number, opens=opens, closes=now)
        return Done(found.submissions, backup)


def reopen(path: Path, task: str, now: str) -> Done:
    """Open a closed task again, see ``Board.reopen``."""
    with BOARD.removal(path, "reopen", now) as (connection, backup):
        number, found = records.find_task(connection, task, now)
        if found.phase(now) != "closed":
            raise BoardError(lazy("{task} is not closed.", task=task))
        records.set_times(connection, number, opens=found.opens, closes="")
        return Done(found.submissions, backup)


def remove_submissions(
    path: Path, task: str, *, author: str, before: datetime | None, since: datetime | None, now: str
) -> Done:
    """Remove submissions by author or time, see ``Board.remove_submissions``."""
    if since is not None and before is not None and before <= since:
        raise BoardError(lazy("no time lies from {since} until {before}.", since=stamp(since), before=stamp(before)))
    if not author.strip() and before is None and since is None:
        raise BoardError(lazy("whose submissions, or of which time? Give an author, or from when or until when."))
    with BOARD.removal(path, "remove", now) as (connection, backup):
        number, _found = records.find_task(connection, task, now)
        chosen = [
            line
            for line in records.table(connection, number, now)
            if line.kind == "system"
            and line.author == (author.strip() or line.author)
            and (since is None or line.created >= stamp(since))
            and (before is None or line.created < stamp(before))
        ]
        if not chosen:
            raise BoardError(lazy("{task} has no such submission: nothing was removed.", task=task))
        for line in chosen:
            records.delete_submission(connection, line.id)
        return Done(len(chosen), backup)


def remove_task(path: Path, task: str, now: str) -> Done:
    """Remove a task with all that was submitted for it, see ``Board.remove_task``."""
    with BOARD.removal(path, "remove-task", now) as (connection, backup):
        number, found = records.find_task(connection, task, now)
        connection.execute("DELETE FROM task WHERE id = ?", (number,))
        connection.execute(
            "DELETE FROM file WHERE id NOT IN (SELECT file FROM submission UNION SELECT file FROM task_file)"
        )
        return Done(found.submissions, backup)


def rescore(path: Path, task: str, now: str) -> Done:
    """Score all submissions and baselines of a task anew, see ``Board.rescore``."""
    with transaction(path) as connection:
        number, _found = records.find_task(connection, task, now)
        lines = records.table(connection, number, now)
    # Before anything is changed, and while others go on writing.
    scored = {line.id: _scored(path, number, line) for line in lines}
    with BOARD.removal(path, "rescore", now) as (connection, backup):
        number, _found = records.find_task(connection, task, now)
        there = [line.id for line in records.table(connection, number, now) if line.id in scored]
        for id in there:
            for table in ("score", "interim"):
                connection.execute(f"DELETE FROM {table} WHERE submission = ?", (id,))
            records.insert_scores(connection, id, scored[id])
            connection.execute("UPDATE submission SET signature = ? WHERE id = ?", (scored[id].signature, id))
        return Done(len(there), backup)


def undo(path: Path, backup: Path, now: str) -> Done:
    """Give a board back what a backup has, see ``Board.undo``."""
    prepare(backup, create=False)
    with BOARD.removal(path, "undo", now) as (connection, made), transaction(backup) as old:
        if setting(connection, "salt") != setting(old, "salt"):
            raise BoardError(lazy("{path}: this is no backup of this board.", path=backup))
        (here,) = connection.execute("SELECT group_concat(id) FROM submission WHERE kind = 'system'").fetchone()
        there = {id for (id,) in old.execute("SELECT id FROM submission").fetchall()}
        give_back(connection, old, _GIVEN_BACK)
        gone = {int(id) for id in (here or "").split(",") if id} - there
        return Done(len(gone), made)


def _scored(path: Path, task: int, line: Submission) -> Scored:
    """Return the scores of a submission or baseline by the methods that there are now."""
    with transaction(path) as connection:
        files = records.scoring_files(connection, task)
        document = read_file(records.prediction(connection, line.id))
    dataset, references = load(files, {line.system: document})
    if line.kind == "baseline":
        # As when it was made: its digest would tell gold.
        lines = tuple(replace(system, digest=files.gold_mark, reading=READING) for system in dataset.systems)
        dataset = replace(dataset, systems=lines)
    return score(dataset, references, files.held(len(dataset.gold.text.sentence_ends)))[line.system]
