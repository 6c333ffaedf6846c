"""Long work of several visitors: one run at a time, each visitor's first before anybody's second.

A run is done once for all who ask for it, and goes on until the last of them has cancelled it. What works calls nothing
of Streamlit; see ``apart`` for where it works.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from cwsdiag.errors import CwsdiagError
from cwsdiag.ui.work.background import Job, Jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")
# Why somebody cannot ask for one more.
Full = Literal["yours", "all"]

# How many runs one visitor, and how many all of them, may have waiting.
MOST_OF_ONE, MOST = 8, 64


@dataclass(eq=False)
class _Asked:
    """A run that is not over: what does it, and for whom.

    Attributes:
        work: does it.
        seconds: about how long that takes; None where nobody knows.
        who: those who asked for it, or look at it.
        left: those who cancelled it, whatever they look at.
    """

    work: Callable[[Job[Any]], Any]
    seconds: float | None
    who: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)


class Turns:
    """Has one run after the other done, in a thread of its own.

    Whose turn was longest ago is next, and of those who had none yet who waits longest; of the runs of one visitor the
    one asked for first. A run that several ask for is done when the first of them has a turn.

    The thread is a daemon: those of a ``ThreadPoolExecutor`` are waited for when the server is told to end, and a
    committee can take minutes.
    """

    def __init__(self, *, places: int) -> None:
        """Wait for the first run.

        Args:
            places: how many of those that are over are kept.
        """
        self._jobs = Jobs(lambda job, work: None, places=places)
        self._asked: dict[Job[Any], _Asked] = {}
        # The runs of each visitor that wait, by visitor in the order that they came in.
        self._lines: dict[str, deque[Job[Any]]] = {}
        # When each visitor had a turn last, counted in turns.
        self._had: dict[str, int] = {}
        self._running: Job[Any] | None = None
        self._changed = threading.Condition()
        threading.Thread(target=self._work, name="turns", daemon=True).start()

    def ask(
        self, stamp: Hashable, work: Callable[[Job[T]], T], *, total: int, who: str, seconds: float | None = None
    ) -> Job[T] | None:
        """Return the run of a stamp: the one that is there, or a new one where that was stopped or failed.

        Args:
            stamp: says all that the result depends on.
            work: makes it: tells the job how far it is, asks it whether to stop.
            total: number of steps, as far as known.
            who: asks for it.
            seconds: about how long it takes, where that is known.

        Returns:
            None where it is not under way and ``full`` says why.
        """
        with self._changed:
            found = self._jobs.find(stamp)
            is_there = found is not None and found.state != "failed" and not found.is_stopping()
            if not is_there and self.full(who) is not None:
                return None
            job = self._jobs.ask(stamp, work, total=total)
            if not job.is_over:
                asked = self._asked.setdefault(job, _Asked(work, seconds))
                asked.left.discard(who)
                self._join(job, asked, who)
            return job

    def find(self, stamp: Hashable) -> Job[Any] | None:
        """Return the run of a stamp; None where nobody asked for it, or it was forgotten."""
        return self._jobs.find(stamp)

    def all(self) -> list[Job[Any]]:
        """Return all runs that are kept or under way, the one asked for last at the end."""
        return self._jobs.all()

    def join(self, job: Job[Any], who: str) -> bool:
        """Have a run that is under way go on for somebody who looks at it, too.

        Returns:
            Whether it is theirs now: not where they cancelled it, or it is over.
        """
        with self._changed:
            asked = self._asked.get(job)
            if asked is None or who in asked.left:
                return False
            self._join(job, asked, who)
            return True

    def leave(self, job: Job[Any], who: str) -> None:
        """Cancel a run for one visitor: it is stopped unless somebody else waits for it, too."""
        with self._changed:
            asked = self._asked.get(job)
            if asked is None:
                return
            asked.who.discard(who)
            asked.left.add(who)
            self._drop(job, who)
            if asked.who:
                return
            if job.state == "waiting":
                del self._asked[job]
        job.stop()

    def before(self, job: Job[Any]) -> int:
        """Return how many runs will be done before one that waits, with the one under way; 0 where it does not wait."""
        with self._changed:
            return len(self._before(job))

    def seconds_before(self, job: Job[Any]) -> float | None:
        """Return about how long those will take; None where it is not known of all of them."""
        with self._changed:
            taken = [self._seconds_left(one) for one in self._before(job)]
        return None if None in taken else sum(one for one in taken if one is not None)

    def under_way(self) -> int:
        """Return how many runs are done or wait."""
        with self._changed:
            return len(self._asked)

    def full(self, who: str) -> Full | None:
        """Return why somebody cannot ask for one more run: enough of theirs wait, or of all; None where they can."""
        with self._changed:
            if len(self._lines.get(who, ())) >= MOST_OF_ONE:
                return "yours"
            return "all" if len(self._asked) - (self._running is not None) >= MOST else None

    def _join(self, job: Job[Any], asked: _Asked, who: str) -> None:
        if who in asked.who:
            return
        asked.who.add(who)
        if job.state == "waiting":
            self._lines.setdefault(who, deque()).append(job)
            self._changed.notify()

    def _drop(self, job: Job[Any], *visitors: str) -> None:
        """Take a run out of lines."""
        for who in visitors:
            line = self._lines.get(who)
            if line is not None and job in line:
                line.remove(job)
                if not line:
                    del self._lines[who]

    def _before(self, job: Job[Any]) -> list[Job[Any]]:
        if job not in self._asked or job is self._running:
            return []
        lines, had = {who: deque(line) for who, line in self._lines.items()}, dict(self._had)
        found = [] if self._running is None else [self._running]
        turn = max(had.values(), default=0)
        while lines:
            turn += 1
            following = self._taken(lines, had, turn)
            if following is job:
                break
            found.append(following)
        return found

    def _seconds_left(self, job: Job[Any]) -> float | None:
        left = job.seconds_left
        return self._asked[job].seconds if left is None and job in self._asked else left

    def _taken(self, lines: dict[str, deque[Job[Any]]], had: dict[str, int], turn: int) -> Job[Any]:
        """Take the run whose turn it is out of all lines, and note who had one by that."""
        # Of equals the first, as they stand in the order that they came in.
        job = lines[min(lines, key=lambda who: had.get(who, 0))][0]
        for who in [who for who, line in lines.items() if job in line]:
            lines[who].remove(job)
            had[who] = turn
            if not lines[who]:
                del lines[who]
        return job

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._lines:
                    self._changed.wait()
                job = self._running = self._taken(self._lines, self._had, max(self._had.values(), default=0) + 1)
                work = self._asked[job].work
            job.run(work)
            with self._changed:
                self._asked.pop(job, None)
                self._running = None
                if not self._lines:
                    # Nobody waits whom it could serve to remember.
                    self._had.clear()
            if job.error is not None and not isinstance(job.error, CwsdiagError):
                # No page raises it: they show that there was one.
                logging.getLogger("cwsdiag").error("work in the background failed", exc_info=job.error)
            # What it held must not stay until the next one comes.
            del job, work
