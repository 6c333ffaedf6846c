"""A folder that keeps models, so that none is learnt twice: of committees, and of the built-in segmenter.

Settings and training data have a folder of their own, a model a file in it. What is in a file is checked when it is
read: one that is broken counts as not there.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "CWSDIAG_CACHE"
_DIGEST = hashlib.sha256().digest_size


def cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Return where models are kept unless told otherwise.

    It is the folder that the environment variable ``CWSDIAG_CACHE`` names, or else ``cwsdiag`` where this platform has
    its users' caches. It need not be there yet.
    """
    environment = os.environ if environment is None else environment
    named = environment.get(VARIABLE)
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "cwsdiag" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "cwsdiag"
    return Path(environment.get("XDG_CACHE_HOME") or home / ".cache") / "cwsdiag"


class ModelCache:
    """The models of one committee, or of the built-in segmenter, that were learnt before."""

    def __init__(self, folder: Path | None, key: str, *, what: str = "committees") -> None:
        """Open the part of a cache folder that belongs to ``key``; without a folder nothing is kept.

        Args:
            folder: the cache folder.
            key: names settings and training data.
            what: the part of the folder for models of this kind.

        Raises:
            SettingError: the folder cannot be made.
        """
        self._folder = None if folder is None else folder / what / key[:32]
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
            content = self._path(self._folder, number).read_bytes()
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
            handle, name = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=".part")
            try:
                with open(handle, "wb") as file:
                    file.write(hashlib.sha256(model).digest() + model)
                os.replace(name, self._path(self._folder, number))
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise _unusable(self._folder, error) from None

    @staticmethod
    def _path(folder: Path, number: int) -> Path:
        return folder / f"{number:06d}.model"


def _unusable(folder: Path, error: OSError) -> SettingError:
    return SettingError(
        f"{folder}: models cannot be kept there ({error.strerror}). Name another folder for the cache, or use none."
    )
