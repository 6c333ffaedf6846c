"""Projects in one file: what is open as a zip, and a zip as what a session has."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError, ProjectError
from cwsdiag.files import MEGABYTE
from cwsdiag.findings import FindingsFile
from cwsdiag.languages import lazy
from cwsdiag.project import StudySpec
from cwsdiag.project.archive import FINDINGS, PackedDataset, PackedFile, PackedSystem, write_archive
from cwsdiag.project.unpacking import begins_archive, read_archive
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.file import model_of
from cwsdiag.ui.data.files import File, FileSet
from cwsdiag.ui.data.renaming import parts_of
from cwsdiag.ui.host import server
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.ui.data.catalogue import Entry

_PROBLEM = "archive that was not opened"


def archive(entries: Sequence[Entry], *, findings: str = "") -> bytes:
    """Return datasets as a zip; those without gold are left out.

    Args:
        entries: the datasets.
        findings: the text of a file of findings about them; empty for none.

    Raises:
        ReadError: a file cannot be read.
    """
    datasets = [entry.files for entry in entries if entry.files.gold is not None]
    names = frozenset(map(catalogue.name_of, datasets))
    study = next((entry.files.study for entry in entries), StudySpec())
    parts = parts_of(entries)
    out = io.BytesIO()
    write_archive(out, [_packed(files, names, parts) for files in datasets], study, findings=findings)
    return out.getvalue()


def _packed(files: FileSet, names: frozenset[str], parts: Mapping[str, Mapping[str, str]]) -> PackedDataset:
    """Return a dataset as it is packed.

    What a system was trained on is said where that goes into the same zip: one that names others cannot be opened.

    Args:
        files: of the dataset.
        names: of the datasets that go into the same zip.
        parts: what the systems are made of, by the names that the project gives them.
    """
    own_name = catalogue.name_of(files)
    transferred = {file.name for file in files.transferred}

    def system(file: File) -> PackedSystem:
        elsewhere = file.name in transferred
        name = file.model if elsewhere else file.name
        said = file.trained_on if elsewhere or file.trained_on == own_name else None
        known = parts.get(model_of(file), {})
        # What this session says of a system wins: a zip that contradicts itself cannot be opened.
        made_of = tuple((part, value) for part, value in file.parts if known.get(part) == value)
        return PackedSystem(name, _file(file), file.model, file.track, said, file.hidden, file.run_of, made_of)

    known = (file for file in files.transferred if file.trained_on in names - {own_name})
    named = {"gold": files.gold, "train": files.training, "dev": files.dev, "weights": files.weights}
    named |= {"documents": files.documents, "idioms": files.idioms}
    return PackedDataset(
        own_name,
        **{name: _file(file) for name, file in named.items() if file is not None},
        systems=tuple(map(system, (*files.systems, *known))),
        mismatch=files.mismatch,
        baselines=files.baselines,
    )


def _file(file: File) -> PackedFile:
    return PackedFile(file.file_name, file.source, file.options)


def without_archives(uploads: Sequence[Any]) -> list[Any]:
    """Open the projects among what was dropped, and return the rest: in the callback of an uploader."""
    st.session_state.pop(_PROBLEM, None)
    rest = []
    for upload in uploads:
        if not begins_archive(upload.getvalue()):
            rest.append(upload)
            continue
        try:
            _open(upload.name, upload)
        except CwsdiagError as error:
            st.session_state[_PROBLEM] = error
    return rest


def problem() -> str:
    """Return why an archive that was dropped was not opened; empty where it was, or there was none."""
    error: CwsdiagError | None = st.session_state.get(_PROBLEM)
    return "" if error is None else on_page(error)


def _open(name: str, upload: Any) -> None:
    """Make a project what there is of one's own.

    Raises:
        CwsdiagError: it cannot be opened, or would take the place of files.
    """
    if catalogue.all_uploads():
        raise ProjectError(
            lazy(
                "{name}: it would take the place of your files. Begin another workspace or remove all files; then drop "
                "it again.",
                name=name,
            )
        )
    with TemporaryDirectory(prefix="cwsdiag-") as folder:
        limit = server.settings().workspace_mb * MEGABYTE
        project = read_archive(upload, Path(folder) / "project", name=name, limit=limit)
        if not project.datasets:
            raise ProjectError(
                lazy(
                    "{name}: it holds published scores and no files, so there is nothing to take up. Open it with "
                    "cwsdiag app project.zip.",
                    name=name,
                )
            )
        named = (FileSet.of_project(spec, project.study) for spec in project.datasets)
        datasets = tuple(_placed(files.mapped(_in_memory)) for files in named)
        findings = FindingsFile(Path(folder) / "project" / FINDINGS).read()
    catalogue.keep_all(datasets)
    tray.take_over(findings)
    state.put(Key.DATASET, catalogue.UPLOAD)


def _placed(files: FileSet) -> FileSet:
    """Return what a project names as what a person can place: there difficulties are no second gold."""
    weights = files.weights
    return files if weights is None else replace(files, weights=weights.placed("weights", chosen=True))


def _in_memory(file: File) -> File:
    data = b"".join(file.source().stored())
    same = File.uploaded(file.role, file.file_name, data, name=file.name)
    return replace(file, path=None, content=same.content, data=data, size=same.size)
