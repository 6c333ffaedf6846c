"""Everything slow, computed once and kept: for everybody where the files are the server's, for one session otherwise.

Keys are stamps of files and settings; what they stand for comes in arguments that are not hashed (underscore).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.ui.files import Loaded, findings_on, load_files, survey_file
from cwsdiag.ui.results import Results

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.doctor import Finding
    from cwsdiag.formats import Facts
    from cwsdiag.ui.files import File, FileSet, Stamp
    from cwsdiag.ui.store import Entry

# Datasets kept at once: for the whole server, and for one session.
_SERVER_ENTRIES = 12
_SESSION_ENTRIES = 4
# Files whose import report is kept.
_SERVER_FILES = 200
_SESSION_FILES = 40


def loaded(entry: Entry) -> Loaded:
    """Return what came of the files of an entry."""
    return uploaded(entry.files) if entry.origin == "upload" else _loaded_project(entry.files.stamp, entry.files)


def uploaded(files: FileSet) -> Loaded:
    """Return what comes of files of this session."""
    return _loaded_uploads(files.stamp, files)


def facts(file: File) -> Facts | str:
    """Return what a file is taken for and what is in it, or why it cannot be read."""
    return (_facts_of_upload if file.path is None else _facts_on_disk)(file.stamp, file)


def results(entry: Entry, buckets: str | None) -> Results | None:
    """Return what there is to know about an entry; None without a usable gold file."""
    dataset = loaded(entry).dataset
    if dataset is None:
        return None
    compute = _upload_results if entry.origin == "upload" else _project_results
    return compute(entry.files.stamp, buckets, dataset)


def findings(files: FileSet, loaded: Loaded) -> list[Finding]:
    """Return what looks wrong where files meet."""
    find = _findings_on_disk if files.on_disk else _findings_on_uploads
    return find(files.stamp, files, loaded)


@st.cache_resource(max_entries=_SERVER_ENTRIES, show_spinner="Reading files …")
def _loaded_project(stamp: Stamp, _files: FileSet) -> Loaded:
    return load_files(_files)


@st.cache_resource(max_entries=_SESSION_ENTRIES, scope="session", show_spinner="Reading files …")
def _loaded_uploads(stamp: Stamp, _files: FileSet) -> Loaded:
    return load_files(_files)


@st.cache_resource(max_entries=_SERVER_ENTRIES, show_spinner=False)
def _project_results(stamp: Stamp, buckets: str | None, _dataset: Dataset) -> Results:
    return Results(_dataset, buckets=buckets)


@st.cache_resource(max_entries=_SESSION_ENTRIES, scope="session", show_spinner=False)
def _upload_results(stamp: Stamp, buckets: str | None, _dataset: Dataset) -> Results:
    return Results(_dataset, buckets=buckets)


@st.cache_resource(max_entries=_SERVER_FILES, show_spinner=False)
def _facts_on_disk(stamp: str, _file: File) -> Facts | str:
    return survey_file(_file)


@st.cache_resource(max_entries=_SESSION_FILES, scope="session", show_spinner=False)
def _facts_of_upload(stamp: str, _file: File) -> Facts | str:
    return survey_file(_file)


@st.cache_resource(max_entries=_SERVER_ENTRIES, show_spinner=False)
def _findings_on_disk(stamp: Stamp, _files: FileSet, _loaded: Loaded) -> list[Finding]:
    return findings_on(_files, _loaded)


@st.cache_resource(max_entries=_SESSION_ENTRIES, scope="session", show_spinner=False)
def _findings_on_uploads(stamp: Stamp, _files: FileSet, _loaded: Loaded) -> list[Finding]:
    return findings_on(_files, _loaded)
