"""Long work in the background: one piece at a time for the whole server, shared by all who ask for the same.

Pages ask for it, look how far it is, and come back for the result; none waits. What works calls nothing of Streamlit.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict, deque
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from cwsdiag.errors import CwsdiagError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")
State = Literal["waiting", "running", "done", "stopped", "failed"]

# The time left is judged by the last so many steps: what was kept from a run before took none, and came first.
_STEPS = 12


class Stopped(Exception):
    """Work ended because it was told to."""


class Job(Generic[T]):
    """A piece of work: how far it is, and what came of it.

    Attributes:
        state: "stopped" where it was told to end, "failed" where it could not be done.
        done, total: steps.
        error: why it failed.
    """

    def __init__(self, total: int) -> None:
        """Wait to be worked on."""
        self.state: State = "waiting"
        self.done = 0
        self.total = total
        self.error: BaseException | None = None
        self._result: T | None = None
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._steps: deque[tuple[float, int]] = deque(maxlen=_STEPS)

    def tell(self, done: int, total: int) -> None:
        """Take note of how far it is; called by the work."""
        self.done, self.total = done, total
        self._steps.append((time.monotonic(), done))

    def stop(self) -> None:
        """Ask the work to end: it does so at its next step, and what still waits at once."""
        with self._lock:
            self._stopping.set()
            if self.state == "waiting":
                self.state = "stopped"

    def is_stopping(self) -> bool:
        """Return whether it was asked to end; the work asks, and then raises ``Stopped``."""
        return self._stopping.is_set()

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("done", "stopped", "failed")

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return min(self.done / self.total, 1.0) if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        """About how long it will still take; None where that cannot be told yet."""
        steps = tuple(self._steps)
        if len(steps) < 2:
            return None
        (began, first), (ended, last) = steps[0], steps[-1]
        a_step = (ended - began) / (last - first)
        return max(0.0, (self.total - last) * a_step - (time.monotonic() - ended))

    @property
    def result(self) -> T:
        """What came of it.

        Raises:
            ValueError: it is not done.
        """
        if self.state != "done":
            raise ValueError(f"the work is {self.state}, so it has no result")
        return self._result  # type: ignore[return-value]

    def run(self, work: Callable[[Job[T]], T]) -> None:
        """Do the work, unless it was stopped before; whatever goes wrong is kept for who asks."""
        with self._lock:
            if self.is_stopping():
                return
            self.state = "running"
        try:
            self._result = work(self)
            # Last: who sees it takes the result.
            self.state = "done"
        except Stopped:
            self.state = "stopped"
        except BaseException as error:  # shown by the pages that ask; a fault has its traceback in the log
            if not isinstance(error, CwsdiagError):
                logging.getLogger("cwsdiag").exception("work in the background failed")
            self.error = error
            self.state = "failed"


class Runner:
    """Works on one job after the other, in the order they were asked for, and keeps what came of them.

    Its thread is a daemon: those of a ``ThreadPoolExecutor`` are waited for when the server is told to end, and a
    committee can take minutes.
    """

    def __init__(self, places: int) -> None:
        """Keep so many jobs that are over, those that were asked for last."""
        self._places = places
        self._jobs: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._waiting: SimpleQueue[tuple[Job[Any], Callable[[Job[Any]], Any]]] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, stamp: Hashable, work: Callable[[Job[T]], T], *, total: int) -> Job[T]:
        """Return the job of a stamp: the one that is there, or a new one where that was stopped or failed.

        Args:
            stamp: says all that the result depends on.
            work: makes it: tells the job how far it is, asks it whether to stop.
            total: number of steps, as far as known.
        """
        with self._lock:
            job = self._jobs.get(stamp)
            if job is None or job.is_stopping() or job.state == "failed":
                job = self._jobs[stamp] = Job(total)
                self._waiting.put((job, work))
            self._jobs.move_to_end(stamp)
            for other in [one for one, kept in self._jobs.items() if kept.is_over][: -self._places]:
                del self._jobs[other]
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="background", daemon=True)
                self._thread.start()
            return job

    def find(self, stamp: Hashable) -> Job[Any] | None:
        """Return the job of a stamp; None where nobody asked for it, or it was forgotten."""
        with self._lock:
            return self._jobs.get(stamp)

    def busy(self) -> Job[Any] | None:
        """Return the job that is being worked on."""
        with self._lock:
            return next((job for job in self._jobs.values() if job.state == "running"), None)

    def _work(self) -> None:
        while True:
            job, work = self._waiting.get()
            job.run(work)
            # What it held must not stay until the next one comes.
            del job, work
