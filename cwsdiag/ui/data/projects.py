"""Projects as they lie on the disk: read again where something of them changed, and asked for by every run of a page.

A run that looks at the disk lets all other runs go first, each time that it does: so no more is asked for than what
tells one state of a project from another.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from cwsdiag.folders import sample_project
from cwsdiag.project import Project, read_project
from cwsdiag.project.project import FILE_NAME
from cwsdiag.ui import state
from cwsdiag.ui.host import recent, server, who
from cwsdiag.ui.state import Key

if TYPE_CHECKING:
    from pathlib import Path

    # Of a file or folder: what changes with it; None where it is not there.
    State = tuple[int, ...] | None


def chosen() -> Path | None:
    """Return the file or folder of the open project: the server's or, without one, a recent one that the owner chose.

    None without one.
    """
    started_with = server.settings().project
    asked = state.get(Key.RECENT)
    if started_with is not None or asked is None:
        return started_with
    # Which projects there are, and what is in them, is the business of who sits at the machine.
    path = recent.known().get(asked) if who.is_owner() else None
    if path is None:
        state.correct(Key.RECENT, None)
    return path


# Asked several times a run; where a path leads stays as it is while a server runs.
@lru_cache
def is_sample(path: Path | None) -> bool:
    """Return whether a project, which may be none, is the sample."""
    return path is not None and os.path.realpath(path) == os.path.realpath(sample_project())


def opened(path: Path) -> Project:
    """Return a project as it is on the disk now, its files called by what tells their paths apart.

    Args:
        path: its file, or the folder that stands for one.

    Raises:
        ProjectError: it cannot be read.
    """
    # Looked at before it is read: what is written meanwhile is noticed by the next run.
    states = _state(path), _state(path / FILE_NAME)
    project = _kept(path, states)
    if project.found:
        return _read(path)
    if any(file.renewed() is not file for dataset in project.datasets for file in dataset.files):
        _kept.cache_clear()
        project = _kept(path, states)
    return project


def _read(path: Path) -> Project:
    # By its name: where it lies on the server is nobody's business.
    project = read_project(path, called=path.name)
    return replace(project, datasets=tuple(dataset.with_short_names() for dataset in project.datasets))


# A server has its own, the sample, and a few that its owner opened lately.
@lru_cache(maxsize=16)
def _kept(path: Path, states: tuple[State, ...]) -> Project:
    """Return a project by its path and the states of what says what is in it."""
    return _read(path)


def _state(path: Path) -> State:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
