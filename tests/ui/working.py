"""Work that lasts until it is let go, and work to be done in another process."""

import os
import subprocess
import sys
import time
from importlib import import_module

from cwsdiag.errors import Cancelled, EncodingError
from cwsdiag.languages import lazy


def held(gate, result="held"):
    """Return work that waits for a gate, and gives a result then; it can be stopped."""

    def work(job):
        while not gate.wait(0.005):
            if job.stopping:
                raise Cancelled(0, 1)
        return result

    return work


def until(fits):
    """Wait until something is so."""
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.005)


def described(one, *, progress, cancelled):
    """Tell of the process that this is done in."""
    progress(1, 3)
    import_module("cwsdiag.ui.work.worker")
    return {
        "one": one,
        "process": os.getpid(),
        "nice": os.nice(0),
        "pages": [name in sys.modules for name in ("streamlit", "plotly")],
        "path": sys.path,
    }


def refusing(*, progress, cancelled):
    raise EncodingError(lazy("not {encoding}: ", encoding="utf-8"), remedy="encoding")


def faulty(*, progress, cancelled):
    raise ZeroDivisionError("of no number")


def short_of_memory(*, progress, cancelled):
    raise MemoryError


def deaf(file, *, progress, cancelled):
    """Begin a process, write down both, and ask nothing."""
    began = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10_000)"])
    file.with_suffix(".new").write_text(f"{os.getpid()} {began.pid}", encoding="ascii")
    file.with_suffix(".new").rename(file)
    time.sleep(10_000)
