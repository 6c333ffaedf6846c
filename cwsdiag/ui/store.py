"""What there is to look at: the server's project, the sample, and what this session uploaded.

Uploads live in the session alone, so that two people never see each other's files. Projects are read for everybody.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from cwsdiag.errors import ProjectError
from cwsdiag.project import read_project
from cwsdiag.site import sample_project
from cwsdiag.ui.files import FileSet

Origin = Literal["project", "sample", "upload"]

SAMPLE_PREFIX = "sample:"
UPLOAD = "upload"
_SESSION = "uploaded files"


@dataclass(frozen=True)
class Entry:
    """A dataset one can choose.

    Attributes:
        id: its name in the address.
        label: its name for people.
        origin: where it comes from.
        files: what it consists of.
    """

    id: str
    label: str
    origin: Origin
    files: FileSet


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
    uploaded = uploads()
    if uploaded.gold is not None:
        found.append(Entry(UPLOAD, f"{uploaded.name or uploaded.gold.name} (uploaded)", "upload", uploaded))
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
        Entry(prefix + spec.name, spec.name + remark, origin, FileSet.of_project(spec)) for spec in project.datasets
    ]
