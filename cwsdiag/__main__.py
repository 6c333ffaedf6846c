"""``python -m cwsdiag`` is the command ``cwsdiag``."""

from __future__ import annotations

import sys

# What shells say of a program that Ctrl-C ended.
_INTERRUPTED = 130


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it as later."""
    try:
        from cwsdiag.cli import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    run(prog_name="cwsdiag")


if __name__ == "__main__":
    main()
