"""``python -m cwsdiag`` is the command ``cwsdiag``."""

from cwsdiag.cli import main

if __name__ == "__main__":
    main(prog_name="cwsdiag")
