"""Where the files lie that belong to a user, what cannot be made again; and how a file is written, whole or not."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

VARIABLE = "CWSDIAG_DATA"


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


# Asked for once: asking sets it, for all threads.
_UMASK = _umask()


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


def made_private(folder: Path) -> Path:
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


def write_whole(path: Path, data: bytes) -> None:
    """Write a file from one moment to the next: whoever reads meanwhile has the old one or the new one.

    Args:
        path: of the file, in a folder that is there.
        data: what it holds.

    Raises:
        OSError: it cannot be written; then all is as before.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        made = Path(file.name)
        try:
            file.write(data)
            file.close()
            # As any file of one's own, not as a temporary one: a folder may be a group's.
            made.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_UMASK)
            made.replace(path)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
