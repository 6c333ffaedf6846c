"""Project files: which files make up which dataset; ``docs/projects.md`` explains every key."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cwsdiag.baselines import with_baselines
from cwsdiag.dataset import Dataset
from cwsdiag.errors import ProjectError, brief
from cwsdiag.files import LONGEST_NAME, read_whole
from cwsdiag.inputs import FileSet, StudySpec, merged_parts
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.loading import load_files
from cwsdiag.project.icwb2 import corpora, is_icwb2
from cwsdiag.project.reader import ProjectReader
from cwsdiag.toml import read_toml

FILE_NAME = "project.toml"


@dataclass(frozen=True)
class Project:
    """A project that was read.

    Attributes:
        path: its file, or the icwb2-data folder that was read as one.
        datasets: names all different; none where the project holds published scores alone.
        board: the file that keeps results, which may not be there yet; None where none is named.
        study: how its datasets are compared with each other.
        found: whether an icwb2-data folder was looked through for its files: other files there are another project.
    """

    path: Path
    datasets: tuple[FileSet, ...]
    board: Path | None = None
    study: StudySpec = StudySpec()
    found: bool = False

    @property
    def parts(self) -> dict[str, dict[str, str]]:
        """What models are made of: by model, in order of first appearance, the value of each part.

        It may be said on any dataset; models of which it is said nowhere are left out.
        """
        return merged_parts(file for one in self.datasets for file in one.of("system", "transferred"))

    def dataset(self, name: str) -> FileSet:
        """Return the dataset of this name, which may be given as the file has it or as it is shown.

        Raises:
            ProjectError: there is none.
        """
        name = visible(name)
        for dataset in self.datasets:
            if dataset.name == name:
                return dataset
        names = ", ".join(dataset.name for dataset in self.datasets) or lazy("none")
        raise ProjectError(
            lazy("{path}: no dataset {name!r}. Available: {names}.", path=self.path, name=name, names=names)
        )


def project_path(path: Path) -> Path:
    """Return what is read for a path: for a folder its ``project.toml``, which may be missing.

    Only a folder of the second bakeoff without such a file is itself what is read.
    """
    # Unlike a path itself these answer no for one that no file can have.
    if not os.path.isdir(path):
        return path
    file = path / FILE_NAME
    return path if not os.path.isfile(file) and is_icwb2(path) else file


def read_project(path: str | Path, *, closed: bool = False, called: str = "", complete: bool = True) -> Project:
    """Read a project; its data files must be there but are not read yet.

    Args:
        path: a project file, a folder that holds a ``project.toml``, or an unpacked icwb2-data folder.
        closed: whether it comes from a stranger: then it can name nothing outside its own folder.
        called: what complaints call it; its path by default.
        complete: whether data files must be there; else it is told when one is read that is not.

    Raises:
        ProjectError: it is missing, no TOML, has unknown or missing keys, or names files that are not there.
        SettingError: this is no path.
    """
    path = project_path(Path(path))
    called = called or brief(str(path), LONGEST_NAME)
    is_folder = os.path.isdir(path)
    reader = ProjectReader(path, called, corpora(path) if is_folder else {}, closed=closed)
    datasets, study, board = reader.read({} if is_folder else _content(path, called), complete=complete)
    return Project(path, datasets, board, study, found=bool(reader.corpora))


def _content(path: Path, called: str) -> dict[str, Any]:
    """Return what a project file says, as TOML has it."""
    if not os.path.lexists(path):
        raise ProjectError(
            lazy(
                "{path}: there is no such project file. Give a {file}, its folder, or an unpacked icwb2-data folder.",
                path=called,
                file=FILE_NAME,
            )
        )
    data = read_whole(path, name=called, error=ProjectError)
    if data.startswith(b"PK"):
        raise ProjectError(lazy("{path} is a zip: cwsdiag app opens it; for commands, unpack it.", path=called))
    try:
        written = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ProjectError(
            lazy("{path}: a project file must be UTF-8. Save it as UTF-8 and try again.", path=called)
        ) from None
    return read_toml(written, lambda problem: ProjectError(lazy("{path}: {problem}.", path=called, problem=problem)))


def load_dataset(spec: FileSet) -> Dataset:
    """Read a dataset, with BASE and TOP among its systems where the project wants them.

    Systems that were trained on another dataset are left to ``cwsdiag.loading.load_transferred``.

    Raises:
        InputError: a file cannot be read, a system's characters are not those of gold, or weights, documents or labels
            do not fit it.
        SettingError: BASE or TOP is wanted, and a system is called so; or the file of weights has an unknown ending.
    """
    dataset = load_files(spec, stop=True).whole
    return with_baselines(dataset) if spec.baselines else dataset
