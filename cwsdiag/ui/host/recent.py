"""The projects that this user opened last: remembered when a server starts with one, offered where none is open."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from cwsdiag.errors import CwsdiagError
from cwsdiag.files import read_whole, write_whole
from cwsdiag.folders import data_folder, private_folder

MOST = 6
_FILE = "recent.json"


def remember(project: Path) -> None:
    """Put a project in front of those that were opened before; what cannot be kept is not.

    Args:
        project: its file or folder; absolute.
    """
    paths = [str(project), *(str(path) for path in known().values() if path != project)][:MOST]
    # A convenience: no server must fail to start for it.
    with suppress(OSError):
        folder = private_folder(data_folder())
        write_whole(folder / _FILE, json.dumps(paths, ensure_ascii=False).encode())


def known() -> dict[str, Path]:
    """Return the projects that are still there, the last one first, by a short name that does not tell the path."""
    try:
        paths = [path for path in json.loads(read_whole(data_folder() / _FILE)) if isinstance(path, str)]
    except (CwsdiagError, ValueError, TypeError, RecursionError):
        return {}
    there = filter(os.path.exists, paths)
    return {hashlib.sha256(os.fsencode(path)).hexdigest()[:12]: Path(path) for path in there}
