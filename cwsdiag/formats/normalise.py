"""Changes to the characters of a file that a user may ask for. They work on words, after parsing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from cwsdiag.errors import SettingError
from cwsdiag.formats.base import WHITE, Block


@dataclass(frozen=True)
class Normalisation:
    """A change of characters that keeps the word boundaries.

    Attributes:
        key: its name in options and project files.
        label: its name for people.
        apply: makes the changed block.
    """

    key: str
    label: str
    apply: Callable[[Block], Block]


class _Converter(Protocol):
    def convert(self, text: str, /) -> str: ...


def _nfkc(block: Block) -> Block:
    import unicodedata

    # No character composes with LF, so words cannot run together.
    joined = "\n".join(block.words)
    if unicodedata.is_normalized("NFKC", joined):
        return block
    words = unicodedata.normalize("NFKC", joined).split("\n")
    # Some characters turn into a blank and something else, as U+00A8 does.
    return block._replace(words=[word if word.isalnum() else WHITE.sub("", word) for word in words])


def _t2s(block: Block) -> Block:
    """Convert whole sentences, as phrases decide between characters; a word list word by word."""
    convert = _opencc().convert
    sizes = block.sizes or [1] * len(block.words)
    sentences = _grouped(block.words, sizes)
    before = "\n".join("".join(sentence) for sentence in sentences)
    after = convert(before)
    if after == before:
        return block
    words: list[str] = []
    for sentence, converted in zip(sentences, after.split("\n"), strict=True):
        words += _cut_alike(sentence, converted) or [convert(word) for word in sentence]
    return block._replace(words=words)


def _grouped(words: list[str], sizes: list[int]) -> list[list[str]]:
    groups = []
    start = 0
    for size in sizes:
        groups.append(words[start : start + size])
        start += size
    return groups


def _cut_alike(words: list[str], converted: str) -> list[str]:
    """Return ``converted`` cut into words as long as ``words``; nothing where the lengths differ in sum."""
    if len(converted) != sum(map(len, words)):
        return []
    pieces = []
    start = 0
    for word in words:
        pieces.append(converted[start : start + len(word)])
        start += len(word)
    return pieces


@cache
def _opencc() -> _Converter:
    try:
        import opencc
    except ImportError:
        raise SettingError("t2s needs opencc: pip install opencc") from None
    converter: _Converter = opencc.OpenCC("t2s")
    return converter


NORMALISATIONS: dict[str, Normalisation] = {
    "nfkc": Normalisation("nfkc", "compatibility forms, full width to half width (Unicode NFKC)", _nfkc),
    "t2s": Normalisation("t2s", "traditional to simplified characters (OpenCC t2s)", _t2s),
}
