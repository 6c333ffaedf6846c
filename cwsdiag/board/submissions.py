"""Submitting: checked, scored and stored, the whole of it or nothing."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag.board.files import bytes_of
from cwsdiag.board.keys import identify, with_author
from cwsdiag.board.models import BoardFile, Receipt
from cwsdiag.board.notes import difference_notes
from cwsdiag.board.records import (
    LEAST_COVERAGE,
    find_submission,
    find_task,
    insert_submission,
    scoring_files,
)
from cwsdiag.board.schema import BOARD
from cwsdiag.board.scoring import load, score
from cwsdiag.board.texts import checked_entry
from cwsdiag.database import stamp
from cwsdiag.dataset import ReadOptions, read
from cwsdiag.errors import AlignmentError, BoardError, shown
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import Source
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.board.models import Entry, Identity, Submitter, Task
    from cwsdiag.dataset import Dataset
    from cwsdiag.formats import Document

# Of a submission's file, packed and unpacked.
FILE_BYTES = 20_000_000
# Submissions of an author to a private task.
PER_DAY = 20
_DAY = timedelta(days=1)
# Characters of the raw text for a word of a submission to a private task, on average: over few words three decimals
# tell of each whether it is right.
_LONGEST_WORD = 4


def submit(
    path: Path,
    task_name: str,
    entry: Entry,
    source: Source,
    options: ReadOptions,
    *,
    by: Submitter,
    clock: Callable[[], datetime],
) -> Receipt:
    """Check, score and store a submission; see ``Board.submit``."""
    document, file = _read(source, options)
    digest = hashlib.sha256(file.data).hexdigest()
    with BOARD.transaction(path) as connection:
        # Refused now and not after scoring, where that is possible; asked again below, where nobody else writes.
        number, task, who, named = _admit(connection, task_name, entry, by, digest, clock())
        files = scoring_files(connection, number)
    try:
        dataset, references = load(files, {named.system: document})
    except AlignmentError:
        if task.sealed and task.mismatch == "skip":
            # Whether anything is left to compare depends on gold.
            raise _too_little(task) from None
        raise
    if task.sealed:
        _refuse_few_words(task, document, dataset)
    scored = score(dataset, references)[named.system]
    with BOARD.transaction(path, write=True) as connection:
        now = clock()
        number, _task, who, named = _admit(connection, task_name, entry, by, digest, now)
        id = insert_submission(
            connection,
            number,
            kind="system",
            entry=named,
            scored=scored,
            file=file,
            created=stamp(now),
            who=who,
        )
        warnings = (*document.warnings, *difference_notes(scored.segmentation))
        return Receipt(find_submission(connection, id, stamp(now)), warnings)


def _read(source: Source, options: ReadOptions) -> tuple[Document, BoardFile]:
    """Return the words of a submission, and its file with how it was read."""
    if source.size > FILE_BYTES:
        raise BoardError(
            lazy(
                "{file}: {size:,.1f} MB; the board accepts files of at most {most:,.1f} MB. Submit only the segmented "
                "text.",
                file=source.name,
                size=source.size / MEGABYTE,
                most=FILE_BYTES / MEGABYTE,
            )
        )
    data = bytes_of(source)
    # What a gzip file unpacks to has the same limit.
    limited = Source.from_bytes(PurePath(source.name).name, data, limit=FILE_BYTES)
    document = read(limited, role="system", options=options)
    summary = document.summary
    return document, BoardFile(limited.name, data, ReadOptions(summary.encoding.codec, summary.format))


def _refuse_few_words(task: Task, document: Document, dataset: Dataset) -> None:
    """Refuse for a private task what would tell single words of gold, by the raw text and the file alone."""
    words = len(document.words)
    if words * _LONGEST_WORD < task.characters:
        raise BoardError(
            lazy(
                "{task} has a private gold, and this file is hardly segmented: {words:,} words, {mean:.1f} characters "
                "each; at most {most} on average are accepted. Segment all of the raw text.",
                task=task.name,
                words=words,
                mean=task.characters / words,
                most=_LONGEST_WORD,
            )
        )
    found = dataset.systems[0].differing
    left_out = 0 if found is None or task.mismatch != "skip" else found.omitted + found.replaced
    if left_out > (1 - LEAST_COVERAGE) * task.characters:
        raise _too_little(task)


def _too_little(task: Task) -> BoardError:
    return BoardError(
        lazy(
            "{task} has a private gold: a submission has at least {least:.0%} of the characters of its raw text. "
            "Segment all of it.",
            task=task.name,
            least=LEAST_COVERAGE,
        )
    )


def _admit(
    connection: sqlite3.Connection, task_name: str, entry: Entry, by: Submitter, digest: str, now: datetime
) -> tuple[int, Task, Identity, Entry]:
    """Return the task with its number, who submits, and the entry tidied up; refuse what cannot be accepted."""
    number, task = find_task(connection, task_name, stamp(now))
    who = identify(connection, by)
    entry = with_author(connection, who, checked_entry(replace(entry, author=entry.author.strip() or who.name)))
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
                id=same["id"],
                system=entry.system,
                author=entry.author,
                moment=same["created"],
                task=task.name,
            )
        )
    if task.sealed:
        _refuse_unknown_or_too_many(connection, number, task, who, now)
    return number, task, who, entry


def _refuse_unknown_or_too_many(
    connection: sqlite3.Connection, number: int, task: Task, who: Identity, now: datetime
) -> None:
    """Refuse a submission to a private task without a key, beyond the limit of a day, or to one of 0.2.0 that waits."""
    if not who.id:
        raise BoardError(
            lazy(
                "{task} has a private gold and accepts submissions with a key alone. Ask the owner of the board for "
                "one.",
                task=task.name,
            )
        )
    refuse_frozen(connection, number, task)
    moments = _last_day(connection, number, who, now)
    if len(moments) >= PER_DAY:
        raise BoardError(
            lazy(
                "you have submitted {number} files to {task} within a day, as many as are accepted of an author. The "
                "next is accepted from {moment} on.",
                number=len(moments),
                task=task.name,
                moment=stamp(datetime.fromisoformat(moments[-PER_DAY]) + _DAY),
            )
        )


def refuse_frozen(connection: sqlite3.Connection, number: int, task: Task) -> None:
    """Refuse to score for a task of 0.2.0 that holds sentences back, as long as it is not closed."""
    if task.sealed and connection.execute("SELECT 1 FROM task WHERE id = ? AND frozen", (number,)).fetchone():
        raise BoardError(
            lazy(
                "{task} is of cwsdiag 0.2.0 and holds sentences back, which this version does not: nothing is scored "
                "for it before its owner closes it.",
                task=task.name,
            )
        )


def _refuse_out_of_time(task: Task, now: str) -> None:
    """Refuse what comes before a task opens or after it has closed, by the clock of this machine."""
    if task.phase == "before":
        raise BoardError(
            lazy(
                "{task} is not open yet: systems can be submitted from {opens} on. By the clock of the board it is "
                "{now}.",
                task=task.name,
                opens=task.opens,
                now=now,
            )
        )
    if task.phase == "closed":
        raise BoardError(
            lazy(
                "{task} is closed: systems could be submitted until {closes}. By the clock of the board it is {now}.",
                task=task.name,
                closes=task.closes,
                now=now,
            )
        )


def _last_day(connection: sqlite3.Connection, number: int, who: Identity, now: datetime) -> list[str]:
    """Return when an author submitted within a day, oldest first. What a wrong clock stamped ahead does not count."""
    rows = connection.execute(
        "SELECT created FROM submission WHERE task = ? AND identity = ? AND created > ? AND created <= ? "
        "ORDER BY created",
        (number, who.id, stamp(now - _DAY), stamp(now)),
    )
    return [created for (created,) in rows]
