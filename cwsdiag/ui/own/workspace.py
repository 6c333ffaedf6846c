"""What this browser has of its own: in the workspace that its cookie names, or else in this session alone.

Whatever another tab has written is there at the next look; of two who change something, the later one wins.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import WorkspaceError
from cwsdiag.ui.host import server
from cwsdiag.ui.middleware import COOKIE
from cwsdiag.ui.own import records
from cwsdiag.ui.own.records import Content
from cwsdiag.views.wording import on_page
from cwsdiag.workspaces import is_key

if TYPE_CHECKING:
    from cwsdiag.ui.data.files import File
    from cwsdiag.workspaces import Workspace

_CONTENT = "uploaded files"
_PROBLEM = "why files are not kept"


def key() -> str:
    """Return the key of this browser's workspace; empty where files are in the session only."""
    # Where there is no browser, as under AppTest, there may be anything.
    asked = str(st.context.cookies.get(COOKIE, ""))
    return asked if server.settings().store is not None and is_key(asked) else ""


def current() -> Workspace | None:
    """Return the workspace of this browser; None where files are in the session only."""
    store = server.settings().store
    return store.workspace(key()) if store is not None and key() else None


def content() -> Content:
    """Return what there is now."""
    workspace = current()
    seen: tuple[str, Content] = st.session_state.get(_CONTENT, ("", Content()))
    if workspace is None:
        return seen[1]
    try:
        text = workspace.read()
        if text != seen[0]:
            seen = text, records.of_text(text, path=workspace.path, root=server.settings().root)
            st.session_state[_CONTENT] = seen
    except WorkspaceError as error:
        st.session_state[_PROBLEM] = error
    return seen[1]


def keep(wanted: Content) -> bool:
    """Make something what there is; return whether it was written: else it stays in this session."""
    workspace, text, written = current(), "", False
    st.session_state[_PROBLEM] = None
    if workspace is not None:
        wanted = replace(wanted, datasets=tuple(files.mapped(partial(_kept, workspace)) for files in wanted.datasets))
        text = records.to_text(wanted)
        try:
            workspace.write(text)
            written = True
        except WorkspaceError as error:
            st.session_state[_PROBLEM] = error
            # What is on the disk is not to be taken for something new.
            text = st.session_state.get(_CONTENT, ("",))[0]
    st.session_state[_CONTENT] = text, wanted
    return written


def _kept(workspace: Workspace, file: File) -> File:
    """Return an upload as it lies in the workspace; as it is where there is no room for it."""
    if file.path is not None:
        return file
    try:
        return file.kept_at(workspace.path(workspace.add(file.data)))
    except WorkspaceError as error:
        st.session_state[_PROBLEM] = error
        return file


def remove() -> None:
    """Remove all there is, from the server too.

    Raises:
        WorkspaceError: the disk refuses.
    """
    workspace = current()
    if workspace is not None:
        workspace.remove()
    st.session_state[_CONTENT] = "", Content()
    st.session_state[_PROBLEM] = None


def problem() -> str:
    """Return why files are in the session only; empty where they are kept."""
    error: WorkspaceError | None = st.session_state.get(_PROBLEM)
    return "" if error is None else on_page(error)
