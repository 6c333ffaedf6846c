"""Findings beside a project: read anew where somebody changed them, written so that no hand loses another's work."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from cwsdiag.errors import FormatError
from cwsdiag.files import read_whole, write_whole
from cwsdiag.findings.file import FILE_NAME, LONGEST, MOST, read_findings, to_text
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.findings.finding import Finding

# A file of more bytes holds no findings that could be read: so many, each with a long title, note and headline.
_LARGEST = MOST * LONGEST
# Files whose findings are remembered, by what tells one state of a file from another.
_PLACES = 16
_read: OrderedDict[tuple[object, ...], tuple[Finding, ...]] = OrderedDict()
_lock, _writing = Lock(), Lock()


@dataclass(frozen=True)
class FindingsFile:
    """The file of findings that lies beside a project.

    Attributes:
        path: of the file, whether or not it is there yet.
    """

    path: Path

    @classmethod
    def of_project(cls, project: Path) -> FindingsFile:
        """Return the file that belongs to a project, its file or folder."""
        return cls((project if project.is_dir() else project.parent) / FILE_NAME)

    def read(self) -> tuple[Finding, ...]:
        """Return what stands in it; none where it is not there.

        Raises:
            FormatError: it is no file of findings.
            OSError: it cannot be read.
        """
        try:
            state = self.path.stat()
        except FileNotFoundError:
            return ()
        mark = (self.path, state.st_mtime_ns, state.st_size, state.st_ino)
        with _lock:
            if mark in _read:
                return _read[mark]
        found = read_findings(self._text(state.st_size), called=str(self.path))
        with _lock:
            _read[mark] = found
            while len(_read) > _PLACES:
                _read.popitem(last=False)
        return found

    def _text(self, size: int) -> str:
        if size > _LARGEST:
            raise FormatError(lazy("{path}: it is too large to be a file of findings.", path=str(self.path)))
        try:
            return read_whole(self.path, error=FormatError).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FormatError(lazy("{path}: it is not UTF-8. Save it as UTF-8.", path=str(self.path))) from None

    def write(self, before: Sequence[Finding], wanted: Sequence[Finding]) -> tuple[Finding, ...]:
        """Write findings, with what others wrote meanwhile; see ``merged``.

        From one moment to the next: whoever reads meanwhile has the old file or the new one.

        Args:
            before: what whoever writes knows of.
            wanted: what they are to be.

        Returns:
            What stands in the file now.

        Raises:
            FormatError: what is there is no file of findings: it stays as it is.
            OSError: the folder cannot be written to.
        """
        with _writing:
            after = merged(before, wanted, self.read())
            write_whole(self.path, to_text(after).encode("utf-8"))
        return after


def merged(before: Sequence[Finding], wanted: Sequence[Finding], there: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings as two hands want them that began with the same: what either changed is as that one has it.

    What one removed and the other changed stays; what both changed is as wanted here. The order is that of whoever
    changed it, of both the one wanted here; what only the other has stands behind what it stood behind there.

    Args:
        before: what both began with.
        wanted: as they are wanted here.
        there: as the other hand has left them.
    """
    was, here, other = ({one.id: one for one in some} for some in (before, wanted, there))
    kept: dict[str, Finding] = {}
    for id in dict.fromkeys((*here, *other)):
        mine, theirs, old = here.get(id), other.get(id), was.get(id)
        changed = [one for one in (mine, theirs) if one is not None and not _alike(one, old)]
        # Removed by one and as it was with the other, it goes; removed by one and changed by the other, it stays.
        chosen = changed[0] if changed else None if mine is None or theirs is None else theirs
        if chosen is not None:
            kept[id] = chosen
    first, second = (list(here), list(other)) if _reordered(was, here) else (list(other), list(here))
    order = [id for id in first if id in kept]
    for place, id in enumerate(second):
        if id in kept and id not in order:
            behind = [order.index(one) + 1 for one in reversed(second[:place]) if one in order]
            ahead = [order.index(one) for one in second[place:] if one in order]
            order.insert(next(iter((*behind, *ahead, len(order)))), id)
    return tuple(kept[id] for id in order)


def _alike(one: Finding, other: Finding | None) -> bool:
    # As texts: a number that is undefined is not equal to itself.
    return other is not None and (one is other or to_text([one]) == to_text([other]))


def _reordered(before: Mapping[str, Finding], after: Mapping[str, Finding]) -> bool:
    common = [id for id in before if id in after]
    return common != [id for id in after if id in before]
