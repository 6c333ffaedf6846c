"""A folder that keeps models, so that none is learnt twice: of committees, and of the built-in segmenter.

Settings and training data have a folder of their own, a model a file in it. What is in a file is checked when it is
read: one that is broken counts as not there.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

VARIABLE = "CWSDIAG_CACHE"
ModelKind = Literal["committees", "segmenters"]
MODEL_KINDS: tuple[ModelKind, ...] = get_args(ModelKind)
_KEY_LENGTH = 32
_FOLDER = re.compile(rf"[0-9a-f]{{{_KEY_LENGTH}}}")
_FILE = re.compile(r"\d{6,}\.model|\..+\.part")
_DIGEST = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Return where models are kept unless told otherwise.

    It is the folder that the environment variable ``CWSDIAG_CACHE`` names, or else ``cwsdiag`` where this platform has
    its users' caches. It need not be there yet.
    """
    from platformdirs import user_cache_path

    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("cwsdiag", appauthor=False)


def has_models(folder: Path, key: str, count: int, *, kind: ModelKind = "committees") -> bool:
    """Tell whether a cache folder has the first so many models of ``key``; whether they are whole shows when read."""
    models = folder / kind / key[:_KEY_LENGTH]
    return all(_path(models, number).is_file() for number in range(count))


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


def _files(folder: Path, kind: ModelKind) -> list[Path]:
    """Return the files that ``ModelCache`` made, those that it could not finish among them."""
    return [
        path
        for path in sorted((folder / kind).glob("*/*"))
        if _FOLDER.fullmatch(path.parent.name) and _FILE.fullmatch(path.name) and path.is_file()
    ]


def _counted(kind: ModelKind, files: Sequence[Path]) -> CachedModels:
    sizes = []
    for path in files:
        with suppress(FileNotFoundError):  # removed meanwhile
            sizes.append(path.stat().st_size)
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
            SettingError: the folder cannot be made.
        """
        self._folder = None if folder is None else folder / kind / key[:_KEY_LENGTH]
        if self._folder is not None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise _unusable(self._folder, error) from None

    def read(self, number: int) -> bytes | None:
        """Return the model of a member; None where there is none that is whole."""
        if self._folder is None:
            return None
        try:
            content = _path(self._folder, number).read_bytes()
        except OSError:
            return None
        digest, model = content[:_DIGEST], content[_DIGEST:]
        return model if hashlib.sha256(model).digest() == digest else None

    def write(self, number: int, model: bytes) -> None:
        """Keep the model of a member; others see all of it or nothing.

        Raises:
            SettingError: the file cannot be written.
        """
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=".part")
            try:
                with open(handle, "wb") as file:
                    file.write(hashlib.sha256(model).digest() + model)
                os.replace(name, _path(self._folder, number))
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except FileNotFoundError:  # the cache is cleared at this moment: the model will be learnt again
            return
        except OSError as error:
            raise _unusable(self._folder, error) from None


def _path(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}.model"


def _unusable(folder: Path, error: OSError) -> SettingError:
    return SettingError(
        lazy(
            "{folder}: models cannot be kept there ({reason}). Name another folder for the cache, or use none.",
            folder=folder,
            reason=error.strerror,
        )
    )
