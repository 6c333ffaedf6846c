"""Which boards and which judgements there are to look at: those of the server, or the user's own and the examples.

A task of a board with some of its submissions is a dataset, so that every page can open it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cwsdiag import examples
from cwsdiag.board import Board, BoardFile, Submission, Task
from cwsdiag.doctor.roles import Place as Role
from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.files import private_folder
from cwsdiag.judging import Judgements
from cwsdiag.project import File, FileSet
from cwsdiag.ui.host import server, who
from cwsdiag.ui.work import results
from cwsdiag.views.wording import on_page

# What is kept of a board are the bytes of files: not for long.
_ENTRIES = 12


@dataclass(frozen=True)
class LabFile:
    """A file that a page looks at.

    Attributes:
        path: where it lies.
        is_example: whether it is one of the examples, in which nobody writes.
        may_be_missing: whether it is made with the first thing that is put into it: then it is empty, not gone.
    """

    path: Path
    is_example: bool = False
    may_be_missing: bool = False

    @property
    def is_there(self) -> bool:
        """Whether there is something to read, or something to say of what is gone."""
        return not self.may_be_missing or self.path.exists()

    def ready(self) -> Path:
        """Return its path, to be written to, in a folder that is made if need be."""
        if self.may_be_missing:
            with suppress(OSError):  # said by what makes the file
                private_folder(self.path.parent)
        return self.path


def board() -> tuple[LabFile | None, LabFile | None]:
    """Return the board in which tasks are made, and the one that is looked at; None for what is not there.

    The user's own is for the user alone: whoever else is to see a board is shown one that the server was told of. As
    long as it has no task, the example is looked at.

    Raises:
        BoardError: the user's own cannot be read.
    """
    named, embedded = server.settings().boards
    return _looked_at(named, embedded, examples.board, lambda path: Board(path, create=False).tasks())


def judgements() -> tuple[LabFile | None, LabFile | None]:
    """Return the judgements in which studies are made, and those that are looked at; as for boards.

    Raises:
        JudgingError: the user's own cannot be read.
    """
    settings = server.settings()
    return _looked_at(
        settings.judgements,
        settings.embedded_judgements,
        examples.judgements,
        lambda path: Judgements(path, create=False).names(),
    )


def _looked_at(
    named: Path | None, embedded: Path | None, example: Callable[[], Path], names: Callable[[Path], Sequence[Any]]
) -> tuple[LabFile | None, LabFile | None]:
    own = None if named is None else LabFile(named)
    if embedded is not None and who.is_owner():
        own = LabFile(embedded, may_be_missing=True)
    if embedded is None or (own is not None and own.is_there and names(own.path)):
        return own, own
    # A machine without room for it has none, and what goes wrong with it is not in the way of one's own.
    with suppress(CwsdiagError):
        path = example()
        if names(path):
            return own, LabFile(path, is_example=True)
    return own, own


def parse(text: str | None) -> tuple[int, ...]:
    """Return the numbers of submissions as they stand in the address, ``3,7``; what is no number is passed over."""
    parts = (text or "").split(",")
    return tuple(dict.fromkeys(int(part) for part in parts if re.fullmatch("[0-9]{1,9}", part)))


def to_text(ids: Iterable[int]) -> str:
    """Return numbers of submissions as they stand in the address."""
    return ",".join(map(str, ids))


def opened(
    path: Path, task: str, ids: Sequence[int], *, baselines: bool, owner: bool
) -> tuple[bool, tuple[int, ...], FileSet]:
    """Return a task with some of its submissions, as a dataset.

    Args:
        path: of the board.
        task: its name.
        ids: the submissions wanted; those that are none of this task are left out.
        baselines: whether BASE and TOP are wanted beside them. They are there, too, where one of them is among
            ``ids``, and where there is nothing else.
        owner: whether the server was started by the owner, who may see everything.

    Returns:
        Whether all may see gold; the submissions, those that are not there left out; and the files: gold, training
        data, the submissions, and difficulties where all may be seen.

    Raises:
        BoardError: the board cannot be used, or there is no such task. The message does not say where it lies.
    """
    try:
        board = Board(path, create=False)
        # Asked each time: what was kept while a task was closed is not shown when it is open again.
        board.check_opening(task, figures_only=not owner, owner=owner)
        board_task, lines = board.task(task), {line.id: line for line in board.table(task)}
        known = tuple(id for id in ids if id in lines)
        systems = [lines[id] for id in known if lines[id].kind == "system"]
        # BASE and TOP as the board has them: made anew, their digests would tell gold. They come together, as they do
        # everywhere.
        add = len(systems) < len(known) or not known or (baselines and not board_task.open_gold)
        chosen = systems + [line for line in lines.values() if add and line.kind == "baseline"]
        of_task = (str(path), board_task.name, board_task.created, board_task.signature)
        # They never change, only go, and that was looked at.
        files = results.kept(
            "server",
            "files of a task",
            (of_task, tuple((line.id, line.signature) for line in chosen), owner),
            lambda: _files(board_task, chosen, owner, board),
            places=_ENTRIES,
        )
    except BoardError as error:
        raise BoardError(said(error, path)) from None
    return board_task.open_gold, known, files


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
    texts: list[tuple[Role, BoardFile | None, str]] = [
        ("gold", material.gold, secret),
        ("training", material.training, ""),
        ("weights", material.weights, secret),
    ]
    files = [_file(role, file, mark) for role, file, mark in texts if file is not None]
    for file, line in zip(material.systems, lines, strict=True):
        mark = f"{secret} {line.system}" if secret and line.kind == "baseline" else ""
        files.append(replace(_file("system", file, mark), track=line.track))
    return FileSet(task.name, tuple(files), task.mismatch)


def _file(role: Role, file: BoardFile, secret: str) -> File:
    """Return a file of the board, to be read as it was read when it came.

    Args:
        role: what it is.
        file: the file.
        secret: the mark that stands for its digest; empty for the digest itself.
    """
    given = replace(File.uploaded(role, file.name, file.data), options=file.options)
    # Stamps reach the browser, too: there, what says what is in the file is the mark.
    return replace(given, content=secret, mark=secret) if secret else given
