"""What the owner of the server has a project's systems do: segment their gold file, or a text that was typed.

Only systems of a project that was opened from the disk have a command: reading refuses one in a zip, and what is kept
of uploads says none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any, TypeVar

import streamlit as st

from cwsdiag import running
from cwsdiag.languages import _, lazy
from cwsdiag.languages.visible import plain
from cwsdiag.project import File
from cwsdiag.text import Text
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.host import server, who
from cwsdiag.ui.shell import progress
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.results import Job, Queue, how_far, kept

T = TypeVar("T")
# How many answers and ends of runs are kept: those of as many systems as a text is typed for.
_PLACES = 64


@st.cache_resource(show_spinner=False)
def commands() -> Queue:
    """Return what runs: gold files one after the other, so that none slows another, and typed texts at once."""
    return Queue()


def may_run() -> bool:
    """Return whether the visitor may have commands run; asked where one is drawn, and again where it is done."""
    return server.settings().allow_run and who.is_owner()


def runnable(entry: DatasetEntry | None) -> list[File]:
    """Return the systems of a dataset that the visitor may have run."""
    if entry is None or entry.origin != "project" or not may_run():
        return []
    return [file for file in entry.files.of("system", "transferred") if file.run is not None]


def job_of(system: File, text: Text | None = None) -> Job[Any] | None:
    """Return the run of a system over its gold file, or over a text; None where nobody asked for one.

    Nobody has, once another run has written what is kept.
    """
    return commands().find(_stamp(system, text))


def run(systems: Iterable[tuple[File, DatasetEntry]]) -> None:
    """In a callback: have systems segment the gold file of their dataset."""
    for system, entry in systems if may_run() else ():
        work = _stoppable(partial(running.run, system, mismatch=entry.files.mismatch))
        commands().put(_stamp(system), work, total=0)


def cut(system: File, text: Text) -> None:
    """In a callback: have a system cut a text."""
    if may_run() and system.run is not None:
        work = _stoppable(partial(running.answer, system.run, text, name=system.name))
        commands().ask(_stamp(system, text), work, places=_PLACES)


def is_current(system: File) -> bool:
    """Return whether what is kept of a system is of its gold file and command."""
    # Looked at once for each state of the files: gold is read for it.
    return kept(
        "server", "current output", (system.key, system.run), lambda: running.is_current(system), places=_PLACES
    )


def bar(job: Job[Any], system: File, *, key: str) -> None:
    """Draw how long a command has run, and what cancels it."""
    share, text = how_far(job, lazy("Segmenting"))
    text = _("{name}: {value}", name=plain(system.name), value=text)
    progress.bar(job, commands().before(job), share, text, key=key)


def problem(job: Job[Any], system: File) -> str:
    """Return why a command failed; where the project lies is nobody's business."""
    assert system.run is not None
    return progress.why(job).replace(f"{system.run.folder}/", "")


def _stamp(system: File, text: Text | None = None) -> Hashable:
    return (system.part, system.content, system.run, text and (text.chars, text.sentence_ends.tobytes()))


def _stoppable(function: Callable[..., T]) -> Callable[[Job[T]], T]:
    return lambda job: function(stopped=lambda: job.stopping or worker.is_ending())
