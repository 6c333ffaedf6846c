"""Which place each file of a session has: the one the person chose, else the one that content and name propose.

When files come, the places of all that nobody chose for are found anew, so that a later file can say what an earlier
one is: predictions may come before gold. When the person chooses, all others stay where they are, but one that had the
place alone. No file is lost by either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.doctor import PLACES, glimpse, propose
from cwsdiag.doctor.glimpses import unreadable
from cwsdiag.errors import ReadError
from cwsdiag.languages import lazy
from cwsdiag.project.files import PLACED
from cwsdiag.ui.work.results import kept

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from cwsdiag.dataset import ReadOptions
    from cwsdiag.doctor import Glimpse, Place, Proposal
    from cwsdiag.project import File, FileSet

# Of these a dataset has one.
_ONLY: tuple[Place, ...] = ("gold", "training", "weights")
# Looks are small beside the files; so many are kept for a session.
_GLIMPSES = 64


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


def proposals(uploaded: FileSet) -> dict[str, Proposal]:
    """Return what each file is proposed to be, by its key, given what the person chose."""
    files = uploaded.everything
    chosen = {file.key: file.role for file in files if file.chosen}
    # Whatever their order: that in which they come is another than the one in which they are kept.
    stamp = frozenset((_reading(file), chosen.get(file.key)) for file in files)
    return kept("session", "proposals", stamp, lambda: _proposed(files, chosen))


def _proposed(files: Sequence[File], chosen: Mapping[str, Place]) -> dict[str, Proposal]:
    found = propose({file.key: glimpse_of(file) for file in files}, chosen)
    # A dataset has one file of difficulties: of several that nobody chose among, none.
    several = [key for key, proposal in found.items() if proposal.place == "weights"]
    if len(several) > 1:
        for key in several:
            if chosen.get(key) != "weights":
                reason = lazy("A file of difficulties, of which a dataset has one: choose it.")
                found[key] = replace(found[key], place="out", reason=reason, sure=False)
    return found


def with_files(uploaded: FileSet, added: Iterable[File]) -> FileSet:
    """Return the set with more files; one takes the place of a file of the same name that was there before."""
    before = list(uploaded.everything)
    files = list(before)
    normalise = uploaded.gold.options.normalise if uploaded.gold else ()
    for file in added:
        if any(file.key == other.key for other in files):
            continue
        old = next((other for other in before if other.file_name == file.file_name and other in files), None)
        new = file.normalised(normalise)
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
        elif file.role in _ONLY and file.role in places.values():
            files.append(file.placed("system" if file.role == "gold" else "out", chosen=False))
        else:
            files.append(file)
    return _of(uploaded, files)


def arranged(uploaded: FileSet, files: Sequence[File]) -> FileSet:
    """Return the set with these files and no others, each where it was chosen to be, else where it is proposed."""
    found = proposals(replace(uploaded, files=tuple(files)))
    return _of(uploaded, [file.placed(_place(file, found[file.key]), chosen=file.chosen) for file in files])


def _place(file: File, proposal: Proposal) -> Place:
    # What was in use is not taken out on a mere suspicion.
    doubted = proposal.place == "out" and not proposal.sure and file.role in ("system", "raw")
    return file.role if doubted else proposal.place


def _of(uploaded: FileSet, files: Iterable[File]) -> FileSet:
    """Return the set with these files of those that a person can place; no two systems are called alike."""
    taken: set[str] = set()
    placed = []
    for file in files:
        if file.role == "system":
            names = (file.name, *(f"{file.name} {number}" for number in range(2, len(taken) + 3)))
            file = replace(file, name=next(name for name in names if name not in taken))
            taken.add(file.name)
        placed.append(file)
    others = (file for file in uploaded.files if file.role not in PLACED)
    return replace(uploaded, files=(*placed, *others))


def moved(before: FileSet, after: FileSet, *, but: Collection[File] = ()) -> list[str]:
    """Return sentences on the files that have another place than before, but for those of which the person knows."""
    known = {file.key for file in but}
    was = {file.key: file.role for file in before.everything}
    return [
        lazy("{file} is now: {place}.", file=file.file_name, place=PLACES[file.role])
        for file in after.everything
        if file.key not in known and was.get(file.key, file.role) != file.role
    ]
