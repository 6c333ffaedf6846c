"""Files opened by their path, under the one folder that the server was started with.

What a person types is a path from that folder. Nothing else can be named: not by ``..``, not by an absolute path, and
not by a link that leads out.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from cwsdiag.errors import ReadError, shown
from cwsdiag.languages import lazy, translated

if TYPE_CHECKING:
    from collections.abc import Iterator

# So many are offered; the path of any other can be typed.
MOST_OFFERED = 1000
_MOST_FOLDERS = 500
_LONGEST_NAME = 200


def real_path(root: Path, name: str) -> Path:
    """Return where a file under ``root`` really lies.

    Args:
        root: the folder that nothing leads out of.
        name: a path from there.

    Raises:
        ReadError: no such file under ``root``.
    """
    called = shown(name, _LONGEST_NAME)
    outside = ReadError(
        lazy("{name}: only files under the folder of this server can be opened. Give a path from there.", name=called)
    )
    if _leads_out(name):
        raise outside
    try:
        top = root.resolve(strict=True)
        path = (top / name).resolve(strict=True)
        if not path.is_relative_to(top):
            raise outside
        if path.is_dir():
            raise ReadError(lazy("{name}: this is a folder. Name a file in it.", name=called))
        if not path.is_file():
            raise ReadError(lazy("{name}: this is not a text file. Name another one.", name=called))
    except (OSError, ValueError, RuntimeError):
        raise ReadError(
            lazy("{name}: there is no such file under the folder of this server. Check the path.", name=called)
        ) from None
    return path


def problem(root: Path, name: str) -> str:
    """Return why a file cannot be opened by this path; empty where it can."""
    try:
        real_path(root, name)
    except ReadError as error:
        return translated(str(error))
    return ""


def offered(root: Path) -> list[str]:
    """Return paths of files under ``root``, those of the upper folders first; hidden ones are left out."""
    found: list[str] = []
    for name in _walk(root):
        if len(found) == MOST_OFFERED:
            break
        if not problem(root, name):
            found.append(name)
    return found


def _leads_out(name: str) -> bool:
    """Tell whether a path is none from a folder down, on any system."""
    windows = PureWindowsPath(name)
    parts = {*PurePosixPath(name).parts, *windows.parts}
    return bool(not name.strip() or name.startswith(("/", "\\")) or windows.drive or ".." in parts)


def _walk(root: Path) -> Iterator[str]:
    """Yield the paths of all files, folder by folder, the upper ones first; links to folders are not followed."""
    folders = [""]
    for folder in folders:
        try:
            with os.scandir(root / folder) as entries:
                inside = sorted(
                    (entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name
                )
        except OSError:
            continue
        for entry in inside:
            path = f"{folder}{entry.name}"
            if not entry.is_dir(follow_symlinks=False):
                yield path
            elif len(folders) < _MOST_FOLDERS:
                folders.append(f"{path}/")
