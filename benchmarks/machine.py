"""What a process takes of the machine, read from Linux."""

from __future__ import annotations

import os
import re
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """Return how many megabytes of memory a process has."""
    (found,) = re.findall(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text("ascii"), re.MULTILINE)
    return int(found) / 1024


def cpu_seconds(process: int) -> float:
    """Return how many seconds processors have worked for a process so far, in its own name and in the system's."""
    # The name of the program stands in brackets and may hold blanks.
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
