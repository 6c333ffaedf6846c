"""The projects that this user opened last: remembered when a server starts with one, offered where none is open."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from cwsdiag.errors import CwsdiagError
from cwsdiag.files import read_whole, write_whole
from cwsdiag.folders import data_folder, made_private

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
        folder = made_private(data_folder())
        write_whole(folder / _FILE, json.dumps(paths, ensure_ascii=False).encode())


def known() -> dict[str, Path]:
    """Return the projects that are still there, the last one first, by what addresses name them by."""
    try:
        paths = json.loads(read_whole(data_folder() / _FILE))
    except (CwsdiagError, ValueError, RecursionError):
        return {}
    named = [Path(path) for path in paths if isinstance(path, str)] if isinstance(paths, list) else []
    return {_id(path): path for path in named if os.path.exists(path)}


def _id(path: Path) -> str:
    """Return a short name of a path that does not tell it."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
