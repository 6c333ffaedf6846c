"""What this browser has of its own: in the workspace that its cookie names, or else in this session alone.

Whatever another tab has written is there at the next look; of two who change something, the later one wins. A workspace
keeps beside its files what each is and how it is read, and the findings, as JSON. Files stand there by the digest of
their bytes; those under the server's folder by their path. What this version does not know is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import streamlit as st

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ReadError, WorkspaceError
from cwsdiag.inputs import PLACED, File, FileSet, OwnCurve, Published, StudySpec, real_path
from cwsdiag.languages import lazy
from cwsdiag.ui.host import server
from cwsdiag.ui.middleware import COOKIE
from cwsdiag.views.wording import on_page
from cwsdiag.workspaces import Workspace, is_key

_CONTENT = "uploaded files"
_PROBLEM = "why files are not kept"
# The records of a text, each by a name that no other has.
_RECORDS: dict[str, type[Any]] = {
    "mismatch": FileSet,
    "file_name": File,
    "encoding": ReadOptions,
    "buckets": StudySpec,
    "source": Published,
    "runs": OwnCurve,
}


@dataclass(frozen=True)
class WorkspaceContent:
    """What somebody has of their own.

    Attributes:
        datasets: at least one, to which files are added; it may be empty.
        findings: the text of a file of findings; empty for none.
    """

    datasets: tuple[FileSet, ...] = (FileSet(),)
    findings: str = ""


def to_text(content: WorkspaceContent) -> str:
    """Return a content as text; files that are held in memory alone are left out."""
    lasting = [files.mapped(lambda file: file if file.is_kept or file.root else None) for files in content.datasets]
    document = {"datasets": [asdict(files) for files in lasting], "findings": content.findings}
    # Where a file lies is found anew when it is read: of ``path`` and ``root`` there stands only whether there is one.
    return json.dumps(document, ensure_ascii=False, indent=1, default=bool)


def of_text(text: str, *, path: Callable[[str], Path], root: Path | None) -> WorkspaceContent:
    """Return what a text says; files that are not there any more are left out.

    Args:
        text: as ``to_text`` gives it; an empty one for none.
        path: gives where a file of the workspace lies, by its digest.
        root: the folder whose files can be opened by path.

    Raises:
        WorkspaceError: it is not such a text.
    """

    def there(file: File) -> File | None:
        if not file.root:
            return file.kept_at(path(file.content)) if path(file.content).is_file() else None
        if root is None:
            return None
        try:
            return replace(file, data=b"", path=real_path(root, file.file_name), root=root).renewed()
        except ReadError:
            return None

    try:
        document = json.loads(text or "{}", object_hook=_record)
        datasets = tuple(files.mapped(there) for files in document.get("datasets", ()))
        return WorkspaceContent(datasets or (FileSet(),), document.get("findings", ""))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WorkspaceError(
            lazy(
                "What these files are to each other cannot be read ({error}). Remove them, and upload them again.",
                error=str(error),
            )
        ) from None


def _record(values: dict[str, Any]) -> Any:
    """Return the record that an object of a text is, or else the object."""
    if values.pop("under", False):  # version 0.2.0
        values["root"] = True
    kind = next((kind for name, kind in _RECORDS.items() if name in values), None)
    if kind is None:
        return values
    if kind is FileSet and "systems" in values:
        # Version 0.2.0 had files by what they are to their set; those of several are in lists.
        values["files"] = []
        for role in (*PLACED, "transferred"):
            files = values.get("systems" if role == "system" else role) or []
            listed = files if isinstance(files, list) else [files]
            values["files"] += [replace(file, role=role) for file in listed]
    # Whatever stands there: nothing that was uploaded is run.
    names = {field.name for field in fields(kind)} - {"run"}
    return kind(**{name: _frozen(value) for name, value in values.items() if name in names})


def _frozen(value: Any) -> Any:
    """Return the tuples that were lists in JSON."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def key() -> str:
    """Return the key of this browser's workspace; empty where files are in the session only."""
    # Where there is no browser, as under AppTest, there may be anything.
    asked = str(st.context.cookies.get(COOKIE, ""))
    return asked if server.settings().store is not None and is_key(asked) else ""


def current() -> Workspace | None:
    """Return the workspace of this browser; None where files are in the session only."""
    store = server.settings().store
    return store.workspace(key()) if store is not None and key() else None


def content() -> WorkspaceContent:
    """Return what there is now."""
    workspace = current()
    seen: tuple[str, WorkspaceContent] = st.session_state.get(_CONTENT, ("", WorkspaceContent()))
    if workspace is None:
        return seen[1]
    try:
        text = workspace.read()
        if text != seen[0]:
            seen = text, of_text(text, path=workspace.path, root=server.settings().root)
            st.session_state[_CONTENT] = seen
    except WorkspaceError as error:
        st.session_state[_PROBLEM] = error
    return seen[1]


def keep(wanted: WorkspaceContent) -> bool:
    """Make something what there is; return whether it was written: else it stays in this session."""
    workspace, text, written = current(), "", False
    st.session_state[_PROBLEM] = None

    def kept(file: File) -> File:
        """Return an upload as it lies in the workspace; as it is where there is no room for it."""
        if file.path is not None or workspace is None:
            return file
        try:
            return file.kept_at(workspace.path(workspace.add(file.data)))
        except WorkspaceError as error:
            st.session_state[_PROBLEM] = error
            return file

    if workspace is not None:
        wanted = replace(wanted, datasets=tuple(files.mapped(kept) for files in wanted.datasets))
        text = to_text(wanted)
        try:
            workspace.write(text)
            written = True
        except WorkspaceError as error:
            st.session_state[_PROBLEM] = error
            # What is on the disk is not to be taken for something new.
            text = st.session_state.get(_CONTENT, ("",))[0]
    st.session_state[_CONTENT] = text, wanted
    return written


def remove() -> None:
    """Remove all there is, from the server too.

    Raises:
        WorkspaceError: the disk refuses.
    """
    workspace = current()
    if workspace is not None:
        workspace.remove()
    st.session_state[_CONTENT] = "", WorkspaceContent()
    st.session_state[_PROBLEM] = None


def problem() -> str:
    """Return why files are in the session only; empty where they are kept."""
    error: WorkspaceError | None = st.session_state.get(_PROBLEM)
    return "" if error is None else on_page(error)
