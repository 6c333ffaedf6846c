"""How far work is: told to whoever listens, and as bars on stderr, on a terminal only.

Bars are for work that takes longer than a second, and for work in steps.
"""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.progress import Progress, TaskID

    StepListener = Callable[[int, int], object]
    # Is told what is being done now, how many steps of it are done, and how many there are; 0 where nobody knows.
    StageListener = Callable[[str, int, int], object]

T = TypeVar("T")
_PATIENCE = 1.0
# Is told what is read, how much of it is done, and how much it is.
_told: ContextVar[Callable[[str, int, int], object] | None] = ContextVar("_told", default=None)
_heard: ContextVar[StageListener | None] = ContextVar("_heard", default=None)


@contextmanager
def working(on: str) -> Iterator[None]:
    """Show that work goes on, once it has taken a second; nothing where stderr is no terminal.

    While a file is read, its name is shown, and how long that will take still.

    Args:
        on: what is being done, such as ``reading``.
    """
    if not sys.stderr.isatty():
        yield
        return
    bar: list[tuple[Progress, TaskID]] = []

    def show() -> None:
        # Imported only now: most work is over before a bar would be seen.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        # Names are shown as they are, whatever marks they hold.
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            TimeRemainingColumn(),
        )
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        task = progress.add_task(on, total=None, left="")
        progress.start()
        bar.append((progress, task))

    def told(name: str, done: int, size: int) -> None:
        for progress, task in bar:
            # A file that is read to its end is worked on, nobody knows how long.
            whole = done >= size
            progress.update(
                task,
                description=on if whole else f"{on} {name}",
                completed=0 if whole else done,
                total=None if whole else size,
                left="" if whole else "left:",
            )

    timer = threading.Timer(_PATIENCE, show)
    timer.daemon = True
    timer.start()
    token = _told.set(told)
    try:
        yield
    finally:
        _told.reset(token)
        timer.cancel()
        timer.join()
        for progress, _ in bar:
            progress.stop()


def of_reading(name: str, size: int) -> Callable[[int], None]:
    """Return what is to be told of each piece of a file that is read, by its number of bytes.

    Args:
        name: of the file, as messages show it.
        size: of the file, in bytes.
    """
    told, done = _told.get(), 0
    if told is None:
        return _nobody

    def read(more: int) -> None:
        nonlocal done
        done += more
        told(name, done, size)

    return read


def _nobody(more: int) -> None:
    """Tell nobody."""


@contextmanager
def heard(listener: StageListener) -> Iterator[None]:
    """Have somebody told what is being done meanwhile, in this thread; see ``stage``."""
    token = _heard.set(listener)
    try:
        yield
    finally:
        _heard.reset(token)


@contextmanager
def reading_heard(listener: Callable[[str, int, int], object]) -> Iterator[None]:
    """Have somebody told of each file that is read in this thread: its name, how many bytes are, and of how many."""
    token = _told.set(listener)
    try:
        yield
    finally:
        _told.reset(token)


def stage(what: str, done: int = 0, total: int = 0) -> None:
    """Say what is being done from now on, to whoever listens.

    Args:
        what: in a few words, ``lazy``: who listens may speak another language.
        done: how many steps of it are done.
        total: how many there are; 0 where it has none, or nobody knows.
    """
    listener = _heard.get()
    if listener is not None:
        listener(what, done, total)


def staged(what: str, items: Sequence[T]) -> Iterator[T]:
    """Yield items one after the other, and say before each how many of them are done; see ``stage``."""
    for done, item in enumerate(items):
        stage(what, done, len(items))
        yield item


@contextmanager
def counting(what: str) -> Iterator[StepListener]:
    """Give what is told of work done, and of all work; shown as a bar on stderr where that is a terminal.

    Args:
        what: is being done, such as ``reading``.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
