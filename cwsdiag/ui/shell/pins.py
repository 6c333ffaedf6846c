"""The findings of a session: what there is, how it is changed, and where they lie.

Findings about a project on the disk lie beside it, for who sits at the machine; all others in the workspace: those of
visitors, and those about what was uploaded, the sample, or a task of the board. What cannot be written where it belongs
stays in the session, and is written with the next change that can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.findings import Finding, findings_path, read_file, read_findings, to_text, write_file
from cwsdiag.findings.finding import LONGEST, MOST
from cwsdiag.languages import _
from cwsdiag.ui.data import catalogue, workspace
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.host import who
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import on_page

_SESSION = "findings that are in this session only"
_REMOVED = "finding removed last"


def _home() -> Path | None:
    """Return the file beside a project on the disk; None for the workspace."""
    path, entry = catalogue.chosen_project(), current().entry
    of_project = entry is None or entry.origin == "project"
    if path is None or not of_project or catalogue.is_sample(path) or not who.is_owner():
        return None
    return findings_path(path)


def _there(home: Path | None) -> tuple[tuple[Finding, ...], CwsdiagError | None]:
    """Return the findings of a home, with those that could not be written there, and why they cannot, or be read."""
    own, problem = st.session_state.get(_SESSION, {}).get(home, ((), None))
    try:
        if home is None:
            there = read_findings(workspace.content().findings)
        else:
            there = read_file(home) if home.exists() else ()
    except CwsdiagError as error:
        return own, error
    return _joined(there, own), problem


def _put(home: Path | None, wanted: Sequence[Finding]) -> None:
    """Write findings in place of those in a home; what cannot be written stays in the session."""
    findings, session = tuple(wanted)[:MOST], st.session_state.setdefault(_SESSION, {})
    session.pop(home, None)
    try:
        if home is not None:
            write_file(home, findings)
        elif not workspace.keep(replace(workspace.content(), findings=to_text(findings))) and workspace.current():
            raise CwsdiagError(workspace.problem())
    except CwsdiagError as error:
        session[home] = findings, error


def _joined(findings: Sequence[Finding], more: Sequence[Finding]) -> tuple[Finding, ...]:
    ids = {one.id for one in more}
    return (*(one for one in findings if one.id not in ids), *more)


def findings() -> tuple[Finding, ...]:
    """Return the findings of the session, in their order: those in the session where they cannot be written."""
    return _there(_home())[0]


def keep(wanted: Sequence[Finding]) -> None:
    """Make these the findings, all of them in their order; of two tabs, the last to write wins."""
    _put(_home(), wanted)


def take_over(findings: Sequence[Finding]) -> None:
    """Keep what came with files that somebody brought, behind what there is; in a callback."""
    if findings:
        _put(None, _joined(_there(None)[0], findings))


def packed(entries: Sequence[DatasetEntry]) -> str:
    """Return the findings about some datasets as a file, under the names that these have in a zip; empty for none."""
    names = {entry.called: entry.files.called for entry in entries}
    about = [one for one in findings() if one.where.dataset in names]
    renamed = [replace(one, where=replace(one.where, dataset=names[one.where.dataset])) for one in about]
    return to_text(renamed) if renamed else ""


def problem() -> str:
    """Return why findings are in this session only; empty where they are where they belong."""
    home = _home()
    findings, error = _there(home)
    if error is not None:
        # Not within the text: what looks for messages does not look there.
        stays = _("What you keep stays in this session until that is mended.")
        return f"{on_page(error)} {stays}"
    is_lost = bool(findings) and home is None and workspace.current() is None
    return _("This server keeps no files: findings are gone when the page is loaded again.") if is_lost else ""


def where_kept() -> str:
    """Say where findings lie; empty where there is a problem, or they are in this session."""
    home = _home()
    if problem() or (home is None and workspace.current() is None):
        return ""
    if home is None:
        return _("Kept on this server, for this browser.")
    return _("Kept in {file}, beside the project.", file=home.name)


def add(finding: Finding) -> bool:
    """Keep one more, behind all others; return whether there was a place for it."""
    every = findings()
    if len(every) < MOST:
        keep([*every, finding])
    return len(every) < MOST


def change(id: str, *, title: str = "", note: str | None = None) -> None:
    """Give a finding another title or note; an empty title leaves the one it has."""

    def changed(one: Finding) -> Finding:
        called, said = title.strip()[:LONGEST] or one.title, one.note if note is None else note[:LONGEST]
        return replace(one, title=called, note=said)

    keep([changed(one) if one.id == id else one for one in findings()])


def _place_of(id: str) -> int | None:
    """Return the place of a finding, from 0; None where it is not there."""
    return next((place for place, one in enumerate(findings()) if one.id == id), None)


def move(id: str, to: int) -> None:
    """Move a finding to another place, from 0."""
    if (place := _place_of(id)) is not None:
        every = list(findings())
        every.insert(to, every.pop(place))
        keep(every)


def remove(id: str) -> None:
    """Take a finding away; ``restore`` brings it back until another is taken."""
    if (place := _place_of(id)) is not None:
        every = list(findings())
        st.session_state[_REMOVED] = (_home(), place, every.pop(place))
        keep(every)


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
