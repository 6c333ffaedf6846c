"""Models on the disk, so that none is learnt twice, kept by ``joblib.Memory``.

What it reads it unpickles, which can run anything: it reads from a folder that only its owner may enter.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cwsdiag.difficulty.learners import Model
from cwsdiag.errors import SettingError
from cwsdiag.files import bytes_told, trouble
from cwsdiag.languages import lazy

VARIABLE = "CWSDIAG_CACHE"
SIZE_VARIABLE = "CWSDIAG_CACHE_MB"
DEFAULT_MEGABYTES = 5_000
# Within the cache folder; the models of 0.2.0 lie beside it.
_FOLDER, _OLD = "models", ("committees", "segmenters")
_OTHERS_WRITE = 0o022


def cache_folder() -> Path:
    """Return where models are kept by default.

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


class ModelStore:
    """The models of one committee, or of one built-in segmenter, by number."""

    def __init__(self, folder: Path | None, key: str) -> None:
        """Open a cache folder for models of ``key``; without a folder nothing is kept.

        Args:
            folder: the cache folder.
            key: names settings and training data: SHA-256, hex.

        Raises:
            SettingError: the folder cannot be made, or is not this user's alone; or its limit is no number.
        """
        self.folder = folder
        self.key = key
        self._most = most_cached()
        if folder is not None:
            self._memory = _memory(folder)
            self._entry: Any = self._memory.cache(_entry, ignore=["model"])

    def __reduce__(self) -> tuple[type[ModelStore], tuple[Path | None, str]]:
        return ModelStore, (self.folder, self.key)

    def find(self, number: int) -> Model | None:
        """Return a model; None where there is none that is whole and of this key and number."""
        if self.folder is None or not self._entry.check_call_in_cache(self.key, number, None):
            return None
        from joblib import hash as digest_of

        item = self._entry.call_and_shelve(self.key, number, None)
        with suppress(Exception):  # whatever unpickling makes of a damaged file
            model: Model
            model, digest = item.get()
            if digest == digest_of((self.key, number, model)):
                return model
        item.clear()
        return None

    def keep(self, number: int, model: Model) -> None:
        """Keep a model; others see all of it or nothing."""
        if self.folder is not None:
            self._entry(self.key, number, model)

    def trim(self) -> None:
        """Remove the models used longest ago where there are too many."""
        if self.folder is not None:
            self._memory.reduce_size(bytes_limit=self._most)


def _entry(key: str, number: int, model: Model | None) -> tuple[Model | None, str | None]:
    """Return what a file of the store holds: a model, with a digest that says of what and which it is."""
    from joblib import hash as digest_of

    return model, digest_of((key, number, model))


def _memory(folder: Path) -> Any:
    """Return the ``joblib.Memory`` in a cache folder, whose own folder is this user's alone.

    Raises:
        SettingError: it is somebody else's, others may write there, or it cannot be made.
    """
    from joblib import Memory

    models = folder / _FOLDER
    try:
        models.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = models.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & _OTHERS_WRITE):
            raise SettingError(
                lazy(
                    "{folder}: others may write there, and what is read from it could run as you. Name another folder "
                    "for the cache, or use none.",
                    folder=models,
                )
            )
        models.chmod(0o700)
        return Memory(models, verbose=0)
    except OSError as error:
        raise SettingError(
            lazy(
                "{folder}: models cannot be kept there: {problem} Or name another folder for the cache, or use none.",
                folder=models,
                problem=trouble(error),
            )
        ) from None


@dataclass(frozen=True)
class CachedModels:
    """How many models a cache folder holds, and how large they are."""

    files: int
    bytes: int


def cached_models(folder: Path) -> CachedModels:
    """Return how many models a cache folder holds, those of 0.2.0 included."""
    sizes = []
    for path in (*folder.glob(f"{_FOLDER}/**/output.pkl"), *_old(folder)):
        with suppress(OSError):  # removed meanwhile
            sizes.append(path.stat().st_size)
    return CachedModels(len(sizes), sum(sizes))


def trim_cache(folder: Path, most: int) -> CachedModels:
    """Remove the models of 0.2.0, and those used longest ago until so many bytes are left; return what was removed.

    Raises:
        SettingError: the folder is not this user's alone.
    """
    before = cached_models(folder)
    for path in _old(folder):
        with suppress(OSError):  # what cannot be removed is not among what was
            path.unlink()
            path.parent.rmdir()
            path.parent.parent.rmdir()
    if (folder / _FOLDER).is_dir():
        _memory(folder).reduce_size(bytes_limit=most)
    after = cached_models(folder)
    return CachedModels(before.files - after.files, before.bytes - after.bytes)


def _old(folder: Path) -> list[Path]:
    """Return the models that 0.2.0 kept."""
    return [path for kind in _OLD for path in folder.glob(f"{kind}/*/*.model")]
