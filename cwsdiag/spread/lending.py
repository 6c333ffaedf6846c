"""What tasks share, as workers elsewhere get it: sent to them once, or as files of a folder that they see."""

from __future__ import annotations

import hashlib
import pickle
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from cwsdiag.errors import SettingError, WorkerError
from cwsdiag.files import trouble, write_whole
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from types import TracebackType

# Below this settings are part of what is said of a task; above it the scheduler is spared them.
_SMALL = 1 << 20
# Files of work that was killed go when they are so many seconds old.
_FORGOTTEN = 7 * 24 * 60 * 60


@dataclass(frozen=True)
class Lent:
    """Something that is shared as a file.

    Attributes:
        path: the same for all.
        digest: SHA-256 (hex) of what is in it.
    """

    path: Path
    digest: str


class UnsentError(Exception):
    """A worker went a moment ago to which something was to be sent."""


# What this worker has read of the work that it does now.
_held: dict[Path, Any] = {}
_reading = threading.Lock()


def held(one: object) -> object:
    """Return what is shared: itself, or what is in its file, which a worker reads once.

    Raises:
        WorkerError: the file is not there, or not whole.
    """
    if not isinstance(one, Lent):
        return one
    with _reading:
        if one.path not in _held:
            for path in [path for path in _held if path.parent != one.path.parent]:
                del _held[path]
            _held[one.path] = pickle.loads(_content(one))
        return _held[one.path]


def _content(one: Lent) -> bytes:
    with suppress(OSError):
        content = one.path.read_bytes()
        if hashlib.sha256(content).hexdigest() == one.digest:
            return content
    raise WorkerError(
        lazy(
            "{path}: a worker cannot read what is shared there. Check that all machines see the same folder.",
            path=one.path,
        )
    )


class Lending:
    """What one piece of work shares with the workers of a scheduler; as a context, it is taken away at its end."""

    def __init__(self, client: Any, shared: Mapping[str, object], folder: Path | None) -> None:
        """Lend nothing yet.

        Args:
            client: connected to the scheduler.
            shared: by name.
            folder: that all workers see; None to send.
        """
        self._client = client
        self._shared = shared
        self._given: dict[str, Any] = {}
        self._folder = None if folder is None else folder / "sent" / uuid4().hex
        self.seen: str | None = None

    def __enter__(self) -> Lending:
        if self._folder is not None:
            try:
                self._folder.mkdir(parents=True)
                self._forget(self._folder.parent)
                write_whole(self._folder / "seen", self._folder.name.encode("ascii"))
            except OSError as error:
                raise _unusable(self._folder, error) from None
            self.seen = str(self._folder / "seen")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    @staticmethod
    def _forget(folder: Path) -> None:
        """Remove what was shared by work that ended without doing so."""
        for one in folder.iterdir():
            with suppress(OSError):
                if time.time() - one.stat().st_mtime > _FORGOTTEN:
                    shutil.rmtree(one, ignore_errors=True)

    def one(self, name: str, workers: Collection[str]) -> object:
        """Return what stands for something shared in what a worker is told: a file, or what was sent to one of them.

        From there the others fetch it, each process once.

        Raises:
            UnsentError: it could not be sent.
        """
        given = self._given.get(name)
        if given is None or getattr(given, "status", "finished") not in ("finished", "pending"):
            value = self._shared[name]
            given = self._sent(value, workers) if self._folder is None else self._written(value, self._folder)
            self._given[name] = given
        return given

    def setting(self, value: object, workers: Collection[str]) -> object:
        """Return what stands for a setting: itself, where it is small."""
        return self._sent(value, workers) if isinstance(value, bytes) and len(value) > _SMALL else value

    def _sent(self, value: object, workers: Collection[str]) -> Any:
        # In a list: of a set or a tuple it would send each element by itself.
        try:
            (sent,) = self._client.scatter([value], workers=sorted(workers), hash=False)
        except (KeyError, OSError, TimeoutError):  # the first is what the scheduler says of a worker that is gone
            raise UnsentError from None
        return sent

    @staticmethod
    def _written(value: object, folder: Path) -> Lent:
        content = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        digest = hashlib.sha256(content).hexdigest()
        try:
            write_whole(folder / digest, content)
        except OSError as error:
            raise _unusable(folder, error) from None
        return Lent(folder / digest, digest)


def _unusable(folder: Path, error: OSError) -> SettingError:
    return SettingError(
        lazy(
            "{folder}: nothing can be shared there: {problem} Or name another folder, or share none.",
            folder=folder,
            problem=trouble(error),
        )
    )
