"""Difficulties that this session gives a dataset: uploaded, or made by a committee that was asked for by a click.

They take the place of those that a project names, for this session alone. ``catalogue.catalogue`` puts them to the
files of their dataset, as long as its gold is the one that they were given for; they are read, and checked against
gold, with these. A committee stands before a file that was uploaded: who takes it back has that file again. What is
uploaded for files of one's own is not here: ``own.uploads`` keeps it among them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.ui.data.files import File, FileSet

_SESSION, _COMMITTEES = "difficulties of one's own", "committees in use"


class Weighed(Protocol):
    """A dataset as the catalogue has it, which takes its difficulties from here."""

    @property
    def id(self) -> str:
        """Its name in the address."""

    @property
    def files(self) -> FileSet:
        """What it consists of."""


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


def keep(entry: Weighed, file: File) -> None:
    """Make a file that was uploaded the difficulties of a dataset, in this session.

    Args:
        entry: the dataset.
        file: in the role of gold, whose words it speaks of; its ``file_name`` ends as files of weights do.
    """
    _kept()[entry.id] = (_gold(entry), file)
    forget_committee(entry)


def of(entry: Weighed) -> File | None:
    """Return the file that this session uploaded for a dataset; None for none."""
    gold, file = _kept().get(entry.id, ("", None))
    return file if gold == _gold(entry) else None


def forget(entry: Weighed) -> None:
    """Take it back: a project's own difficulties count again, where it names some."""
    _kept().pop(entry.id, None)
    forget_committee(entry)


def use_committee(entry: Weighed, found: InUse) -> None:
    """Make the difficulties of a committee those of a dataset, in this session."""
    _committees()[entry.id] = (_gold(entry), found)


def committee_of(entry: Weighed) -> InUse | None:
    """Return the committee whose difficulties a dataset has; None where it has others, or none."""
    gold, found = _committees().get(entry.id, ("", None))
    return found if gold == _gold(entry) else None


def forget_committee(entry: Weighed) -> None:
    """Take the difficulties of a committee back: what was there before counts again."""
    _committees().pop(entry.id, None)


def overlaid(entry: Weighed) -> FileSet:
    """Return the files of a dataset with the difficulties that this session gave it."""
    committee = committee_of(entry)
    file = of(entry) if committee is None else committee.file
    return entry.files if file is None else replace(entry.files, weights=file)


def _gold(entry: Weighed) -> str:
    """Return what tells gold from any other: all uploads have the same id, one after the other."""
    return "" if entry.files.gold is None else entry.files.gold.key


def _kept() -> dict[str, tuple[str, File]]:
    kept: dict[str, tuple[str, File]] = st.session_state.setdefault(_SESSION, {})
    return kept


def _committees() -> dict[str, tuple[str, InUse]]:
    committees: dict[str, tuple[str, InUse]] = st.session_state.setdefault(_COMMITTEES, {})
    return committees
