"""How commands end that are told to, and what they leave: nothing.

Ctrl-C and SIGTERM end every command alike: what it began is undone on the way out, no process of its own goes on, and
one sentence says so. Shells know a program that a signal ended by 128 and its number.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.output import say
from cwsdiag.files import trouble

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_BAD_OUTPUT = 2
# After so many seconds a signal that came at a bad moment comes again.
_MOMENT = 0.05
# What a full disk, or one that fails, says of what is printed.
_CANNOT_PRINT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Terminated(KeyboardInterrupt):
    """SIGTERM came: all that knows how to end by Ctrl-C ends by this."""


@contextmanager
def well_ended(context: click.Context) -> Iterator[None]:
    """Run a command; where a signal ends it, say so in one sentence and leave nothing."""
    told: list[int] = []
    with _signals(told):
        try:
            yield
        except BaseException as error:
            # What was interrupted at a bad place raises what it likes: it ends all the same.
            if not (told or isinstance(error, KeyboardInterrupt)):
                raise
            _nothing_more_to_tell()
            _end_children()
            by_term = signal.SIGTERM in told or isinstance(error, Terminated)
            done = str(error) if isinstance(error, KeyboardInterrupt) else ""
            # Below what the terminal shows of the key.
            say(f"\ncwsdiag: {done or 'stopped'} ({'SIGTERM' if by_term else 'Ctrl-C'}).", err=True)
            context.exit(128 + (signal.SIGTERM if by_term else signal.SIGINT))


@contextmanager
def well_printed() -> Iterator[None]:
    """Run what prints; where that cannot be written, as on a full disk, say so in one sentence and exit."""
    try:
        yield
    except OSError as error:
        # What has a name is a file's trouble.
        if error.errno not in _CANNOT_PRINT or error.filename is not None:
            raise
        _print_no_more()
        say(f"cwsdiag: what it prints cannot be written: {trouble(error)}", err=True)
        sys.exit(_BAD_OUTPUT)


@contextmanager
def _signals(told: list[int]) -> Iterator[None]:
    """Have each signal raise what ends a command meanwhile, where this process left it as it is.

    A shell has the background jobs of a script ignore SIGINT; they end by SIGTERM all the same.

    Args:
        told: gets the numbers of those that came.
    """
    usual = {signal.SIGTERM: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    before = {number: handler for number, handler in usual.items() if signal.getsignal(number) == handler}
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        if _is_starting_a_process(frame):
            # It has not been told yet what to do: left alone, it would print where it was.
            threading.Timer(_MOMENT, os.kill, (os.getpid(), number)).start()
            return
        told.append(number)
        raise Terminated if number == signal.SIGTERM else KeyboardInterrupt

    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_starting_a_process(frame: FrameType | None) -> bool:
    """Tell whether what was interrupted starts a process, as multiprocessing and joblib call that."""
    while frame is not None:
        if frame.f_code.co_name == "_launch":
            return True
        frame = frame.f_back
    return False


def _nothing_more_to_tell() -> None:
    """Take no further signal: a second Ctrl-C would end what puts things right."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _end_children() -> None:
    """End the processes that work for this one: they would finish what they are at, for minutes."""
    # Most commands have none, and should not wait for this import.
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for number in (child.pid for child in active_children() if child.pid is not None):
            # Those of joblib have no method for it; where the system knows nothing sharper, SIGTERM does it.
            with suppress(ProcessLookupError):
                os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))


def _print_no_more() -> None:
    """Have what is still to be printed go nowhere: leaving, Python would try it again, and say so."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
