"""Which boards and which judgements there are to look at: those of the server, or the user's own and the examples.

A task of a board with some of its submissions is a dataset, so that every page can open it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from cwsdiag import examples
from cwsdiag.board import Board
from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.folders import made_private
from cwsdiag.languages import _, lazy
from cwsdiag.project import File, FileSet
from cwsdiag.ui.host import server, who
from cwsdiag.ui.work import results
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.board import BoardFile, Submission, Task
    from cwsdiag.doctor import Place as Role
    from cwsdiag.examples import Example

# Before the name of a task or study of an example, in an address.
EXAMPLE_PREFIX = "example/"
# Before a name of one's own that begins with one of both: a study may be called anything, a task has no slash.
_OWN_PREFIX = "own/"
# What is kept of a board are the bytes of files: not for long.
_ENTRIES = 12
T = TypeVar("T")


@dataclass(frozen=True)
class Kept:
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

    def ready(self, error: type[CwsdiagError]) -> Path:
        """Return its path, in a folder that is there, to be written to.

        Args:
            error: what is raised where the folder cannot be made.
        """
        if self.may_be_missing:
            try:
                made_private(self.path.parent)
            except OSError as problem:
                raise error(
                    lazy("{path}: its folder cannot be made ({reason}).", path=self.path, reason=problem.strerror)
                ) from None
        return self.path

    def id(self, name: str) -> str:
        """Return what a task or study in it is called in an address."""
        if self.is_example:
            return f"{EXAMPLE_PREFIX}{name}"
        return f"{_OWN_PREFIX}{name}" if name.startswith((EXAMPLE_PREFIX, _OWN_PREFIX)) else name


@dataclass(frozen=True)
class Offered(Generic[T]):
    """The tasks or studies that can be looked at.

    Attributes:
        found: each with the file it is kept in, by what an address calls it: those of the example, then one's own,
            oldest first.
    """

    found: dict[str, tuple[Kept, T]]

    @property
    def default(self) -> str | None:
        """What is looked at where nobody chose: the latest of one's own; the example's where there is none."""
        return next(reversed(self.found), None)

    def names(self, name: Callable[[T], str]) -> dict[str, str]:
        """Return what people call them, by what an address does: one's own first.

        Args:
            name: gives the name of one of them.
        """
        order = sorted(self.found, key=lambda id: self.found[id][0].is_example)
        called = {id: name(self.found[id][1]) for id in order}
        return {
            id: _("{name} (example)", name=one) if self.found[id][0].is_example else one for id, one in called.items()
        }


def offered(
    own: Kept | None, example: Kept | None, read: Callable[[Kept], Mapping[str, T]], *, error: type[CwsdiagError]
) -> Offered[T]:
    """Return what can be looked at in one's own file and in the example.

    Args:
        own: one's own file; None where there is none.
        example: the example; None where there is none. One that cannot be read does not stand in the way of one's own.
        read: gives what is in a file, by name.
        error: what it raises where it cannot, and so does this where one's own cannot be read.
    """
    found: dict[str, tuple[Kept, T]] = {}
    for kept in (example, own):
        if kept is None or not kept.is_there:
            continue
        with suppress(*([error] if kept.is_example else [])):
            found |= {kept.id(name): (kept, one) for name, one in read(kept).items()}
    return Offered(found)


def boards() -> tuple[Kept | None, Kept | None]:
    """Return the board that systems can be submitted to, and the example; None for what is not there.

    The user's own is for the user alone: whoever else is to see a board is shown one that the server was told of.
    """
    named, embedded = server.settings().boards
    return _own(named, embedded), _example(examples.BOARD, embedded)


def judgements() -> tuple[Kept | None, Kept | None]:
    """Return the file of judgements that studies can be made in, and the example; None as for boards."""
    settings = server.settings()
    embedded = settings.embedded_judgements
    return _own(settings.judgements, embedded), _example(examples.JUDGEMENTS, embedded)


def find(id: str) -> tuple[Kept, str] | None:
    """Return the board and the name of a task that an address names; None where there is no such board."""
    own, example = boards()
    kept = example if id.startswith(EXAMPLE_PREFIX) else own
    return None if kept is None or not kept.is_there else (kept, id.removeprefix(EXAMPLE_PREFIX))


def _own(named: Path | None, embedded: Path | None) -> Kept | None:
    if named is not None:
        return Kept(named)
    return Kept(embedded, may_be_missing=True) if embedded is not None and who.is_owner() else None


def _example(example: Example, embedded: Path | None) -> Kept | None:
    if embedded is None:
        return None
    # A machine without room for it has none, and what goes wrong with it is not in the way of one's own.
    with suppress(CwsdiagError, OSError):
        if not example.is_removed:
            return Kept(example.made(), is_example=True)
    return None


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
        files = results.kept(
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
    files = [
        _file("gold", material.gold, secret),
        None if material.training is None else _file("training", material.training),
        None if material.weights is None else _file("weights", material.weights, secret),
    ]
    for file, line in zip(material.systems, lines, strict=True):
        mark = f"{secret} {line.system}" if secret and line.kind == "baseline" else ""
        files.append(replace(_file("system", file, mark), track=line.track))
    return FileSet(task.name, tuple(file for file in files if file is not None), task.mismatch)


def _file(role: Role, file: BoardFile, secret: str = "") -> File:
    """Return a file of the board, to be read as it was read when it came.

    Args:
        role: what it is.
        file: the file.
        secret: the mark that stands for its digest; empty for the digest itself.
    """
    given = replace(File.uploaded(role, file.name, file.data), options=file.options)
    # Stamps reach the browser, too: there, what says what is in the file is the mark.
    return replace(given, content=secret, mark=secret) if secret else given
