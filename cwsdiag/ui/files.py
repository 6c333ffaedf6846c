"""The files of a dataset before they are one: where each comes from, and how it is to be read."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ReadError
from cwsdiag.formats import NORMALISATIONS
from cwsdiag.formats.base import shown
from cwsdiag.ui.rooted import real_path

# Named here too: whoever has to do with files has to do with these.
from cwsdiag.ui.watching import Told as Told
from cwsdiag.ui.watching import WatchedSource as WatchedSource

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Track
    from cwsdiag.doctor import Fix
    from cwsdiag.formats import Role, Source
    from cwsdiag.project import DatasetSpec

Stamp = tuple[str, ...]
_LONGEST_NAME = 200


@dataclass(frozen=True)
class Edit:
    """What a session made of a system of a project: how it is called there, and whether it is hidden."""

    name: str
    hidden: bool = False


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
        root: the folder that ``path`` must lie in, for a file that was opened by its path from there, ``file_name``.
        size: number of bytes.
        hidden: whether a system is kept, but left out of all pages.
        track: of a system; None where it is not known.
    """

    role: Role
    name: str
    file_name: str
    content: str
    path: Path | None = None
    data: bytes = field(default=b"", repr=False, compare=False)
    options: ReadOptions = field(default_factory=ReadOptions)
    root: Path | None = None
    size: int = field(default=0, compare=False)
    hidden: bool = False
    track: Track | None = None

    @classmethod
    def uploaded(cls, role: Role, file_name: str, data: bytes, *, name: str = "") -> File:
        """Return a file from the bytes somebody uploaded."""
        digest = hashlib.sha256(data).hexdigest()
        return cls(role, name or file_name, file_name, digest, data=data, size=len(data))

    @classmethod
    def on_disk(cls, role: Role, path: Path, options: ReadOptions, *, name: str, file_name: str) -> File:
        """Return a file of a project. When it changes on the disk, so does ``content``."""
        content, size = _state(path)
        return cls(role, name or file_name, file_name, content, path=path, options=options, size=size)

    @classmethod
    def under(cls, root: Path, name: str, role: Role) -> File:
        """Return a file by its path from a folder.

        Raises:
            ReadError: there is none, or it lies elsewhere.
        """
        path = real_path(root, name)
        content, size = _state(path)
        called = system_name(path.name) if role == "system" else name
        return cls(role, called, name, content, path=path, root=root, size=size)

    def renewed(self) -> File:
        """Return the file as it is on the disk now."""
        if self.path is None:
            return self
        content, size = _state(self.path)
        return self if content == self.content else replace(self, content=content, size=size)

    @property
    def stamp(self) -> str:
        """Says all that the result of reading it depends on."""
        options = self.options
        reading = (options.encoding, options.format, options.normalise)
        return repr((self.role, self.name, self.content, *reading, self.track))

    def normalised(self, names: Sequence[str]) -> File:
        """Return the file read with these normalisations and no others."""
        return replace(self, options=replace(self.options, normalise=tuple(dict.fromkeys(names))))

    def source(self, told: Told | None = None) -> Source:
        """Return its bytes, under the name that messages show.

        Raises:
            ReadError: they cannot be had.
        """
        if self.path is None:
            return replace(WatchedSource.from_bytes(self.file_name, self.data), told=told)
        # Looked up again: a link may have taken the place of what was opened.
        path = self.path if self.root is None else real_path(self.root, self.file_name)
        try:
            source = WatchedSource.from_path(path)
        except ReadError as error:
            raise ReadError(str(error).replace(str(path), self.file_name)) from None
        return replace(source, name=shown(self.file_name, _LONGEST_NAME), told=told)


def system_name(file_name: str) -> str:
    """Return what a system is called at first: its file's name without what comes behind the last point."""
    return PurePath(file_name).stem.strip() or file_name


def _state(path: Path) -> tuple[str, int]:
    """Return what tells one state of a file on disk from another, and its size."""
    try:
        status = path.stat()
    except OSError:
        return f"{path} missing", 0
    return f"{path} {status.st_mtime_ns} {status.st_size}", status.st_size


@dataclass(frozen=True)
class FileSet:
    """The files of one dataset; some may be missing yet.

    A project may want BASE and TOP among the systems. ``weights`` says how hard each gold word is: it is no text of
    the dataset, so it has no part in what is asked of ``files``, and is read in the role of what it speaks of, gold.
    """

    name: str = ""
    gold: File | None = None
    training: File | None = None
    systems: tuple[File, ...] = ()
    mismatch: Mismatch = "error"
    baselines: bool = False
    weights: File | None = None

    @classmethod
    def of_project(cls, spec: DatasetSpec) -> FileSet:
        """Return the files that a project names."""
        others = [path for path in (spec.train, spec.weights) if path is not None]
        paths = [spec.gold, *others, *(system.prediction for system in spec.systems)]
        # Messages name files by what tells them apart: where the server keeps them is nobody's business.
        top = os.path.commonpath([path.absolute().parent for path in paths])

        def file(role: Role, path: Path, options: ReadOptions, name: str = "") -> File:
            return File.on_disk(role, path, options, name=name, file_name=os.path.relpath(path.absolute(), top))

        return cls(
            name=spec.name,
            gold=file("gold", spec.gold, spec.options),
            training=None if spec.train is None else file("training", spec.train, spec.train_options or spec.options),
            systems=tuple(
                replace(file("system", system.prediction, system.options, system.name), track=system.track)
                for system in spec.systems
            ),
            mismatch=spec.mismatch,
            baselines=spec.baselines,
            weights=None if spec.weights is None else file("gold", spec.weights, ReadOptions()),
        )

    @property
    def on_disk(self) -> bool:
        """Whether the files lie on the server's disk, for everybody; uploads are somebody's own."""
        return all(file.path is not None for file in self.files)

    @property
    def stamp(self) -> Stamp:
        """Says all that the dataset depends on."""
        weights = () if self.weights is None else (f"weights {self.weights.stamp}",)
        return (self.name, self.mismatch, *(file.stamp for file in self.files), *weights)

    @property
    def hidden(self) -> frozenset[str]:
        """Names of the systems that are hidden."""
        return frozenset(system.name for system in self.systems if system.hidden)

    @property
    def tracks(self) -> dict[str, Track]:
        """The track of each system by its name, as far as known."""
        return {system.name: system.track for system in self.systems if system.track is not None}

    @property
    def size(self) -> int:
        """Number of bytes of all files."""
        return sum(file.size for file in (*self.files, self.weights) if file is not None)

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

    def edited(self, edits: Mapping[str, Edit]) -> FileSet:
        """Return the set with its systems named and hidden as a session wants it; as it is where names would clash."""
        systems = tuple(
            replace(file, name=edit.name, hidden=edit.hidden) if (edit := edits.get(file.name)) else file
            for file in self.systems
        )
        clash = len({file.name for file in systems}) < len({file.name for file in self.systems})
        return self if clash else replace(self, systems=systems)

    def renewed(self) -> FileSet:
        """Return the set as its files are on the disk now."""
        return self._mapped(File.renewed)

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
