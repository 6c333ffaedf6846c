"""What a session makes of systems without touching a file: names, hidden, what they learnt from and consist of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.languages import _
from cwsdiag.languages.visible import visible
from cwsdiag.project.specs import merged_parts
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.file import model_of
from cwsdiag.ui.data.files import Edit
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cwsdiag.dataset import Track
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.data.files import File, FileSet


def name_problem(files: FileSet, file: File, name: str) -> str:
    """Return why a system cannot be called so; empty where it can."""
    name = visible(name.strip())
    if not name:
        return _("A system needs a name.")
    taken = any(other.name == name for other in files.systems if other != file)
    return _("Another system has this name already.") if taken else ""


def rename(id: str, files: FileSet, file: File, name: str) -> None:
    """Give a system of a dataset another name, if it can be called so; it stays selected."""
    if name_problem(files, file, name):
        return
    name = visible(name.strip())
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


def parts_of(entries: Iterable[Entry]) -> dict[str, dict[str, str]]:
    """Return what the systems of a project's datasets are made of, by the names that the project gives them."""
    # Last those that a session can change: of two values the later counts.
    systems = (file for entry in entries for file in (*entry.files.transferred, *entry.files.systems))
    return merged_parts((model_of(file), file.parts) for file in systems)


def say_parts(entries: Iterable[Entry], file: File, parts: Mapping[str, str]) -> None:
    """Say what a system is made of: on every dataset that it is on, since no two may contradict each other."""
    for entry in entries:
        for other in entry.files.systems:
            if model_of(other) == model_of(file):
                catalogue.edit(entry.id, other, replace(Edit.of(other), parts=tuple(parts.items())))


def parts_text(parts: Mapping[str, str]) -> str:
    """Return parts as people write them: a line each, ``decoder = crf``."""
    return "\n".join(f"{part} = {value}" for part, value in parts.items())


def read_parts(text: str) -> dict[str, str]:
    """Return the parts that somebody wrote; lines that name none, or no value, are passed over."""
    pieces = (line.partition("=") for line in text.split("\n"))
    return {
        visible(part.strip()): visible(value.strip()) for part, _sign, value in pieces if part.strip() and value.strip()
    }


def say_origin(id: str, file: File, dataset: str | None) -> None:
    """Say which dataset a system was trained on; None for that nobody knows."""
    catalogue.edit(id, file, replace(Edit.of(file), trained_on=dataset))
