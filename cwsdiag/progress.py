"""Progress bars on stderr, on a terminal only: for work that takes longer than a second, and for work in steps."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID

    StepListener = Callable[[int, int], object]

_PATIENCE = 1.0
# Is told what is read, how much of it is done, and how much it is.
_told: ContextVar[Callable[[str, int, int], object] | None] = ContextVar("_told", default=None)


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
