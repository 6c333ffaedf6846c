"""What a session makes of systems without touching a file: other names, and some hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.ui.data import catalogue
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.ui.data.files import File, FileSet


def name_problem(files: FileSet, file: File, name: str) -> str:
    """Return why a system cannot be called so; empty where it can."""
    if not name.strip():
        return "A system needs a name."
    taken = any(other.name == name.strip() for other in files.systems if other != file)
    return "Another system has this name already." if taken else ""


def rename(id: str, files: FileSet, file: File, name: str) -> None:
    """Give a system of a dataset another name, if it can be called so; it stays selected."""
    if name_problem(files, file, name):
        return
    name = name.strip()
    catalogue.edit(id, file, name=name, hidden=file.hidden)
    for key in (Key.SYSTEM, Key.OTHER):
        if state.get(key) == file.name:
            state.put(key, name)


def hide(id: str, file: File, hidden: bool) -> None:
    """Leave a system out of all pages, or show it again."""
    catalogue.edit(id, file, name=file.name, hidden=hidden)
