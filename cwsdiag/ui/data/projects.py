"""Projects as they lie on the disk: read again where something of them changed, and asked for by every run of a page.

A run that looks at the disk lets all other runs go first, each time that it does: so no more is asked for than what
tells one state of a project from another.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.project import read_project
from cwsdiag.project.project import FILE_NAME
from cwsdiag.ui.data.files import FileSet

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.project import StudySpec

    # Of a file or folder: what changes with it; None where it is not there.
    State = tuple[int, ...] | None

# A server has its own, the sample, and a few that its owner opened lately.
_PLACES = 16


@dataclass(frozen=True)
class OpenProject:
    """A project and the files of its datasets.

    Attributes:
        study: how it compares its datasets.
        datasets: their files.
    """

    study: StudySpec
    datasets: tuple[FileSet, ...]


@dataclass(frozen=True)
class _Read:
    project: OpenProject
    states: dict[Path, State]

    @property
    def holds(self) -> bool:
        """Whether all is on the disk as it was when it was read."""
        files = (file for dataset in self.project.datasets for file in dataset.all_files)
        return all(_state(path) == state for path, state in self.states.items()) and all(
            file.renewed() is file for file in files
        )


_KEPT: dict[Path, _Read] = {}


def opened(path: Path) -> OpenProject:
    """Return a project as it is on the disk now.

    Args:
        path: its file, or the folder that stands for one.

    Raises:
        ProjectError: it cannot be read.
    """
    known = _KEPT.get(path)
    if known is not None and known.holds:
        return known.project
    _KEPT.pop(path, None)
    # Looked at before it is read: what is written meanwhile is noticed by the next run.
    states = {place: _state(place) for place in (path, path / FILE_NAME)}
    # By its name: where it lies on the server is nobody's business.
    read = read_project(path, called=path.name)
    project = OpenProject(read.study, tuple(FileSet.of_project(spec, read.study) for spec in read.datasets))
    if not read.found:
        for one in list(_KEPT)[: len(_KEPT) - _PLACES + 1]:
            _KEPT.pop(one, None)
        _KEPT[path] = _Read(project, states)
    return project


def _state(path: Path) -> State:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
