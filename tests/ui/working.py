"""Work that lasts until it is let go."""

import threading
import time
from collections.abc import Callable
from typing import Any

from cwsdiag.errors import Cancelled
from cwsdiag.ui.work.background import Job


def held(gate: threading.Event, result: object = "held") -> Callable[[Job[Any]], object]:
    """Return work that waits for a gate, and gives a result then; it can be stopped."""

    def work(job: Job[Any]) -> object:
        while not gate.wait(0.005):
            if job.is_stopping():
                raise Cancelled(0, 1)
        return result

    return work


def until(fits: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.005)
