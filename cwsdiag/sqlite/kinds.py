"""Kinds of files: a board, judgements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.errors import CwsdiagError


@dataclass(frozen=True)
class FileKind:
    """A kind of file.

    Attributes:
        called: what people call it, such as ``board``; ``lazy`` where pages say it.
        made_by: the command that makes one.
        checked_by: the command that says what is wrong with one.
        application: PRAGMA application_id, which tells it from the files of other programs.
        migrations: version n of its tables is what the first n of these statements make. What was released is never
            changed; a new version goes at the end.
        error: what is raised where it cannot be used.
    """

    called: str
    made_by: str
    checked_by: str
    application: int
    migrations: Sequence[tuple[str, ...]]
    error: type[CwsdiagError]
