"""How far work is: told to whoever listens, and on one line of stderr, on a terminal only.

That line is for work that takes longer than a second, and is gone afterwards.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

StepListener = Callable[[int, int], object]
# Is told what is done now, a file that is read or a step, how much of it is done, and how much it is: bytes, or
# steps; 0 where nobody knows.
Listener = Callable[[str, int, int], object]

T = TypeVar("T")
_PATIENCE = 1.0
_reading: ContextVar[Listener | None] = ContextVar("_reading", default=None)
_stages: ContextVar[Listener | None] = ContextVar("_stages", default=None)


@contextmanager
def _line(on: str) -> Iterator[Callable[[str], object]]:
    """Give what writes a line on a terminal in place of the one before; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    # Most commands end before there is anything to write.
    from shutil import get_terminal_size

    began, width = time.monotonic(), get_terminal_size().columns - 1

    def show(text: str) -> None:
        if time.monotonic() - began >= _PATIENCE:
            # Chinese characters are two wide.
            sys.stderr.write(f"\r{text[: width if text.isascii() else width // 2]:<{width}}\r")
            sys.stderr.flush()

    timer = threading.Timer(_PATIENCE, show, [on])
    timer.daemon = True
    timer.start()
    try:
        yield show
    finally:
        timer.cancel()
        timer.join()
        show("")


@contextmanager
def working(on: str) -> Iterator[None]:
    """Show that work goes on, once it has taken a second; nothing where stderr is no terminal.

    While a file is read, its name is shown, and how long that will take still.

    Args:
        on: what is being done, such as ``reading``.
    """
    begun: dict[str, float] = {}
    with _line(on) as show:

        def read(name: str, done: int, size: int) -> None:
            seconds = time.monotonic() - begun.setdefault(name, time.monotonic())
            left = f"{done / size:.0%}, left: {seconds * (size - done) / done:.0f} s" if done < size else "…"
            show(f"{on} {name} {left}")

        def step(what: str, done: int, total: int) -> None:
            show(f"{on}: {what} {done:,}/{total:,}" if total else f"{on}: {what}")

        with reading_heard(read), heard(step):
            yield


@contextmanager
def counting(what: str) -> Iterator[StepListener]:
    """Give what is told of work done, and of all work; shown on stderr where that is a terminal.

    Args:
        what: is being done, such as ``reading``.
    """
    with _line(what) as show:
        yield lambda done, total: show(f"{what} {done:,}/{total:,}")


@contextmanager
def heard(listener: Listener) -> Iterator[None]:
    """Have somebody told what is being done meanwhile, in this thread; see ``stage``."""
    token = _stages.set(listener)
    try:
        yield
    finally:
        _stages.reset(token)


@contextmanager
def reading_heard(listener: Listener) -> Iterator[None]:
    """Have somebody told of each file that is read in this thread: its name, how many bytes are, and of how many."""
    token = _reading.set(listener)
    try:
        yield
    finally:
        _reading.reset(token)


def of_reading(name: str, size: int) -> Callable[[int], None]:
    """Return what is to be told of each piece of a file that is read, by its number of bytes.

    Args:
        name: of the file, as messages show it.
        size: of the file, in bytes.
    """
    listener, done = _reading.get(), 0

    def read(more: int) -> None:
        nonlocal done
        done += more
        if listener is not None:
            listener(name, done, size)

    return read


def stage(what: str, done: int = 0, total: int = 0) -> None:
    """Say what is being done from now on, to whoever listens.

    Args:
        what: in a few words, ``lazy``: who listens may speak another language.
        done: how many steps of it are done.
        total: how many there are; 0 where it has none, or nobody knows.
    """
    listener = _stages.get()
    if listener is not None:
        listener(what, done, total)


def staged(what: str, items: Sequence[T]) -> Iterator[T]:
    """Yield items one after the other, and say before each how many of them are done; see ``stage``."""
    for done, item in enumerate(items):
        stage(what, done, len(items))
        yield item
