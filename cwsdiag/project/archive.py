"""Projects in one file: a zip of ``project.toml``, the texts that it names, and their digests.

    project.toml        readable, and may be edited: it has no digest
    SHA256SUMS          of all other files; ``sha256sum -c SHA256SUMS`` checks them, too
    news/gold.txt       the files of a dataset in a folder of its own, byte for byte as they were given
    news/crf.txt
    findings.toml       what somebody found in them; only where there is something

The same datasets give the same bytes. ``cwsdiag.project.unpacking`` reads such a file.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from msgspec import to_builtins

from cwsdiag.inputs import StudySpec, merged_parts
from cwsdiag.project.project import FILE_NAME
from cwsdiag.project.reader import (
    ROLES,
    CurveTable,
    DatasetTable,
    PublishedTable,
    SliceTable,
    StudyTable,
    SystemTable,
    Table,
    TextFile,
)
from cwsdiag.toml import written

if TYPE_CHECKING:
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.inputs import File, FileSet

SUMS, FINDINGS = "SHA256SUMS", "findings.toml"
# The first moment that a zip file can name.
_THEN = (1980, 1, 1, 0, 0, 0)
_REGULAR = 0o100644 << 16
_UNIX = 3
# What no file system minds in a name; letters of all scripts are among them.
_UNSAFE = re.compile(r"[^\w.+=-]+")
_LONGEST, _LONGEST_ENDING = 60, 12
# Endings of texts, which a dataset has that is called as its gold file; its folder is no text.
_TEXT_ENDINGS = frozenset({"txt", "utf8", "seg", "pos", "conll", "conllu", "csv", "tsv", "json", "jsonl", "gz"})
# Names that Windows takes for devices, whatever the ending.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
_HEAD = """# A project of cwsdiag: cwsdiag app FILE.zip opens it packed, cwsdiag app project.toml unpacked.
# What stands here may be changed; SHA256SUMS has the digests of the texts.
"""


def write_archive(
    out: BinaryIO, datasets: Sequence[FileSet], study: StudySpec | None = None, *, findings: str = ""
) -> None:
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
    study, names = study or StudySpec(), {dataset.called for dataset in datasets}
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
    folder, outer = writer.free(_safe(_without_ending(name)) or "dataset"), gold.options.normalise
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


def _without_ending(name: str) -> str:
    """Return the name of a dataset without what says that a file is a text: ``test`` for ``test.txt``."""
    stem, _, ending = name.rpartition(".")
    return _without_ending(stem) if stem and ending.casefold() in _TEXT_ENDINGS else name


def _safe(name: str) -> str:
    """Return a name of one file or folder that every system takes; empty where nothing of it is left."""
    parts = _UNSAFE.sub("-", name).strip("-. ").rsplit(".", 1)
    stem, ending = parts[0][:_LONGEST], "".join(f".{part[:_LONGEST_ENDING]}" for part in parts[1:])
    return f"_{stem}{ending}" if stem.split(".")[0].casefold() in _DEVICES else stem + ending


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


def _table(head: str, table: Table) -> str:
    """Return a table of the file: its name first, what it does not say left out."""
    values = to_builtins(table)
    keys = sorted(values, key=lambda key: key != "name")
    return "\n".join([head, *(f"{key} = {written(values[key])}" for key in keys), ""])
