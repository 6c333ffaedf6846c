"""Work in the background, done once for all who ask for the same: in a thread of its own, or one after the other.

What works calls nothing of Streamlit.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock, Thread
from typing import Any, Literal, TypeVar

import streamlit as st

from cwsdiag.errors import Cancelled, CwsdiagError
from cwsdiag.progress import heard

T = TypeVar("T")
State = Literal["waiting", "running", "done", "stopped", "failed"]
Work = Callable[["Job[T]"], T]
Start = Callable[["Job[Any]", Work[Any]], object]

# How many results of a kind are kept unless said otherwise, and how many of the queue: a committee holds a bit for each
# member and gold word, numpy a byte.
PLACES, _RESULTS = 4, 12


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
