"""Which boards and which judgements there are to look at: those of the server, or the user's own and the examples."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag import examples
from cwsdiag.errors import ReadError
from cwsdiag.folders import made_private
from cwsdiag.ui.host import server, who

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.errors import CwsdiagError
    from cwsdiag.examples import Example

# Before the name of a task or study of an example, in an address. No task has a slash in its name.
EXAMPLE_PREFIX = "example/"


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
                raise error(f"{self.path}: its folder cannot be made ({problem.strerror}).") from None
        return self.path

    def id(self, name: str) -> str:
        """Return what a task or study in it is called in an address."""
        return f"{EXAMPLE_PREFIX}{name}" if self.is_example else name


def board() -> Kept | None:
    """Return the board that systems can be submitted to; None where there is none.

    The user's own is for the user alone: whoever else is to see a board is shown one that the server was told of.
    """
    settings = server.settings()
    return _own(settings.named_board, settings.embedded_board)


def judgements() -> Kept | None:
    """Return the file of judgements that studies can be made in; None where there is none, as for boards."""
    settings = server.settings()
    return _own(settings.judgements, settings.embedded_judgements)


def example_board() -> Kept | None:
    """Return the example board; None where it was removed, or is not wanted."""
    return _example(examples.BOARD, server.settings().embedded_board)


def example_judgements() -> Kept | None:
    """Return the example of judgements; None where it was removed, or is not wanted."""
    return _example(examples.JUDGEMENTS, server.settings().embedded_judgements)


def find(id: str) -> tuple[Kept, str] | None:
    """Return the board and the name of a task that an address names; None where there is no such board."""
    kept = example_board() if id.startswith(EXAMPLE_PREFIX) else board()
    return None if kept is None or not kept.is_there else (kept, id.removeprefix(EXAMPLE_PREFIX))


def _own(named: Path | None, embedded: Path | None) -> Kept | None:
    if named is not None:
        return Kept(named)
    return Kept(embedded, may_be_missing=True) if embedded is not None and who.is_owner() else None


def _example(example: Example, embedded: Path | None) -> Kept | None:
    if embedded is None or example.is_removed:
        return None
    with suppress(ReadError):  # a machine without room for it has none
        return Kept(example.made(), is_example=True)
    return None
