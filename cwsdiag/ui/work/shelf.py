"""What takes long to read: kept, read once however many ask, and with a bar that says how far it is."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cwsdiag.ui.data.files import Told

T = TypeVar("T")

# Seconds before a bar is shown, and between two looks.
PATIENCE = 0.4
_LOOK = 0.1
_MEGABYTE = 1_000_000


@dataclass(eq=False)
class Reading(Generic[T]):
    """Files that are being read, or were."""

    what: str
    size: int
    seen: int = 0
    result: Future[T] = field(default_factory=Future)

    def tell(self, count: int) -> None:
        """Take note that so many more bytes were read."""
        self.seen += count

    def run(self, work: Callable[[Told], T]) -> None:
        """Do the work; whatever it raises is raised where the result is asked for."""
        try:
            self.result.set_result(work(self.tell))
        except BaseException as error:  # handed on to who waits for the result
            self.result.set_exception(error)

    @property
    def share(self) -> float:
        """How much of the files has been read, from 0 to 1."""
        return min(self.seen / self.size, 1.0) if self.size else 0.0

    @property
    def progress(self) -> str:
        """How far it is, in words; no name of a file, which Streamlit would take for Markdown."""
        if self.share < 1:
            return f"{self.what} … {self.seen / _MEGABYTE:,.0f} of {self.size / _MEGABYTE:,.0f} MB"
        return f"{self.what} … all {self.size / _MEGABYTE:,.0f} MB read, counting words"


class Shelf(Generic[T]):
    """Keeps the results of so many readings, those that were asked for last."""

    def __init__(self, places: int) -> None:
        """Keep nothing yet."""
        self._places = places
        self._readings: OrderedDict[Hashable, Reading[T]] = OrderedDict()
        self._lock = threading.Lock()

    def make_room(self, places: int) -> None:
        """Keep at least so many results from now on: those who look at so many at once would read them all again."""
        with self._lock:
            self._places = max(self._places, places)

    def get(self, stamp: Hashable, work: Callable[[Told], T], *, size: int, what: str) -> T:
        """Return what is kept under a stamp, or do the work and show how far it is.

        Somebody's click may end the run that waits: the work goes on, and the next run waits for the rest of it.

        Args:
            stamp: says all that the result depends on.
            work: makes it; it runs in a thread of its own, where nothing can be drawn.
            size: number of bytes it reads.
            what: what is being done, such as "Reading files".
        """
        with self._lock:
            reading = self._readings.get(stamp)
            if reading is None or (reading.result.done() and reading.result.exception() is not None):
                reading = self._readings[stamp] = Reading(what, size)
                threading.Thread(target=reading.run, args=(work,), daemon=True).start()
            self._readings.move_to_end(stamp)
            while len(self._readings) > self._places:
                self._readings.popitem(last=False)
        if not reading.result.done():
            _wait(reading)
        return reading.result.result()


def _wait(reading: Reading[T]) -> None:
    """Wait for the end of a reading, and draw a bar where it takes longer than a moment."""
    patience = time.monotonic() + PATIENCE
    while not reading.result.done() and time.monotonic() < patience:
        time.sleep(0.005)
    if reading.result.done():
        return
    place = st.empty()
    while not reading.result.done():
        place.progress(reading.share, text=reading.progress)
        time.sleep(_LOOK)
    place.empty()
