"""Unpacks projects that somebody sent: nothing that an archive says is believed: no name, no size, no digest."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, BinaryIO

from cwsdiag.errors import ArchiveError, shown
from cwsdiag.files import MEGABYTE
from cwsdiag.files import limit as largest_file
from cwsdiag.formats.source import CHUNK
from cwsdiag.languages import lazy
from cwsdiag.project.archive import SUMS
from cwsdiag.project.project import FILE_NAME, read_project

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cwsdiag.project.project import Project

MOST_MEMBERS = 2_000
# Of what all files of an archive may have together, where whoever unpacks says nothing else: so many of the largest.
_LARGEST_FILES = 10
_LONGEST_PATH = 400
# So much of the table of contents a member has at most, where its path is none of those that are refused anyway.
_LARGEST_ROW = 2_048
# Of project.toml and of the digests.
_MOST_TEXT = 1_000_000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_MAGIC = b"PK\x03\x04"
# The end of an archive, behind which there may be a comment: what it begins with, and where it has the size of the
# table of contents. Before it there may be another one that counts further, found by what lies between the two.
_END, _END_SIZE = b"PK\x05\x06", struct.Struct("<12xL6x")
_END_64, _END_64_SIZE = b"PK\x06\x06", struct.Struct("<40xQ8x")
_LOCATOR, _LOCATOR_PLACE = b"PK\x06\x07", struct.Struct("<8xQ4x")
_LONGEST_COMMENT = 65_535
_SUM = re.compile(r"([0-9a-fA-F]{64}) [ *](.+)")
_AGAIN = lazy("Download the project again, or ask whoever sent it to.")


def is_archive(path: Path) -> bool:
    """Tell whether a file is one of packed files; no for what is no file or cannot be read."""
    if not os.path.isfile(path):  # opening a named pipe would wait for ever
        return False
    try:
        with path.open("rb") as file:
            return begins_archive(file.read(len(_MAGIC)))
    except OSError:
        return False


def begins_archive(head: bytes) -> bool:
    """Tell whether a file that begins like this is one of packed files."""
    return head.startswith(_MAGIC)


def read_archive(file: BinaryIO, folder: Path, *, name: str, limit: int | None = None) -> Project:
    """Unpack a project into a folder, and read it.

    Args:
        file: the archive.
        folder: is made here, and gone again where this fails.
        name: of the archive, as messages have it.
        limit: how many bytes all files may have together; by default ten times what one may have.

    Raises:
        ArchiveError: it is no archive, damaged, not made by cwsdiag, too large, would write elsewhere, or the disk does
            not take it.
        ProjectError: its project file cannot be used, or names what is not in the archive.
        OSError: the folder is there already, or cannot be made.
    """
    name = shown(name, _LONGEST_PATH)
    folder.mkdir(mode=0o700, parents=True)
    try:
        limit = _LARGEST_FILES * largest_file() if limit is None else limit
        _Unpacking(file, folder, name, limit).run()
        # Complaints name the archive, not where it was unpacked.
        return read_project(folder / FILE_NAME, closed=True, called=f"{name}, {FILE_NAME}")
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise ArchiveError(
                lazy("{name}: cannot be unpacked ({error}). Check the disk.", name=name, error=error.strerror)
            ) from None
        raise


@dataclass
class _Unpacking:
    """Unpacks one archive.

    Attributes:
        file: the archive.
        folder: where to.
        name: what messages call the archive.
        left: how many bytes may still come.
    """

    file: BinaryIO
    folder: Path
    name: str
    left: int

    def run(self) -> None:
        """Unpack everything, or raise."""
        self.limit = self.left
        try:
            # Opening it takes hundreds of bytes of memory for each of 47 in the table.
            if _table_size(self.file) > MOST_MEMBERS * _LARGEST_ROW:
                raise self._error(
                    lazy(
                        "its table of contents is that of more than {most:,} files. Pack fewer datasets together.",
                        most=MOST_MEMBERS,
                    )
                )
            with zipfile.ZipFile(self.file) as archive:
                self._members(archive)
        # Numbers in it that no file has are OverflowError or ValueError.
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OverflowError, ValueError) as error:
            raise self._error(
                lazy("the archive is damaged ({error}). {remedy}", error=str(error), remedy=_AGAIN)
            ) from None

    def _members(self, archive: zipfile.ZipFile) -> None:
        infos = archive.infolist()
        if len(infos) > MOST_MEMBERS:
            raise self._error(
                lazy(
                    "{files:,} files in it, more than {most:,}. Pack fewer datasets together.",
                    files=len(infos),
                    most=MOST_MEMBERS,
                )
            )
        for info in infos:
            # From a table of contents that says it lies further on than it does: no file can go back that far.
            if info.header_offset < 0:
                raise zipfile.BadZipFile("a member would begin before the archive")
            self._check(info)
        files = {info.filename: info for info in infos if not info.is_dir()}
        self._check_names([info.filename for info in infos if not info.is_dir()])
        for needed in (FILE_NAME, SUMS):
            if needed not in files:
                raise self._error(
                    lazy("there is no {file} in it. Give an archive that Download project made.", file=needed)
                )
        sums = self._sums(self._text(archive, files.pop(SUMS)))
        project = self._text(archive, files.pop(FILE_NAME))
        self._check_complete(files, sums)
        (self.folder / FILE_NAME).write_bytes(project)
        for path, info in files.items():
            self._unpack(archive, info, self.folder / path, sums[path])

    def _check(self, info: zipfile.ZipInfo) -> None:
        """Refuse a member that is not a plain file or folder below, whatever it holds."""
        path = info.orig_filename
        called = shown(path, _LONGEST_PATH)
        if info.filename != path or _leads_out(path) or len(path) > _LONGEST_PATH:
            raise self._error(
                lazy(
                    "the path {path!r} in it leads out of its folder or is no path. Nothing was unpacked.", path=called
                )
            )
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise self._error(
                lazy("{path!r} in it is a link or a device, not a file. Nothing was unpacked.", path=called)
            )
        if info.flag_bits & _ENCRYPTED:
            raise self._error(lazy("{path!r} in it is encrypted. Pack it without a password.", path=called))
        if info.compress_type not in _METHODS:
            raise self._error(
                lazy("{path!r} in it is packed in an unusual way. Pack it as a plain zip file.", path=called)
            )

    def _check_names(self, paths: Iterable[str]) -> None:
        """Refuse paths that would be one and the same file, on any system, or both file and folder."""
        seen: set[str] = set()
        folders: set[str] = set()
        for path in paths:
            alike = unicodedata.normalize("NFC", path).casefold()
            if alike in seen:
                raise self._error(
                    lazy("two files in it have the same name: {path!r}. {remedy}", path=shown(path), remedy=_AGAIN)
                )
            seen.add(alike)
            folders |= {str(parent) for parent in PurePosixPath(alike).parents}
        if seen & folders:
            raise self._error(
                lazy(
                    "{path!r} in it is both a file and a folder. {remedy}",
                    path=shown(min(seen & folders)),
                    remedy=_AGAIN,
                )
            )

    def _sums(self, text: bytes) -> dict[str, str]:
        found = [_SUM.fullmatch(line) for line in text.decode("utf-8").splitlines() if line.strip()]
        if not all(found):
            raise self._error(lazy("{file} in it is not a list of digests. {remedy}", file=SUMS, remedy=_AGAIN))
        return {match[2]: match[1].lower() for match in found if match is not None}

    def _check_complete(self, files: Iterable[str], sums: Iterable[str]) -> None:
        without, missing = sorted(set(files) - set(sums)), sorted(set(sums) - set(files))
        if without:
            raise self._error(
                lazy(
                    "{path!r} in it has no digest in {file}: it was added later. {remedy}",
                    path=shown(without[0]),
                    file=SUMS,
                    remedy=_AGAIN,
                )
            )
        if missing:
            raise self._error(
                lazy(
                    "{path!r}, which {file} names, is not in it. {remedy}",
                    path=shown(missing[0]),
                    file=SUMS,
                    remedy=_AGAIN,
                )
            )

    def _unpack(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, digest: str) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        hasher = hashlib.sha256()
        with path.open("xb") as out:
            for piece in self._pieces(archive, info, self.left):
                self.left -= len(piece)
                hasher.update(piece)
                out.write(piece)
        if not hmac.compare_digest(hasher.hexdigest(), digest):
            raise self._error(
                lazy(
                    "{path!r} in it is not the file that was packed: its digest is another. {remedy}",
                    path=shown(info.filename),
                    remedy=_AGAIN,
                )
            )

    def _text(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
        return b"".join(self._pieces(archive, info, _MOST_TEXT))

    def _pieces(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
        """Yield what a member unpacks to, at most ``most`` bytes, whatever its header says of its size."""
        with archive.open(info) as member:
            while piece := member.read(min(CHUNK, most + 1)):
                most -= len(piece)
                if most < 0:
                    raise self._too_large(info)
                yield piece

    def _too_large(self, info: zipfile.ZipInfo) -> ArchiveError:
        if info.filename in (FILE_NAME, SUMS):
            return self._error(
                lazy(
                    "{file} in it is larger than {most:,} bytes. {remedy}",
                    file=info.filename,
                    most=_MOST_TEXT,
                    remedy=_AGAIN,
                )
            )
        return self._error(
            lazy(
                "it unpacks to more than {limit:,.0f} MB, the limit for all its files together. Pack fewer or smaller "
                "files.",
                limit=self.limit / MEGABYTE,
            )
        )

    def _error(self, complaint: str) -> ArchiveError:
        return ArchiveError(lazy("{name}: {problem}", name=self.name, problem=complaint))


def _table_size(file: BinaryIO) -> int:
    """Return how large an archive says that its table of contents is, 0 where it does not say it."""
    size = file.seek(0, 2)
    start = max(0, size - _LONGEST_COMMENT - _END_SIZE.size)
    tail = _read_at(file, start, size - start)
    # Without a comment it is what stands last; a comment may hold anything.
    found = {len(tail) - _END_SIZE.size, tail.rfind(_END)}
    return max((_said_size(file, tail, start, end) for end in found if tail.startswith(_END, max(end, 0))), default=0)


def _said_size(file: BinaryIO, tail: bytes, start: int, end: int) -> int:
    """Return the larger of the sizes that the one end of an archive and the other say."""
    said = [_unpacked(_END_SIZE, tail[end:])]
    locator = end - _LOCATOR_PLACE.size
    if locator >= 0 and tail.startswith(_LOCATOR, locator):
        # Pythons differ in whether they look where it says or right before.
        for place in (_unpacked(_LOCATOR_PLACE, tail[locator:]), start + locator - _END_64_SIZE.size):
            other = _read_at(file, place, _END_64_SIZE.size) if place >= 0 else b""
            said += [_unpacked(_END_64_SIZE, other)] if other.startswith(_END_64) else []
    return max(said)


def _read_at(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    return file.read(size)


def _unpacked(layout: struct.Struct, data: bytes) -> int:
    """Return the only number of a layout, 0 where there is too little data for one."""
    number: int = layout.unpack_from(data)[0] if len(data) >= layout.size else 0
    return number


def _leads_out(path: str) -> bool:
    """Tell whether a path is none from a folder down, on any system; a folder's may end with a slash."""
    parts = path.removesuffix("/").split("/")
    windows = PureWindowsPath(path)
    return bool(
        "\\" in path
        or ":" in path
        or windows.drive
        or not path.isprintable()
        or any(part in ("", ".", "..") or part != part.rstrip(". ") for part in parts)
    )
