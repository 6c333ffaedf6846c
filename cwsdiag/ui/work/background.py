"""Work that is done once however many ask for it: here, in a thread of its own, or in turn (``turns``).

What works calls nothing of Streamlit.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from cwsdiag.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

T = TypeVar("T")
State = Literal["waiting", "running", "done", "stopped", "failed"]
Start = Callable[["Job[Any]", Callable[["Job[Any]"], Any]], None]

# The time left is judged by the last so many steps: what was kept from a run before took none, and came first.
_STEPS = 12


class Job(Generic[T]):
    """A piece of work: how far it is, and what came of it.

    Attributes:
        state: "stopped" where it was told to end, "failed" where it could not be done.
        done, total: steps.
        stage: what it does now, to be ``translated``, how many steps of that are done, and how many there are, 0 where
            nobody knows; None before it says so.
        error: why it failed.
    """

    def __init__(self, total: int) -> None:
        """Wait to be worked on."""
        self.state: State = "waiting"
        self.done = 0
        self.total = total
        self.stage: tuple[str, int, int] | None = None
        self.error: BaseException | None = None
        self._result: T | None = None
        self._began = time.monotonic()
        self._stopping = threading.Event()
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._at_stop: Callable[[], object] | None = None
        self._steps: deque[tuple[float, int]] = deque(maxlen=_STEPS)

    def tell(self, done: int, total: int) -> None:
        """Take note of how far it is; called by the work."""
        self.done, self.total = done, total
        self._steps.append((time.monotonic(), done))

    def say(self, what: str, done: int, total: int) -> None:
        """Take note of what it does now; called by the work, see ``progress.stage``."""
        self.stage = (what, done, total)

    def stop(self) -> None:
        """Ask the work to end: it does so at its next step, and what still waits at once."""
        with self._lock:
            self._stopping.set()
            if self.state == "waiting":
                self._end("stopped")
            if self._at_stop is not None:
                self._at_stop()

    @contextmanager
    def stopped_by(self, end: Callable[[], object]) -> Iterator[None]:
        """Have a function called when the work is asked to end meanwhile, for work that cannot ask by itself.

        Args:
            end: is called each time, at once where that was before; waits for nothing.
        """
        with self._lock:
            self._at_stop = end
            if self.is_stopping():
                end()
        try:
            yield
        finally:
            with self._lock:
                self._at_stop = None

    def is_stopping(self) -> bool:
        """Return whether it was asked to end; the work asks, and then raises ``Cancelled``."""
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
    def seconds(self) -> int:
        """How long ago it was asked for, in whole seconds."""
        return int(time.monotonic() - self._began)

    @property
    def seconds_left(self) -> float | None:
        """About how long it will still take; None where that cannot be told yet."""
        steps = tuple(self._steps)
        if len(steps) < 2:
            return None
        (began, first), (ended, last) = steps[0], steps[-1]
        a_step = (ended - began) / (last - first)
        return max(0.0, (self.total - last) * a_step - (time.monotonic() - ended))

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, for so many seconds at most; return whether it has come."""
        return self._over.wait(seconds)

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
            self._end("done")
        except Cancelled:
            self._end("stopped")
        except BaseException as error:  # handed on to who asks for the result
            self.error = error
            self._end("failed")

    def _end(self, state: State) -> None:
        self.state = state
        self._over.set()


class Jobs:
    """Jobs by what their results depend on: all that are under way, and those asked for last of those that are over."""

    def __init__(self, start: Start, *, places: int = 0) -> None:
        """Have no job yet.

        Args:
            start: has a job do its work.
            places: how many jobs are kept: those that are over, and the one that is asked for.
        """
        self._start = start
        self._places = places
        self._jobs: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def ask(self, stamp: Hashable, work: Callable[[Job[T]], T], *, total: int, places: int = 0) -> Job[T]:
        """Return the job of a stamp: the one that is there, or a new one where that was stopped or failed.

        Args:
            stamp: says all that the result depends on.
            work: makes it: tells the job how far it is, asks it whether to stop.
            total: number of steps, as far as known.
            places: how many are kept from now on, where it was fewer.
        """
        with self._lock:
            job = self._jobs.get(stamp)
            is_new = job is None or job.is_stopping() or job.state == "failed"
            if job is None or is_new:
                job = self._jobs[stamp] = Job(total)
            self._jobs.move_to_end(stamp)
            self._places = max(self._places, places)
            kept = [one for one, other in self._jobs.items() if other.is_over or other is job]
            for other in kept[: -self._places]:
                del self._jobs[other]
        if is_new:
            self._start(job, work)
        return job

    def find(self, stamp: Hashable) -> Job[Any] | None:
        """Return the job of a stamp; None where nobody asked for it, or it was forgotten."""
        with self._lock:
            return self._jobs.get(stamp)

    def all(self) -> list[Job[Any]]:
        """Return all jobs that are kept or under way, the one asked for last at the end."""
        with self._lock:
            return [*self._jobs.values()]


def here(job: Job[T], work: Callable[[Job[T]], T]) -> None:
    """Have a job do its work before anything else."""
    job.run(work)


def aside(job: Job[T], work: Callable[[Job[T]], T]) -> None:
    """Have a job do its work in a thread of its own."""
    threading.Thread(target=job.run, args=(work,), daemon=True).start()
