"""What a session does with its own files: adding, placing, mending, removing.

Which place a file has is found in ``arranging``; here is what pages call back. Nothing that was loaded is lost by
another file: what cannot be used is kept and says why.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError, ReadError
from cwsdiag.formats.wrappers import chosen
from cwsdiag.languages import _, lazy, translated
from cwsdiag.project import File
from cwsdiag.project.files import real_path
from cwsdiag.project.unpacking import MOST_MEMBERS
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.own import arranging, packing
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

    from cwsdiag.doctor import Place
    from cwsdiag.project import FileSet

_GENERATION = "uploads so far"
_SAID = "what the last act did to other files"
PATH = "path to open"
# So many paths are offered; that of any other file can be typed.
MOST_OFFERED, _MOST_FOLDERS = 1000, 500


def uploader_key() -> str:
    """Return the key of the place to drop files on; it changes with every upload, so that the place is empty again."""
    return f"upload {st.session_state.get(_GENERATION, 0)}"


def take() -> None:
    """Take over what was dropped: the callback of the uploader."""
    dropped = st.session_state[uploader_key()]
    st.session_state[_GENERATION] = st.session_state.get(_GENERATION, 0) + 1
    if texts := packing.without_archives(dropped):
        add([_file(upload) for upload in texts])


def _file(upload: Any) -> File:
    return File.uploaded("out", upload.name, upload.getvalue())


def offered(root: Path) -> list[str]:
    """Return paths of files under a folder, those of the upper folders first; hidden ones are left out."""
    found: list[str] = []
    folders = [""]
    for folder in folders:
        try:
            inside = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in inside:
            path = f"{folder}{entry.name}"
            if entry.name.startswith(".") or len(found) == MOST_OFFERED:
                continue
            if entry.is_dir(follow_symlinks=False):
                folders += [f"{path}/"] * (len(folders) < _MOST_FOLDERS)
            elif not path_problem(root, path):
                found.append(path)
    return found


def path_problem(root: Path, name: str) -> str:
    """Return why a file cannot be opened by its path from a folder; empty where it can."""
    try:
        real_path(root, name)
    except ReadError as error:
        return translated(str(error))
    return ""


def open_path() -> None:
    """Take over the file whose path was chosen, under the folder that the server was started with."""
    root, name = server.settings().root, st.session_state.get(PATH)
    if root is None or not name:
        return
    try:
        file = File.under(root, name, "out")
    except ReadError:  # it was there when the button was drawn; why it is not, the page says
        return
    st.session_state[PATH] = None
    add([file])


def add(files: Iterable[File]) -> None:
    """Add files, each in the place that is proposed for it; none where they would be more than a project can have."""
    before, files = catalogue.uploads(), list(files)
    if len(catalogue.all_uploads()) + len(files) > MOST_MEMBERS:
        st.session_state[_SAID] = (
            lazy("No more than {most:,} files can be here together. Remove some first.", most=MOST_MEMBERS),
        )
        return
    there = {file.key for file in before.everything}
    _accept(arranging.with_files(before, files), before)
    again = [lazy("{file} was there already.", file=file.file_name) for file in files if file.key in there]
    st.session_state[_SAID] = (*st.session_state[_SAID], *again)


def place(places: Mapping[File, Place]) -> None:
    """Take files as what the person says that they are."""
    before = catalogue.uploads()
    _accept(arranging.with_places(before, places), before, but=places)


def give_difficulties(file: File) -> None:
    """Add a file as the difficulties of what was uploaded; others that were there are kept, and not used."""
    before = catalogue.uploads()
    given = next((other for other in before.everything if other.key == file.key), file.placed("out", chosen=False))
    held = before if given in before.files else before.with_file(given)
    _accept(arranging.with_places(held, {given: "weights"}), held, but=(given,))


def said() -> tuple[str, ...]:
    """Return what the last act did beside what was asked for, or why it did nothing."""
    sentences: tuple[str | CwsdiagError, ...] = st.session_state.get(_SAID, ())
    return tuple(
        _("Still read as before: {problem}", problem=on_page(one)) if isinstance(one, CwsdiagError) else translated(one)
        for one in sentences
    )


def _accept(after: FileSet, before: FileSet, *, but: Collection[File] = ()) -> None:
    """Take over a set of files, and show it once there is a gold file."""
    st.session_state[_SAID] = tuple(arranging.moved(before, after, but=but))
    catalogue.keep(after)
    if after.gold is not None:
        state.put(Key.DATASET, catalogue.UPLOAD)


def change(how: Callable[..., FileSet], *given: Any) -> None:
    """Make something else of all files together, by what is done to their set."""
    st.session_state[_SAID] = ()
    catalogue.keep(how(catalogue.uploads(), *given))


def strip(file: File, key: str) -> None:
    """Leave out what stands around the lines of one file, beside what was left out before."""
    read_as(file, strip=chosen((*file.options.strip, key)))


def read_as(file: File, **how: Any) -> None:
    """Read a file in another way, by some fields of ``ReadOptions``; it stays as it was where that cannot be."""
    changed = replace(file, options=replace(file.options, **how))
    problem = arranging.glimpse_of(changed).problem
    if problem is not None and arranging.glimpse_of(file).problem is None:
        st.session_state[_SAID] = (problem,)
        return
    before = catalogue.uploads()
    files = [changed if other == file else other for other in before.everything]
    _accept(arranging.arranged(before, files), before)
