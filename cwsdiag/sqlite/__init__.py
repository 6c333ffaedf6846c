"""Files that several programs write to at once: SQLite with versions of its tables, transactions, copies, and checks.

kinds      what a kind of file is: its tables, and what is raised where one cannot be used
cells      what a column must hold: rows become our types through these, and damage is said, not stumbled over
tables     whether the tables are those that the versions make
opening    making a file, bringing it up to date, transactions on it
copies     copies of a file that others may be writing to
health     what is wrong with a file
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from cwsdiag.sqlite.cells import Damaged, checked
from cwsdiag.sqlite.copies import back_up, copy_beside
from cwsdiag.sqlite.health import Health, examine
from cwsdiag.sqlite.kinds import FileKind
from cwsdiag.sqlite.opening import prepare, transaction

if TYPE_CHECKING:
    from datetime import datetime

__all__ = [
    "Damaged",
    "FileKind",
    "Health",
    "back_up",
    "checked",
    "copy_beside",
    "examine",
    "prepare",
    "stamp",
    "transaction",
]


def stamp(moment: datetime) -> str:
    """Return a moment as it is stored: UTC, ISO 8601, to the second; the order of such texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")
