"""What the name of a file says it is."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Literal

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
_HINTS = {hint: re.compile(f"(?<![a-z])(?:{latin})(?![a-z])|{chinese}") for hint, (latin, chinese) in _WORDS.items()}


def hints(name: str) -> frozenset[Hint]:
    """Return what the name of a file says it is: nothing, one thing, or several; its folders say nothing."""
    own = PurePath(name).name.lower()
    return frozenset(hint for hint, pattern in _HINTS.items() if pattern.search(own))
