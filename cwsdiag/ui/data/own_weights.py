"""Difficulties that this session gives a dataset: uploaded, or made by its own committee.

They take the place of those that a project names, for this session alone. ``store.catalogue`` puts them to the files
of their dataset; they are read, and checked against gold, with these.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from cwsdiag.ui.data.files import File, FileSet

_SESSION = "difficulties of one's own"


def keep(entry_id: str, file: File) -> None:
    """Make a file the difficulties of a dataset, in this session.

    Args:
        entry_id: of the dataset, its name in the address.
        file: in the role of gold, whose words it speaks of; its ``file_name`` ends as files of weights do.
    """
    _kept()[entry_id] = file


def of(entry_id: str) -> File | None:
    """Return the difficulties that this session gave a dataset; None for none."""
    return _kept().get(entry_id)


def forget(entry_id: str) -> None:
    """Take them back: a project's own count again, where it names some."""
    _kept().pop(entry_id, None)


def overlaid(entry_id: str, files: FileSet) -> FileSet:
    """Return the files of a dataset with the difficulties that this session gave it."""
    file = of(entry_id)
    return files if file is None else replace(files, weights=file)


def _kept() -> dict[str, File]:
    kept: dict[str, File] = st.session_state.setdefault(_SESSION, {})
    return kept
