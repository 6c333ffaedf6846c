"""Handing in, fetching again with a token, and removing submissions."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, given
from cwsdiag.board import keys, tally
from cwsdiag.board.files import PackedFile, bytes_of
from cwsdiag.board.interim import KEPT
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
from cwsdiag.database import stamp
from cwsdiag.dataset import ReadOptions, read
from cwsdiag.errors import AlignmentError, BoardError, shown
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import Source
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from cwsdiag.board.keys import Known
    from cwsdiag.board.limits import Limits
    from cwsdiag.board.models import Entry, Submitter, Task
    from cwsdiag.formats import Document
    from cwsdiag.text import Segmentation


def submit(
    path: Path,
    task: str,
    entry: Entry,
    source: Source,
    options: ReadOptions,
    *,
    by: Submitter,
    limits: Limits,
    clock: Callable[[], datetime],
) -> Receipt:
    """Check, score and store a submission, the whole of it or nothing; see ``Board.submit``."""
    with transaction(path) as connection:
        entry = _entry(connection, keys.known(connection, by), entry, limits)
    document, file = _read(source, options, limits)
    with transaction(path) as connection:
        # Refused now and not after scoring, where that is possible; asked again below, where nobody else writes.
        number, found = _admitted(connection, task, entry, by, file.digest, limits, clock())
        files = scoring_files(connection, number)
    try:
        dataset, references = load(files, {entry.system: document})
    except AlignmentError:
        if found.sealed and found.mismatch != "error":
            # Whether anything is left to compare depends on gold: what tells that is a try like others.
            with transaction(path, write=True) as connection:
                tally.note(connection, number, keys.known(connection, by), clock())
        raise
    _refuse_much_left_out(found, dataset.system(entry.system))
    _refuse_few_words(found, document, limits)
    scored = score(dataset, references, files.held(len(dataset.gold.text.sentence_ends)))[entry.system]
    token = secrets.token_urlsafe(32)
    with transaction(path, write=True) as connection:
        now = clock()
        number, _found = _admitted(connection, task, entry, by, file.digest, limits, now)
        who = keys.known(connection, by)
        tally.note(connection, number, who, now)
        id = insert_submission(
            connection,
            number,
            kind="system",
            entry=entry,
            scored=scored,
            file=file,
            created=stamp(now),
            token_digest=_digest(token),
            who=who,
        )
        warnings = (*document.warnings, *differing_said(scored.segmentation))
        return Receipt(find_submission(connection, id, stamp(now)), token, warnings)


def download(path: Path, id: int, token: str) -> BoardFile:
    """Return the file of a submission to who has its token; see ``Board.prediction``."""
    # SQLite holds no larger number.
    known = id if id in bounds.NUMBER else None
    with transaction(path) as connection:
        row = connection.execute("SELECT token_digest FROM secret WHERE submission = ?", (known,)).fetchone()
        # Compared in a time that does not tell how much of it is right.
        if row is None or not hmac.compare_digest(row["token_digest"], _digest(token.strip())):
            raise BoardError(
                lazy("this is not the token of submission {id}. It was shown once, when the file came.", id=given(id))
            )
        return prediction(connection, id)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _read(source: Source, options: ReadOptions, limits: Limits) -> tuple[Document, PackedFile]:
    """Return the words of a submission, and its file packed, with how it was read."""
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
    return document, PackedFile.of(BoardFile(limited.name, data, told))


def _entry(connection: sqlite3.Connection, who: Known, entry: Entry, limits: Limits) -> Entry:
    """Return what a submission says of itself, tidied up, under a name that its author may have."""
    named = replace(entry, author=entry.author if entry.author.strip() else who.name)
    return keys.under_own_name(connection, who, checked_entry(named, limits))


def _refuse_few_words(task: Task, document: Document, limits: Limits) -> None:
    """Refuse for a sealed task what no segmenter makes: over few words three decimals tell of each whether it is right.

    What is refused depends on the raw text and the file alone, here and below, so that it tells nothing of gold.
    """
    words = len(document.words)
    if task.sealed and words * limits.word < task.characters:
        raise BoardError(
            lazy(
                "{task} has a private gold, and this file is hardly segmented: {words:,} words, {mean:.1f} characters "
                "each; at most {most} on average are accepted. Segment all of the raw text.",
                task=task.name,
                words=words,
                mean=task.characters / words,
                most=limits.word,
            )
        )


def _refuse_much_left_out(task: Task, system: Segmentation) -> None:
    """Refuse for a sealed task a file that has little of its text, where the rest is left out of the scores."""
    found = system.differing
    if not task.sealed or task.mismatch != "skip" or found is None:
        return
    if found.omitted + found.replaced > (1 - KEPT) * task.characters:
        raise BoardError(
            lazy(
                "{task} has a private gold: a submission has at least {least:.0%} of the characters of its raw text. "
                "Segment all of it.",
                task=task.name,
                least=KEPT,
            )
        )


def _admitted(
    connection: sqlite3.Connection,
    task_name: str,
    entry: Entry,
    by: Submitter,
    digest: str,
    limits: Limits,
    now: datetime,
) -> tuple[int, Task]:
    """Return the task and its number; refuse what comes too early or late, a wrong track, the same file, too many."""
    number, task = find_task(connection, task_name, stamp(now))
    who = keys.known(connection, by)
    keys.under_own_name(connection, who, entry)
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
    own = tally.own_limits(connection, limits)
    tally.refuse_too_many(connection, number, task, who, entry, own, now)
    return number, task


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
