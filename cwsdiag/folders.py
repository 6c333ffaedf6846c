"""Where the files lie that belong to a user, and those that travel beside the library."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

VARIABLE = "CWSDIAG_DATA"


def data_folder() -> Path:
    """Return the folder of a user's own board and judgements.

    It is the folder that the environment variable ``CWSDIAG_DATA`` names, or else ``cwsdiag`` where this platform has
    its users' data. It need not be there yet.
    """
    from platformdirs import user_data_path

    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_data_path("cwsdiag", appauthor=False)


def own_board() -> Path:
    """Return the file of the user's own board, which need not be there yet."""
    return data_folder() / "board.sqlite"


def own_judgements() -> Path:
    """Return the file of the user's own judgements, which need not be there yet."""
    return data_folder() / "judgements.sqlite"


def private_folder(folder: Path) -> Path:
    """Return a folder, made for its owner alone where there is none, as are the folders above it that are missing.

    Raises:
        OSError: it cannot be made.
    """
    # mkdir(parents=True) makes the folders above for everybody.
    for above in reversed(folder.parents):
        if not above.exists():
            above.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


_PACKAGE = Path(__file__).resolve().parent


@cache
def site_folder() -> Path:
    """Return the folder of `app.py`: `_site` in an installed package, the repository's root in a checkout."""
    installed = _PACKAGE / "_site"
    return installed if installed.is_dir() else _PACKAGE.parent


@cache
def sample_project() -> Path:
    """Return the project file of the sample data."""
    return site_folder() / "sample_data" / "project.toml"
