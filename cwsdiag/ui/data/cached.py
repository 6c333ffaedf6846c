"""Everything slow, computed once and kept: for everybody where the files are the server's, for one session otherwise.

Keys are stamps of files and settings; what they stand for comes in arguments that are not hashed (underscore).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.baselines import clash, with_baselines
from cwsdiag.ui.data.reading import load_files, without_hidden
from cwsdiag.ui.work.shelf import Shelf
from cwsdiag.views.results import Results, bakeoff_table

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.data.files import FileSet, Stamp
    from cwsdiag.ui.data.reading import Loaded

# Datasets kept at once: for the whole server, and for one session.
_SERVER_ENTRIES = 12
_SESSION_ENTRIES = 4
# Tables of bakeoff scores.
_SERVER_FILES = 200
_SESSION_FILES = 40


def loaded(entry: Entry) -> Loaded:
    """Return what came of the files of an entry."""
    return _loaded(entry.files, _session_shelf() if entry.own else _server_shelf())


def make_room(datasets: int) -> None:
    """Keep what came of at least so many datasets."""
    for shelf in (_server_shelf(), _session_shelf()):
        shelf.make_room(datasets)


def uploaded(files: FileSet) -> Loaded:
    """Return what comes of files of this session."""
    return _loaded(files, _session_shelf())


def results(entry: Entry, buckets: str | None, *, baselines: bool = False) -> Results | None:
    """Return what there is to know about an entry; None without a usable gold file.

    Args:
        entry: what is looked at.
        buckets: how attributes are cut, in the notation of ``cwsdiag.buckets``; each its own way without it.
        baselines: whether BASE and TOP are two more systems.
    """
    dataset = loaded(entry).dataset
    if dataset is None:
        return None
    hidden = entry.files.hidden
    compute = _own_results if entry.own or hidden else _project_results
    return compute(entry.files.stamp, hidden, buckets, baselines, dataset)


def bakeoff(entry: Entry) -> pd.DataFrame | None:
    """Return the bakeoff scores of the systems of an entry that are not hidden; None without a usable gold file.

    BASE and TOP are always the last rows, but where a system has the name of one. See ``results.bakeoff_table``.
    """
    dataset = loaded(entry).dataset
    if dataset is None:
        return None
    scores = (_own_bakeoff if entry.own else _project_bakeoff)(entry.files.stamp, dataset)
    return scores[~scores["name"].isin(entry.files.hidden)].reset_index(drop=True)


def _loaded(files: FileSet, shelf: Shelf[Loaded]) -> Loaded:
    return shelf.get(files.stamp, lambda told: load_files(files, told), size=files.size, what="Reading files")


@st.cache_resource(show_spinner=False)
def _server_shelf() -> Shelf[Loaded]:
    return Shelf(_SERVER_ENTRIES)


@st.cache_resource(scope="session", show_spinner=False)
def _session_shelf() -> Shelf[Loaded]:
    return Shelf(_SESSION_ENTRIES)


@st.cache_resource(max_entries=_SERVER_ENTRIES, show_spinner=False)
def _project_results(
    stamp: Stamp, hidden: frozenset[str], buckets: str | None, baselines: bool, _dataset: Dataset
) -> Results:
    return _results(_dataset, hidden, buckets, baselines)


@st.cache_resource(max_entries=_SESSION_ENTRIES, scope="session", show_spinner=False)
def _own_results(
    stamp: Stamp, hidden: frozenset[str], buckets: str | None, baselines: bool, _dataset: Dataset
) -> Results:
    return _results(_dataset, hidden, buckets, baselines)


def _results(dataset: Dataset, hidden: frozenset[str], buckets: str | None, baselines: bool) -> Results:
    shown = without_hidden(dataset, hidden)
    return Results(with_baselines(shown) if baselines else shown, buckets=buckets)


@st.cache_resource(max_entries=_SERVER_FILES, show_spinner=False)
def _project_bakeoff(stamp: Stamp, _dataset: Dataset) -> pd.DataFrame:
    return _bakeoff(_dataset)


@st.cache_resource(max_entries=_SESSION_FILES, scope="session", show_spinner=False)
def _own_bakeoff(stamp: Stamp, _dataset: Dataset) -> pd.DataFrame:
    return _bakeoff(_dataset)


def _bakeoff(dataset: Dataset) -> pd.DataFrame:
    taken = clash(system.name for system in dataset.systems)
    return bakeoff_table(dataset if taken else with_baselines(dataset))
