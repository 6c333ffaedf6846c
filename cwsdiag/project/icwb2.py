"""The files of the second bakeoff (SIGHAN 2005) as their archive unpacks: four corpora in a folder ``icwb2-data``.

    gold/        pku_test_gold.utf8, pku_training_words.utf8, …
    training/    pku_training.utf8, …
    testing/     pku_test.utf8, …

Every file is there in UTF-8 and, as ``.txt`` or ``.b5``, in the encoding its makers used. Copies that went round spell
some names otherwise, in capitals, or with ``test`` for ``testing``: what is asked for here is the lower-case name.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ProjectError
from cwsdiag.languages import lazy
from cwsdiag.project.files import File, FileSet

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.doctor import Place as Role

# Names that files of a corpus begin with, the encoding of those that are not in UTF-8, and what to do where a system
# has other characters than gold. The encodings must be told: characters that are in Big5-HKSCS only may come after the
# beginning of a file, by which an encoding is detected. GB18030 holds all of CP936, and is what would be found.
_CORPORA: dict[str, tuple[tuple[str, ...], str, Mismatch]] = {
    # Gold has one half-width c where the test file has ｃ, so no system can have all of gold's characters. To leave
    # out that word changes nothing else; NFKC would change every full-width character, in training too.
    "as": (("as",), "cp950", "skip"),
    "cityu": (("cityu", "hk"), "big5hkscs", "error"),
    "msr": (("msr",), "gb18030", "error"),
    "pku": (("pku",), "gb18030", "error"),
}


class _Kind(NamedTuple):
    """Where files of one kind lie, what their names end with, and their format."""

    folders: tuple[str, ...]
    endings: tuple[str, ...]
    format: str = "words"


_GOLD = _Kind(("gold",), ("test_gold", "testing_gold"))
_TRAINING = _Kind(("training",), ("training",))
_TRAINING_WORDS = _Kind(("gold",), ("training_words",), "word-list")
_TESTING = _Kind(("testing", "test"), ("test", "testing"))
_KINDS = (_GOLD, _TRAINING, _TRAINING_WORDS, _TESTING)

_UTF8 = "utf8"
_SUFFIXES = (_UTF8, "txt", "b5")
_REMEDY = lazy(
    "Name the folder icwb2-data as its archive unpacks: gold files are gold/as_testing_gold.utf8, "
    "gold/cityu_test_gold.utf8, gold/msr_test_gold.utf8 and gold/pku_test_gold.utf8 (or .txt)"
)


def is_icwb2(folder: Path) -> bool:
    """Tell whether a folder holds files of the set, gold or others; no for what is no folder or cannot be read."""
    try:
        files = _files(folder)
    except OSError:
        return False
    return any(_file(files, corpus, kind, "gold") for corpus, kind in product(_CORPORA, _KINDS))


def corpora(folder: Path) -> dict[str, FileSet]:
    """Find the corpora of the set by name; never empty. One whose gold file is missing is left out.

    Training data is the segmented text, or else the list of its words; None where neither is there.

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
    for name, (_names, _encoding, mismatch) in _CORPORA.items():
        gold = _file(files, name, _GOLD, "gold")
        training = _file(files, name, _TRAINING, "training") or _file(files, name, _TRAINING_WORDS, "training")
        if gold is not None:
            found[name] = FileSet(name, (gold, *([training] if training else [])), mismatch)
    if not found:
        names = ", ".join(_CORPORA)
        raise ProjectError(
            lazy("{folder}: no gold file of {corpora} in it. {remedy}.", folder=folder, corpora=names, remedy=_REMEDY)
        )
    return found


def _files(folder: Path) -> dict[str, Path]:
    """Return the files of the inner folders by folder and name in lower case."""
    folders = {name for kind in _KINDS for name in kind.folders}
    return {
        f"{inner.name}/{path.name}".lower(): path
        for inner in sorted(folder.iterdir())
        if inner.name.lower() in folders and inner.is_dir()
        for path in sorted(inner.iterdir())
        if path.is_file()
    }


def _file(files: Mapping[str, Path], corpus: str, kind: _Kind, role: Role) -> File | None:
    """Return the file of a kind, in UTF-8 rather than not; None if there is none."""
    names, encoding, _mismatch = _CORPORA[corpus]
    for suffix, folder, name, ending in product(_SUFFIXES, kind.folders, names, kind.endings):
        path = files.get(f"{folder}/{name}_{ending}.{suffix}")
        if path is not None:
            return File.on_disk(role, path, ReadOptions("utf-8" if suffix == _UTF8 else encoding, kind.format))
    return None
