"""Wrong tries at a secret are counted by where they come from, and after too many none is taken for a while."""

from __future__ import annotations

import math
import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST, _SECONDS = 10, 900.0
# Addresses that are remembered: whoever has more of them to spare is not kept in memory for it.
_PLACES = 10_000


class Tries:
    """How often a secret was tried from where, in this process; used from any thread."""

    def __init__(
        self, most: int = _MOST, seconds: float = _SECONDS, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin to count.

        Args:
            most: how many tries are taken from one place in any stretch of this length.
            seconds: the length.
            clock: gives the seconds since some moment.
        """
        self._most, self._seconds, self._clock = most, seconds, clock
        self._made: dict[str, deque[float]] = {}
        self._lock = Lock()

    def begin(self, place: str) -> int:
        """Count a try from a place, unless there were too many: then return in how many minutes one is taken; else 0.

        It counts before it is known whether it is a right one, or many at once would all be taken.
        """
        with self._lock:
            now = self._clock()
            made = self._made.setdefault(place, deque())
            while made and made[0] <= now - self._seconds:
                made.popleft()
            if len(made) >= self._most:
                return max(math.ceil((made[0] + self._seconds - now) / 60), 1)
            made.append(now)
            # Those of whom nothing was heard for longest go first.
            self._made[place] = self._made.pop(place)
            if len(self._made) > _PLACES:
                del self._made[next(iter(self._made))]
            return 0

    def right(self, place: str) -> None:
        """Take back the last try from a place: it was a right one."""
        with self._lock:
            if made := self._made.get(place):
                made.pop()
