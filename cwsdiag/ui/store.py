"""What there is to look at: the server's project, the sample, and what this session uploaded.

Uploads live in the session alone, so that two people never see each other's files. Projects are read for everybody.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import streamlit as st

from cwsdiag.errors import ProjectError
from cwsdiag.project import read_project
from cwsdiag.site import sample_project
from cwsdiag.ui.files import Edit, FileSet

if TYPE_CHECKING:
    from cwsdiag.ui.files import File

Origin = Literal["project", "sample", "upload"]

SAMPLE_PREFIX = "sample:"
UPLOAD = "upload"
_SESSION = "uploaded files"
_EDITS = "systems renamed or hidden"


@dataclass(frozen=True)
class Entry:
    """A dataset one can choose.

    Attributes:
        id: its name in the address.
        label: its name for people.
        origin: where it comes from.
        files: what it consists of; systems of a project under the names that this session gave them.
        own: whether ``files`` are like that for this session alone: uploads, or renamed systems.
    """

    id: str
    label: str
    origin: Origin
    files: FileSet
    own: bool = False


@dataclass(frozen=True)
class Catalogue:
    """Everything that can be chosen, by id, and why a project could not be read."""

    entries: dict[str, Entry]
    problems: tuple[str, ...]


def catalogue() -> Catalogue:
    """Return what there is: the project's datasets, uploads, then the sample's."""
    project, sample = server_project(), sample_project()
    problems: list[str] = []
    found = [] if project is None else _of_project(project, "project", problems)
    uploaded = uploads().renewed()
    keep(uploaded)
    if uploaded.gold is not None:
        label = f"{uploaded.name or uploaded.gold.name} ({'opened' if uploaded.gold.path else 'uploaded'})"
        found.append(Entry(UPLOAD, label, "upload", uploaded, own=True))
    if project is None or project.resolve() != sample.resolve():
        found += _of_project(sample, "sample", problems)
    return Catalogue({entry.id: entry for entry in found}, tuple(problems))


def server_project() -> Path | None:
    """Return the project that the server was started with: the first of its arguments that is no option."""
    arguments = iter(sys.argv[1:])
    for argument in arguments:
        if argument == "--root":
            next(arguments, None)
        else:
            return Path(argument)
    return None


def server_root() -> Path | None:
    """Return the folder whose files can be opened by path: what follows ``--root`` in the server's arguments."""
    arguments = iter(sys.argv[1:])
    for argument in arguments:
        if argument == "--root" and (folder := next(arguments, None)):
            return Path(folder)
    return None


def uploads() -> FileSet:
    """Return what this session uploaded."""
    uploaded: FileSet = st.session_state.get(_SESSION, FileSet())
    return uploaded


def keep(uploaded: FileSet) -> None:
    """Make ``uploaded`` what this session has."""
    st.session_state[_SESSION] = uploaded


def _of_project(path: Path, origin: Origin, problems: list[str]) -> list[Entry]:
    prefix, remark = (SAMPLE_PREFIX, " (sample)") if origin == "sample" else ("", "")
    try:
        project = read_project(path)
    except ProjectError as error:
        problems.append(str(error))
        return []
    return [
        _edited(prefix + spec.name, spec.name + remark, origin, FileSet.of_project(spec)) for spec in project.datasets
    ]


def _edited(id: str, label: str, origin: Origin, files: FileSet) -> Entry:
    edited = files.edited(edits(id))
    return Entry(id, label, origin, edited, own=edited.stamp != files.stamp)


def edits(id: str) -> dict[str, Edit]:
    """Return what this session made of the systems of a project's dataset, by the names that the project gives them."""
    made: dict[str, dict[str, Edit]] = st.session_state.setdefault(_EDITS, {})
    return made.setdefault(id, {})


def edit(id: str, file: File, *, name: str, hidden: bool) -> None:
    """Rename or hide a system in this session: of a project's dataset, or of what was uploaded."""
    if id == UPLOAD:
        uploaded = uploads()
        keep(uploaded.replacing(file, replace(file, name=name, hidden=hidden)))
        return
    made = edits(id)
    given = next((given for given, edit in made.items() if edit.name == file.name), file.name)
    made[given] = Edit(name, hidden)
