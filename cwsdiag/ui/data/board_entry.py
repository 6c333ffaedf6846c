"""Submissions to the board as systems of a dataset, so that every page can open them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.board import Board
from cwsdiag.errors import BoardError
from cwsdiag.ui.data.files import File, FileSet
from cwsdiag.ui.work.results import kept
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from cwsdiag.board import BoardFile, Submission, Task
    from cwsdiag.errors import CwsdiagError
    from cwsdiag.formats import Role

# What is kept of a board are the bytes of files: not for long.
_ENTRIES = 12


@dataclass(frozen=True)
class Opened:
    """A task with some of its submissions, as a dataset.

    Attributes:
        task: the task.
        ids: of the submissions, those that are not there left out.
        files: gold, training data, the submissions, and difficulties where all may be seen.
    """

    task: Task
    ids: tuple[int, ...]
    files: FileSet


def parse(text: str | None) -> tuple[int, ...]:
    """Return the numbers of submissions as they stand in the address, ``3,7``; what is no number is passed over."""
    parts = (text or "").split(",")
    return tuple(dict.fromkeys(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10))


def to_text(ids: Iterable[int]) -> str:
    """Return numbers of submissions as they stand in the address."""
    return ",".join(map(str, ids))


def opened(path: Path, task: str, ids: Sequence[int], *, baselines: bool, owner: bool) -> Opened:
    """Return a task with some of its submissions.

    Args:
        path: of the board.
        task: its name.
        ids: the submissions wanted; those that are none of this task are left out.
        baselines: whether BASE and TOP are wanted beside them. They are there, too, where one of them is among
            ``ids``, and where there is nothing else.
        owner: whether the server was started by the owner, who may see everything.

    Raises:
        BoardError: the board cannot be used, or there is no such task. The message does not say where it lies.
    """
    try:
        board = Board(path, create=False)
        # Asked each time: what was kept while a task was closed is not shown when it is open again.
        board.check_opening(task, figures_only=not owner, owner=owner)
        found, lines = board.task(task), {line.id: line for line in board.table(task)}
        known = tuple(id for id in ids if id in lines)
        systems = [lines[id] for id in known if lines[id].kind == "system"]
        # BASE and TOP as the board has them: made anew, their digests would tell gold. They come together, as they do
        # everywhere.
        add = len(systems) < len(known) or not known or (baselines and not found.open_gold)
        chosen = systems + [line for line in lines.values() if add and line.kind == "baseline"]
        stamp = (str(path), found.name, found.created, found.signature, *(line.signature for line in chosen))
        # They never change, only go, and that was looked at.
        files = kept(
            "server",
            "files of a task",
            (stamp, tuple(line.id for line in chosen), owner),
            lambda: _files(found, chosen, owner, board),
            places=_ENTRIES,
        )
    except BoardError as error:
        raise BoardError(said(error, path)) from None
    return Opened(found, known, files)


def said(error: CwsdiagError, *paths: Path) -> str:
    """Return a message for who sees a page: without options of the command line, or where boards lie."""
    message = on_page(error)
    for path in paths:
        message = message.replace(str(path), path.name)
    return message


def _files(task: Task, lines: Sequence[Submission], owner: bool, board: Board) -> FileSet:
    """Return the files of a task and of submissions to it."""
    ids = tuple(line.id for line in lines)
    material = board.material(task.name, ids, figures_only=not owner, owner=owner)
    secret = "" if task.open_gold else task.signature
    systems = tuple(
        replace(
            _file("system", file, secret=f"{secret} {line.system}" if secret and line.kind == "baseline" else ""),
            track=line.track,
        )
        for file, line in zip(material.systems, lines, strict=True)
    )
    return FileSet(
        name=task.name,
        gold=_file("gold", material.gold, secret=secret),
        training=None if material.training is None else _file("training", material.training),
        systems=systems,
        weights=None if material.weights is None else _file("gold", material.weights, secret=secret),
        mismatch=task.mismatch,
    )


def _file(role: Role, file: BoardFile, *, secret: str = "") -> File:
    """Return a file of the board, to be read as it was read when it came.

    Args:
        role: what it is.
        file: the file.
        secret: the mark that stands for its digest; empty for the digest itself.
    """
    given = replace(File.uploaded(role, file.name, file.data), options=file.options)
    # Stamps reach the browser, too: there, what says what is in the file is the mark.
    return replace(given, content=secret, mark=secret) if secret else given
