"""Projects in one file: a zip of ``project.toml``, the texts that it names, and their digests.

    project.toml        readable, and may be edited: it has no digest
    SHA256SUMS          of all other files; ``sha256sum -c SHA256SUMS`` checks them, too
    news/gold.txt       the files of a dataset in a folder of its own, byte for byte as they were given
    news/crf.txt
    findings.toml       what somebody found in them; only where there is something

The same datasets give the same bytes. Unpacking one, nothing leads out of its folder, and no more
comes out than is allowed.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, NoReturn, cast

from msgspec import to_builtins

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ArchiveError, brief
from cwsdiag.files import MEGABYTE
from cwsdiag.files import limit as largest_file
from cwsdiag.inputs import File, FileSet, StudySpec, merged_parts
from cwsdiag.languages import lazy
from cwsdiag.project.project import FILE_NAME, Project, read_project
from cwsdiag.project.reader import (
    ROLES,
    CurveTable,
    DatasetTable,
    PublishedTable,
    Record,
    SliceTable,
    StudyTable,
    SystemTable,
    TextFile,
)
from cwsdiag.toml import written

SUMS, FINDINGS = "SHA256SUMS", "findings.toml"
# The first moment that a zip file can name.
_THEN = (1980, 1, 1, 0, 0, 0)
_REGULAR = 0o100644 << 16
_UNIX = 3
# What no file system minds in a name; letters of all scripts are among them.
_UNSAFE = re.compile(r"[^\w.+=-]+")
_LONGEST, _LONGEST_ENDING = 60, 13
_HEAD = """# A project of cwsdiag: cwsdiag app FILE.zip opens it packed, cwsdiag app project.toml unpacked.
# What stands here may be changed; SHA256SUMS has the digests of the texts.
"""


def write_archive(out: BinaryIO, datasets: Sequence[FileSet], study: StudySpec, *, findings: str = "") -> None:
    """Write datasets with all their files; raw texts and files that are not used are left out.

    What names a dataset that is not packed is left out, as a project that names others cannot be opened: systems that
    were trained on it, and curves. So is a part of a model that another of its systems contradicts.

    Args:
        out: what is written to; it must be able to go back in what was written.
        datasets: with gold, names all different; at least one where the study has no published scores.
        study: how they are compared with each other.
        findings: the text of a file of findings; empty for none.

    Raises:
        ReadError: a file cannot be read.
    """
    names = {dataset.called for dataset in datasets}
    # The systems last: of two values the later counts, and a session can change theirs.
    systems = (file for role in ("transferred", "system") for dataset in datasets for file in dataset.of(role))
    parts = merged_parts(systems)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        writer = _Writer(archive)
        tables = [table for dataset in datasets for table in _dataset_tables(writer, dataset, names, parts)]
        if findings:
            writer.digests[FINDINGS] = hashlib.sha256(findings.encode()).hexdigest()
            writer.text(FINDINGS, findings)
        writer.text(SUMS, "".join(f"{digest}  {path}\n" for path, digest in writer.digests.items()))
        own = StudyTable(normalise=study.normalise or None, buckets=cast("Any", study.buckets))
        tables += [_table("[study]", own)] if own != StudyTable() else []
        tables += [_table("[[slice]]", SliceTable(name=name, where=dict(where))) for name, where in study.slices]
        for row in study.published:
            published = PublishedTable(system=row.system, source=row.source, parts=dict(row.parts), f1=dict(row.f1))
            tables.append(_table("[[study.published]]", published))
        for one in study.curves:
            if one.datasets <= names:
                curve = CurveTable(name=one.name, dataset=one.target, order=one.order, f1=one.runs)
                tables.append(_table("[[study.curve]]", curve))
        writer.text(FILE_NAME, "\n".join([_HEAD, *tables]))


def _dataset_tables(
    writer: _Writer, dataset: FileSet, names: set[str], parts: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """Write the files of a dataset; return its tables of the project file."""
    name, gold = dataset.called, dataset.gold
    if gold is None:
        raise ValueError("a dataset without gold cannot be packed")
    folder, outer = writer.free(_safe(PurePosixPath(name).stem) or "dataset"), gold.options.normalise
    files: dict[str, Any] = {}
    for key, role in ROLES.items():
        if (file := dataset.one(role)) is not None:
            path = writer.write(folder, file)
            reading = _reading(file.options, outer) if role in ("gold", "training") else {}
            files[key] = TextFile(file=path, **reading) if reading else path
    mismatch = None if dataset.mismatch == "error" else dataset.mismatch
    table = DatasetTable(
        name=name, normalise=outer or None, mismatch=mismatch, baselines=dataset.baselines or None, **files
    )
    tables = [_table("[[dataset]]", table)]
    for file in dataset.of("system", "transferred"):
        elsewhere = file.role == "transferred"
        if elsewhere and file.trained_on not in names - {name}:
            continue
        known, called = parts.get(file.model_name, {}), file.model_name if elsewhere else file.name
        system = SystemTable(
            name=called,
            model=None if file.model in ("", called) else file.model,
            prediction=writer.write(folder, file),
            track=cast("Any", file.track),
            trained_on=file.trained_on if elsewhere or file.trained_on == name else None,
            hidden=file.hidden,
            run_of=file.run_of,
            parts={part: value for part, value in file.parts if known.get(part) == value},
            **_reading(file.options, outer),
        )
        tables.append(_table("[[dataset.system]]", system))
    return tables


class _Writer:
    """Writes members one after the other, and remembers their digests."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._zip = archive
        self.digests: dict[str, str] = {}
        self._taken = {FILE_NAME.casefold(), SUMS.casefold(), FINDINGS}

    def text(self, path: str, text: str) -> None:
        """Write a member that is a text."""
        with self._zip.open(_member(path), "w") as member:
            member.write(text.encode())

    def write(self, folder: str, file: File) -> str:
        """Write a file into a folder; return its path."""
        path = self.free(f"{folder}/{_safe(file.file_name) or 'file'}")
        hasher = hashlib.sha256()
        with self._zip.open(_member(path), "w", force_zip64=True) as member:
            for piece in file.source().stored():
                hasher.update(piece)
                member.write(piece)
        self.digests[path] = hasher.hexdigest()
        return path

    def free(self, path: str) -> str:
        """Return a path that no member has yet, nor a folder, on systems that take A for a, too."""
        whole = PurePosixPath(path)
        candidate, number = whole, 1
        while str(candidate).casefold() in self._taken:
            number += 1
            candidate = whole.with_name(f"{whole.stem}-{number}{whole.suffix}")
        self._taken.add(str(candidate).casefold())
        return str(candidate)


def _member(path: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(path, _THEN)
    # Else it says on which system it was made.
    info.create_system, info.external_attr, info.compress_type = _UNIX, _REGULAR, zipfile.ZIP_DEFLATED
    return info


def _safe(name: str) -> str:
    """Return a name of one file or folder that every system takes; empty where nothing of it is left."""
    path = PurePosixPath(_UNSAFE.sub("-", name).strip("-. "))
    safe = path.stem[:_LONGEST] + path.suffix[:_LONGEST_ENDING]
    return f"_{safe}" if _DEVICE.search(safe) else safe


def _reading(options: ReadOptions, outer: tuple[str, ...]) -> dict[str, Any]:
    """Return what a table says of how a file is read, whose dataset is normalised so."""
    separator = options.separator
    if separator and len(separator) == 1 and separator.isspace():
        # A blank one by its number: a project takes no text of blanks alone.
        separator = f"U+{ord(separator):04X}"
    reading = {
        "encoding": options.encoding,
        "format": options.format,
        "normalise": None if options.normalise == outer else options.normalise,
        "separator": separator,
        "strip": options.strip or None,
    }
    return {key: value for key, value in reading.items() if value is not None}


def _table(head: str, table: Record) -> str:
    """Return a table of the file: its name first, what it does not say left out."""
    values = to_builtins(table)
    keys = sorted(values, key=lambda key: key != "name")
    return "\n".join([head, *(f"{key} = {written(values[key])}" for key in keys), ""])


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
    name = brief(name, _LONGEST_PATH)
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
    with _checked(file, brief(name, _LONGEST_PATH), limit) as archive:
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
                            path=brief(path, _LONGEST_PATH),
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
