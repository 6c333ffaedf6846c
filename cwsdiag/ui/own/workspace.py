"""The workspace of a session: where its uploads are kept, so that a reload, a restart or another tab finds them.

It is made at the first upload. Its key stands in the address, and whoever has it has the files. In every run what is on
the disk is compared with what the session knows: another tab may have changed it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import WorkspaceError
from cwsdiag.languages import lazy, translated
from cwsdiag.ui.data.files import FileSet
from cwsdiag.ui.host import server
from cwsdiag.ui.own import arranging, records
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.ui.data.files import File
    from cwsdiag.workspaces import Workspace

    Datasets = tuple[FileSet, ...]

_OPEN = "workspace of this session"
_NOTE = "what became of the workspace"
_PROBLEM = "why files are not kept"

UNKNOWN = lazy(
    "The files of this address are not on this server, or not any more: the address is incomplete, their time is over, "
    "or they were removed. What was loaded here is still here."
)
OFF = lazy("This server keeps no files, so this address leads to none. Download project saves them for another time.")
GONE = lazy("The files were removed from the server, in another tab or because their time was over.")
CHANGED = lazy(
    "These files were changed in another tab meanwhile: here they are as they are now. Nothing else was changed."
)
ADDED = lazy(
    "These files were changed in another tab meanwhile: here they are as they are now, with those that were added here."
)
STILL_HERE = lazy("What only this session has is still here: it is kept once something is added or changed.")
ONLY_READING = lazy("These files are shown to you to read. They can be changed by those who shared them.")


@dataclass(frozen=True)
class Opened:
    """A workspace, and what was in it when the session looked last."""

    workspace: Workspace
    text: str

    @cached_property
    def findings(self) -> str:
        """The file of findings that was in it."""
        return records.findings_of(self.text)


def current() -> Workspace | None:
    """Return the workspace of this session; None before the first upload, or where none can be had."""
    opened = _opened()
    return None if opened is None else opened.workspace


def may_edit() -> bool:
    """Tell whether this session can change its files: not those that others share with it."""
    workspace = current()
    return workspace is None or workspace.may_write


def note() -> str:
    """Return what became of the workspace that an address names, or of the session's own; empty as a rule."""
    return translated(st.session_state.get(_NOTE, ""))


def problem() -> str:
    """Return why files are in the session only; empty where they are kept."""
    return translated(st.session_state.get(_PROBLEM, ""))


def taken_up(own: Datasets) -> Datasets:
    """Return the datasets of this session as its workspace has them now; once, at the start of every run.

    Args:
        own: as the session has them.
    """
    opened, asked = _opened(), state.get(Key.WORKSPACE)
    try:
        if asked is not None and (opened is None or asked != opened.workspace.key):
            found = _found(asked)
            if found is not None:
                return found
        _select(None if opened is None else opened.workspace.key)
        if opened is None:
            return own
        text = opened.workspace.text()
        if text is None:
            left = tuple(files.mapped(lambda file: None if file.is_kept else file) for files in own)
            something = any(files.all_files for files in left)
            _say(lazy("{one} {other}", one=GONE, other=STILL_HERE) if something else GONE)
            leave()
            _select(None)
            return left
        # Its time runs from the last use, also where nobody loads the page anew.
        opened.workspace.use()
        return own if text == opened.text else _with_own(_read(opened.workspace, text), own)
    except WorkspaceError as error:
        _say(str(error))
        return own


def kept(before: Datasets, after: Datasets) -> Datasets:
    """Keep the datasets of this session; return them as they are then.

    Args:
        before: as the session had them; they stay so where it cannot change them.
        after: as it wants them.
    """
    if not may_edit():
        _say(ONLY_READING)
        return before
    store, opened = server.settings().store, _opened()
    st.session_state[_PROBLEM] = st.session_state[_NOTE] = ""
    if store is None or (opened is None and not any(files.all_files for files in after)):
        return after
    try:
        if opened is None:
            opened = Opened(store.make(), "")
            st.session_state[_OPEN] = opened
        # Also where it was there before: Back leads to addresses from before the first upload.
        state.put(Key.WORKSPACE, opened.workspace.key)
        return _written(opened, after)
    except WorkspaceError as error:
        st.session_state[_PROBLEM] = str(error)
        return after


def findings() -> str:
    """Return the file of findings that the workspace of this session holds; empty for none, and without one.

    Raises:
        WorkspaceError: what is in the workspace cannot be read.
    """
    opened = _opened()
    return "" if opened is None else opened.findings


def keep_findings(change: Callable[[str], str]) -> bool:
    """Change the findings that the workspace of this session holds; it is made where there is none yet.

    Args:
        change: gives the file of findings as it is to be from what it is; called anew where another tab was faster.

    Returns:
        Whether they are kept: not where this server keeps nothing, or this session may only read.

    Raises:
        WorkspaceError: the disk does not take them, the workspace is gone or cannot be read.
    """
    store, opened = server.settings().store, _opened()
    if store is None or not may_edit():
        return False
    if opened is None:
        opened = Opened(store.make(), "")
    while True:
        text = records.with_findings(opened.text, change(opened.findings))
        if opened.workspace.write(text, instead_of=opened.text):
            break
        opened = replace(opened, text=opened.workspace.text() or "")
    # What another tab changed beside them is taken up when the page is drawn, by what the session knew before.
    known = _opened()
    if known is None or known.text == opened.text:
        st.session_state[_OPEN] = replace(opened, text=text)
    state.put(Key.WORKSPACE, opened.workspace.key)
    return True


def remove() -> None:
    """Remove the workspace from the server; both its addresses lead nowhere then.

    Raises:
        WorkspaceError: the disk refuses.
    """
    workspace = current()
    if workspace is not None:
        workspace.remove()


def leave() -> None:
    """Forget the workspace; it stays where it is."""
    st.session_state.pop(_OPEN, None)
    st.session_state[_PROBLEM] = ""


def _written(opened: Opened, datasets: Datasets) -> Datasets:
    workspace = opened.workspace
    digests: list[str] = []

    def change(file: File) -> File:
        if file.path is not None:
            return file
        try:
            digests.append(workspace.keep([file.data], beside=" ".join(digests)))
        except WorkspaceError as error:
            st.session_state[_PROBLEM] = str(error)
            return file
        return file.kept_at(workspace.path(digests[-1]))

    lasting = tuple(files.mapped(change) for files in datasets)
    text = records.to_text(lasting, opened.findings)
    if not workspace.write(text, instead_of=opened.text):
        text = workspace.text() or ""
        found = _read(workspace, text)
        joined = _with_own(found, datasets)
        _say(CHANGED if joined == found else ADDED)
        return found if joined == found else _written(Opened(workspace, text), joined)
    st.session_state[_OPEN] = replace(opened, text=text)
    return lasting


def _found(key: str) -> Datasets | None:
    """Open the workspace that an address names; say so where it cannot be."""
    store = server.settings().store
    workspace = None if store is None else store.open(key)
    text = None if workspace is None else workspace.text()
    if workspace is None or text is None:
        _say(OFF if store is None else UNKNOWN)
        return None
    _say("")
    return _read(workspace, text)


def _read(workspace: Workspace, text: str) -> Datasets:
    datasets = records.of_text(text, path=workspace.path, root=server.settings().root)
    st.session_state[_OPEN] = Opened(workspace, text)
    return datasets


def _with_own(found: Datasets, own: Datasets) -> Datasets:
    """Return the datasets of a workspace with the files that only this session has: they are in no text."""
    here = [files.mapped(lambda file: file if file.path is None else None) for files in own]
    lacking = [FileSet()] * (len(found) - len(here))
    return tuple(_joined(files, more) for files, more in zip(found, [*here, *lacking], strict=False))


def _joined(files: FileSet, more: FileSet) -> FileSet:
    if not more.all_files:
        return files
    joined = arranging.with_files(files, more.everything)
    return replace(
        joined,
        dev=files.dev or more.dev,
        documents=files.documents or more.documents,
        idioms=files.idioms or more.idioms,
        transferred=(*files.transferred, *more.transferred),
    )


def _select(key: str | None) -> None:
    """Make all links name the workspace; an address that says nothing of it was written before there was one."""
    if state.get(Key.WORKSPACE) != key:
        state.correct(Key.WORKSPACE, key)


def _say(sentence: str) -> None:
    st.session_state[_NOTE] = sentence


def _opened() -> Opened | None:
    opened: Opened | None = st.session_state.get(_OPEN)
    return opened
