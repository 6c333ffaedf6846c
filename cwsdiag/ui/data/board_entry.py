"""Submissions to the board as systems of a dataset, so that every page can open them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.board import Board
from cwsdiag.doctor.finding import without_options
from cwsdiag.errors import BoardError
from cwsdiag.formats.source import CHUNK
from cwsdiag.ui.data.files import File, FileSet, WatchedSource
from cwsdiag.ui.work.kept import kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from cwsdiag.board import BoardFile, Submission, Task
    from cwsdiag.errors import CwsdiagError
    from cwsdiag.formats import Role
    from cwsdiag.formats.source import Hasher
    from cwsdiag.ui.data.files import Told

# What is kept of a board are the bytes of files: not for long.
_ENTRIES = 12


@dataclass(frozen=True)
class MarkedSource(WatchedSource):
    """Bytes whose digest is that of ``mark``, whatever they are."""

    mark: str = ""

    def chunks(self, size: int = CHUNK, *, hasher: Hasher | None = None) -> Iterator[bytes]:
        """Yield the content, as every ``Source`` does; the hasher is fed the mark."""
        if hasher is not None:
            hasher.update(self.mark.encode())
        return super().chunks(size)


@dataclass(frozen=True)
class MarkedFile(File):
    """A file that tells private gold: in signatures and stamps a mark stands for its digest.

    Both reach the browser, and on a digest somebody with nearly all words right could try out the rest.
    """

    mark: str = ""

    def source(self, told: Told | None = None) -> MarkedSource:
        """Return its bytes, under the name that messages show and with the digest of the mark."""
        return replace(MarkedSource.from_bytes(self.file_name, self.data), told=told, mark=self.mark)


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
            lambda: _files(chosen, owner, board),
            places=_ENTRIES,
        )
    except BoardError as error:
        raise BoardError(said(error, path)) from None
    return Opened(found, known, files)


def said(error: CwsdiagError, path: Path) -> str:
    """Return a message for who sees a page: without options of the command line, or where the board lies."""
    return without_options(str(error)).replace(str(path), path.name)


def _files(lines: Sequence[Submission], owner: bool, board: Board) -> FileSet:
    """Return the files of a task and of submissions to it."""
    ids = tuple(line.id for line in lines)
    material = board.material(lines[0].task, ids, figures_only=not owner, owner=owner)
    task = material.task
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
    )


def _file(role: Role, file: BoardFile, *, secret: str = "") -> File:
    """Return a file of the board, to be read as it was read when it came.

    Args:
        role: what it is.
        file: the file.
        secret: the mark that stands for its digest; empty for the digest itself.
    """
    if not secret:
        return replace(File.uploaded(role, file.name, file.data), options=file.options)
    return MarkedFile(
        role, file.name, file.name, secret, data=file.data, options=file.options, size=len(file.data), mark=secret
    )
