"""What a session makes of systems without touching a file: other names, some hidden, what they learnt from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.languages import _
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.files import Edit
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.dataset import Track
    from cwsdiag.ui.data.files import File, FileSet


def name_problem(files: FileSet, file: File, name: str) -> str:
    """Return why a system cannot be called so; empty where it can."""
    if not name.strip():
        return _("A system needs a name.")
    taken = any(other.name == name.strip() for other in files.systems if other != file)
    return _("Another system has this name already.") if taken else ""


def rename(id: str, files: FileSet, file: File, name: str) -> None:
    """Give a system of a dataset another name, if it can be called so; it stays selected."""
    if name_problem(files, file, name):
        return
    name = name.strip()
    catalogue.edit(id, file, replace(Edit.of(file), name=name))
    for key in (Key.SYSTEM, Key.OTHER):
        if state.get(key) == file.name:
            state.put(key, name)


def hide(id: str, file: File, hidden: bool) -> None:
    """Leave a system out of all pages, or show it again."""
    catalogue.edit(id, file, replace(Edit.of(file), hidden=hidden))


def say_track(id: str, file: File, track: Track | None) -> None:
    """Say whether a system learnt from the training data of its dataset alone, or from others too."""
    catalogue.edit(id, file, replace(Edit.of(file), track=track))


def say_origin(id: str, file: File, dataset: str | None) -> None:
    """Say which dataset a system was trained on; None for that nobody knows."""
    catalogue.edit(id, file, replace(Edit.of(file), trained_on=dataset))
