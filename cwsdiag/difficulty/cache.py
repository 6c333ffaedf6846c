"""A folder that keeps models, so that none is learnt twice: of committees, and of the built-in segmenter.

Settings and training data have a folder of their own, a model a file in it. What is in a file is checked when it is
read: one that is broken counts as not there. The folder has a size: the models whose last use is longest ago go first,
and none that was used a moment ago, which may be in use.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from cwsdiag.errors import ReadError, SettingError
from cwsdiag.files import bytes_told, read_whole, trouble, write_whole
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

VARIABLE = "CWSDIAG_CACHE"
SIZE_VARIABLE = "CWSDIAG_CACHE_MB"
DEFAULT_MEGABYTES = 5_000
# So many seconds after its last use a model counts as in use.
IN_USE = 60 * 60
ModelKind = Literal["committees", "segmenters"]
MODEL_KINDS: tuple[ModelKind, ...] = get_args(ModelKind)
_KEY_LENGTH = 32
_FOLDER = re.compile(rf"[0-9a-f]{{{_KEY_LENGTH}}}")
# Models, and what was not finished: as this version calls it, and as the first did.
_FILE = re.compile(r"\d{6,}\.model|\.\w{8}|\..+\.part")
# This share of the cache is written before its size is looked at again.
_UNSEEN = 0.05
_DIGEST = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Return where models are kept unless told otherwise.

    It is the folder that the environment variable ``CWSDIAG_CACHE`` names, or else ``cwsdiag`` where this platform has
    its users' caches. It need not be there yet.
    """
    from platformdirs import user_cache_path

    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("cwsdiag", appauthor=False)


def most_cached() -> int:
    """Return how many bytes of models are kept: ``CWSDIAG_CACHE_MB`` megabytes, 5,000 where that is not set.

    Raises:
        SettingError: the variable is no whole number from 1 to a million.
    """
    return bytes_told(SIZE_VARIABLE, DEFAULT_MEGABYTES)


@dataclass(frozen=True)
class CachedModels:
    """What a cache folder holds of one kind of models.

    Attributes:
        kind: "committees" or "segmenters", as their folder is called.
        files: how many there are.
        bytes: how large they are together.
    """

    kind: ModelKind
    files: int
    bytes: int


def cached_models(folder: Path) -> list[CachedModels]:
    """Return how many models a cache folder holds of each kind, and how large they are; 0 where there is none."""
    return [_counted(kind, _files(folder, kind)) for kind in MODEL_KINDS]


def clear_cache(folder: Path) -> list[CachedModels]:
    """Remove all models from a cache folder, and nothing else; return what was removed.

    Folders go that are empty then. Whoever needs a model learns it again.

    Raises:
        SettingError: a file cannot be removed. Those before it are gone.
    """
    removed = []
    for kind in MODEL_KINDS:
        files = _files(folder, kind)
        removed.append(_counted(kind, files))
        for path in files:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise SettingError(
                    lazy(
                        "{path}: cannot be removed ({reason}). Check who may write there, then try again.",
                        path=path,
                        reason=error.strerror,
                    )
                ) from None
        for emptied in (*sorted({path.parent for path in files}), folder / kind, folder):
            with suppress(OSError):  # it is not empty, or not there
                emptied.rmdir()
    return removed


def trim_cache(folder: Path, most: int) -> list[CachedModels]:
    """Remove the models whose last use is longest ago until so many bytes are left; return what was removed.

    Those used within the last hour stay, however large they are. Any number of processes may do this at once; what
    cannot be removed stays.

    Args:
        folder: the cache folder.
        most: how many bytes may be left.
    """
    found = [(path, status) for kind in MODEL_KINDS for path in _files(folder, kind) if (status := _status(path))]
    found.sort(key=lambda one: (one[1].st_mtime, one[0]))
    left = sum(status.st_size for _, status in found)
    recent = time.time() - IN_USE
    removed: dict[str, list[int]] = {kind: [] for kind in MODEL_KINDS}
    for path, status in found:
        if left <= most or status.st_mtime > recent:
            break
        with suppress(OSError):
            path.unlink()
            removed[path.parent.parent.name].append(status.st_size)
        left -= status.st_size
    return [CachedModels(kind, len(removed[kind]), sum(removed[kind])) for kind in MODEL_KINDS]


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:  # removed meanwhile
        return None


def _files(folder: Path, kind: ModelKind) -> list[Path]:
    """Return the files that ``ModelCache`` made, those that it could not finish among them."""
    return [
        path
        for path in sorted((folder / kind).glob("*/*"))
        if _FOLDER.fullmatch(path.parent.name) and _FILE.fullmatch(path.name) and path.is_file()
    ]


def _counted(kind: ModelKind, files: Sequence[Path]) -> CachedModels:
    sizes = [status.st_size for path in files if (status := _status(path))]
    return CachedModels(kind, len(sizes), sum(sizes))


class ModelCache:
    """The models of one committee, or of the built-in segmenter, that were learnt before."""

    def __init__(self, folder: Path | None, key: str, *, kind: ModelKind = "committees") -> None:
        """Open the part of a cache folder that belongs to ``key``; without a folder nothing is kept.

        Args:
            folder: the cache folder.
            key: names settings and training data: SHA-256, hex.
            kind: what the models are of.

        Raises:
            SettingError: the folder cannot be made, or the size of the cache is no number.
        """
        self._whole = folder
        self._folder = None if folder is None else folder / kind / key[:_KEY_LENGTH]
        self._unseen: float = math.inf
        self._most = most_cached()
        if self._folder is not None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise _unusable(self._folder, error) from None
            # Whoever makes room now leaves these: they are about to be used.
            for path in self._folder.glob("*.model"):
                _use(path)

    @property
    def keeps(self) -> bool:
        """Whether there is a folder to keep models in."""
        return self._folder is not None

    def read(self, number: int) -> bytes | None:
        """Return the model of a member; None where there is none that is whole. That counts as its use."""
        if self._folder is None:
            return None
        path = _path(self._folder, number)
        try:
            content = read_whole(path, most=self._most)
        except ReadError:
            return None
        digest, model = content[:_DIGEST], content[_DIGEST:]
        if hashlib.sha256(model).digest() != digest:
            return None
        _use(path)
        return model

    def write(self, number: int, model: bytes) -> None:
        """Keep the model of a member; others see all of it or nothing. Older ones go where there are too many.

        Raises:
            SettingError: the file cannot be written.
        """
        if self._folder is None or self._whole is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(_path(self._folder, number), hashlib.sha256(model).digest() + model)
        except FileNotFoundError:  # the cache is cleared at this moment: the model will be learnt again
            return
        except OSError as error:
            raise _unusable(self._folder, error) from None
        # To look at all models for each one takes longer than to write it.
        self._unseen += len(model)
        if self._unseen > self._most * _UNSEEN:
            self._unseen = 0
            self.make_room()

    def make_room(self) -> None:
        """Have older models go where there are too many."""
        if self._whole is not None:
            trim_cache(self._whole, self._most)

    def __getstate__(self) -> dict[str, Any]:
        # A task's copy in another process sees a model or two: whoever gave the task makes room.
        return self.__dict__ | {"_unseen": -math.inf}


def _use(path: Path) -> None:
    """Note that a model is used."""
    with suppress(OSError):
        os.utime(path)


def _path(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}.model"


def _unusable(folder: Path, error: OSError) -> SettingError:
    return SettingError(
        lazy(
            "{folder}: models cannot be kept there: {problem} Or name another folder for the cache, or use none.",
            folder=folder,
            problem=trouble(error),
        )
    )
