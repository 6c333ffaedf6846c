"""Workspaces: files that people gave a server, each set under a key that nobody can guess.

A key is 256 random bits. On the disk each workspace has a folder of its own, for a time, up to a size. It is called by
a digest of the key: who lists the disk has no key.

    3f0c…/                    a workspace, by the digest of its key
        content.json          what its files are to each other; the store does not look into it
        used                  its time is that of the last use
        files/77ab…           a file, by the SHA-256 of its bytes

A file gets its name when it is whole. Of two who write at once the later one wins; what a content does not name goes
with a later one, but not at once: another tab may be about to name it. Only folders with ``used`` in them are ever
removed: the folder may have been somebody's before. Nobody can ask the store which workspaces there are.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cwsdiag.errors import WorkspaceError
from cwsdiag.files import MEGABYTE, private_folder, trouble, write_whole
from cwsdiag.languages import lazy

_MINUTE, _DAY = 60, 24 * 60 * 60
_BYTES = 32
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")
_FOLDER = re.compile(r"[0-9a-f]{64}")
_ELSEWHERE = lazy("It stays in this session only.")


def new_key() -> str:
    """Return a key that nobody has."""
    return secrets.token_urlsafe(_BYTES)


def is_key(text: str) -> bool:
    """Tell whether a text can be a key at all."""
    return _KEY.fullmatch(text) is not None


def folder_name(key: str) -> str:
    """Return the name of the folder of a workspace."""
    # Two digests: version 0.2.0 had a second key between them, and its workspaces are found again.
    middle = base64.urlsafe_b64encode(hashlib.sha256(b"cwsdiag reading key " + key.encode()).digest()).rstrip(b"=")
    return hashlib.sha256(b"cwsdiag workspace " + middle).hexdigest()


@dataclass(frozen=True)
class Limits:
    """What the owner of a server allows.

    Attributes:
        days: how long after its last use a workspace is kept.
        megabytes: how large one may be.
        total_megabytes: how large all may be together.
    """

    days: int = 30
    megabytes: int = 200
    total_megabytes: int = 2_000


@dataclass(frozen=True)
class Store:
    """All workspaces of a server.

    Attributes:
        folder: where they lie; made at first use, for its owner alone.
        limits: what is allowed.
    """

    folder: Path
    limits: Limits = Limits()

    def workspace(self, key: str) -> Workspace:
        """Return the workspace of a key, which is empty until something is written to it."""
        return Workspace(self.folder / folder_name(key), self)

    def sweep(self) -> None:
        """Remove the workspaces whose time is over.

        Raises:
            WorkspaceError: the folder cannot be read.
        """
        with _on_disk():
            for workspace in self.workspaces():
                if workspace.is_over():
                    workspace.remove()

    def workspaces(self) -> list[Workspace]:
        """Return what is on the disk, also that whose time is over."""
        paths = self.folder.iterdir() if self.folder.is_dir() else ()
        # Others call folders by a digest, too; only ours have ``used``.
        return [Workspace(path, self) for path in paths if _FOLDER.fullmatch(path.name) and (path / "used").is_file()]


@dataclass(frozen=True)
class Workspace:
    """One workspace.

    Attributes:
        folder: where it lies, once something was written.
        store: what it is in.
    """

    folder: Path
    store: Store

    def path(self, digest: str) -> Path:
        """Return where a file lies."""
        return self.folder / "files" / digest

    def is_over(self) -> bool:
        """Tell whether its time is over."""
        return _age(self.folder / "used") > self.store.limits.days * _DAY

    def read(self) -> str:
        """Return the content that was written last; empty where there is none, or its time is over. That is use.

        Raises:
            WorkspaceError: it cannot be read.
        """
        if self.is_over():
            return ""
        with _on_disk():
            try:
                text = (self.folder / "content.json").read_text("utf-8", errors="replace")
            except FileNotFoundError:
                return ""
            (self.folder / "used").touch()
        return text

    def add(self, data: bytes) -> str:
        """Keep a file; return its digest, by which ``path`` finds it and a content is to name it soon.

        Raises:
            WorkspaceError: there is no room for it, or the disk does not take it.
        """
        digest = hashlib.sha256(data).hexdigest()
        path = self.path(digest)
        with _on_disk():
            self._make()
            if path.exists():
                path.touch()
            else:
                self._check_room(len(data))
                write_whole(path, data)
        return digest

    def write(self, content: str) -> None:
        """Write what the files are to each other; those that it does not name go.

        Raises:
            WorkspaceError: the disk does not take it.
        """
        with _on_disk():
            self._make()
            write_whole(self.folder / "content.json", content.encode("utf-8"))
            for path in (self.folder / "files").iterdir():
                if path.name not in content and _age(path) > _MINUTE:
                    path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove it with all its files.

        Raises:
            WorkspaceError: the disk refuses.
        """
        # First what names the files, last what says that the folder is one of ours.
        with _on_disk():
            (self.folder / "content.json").unlink(missing_ok=True)
        shutil.rmtree(self.folder / "files", ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def size(self) -> int:
        """Return how many bytes its files have."""
        try:
            with os.scandir(self.folder / "files") as entries:
                return sum(entry.stat().st_size for entry in entries)
        except FileNotFoundError:  # removed meanwhile
            return 0

    def _make(self) -> None:
        if self.is_over():
            self.remove()
        private_folder(self.folder / "files")
        (self.folder / "used").touch()

    def _check_room(self, size: int) -> None:
        limits = self.store.limits
        if self.size() + size > limits.megabytes * MEGABYTE:
            raise WorkspaceError(
                lazy(
                    "The server keeps no more than {most:,} MB of files for one person. {elsewhere} Remove files that "
                    "are not needed, or give them packed by gzip.",
                    most=limits.megabytes,
                    elsewhere=_ELSEWHERE,
                )
            )
        self.store.sweep()
        if sum(one.size() for one in self.store.workspaces()) + size > limits.total_megabytes * MEGABYTE:
            raise WorkspaceError(
                lazy(
                    "The server keeps no more than {most:,} MB of files for all people together, and these are "
                    "reached. {elsewhere}",
                    most=limits.total_megabytes,
                    elsewhere=_ELSEWHERE,
                )
            )


def _age(path: Path) -> float:
    """Return how many seconds ago something was touched last; of what is missing, infinitely many."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")


@contextmanager
def _on_disk() -> Iterator[None]:
    """Raise what the disk refuses as one message."""
    try:
        yield
    except OSError as error:
        raise WorkspaceError(
            lazy("The server cannot keep files: {problem} {rest}", problem=trouble(error), rest=_ELSEWHERE)
        ) from None
