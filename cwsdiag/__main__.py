"""``python -m cwsdiag`` is the command ``cwsdiag``."""

from __future__ import annotations

import gc
import sys

# What shells say of a program that Ctrl-C ended.
_INTERRUPTED = 130
# As many more objects than before make Python look for garbage, instead of 700: a command makes many times as many
# while it is loaded and reads, nearly all of them to stay, and looking at them takes a twentieth of its time.
_OBJECTS = 50_000


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it as later."""
    gc.set_threshold(_OBJECTS)
    try:
        from cwsdiag.cli import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    run(prog_name="cwsdiag")


if __name__ == "__main__":
    main()
