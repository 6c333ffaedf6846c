"""The files of the second bakeoff (SIGHAN 2005) as their archive unpacks: four corpora in a folder ``icwb2-data``.

    gold/        pku_test_gold.utf8, pku_training_words.utf8, …
    training/    pku_training.utf8, …
    testing/     pku_test.utf8, …

Every file is there in UTF-8 and, as ``.txt`` or ``.b5``, in the encoding its makers used. Copies that went round spell
some names otherwise, in capitals, or with ``test`` for ``testing``: what is asked for here is the lower-case name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ProjectError
from cwsdiag.inputs import File, FileSet
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.doctor.roles import Place as Role

# The encoding of the files of a corpus that are not in UTF-8, and what to do where a system has other characters than
# gold. The encodings must be told: characters that are in Big5-HKSCS only may come after the beginning of a file, by
# which an encoding is detected. GB18030 holds all of CP936, and is what would be found.
_CORPORA: dict[str, tuple[str, Mismatch]] = {
    # Gold has one half-width c where the test file has ｃ, so no system can have all of gold's characters. To leave
    # out that word changes nothing else; NFKC would change every full-width character, in training too.
    "as": ("cp950", "skip"),
    "cityu": ("big5hkscs", "error"),
    "msr": ("gb18030", "error"),
    "pku": ("gb18030", "error"),
}
# Folder and name of a file of the set, in lower case.
_FILE = re.compile(
    r"(?:gold/(\w+)_test(?:ing)?_(gold)|training/(\w+)_(training)|gold/(\w+)_training_(words)"
    r"|test(?:ing)?/(\w+)_(test)(?:ing)?)\.(?:utf8|txt|b5)"
)
_FOLDERS = ("gold", "training", "testing", "test")
_UTF8 = ".utf8"
_FORMATS = {"training": "words", "words": "word-list"}
_REMEDY = lazy(
    "Name the folder icwb2-data as its archive unpacks: gold files are gold/as_testing_gold.utf8, "
    "gold/cityu_test_gold.utf8, gold/msr_test_gold.utf8 and gold/pku_test_gold.utf8 (or .txt)"
)


def is_icwb2(folder: Path) -> bool:
    """Tell whether a folder holds files of the set, gold or others; no for what is no folder or cannot be read."""
    try:
        return bool(_files(folder))
    except OSError:
        return False


def corpora(folder: Path, called: str = "") -> dict[str, FileSet]:
    """Find the corpora of the set by name; never empty. One whose gold file is missing is left out.

    Training data is the segmented text, or else the list of its words; None where neither is there.

    Args:
        folder: of the set.
        called: what messages call it, where they may not say where it lies; its path by default.

    Raises:
        ProjectError: it is no folder, cannot be read, or has no gold file of the set.
    """
    try:
        files = _files(folder)
    except OSError as error:
        raise ProjectError(
            lazy(
                "{folder}: cannot be read ({error}). {remedy}.",
                folder=called or folder,
                error=error.strerror,
                remedy=_REMEDY,
            )
        ) from None
    sets = {}
    for name, (encoding, mismatch) in _CORPORA.items():
        if (name, "gold") not in files:
            continue
        training = "training" if (name, "training") in files else "words"
        texts: list[tuple[Role, str, str]] = [("gold", "gold", "words"), ("training", training, _FORMATS[training])]
        sets[name] = FileSet(
            name,
            tuple(
                File.of(role, path, ReadOptions("utf-8" if path.suffix.lower() == _UTF8 else encoding, format))
                for role, kind, format in texts
                if (path := files.get((name, kind))) is not None
            ),
            mismatch,
        )
    if not sets:
        names = ", ".join(_CORPORA)
        raise ProjectError(
            lazy(
                "{folder}: no gold file of {corpora} in it. {remedy}.",
                folder=called or folder,
                corpora=names,
                remedy=_REMEDY,
            )
        )
    return sets


def _files(folder: Path) -> dict[tuple[str, str], Path]:
    """Return the files of the set by corpus and kind; of several of one kind one in UTF-8."""
    files: dict[tuple[str, str], Path] = {}
    inner = [path for path in folder.iterdir() if path.name.lower() in _FOLDERS and path.is_dir()]
    paths = sorted(path for folder in inner for path in folder.iterdir() if path.is_file())
    for path in sorted(paths, key=lambda path: path.suffix.lower() != _UTF8):
        if match := _FILE.fullmatch(f"{path.parent.name}/{path.name}".lower()):
            corpus, kind = filter(None, match.groups())
            corpus = "cityu" if corpus == "hk" else corpus
            if corpus in _CORPORA:
                files.setdefault((corpus, kind), path)
    return files
