"""The files of a dataset before they are one: where each comes from, how it is to be read, and what came of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cwsdiag.dataset import ReadOptions, assemble, read, read_training, types_of
from cwsdiag.doctor import examine
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import NORMALISATIONS, Source, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset
    from cwsdiag.doctor import Finding, Fix
    from cwsdiag.formats import Document, Facts, Role
    from cwsdiag.project import DatasetSpec
    from cwsdiag.training import TrainingStats

Stamp = tuple[str, ...]


@dataclass(frozen=True)
class File:
    """A file and how to read it.

    Attributes:
        role: what it is to be.
        name: what the person calls it: a system's name, otherwise the file's.
        file_name: of the file, as it was uploaded or named.
        content: identifies what is in it; two files with the same one are the same.
        path: where it lies; None for an upload.
        data: the bytes of an upload.
        options: how to read it.
    """

    role: Role
    name: str
    file_name: str
    content: str
    path: Path | None = None
    data: bytes = field(default=b"", repr=False, compare=False)
    options: ReadOptions = field(default_factory=ReadOptions)

    @classmethod
    def uploaded(cls, role: Role, file_name: str, data: bytes, *, name: str = "") -> File:
        """Return a file from the bytes somebody uploaded."""
        digest = hashlib.sha256(data).hexdigest()
        return cls(role, name or file_name, file_name, digest, data=data)

    @classmethod
    def on_disk(cls, role: Role, path: Path, options: ReadOptions, *, name: str = "") -> File:
        """Return a file of a project. When it changes on the disk, so does ``content``."""
        try:
            status = path.stat()
            state = f"{status.st_mtime_ns} {status.st_size}"
        except OSError:
            state = "missing"
        return cls(role, name or path.name, path.name, f"{path} {state}", path=path, options=options)

    @property
    def stamp(self) -> str:
        """Says all that the result of reading it depends on."""
        options = self.options
        return repr((self.role, self.name, self.content, options.encoding, options.format, options.normalise))

    def normalised(self, names: Sequence[str]) -> File:
        """Return the file read with these normalisations and no others."""
        return replace(self, options=replace(self.options, normalise=tuple(dict.fromkeys(names))))

    def source(self) -> Source:
        """Return its bytes, under the name that messages show.

        Raises:
            ReadError: they cannot be had.
        """
        if self.path is not None:
            return Source.from_path(self.path)
        return Source.from_bytes(self.file_name, self.data)

    def document(self) -> Document:
        """Read it as gold or as a prediction.

        Raises:
            InputError: it cannot be read.
        """
        if self.role == "training":
            raise ValueError("training data is gathered, not kept as a document")
        return read(self.source(), role=self.role, options=self.options, name=self.name)


@dataclass(frozen=True)
class FileSet:
    """The files of one dataset; some may be missing yet."""

    name: str = ""
    gold: File | None = None
    training: File | None = None
    systems: tuple[File, ...] = ()
    mismatch: Mismatch = "error"

    @classmethod
    def of_project(cls, spec: DatasetSpec) -> FileSet:
        """Return the files that a project names."""
        return cls(
            name=spec.name,
            gold=File.on_disk("gold", spec.gold, spec.options),
            training=None if spec.train is None else File.on_disk("training", spec.train, spec.options),
            systems=tuple(
                File.on_disk("system", system.prediction, system.options, name=system.name) for system in spec.systems
            ),
            mismatch=spec.mismatch,
        )

    @property
    def on_disk(self) -> bool:
        """Whether the files lie on the server's disk, for everybody; uploads are somebody's own."""
        return all(file.path is not None for file in self.files)

    @property
    def stamp(self) -> Stamp:
        """Says all that the dataset depends on."""
        return (self.name, self.mismatch, *(file.stamp for file in self.files))

    @property
    def files(self) -> tuple[File, ...]:
        """All files, gold first."""
        first = (self.gold, self.training)
        return (*(file for file in first if file is not None), *self.systems)

    def with_file(self, file: File) -> FileSet:
        """Return the set with a file in its place: the only gold, the only training data, one more system.

        A system takes the place of one of the same name.
        """
        if file.role == "gold":
            return replace(self, gold=file)
        if file.role == "training":
            return replace(self, training=file)
        names = [system.name for system in self.systems]
        if file.name in names:
            place = names.index(file.name)
            return replace(self, systems=(*self.systems[:place], file, *self.systems[place + 1 :]))
        return replace(self, systems=(*self.systems, file))

    def without(self, file: File) -> FileSet:
        """Return the set without a file."""
        return replace(
            self,
            gold=None if self.gold == file else self.gold,
            training=None if self.training == file else self.training,
            systems=tuple(system for system in self.systems if system != file),
        )

    def replacing(self, old: File, new: File) -> FileSet:
        """Return the set with ``new`` where ``old`` was."""
        return replace(
            self,
            gold=new if self.gold == old else self.gold,
            training=new if self.training == old else self.training,
            systems=tuple(new if system == old else system for system in self.systems),
        )

    def fixed(self, fix: Fix) -> FileSet:
        """Return the set with something mended that the doctor found.

        All files are normalised alike: gold and systems must have the same characters, training data the same words.
        """
        if fix not in NORMALISATIONS:
            return replace(self, mismatch="skip")
        return self._mapped(lambda file: file.normalised((*file.options.normalise, fix)))

    def as_they_are(self) -> FileSet:
        """Return the set with the characters of all files as they are."""
        return self._mapped(lambda file: file.normalised(()))

    def _mapped(self, change: Callable[[File], File]) -> FileSet:
        return replace(
            self,
            gold=None if self.gold is None else change(self.gold),
            training=None if self.training is None else change(self.training),
            systems=tuple(map(change, self.systems)),
        )


@dataclass(frozen=True, eq=False)
class Loaded:
    """What came of a set of files: the dataset of those that could be used, and why others could not.

    Attributes:
        dataset: None without a usable gold file.
        problems: message by ``File.stamp``.
    """

    dataset: Dataset | None
    problems: dict[str, str]


def load_files(files: FileSet) -> Loaded:
    """Read a set of files; one that cannot be used takes nothing with it but itself."""
    problems: dict[str, str] = {}
    gold = _document(files.gold, problems)
    systems = {file: _document(file, problems) for file in files.systems}
    fitting = {
        file.name: document
        for file, document in systems.items()
        if document is not None and gold is not None and _fits(gold, file, document, files.mismatch, problems)
    }
    types = types_of(*(document for document in (gold, *fitting.values()) if document is not None))
    training = _training(files.training, types, problems)
    if gold is None:
        return Loaded(None, problems)
    dataset = assemble(
        gold=gold,
        systems=fitting,
        training=training,
        name=files.name,
        mismatch=files.mismatch,
    )
    return Loaded(dataset, problems)


def _document(file: File | None, problems: dict[str, str]) -> Document | None:
    if file is None:
        return None
    try:
        return file.document()
    except CwsdiagError as error:
        problems[file.stamp] = str(error)
        return None


def _training(file: File | None, strings: set[str], problems: dict[str, str]) -> TrainingStats | None:
    if file is None:
        return None
    try:
        return read_training(file.source(), options=file.options, strings=strings)
    except CwsdiagError as error:
        problems[file.stamp] = str(error)
        return None


def _fits(gold: Document, file: File, system: Document, mismatch: Mismatch, problems: dict[str, str]) -> bool:
    try:
        assemble(gold=gold, systems={file.name: system}, training=None, mismatch=mismatch)
    except CwsdiagError as error:
        problems[file.stamp] = str(error)
        return False
    return True


def survey_file(file: File) -> Facts | str:
    """Return what a file is taken for and what is in it, or why it cannot be read."""
    options = file.options
    try:
        return survey(
            file.source(),
            role=file.role,
            format=options.format,
            encoding=options.encoding,
            normalise=options.normalise,
        )
    except CwsdiagError as error:
        return str(error)


def findings_on(files: FileSet, loaded: Loaded) -> list[Finding]:
    """Return what looks wrong where files meet, for those that can be read; nothing without a gold file."""
    unread: dict[str, str] = {}
    gold = _document(files.gold, unread)
    if gold is None:
        return []
    systems = {file.name: document for file in files.systems if (document := _document(file, unread)) is not None}
    return examine(gold=gold, systems=systems, training=loaded.dataset.training if loaded.dataset else None)


def about(file: File, findings: Sequence[Finding]) -> list[Finding]:
    """Return what was found about one file."""
    if file.role == "system":
        return [finding for finding in findings if finding.system == file.name]
    names = (file.file_name, str(file.path))
    return [finding for finding in findings if finding.system is None and finding.file in names]
