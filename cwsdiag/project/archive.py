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
import json
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from cwsdiag.dataset import ReadOptions
from cwsdiag.project.project import FILE_NAME
from cwsdiag.project.specs import StudySpec

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Track
    from cwsdiag.formats.source import Source
    from cwsdiag.study import OwnCurve, Published

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


@dataclass(frozen=True, eq=False)
class PackedFile:
    """A file to be packed.

    Attributes:
        name: what it is called; its path in the archive is made of it.
        source: opens it.
        options: how it is read.
    """

    name: str
    source: Callable[[], Source]
    options: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True, eq=False)
class PackedSystem:
    """A prediction to be packed.

    Attributes:
        name: of the system; of one that was trained on another dataset, that of its model.
        file: the prediction.
        model: what studies call it.
        track: None where that is not known.
        trained_on: the dataset that it was trained on; None where that is not known.
        hidden: whether the dashboard leaves it out.
        run_of: of one of several runs of a model what those are called together.
        parts: what it is made of, the value of each part.
    """

    name: str
    file: PackedFile
    model: str = ""
    track: Track | None = None
    trained_on: str | None = None
    hidden: bool = False
    run_of: str | None = None
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class PackedDataset:
    """A dataset to be packed; what its attributes mean stands at ``DatasetSpec``."""

    name: str
    gold: PackedFile
    train: PackedFile | None = None
    dev: PackedFile | None = None
    weights: PackedFile | None = None
    documents: PackedFile | None = None
    idioms: PackedFile | None = None
    systems: tuple[PackedSystem, ...] = ()
    mismatch: Mismatch = "error"
    baselines: bool = False


def write_archive(
    out: BinaryIO, datasets: Sequence[PackedDataset], study: StudySpec | None = None, *, findings: str = ""
) -> None:
    """Write datasets with all their files.

    Args:
        out: what is written to; it must be able to go back in what was written.
        datasets: names all different; at least one where the study has no published scores.
        study: how they are compared with each other; curves that name a dataset which is not packed are left out, as a
            project that names others cannot be opened.
        findings: the text of a file of findings; empty for none.

    Raises:
        ReadError: a file cannot be read.
    """
    writer = _Writer(out)
    with writer.zip:
        tables = [writer.dataset(dataset) for dataset in datasets]
        if findings:
            writer.digests[FINDINGS] = hashlib.sha256(findings.encode()).hexdigest()
            writer.text(FINDINGS, findings)
        writer.text(SUMS, "".join(f"{digest}  {path}\n" for path, digest in writer.digests.items()))
        names = {dataset.name for dataset in datasets}
        writer.text(FILE_NAME, "\n".join([_HEAD, *tables, *_study_table(study or StudySpec(), names)]))


class _Writer:
    """Writes members one after the other, and remembers their digests."""

    def __init__(self, out: BinaryIO) -> None:
        self.zip = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)
        self.digests: dict[str, str] = {}
        self._taken = {FILE_NAME.casefold(), SUMS.casefold(), FINDINGS}

    def text(self, path: str, text: str) -> None:
        """Write a member that is a text."""
        with self.zip.open(_member(path), "w") as member:
            member.write(text.encode())

    def dataset(self, dataset: PackedDataset) -> str:
        """Write the files of a dataset; return its table of the project file."""
        folder = self._free(_safe(_without_ending(dataset.name)) or "dataset")
        gold = dataset.gold.options
        rows = [
            ("name", _value(dataset.name)),
            ("gold", self._file(folder, dataset.gold, gold.normalise)),
            ("train", self._file(folder, dataset.train, gold.normalise) if dataset.train else None),
            ("dev", _value(self._write(folder, dataset.dev)) if dataset.dev else None),
            ("weights", _value(self._write(folder, dataset.weights)) if dataset.weights else None),
            ("documents", _value(self._write(folder, dataset.documents)) if dataset.documents else None),
            ("idioms", _value(self._write(folder, dataset.idioms)) if dataset.idioms else None),
            ("normalise", _value(gold.normalise) if gold.normalise else None),
            ("mismatch", None if dataset.mismatch == "error" else _value(dataset.mismatch)),
            ("baselines", _value(True) if dataset.baselines else None),
        ]
        tables = [self._system(folder, system, gold.normalise) for system in dataset.systems]
        return "\n".join([_table("[[dataset]]", rows), *tables])

    def _system(self, folder: str, system: PackedSystem, outer: tuple[str, ...]) -> str:
        rows = [
            ("name", _value(system.name)),
            ("model", _value(system.model) if system.model not in ("", system.name) else None),
            ("prediction", _value(self._write(folder, system.file))),
            ("track", system.track and _value(system.track)),
            ("trained_on", system.trained_on and _value(system.trained_on)),
            ("hidden", _value(True) if system.hidden else None),
            ("run_of", system.run_of and _value(system.run_of)),
            ("parts", _inline(system.parts) if system.parts else None),
            *_reading(system.file.options, outer),
        ]
        return _table("[[dataset.system]]", rows)

    def _file(self, folder: str, file: PackedFile, outer: tuple[str, ...]) -> str:
        """Write a file; return its value in the project file, a table where it is read in its own way."""
        path = _value(self._write(folder, file))
        said = [f"{key} = {value}" for key, value in _reading(file.options, outer) if value is not None]
        return f"{{ {', '.join([f'file = {path}', *said])} }}" if said else path

    def _write(self, folder: str, file: PackedFile) -> str:
        path = self._free("/".join([folder, *(_safe(part) or "file" for part in PurePosixPath(file.name).parts)]))
        hasher = hashlib.sha256()
        with self.zip.open(_member(path), "w", force_zip64=True) as member:
            for piece in file.source().stored():
                hasher.update(piece)
                member.write(piece)
        self.digests[path] = hasher.hexdigest()
        return path

    def _free(self, path: str) -> str:
        """Return a path that no member has yet, nor any folder of one, on systems that take A for a, too."""
        whole = PurePosixPath(path)
        candidate, number = whole, 1
        while str(candidate).casefold() in self._taken:
            number += 1
            candidate = whole.with_name(f"{whole.stem}-{number}{whole.suffix}")
        self._taken |= {str(one).casefold() for one in (candidate, *candidate.parents)}
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


def _reading(options: ReadOptions, outer: tuple[str, ...]) -> list[tuple[str, str | None]]:
    return [
        ("encoding", options.encoding and _value(options.encoding)),
        ("format", options.format and _value(options.format)),
        ("normalise", _value(options.normalise) if options.normalise != outer else None),
        ("separator", options.separator and _value(_by_number(options.separator))),
        ("strip", _value(options.strip) if options.strip else None),
    ]


def _by_number(separator: str) -> str:
    """Return a separator as a project takes it: one that is blank by the numbers of its characters."""
    return f"U+{ord(separator):04X}" if len(separator) == 1 and separator.isspace() else separator


def _study_table(study: StudySpec, names: Collection[str]) -> list[str]:
    rows = [
        ("normalise", _value(study.normalise) if study.normalise else None),
        ("buckets", None if study.buckets == StudySpec.buckets else str(study.buckets)),
    ]
    published = [_published_table(row) for row in study.published]
    settings = [_table("[study]", rows)] if any(value is not None for _key, value in rows) else []
    return [*settings, *published, *(_curve_table(curve) for curve in study.curves if curve.datasets <= set(names))]


def _curve_table(curve: OwnCurve) -> str:
    rows = [
        ("name", _value(curve.name)),
        ("dataset", _value(curve.target)),
        ("order", None if curve.order == "max" else _value(curve.order)),
        ("f1", _value(curve.runs)),
    ]
    return _table("[[study.curve]]", rows)


def _published_table(row: Published) -> str:
    rows = [
        ("system", _value(row.system)),
        ("source", _value(row.source)),
        ("parts", _inline(row.parts) if row.parts else None),
        ("f1", _inline(row.f1)),
    ]
    return _table("[[study.published]]", rows)


def _inline(values: Iterable[tuple[str, str | float]]) -> str:
    """Return a table in one line; its keys in quotes, since names of people hold anything."""
    return f"{{ {', '.join(f'{_value(key)} = {_value(value)}' for key, value in values)} }}"


def _table(head: str, rows: Iterable[tuple[str, str | None]]) -> str:
    lines = [f"{key} = {value}" for key, value in rows if value is not None]
    return "\n".join([head, *lines, ""])


def _value(value: str | bool | float | Sequence[str] | Sequence[Sequence[float]]) -> str:
    """Return a value as TOML has it: JSON's strings are TOML's, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
