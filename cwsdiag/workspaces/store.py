"""Keeps what people upload, in a folder of the server: each workspace in a folder of its own, for a time, up to a size.

    LOCK                      whoever changes something holds it; it goes with the process that does
    3f0c…/                    a workspace, by the digest of its key (``keys``)
        content.json          what its files are to each other; the store does not look into it
        used                  its time is that of the last use
        files/77ab…           a file, by the SHA-256 of its bytes

All that is written is written beside its place and moved there: what a killed process leaves behind is called by a
point and 32 digits, and goes with the next sweep. Nothing that is called otherwise is ever removed: the folder may have
been somebody's before. Nobody can ask the store which workspaces there are.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import shutil
import sqlite3
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.errors import WorkspaceError
from cwsdiag.files import MEGABYTE
from cwsdiag.folders import made_private
from cwsdiag.languages import lazy
from cwsdiag.workspaces.keys import folder_name, is_key, new_key, reading_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_DAY = 24 * 60 * 60
# So long a file can be brought back that was taken out, and what is half written counts as being written.
_GRACE = 60 * 60
_LOCK_SECONDS = 30.0
_LOCK, _CONTENT, _USED, _FILES = "LOCK", "content.json", "used", "files"
_FOLDER = re.compile(r"[0-9a-f]{64}")
_HALF_MADE = re.compile(r"\.[0-9a-f]{32}")
_ELSEWHERE = lazy("It stays in this session only.")


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

    def make(self) -> Workspace:
        """Make an empty workspace that can be written to.

        Raises:
            WorkspaceError: the disk does not take it, or it is full.
        """
        key = new_key()
        workspace = Workspace(self, key, reading_key(key), may_write=True)
        with _on_disk():
            made_private(self.folder)
        self.sweep()
        with _on_disk():
            made = _half_made(self.folder)
            (made / _FILES).mkdir(mode=0o700, parents=True)
            made.chmod(0o700)
            (made / _USED).touch()
            (made / _CONTENT).touch()
            made.replace(workspace.folder)
        return workspace

    def open(self, key: str) -> Workspace | None:
        """Return the workspace of a writing or a reading key; None where there is none, or not any more.

        What is looked for on the disk is a digest of the key: how long that takes says nothing about other keys.
        """
        if not is_key(key):
            return None
        reading = reading_key(key)
        for workspace in (Workspace(self, key, reading, may_write=True), Workspace(self, key, key, may_write=False)):
            if workspace.text() is not None:
                workspace.use()
                return workspace
        return None

    def sweep(self) -> None:
        """Remove what has not been used for so long, and what killed processes left behind.

        Raises:
            WorkspaceError: something cannot be removed.
        """
        if not self.folder.is_dir():
            return
        with self.locked():
            for path in self.folder.iterdir():
                if _HALF_MADE.fullmatch(path.name) and _age(path) > _GRACE:
                    self.discard(path)
            self.discard_over()
            for path in self._workspaces():
                _drop_half_made(path)

    def discard_over(self) -> None:
        """Remove the workspaces whose time is over; whoever does holds the lock."""
        for path in self._workspaces():
            if self.is_over(path):
                self.discard(path)

    def _workspaces(self) -> list[Path]:
        # What is used as one was made by this store: others call folders by a digest, too.
        return [path for path in self.folder.iterdir() if _FOLDER.fullmatch(path.name) and (path / _USED).is_file()]

    def is_over(self, folder: Path) -> bool:
        """Tell whether the time of a workspace is over."""
        return _age(folder / _USED) > self.limits.days * _DAY

    def discard(self, folder: Path) -> None:
        """Remove a workspace: from one moment to the next, then file by file."""
        gone = folder if _HALF_MADE.fullmatch(folder.name) else _half_made(folder.parent)
        folder.replace(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def size(self) -> int:
        """Return how many bytes all workspaces have together."""
        return sum(_size(path / _FILES) for path in self._workspaces())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let nobody else change anything meanwhile.

        Raises:
            WorkspaceError: somebody else does for too long, or the disk refuses something.
        """
        # A lock of SQLite: there is one on every system, it waits no longer than told, and goes with its process.
        with _on_disk(), closing(sqlite3.connect(self.folder / _LOCK, _LOCK_SECONDS, isolation_level=None)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield


@dataclass(frozen=True)
class Workspace:
    """One workspace, as one of its keys opens it.

    Attributes:
        store: what it is in.
        key: that was given.
        reading_key: opens it, too, but only for reading.
        may_write: whether the key can change and remove it.
    """

    store: Store
    key: str
    reading_key: str
    may_write: bool

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self.store.folder / folder_name(self.reading_key)

    def path(self, digest: str) -> Path:
        """Return where a file lies."""
        return self.folder / _FILES / digest

    def text(self) -> str | None:
        """Return what was written last, empty for nothing; None where the workspace is gone or its time is over.

        Raises:
            WorkspaceError: it cannot be read.
        """
        if self.store.is_over(self.folder):
            return None
        with _on_disk():
            try:
                return (self.folder / _CONTENT).read_text("utf-8")
            except FileNotFoundError:
                return None

    def use(self) -> None:
        """Note that it is used; nobody waits for that to be exact."""
        if _age(self.folder / _USED) > _GRACE:
            with suppress(OSError):
                os.utime(self.folder / _USED)

    def keep(self, pieces: Iterable[bytes], *, beside: str = "") -> str:
        """Keep a file; return its digest, by which ``path`` finds it. It goes where ``write`` does not name it in time.

        Args:
            pieces: of the file, in turn.
            beside: names the files that were kept a moment ago and are written with this one: none makes room for it.

        Raises:
            WorkspaceError: it would be too large, the disk does not take it, the workspace is gone or only read.
        """
        self._check()
        part = _half_made(self.folder)
        hasher, size = hashlib.sha256(), 0
        try:
            with _on_disk(), part.open("xb") as out:
                for piece in pieces:
                    hasher.update(piece)
                    size += len(piece)
                    self._check_size(size)
                    out.write(piece)
            with self.store.locked():
                self._check()
                target = self.path(hasher.hexdigest())
                if not target.exists():
                    self._make_room(size, beside)
                part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        return hasher.hexdigest()

    def write(self, text: str, *, instead_of: str) -> bool:
        """Write what the files are to each other; files that it does not name go after an hour.

        Args:
            text: names files by their digests.
            instead_of: what was there, as whoever writes knows it.

        Returns:
            Whether it was written: not where somebody else has written something else meanwhile.

        Raises:
            WorkspaceError: the disk does not take it, the workspace is gone or cannot be changed.
        """
        with self.store.locked():
            self._check()
            if self.text() != instead_of:
                return False
            part = _half_made(self.folder)
            part.write_text(text, "utf-8")
            part.replace(self.folder / _CONTENT)
            os.utime(self.folder / _USED)
            self._drop_unnamed(text, instead_of)
        return True

    def remove(self) -> None:
        """Remove it with all its files; no key opens it any more.

        Raises:
            WorkspaceError: the disk refuses, or it cannot be changed.
        """
        self._check()
        with self.store.locked():
            self.store.discard(self.folder)

    def _check(self) -> None:
        if not self.may_write:
            raise WorkspaceError(
                lazy("This address shows files and cannot change them. Ask whoever sent it for a change.")
            )
        if self.store.is_over(self.folder):
            raise WorkspaceError(
                lazy("These files were removed from the server meanwhile. Files that are added now begin anew.")
            )

    def _check_size(self, size: int) -> None:
        if size > self.store.limits.megabytes * MEGABYTE:
            raise self._too_large()

    def _make_room(self, size: int, beside: str) -> None:
        """Make room for a file: what nobody names any more goes, and workspaces whose time is over."""
        files = self.folder / _FILES
        if _size(files) + size > self.store.limits.megabytes * MEGABYTE:
            self._drop_unnamed(self.text() or "", beside, grace=0)
            if _size(files) + size > self.store.limits.megabytes * MEGABYTE:
                raise self._too_large()
        most = self.store.limits.total_megabytes * MEGABYTE
        if self.store.size() + size > most:
            self.store.discard_over()
        if self.store.size() + size > most:
            raise WorkspaceError(
                lazy(
                    "The server keeps no more than {most:,} MB of files for all people together, and these are "
                    "reached. {elsewhere}",
                    most=self.store.limits.total_megabytes,
                    elsewhere=_ELSEWHERE,
                )
            )

    def _too_large(self) -> WorkspaceError:
        return WorkspaceError(
            lazy(
                "The server keeps no more than {most:,} MB of files for one person. {elsewhere} Remove files that are "
                "not needed, or give them packed by gzip.",
                most=self.store.limits.megabytes,
                elsewhere=_ELSEWHERE,
            )
        )

    def _drop_unnamed(self, text: str, before: str, *, grace: float = _GRACE) -> None:
        for path in (self.folder / _FILES).iterdir():
            if path.name in text:
                continue
            if path.name in before:
                os.utime(path)
            elif _age(path) >= grace:
                path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    """Return how many seconds ago something was touched last; that what is missing never was, is long ago."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")


def _half_made(folder: Path) -> Path:
    """Return what something in a folder is called until it is whole."""
    return folder / f".{secrets.token_hex(16)}"


def _drop_half_made(folder: Path) -> None:
    for path in folder.glob(".*"):
        if _HALF_MADE.fullmatch(path.name) and _age(path) > _GRACE:
            path.unlink(missing_ok=True)


def _size(folder: Path) -> int:
    try:
        with os.scandir(folder) as entries:
            return sum(entry.stat().st_size for entry in entries)
    except FileNotFoundError:  # removed meanwhile
        return 0


@contextmanager
def _on_disk() -> Iterator[None]:
    """Say what the disk refuses."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", None))
        reason = lazy("its disk is full") if full else error.strerror or str(error)
        raise WorkspaceError(
            lazy("The server cannot keep files ({reason}). {elsewhere}", reason=reason, elsewhere=_ELSEWHERE)
        ) from None
    except sqlite3.Error as error:
        raise WorkspaceError(
            lazy(
                "The server cannot keep files now ({error}). {elsewhere} Try again.",
                error=str(error),
                elsewhere=_ELSEWHERE,
            )
        ) from None
