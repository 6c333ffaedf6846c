"""When garbage is collected: between the acts of people, not after each of them.

Streamlit's own collection after every run is off (.streamlit/config.toml): it stops everybody for 0.15 s and more. What
refers to itself in a circle still has to be found at times; most of what the server holds lives as long as the server,
and is set aside so that looking for the rest is short.
"""

from __future__ import annotations

import gc
from contextlib import asynccontextmanager
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

# Seconds between two collections while pages are used, and between two of everything.
PAUSE = 20.0
WHOLE = 600.0


class Collector:
    """Collects garbage in a thread of its own, where something was done since it did so last.

    Args:
        pause: seconds from one collection to the next.
        whole: seconds of use from one look at everything to the next.
    """

    def __init__(self, *, pause: float = PAUSE, whole: float = WHOLE) -> None:
        self._pause = pause
        self._whole_after = max(1, round(whole / pause))
        self._one_at_a_time = Lock()
        self._used = Event()
        # From the start on: what was imported is to be set aside.
        self._grown = Event()
        self._grown.set()
        self._ended = Event()

    def used(self) -> None:
        """Say that somebody came, did something or left: there may be garbage."""
        self._used.set()

    def grown(self) -> None:
        """Say that something large was made that will stay: the next collection sets it aside."""
        self._grown.set()

    def collect(self, *, everything: bool = False, set_aside: bool = False) -> None:
        """Collect what became garbage of what is not set aside, which takes a tenth of a look at everything.

        What was set aside is not looked at again, so what of it became garbage is found by the next look at everything.

        Args:
            everything: look at what was set aside, too.
            set_aside: the rest, also after a look at everything.
        """
        with self._one_at_a_time:
            if everything:
                gc.unfreeze()
            gc.collect()
            if everything or set_aside:
                gc.freeze()

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Collect as long as a server runs."""
        self._ended.clear()
        thread = Thread(target=self._work, name="garbage", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()

    def _work(self) -> None:
        times = 0
        while not self._ended.wait(self._pause):
            if not self._used.is_set():
                continue
            self._used.clear()
            times += 1
            everything = times >= self._whole_after
            if everything:
                times = 0
            grown = self._grown.is_set()
            self._grown.clear()
            self.collect(everything=everything, set_aside=grown)


# One for the process, as the garbage is.
COLLECTOR = Collector()
