"""What the doctor measures and says, and what names of files say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

import numpy as np

from cwsdiag.errors import OPTIONS, Fix
from cwsdiag.formats import NORMALISATIONS, Block
from cwsdiag.formats.document import Document
from cwsdiag.formats.encoding import SIMPLIFIED, TRADITIONAL
from cwsdiag.formats.language import language_of
from cwsdiag.languages import lazy
from cwsdiag.training import TrainingStats

# How two texts may differ that are the same after a normalisation: the code of the finding, and the sentences for it.
DIFFERENCES: dict[Fix, tuple[str, str, str]] = {
    "nfkc": ("width", lazy("full-width and half-width characters"), lazy("Normalise all files.")),
    "t2s": ("script", lazy("simplified and traditional characters"), lazy("Convert all files.")),
    "underscores": (
        "underscores",
        lazy("_ alone, which joins the syllables of a word in Vietnamese"),
        lazy("Delete it in all files."),
    ),
}


@dataclass(frozen=True)
class FileFinding:
    """Something about the files that the user should know.

    Attributes:
        severity: a warning where results are probably wrong; a note where something is to be known or checked.
        code: what it is, the same in every release.
        file: name of the file it is about.
        message: what it is, where, and what to do; it names no option of the command line.
        fix: what would mend it: all files normalised by NFKC or from traditional to simplified, what differs left out
            or counted,
            or what stands around lines of this file stripped; None where only the user can mend it.
        value: the number behind it, as the check that finds it says; None without one.
        system: name of the system it is about; None where it is about gold and training data.
    """

    severity: Literal["warning", "note"]
    code: str
    file: str
    message: str
    fix: Fix | None = None
    value: float | None = None
    system: str | None = None

    @property
    def message_cli(self) -> str:
        """The message with the option of the command line that mends it at its end, where what to do stands."""
        return f"{self.message.removesuffix('.')} ({OPTIONS[self.fix]})." if self.fix else self.message


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Return names as people list them: ``a``, ``a and b``, ``a, b and c``; nothing of none.

    Args:
        names: what is listed.
        most: of more names than these the last ones are counted; None for all.
    """
    if most is not None and len(names) > most:
        names = [*names[: most - 1], lazy("{number:,} others", number=len(names) - most + 1)]
    if len(names) < 2:
        return "".join(names)
    listing = names[0]
    for name in names[1:-1]:
        listing = lazy("{names}, {name}", names=listing, name=name)
    return lazy("{names} and {name}", names=listing, name=names[-1])


# So many times as long are the words of unsegmented text as those that the same text has elsewhere.
UNSEGMENTED_RATIO = 3.0
_SCRIPT_RATIO = 5
_LEAST_SCRIPT = 3

Hint = Literal["gold", "test", "system", "training", "dev", "raw", "labels", "idioms"]

# Words in names of files, and what such a file is as a rule. Chinese words need no blank around them. What was held out
# is no output.
_WORDS: dict[Hint, tuple[str, str]] = {
    "gold": ("gold|ref|reference|truth|key|answers?", "金标准|答案|标准"),
    "test": ("test|eval", "测试"),
    "system": ("preds?|predicted|predictions?|output|(?<!h[eo]ld[-_. ])out|hyp|system|sys|results?", "预测|结果|输出"),
    "training": ("train|training|trn", "训练"),
    "dev": ("dev|devel|valid|validation", "开发集|验证"),
    "labels": ("labels?|metadata", "标签"),
    "idioms": ("idioms?|chengyu", "成语"),
    "raw": ("raw|input|unseg|unsegmented|plain", "原文|未分词"),
}
_HINTS = {hint: f"(?<![a-z])(?:{latin})(?![a-z])|{chinese}" for hint, (latin, chinese) in _WORDS.items()}


def normalised(words: Sequence[str], fixes: Sequence[Fix]) -> list[str]:
    """Return each word by itself as it would be after these normalisations, one after the other."""
    block = Block(list(words), [])
    for fix in fixes:
        block = NORMALISATIONS[fix].apply(block)
    return list(block.words)


def oov_rate(document: Document, training: TrainingStats, fixes: Sequence[Fix] = (), *, shortest: int = 1) -> float:
    """Return the share of the words of a document that the training data does not have; 0 without words.

    Args:
        document: its words.
        training: statistics of the training data.
        fixes: how both are normalised before.
        shortest: fewest characters of a word that counts.
    """
    words = document.distinct.words
    if fixes:
        known = set(normalised(list(training.word_counts), fixes))
        lacking = np.array([word not in known for word in normalised(words, fixes)], dtype=np.bool_)
    else:
        lacking = training.counts_of(words) == 0
    ids = document.distinct.ids[np.diff(document.word_ends, prepend=0) >= shortest]
    return int(np.count_nonzero(lacking[ids])) / max(len(ids), 1)


def script_of(chars: str) -> str:
    """Return ``"simplified"`` or ``"traditional"``; nothing where neither or both occur, or of no Chinese."""
    times = Counter(chars)
    simplified = sum(times[char] for char in SIMPLIFIED)
    traditional = sum(times[char] for char in TRADITIONAL)
    if max(simplified, traditional) < _LEAST_SCRIPT or language_of(chars) is not None:
        return ""
    if simplified >= _SCRIPT_RATIO * traditional:
        return "simplified"
    return "traditional" if traditional >= _SCRIPT_RATIO * simplified else ""


def different_scripts(one: str, other: str) -> bool:
    """Tell whether one of two texts is in simplified characters and the other in traditional ones."""
    return {script_of(one), script_of(other)} == {"simplified", "traditional"}


def hints(name: str) -> frozenset[Hint]:
    """Return what the name of a file says it is: nothing, one thing, or several; its folders say nothing."""
    own = PurePath(name).name.lower()
    return frozenset(hint for hint, pattern in _HINTS.items() if re.search(pattern, own))
