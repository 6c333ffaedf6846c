"""What commands print and write, and how they end.

Whatever people read passes ``say``: a terminal gets nothing from a file that could steer it.

Ctrl-C and SIGTERM end every command alike: what it began is undone on the way out, no process of its own goes on, and
one sentence says so. Shells know a program that a signal ended by 128 and its number.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from cwsdiag import files
from cwsdiag.errors import ReadError, SettingError
from cwsdiag.files import read_whole, trouble
from cwsdiag.languages.visible import BOLD, visible

if TYPE_CHECKING:
    from cwsdiag.report.documents import Document

# What a command writes is there whole, or what was there stays.
write_file = files.save


def say(*lines: str, err: bool = False) -> None:
    """Print text for people, with what is hidden in it written out but for the ends of its lines and tabs.

    Args:
        lines: each without its end. What stands in ``BOLD`` is bold on a terminal, and as others elsewhere.
        err: whether to stderr.
    """
    # Only what is ended on its line: nothing behind it is bold.
    pieces = re.split(f"{re.escape(BOLD[0])}([^\x1b\n]*){re.escape(BOLD[1])}", "\n".join(lines))
    seen = [visible(piece, keep="\n\t") for piece in pieces]
    seen[1::2] = [f"{BOLD[0]}{piece}{BOLD[1]}" for piece in seen[1::2]]
    # To what is no terminal click writes no such signs.
    click.echo("".join(seen), err=err)


def pass_on(data: str) -> None:
    """Print data that programs read, as they are; on a terminal, as ``say`` does.

    Args:
        data: with the end of its last line.
    """
    click.echo(visible(data, keep="\n\t") if sys.stdout.isatty() else data, nl=False)


def show(document: Document | Sequence[Document], lines: Iterable[str], *, as_json: bool) -> None:
    """Print a document.

    Args:
        document: printed where JSON is wanted; or several in a list.
        lines: the same as text, otherwise; what yields them is left alone where JSON is wanted.
        as_json: what ``json_option`` gave.
    """
    from cwsdiag.report.documents import to_json

    say(*([to_json(document)] if as_json else lines))


def warn(warnings: Iterable[str]) -> None:
    """Print warnings to stderr."""
    for warning in warnings:
        say(f"warning: {warning}", err=True)


def check_outputs(outputs: Iterable[Path | None], read: Iterable[Path]) -> None:
    """Refuse what would be lost: a file that is read, or was just written, is not written over.

    Raises:
        SettingError: it would be.
    """
    taken = set(map(os.path.realpath, read))
    for output in outputs:
        if output is not None:
            place = os.path.realpath(output)
            if place in taken:
                raise SettingError(f"{output}: this file is in use already. Name another one to write to.")
            taken.add(place)


def read_utf8(path: Path) -> str:
    """Return the text of a file without its byte order mark, ends of lines as they are.

    Raises:
        ReadError: it cannot be read, or is not UTF-8.
    """
    try:
        return read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ReadError(f"{path}: this file must be UTF-8. Save it as UTF-8 and try again.") from None


_BAD_OUTPUT = 2
# What a full disk, or one that fails, says of what is printed.
_CANNOT_PRINT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
# After so many seconds a signal that came at a bad moment comes again.
_MOMENT = 0.05


class Terminated(KeyboardInterrupt):
    """SIGTERM came: all that knows how to end by Ctrl-C ends by this."""


@contextmanager
def well_ended(context: click.Context) -> Iterator[None]:
    """Run a command; where a signal ends it, say so in one sentence and leave nothing."""
    signals: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_name == "_launch":
                # A process that is being started has not been told yet what to do: left alone, it would print where
                # it was.
                threading.Timer(_MOMENT, os.kill, (os.getpid(), number)).start()
                return
            frame = frame.f_back
        signals.append(number)
        # A second signal would end what puts things right.
        signal.signal(number, signal.SIG_IGN)
        raise Terminated if number == signal.SIGTERM else KeyboardInterrupt

    # A shell has the background jobs of a script ignore SIGINT; they end by SIGTERM all the same.
    usual = {signal.SIGTERM: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}
    before = {number: handler for number, handler in usual.items() if signal.getsignal(number) == handler}
    if threading.current_thread() is not threading.main_thread():
        before = {}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    except BaseException as error:
        # What was interrupted at a bad place raises what it likes: it ends all the same.
        if not (signals or isinstance(error, KeyboardInterrupt)):
            raise
        _end_children()
        by_term = signal.SIGTERM in signals or isinstance(error, Terminated)
        done = str(error) if isinstance(error, KeyboardInterrupt) else ""
        # Below what the terminal shows of the key.
        say(f"\ncwsdiag: {done or 'stopped'} ({'SIGTERM' if by_term else 'Ctrl-C'}).", err=True)
        context.exit(128 + (signal.SIGTERM if by_term else signal.SIGINT))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def well_printed() -> Iterator[None]:
    """Run what prints; where that cannot be written, as on a full disk, say so in one sentence and exit."""
    try:
        yield
    except OSError as error:
        # What has a name is a file's trouble.
        if error.errno not in _CANNOT_PRINT or error.filename is not None:
            raise
        problem = f"cwsdiag: what it prints cannot be written: {trouble(error)}\n"
        for stream, last in ((sys.stdout, ""), (sys.stderr, problem)):
            try:
                print(last, end="", file=stream, flush=True)
            except OSError:
                # Leaving, Python would try again, and say that it cannot.
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        sys.exit(_BAD_OUTPUT)


def _end_children() -> None:
    """End the processes that work for this one: they would finish what they are at, for minutes."""
    # Most commands have none, and should not wait for this import.
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for number in (child.pid for child in active_children() if child.pid is not None):
            # Those of joblib have no method for it; where the system knows nothing sharper, SIGTERM does it.
            with suppress(ProcessLookupError):
                os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))
