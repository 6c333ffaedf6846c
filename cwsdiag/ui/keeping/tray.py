"""The findings of a session, wherever they lie: what there is, how it is changed, and what keeps it from being kept.

What cannot be written where it belongs stays in the session, and is written with the next change that can be.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.findings import to_text
from cwsdiag.findings.file import LONGEST, MOST
from cwsdiag.languages import _
from cwsdiag.ui.keeping.homes import BesideProject, InWorkspace, NotKeptError, home
from cwsdiag.ui.keeping.looks import SessionLooks
from cwsdiag.ui.own import workspace
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.findings import Finding
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.keeping.homes import Home

_OWN = "findings that are in this session only"
_PROBLEM = "why findings are not kept"
_REMOVED = "finding removed last"


def findings() -> tuple[Finding, ...]:
    """Return the findings of the session, in their order: those in the session where they cannot be written."""
    place = home()
    own = _own().get(place.name)
    try:
        there = place.read()
    except NotKeptError as error:
        _problems()[place.name] = error
        return own or ()
    if own is None:
        _problems().pop(place.name, None)
    return _joined(there, own or ())


def _joined(findings: Sequence[Finding], more: Sequence[Finding]) -> tuple[Finding, ...]:
    ids = {one.id for one in more}
    return (*(one for one in findings if one.id not in ids), *more)


def keep(wanted: Sequence[Finding]) -> None:
    """Make these the findings; of two tabs, the last to write wins.

    Args:
        wanted: all of them, in their order.
    """
    _put(home(), wanted)


def take_over(findings: Sequence[Finding]) -> None:
    """Keep what came with files that somebody brought, behind what there is; in a callback."""
    if findings:
        place = InWorkspace()
        there: tuple[Finding, ...] = ()
        with suppress(NotKeptError):
            there = place.read()
        _put(place, _joined(there, _joined(_own().get(place.name, ()), findings)))


def packed(entries: Sequence[Entry]) -> str:
    """Return the findings about some datasets as a file, under the names that these have in a zip; empty for none."""
    names = {entry.called: entry.files.called for entry in entries}
    about = [one for one in findings() if one.where.dataset in names]
    renamed = [replace(one, where=replace(one.where, dataset=names[one.where.dataset])) for one in about]
    return to_text(renamed) if renamed else ""


def _put(place: Home, wanted: Sequence[Finding]) -> None:
    findings = tuple(wanted)[:MOST]
    _problems().pop(place.name, None)
    try:
        if place.write(findings):
            _own().pop(place.name, None)
            return
    except NotKeptError as error:
        _problems()[place.name] = error
    _own()[place.name] = findings


def problem() -> str:
    """Return why findings are in this session only; empty where they are where they belong."""
    place = home()
    found = _problems().get(place.name)
    if found is not None:
        return on_page(found)
    if place.name in _own() and _own()[place.name]:
        return _("This server keeps no files: findings are gone when the page is loaded again.")
    return ""


def where_kept() -> str:
    """Say where findings lie."""
    place = home()
    if isinstance(place, BesideProject):
        return _("Kept in {file}, beside the project.", file=place.file.path.name)
    if workspace.current() is None:
        return ""
    return _("Kept on this server, for this browser.")


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


def change(id: str, *, title: str | None = None, note: str | None = None) -> None:
    """Give a finding another title or note; an empty title leaves the one it has."""
    changed = []
    for one in findings():
        if one.id == id:
            one = replace(one, title=(title or "").strip()[:LONGEST] or one.title)
            one = replace(one, note=one.note if note is None else note[:LONGEST])
        changed.append(one)
    keep(changed)


def move(id: str, by: int) -> None:
    """Move a finding so many places on, back where that is less than 0; not over the ends."""
    found = list(findings())
    place = next((place for place, one in enumerate(found) if one.id == id), None)
    if place is None:
        return
    moved = found.pop(place)
    found.insert(min(max(place + by, 0), len(found)), moved)
    keep(found)


def remove(id: str) -> None:
    """Take a finding away; ``restore`` brings it back until another is taken."""
    found = findings()
    for place, one in enumerate(found):
        if one.id == id:
            st.session_state[_REMOVED] = (home().name, place, one)
            keep([*found[:place], *found[place + 1 :]])


def removed() -> Finding | None:
    """Return what was taken away last, where it can be brought back."""
    name, _place, finding = st.session_state.get(_REMOVED, ("", 0, None))
    return finding if name == home().name else None


def restore() -> None:
    """Bring back what was taken away last, to its place."""
    finding = removed()
    if finding is None:
        return
    _name, place, _finding = st.session_state.pop(_REMOVED)
    found = list(findings())
    found.insert(place, finding)
    keep(found)


def _own() -> dict[str, tuple[Finding, ...]]:
    own: dict[str, tuple[Finding, ...]] = st.session_state.setdefault(_OWN, {})
    return own


def _problems() -> dict[str, NotKeptError]:
    problems: dict[str, NotKeptError] = st.session_state.setdefault(_PROBLEM, {})
    return problems
