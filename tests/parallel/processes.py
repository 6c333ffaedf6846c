"""Processes of tests: what is waited for, and those of a session."""

import time
from pathlib import Path

# What only hangs reaches.
BOUND = 60


def until(fits):
    """Wait for something to be so."""
    end = time.monotonic() + BOUND
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)


def of_session(session):
    """Return the processes of a session that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, in brackets, may hold anything.
            state, _parent, _group, of = stat.read_text("utf-8").rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(of) == session and state != "Z":
            found.append(int(stat.parent.name))
    return found


def touched(folder, number):
    """Say by a file that this is done, and do it for ever."""
    Path(folder, str(number)).touch()
    time.sleep(10 * BOUND)
