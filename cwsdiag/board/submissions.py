"""Handing in, fetching again with a token, and removing submissions."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, given
from cwsdiag.board.files import PackedFile, bytes_of
from cwsdiag.board.limits import checked_entry
from cwsdiag.board.models import BoardFile, Receipt
from cwsdiag.board.notes import differing_said
from cwsdiag.board.records import (
    find_submission,
    find_task,
    insert_submission,
    prediction,
    scoring_files,
)
from cwsdiag.board.schema import transaction
from cwsdiag.board.scoring import load, score
from cwsdiag.dataset import ReadOptions, read
from cwsdiag.errors import BoardError, shown
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import Source
from cwsdiag.languages import lazy
from cwsdiag.sqlite import checked, stamp
from cwsdiag.sqlite.cells import DIGEST

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.board.limits import Limits
    from cwsdiag.board.models import Entry, Task

_HOUR = timedelta(hours=1)
_SECRET = {"token_digest": DIGEST}


def submit(
    path: Path,
    task: str,
    entry: Entry,
    source: Source,
    options: ReadOptions,
    *,
    limits: Limits,
    clock: Callable[[], datetime],
) -> Receipt:
    """Check, score and store a submission, the whole of it or nothing; see ``Board.submit``."""
    entry = checked_entry(entry, limits)
    if source.size > limits.file_bytes:
        raise BoardError(
            lazy(
                "{file}: {size:,.1f} MB; the board accepts files of at most {most:,.1f} MB. Submit only the segmented "
                "text.",
                file=source.name,
                size=source.size / MEGABYTE,
                most=limits.file_bytes / MEGABYTE,
            )
        )
    data = bytes_of(source)
    # What a gzip file unpacks to has the same limit.
    limited = Source.from_bytes(PurePath(source.name).name, data, limit=limits.file_bytes)
    document = read(limited, role="system", options=options)
    told = ReadOptions(document.summary.encoding.codec, document.summary.format)
    file = PackedFile.of(BoardFile(limited.name, data, told))
    with transaction(path) as connection:
        # Refused now and not after scoring, where that is possible; asked again below, where nobody else writes.
        number = _admitted(connection, task, entry, file.digest, limits, clock())
        files = scoring_files(connection, number)
    dataset, references = load(files, {entry.system: document})
    scored = score(dataset, references)[entry.system]
    token = secrets.token_urlsafe(32)
    with transaction(path, write=True) as connection:
        now = clock()
        number = _admitted(connection, task, entry, file.digest, limits, now)
        id = insert_submission(
            connection,
            number,
            kind="system",
            entry=entry,
            scored=scored,
            file=file,
            created=stamp(now),
            token_digest=_digest(token),
        )
        warnings = (*document.warnings, *differing_said(scored.segmentation))
        return Receipt(find_submission(connection, id), token, warnings)


def download(path: Path, id: int, token: str) -> BoardFile:
    """Return the file of a submission to who has its token; see ``Board.prediction``."""
    # SQLite holds no larger number.
    known = id if id in bounds.NUMBER else None
    with transaction(path) as connection:
        row = connection.execute("SELECT token_digest FROM secret WHERE submission = ?", (known,)).fetchone()
        # Compared in a time that does not tell how much of it is right.
        if row is None or not hmac.compare_digest(checked(row, _SECRET)["token_digest"], _digest(token.strip())):
            raise BoardError(
                lazy("this is not the token of submission {id}. It was shown once, when the file came.", id=given(id))
            )
        return prediction(connection, id)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _admitted(
    connection: sqlite3.Connection, task_name: str, entry: Entry, digest: str, limits: Limits, now: datetime
) -> int:
    """Return the number of the task; refuse what comes too early or late, a wrong track, the same file, too many."""
    number, task = find_task(connection, task_name)
    _refuse_out_of_time(task, stamp(now))
    if entry.track not in task.tracks:
        raise BoardError(
            lazy(
                "{task} has no {track} track. It has: {tracks}.",
                task=task.name,
                track=shown(str(entry.track)),
                tracks=", ".join(task.tracks),
            )
        )
    same = connection.execute(
        "SELECT id, created FROM submission WHERE task = ? AND system = ? AND author = ? AND digest = ?",
        (number, entry.system, entry.author, digest),
    ).fetchone()
    if same is not None:
        raise BoardError(
            lazy(
                "this file is on the board already: submission {id} of {system} by {author}, submitted {moment}. Its "
                "scores are in the table of {task}.",
                id=same[0],
                system=entry.system,
                author=entry.author,
                moment=same[1],
                task=task.name,
            )
        )
    if task.submissions >= limits.per_task:
        raise BoardError(
            lazy(
                "{task} has {number:,} submissions, as many as it accepts. Ask its owner.",
                task=task.name,
                number=task.submissions,
            )
        )
    # What is stamped later than now was handed in while a clock was wrong: it shuts nobody out.
    recent = connection.execute(
        "SELECT created FROM submission WHERE task = ? AND author = ? AND kind = 'system' AND created > ? "
        "AND created <= ? ORDER BY created",
        (number, entry.author, stamp(now - _HOUR), stamp(now)),
    ).fetchall()
    if len(recent) >= limits.per_hour:
        free = datetime.fromisoformat(recent[-limits.per_hour][0]) + _HOUR
        raise BoardError(
            lazy(
                "{author} has submitted {number} files to {task} within an hour, as many as are allowed. The next is "
                "accepted from {moment} on.",
                author=entry.author,
                number=len(recent),
                task=task.name,
                moment=stamp(free),
            )
        )
    return number


def _refuse_out_of_time(task: Task, now: str) -> None:
    """Refuse what comes before a task opens or after it has closed, by the clock of this machine."""
    phase = task.phase(now)
    if phase == "before":
        raise BoardError(
            lazy(
                "{task} is not open yet: systems can be submitted from {opens} on. By the clock of the board it is "
                "{now}.",
                task=task.name,
                opens=task.opens,
                now=now,
            )
        )
    if phase == "closed":
        raise BoardError(
            lazy(
                "{task} is closed: systems could be submitted until {closes}. By the clock of the board it is {now}.",
                task=task.name,
                closes=task.closes,
                now=now,
            )
        )
