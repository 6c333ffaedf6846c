"""The files of a dataset before they are one."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cwsdiag.dataset import ReadOptions
from cwsdiag.loading import DOCUMENTS, GOLD, TRAINING, WEIGHTS, DatasetFiles, TextFile
from cwsdiag.project.specs import StudySpec

# Named here too: whoever has to do with files has to do with these.
from cwsdiag.ui.data.file import File as File
from cwsdiag.ui.data.file import system_name as system_name
from cwsdiag.ui.data.watching import BytesListener as BytesListener

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Track
    from cwsdiag.errors import Fix
    from cwsdiag.formats import Role
    from cwsdiag.loading import Part
    from cwsdiag.project.specs import DatasetSpec, SystemSpec

Stamp = tuple[str, ...]


@dataclass(frozen=True)
class Edit:
    """What a session made of a system of a project."""

    name: str
    hidden: bool = False
    track: Track | None = None
    trained_on: str | None = None
    parts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, file: File) -> Edit:
        """Return what a system is like."""
        return cls(file.name, file.hidden, file.track, file.trained_on, file.parts)

    def done(self, file: File) -> File:
        """Return a system as it is wanted."""
        said = replace(file, name=self.name, hidden=self.hidden, track=self.track)
        return replace(said, trained_on=self.trained_on, parts=self.parts)


@dataclass(frozen=True)
class FileSet:
    """The files of one dataset; some may be missing yet.

    A project may want BASE and TOP among the systems. ``weights`` says how hard each gold word is: it is no text of
    the dataset, so it has no part in what is asked of ``files``, and is read in the role of what it speaks of, gold.
    So is ``documents``, which says which document each gold sentence is of. ``idioms`` is a list of words, in which
    nothing of the dataset lies.

    ``dev``, more text like gold, and ``transferred``, the systems that were trained on another dataset, are only for
    studies over several datasets: they are not among the ``files`` either, and have stamps of their own.

    ``study`` says how it is compared with the others of the project that it came with.

    ``raw`` are texts without blanks between words that the others are checked by, ``out`` what is kept and not used.
    """

    name: str = ""
    gold: File | None = None
    training: File | None = None
    systems: tuple[File, ...] = ()
    mismatch: Mismatch = "error"
    baselines: bool = False
    weights: File | None = None
    documents: File | None = None
    idioms: File | None = None
    dev: File | None = None
    transferred: tuple[File, ...] = ()
    raw: tuple[File, ...] = ()
    out: tuple[File, ...] = ()
    study: StudySpec = StudySpec()

    @classmethod
    def of_project(cls, spec: DatasetSpec, study: StudySpec) -> FileSet:
        """Return the files that a project names, and how it compares them with others."""
        predictions = (system.prediction for system in (*spec.systems, *spec.transferred))
        optional = (spec.train, spec.weights, spec.documents, spec.idioms, spec.dev)
        paths = [path for path in (spec.gold, *optional, *predictions) if path is not None]
        # Messages name files by what tells them apart: where the server keeps them is nobody's business.
        top = os.path.commonpath([path.absolute().parent for path in paths])

        def named(path: Path) -> str:
            return os.path.relpath(path.absolute(), top)

        def file(role: Role, path: Path | None, options: ReadOptions) -> File | None:
            return None if path is None else File.on_disk(role, path, options, name="", file_name=named(path))

        def predictions_of(systems: Iterable[SystemSpec]) -> tuple[File, ...]:
            return tuple(File.of_system(system, file_name=named(system.prediction)) for system in systems)

        return cls(
            name=spec.name,
            gold=file("gold", spec.gold, spec.options),
            training=file("training", spec.train, spec.train_options or spec.options),
            systems=predictions_of(spec.systems),
            mismatch=spec.mismatch,
            baselines=spec.baselines,
            weights=file("gold", spec.weights, ReadOptions()),
            documents=file("gold", spec.documents, ReadOptions()),
            idioms=file("gold", spec.idioms, ReadOptions()),
            dev=file("gold", spec.dev, spec.options),
            transferred=predictions_of(spec.transferred),
            study=study,
        )

    @property
    def stamp(self) -> Stamp:
        """Says all that the dataset depends on."""
        beside = {"weights": self.weights, "documents": self.documents}
        stamps = (f"{what} {file.stamp}" for what, file in beside.items() if file is not None)
        return (self.name, self.mismatch, *(file.stamp for file in self.files), *stamps)

    @property
    def corpus_stamp(self) -> Stamp:
        """Says all that the texts of the dataset depend on: nothing of its systems."""
        texts = {"gold": self.gold, "training": self.training, "dev": self.dev}
        return (self.name, *(f"{what} {file.stamp}" for what, file in texts.items() if file is not None))

    @property
    def corpus_size(self) -> int:
        """Number of bytes of the texts."""
        return sum(file.size for file in (self.gold, self.training, self.dev) if file is not None)

    @property
    def transfer_stamp(self) -> Stamp:
        """Says all that depends on the systems of which it is known what they were trained on."""
        gold = "" if self.gold is None else self.gold.stamp
        systems = (*self.systems, *self.transferred)
        learnt = (repr((file.stamp, file.hidden, file.model, file.trained_on)) for file in systems)
        return (self.name, self.mismatch, gold, *learnt)

    @property
    def hidden(self) -> frozenset[str]:
        """Names of the systems that are hidden."""
        return frozenset(system.name for system in self.systems if system.hidden)

    @property
    def parts(self) -> dict[Part, File]:
        """The files that make up the dataset, by what they are to it."""
        parts: dict[Part, File | None] = {GOLD: self.gold, TRAINING: self.training}
        parts |= {WEIGHTS: self.weights, DOCUMENTS: self.documents}
        parts |= {("system", system.name): system for system in self.systems}
        parts |= {("raw", text.key): text for text in self.raw}
        return {part: file for part, file in parts.items() if file is not None}

    def described(self, told: BytesListener | None = None) -> DatasetFiles:
        """Return what is to be read; ``told`` is told of each piece that was."""

        def text(file: File | None) -> TextFile | None:
            return None if file is None else TextFile(partial(file.source, told), file.options)

        def texts(systems: Iterable[File]) -> dict[str, TextFile]:
            return {file.name: TextFile(partial(file.source, told), file.options) for file in systems}

        everything = (*self.systems, *self.transferred)
        return DatasetFiles(
            gold=text(self.gold),
            systems=texts(self.systems),
            training=text(self.training),
            dev=text(self.dev),
            weights=None if self.weights is None else partial(self.weights.source, told),
            documents=None if self.documents is None else partial(self.documents.source, told),
            name=self.name,
            mismatch=self.mismatch,
            tracks={file.name: file.track for file in everything if file.track is not None},
            run_of={file.name: file.run_of for file in self.systems if file.run_of is not None},
            transferred=texts(self.transferred),
            raw={file.key: TextFile(partial(file.source, told), file.options) for file in self.raw},
            trained_on={
                file.name: (file.model or file.name, file.trained_on)
                for file in everything
                if file.trained_on is not None and not file.hidden
            },
        )

    @property
    def size(self) -> int:
        """Number of bytes of all files."""
        beside = (self.weights, self.documents, self.idioms)
        return sum(file.size for file in (*self.files, *beside) if file is not None)

    @property
    def files(self) -> tuple[File, ...]:
        """All texts that are read, gold first."""
        first = (self.gold, self.training)
        return (*(file for file in first if file is not None), *self.systems, *self.raw)

    @property
    def everything(self) -> tuple[File, ...]:
        """All files that a person can place, what is not used last; ``all_files`` are more."""
        return (*self.files, *(() if self.weights is None else (self.weights,)), *self.out)

    def with_file(self, file: File) -> FileSet:
        """Return the set with a file in its place, by its role: the only gold, the only training data, one more system.

        A system takes the place of one of the same name.
        """
        match file.role:
            case "gold":
                return replace(self, gold=file)
            case "training":
                return replace(self, training=file)
            case "weights":
                return replace(self, weights=file)
            case "raw":
                return replace(self, raw=(*self.raw, file))
            case "out":
                return replace(self, out=(*self.out, file))
        names = [system.name for system in self.systems]
        if file.name in names:
            place = names.index(file.name)
            return replace(self, systems=(*self.systems[:place], file, *self.systems[place + 1 :]))
        return replace(self, systems=(*self.systems, file))

    def without(self, file: File) -> FileSet:
        """Return the set without a file."""

        def kept(one: File | None) -> File | None:
            return None if one == file else one

        def others(files: tuple[File, ...]) -> tuple[File, ...]:
            return tuple(one for one in files if one != file)

        return replace(
            self,
            gold=kept(self.gold),
            # They are the documents of that gold file.
            documents=self.documents if self.gold != file else None,
            training=kept(self.training),
            weights=kept(self.weights),
            systems=others(self.systems),
            raw=others(self.raw),
            out=others(self.out),
        )

    def replacing(self, old: File, new: File) -> FileSet:
        """Return the set with ``new`` where ``old`` was."""
        return self.mapped(lambda file: new if file == old else file)

    def edited(self, edits: Mapping[str, Edit]) -> FileSet:
        """Return the set with its systems named and hidden as a session wants it; as it is where names would clash."""
        systems = tuple(edit.done(file) if (edit := edits.get(file.name)) else file for file in self.systems)
        clash = len({file.name for file in systems}) < len({file.name for file in self.systems})
        return self if clash else replace(self, systems=systems)

    def renewed(self) -> FileSet:
        """Return the set as its files are on the disk now."""
        return self.mapped(File.renewed)

    def fixed(self, fix: Fix) -> FileSet:
        """Return the set with a normalisation that the doctor found to mend it.

        All files are normalised alike: gold and systems must have the same characters, training data the same words.
        """
        return self.mapped(lambda file: file.normalised((*file.options.normalise, fix)))

    def as_they_are(self) -> FileSet:
        """Return the set with the characters of all files as they are."""
        return self.mapped(lambda file: file.normalised(()))

    def mapped(self, change: Callable[[File], File | None]) -> FileSet:
        """Return the set with something done to every file, whatever it is to the set; None takes it out."""

        def done(value: Any) -> Any:
            if isinstance(value, File):
                return change(value)
            if isinstance(value, tuple):
                return tuple(new for new in map(done, value) if new is not None)
            return value

        return replace(self, **{field.name: done(getattr(self, field.name)) for field in fields(self)})

    @property
    def all_files(self) -> tuple[File, ...]:
        """All files, whatever they are to the set: also those that no person has placed and only studies read."""
        values = [getattr(self, field.name) for field in fields(self)]
        each = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
        return tuple(one for one in each if isinstance(one, File))
