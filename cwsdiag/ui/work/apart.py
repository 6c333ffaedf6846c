"""Long work in a process of its own, of the lowest priority: a page that somebody clicks on meanwhile comes first.

The process begins empty, without the server's memory and without Streamlit, and ends with its work. The thread of the
server that began it only waits. (``child`` is the other end.)
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.errors import Cancelled, WorkerError
from cwsdiag.languages import lazy, said_in
from cwsdiag.ui.work import child

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from cwsdiag.ui.work.background import Job

R = TypeVar("R")

# It imports from where this process does, whatever folder the server was started in.
_BEGIN = """
import os, pickle, sys
given = os.fdopen(os.dup(0), "rb")
sys.path[:] = pickle.load(given)
from cwsdiag.ui.work.child import main
main(given)
"""
# Seconds that work has to come to the end of a step once it is to stop; a member of a committee takes about one.
GRACE = 5.0
_KILLED = lazy(
    "The process that did this was ended from outside, as systems do when memory runs out. What was learnt is kept. "
    "Try again when less is running on this machine, or ask for less: fewer members, less training data."
)


class FaultError(Exception):
    """The work has a fault; the message is what Python said of it there."""


def run(job: Job[Any], function: Callable[..., R], *args: Any) -> R:
    """Return what a function makes of its arguments in a process of its own.

    Args:
        job: is told how far the work is, and asked whether it is to stop; where that takes long, the process is ended.
        function: of a module that does not import Streamlit. Besides ``args`` it is given ``told``, to be called with
            how much is done and how much there is, and ``cancelled``, to be asked whether to stop.
        args: it, they and what it returns can be pickled.

    Raises:
        Cancelled: the job was asked to end.
        CwsdiagError: as the function raises it.
        WorkerError: the process was killed.
        FaultError: the function has a fault.
    """
    with _process() as process:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process was begun without pipes")
        with suppress(BrokenPipeError):  # it was killed, as its silence tells
            pickle.dump(sys.path, process.stdin)
            pickle.dump((function, args), process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
        with _stoppable(job, process, process.stdin):
            kind, *said = _last_said(job, process.stdout)
            # It takes back by itself what it laid down for processes of its own.
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
    if kind == "killed" and process.returncode > 0:
        raise FaultError(f"the process ended with exit code {process.returncode}; what it printed says why")
    if kind != "done":
        raise _error(job, kind, said)
    result: R = said[0]
    return result


@contextmanager
def _process() -> Iterator[subprocess.Popen[bytes]]:
    """Give a process that does what it is told, with a group of its own, so that what it began ends with it.

    Not with a session of its own: Linux deals processors out to sessions first, and priority counts within one.
    """
    group: dict[str, Any] = {"process_group": 0}
    if sys.platform == "win32":
        group = {"creationflags": subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    command = [sys.executable, "-P", "-c", _BEGIN]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **group)
    try:
        yield process
    finally:
        # Before it is waited for, since until then its number is nobody else's.
        child.end_group(process.pid)
        process.kill()
        with suppress(BrokenPipeError):
            process.communicate()


@contextmanager
def _stoppable(job: Job[Any], process: subprocess.Popen[bytes], stdin: IO[bytes]) -> Iterator[None]:
    """Have the process told when the job is to stop, and ended where it does not."""
    timers: list[threading.Timer] = []

    def stop() -> None:
        with suppress(BrokenPipeError):
            stdin.write(b".")
            stdin.flush()
        timer = threading.Timer(GRACE, process.kill)
        timer.daemon = True
        timer.start()
        timers.append(timer)

    with job.stopped_by(stop):
        try:
            yield
        finally:
            for timer in timers:
                timer.cancel()


def _last_said(job: Job[Any], stdout: IO[bytes]) -> tuple[Any, ...]:
    """Tell the job how far the work is until that is over; return the last that is said of it."""
    while True:
        try:
            said: tuple[Any, ...] = pickle.load(stdout)
        except (EOFError, pickle.UnpicklingError):
            return ("stopped", job.done) if job.is_stopping() else ("killed",)
        if said[0] != "told":
            return said
        job.tell(*said[1:])


def _error(job: Job[Any], kind: str, said: list[Any]) -> Exception:
    if kind == "stopped":
        return Cancelled(said[0], job.total)
    if kind == "refused":
        error, texts, remedy = said
        refused: Exception = error(said_in(texts), remedy=remedy)
        return refused
    return WorkerError(_KILLED) if kind == "killed" else FaultError(said[0])
