"""How many submissions came lately, from whom: what is refused as too many. Every function works in a transaction.

What is counted is kept apart from submissions: removing these gives nobody further tries, and no address stays longer
than the day for which it counts.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from cwsdiag.board.keys import set_setting, setting
from cwsdiag.database import stamp
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3

    from cwsdiag.board.keys import Known
    from cwsdiag.board.limits import Limits
    from cwsdiag.board.models import Entry, Task

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
# Limits that the owner may set in the board itself, for every program that opens it.
_SET = ("keyless_hour", "keyless_day")
_MOST = 1_000_000


def own_limits(connection: sqlite3.Connection, limits: Limits) -> Limits:
    """Return limits with those that the owner set in the board."""
    found = {name: setting(connection, name) for name in _SET}
    return replace(limits, **{name: int(value) for name, value in found.items() if value is not None})


def set_limits(connection: sqlite3.Connection, **wanted: int | None) -> None:
    """Set limits in the board; None leaves one as it is.

    Raises:
        BoardError: a number is too small or too large.
    """
    for name, value in wanted.items():
        if value is None:
            continue
        if not 1 <= value <= _MOST:
            raise BoardError(lazy("{value} submissions: give a number from 1 to {most:,}.", value=value, most=_MOST))
        set_setting(connection, name, str(value))


def refuse_too_many(
    connection: sqlite3.Connection, number: int, task: Task, who: Known, entry: Entry, limits: Limits, now: datetime
) -> None:
    """Refuse a submission to a task that has too many, or by somebody who handed in too many lately.

    Those without a key have one pool together, and never what is kept for those who have one.

    Args:
        connection: to the board.
        number: of the task.
        task: itself.
        who: hands in.
        entry: what is handed in, for the message.
        limits: those of the board.
        now: the present time. What is stamped later does not count: a clock was wrong.

    Raises:
        BoardError: it is refused; the message says when the next is taken.
    """
    if task.submissions >= limits.per_task:
        raise BoardError(
            lazy(
                "{task} has {number:,} submissions, as many as it accepts. Ask its owner.",
                task=task.name,
                number=task.submissions,
            )
        )
    if who.identity:
        mine = _moments(connection, "who = ? AND task = ?", (who.counted, number), now - _HOUR, now)
        if (free := _free(mine, limits.per_hour, _HOUR)) is not None:
            raise BoardError(
                lazy(
                    "{author} has submitted {number} files to {task} within an hour, as many as are allowed. The next "
                    "is accepted from {moment} on.",
                    author=entry.author,
                    number=len(mine),
                    task=task.name,
                    moment=free,
                )
            )
        return
    _refuse_keyless(connection, number, task, who, limits, now)


def left(connection: sqlite3.Connection, number: int, task: Task, who: Known, limits: Limits, now: datetime) -> int:
    """Return how many submissions to a task would be taken from somebody now, one after the other; see above."""
    room = limits.per_task - task.submissions
    if who.identity:
        mine = _moments(connection, "who = ? AND task = ?", (who.counted, number), now - _HOUR, now)
        return max(min(room, limits.per_hour - len(mine)), 0)
    if not task.keyless:
        return 0
    mine = _moments(connection, "who = ?", (who.counted,), now - _HOUR, now)
    everybody = _moments(connection, "who LIKE 'address:%'", (), now - _DAY, now)
    of_task = limits.keyless_task - _keyless(connection, number)
    return max(min(room, of_task, limits.keyless_hour - len(mine), limits.keyless_day - len(everybody)), 0)


def note(connection: sqlite3.Connection, number: int, who: Known, now: datetime) -> None:
    """Count a submission to a task, and forget those that count no more."""
    connection.execute("DELETE FROM tally WHERE moment <= ? OR moment > ?", (stamp(now - _DAY), stamp(now + _DAY)))
    connection.execute("INSERT INTO tally (who, task, moment) VALUES (?, ?, ?)", (who.counted, number, stamp(now)))


def _refuse_keyless(
    connection: sqlite3.Connection, number: int, task: Task, who: Known, limits: Limits, now: datetime
) -> None:
    if not task.keyless:
        raise BoardError(lazy("{task} accepts submissions with a key alone. Ask its owner for one.", task=task.name))
    here = _keyless(connection, number)
    if here >= limits.keyless_task:
        raise BoardError(
            lazy(
                "{task} has {number:,} submissions without a key, as many as it accepts. Ask its owner for a key.",
                task=task.name,
                number=here,
            )
        )
    mine = _moments(connection, "who = ?", (who.counted,), now - _HOUR, now)
    if (free := _free(mine, limits.keyless_hour, _HOUR)) is not None:
        raise BoardError(
            lazy(
                "{number} files were submitted without a key from this address within an hour, as many as are "
                "allowed. The next is accepted from {moment} on; with a key, which the owner gives, at once.",
                number=len(mine),
                moment=free,
            )
        )
    everybody = _moments(connection, "who LIKE 'address:%'", (), now - _DAY, now)
    if (free := _free(everybody, limits.keyless_day, _DAY)) is not None:
        raise BoardError(
            lazy(
                "{number} files were submitted without a key within a day, by all together, as many as are allowed. "
                "The next is accepted from {moment} on; with a key, which the owner gives, at once.",
                number=len(everybody),
                moment=free,
            )
        )


def _keyless(connection: sqlite3.Connection, task: int) -> int:
    """Return how many submissions of a task came without a key."""
    query = "SELECT count(*) FROM submission WHERE task = ? AND kind = 'system' AND identity = ''"
    (count,) = connection.execute(query, (task,)).fetchone()
    return int(count)


def _moments(
    connection: sqlite3.Connection, which: str, values: tuple[object, ...], since: datetime, now: datetime
) -> list[str]:
    """Return when submissions came after some time and not in the future, oldest first."""
    rows = connection.execute(
        f"SELECT moment FROM tally WHERE {which} AND moment > ? AND moment <= ? ORDER BY moment",
        (*values, stamp(since), stamp(now)),
    )
    return [moment for (moment,) in rows]


def _free(moments: list[str], most: int, span: timedelta) -> str | None:
    """Return when the next submission is taken, as it is stored; None where it is taken now."""
    return None if len(moments) < most else stamp(datetime.fromisoformat(moments[-most]) + span)
