"""The findings of a session: what there is, how it is changed, where they lie, and what keeps them from being kept.

Findings about a project on the disk lie beside it, for who sits at the machine; all others in the workspace: those of
visitors, and those about what was uploaded, the sample, or a task of the board. What cannot be written where it belongs
stays in the session, and is written with the next change that can be.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.findings import Finding, FindingsFile, read_findings, to_text
from cwsdiag.findings.file import LONGEST, MOST
from cwsdiag.languages import _, lazy
from cwsdiag.ui.data import projects
from cwsdiag.ui.host import who
from cwsdiag.ui.keeping.looks import SessionLooks
from cwsdiag.ui.own import workspace
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.ui.data.catalogue import Entry

    # The file beside a project on the disk; None for the workspace.
    Home: TypeAlias = FindingsFile | None

_SESSION = "findings that are in this session only"
_REMOVED = "finding removed last"
_NOT_READ = lazy("What you keep stays in this session, and the file as it is, until it can be read.")
_NOT_WRITTEN = lazy("What you keep stays in this session.")


@dataclass
class _Kept:
    """What a session has of the findings of one home.

    Attributes:
        own: those that could not be written there; None where all could.
        problem: why they cannot be read or written there.
    """

    own: tuple[Finding, ...] | None = None
    problem: CwsdiagError | None = None


def _home() -> Home:
    path, entry = projects.chosen(), current().entry
    of_project = entry is None or entry.origin == "project"
    if path is None or not of_project or projects.is_sample(path) or not who.is_owner():
        return None
    return FindingsFile.of_project(path)


def _kept(home: Home) -> _Kept:
    every: dict[str, _Kept] = st.session_state.setdefault(_SESSION, {})
    return every.setdefault("" if home is None else str(home.path), _Kept())


def _read(home: Home) -> tuple[Finding, ...]:
    """Return what lies in a home.

    Raises:
        CwsdiagError: it cannot be read.
    """
    try:
        return read_findings(workspace.content().findings) if home is None else home.read()
    except CwsdiagError as error:
        raise CwsdiagError(lazy("{problem} {rest}", problem=error.problem, rest=_NOT_READ)) from None
    except OSError as error:
        path, reason = home and str(home.path), error.strerror or ""
        problem = lazy("{path} cannot be read ({reason}).", path=path, reason=reason)
        raise CwsdiagError(lazy("{problem} {rest}", problem=problem, rest=_NOT_WRITTEN)) from None


def _put(home: Home, wanted: Sequence[Finding]) -> None:
    """Write findings in place of those in a home; what cannot be written stays in the session."""
    findings, kept = tuple(wanted)[:MOST], _kept(home)
    kept.own, kept.problem = findings, None
    try:
        if home is not None:
            # What is there and cannot be read is said first.
            _read(home)
            home.write(findings)
            kept.own = None
        elif workspace.current() is not None:
            if workspace.keep(replace(workspace.content(), findings=to_text(findings))):
                kept.own = None
            else:
                kept.problem = CwsdiagError(workspace.problem())
    except CwsdiagError as error:
        kept.problem = error
    except OSError as error:
        path, reason = home and str(home.path), error.strerror or ""
        problem = lazy("{path} cannot be written ({reason}).", path=path, reason=reason)
        kept.problem = CwsdiagError(lazy("{problem} {rest}", problem=problem, rest=_NOT_WRITTEN))


def _joined(findings: Sequence[Finding], more: Sequence[Finding]) -> tuple[Finding, ...]:
    ids = {one.id for one in more}
    return (*(one for one in findings if one.id not in ids), *more)


def findings() -> tuple[Finding, ...]:
    """Return the findings of the session, in their order: those in the session where they cannot be written."""
    home = _home()
    kept = _kept(home)
    try:
        there = _read(home)
    except CwsdiagError as error:
        kept.problem = error
        return kept.own or ()
    if kept.own is None:
        kept.problem = None
    return _joined(there, kept.own or ())


def keep(wanted: Sequence[Finding]) -> None:
    """Make these the findings, all of them in their order; of two tabs, the last to write wins."""
    _put(_home(), wanted)


def take_over(findings: Sequence[Finding]) -> None:
    """Keep what came with files that somebody brought, behind what there is; in a callback."""
    if findings:
        there: tuple[Finding, ...] = ()
        with suppress(CwsdiagError):
            there = _read(None)
        _put(None, _joined(there, _joined(_kept(None).own or (), findings)))


def packed(entries: Sequence[Entry]) -> str:
    """Return the findings about some datasets as a file, under the names that these have in a zip; empty for none."""
    names = {entry.called: entry.files.called for entry in entries}
    about = [one for one in findings() if one.where.dataset in names]
    renamed = [replace(one, where=replace(one.where, dataset=names[one.where.dataset])) for one in about]
    return to_text(renamed) if renamed else ""


def problem() -> str:
    """Return why findings are in this session only; empty where they are where they belong."""
    kept = _kept(_home())
    if kept.problem is not None:
        return on_page(kept.problem)
    return _("This server keeps no files: findings are gone when the page is loaded again.") if kept.own else ""


def where_kept() -> str:
    """Say where findings lie; empty where there is a problem, or they are in this session."""
    home = _home()
    if problem() or (home is None and workspace.current() is None):
        return ""
    if home is None:
        return _("Kept on this server, for this browser.")
    return _("Kept in {file}, beside the project.", file=home.path.name)


def looks() -> SessionLooks:
    """Return what exhibits are made from here."""
    return SessionLooks(current())


def is_full() -> bool:
    """Tell whether there is no place for another one."""
    return len(findings()) >= MOST


def add(finding: Finding) -> None:
    """Keep one more, behind all others; one that shows what another shows is that one."""
    if not any(finding.is_twin(one) for one in findings()):
        keep([*findings(), finding])


def change(id: str, *, title: str = "", note: str | None = None) -> None:
    """Give a finding another title or note; an empty title leaves the one it has."""

    def changed(one: Finding) -> Finding:
        called, said = title.strip()[:LONGEST] or one.title, one.note if note is None else note[:LONGEST]
        return replace(one, title=called, note=said)

    keep([changed(one) if one.id == id else one for one in findings()])


def move(id: str, by: int) -> None:
    """Move a finding so many places on, back where that is less than 0; not over the ends."""
    every = list(findings())
    for place, one in enumerate(every):
        if one.id == id:
            every.insert(min(max(place + by, 0), len(every) - 1), every.pop(place))
            keep(every)
            return


def remove(id: str) -> None:
    """Take a finding away; ``restore`` brings it back until another is taken."""
    every = findings()
    for place, one in enumerate(every):
        if one.id == id:
            st.session_state[_REMOVED] = (_home(), place, one)
            keep([*every[:place], *every[place + 1 :]])


def removed() -> Finding | None:
    """Return what was taken away last, where it can be brought back."""
    home, _place, finding = st.session_state.get(_REMOVED, (None, 0, None))
    return finding if home == _home() else None


def restore() -> None:
    """Bring back what was taken away last, to its place."""
    if removed() is not None:
        _home_then, place, finding = st.session_state.pop(_REMOVED)
        every = list(findings())
        every.insert(place, finding)
        keep(every)
