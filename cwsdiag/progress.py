"""Progress bars on stderr, on a terminal only: for work that takes longer than a second, and for work in steps."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

    StepListener = Callable[[int, int], object]

_PATIENCE = 1.0


@contextmanager
def working(on: str) -> Iterator[None]:
    """Show that work goes on, once it has taken a second; nothing where stderr is no terminal.

    Args:
        on: what is being done, such as ``reading``.
    """
    if not sys.stderr.isatty():
        yield
        return
    bar: list[Progress] = []

    def show() -> None:
        # Imported only now: most work is over before a bar would be seen.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        progress.add_task(on, total=None)
        progress.start()
        bar.append(progress)

    timer = threading.Timer(_PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        for progress in bar:
            progress.stop()


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
