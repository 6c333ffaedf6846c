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
from cwsdiag.project import File, StudySpec
from cwsdiag.project.archive import FINDINGS, write_archive
from cwsdiag.project.unpacking import begins_archive, read_archive
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    out, datasets = io.BytesIO(), [entry.files for entry in entries if entry.files.gold is not None]
    study = next((entry.files.study for entry in entries), StudySpec())
    write_archive(out, datasets, study, findings=findings)
    return out.getvalue()


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
        datasets = tuple(files.with_short_names().mapped(_in_memory) for files in project.datasets)
        findings = FindingsFile(Path(folder) / "project" / FINDINGS).read()
    catalogue.keep_all(datasets)
    tray.take_over(findings)
    state.put(Key.DATASET, catalogue.UPLOAD)


def _in_memory(file: File) -> File:
    data = b"".join(file.source().stored())
    same = File.uploaded(file.role, file.file_name, data, name=file.name)
    # Difficulties were given as that: whatever else comes, they stay it.
    chosen = file.role == "weights"
    return replace(file, path=None, content=same.content, data=data, size=same.size, chosen=chosen)
