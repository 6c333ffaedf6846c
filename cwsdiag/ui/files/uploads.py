"""What a session does with files: taking its own up and packing them, placing, mending.

Nothing that was loaded is lost by another file: what cannot be used is kept and says why. Each file has the place that
the person chose, else the one that content and name propose. When files come, the places of all that nobody chose for
are found anew, so that a later file can say what an earlier one is: predictions may come before gold. When the person
chooses, all others stay where they are, but one that had the place alone.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import streamlit as st

from cwsdiag.dataset import ReadOptions
from cwsdiag.doctor.roles import PLACES, Glimpse, Place, RoleProposal, glimpse, propose, unreadable
from cwsdiag.errors import CwsdiagError, ProjectError, ReadError
from cwsdiag.files import MEGABYTE
from cwsdiag.findings import read_file
from cwsdiag.formats import Source, open_document
from cwsdiag.inputs import ONLY, PLACED, distinguished, real_path
from cwsdiag.languages import lazy, translated
from cwsdiag.project import File, FileSet
from cwsdiag.project.archive import FINDINGS, MOST_MEMBERS, begins_archive, files_in, read_archive, write_archive
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.host import server
from cwsdiag.ui.shell import navigation, pins
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.wording import on_page

_GENERATION = "uploads so far"
_REFUSED = "what the last act could not do"
PATH = "path to open"
# So many paths are offered; that of any other file can be typed.
MOST_OFFERED = 1000
_ALONE: tuple[Place, ...] = ("weights", "labels", "idioms", "dev")
# Looks are small beside the files; so many are kept for a session.
_GLIMPSES = 64


def uploader_key() -> str:
    """Return the key of the place to drop files on; it changes with every upload, so that the place is empty again."""
    return f"upload {st.session_state.get(_GENERATION, 0)}"


def take() -> None:
    """Take over what was dropped: the callback of the uploader."""
    dropped = st.session_state[uploader_key()]
    # A browser may tell of the place as it is before anything was dropped, beside what somebody clicked.
    if not dropped:
        return
    st.session_state[_GENERATION] = st.session_state.get(_GENERATION, 0) + 1
    texts: list[File] = []
    for upload in dropped:
        try:
            texts += _unpacked(upload)
        except CwsdiagError as error:
            refuse(lazy("The archive was not opened"), error)
    if texts:
        add(texts)
    # Where one sees what they were taken for.
    navigation.lead_to("files")


def _unpacked(upload: Any) -> list[File]:
    """Return what was dropped as files: those in an archive, none of a project, which is opened.

    Raises:
        CwsdiagError: an archive cannot be opened, or would take the place of files.
    """
    data, limit = upload.getvalue(), server.settings().workspace_mb * MEGABYTE
    texts = files_in(upload, name=upload.name, limit=limit) if begins_archive(data) else {upload.name: data}
    if not texts:
        _open(upload.name, upload, limit)
    return [file for name, text in texts.items() for file in _taken(name, text)]


def _taken(name: str, data: bytes) -> list[File]:
    """Return a text as a file; as two where it has the tags of gold beside those of a prediction, each called so."""
    stem, end = os.path.splitext(name)
    names = [f"{stem}.{part}{end}" for part in ("gold", "predicted")]
    try:
        source = Source.from_bytes(name, data)
        gold, predicted = (open_document(source, role=role) for role in ("gold", "system"))
        has_both = gold.reader.key == "tags" and next(gold.blocks()).words != next(predicted.blocks()).words
    except CwsdiagError:  # said where it is read
        has_both = False
    return [File.uploaded("out", one, data) for one in (names if has_both else [name])]


def offered(root: Path) -> list[str]:
    """Return paths of files under a folder, those of the upper folders first; hidden ones are left out."""
    paths: list[str] = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths += [os.path.relpath(os.path.join(folder, name), root) for name in sorted(names) if name[0] != "."]
        if len(paths) >= MOST_OFFERED:
            break
    return [path for path in paths[:MOST_OFFERED] if not path_problem(root, path)]


def path_problem(root: Path, name: str) -> str:
    """Return why a file cannot be opened by its path from a folder; empty where it can."""
    try:
        real_path(root, name)
    except ReadError as error:
        return translated(str(error))
    return ""


def open_path(root: Path, name: str) -> None:
    """In a callback: take over a file by its path under the folder that the server was started with."""
    try:
        file = File.under(root, name, "out")
    except ReadError:  # it was there when the button was drawn; why it is not, the page says
        return
    st.session_state[PATH] = None
    add([file])
    navigation.lead_to("files")


def add(files: Sequence[File]) -> None:
    """Add files, each in the place that is proposed for it; none where they would be more than a project can have."""
    if len(catalogue.all_uploads()) + len(files) > MOST_MEMBERS:
        problem = lazy("No more than {most:,} files can be here together. Remove some first.", most=MOST_MEMBERS)
        refuse(lazy("Nothing was added"), ReadError(problem))
        return
    _accept(with_files(catalogue.uploads(), files))


def place(id: str, places: Mapping[File, Place]) -> None:
    """In a callback: take files of a dataset as what the person says that they are."""
    catalogue.change(id, lambda files: with_places(files, places))
    if id == catalogue.UPLOAD and catalogue.uploads().gold is not None:
        state.put(Key.DATASET, id)


def give_difficulties(file: File) -> None:
    """Add a file as the difficulties of what was uploaded; others that were there are kept, and not used."""
    held = with_files(catalogue.uploads(), [file])
    given = next(other for other in held.everything if other.key == file.key)
    _accept(with_places(held, {given: "weights"}))


def refuse(what: str, error: CwsdiagError) -> None:
    """Remember what the last act could not do, and why."""
    st.session_state[_REFUSED] = what, error


def refused() -> tuple[str, str]:
    """Return, once, what the last act could not do, and why; empty texts where it could."""
    what, error = st.session_state.pop(_REFUSED, ("", None))
    return translated(what), "" if error is None else on_page(error)


def _accept(after: FileSet) -> None:
    """Take over a set of files, and show it once there is a gold file."""
    catalogue.change(catalogue.UPLOAD, lambda _before: after)
    if after.gold is not None:
        state.put(Key.DATASET, catalogue.UPLOAD)


def read_as(id: str, file: File, **how: Any) -> None:
    """In a callback: read a file otherwise, by fields of ``ReadOptions``; it stays as it was where that cannot be.

    What nobody chose for among one's own is found anew.
    """
    changed = replace(file, options=replace(file.options, **how))
    problem = glimpse_of(changed).problem
    if problem is not None and glimpse_of(file).problem is None:
        refuse(lazy("Still read as before"), problem)
    elif id != catalogue.UPLOAD:
        catalogue.edit(id, file, options=changed.options)
    else:
        before = catalogue.uploads()
        _accept(arranged(before, [changed if other == file else other for other in before.everything]))


# The places of files


def glimpse_of(file: File) -> Glimpse:
    """Return a glimpse of the beginning of a file, as it is to be read."""
    options = file.options

    def make() -> Glimpse:
        try:
            return glimpse(file.source(), options)
        except ReadError as error:
            return unreadable(file.file_name, error)

    return kept("session", "glimpse", _reading(file), make, places=_GLIMPSES)


def _reading(file: File) -> tuple[str, ReadOptions]:
    """Return all that a glimpse of a file depends on."""
    # What is done to characters a glimpse does in its own way.
    return file.key, replace(file.options, normalise=())


def proposals(uploaded: FileSet) -> dict[str, RoleProposal]:
    """Return what each file is proposed to be, by its key, given what the person chose."""
    files = uploaded.everything
    by_hand = {file.key: file.role for file in files if file.chosen}
    # Whatever their order: that in which they come is another than the one in which they are kept.
    stamp = frozenset((_reading(file), by_hand.get(file.key)) for file in files)

    def make() -> dict[str, RoleProposal]:
        proposed = propose({file.key: glimpse_of(file) for file in files}, by_hand)
        # Of several that nobody chose among, none.
        for place in _ALONE:
            several = [key for key, proposal in proposed.items() if proposal.place == place and key not in by_hand]
            if len(several) > 1 or place in by_hand.values():
                reason = lazy("A dataset has one file of {role}: choose it.", role=PLACES[place])
                proposed |= dict.fromkeys(several, RoleProposal("out", reason, sure=False))
        return proposed

    return kept("session", "proposals", stamp, make)


def with_files(uploaded: FileSet, added: Iterable[File]) -> FileSet:
    """Return the set with more files; one takes the place of a file of the same name that was there before."""
    files = list(uploaded.everything)
    # Files of one name that come together are both kept.
    before = {file.file_name: file for file in files}
    normalise = uploaded.gold.options.normalise if uploaded.gold else ()
    for file in added:
        if file.key in {other.key for other in files}:
            continue
        new, old = file.normalised(normalise), before.pop(file.file_name, None)
        if old is None:
            files.append(new)
        else:
            files[files.index(old)] = replace(new, role=old.role, name=old.name, hidden=old.hidden, chosen=old.chosen)
    return arranged(uploaded, files)


def with_places(uploaded: FileSet, places: Mapping[File, Place]) -> FileSet:
    """Return the set with files where the person wants them; one that had such a place alone goes where it fits."""
    files = []
    for file in uploaded.everything:
        if file in places:
            files.append(file.placed(places[file], chosen=True))
        elif file.role in ONLY and file.role in places.values():
            files.append(file.placed("system" if file.role == "gold" else "out", chosen=False))
        else:
            files.append(file)
    return _of(uploaded, files)


def arranged(uploaded: FileSet, files: Sequence[File]) -> FileSet:
    """Return the set with these files and no others, each where it was chosen to be, else where it is proposed."""
    found = proposals(replace(uploaded, files=tuple(files)))
    placed = []
    for file in files:
        proposal = found[file.key]
        # What was in use is not taken out on a mere suspicion.
        doubted = proposal.place == "out" and not proposal.sure and file.role in ("system", "raw")
        placed.append(file.placed(file.role if doubted else proposal.place, chosen=file.chosen))
    return _of(uploaded, placed)


def _of(uploaded: FileSet, files: Sequence[File]) -> FileSet:
    """Return the set with these files of those that a person can place; no two systems are called alike.

    One that was none before is called by what the names of their files do not share.
    """
    known, taken = {system.name for system in uploaded.systems}, set[str]()
    systems = [file for file in files if file.role == "system"]
    called = dict(zip((file.key for file in systems), distinguished([file.file_name for file in systems]), strict=True))
    placed = []
    for file in files:
        if file.role == "system":
            name = file.name if file.name in known else called[file.key]
            names = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
            file = replace(file, name=next(name for name in names if name not in taken))
            taken.add(file.name)
        placed.append(file)
    others = (file for file in uploaded.files if file.role not in PLACED)
    return replace(uploaded, files=(*placed, *others))


# Projects in one file


def archive(entries: Sequence[DatasetEntry], *, findings: str = "") -> bytes:
    """Return datasets as a zip; those without gold are left out.

    Args:
        entries: the datasets, at least one.
        findings: the text of a file of findings about them; empty for none.

    Raises:
        ReadError: a file cannot be read.
    """
    out, datasets = io.BytesIO(), [entry.files for entry in entries if entry.files.gold is not None]
    write_archive(out, datasets, entries[0].files.study, findings=findings)
    return out.getvalue()


def _open(name: str, upload: Any, limit: int) -> None:
    """Make a project what there is of one's own.

    Raises:
        CwsdiagError: it cannot be opened, or would take the place of files.
    """
    if catalogue.all_uploads():
        raise ProjectError(
            lazy(
                "{name}: it would take the place of your files. Begin another workspace or remove all files; then drop "
                "it again.",
                name=name,
            )
        )
    with TemporaryDirectory(prefix="cwsdiag-") as folder:
        project = read_archive(upload, Path(folder) / "project", name=name, limit=limit)
        if not project.datasets:
            raise ProjectError(
                lazy(
                    "{name}: it holds published scores and no files, so there is nothing to take up. Open it with "
                    "cwsdiag app project.zip.",
                    name=name,
                )
            )
        datasets = tuple(files.with_short_names().mapped(_in_memory) for files in project.datasets)
        file = Path(folder) / "project" / FINDINGS
        findings = read_file(file) if file.exists() else ()
    catalogue.keep_all(datasets)
    pins.take_over(findings)
    state.put(Key.DATASET, catalogue.UPLOAD)


def _in_memory(file: File) -> File:
    data = b"".join(file.source().stored())
    digest = hashlib.sha256(data).hexdigest()
    # What is no text was given as that: whatever else comes, it stays it.
    chosen = file.role in ("dev", "weights", "labels", "documents", "idioms")
    return replace(file, path=None, content=digest, data=data, size=len(data), chosen=chosen)
