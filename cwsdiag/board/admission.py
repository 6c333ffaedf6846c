"""What may be submitted, by whom, when and how often; the texts that come with it, tidied up or refused.

Every function with a connection works inside a transaction. Some texts the board writes itself.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag import typed
from cwsdiag.baselines import BASE, TOP
from cwsdiag.board.models import BoardFile, Entry, Identity, Submitter, Task
from cwsdiag.database import stamp
from cwsdiag.dataset import Dataset, ReadOptions, read
from cwsdiag.errors import BoardError, brief
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import Source
from cwsdiag.formats.document import Document
from cwsdiag.languages import lazy
from cwsdiag.text import Segmentation

if TYPE_CHECKING:
    from sqlite3 import Connection

# What pages call all tracks, and those that are on none.
_TAKEN = ("all", "baseline")
_MOST_TRACKS = 10
# What messages call each text, and the most characters that it may have.
_TEXTS = {
    "task": (lazy("name of the task"), 80),
    "track": (lazy("name of the track"), 40),
    "rule": (lazy("rule of a track"), 2000),
    "rules": (lazy("text of the rules"), 10_000),
    "committee": (lazy("name of the committee"), 400),
    "system": (lazy("name of the system"), 80),
    "author": (lazy("author"), 80),
    "key": (lazy("name"), 80),
    "description": (lazy("description"), 2000),
    "resources": (lazy("text on the resources"), 1000),
}
# May be empty, and have several lines.
_FREE = ("rule", "rules", "description", "resources")
# Of the baselines, which the board makes itself; its file has them in English.
DESCRIPTIONS = {
    BASE: lazy("forward maximum matching with the words of the training data"),
    TOP: lazy("forward maximum matching with the words of gold"),
}
# What the tracks of the bakeoffs allow, where the owner of a task has not said otherwise.
_USUAL_RULES = {
    "closed": lazy("only the task's training data"),
    "open": lazy("other data allowed"),
}
_SPLIT = re.compile(r"([\d,]+) of the ([\d,]+) sentences of (.*), drawn with seed (-?\d+)")


def checked(name: str, text: str) -> str:
    """Return a text tidied up, as ``cwsdiag.typed`` does.

    Args:
        name: of the text, as in ``_TEXTS``.
        text: as it came.

    Raises:
        BoardError: it is missing, too long or has invisible characters.
    """
    what, limit = _TEXTS[name]
    tidy = typed.lines if name in _FREE else typed.one_line
    return tidy(text, what, limit, error=BoardError)


def checked_entry(entry: Entry) -> Entry:
    """Return what a submission says of itself, tidied up.

    Raises:
        BoardError: as of ``checked``, or the system is called as a baseline is.
    """
    names = ("system", "author", "description", "resources")
    tidy = replace(entry, **{name: checked(name, getattr(entry, name)) for name in names})
    if tidy.system.upper() in (BASE, TOP):
        raise BoardError(lazy("{system} is the name of a baseline. Give the system another name.", system=tidy.system))
    return tidy


def checked_tracks(tracks: Mapping[str, str]) -> dict[str, str]:
    """Return the tracks of a task, tidied up: names, and what each allows.

    Raises:
        BoardError: there is none or too many, or a text is no good.
    """
    tidy = {checked("track", track): checked("rule", rule) for track, rule in tracks.items()}
    for name in tidy:
        if "," in name or "=" in name or name.casefold() in _TAKEN:
            raise BoardError(
                lazy(
                    "a track cannot be called {name!r}: no commas, no equals signs, and not {taken}.",
                    name=name,
                    taken=", ".join(_TAKEN),
                )
            )
    if not 1 <= len(tidy) <= _MOST_TRACKS:
        raise BoardError(
            lazy("a task has 1 to {most} tracks, such as closed and open; not {number}.", most=_MOST_TRACKS,
                 number=len(tidy))
        )  # fmt: skip
    return tidy


def refuse_times(opens: str, closes: str) -> None:
    """Refuse a task that closes before it opens; times as they are stored, empty for no bound."""
    if opens and closes and closes <= opens:
        raise BoardError(
            lazy(
                "the task would close ({closes}) before it opens ({opens}). Set later times.",
                opens=opens,
                closes=closes,
            )
        )


def moment_of(text: str) -> datetime | None:
    """Return the moment that people write, ``2026-05-01`` or ``2026-05-01 18:00``; UTC unless it says a zone.

    Returns:
        None for an empty text.

    Raises:
        BoardError: it is no moment.
    """
    if not text.strip():
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
        moment.astimezone(UTC)
    except (ValueError, OverflowError):  # the last of these: at the end of time in a zone, beyond it in UTC
        raise BoardError(
            lazy("{text!r} is no time. Write it as 2026-05-01 18:00 (UTC) or 2026-05-01T18:00+08:00.", text=brief(text))
        ) from None
    return moment


def task_name(text: str) -> str:
    """Return the name of a task, tidied up; names of files are made from it.

    Raises:
        BoardError: as of ``checked``, or it has a slash.
    """
    name = checked("task", text)
    if "/" in name or "\\" in name:
        raise BoardError(
            lazy("the name of the task, {name!r}, has a slash: files are named after it. Remove it.", name=name)
        )
    return name


def track_rule(track: str, rules: Mapping[str, str]) -> str:
    """Return what a track allows, by the rules of its task or else of the bakeoffs; empty where nobody has said it."""
    usual: str = _USUAL_RULES.get(track, "")
    return rules.get(track) or usual


def split_note(stored: str) -> str:
    """Return which sentences of which draft a task has, in a form that can be translated."""
    if (match := _SPLIT.fullmatch(stored)) is None:
        return stored
    part, sentences, task, seed = match.groups()
    return lazy(
        "{part:,} of the {sentences:,} sentences of {task}, drawn with seed {seed}",
        part=int(part.replace(",", "")),
        sentences=int(sentences.replace(",", "")),
        task=task,
        seed=seed,
    )


def difference_notes(system: Segmentation) -> Iterator[str]:
    """Yield how much of the raw text a submission has, where that is not all: sums, and no place in gold."""
    differing = system.differing
    if differing is None:
        return
    fidelity = lazy(
        "{name} has other characters than the raw text: {exact:,} of {sentences:,} sentences are reproduced exactly; "
        "omitted: {omitted:,} characters, added: {added:,}, replaced: {replaced:,}.",
        name=system.name,
        exact=differing.exact_sentences,
        sentences=differing.sentences,
        omitted=differing.omitted,
        added=differing.added,
        replaced=differing.replaced,
    )
    if system.own is None:
        yield lazy("{fidelity} What differs is left out of its scores; see coverage.", fidelity=fidelity)
    else:
        yield lazy("{fidelity} All of that counts in its scores.", fidelity=fidelity)


# Of a submission's file, packed and unpacked.
FILE_BYTES = 20_000_000
# Submissions of an author to a private task.
PER_DAY = 20
_DAY = timedelta(days=1)
# Characters of the raw text for a word of a submission to a private task, on average: over few words three decimals
# tell of each whether it is right.
_LONGEST_WORD = 4
# Nor may a few words that are left over be known one by one: at least this share of all is compared.
LEAST_COVERAGE = 0.95
_SAME = "SELECT id, created FROM submission WHERE task = ? AND system = ? AND author = ? AND digest = ?"
# What a wrong clock stamped ahead does not count.
_LAST_DAY = """
    SELECT created FROM submission WHERE task = ? AND identity = ? AND created > ? AND created <= ? ORDER BY created
"""


def identify(connection: Connection, by: Submitter) -> Identity:
    """Return the identity of a submitter.

    Raises:
        BoardError: the key is none of this board, or revoked.
    """
    if by.key.strip():
        row = connection.execute(
            "SELECT id, name FROM access_key WHERE digest = ? AND revoked = ''", (digest_of(by.key),)
        ).fetchone()
        if row is None:
            raise BoardError(
                lazy("this key is not valid on this board: it is wrong, or was revoked. Ask the owner for another.")
            )
        return Identity("key", f"key:{row['id']}", row["name"])
    if by.signed_in.strip():
        # Nothing that can be tried out without the board.
        (salt,) = connection.execute("SELECT value FROM setting WHERE name = 'salt'").fetchone()
        digest = hmac.new(salt.encode(), by.signed_in.strip().encode("utf-8", "surrogatepass"), "sha256").hexdigest()
        return Identity("sign-in", f"sign-in:{digest}")
    return Identity()


def digest_of(key: str) -> str:
    """Return what is stored of a key."""
    return hashlib.sha256(key.strip().encode("utf-8", "surrogatepass")).hexdigest()


def folded(name: str) -> str:
    """Return a name as it is told from others: without white space, and the same for forms that look alike."""
    return "".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def has_key(connection: Connection, name: str) -> bool:
    """Return whether there is a key of a name, good or revoked."""
    return connection.execute("SELECT 1 FROM access_key WHERE folded = ?", (folded(name),)).fetchone() is not None


def _with_author(connection: Connection, who: Identity, entry: Entry) -> Entry:
    """Return an entry under a name that its author may have: a key has its own name, and nobody else's.

    Raises:
        BoardError: the name belongs to a key, or to somebody else who signed in.
    """
    if who.name:
        if entry.author.strip() and folded(entry.author) != folded(who.name):
            raise BoardError(
                lazy("this key is that of {name}: leave the author out, or give that name.", name=who.name)
            )
        return replace(entry, author=who.name)
    if has_key(connection, entry.author):
        raise BoardError(
            lazy("submissions of {author} need the key of that name. Give it, or another author.", author=entry.author)
        )
    query = "SELECT DISTINCT author FROM submission WHERE known_by = 'sign-in' AND identity != ?"
    if folded(entry.author) in (folded(author) for (author,) in connection.execute(query, (who.id,))):
        raise BoardError(
            lazy("{author} is the name of somebody who signed in here. Give another author.", author=entry.author)
        )
    return entry


def read_submission(source: Source, options: ReadOptions) -> tuple[Document, BoardFile]:
    """Return the words of a submission, and its file with how it was read.

    Raises:
        BoardError: it is too large.
        InputError: it cannot be read.
    """
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
    data = b"".join(source.stored())
    # What a gzip file unpacks to has the same limit.
    limited = Source.from_bytes(PurePath(source.name).name, data, limit=FILE_BYTES)
    document = read(limited, role="system", options=options)
    summary = document.facts
    return document, BoardFile(limited.name, data, ReadOptions(summary.encoding.codec, summary.format))


def admit(
    connection: Connection, number: int, task: Task, entry: Entry, by: Submitter, digest: str, now: datetime
) -> tuple[Identity, Entry]:
    """Return who submits, and the entry tidied up; refuse what cannot be accepted.

    Args:
        connection: in a transaction.
        number: of the task.
        task: as it is now.
        entry: what the submission says of itself.
        by: who submits.
        digest: of the file.
        now: by the clock of the board.
    """
    who = identify(connection, by)
    entry = _with_author(connection, who, checked_entry(replace(entry, author=entry.author.strip() or who.name)))
    facts = {**vars(entry), "task": task.name, "opens": task.opens, "closes": task.closes, "now": stamp(now)}
    if task.phase == "before":
        raise BoardError(
            lazy(
                "{task} is not open yet: systems can be submitted from {opens} on. By the clock of the board it is "
                "{now}.",
                **facts,
            )
        )
    if task.phase == "closed":
        raise BoardError(
            lazy(
                "{task} is closed: systems could be submitted until {closes}. By the clock of the board it is {now}.",
                **facts,
            )
        )
    if entry.track not in task.tracks:
        facts |= {"track": brief(str(entry.track)), "tracks": ", ".join(task.tracks)}
        raise BoardError(lazy("{task} has no {track} track. It has: {tracks}.", **facts))
    if (same := connection.execute(_SAME, (number, entry.system, entry.author, digest)).fetchone()) is not None:
        raise BoardError(
            lazy(
                "this file is on the board already: submission {id} of {system} by {author}, submitted {moment}. Its "
                "scores are in the table of {task}.",
                **facts,
                id=same["id"],
                moment=same["created"],
            )
        )
    if not task.sealed:
        return who, entry
    if not who.id:
        raise BoardError(
            lazy(
                "{task} has a private gold and accepts submissions with a key alone. Ask the owner of the board for "
                "one.",
                **facts,
            )
        )
    refuse_frozen(connection, number, task)
    last_day = connection.execute(_LAST_DAY, (number, who.id, stamp(now - _DAY), stamp(now))).fetchall()
    if len(last_day) >= PER_DAY:
        raise BoardError(
            lazy(
                "you have submitted {number} files to {task} within a day, as many as are accepted of an author. The "
                "next is accepted from {moment} on.",
                **facts,
                number=len(last_day),
                moment=stamp(datetime.fromisoformat(last_day[-PER_DAY][0]) + _DAY),
            )
        )
    return who, entry


def refuse_frozen(connection: Connection, number: int, task: Task) -> None:
    """Refuse to score for a task of 0.2.0 that holds sentences back, as long as it is not closed."""
    if task.sealed and connection.execute("SELECT 1 FROM task WHERE id = ? AND frozen", (number,)).fetchone():
        raise BoardError(
            lazy(
                "{task} is of cwsdiag 0.2.0 and holds sentences back, which this version does not: nothing is scored "
                "for it before its owner closes it.",
                task=task.name,
            )
        )


def refuse_few_words(task: Task, document: Document, dataset: Dataset) -> None:
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
    differing = dataset.systems[0].differing
    left_out = 0 if differing is None or task.mismatch != "skip" else differing.omitted + differing.replaced
    if left_out > (1 - LEAST_COVERAGE) * task.characters:
        raise too_little(task)


def too_little(task: Task) -> BoardError:
    """Return the refusal of a submission to a private task that lacks much of its text."""
    return BoardError(
        lazy(
            "{task} has a private gold: a submission has at least {least:.0%} of the characters of its raw text. "
            "Segment all of it.",
            task=task.name,
            least=LEAST_COVERAGE,
        )
    )
