"""Long work in a process of low priority: a page that somebody clicks on meanwhile comes first.

The process begins empty, without the server's memory and without Streamlit, and ends with its work, or with the server.
What learns from training texts reads them there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from ctypes import Array, c_longlong
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag import running
from cwsdiag.difficulty import Segmenter, learn_segmenter
from cwsdiag.errors import Cancelled, CwsdiagError, WorkerError
from cwsdiag.languages import LANGUAGES, lazy, said_in, speaking, translated
from cwsdiag.parallel import Where
from cwsdiag.progress import heard
from cwsdiag.project import File
from cwsdiag.project.studies import text_of
from cwsdiag.text import Segmentation
from cwsdiag.ui.host.server import settings

if TYPE_CHECKING:
    from cwsdiag.ui.work.results import Job

R = TypeVar("R")

# Lower than the server's, so that pages have a processor at once; what the system ends first where memory runs out.
_NICE, _FIRST_TO_GO = 10, "1000"
# Seconds between two looks at how far the work is.
_LOOK = 0.1
_KILLED = lazy(
    "The process that did this was ended from outside, as systems do when memory runs out. What was learnt is kept. "
    "Try again when less is running on this machine, or ask for less: fewer members, less training data."
)
_ending = Event()
# In the process: what it shares with the server, its own number, steps that are done, all steps, whether to stop.
_shared: Array[c_longlong]
_PROCESS, _DONE, _TOTAL, _STOP = range(4)


def place() -> Where:
    """Return where work is done, as whoever started the server decided: on this machine, or by workers of a cluster.

    One processor is left to those who look at pages meanwhile.

    Raises:
        SettingError: a cache is to be shared with the workers of no scheduler.
    """
    import joblib

    server = settings()
    jobs = max(1, int(joblib.cpu_count()) - 1) if server.scheduler is None else None
    return Where(jobs, server.scheduler, server.shared_cache)


def run(job: Job[Any], function: Callable[..., R], *args: Any) -> R:
    """Return what a function makes of its arguments in a process of its own.

    Args:
        job: is told how far the work is; once it is stopping, so is the work.
        function: of a module that does not import Streamlit. Besides ``args`` it takes ``progress``, to be called with
            how much is done and how much there is, and ``cancelled``, to be asked whether to stop.
        args: it, they and what it returns can be pickled.

    Raises:
        Cancelled: the job was asked to end, or the server ends.
        CwsdiagError: as the function raises it.
        WorkerError: the process was killed.
    """
    if _ending.is_set():
        raise Cancelled(*job.steps)
    context = get_context("spawn")
    # Nothing is sent: the process ends when the server's end of the pipe is closed, if need be by the server's own end.
    watched, alive = context.Pipe(duplex=False)
    shared = context.RawArray("q", 4)
    shared[_TOTAL] = job.steps[1]
    try:
        with watched, alive, ProcessPoolExecutor(1, context, _begin, (watched, shared)) as executor:
            future = executor.submit(_work, function, args)
            is_over = False
            while not is_over:
                shared[_STOP] = job.stopping
                if _ending.is_set():
                    alive.close()
                is_over = bool(wait([future], _LOOK).done)
                job.tell(shared[_DONE], shared[_TOTAL])
            return future.result()
    except (BrokenProcessPool, MemoryError):
        if _ending.is_set():
            raise Cancelled(*job.steps) from None
        raise WorkerError(_KILLED) from None
    except CwsdiagError as error:
        error.problem = said_in(vars(error).pop("texts"))
        raise
    finally:
        _end_group(shared[_PROCESS])


@contextmanager
def ended_with_server() -> Iterator[None]:
    """Have work that is under way at the end stop at once, with its process."""
    _ending.clear()
    try:
        yield
    finally:
        _ending.set()
        running.end_all()


def is_ending() -> bool:
    """Return whether the server ends, so that nothing is to be begun."""
    return _ending.is_set()


def _begin(watched: Connection, shared: Array[c_longlong]) -> None:
    """Begin the process: it leads a group, so that what it begins ends with it, and gives way to all others."""
    global _shared
    _shared = shared
    with suppress(OSError):  # what a system does not have, or not allow, is no reason not to work
        if sys.platform != "win32":
            # Not a session: Linux deals processors out to sessions first, and priority counts within one.
            os.setpgid(0, 0)
            shared[_PROCESS] = os.getpid()
            os.nice(_NICE)
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO, "ascii")
    Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    with suppress(EOFError, OSError):
        watched.recv()
    _end_group(_shared[_PROCESS])
    os._exit(1)


def _end_group(leader: int) -> None:
    """End the process that leads a group, and those that it began.

    By SIGTERM, which joblib's tracker does not hear: that removes the files that processes shared, and ends then.
    """
    if sys.platform != "win32" and leader:
        with suppress(OSError):
            os.killpg(leader, signal.SIGTERM)


def _work(function: Callable[..., R], args: tuple[Any, ...]) -> R:
    """Do the work, in the process."""

    def progress(done: int, total: int) -> None:
        _shared[_DONE], _shared[_TOTAL] = done, total

    try:
        return function(*args, progress=progress, cancelled=lambda: bool(_shared[_STOP]))
    except CwsdiagError as error:
        texts = {}
        for code in LANGUAGES:
            with speaking(code):
                texts[code] = translated(error.problem)
        # What is pickled is English.
        vars(error)["texts"] = texts
        raise


def segmenter(
    training: Segmentation, cache: Path, *, progress: Callable[[int, int], object], cancelled: Callable[[], bool]
) -> Segmenter:
    """Return the built-in segmenter, learnt from a training text.

    Raises:
        Cancelled: ``cancelled`` said so before one of the passes.
        CwsdiagError: nothing can be learnt from it.
    """

    def listen(_what: str, done: int, total: int) -> None:
        progress(done, total)
        if cancelled():
            raise Cancelled(done, total)

    with heard(listen):
        return learn_segmenter(training, cache=cache)


def learnt(function: Callable[..., R], *args: Any, normalise: Sequence[str] | None = None, **watched: Any) -> R:
    """Return what a function makes of its arguments.

    Args:
        function: what learns.
        args: those that are files, or files by name, are read here, and it is given their texts.
        normalise: done to these texts; by default what their files say.
        watched: ``progress``, which is told how far it is, and ``cancelled``, which says whether to stop.

    Raises:
        CwsdiagError: as the function raises it, or a file cannot be read.
    """

    def read(one: Any) -> Any:
        if isinstance(one, File):
            return text_of(one, normalise)
        return {name: read(each) for name, each in one.items()} if isinstance(one, dict) else one

    return function(*map(read, args), **watched)
