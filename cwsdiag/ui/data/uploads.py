"""What a session does with its own files: adding, mending, removing.

A file that cannot be used, or that would make others unusable, is put aside with the reason: what was loaded stays as
it was until the person says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import ReadError
from cwsdiag.ui.data import cached, catalogue, packing, server
from cwsdiag.ui.data.files import File, system_name
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.doctor import Finding
    from cwsdiag.errors import Fix
    from cwsdiag.formats import Role
    from cwsdiag.ui.data.files import FileSet

_ASIDE = "files put aside"
_GENERATION = "uploads so far"
_REMOVED = "file removed last"
PATH = "path to open"


@dataclass(frozen=True)
class Aside:
    """A file that was put aside.

    Attributes:
        file: the file.
        instead_of: the file whose place it was to take; None for one that was to be added.
        reason: why it was put aside.
        findings: what the doctor says about it.
        readable: whether it could be read at all, and only does not fit the others.
    """

    file: File
    instead_of: File | None
    reason: str
    findings: tuple[Finding, ...]
    readable: bool

    def proposal(self) -> FileSet:
        """Return what is loaded now with the file in its place."""
        uploaded = catalogue.uploads()
        if self.instead_of in uploaded.files and self.instead_of is not None:
            return uploaded.replacing(self.instead_of, self.file)
        return uploaded.with_file(self.file)


def put_aside() -> tuple[Aside, ...]:
    """Return the files that were put aside and neither mended nor dismissed yet."""
    aside: tuple[Aside, ...] = st.session_state.get(_ASIDE, ())
    return aside


def dismiss(aside: Aside) -> None:
    """Forget a file that was put aside."""
    st.session_state[_ASIDE] = tuple(other for other in put_aside() if other != aside)


def uploader_key(role: Role) -> str:
    """Return the key of the place to drop files on; it changes with every upload, so that the place is empty again."""
    return f"upload {role} {st.session_state.get(_GENERATION, 0)}"


def take(role: Role) -> None:
    """Take over what was dropped: the callback of an uploader."""
    dropped = st.session_state[uploader_key(role)]
    uploads = [upload for upload in (dropped if isinstance(dropped, list) else [dropped]) if upload is not None]
    for upload in packing.without_archives(uploads):
        propose(_file(role, upload))
    packing.let_go(uploads)
    st.session_state[_GENERATION] = st.session_state.get(_GENERATION, 0) + 1


def _file(role: Role, upload: Any) -> File:
    name = system_name(upload.name) if role == "system" else upload.name
    return File.uploaded(role, upload.name, upload.getvalue(), name=name)


def open_path(role: Role) -> None:
    """Take over the file whose path was chosen, under the folder that the server was started with."""
    root, name = server.settings().root, st.session_state.get(PATH)
    if root is None or not name:
        return
    try:
        file = File.under(root, name, role)
    except ReadError:  # it was there when the button was drawn; why it is not, the page says
        return
    st.session_state[PATH] = None
    propose(file)


def propose(file: File, *, instead_of: File | None = None) -> None:
    """Add a file, or put it in the place of another; put it aside where that makes a file unusable."""
    st.session_state.pop(_REMOVED, None)
    waiting = Aside(file, instead_of, "", (), readable=True)
    _consider(waiting, waiting.proposal())


def mend_aside(aside: Aside, fix: Fix) -> None:
    """Try a file again that was put aside, with something mended."""
    _consider(aside, aside.proposal().fixed(fix))


def accept_aside(aside: Aside) -> None:
    """Take a file in spite of what it does to others."""
    dismiss(aside)
    _accept(aside.proposal())


def _consider(waiting: Aside, proposal: FileSet) -> None:
    before = cached.uploaded(catalogue.uploads()).problems
    loaded = cached.uploaded(proposal)
    harm = [reason for stamp, reason in loaded.problems.items() if stamp not in before]
    others = tuple(aside for aside in put_aside() if aside.file.content != waiting.file.content)
    if harm:
        file = waiting.file
        findings = tuple(loaded.about(file))
        reason = loaded.problems.get(file.stamp, harm[0])
        readable = file.stamp in loaded.facts
        others += (replace(waiting, reason=reason, findings=findings, readable=readable),)
    else:
        _accept(proposal)
    st.session_state[_ASIDE] = others


def _accept(proposal: FileSet) -> None:
    """Take over a set of files, and show it once there is a gold file."""
    catalogue.keep(proposal)
    if proposal.gold is not None:
        state.put(Key.DATASET, catalogue.UPLOAD)


def mend(fix: Fix) -> None:
    """Mend something in the files that are loaded."""
    catalogue.keep(catalogue.uploads().fixed(fix))


def undo_normalising() -> None:
    """Take the characters of all files as they are."""
    catalogue.keep(catalogue.uploads().as_they_are())


def read_as(file: File, *, encoding: str | None, format: str | None) -> None:
    """Read a file in another way."""
    changed = replace(file, options=replace(file.options, encoding=encoding, format=format))
    propose(changed, instead_of=file if file in catalogue.uploads().files else None)


def remove(file: File) -> None:
    """Take a file out; that can be undone until something else is added or removed."""
    uploaded = catalogue.uploads()
    place = uploaded.systems.index(file) if file in uploaded.systems else 0
    st.session_state[_REMOVED] = (file, place)
    catalogue.keep(uploaded.without(file))


def removed() -> File | None:
    """Return the file that was removed last, if it can be brought back: its place and its name are free."""
    file: File | None = st.session_state.get(_REMOVED, (None, 0))[0]
    if file is None:
        return None
    uploaded = catalogue.uploads()
    taken = {"gold": uploaded.gold is not None, "training": uploaded.training is not None}
    return None if taken.get(file.role, any(file.name == other.name for other in uploaded.systems)) else file


def restore() -> None:
    """Bring the file back that was removed last."""
    file = removed()
    if file is None:
        return
    uploaded, (_, place) = catalogue.uploads(), st.session_state.pop(_REMOVED)
    if file.role == "system":
        systems = uploaded.systems
        _accept(replace(uploaded, systems=(*systems[:place], file, *systems[place:])))
    else:
        _accept(uploaded.with_file(file))
