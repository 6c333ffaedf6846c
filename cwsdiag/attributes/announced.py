"""Whether any installed package may announce attributes: told in a small part of the time that reading them takes."""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

# Folders of what is installed, as ``importlib.metadata`` knows them.
_INFO = (".dist-info", ".egg-info", "egg-info")


def may_be_announced(group: str) -> bool:
    """Tell whether a package on the path of imports may have entry points of a group; False only where none has any.

    ``importlib.metadata`` knows for sure: it reads what every package says of itself, and every command would wait for
    that. Here only the name of the group is looked for, in the files where it would stand; whatever is found otherwise
    than as folders (by finders of others, in archives) may announce anything.

    Args:
        group: name of the group.
    """
    found_elsewhere = (finder for finder in sys.meta_path if hasattr(finder, "find_distributions"))
    if any(finder is not PathFinder for finder in found_elsewhere):
        return True
    return any(_may_hold(folder or ".", group.encode()) for folder in sys.path)


def _may_hold(folder: str, group: bytes) -> bool:
    try:
        names = os.listdir(folder)
    except NotADirectoryError:
        return True
    except OSError:
        return False
    return any(
        group in _content(os.path.join(folder, name, "entry_points.txt"))
        for name in names
        if name.lower().endswith(_INFO)
    )


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
