"""Work that lasts until it is let go, and work to be done in another process."""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from cwsdiag.errors import Cancelled, EncodingError
from cwsdiag.languages import lazy
from cwsdiag.ui.work.background import Job

Told = Callable[[int, int], object]
Asked = Callable[[], bool]


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


def described(one: int, *, told: Told, cancelled: Asked) -> dict[str, Any]:
    """Tell of the process that this is done in."""
    told(1, 3)
    print("said in the middle")
    for room in ("difficulty.committee", "criteria"):
        import_module(f"cwsdiag.ui.{room}.making")
    return {
        "one": one,
        "process": os.getpid(),
        "nice": os.nice(0),
        "pages": [name in sys.modules for name in ("streamlit", "plotly")],
        "told what to do": stat.S_ISFIFO(os.fstat(0).st_mode),
        "path": sys.path,
    }


def refusing(*, told: Told, cancelled: Asked) -> None:
    raise EncodingError(lazy("not {encoding}: ", encoding="utf-8"), remedy="encoding")


def faulty(*, told: Told, cancelled: Asked) -> None:
    told(1, 2)
    raise ZeroDivisionError("of no number")


def ending(*, told: Told, cancelled: Asked) -> None:
    os._exit(3)


def short_of_memory(*, told: Told, cancelled: Asked) -> None:
    raise MemoryError


def giving_what_cannot_be_sent(*, told: Told, cancelled: Asked) -> object:
    return lambda: None


def obedient(*, told: Told, cancelled: Asked) -> None:
    told(1, 5)
    while not cancelled():
        time.sleep(0.005)
    raise Cancelled(1, 5)


def deaf(file: Path, *, told: Told, cancelled: Asked) -> None:
    """Begin a process, and ask nothing."""
    began = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10_000)"])
    told(os.getpid(), 5)
    file.write_text(f"{os.getpid()} {began.pid}", encoding="ascii")
    time.sleep(10_000)
