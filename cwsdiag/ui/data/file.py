"""A file before it is read: where it comes from, and how it is to be read."""

from __future__ import annotations

import hashlib
import os
import secrets
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag.dataset import ReadOptions
from cwsdiag.languages.visible import visible
from cwsdiag.ui.data.rooted import real_path
from cwsdiag.ui.data.watching import WatchedSource

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cwsdiag.dataset import Track
    from cwsdiag.doctor import Place
    from cwsdiag.formats import Source
    from cwsdiag.project.specs import SystemSpec
    from cwsdiag.ui.data.watching import BytesListener

# Of this process: what a file's state is told by means nothing to anybody else.
_SECRET = secrets.token_bytes(32)


@dataclass(frozen=True)
class File:
    """A file and how to read it.

    Attributes:
        role: what it is to be.
        name: what the person calls it: a system's name, otherwise the file's.
        file_name: of the file, as it was uploaded or named.
        content: identifies what is in it; two files with the same one are the same.
        path: where it lies; None for an upload that is held in memory.
        data: the bytes of an upload that is held in memory.
        options: how to read it.
        root: the folder that ``path`` must lie in, for a file that was opened by its path from there, ``file_name``.
        size: number of bytes.
        hidden: whether a system is kept, but left out of all pages.
        track: of a system; None where it is not known.
        model: the name that a project gives a system, whatever a session calls it; empty where no project names it.
        trained_on: the dataset of the project that a system was trained on; None where it is not known.
        run_of: of a system that is one of several runs of a model, what those are called together; None of others.
        parts: of a system, what it is made of: the value of each part.
        version: of a system; None where it is not said.
        is_kept: whether it lies in a workspace, as what ``content`` says for ever.
        mark: of a file that tells private gold, what stands for its digest in signatures. They reach the browser, and
            on a digest somebody with nearly all words right could try out the rest.
        chosen: whether the person said what it is to be; else that is what was proposed.
    """

    role: Place
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
    model: str = ""
    trained_on: str | None = None
    run_of: str | None = None
    parts: tuple[tuple[str, str], ...] = ()
    is_kept: bool = False
    mark: str = ""
    chosen: bool = False

    @classmethod
    def uploaded(cls, role: Place, file_name: str, data: bytes, *, name: str = "") -> File:
        """Return a file from the bytes somebody uploaded; what is hidden in its name is written out."""
        file_name = visible(file_name)
        digest = hashlib.sha256(data).hexdigest()
        return cls(role, name or file_name, file_name, digest, data=data, size=len(data))

    @classmethod
    def on_disk(cls, role: Place, path: Path, options: ReadOptions, *, name: str, file_name: str) -> File:
        """Return a file of a project. When it changes on the disk, so does ``content``."""
        content, size = _state(path)
        return cls(role, name or file_name, file_name, content, path=path, options=options, size=size)

    @classmethod
    def of_system(cls, spec: SystemSpec, *, file_name: str) -> File:
        """Return the prediction of a project's system."""
        file = cls.on_disk("system", spec.prediction, spec.options, name=spec.name, file_name=file_name)
        said = replace(file, track=spec.track, model=spec.model, trained_on=spec.trained_on, hidden=spec.hidden)
        return replace(said, run_of=spec.run_of, parts=spec.parts)

    @classmethod
    def under(cls, root: Path, name: str, role: Place) -> File:
        """Return a file by its path from a folder.

        Raises:
            ReadError: there is none, or it lies elsewhere.
        """
        path = real_path(root, name)
        content, size = _state(path)
        called = system_name(path.name) if role == "system" else name
        return cls(role, called, name, content, path=path, root=root, size=size)

    def kept_at(self, path: Path) -> File:
        """Return an upload that lies in a workspace now, and is held in memory no more."""
        return replace(self, path=path, data=b"", is_kept=True)

    def renewed(self) -> File:
        """Return the file as it is on the disk now."""
        if self.path is None or self.is_kept:
            return self
        content, size = _state(self.path)
        return self if content == self.content else replace(self, content=content, size=size)

    @property
    def stamp(self) -> str:
        """Says all that the result of reading it depends on."""
        options = self.options
        reading = (options.encoding, options.format, options.normalise, options.separator, options.strip)
        return repr((self.role, self.name, self.content, *reading, self.track, self.run_of))

    @property
    def key(self) -> str:
        """Tells it from all others of a session, whatever they are to be and however they are read."""
        return f"{self.file_name} {self.content}"

    def placed(self, place: Place, *, chosen: bool) -> File:
        """Return the file as what it is to be; only systems have names of their own."""
        if place == self.role:
            return replace(self, chosen=chosen)
        name = system_name(self.file_name) if place == "system" else self.file_name
        return replace(self, role=place, name=name, hidden=False, run_of=None, parts=(), chosen=chosen)

    def normalised(self, names: Sequence[str]) -> File:
        """Return the file read with these normalisations and no others."""
        return replace(self, options=replace(self.options, normalise=tuple(dict.fromkeys(names))))

    def source(self, told: BytesListener | None = None) -> Source:
        """Return its bytes, under the name that messages show.

        Raises:
            ReadError: they cannot be had.
        """
        if self.path is None:
            return replace(WatchedSource.from_bytes(self.file_name, self.data), told=told, mark=self.mark)
        # Looked up again: a link may have taken the place of what was opened.
        path = self.path if self.root is None else real_path(self.root, self.file_name)
        return replace(WatchedSource.from_path(path, name=self.file_name), told=told)


def system_name(file_name: str) -> str:
    """Return what a system is called at first: its file's name without what comes behind the last point."""
    return visible(PurePath(file_name).stem.strip() or file_name)


def model_of(file: File) -> str:
    """Return what the project calls a system, whatever this session calls it."""
    return file.model or file.name


def _state(path: Path) -> tuple[str, int]:
    """Return what tells one state of a file on disk from another, and its size.

    The browser gets it in the keys of what is drawn of the file: a digest, that nobody who guesses can try out.
    """
    try:
        status = path.stat()
        said, size = f"{status.st_mtime_ns} {status.st_size}", status.st_size
    except OSError:
        said, size = "missing", 0
    return hashlib.blake2b(os.fsencode(path) + b"\0" + said.encode(), key=_SECRET, digest_size=20).hexdigest(), size
