"""What pages keep, for one session or for the whole server: made once however many ask, the ones asked for last.

And work in the background, and who waits for it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import ContextVar
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import streamlit as st

from cwsdiag.errors import Cancelled, CwsdiagError
from cwsdiag.files import MEGABYTE
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import plain
from cwsdiag.progress import heard, reading_heard

if TYPE_CHECKING:
    from cwsdiag.views.look import PrivateLook


T = TypeVar("T")
State = Literal["waiting", "running", "done", "stopped", "failed"]
Work = Callable[["Job[T]"], T]
Start = Callable[["Job[Any]", Work[Any]], object]

# How many results of a kind are kept unless said otherwise, and how many of the queue: a committee holds a bit for each
# member and gold word, numpy a byte.
PLACES, _RESULTS = 4, 12

# Who shares a result: "session" is for whatever rests on files or settings of one person.
Scope = Literal["session", "server"]

# Seconds before a bar is shown, and between two looks.
PATIENCE = 0.4
_LOOK = 0.1
# Seconds after which it is said how long it has taken so far.
_LONG = 2
# How many answers to questions about results are kept with these: they are small beside them.
_ANSWERS = 256
# Where bars are drawn in this run: among what a page draws, one that comes and goes would close what is open there.
_bars: ContextVar[Any] = ContextVar("bars", default=None)


class Job(Future[T]):
    """A piece of work, and how far it is.

    Attributes:
        steps: how many are done, and how many there are.
        stage: what it does now, to be ``translated``, how many steps of that are done, and how many there are, 0 where
            nobody knows; None before the work says so.
        stopping: whether it was asked to end; the work looks at it, and then raises ``Cancelled``.
        began: when it was asked for, in seconds of ``time.monotonic``.
    """

    def __init__(self, total: int = 0) -> None:
        """Wait to be worked on."""
        super().__init__()
        self.steps = (0, total)
        self.stage: tuple[str, int, int] | None = None
        self.stopping = False
        self.began = time.monotonic()

    def tell(self, done: int, total: int) -> None:
        """Take note of how far it is; called by the work."""
        self.steps = (done, total)

    def stop(self) -> None:
        """Ask the work to end: it does so at its next step, and what still waits at once."""
        self.stopping = True
        self.cancel()

    @property
    def state(self) -> State:
        """How it stands: "stopped" where it was asked to end, "failed" where it could not be done."""
        if not self.done():
            return "running" if self.running() else "waiting"
        if self.cancelled() or isinstance(self.exception(), Cancelled):
            return "stopped"
        return "done" if self.exception() is None else "failed"

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        done, total = self.steps
        return min(done / total, 1.0) if total else 0.0

    def run(self, work: Work[T]) -> None:
        """Do the work, unless it was stopped before; whatever goes wrong is kept for who asks."""
        if not self.set_running_or_notify_cancel():
            return
        try:
            with heard(self._say):
                self.set_result(work(self))
        except BaseException as error:  # handed on to who asks for the result
            if isinstance(error, Exception) and not isinstance(error, (Cancelled, CwsdiagError)):
                # Not every page raises it: some say that there was one.
                logging.getLogger("cwsdiag").error("work in the background failed", exc_info=error)
            self.set_exception(error)

    def _say(self, what: str, done: int, total: int) -> None:
        self.stage = (what, done, total)


def aside(job: Job[T], work: Work[T]) -> None:
    """Have a job do its work in a thread of its own."""
    Thread(target=job.run, args=(work,), daemon=True).start()


class Jobs:
    """Jobs by what their results depend on: all that are under way, and those asked for last of those that are over."""

    def __init__(self) -> None:
        """Have no job yet."""
        self._jobs: dict[Hashable, Job[Any]] = {}
        self._places = 0
        self._lock = Lock()

    def ask(
        self, stamp: Hashable, work: Work[T], *, start: Start = aside, total: int = 0, places: int = PLACES
    ) -> Job[T]:
        """Return the job of a stamp: the one that is there, or a new one where that was stopped or failed.

        Args:
            stamp: says all that the result depends on.
            work: makes it: tells the job how far it is, looks whether to stop.
            start: has a new job do its work; ``Job.run`` before anything else.
            total: number of steps, as far as known.
            places: how many jobs are kept: those that are over, and this one; the most that was ever said holds.
        """
        with self._lock:
            job = self._jobs.pop(stamp, None)
            is_new = job is None or job.stopping or job.state == "failed"
            if job is None or is_new:
                job = Job(total)
            # At the end: the oldest go first.
            self._jobs[stamp] = job
            self._places = max(self._places, places)
            for other in [one for one in self._jobs if one == stamp or self._jobs[one].done()][: -self._places]:
                del self._jobs[other]
        if is_new:
            start(job, work)
        return job

    def find(self, stamp: Hashable) -> Job[Any] | None:
        """Return the job of a stamp; None where nobody asked for it, or it was forgotten."""
        with self._lock:
            return self._jobs.get(stamp)


class Queue(Jobs):
    """Jobs that are done one after the other, first in, first out."""

    def __init__(self) -> None:
        """Wait for the first job."""
        super().__init__()
        self._executor = ThreadPoolExecutor(1, "queue")

    def put(self, stamp: Hashable, work: Work[T], *, total: int) -> Job[T]:
        """Return the job of a stamp, put at the end where it is new; see ``ask``."""
        return self.ask(
            stamp,
            work,
            start=lambda job, work: self._executor.submit(job.run, work),
            total=total,
            places=_RESULTS,
        )

    def before(self, job: Job[Any]) -> int:
        """Return how many jobs are done before one that waits, with the one under way."""
        with self._lock:
            return sum(not one.done() and one.began < job.began for one in self._jobs.values())


@st.cache_resource(show_spinner=False)
def queue() -> Queue:
    """Return what is done in a process of its own (``worker``) for the whole server."""
    return Queue()


def kept(scope: Scope, kind: str, stamp: Hashable, make: Callable[[], T], *, places: int = PLACES) -> T:
    """Return what is kept under a stamp, or make it; what could not be made is tried again when asked for next.

    Args:
        scope: who shares it.
        kind: what it is; stamps of one kind are apart from those of all others.
        stamp: says all that the result depends on.
        make: makes it; draws nothing, since others may wait for it.
        places: how many of this kind are kept in this scope, at least 1; the most that was ever asked for holds.

    Raises:
        BaseException: whatever ``make`` raises.
    """
    return _jobs(scope, kind).ask(stamp, lambda job: make(), start=Job.run, places=places).result()


def begun(scope: Scope, kind: str, stamp: Hashable, make: Callable[[], T]) -> Job[T]:
    """Return the work on what is kept under a stamp, begun in a thread of its own where it is not; see ``kept``.

    There nothing can be drawn and no session is known.
    """
    return _jobs(scope, kind).ask(stamp, lambda job: make())


def ask(look: PrivateLook, question: Hashable, make: Callable[[], T]) -> Job[T]:
    """Return the work on a question about a look, begun in a thread of its own where it is new, or failed.

    Args:
        look: what it is about; the work is kept as long as it is.
        question: which.
        make: answers it; draws nothing, and knows no session.
    """
    return look.memory.ask(Jobs, None, Jobs).ask(question, lambda job: make(), places=_ANSWERS)


def read(
    scope: Scope,
    kind: str,
    stamp: Hashable,
    make: Callable[[], T],
    *,
    what: str,
    size: int = 0,
    places: int = PLACES,
) -> T:
    """Return what is kept under a stamp, or make it, of files as a rule, with a bar where that takes longer.

    Somebody's click may end the run that waits: the reading goes on, and the next run waits for the rest of it.

    Args:
        scope: who shares it.
        kind: what it is; stamps of one kind are apart from those of all others.
        stamp: says all that the result depends on.
        make: makes it, in a thread of its own, where nothing can be drawn and no session is known.
        what: what is being done, such as ``lazy("Reading files")``.
        size: number of bytes of the files that it reads; 0 where it reads none.
        places: how many of this kind are kept in this scope, at least 1; the most that was ever asked for holds.

    Raises:
        BaseException: whatever ``make`` raises.
    """

    def work(job: Job[T]) -> T:
        files: dict[str, int] = {}

        def progress(name: str, done: int, _size: int) -> None:
            files[name] = done
            job.tell(sum(files.values()), size)

        with reading_heard(progress):
            return make()

    return _awaited(_jobs(scope, kind).ask(stamp, work, total=size, places=places), what)


def prepared(look: PrivateLook) -> None:
    """Have what every page about results rests on made, with a bar where that takes longer than a moment.

    It is kept with the results. Somebody's click may end the run that waits: the work goes on.

    Raises:
        BaseException: whatever goes wrong.
    """
    _awaited(ask(look, "prepared", look.prepare), lazy("Diagnosing"))


def bars_in(place: Any) -> None:
    """Have the bars of this run drawn in a container."""
    _bars.set(place)


def _awaited(job: Job[T], what: str) -> T:
    """Return the result of a job, with a bar where that takes longer than a moment."""
    if not wait([job], PATIENCE).done:
        place = (_bars.get() or st).empty()
        while not wait([job], _LOOK).done:
            place.progress(*how_far(job, what))
        place.empty()
    return job.result()


def how_far(job: Job[Any], what: str) -> tuple[float, str]:
    """Return how much of what a job does now is done, from 0 to 1: of its files, or of its stage once they are read.

    Args:
        job: which.
        what: is said until it says itself what it does.

    Returns:
        The share, and the same in words, as Markdown that shows names of files as they are.
    """
    said, done, steps = job.stage or (what, 0, 0)
    (read, size), share, doing = job.steps, job.share, plain(translated(said))
    if read < size:
        text = _("{what} … {done:,.0f} of {total:,.0f} MB", what=doing, done=read / MEGABYTE, total=size / MEGABYTE)
    elif steps:
        share = min(done / steps, 1.0)
        text = _("{what} … {done:,} of {total:,}", what=doing, done=done, total=steps)
    else:
        text = _("{what} …", what=doing)
    seconds = int(time.monotonic() - job.began)
    if seconds < _LONG:
        return share, text
    # What is under way is seen to move.
    return share, _("{progress} ({time})", progress=text, time=n_("{n:,} second", "{n:,} seconds", seconds))


def _jobs(scope: Scope, kind: str) -> Jobs:
    return (_of_session if scope == "session" else _of_server)(kind)


@st.cache_resource(show_spinner=False)
def _of_server(kind: str) -> Jobs:
    return Jobs()


@st.cache_resource(scope="session", show_spinner=False)
def _of_session(kind: str) -> Jobs:
    return Jobs()
