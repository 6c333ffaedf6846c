"""``python -m cwsdiag`` is the command ``cwsdiag``."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading

# What shells say of a program that Ctrl-C or SIGTERM ended.
_INTERRUPTED, _TERMINATED = 130, 143
# As many more objects than before make Python look for garbage, instead of 700: a command makes many times as many
# while it is loaded and reads, nearly all of them to stay, and looking at them takes a twentieth of its time.
_OBJECTS = 200_000


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it as later."""
    gc.set_threshold(_OBJECTS)
    try:
        from cwsdiag.cli import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    try:
        run(prog_name="cwsdiag")
    except SystemExit as ended:
        if ended.code in (_INTERRUPTED, _TERMINATED) and threading.active_count() > 1:
            # Threads still run compiled code: Python would wait for seconds to take that away from under them.
            atexit._run_exitfuncs()
            os._exit(int(ended.code))
        raise


if __name__ == "__main__":
    main()
