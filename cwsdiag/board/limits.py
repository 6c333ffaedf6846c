"""What the board takes from strangers: how much, how often, and which texts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag import typed
from cwsdiag.baselines import BASE, TOP
from cwsdiag.database import stamp
from cwsdiag.errors import BoardError, shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.board.models import Entry

# See ``cwsdiag.typed``.
one_line = partial(typed.one_line, error=BoardError)
lines = partial(typed.lines, error=BoardError)
# What pages call all tracks, and those that are on none.
_TAKEN = ("all", "baseline")


@dataclass(frozen=True)
class Limits:
    """What is too much.

    Attributes:
        file_bytes: size of a submission's file, packed and unpacked.
        per_hour: submissions with one key, or of one who signed in, to one task in any 60 minutes.
        per_task: submissions to a task altogether.
        keyless_hour: submissions without a key from one address to all tasks in any 60 minutes; what the owner set in
            the board wins, as for the next.
        keyless_day: submissions without a key to all tasks, from all addresses together, in any 24 hours.
        keyless_task: submissions without a key to a task altogether: the rest is kept for those who have one.
        word: characters of the raw text for a word of a submission to a sealed task, on average.
        tracks: of a task.
        task, track, system, author, email, description, resources, rules, committee: characters of these texts.
    """

    file_bytes: int = 20_000_000
    per_hour: int = 10
    per_task: int = 1000
    keyless_hour: int = 10
    keyless_day: int = 100
    keyless_task: int = 500
    word: int = 4
    tracks: int = 10
    task: int = 80
    track: int = 40
    system: int = 80
    author: int = 80
    email: int = 254
    description: int = 2000
    resources: int = 1000
    rules: int = 10_000
    committee: int = 400


def checked_entry(entry: Entry, limits: Limits) -> Entry:
    """Return what a submission says of itself, tidied up; see ``one_line`` and ``lines``.

    Raises:
        BoardError: a text is missing, too long or has invisible characters, or the system is called as a baseline is.
    """
    system = one_line(entry.system, lazy("name of the system"), limits.system)
    if system.upper() in (BASE, TOP):
        raise BoardError(lazy("{system} is the name of a baseline. Give the system another name.", system=system))
    return replace(
        entry,
        system=system,
        author=one_line(entry.author, lazy("author"), limits.author),
        email=_email(entry.email, limits.email),
        description=lines(entry.description, lazy("description"), limits.description),
        resources=lines(entry.resources, lazy("text on the resources"), limits.resources),
    )


def checked_tracks(tracks: Sequence[str], rules: Mapping[str, str], limits: Limits) -> tuple[list[str], dict[str, str]]:
    """Return the names of a task's tracks and what they allow, tidied up, each once and in their order.

    Raises:
        BoardError: there is none or too many, a name is no good, or a rule is of a track that is not there.
    """
    named = {track: one_line(track, lazy("name of the track"), limits.track) for track in (*tracks, *rules)}
    for name in named.values():
        if "," in name or "=" in name or name.casefold() in _TAKEN:
            raise BoardError(
                lazy(
                    "a track cannot be called {name!r}: no commas, no equals signs, and not {taken}.",
                    name=name,
                    taken=", ".join(_TAKEN),
                )
            )
    chosen = list(dict.fromkeys(named[track] for track in tracks))
    if not 1 <= len(chosen) <= limits.tracks:
        raise BoardError(
            lazy("a task has 1 to {most} tracks, such as closed and open; not {number}.", most=limits.tracks,
                 number=len(chosen))
        )  # fmt: skip
    said = {named[track]: lines(rule, lazy("rule of a track"), limits.description) for track, rule in rules.items()}
    unknown = [track for track in said if track not in chosen]
    if unknown:
        raise BoardError(lazy("a rule is said of {track}, which is no track of this task.", track=unknown[0]))
    return chosen, {track: rule for track, rule in said.items() if rule}


def checked_times(opens: datetime | None, closes: datetime | None) -> tuple[str, str]:
    """Return when a task opens and closes as it is stored, empty for no bound.

    Raises:
        BoardError: it would close before it opens.
    """
    first, last = ("" if moment is None else stamp(moment) for moment in (opens, closes))
    if first and last and last <= first:
        raise BoardError(
            lazy(
                "the task would close ({closes}) before it opens ({opens}). Set later times.", opens=first, closes=last
            )
        )
    return first, last


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
            lazy("{text!r} is no time. Write it as 2026-05-01 18:00 (UTC) or 2026-05-01T18:00+08:00.", text=shown(text))
        ) from None
    return moment


def task_name(text: str, limit: int) -> str:
    """Return the name of a task, tidied up; names of files are made from it.

    Raises:
        BoardError: as for ``one_line``, or it has a slash.
    """
    name = one_line(text, lazy("name of the task"), limit)
    if "/" in name or "\\" in name:
        raise BoardError(
            lazy("the name of the task, {name!r}, has a slash: files are named after it. Remove it.", name=name)
        )
    return name


def _email(text: str, limit: int) -> str:
    if not text.strip():
        return ""
    address = one_line(text, lazy("e-mail address"), limit)
    before, sign, after = address.rpartition("@")
    if not (before and sign and after) or " " in address:
        raise BoardError(lazy("this is not an e-mail address. Fix it, or leave it out."))
    return address
