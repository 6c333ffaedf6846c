"""Unpacks projects and texts of others: nothing leads out of its folder, and no more comes out than is allowed."""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import stat
import struct
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from cwsdiag.errors import ArchiveError, shown
from cwsdiag.files import MEGABYTE
from cwsdiag.files import limit as largest_file
from cwsdiag.languages import lazy
from cwsdiag.project.project import FILE_NAME, read_project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cwsdiag.project.project import Project

MOST_MEMBERS = 2_000
# Of what all files of an archive may have together, where whoever unpacks says nothing else: so many of the largest.
_LARGEST_FILES = 10
_LONGEST_PATH = 400
# From a folder down, on any system: one that ends with a slash is a folder's.
_PATH = re.compile(r"[^/\\:]*[^/\\:. ](?:/[^/\\:]*[^/\\:. ])*/?")
# What Windows takes for a device, whatever stands behind a point.
_DEVICE = re.compile(r"(?:^|/)(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:[.][^/]*)?(?:/|$)", re.IGNORECASE)
# So much of the table of contents a member has at most, where its path is none of those that are refused anyway.
_LARGEST_ROW = 2_048
# Of project.toml: TOML takes long to read.
_MOST_TEXT = 1_000_000
_MAGIC = b"PK\x03\x04"
# What every document of Word and Excel holds.
_OFFICE = "[Content_Types].xml"
# The end of an archive, behind which there may be a comment, with the size of the table of contents; and what stands
# before it where that is one of another kind, for archives of more than 4 GB.
_END, _END_SIZE, _LONGEST_COMMENT = b"PK\x05\x06", struct.Struct("<12xL6x"), 65_535
_LOCATOR, _LOCATOR_SIZE = b"PK\x06\x07", 20
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
        with _checked(file, name, limit) as archive:
            sizes = {info.filename: info.file_size for info in archive.infolist()}
            if FILE_NAME not in sizes:
                _refuse(lazy("there is no {file} in it. Give an archive that Download project made.", file=FILE_NAME))
            if sizes[FILE_NAME] > _MOST_TEXT:
                text = lazy(
                    "{file} in it is larger than {most:,} bytes. {remedy}",
                    file=FILE_NAME,
                    most=_MOST_TEXT,
                    remedy=_AGAIN,
                )
                _refuse(text)
            archive.extractall(folder)
        # Complaints name the archive, not where it was unpacked.
        return read_project(folder / FILE_NAME, closed=True, called=f"{name}, {FILE_NAME}")
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise ArchiveError(
                lazy("{name}: cannot be unpacked ({error}). Check the disk.", name=name, error=error.strerror)
            ) from None
        raise


def files_in(file: BinaryIO, *, name: str, limit: int | None = None) -> dict[str, bytes]:
    """Return the files of an archive by their paths below the folder that all stand in; empty of a project.

    What is hidden is left out. A document of Word or Excel, which is packed too, is one file.

    Args:
        file: the archive.
        name: of it, as messages have it.
        limit: how many bytes all files may have together; by default ten times what one may have.

    Raises:
        ArchiveError: it is no archive, damaged or too large.
    """
    with _checked(file, shown(name, _LONGEST_PATH), limit) as archive:
        paths = [PurePosixPath(info.filename) for info in archive.infolist() if not info.is_dir()]
        if PurePosixPath(FILE_NAME) in paths:
            return {}
        if PurePosixPath(_OFFICE) in paths:
            file.seek(0)
            return {name: file.read()}
        # What macOS packs beside each file is hidden too.
        seen = [path for path in paths if not any(part.startswith((".", "__MACOSX")) for part in path.parts)]
        top = posixpath.commonpath([path.parent for path in seen]) if seen else ""
        return {str(path.relative_to(top)): archive.read(str(path)) for path in seen}


@contextmanager
def _checked(file: BinaryIO, name: str, limit: int | None) -> Iterator[zipfile.ZipFile]:
    """Open an archive in which nothing leads out of its folder, and whose files have at most so many bytes together.

    Raises:
        ArchiveError: it is not so, or what is done with it shows that it is damaged. The message begins with its name.
    """
    limit = _LARGEST_FILES * largest_file() if limit is None else limit
    try:
        # Opening it takes hundreds of bytes of memory for each of 47 in the table.
        if _table_size(file) > MOST_MEMBERS * _LARGEST_ROW:
            _refuse(
                lazy(
                    "its table of contents is that of more than {most:,} files. Pack fewer datasets together.",
                    most=MOST_MEMBERS,
                )
            )
        with zipfile.ZipFile(file) as archive:
            infos = archive.infolist()
            if len(infos) > MOST_MEMBERS:
                _refuse(
                    lazy(
                        "{files:,} files in it, more than {most:,}. Pack fewer datasets together.",
                        files=len(infos),
                        most=MOST_MEMBERS,
                    )
                )
            # What has more than its header says ends there, and is damaged.
            if sum(info.file_size for info in infos) > limit:
                _refuse(
                    lazy(
                        "it unpacks to more than {limit:,.0f} MB, the limit for all its files together. Pack fewer or "
                        "smaller files.",
                        limit=limit / MEGABYTE,
                    )
                )
            for info in infos:
                path, kind = info.orig_filename, stat.S_IFMT(info.external_attr >> 16)
                leads = not (_PATH.fullmatch(path) and path.isprintable()) or _DEVICE.search(path)
                if leads or kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                    _refuse(
                        lazy(
                            "{path!r} in it leads out of its folder, or is a link or a device. Nothing was unpacked.",
                            path=shown(path, _LONGEST_PATH),
                        )
                    )
            yield archive
    except ArchiveError as error:
        error.problem = lazy("{name}: {problem}", name=name, problem=error.problem)
        raise
    # Numbers in it that no file has are OverflowError or ValueError; RuntimeError is for what is encrypted.
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OverflowError, ValueError) as error:
        problem = lazy("the archive is damaged ({error}). {remedy}", error=str(error), remedy=_AGAIN)
        raise ArchiveError(lazy("{name}: {problem}", name=name, problem=problem)) from None


def _table_size(file: BinaryIO) -> int:
    """Return how large an archive says that its table of contents is; one of more than 4 GB says too large a size."""
    start = max(0, file.seek(0, os.SEEK_END) - _LONGEST_COMMENT - _END_SIZE.size - _LOCATOR_SIZE)
    file.seek(start)
    tail, sizes = file.read(), [0]
    # Without a comment it is what stands last; a comment may hold anything.
    for end in (len(tail) - _END_SIZE.size, tail.rfind(_END)):
        if end >= 0 and tail.startswith(_END, end) and end + _END_SIZE.size <= len(tail):
            is_large = tail.startswith(_LOCATOR, max(0, end - _LOCATOR_SIZE))
            sizes.append(1 << 32 if is_large else _END_SIZE.unpack_from(tail, end)[0])
    return max(sizes)


def _refuse(problem: str) -> NoReturn:
    raise ArchiveError(problem)
