"""The files of the second bakeoff (SIGHAN 2005) as their archive unpacks: four corpora in a folder ``icwb2-data``.

    gold/        pku_test_gold.utf8, pku_training_words.utf8, …
    training/    pku_training.utf8, …
    testing/     pku_test.utf8, …

Every file is there in UTF-8 and, as ``.txt`` or ``.b5``, in the encoding its makers used. Copies that went round spell
some names otherwise, in capitals, or with ``test`` for ``testing``: what is asked for here is the lower-case name.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ProjectError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch


@dataclass(frozen=True)
class CorpusFile:
    """A file of the set, and how it is to be read.

    Attributes:
        path: where it lies.
        encoding: a name that Python knows.
        format: a key of ``cwsdiag.formats.READERS``.
    """

    path: Path
    encoding: str
    format: str

    def options(self, normalise: Sequence[str] = ()) -> ReadOptions:
        """Return how to read it, with these normalisations."""
        return ReadOptions(self.encoding, self.format, tuple(normalise))


@dataclass(frozen=True)
class BakeoffCorpus:
    """The files of one corpus; all but gold may be missing, as None.

    Attributes:
        name: ``as``, ``cityu``, ``msr`` or ``pku``.
        gold: the segmented test text.
        training: the segmented training text.
        training_words: its words, one a line, without counts.
        testing: the test text as segmenters get it.
        mismatch: what to do where a system has other characters than gold.
    """

    name: str
    gold: CorpusFile
    training: CorpusFile | None
    training_words: CorpusFile | None
    testing: CorpusFile | None
    mismatch: Mismatch

    @property
    def train(self) -> CorpusFile | None:
        """What serves as training data: the text, without it its words; None without either."""
        return self.training or self.training_words


@dataclass(frozen=True)
class _Known:
    """What is known of a corpus: names its files begin with, and the encoding of those that are not in UTF-8."""

    names: tuple[str, ...]
    encoding: str
    mismatch: Mismatch = "error"


# The encodings must be told: characters that are in Big5-HKSCS only may come after the beginning of a file, by which
# an encoding is detected. GB18030 holds all of CP936, and is what would be found.
_CORPORA = {
    # Gold has one half-width c where the test file has ｃ, so no system can have all of gold's characters. To leave
    # out that word changes nothing else; NFKC would change every full-width character, in training too.
    "as": _Known(("as",), "cp950", mismatch="skip"),
    "cityu": _Known(("cityu", "hk"), "big5hkscs"),
    "msr": _Known(("msr",), "gb18030"),
    "pku": _Known(("pku",), "gb18030"),
}


@dataclass(frozen=True)
class _Kind:
    """Where files of one kind lie, what their names end with, and their format."""

    folders: tuple[str, ...]
    endings: tuple[str, ...]
    format: str = "words"


_GOLD = _Kind(("gold",), ("test_gold", "testing_gold"))
_TRAINING = _Kind(("training",), ("training",))
_TRAINING_WORDS = _Kind(("gold",), ("training_words",), "word-list")
_TESTING = _Kind(("testing", "test"), ("test", "testing"))
_KINDS = (_GOLD, _TRAINING, _TRAINING_WORDS, _TESTING)
_FOLDERS = frozenset(folder for kind in _KINDS for folder in kind.folders)

_UTF8 = "utf8"
_SUFFIXES = (_UTF8, "txt", "b5")


def is_icwb2(folder: Path) -> bool:
    """Tell whether a folder holds files of the set, gold or others; no for what is no folder or cannot be read."""
    try:
        files = _files(folder)
    except OSError:
        return False
    return any(_file(files, known, kind) for known, kind in product(_CORPORA.values(), _KINDS))


def corpora(folder: Path) -> dict[str, BakeoffCorpus]:
    """Find the corpora of the set by name; never empty. One whose gold file is missing is left out.

    Raises:
        ProjectError: it is no folder, cannot be read, or has no gold file of the set.
    """
    try:
        files = _files(folder)
    except OSError as error:
        raise ProjectError(
            lazy("{folder}: cannot be read ({error}). {remedy}.", folder=folder, error=error.strerror, remedy=_REMEDY)
        ) from None
    found = {}
    for name, known in _CORPORA.items():
        gold = _file(files, known, _GOLD)
        if gold is not None:
            found[name] = BakeoffCorpus(
                name,
                gold,
                training=_file(files, known, _TRAINING),
                training_words=_file(files, known, _TRAINING_WORDS),
                testing=_file(files, known, _TESTING),
                mismatch=known.mismatch,
            )
    if not found:
        raise ProjectError(
            lazy(
                "{folder}: no gold file of {corpora} in it. {remedy}.",
                folder=folder,
                corpora=", ".join(_CORPORA),
                remedy=_REMEDY,
            )
        )
    return found


_REMEDY = lazy(
    "Name the folder icwb2-data as its archive unpacks: gold files are gold/as_testing_gold.utf8, "
    "gold/cityu_test_gold.utf8, gold/msr_test_gold.utf8 and gold/pku_test_gold.utf8 (or .txt)"
)


def _files(folder: Path) -> dict[str, Path]:
    """Return the files of the inner folders by folder and name in lower case."""
    return {
        f"{inner.name}/{path.name}".lower(): path
        for inner in sorted(folder.iterdir())
        if inner.name.lower() in _FOLDERS and inner.is_dir()
        for path in sorted(inner.iterdir())
        if path.is_file()
    }


def _file(files: Mapping[str, Path], known: _Known, kind: _Kind) -> CorpusFile | None:
    """Return the file of a kind, in UTF-8 rather than not; None if there is none."""
    for suffix, folder, name, ending in product(_SUFFIXES, kind.folders, known.names, kind.endings):
        path = files.get(f"{folder}/{name}_{ending}.{suffix}")
        if path is not None:
            return CorpusFile(path, "utf-8" if suffix == _UTF8 else known.encoding, kind.format)
    return None
