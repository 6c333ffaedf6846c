"""Copies of a board that are made before an act of its owner: the newest few, in a folder beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.board.models import Backup
from cwsdiag.board.schema import back_up
from cwsdiag.errors import BoardError
from cwsdiag.folders import made_private
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from pathlib import Path

# So many are kept.
KEPT = 10
# 000012-20260102T030405Z-remove-task.sqlite: numbers, as clocks may go back.
_NAME = re.compile(r"(\d{6,})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z-]+)\.sqlite")


def folder(path: Path) -> Path:
    """Return where the backups of a board lie."""
    return path.with_name(f"{path.name}.backups")


def backups(path: Path) -> list[Backup]:
    """Return the backups of a board, newest first; empty where there are none, or they cannot be listed."""
    try:
        named = [(found, file) for file in folder(path).iterdir() if (found := _NAME.fullmatch(file.name))]
    except OSError:
        return []
    named.sort(key=lambda one: int(one[0][1]), reverse=True)
    return [Backup(file, _created(found), found[8]) for found, file in named]


def backed_up(path: Path, act: str, now: str) -> Path:
    """Copy a board as it is before an act, and return the copy.

    Args:
        path: of the board; nobody else may write to it meanwhile.
        act: what is to be done, in small letters.
        now: as ``sqlite.stamp`` writes it.

    Raises:
        BoardError: the copy cannot be written: then the act is not to be done.
    """
    try:
        kept = made_private(folder(path))
    except OSError as error:
        raise BoardError(
            lazy("{path}: its folder cannot be made ({reason}).", path=folder(path), reason=error.strerror)
        ) from None
    number = 1 + max((int(one.path.name.partition("-")[0]) for one in backups(path)), default=0)
    moment = now[:19].replace("-", "").replace(":", "")
    target = kept / f"{number:06}-{moment}Z-{act}.sqlite"
    back_up(path, target)
    return target


def drop_oldest(path: Path, *, but: Path | None = None) -> None:
    """Drop all but the newest backups of a board, and the one named."""
    for old in backups(path)[KEPT:]:
        if old.path != but:
            old.path.unlink(missing_ok=True)


def _created(found: re.Match[str]) -> str:
    year, month, day, hour, minute, second = found.groups()[1:7]
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}+00:00"
