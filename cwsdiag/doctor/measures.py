"""What the doctor measures, and what names of files say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal

import numpy as np

from cwsdiag.errors import Fix
from cwsdiag.formats import NORMALISATIONS, Block
from cwsdiag.formats.document import Document
from cwsdiag.formats.encoding import SIMPLIFIED, TRADITIONAL
from cwsdiag.formats.language import language_of
from cwsdiag.training import TrainingStats

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
