"""``Task``: a named function, what it needs of what all share, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

R = TypeVar("R")


@dataclass(frozen=True)
class Task(Generic[R]):
    """What one worker does at a time: ``function(*[shared[name] for name in uses], *args)``.

    Attributes:
        function: of a module, so that a worker knows it by its name. What it returns depends on what it is given and on
            nothing else: a task may be done again where a worker was lost.
        uses: names of what it needs of what all tasks share; texts, and whatever else is large.
        args: its settings, which are small: they are sent with each task.
    """

    function: Callable[..., R]
    uses: tuple[str, ...] = ()
    args: tuple[Any, ...] = ()

    def needs(self, shared: Mapping[str, object]) -> tuple[object, ...]:
        """Return what it needs of what all share, in order."""
        return tuple(shared[name] for name in self.uses)
