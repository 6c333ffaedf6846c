"""Findings beside a project: read anew where somebody changed them, written whole; the last writer wins."""

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
    from collections.abc import Sequence

    from cwsdiag.findings.finding import Finding

# A file of more bytes holds no findings that could be read: so many, each with a long title, note and headline.
_LARGEST = MOST * LONGEST
# Files whose findings are remembered, by what tells one state of a file from another.
_PLACES = 16
_read: OrderedDict[tuple[object, ...], tuple[Finding, ...]] = OrderedDict()
_lock = Lock()


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

    def write(self, findings: Sequence[Finding]) -> None:
        """Write findings in place of those that are there; whoever reads meanwhile has the old file or the new one.

        Args:
            findings: all of them, in their order.

        Raises:
            FormatError: what is there is no file of findings: it stays as it is.
            OSError: the folder cannot be written to.
        """
        self.read()
        write_whole(self.path, to_text(findings).encode("utf-8"))
