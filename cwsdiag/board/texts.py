"""The texts that come with tasks and submissions: tidied up, or refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag import typed
from cwsdiag.baselines import BASE, TOP
from cwsdiag.database import stamp
from cwsdiag.errors import BoardError, shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.board.models import Entry

# See ``cwsdiag.typed``.
one_line = partial(typed.one_line, error=BoardError)
lines = partial(typed.lines, error=BoardError)
# What pages call all tracks, and those that are on none.
_TAKEN = ("all", "baseline")


# The most characters that each text may have.
LONGEST = {
    "task": 80, "track": 40, "system": 80, "author": 80, "email": 254, "description": 2000, "resources": 1000,
    "rules": 10_000, "committee": 400,
}  # fmt: skip
_MOST_TRACKS = 10


def checked_entry(entry: Entry) -> Entry:
    """Return what a submission says of itself, tidied up; see ``one_line`` and ``lines``.

    Raises:
        BoardError: a text is missing, too long or has invisible characters, or the system is called as a baseline is.
    """
    system = one_line(entry.system, lazy("name of the system"), LONGEST["system"])
    if system.upper() in (BASE, TOP):
        raise BoardError(lazy("{system} is the name of a baseline. Give the system another name.", system=system))
    return replace(
        entry,
        system=system,
        author=one_line(entry.author, lazy("author"), LONGEST["author"]),
        email=lines(entry.email, lazy("e-mail address"), LONGEST["email"]),
        description=lines(entry.description, lazy("description"), LONGEST["description"]),
        resources=lines(entry.resources, lazy("text on the resources"), LONGEST["resources"]),
    )


def checked_tracks(tracks: Mapping[str, str]) -> dict[str, str]:
    """Return the tracks of a task, tidied up: names, and what each allows.

    Raises:
        BoardError: there is none or too many, or a text is no good.
    """
    checked = {}
    for track, rule in tracks.items():
        name = one_line(track, lazy("name of the track"), LONGEST["track"])
        if "," in name or "=" in name or name.casefold() in _TAKEN:
            raise BoardError(
                lazy(
                    "a track cannot be called {name!r}: no commas, no equals signs, and not {taken}.",
                    name=name,
                    taken=", ".join(_TAKEN),
                )
            )
        checked[name] = lines(rule, lazy("rule of a track"), LONGEST["description"])
    if not 1 <= len(checked) <= _MOST_TRACKS:
        raise BoardError(
            lazy("a task has 1 to {most} tracks, such as closed and open; not {number}.", most=_MOST_TRACKS,
                 number=len(checked))
        )  # fmt: skip
    return checked


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


def task_name(text: str) -> str:
    """Return the name of a task, tidied up; names of files are made from it.

    Raises:
        BoardError: as for ``one_line``, or it has a slash.
    """
    name = one_line(text, lazy("name of the task"), LONGEST["task"])
    if "/" in name or "\\" in name:
        raise BoardError(
            lazy("the name of the task, {name!r}, has a slash: files are named after it. Remove it.", name=name)
        )
    return name
