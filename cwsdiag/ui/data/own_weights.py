"""Difficulties that this session gives a dataset: uploaded, or made by a committee that its address asks for.

They take the place of those that a project names, for this session alone. ``store.catalogue`` puts them to the files
of their dataset; they are read, and checked against gold, with these. A committee stands before a file that was
uploaded: who takes it back has that file again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.ui.data.files import File, FileSet

_SESSION, _COMMITTEES = "difficulties of one's own", "committees in use"


@dataclass(frozen=True)
class InUse:
    """The committee whose difficulties a dataset has in this session.

    Attributes:
        file: its difficulties.
        stamp: what the committee is found by.
        instead: whether it stands before others: those that a project names, or that were uploaded.
    """

    file: File
    stamp: Hashable
    instead: bool


def keep(entry_id: str, file: File) -> None:
    """Make a file that was uploaded the difficulties of a dataset, in this session.

    Args:
        entry_id: of the dataset, its name in the address.
        file: in the role of gold, whose words it speaks of; its ``file_name`` ends as files of weights do.
    """
    _kept()[entry_id] = file
    forget_committee(entry_id)


def of(entry_id: str) -> File | None:
    """Return the file that this session uploaded for a dataset; None for none."""
    return _kept().get(entry_id)


def forget(entry_id: str) -> None:
    """Take it back: a project's own difficulties count again, where it names some."""
    _kept().pop(entry_id, None)
    forget_committee(entry_id)


def use_committee(entry_id: str, found: InUse) -> None:
    """Make the difficulties of a committee those of a dataset, in this session."""
    _committees()[entry_id] = found


def committee_of(entry_id: str) -> InUse | None:
    """Return the committee whose difficulties a dataset has; None where it has others, or none."""
    return _committees().get(entry_id)


def forget_committee(entry_id: str) -> None:
    """Take the difficulties of a committee back: what was there before counts again."""
    _committees().pop(entry_id, None)


def overlaid(entry_id: str, files: FileSet) -> FileSet:
    """Return the files of a dataset with the difficulties that this session gave it."""
    committee = committee_of(entry_id)
    file = of(entry_id) if committee is None else committee.file
    return files if file is None else replace(files, weights=file)


def _kept() -> dict[str, File]:
    kept: dict[str, File] = st.session_state.setdefault(_SESSION, {})
    return kept


def _committees() -> dict[str, InUse]:
    committees: dict[str, InUse] = st.session_state.setdefault(_COMMITTEES, {})
    return committees
