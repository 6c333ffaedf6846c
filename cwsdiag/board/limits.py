"""What the board takes from strangers: how much, how often, and which texts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag import typed
from cwsdiag.baselines import BASE, TOP
from cwsdiag.board.models import TRACKS
from cwsdiag.errors import BoardError
from cwsdiag.formats.base import shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from cwsdiag.board.models import Entry

# See ``cwsdiag.typed``.
one_line = partial(typed.one_line, error=BoardError)
lines = partial(typed.lines, error=BoardError)


@dataclass(frozen=True)
class Limits:
    """What is too much.

    Attributes:
        file_bytes: size of a submission's file, packed and unpacked.
        per_hour: submissions under one author's name to one task in any 60 minutes.
        per_task: submissions to a task altogether.
        task, system, author, email, description, rules, committee: characters of these texts.
    """

    file_bytes: int = 20_000_000
    per_hour: int = 10
    per_task: int = 1000
    task: int = 80
    system: int = 80
    author: int = 80
    email: int = 254
    description: int = 2000
    rules: int = 10_000
    committee: int = 400


def checked_entry(entry: Entry, limits: Limits) -> Entry:
    """Return what a submission says of itself, tidied up; see ``one_line`` and ``lines``.

    Raises:
        BoardError: a text is missing, too long or has invisible characters, there is no such track, or the system is
            called as a baseline is.
    """
    if entry.track not in TRACKS:
        raise BoardError(
            lazy(
                "no track {track!r}. Available: {known}.",
                track=shown(str(entry.track)),
                known=", ".join(TRACKS),
            )
        )
    system = one_line(entry.system, lazy("name of the system"), limits.system)
    if system.upper() in (BASE, TOP):
        raise BoardError(lazy("{system} is the name of a baseline. Give the system another name.", system=system))
    return replace(
        entry,
        system=system,
        author=one_line(entry.author, lazy("author"), limits.author),
        email=_email(entry.email, limits.email),
        description=lines(entry.description, lazy("description"), limits.description),
    )


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
