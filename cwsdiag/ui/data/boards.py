"""Which boards and which judgements there are to look at: those of the server, or the user's own and the examples."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from cwsdiag import examples
from cwsdiag.errors import CwsdiagError
from cwsdiag.folders import made_private
from cwsdiag.languages import _, lazy
from cwsdiag.ui.host import server, who

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from cwsdiag.examples import Example

# Before the name of a task or study of an example, in an address.
EXAMPLE_PREFIX = "example/"
# Before a name of one's own that begins with one of both: a study may be called anything, a task has no slash.
_OWN_PREFIX = "own/"
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
