"""Changes to the characters of a file that a user may ask for. They work on words, after parsing.

Two kinds: the ``COMPARABLE`` ones give a text the same characters however it is cut into words, so gold and systems can
still be compared. The others make one character of a run inside a word: whoever cuts the run has other characters than
who does not, so they are only for what is compared by its words, as datasets are in a study. These look at the
characters as they stand: full-width digits and letters count, but ½, ² or ㎏ only after ``nfkc``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import compress
from typing import Any

from cwsdiag.errors import SettingError
from cwsdiag.formats.base import Block, pieces
from cwsdiag.languages import lazy

# White space but LF; U+001C to U+001F are none, see ``WHITE``.
_BLANKS = re.compile(r"[^\S\n\x1c-\x1f]+")


@dataclass(frozen=True)
class Normalisation:
    """A change of characters that keeps the word boundaries.

    Attributes:
        key: its name in options and project files.
        label: its name for people.
        apply: makes the changed block.
        comparable: whether a text keeps the same characters however it is cut into words.
    """

    key: str
    label: str
    apply: Callable[[Block], Block]
    comparable: bool = True


def _changed(block: Block, change: Callable[[str], str]) -> Block:
    # LF is in no word and in no run, and no character composes with it: words at once are many times faster.
    joined = "\n".join(block.words)
    changed = change(joined)
    return block if changed == joined else block._replace(words=changed.split("\n"))


def _nfkc(block: Block) -> Block:
    from unicodedata import normalize

    # Some characters turn into a blank and something else, as U+00A8 does.
    return _changed(block, lambda words: _BLANKS.sub("", normalize("NFKC", words)))


def _t2s(block: Block) -> Block:
    """Convert whole sentences, as phrases decide between characters; a word list word by word."""
    convert = _opencc().convert
    sentences = pieces(block.words, block.sizes or [1] * len(block.words))
    before = "\n".join(map("".join, sentences))
    after = convert(before)
    if after == before:
        return block
    words: list[str] = []
    for sentence, converted in zip(sentences, after.split("\n"), strict=True):
        lengths = list(map(len, sentence))
        words += pieces(converted, lengths) if len(converted) == sum(lengths) else map(convert, sentence)
    return block._replace(words=words)


@cache
def _opencc() -> Any:
    try:
        import opencc
    except ImportError:
        raise SettingError(lazy("t2s needs opencc: pip install opencc")) from None
    return opencc.OpenCC("t2s")


def _numbers(block: Block) -> Block:
    """Make one 0 of each run of digits.

    Digits are those of any script (Unicode Nd). What stands between them stays, 3.14 is 0.0: where two corpora differ
    in cutting at points, commas or %, that must still be seen. Chinese numerals are words like others and stay.
    """
    return _changed(block, partial(re.compile(r"\d+").sub, "0"))


def _latin(block: Block) -> Block:
    """Make one X of each run of Latin letters, with the accents that stand behind them."""
    return _changed(block, partial(_latin_runs().sub, "X"))


def _underscores(block: Block) -> Block:
    """Delete every ``_``; a word of nothing else goes, so that the same characters stay however the text is cut."""
    if not any("_" in word for word in block.words):
        return block
    words = [word.replace("_", "") for word in block.words]
    if all(words):
        return block._replace(words=words)
    sizes = [sum(map(bool, sentence)) for sentence in pieces(words, block.sizes)]
    return block._replace(
        words=list(filter(None, words)),
        sizes=list(filter(None, sizes)),
        counts=block.counts and list(compress(block.counts, words)),
        documents=[(sum(map(bool, sizes[:place])), id) for place, id in block.documents],
        labels=block.labels and list(compress(block.labels, sizes)),
        pos=block.pos and list(compress(block.pos, words)),
    )


@cache
def _latin_runs() -> re.Pattern[str]:
    """Return what matches runs of the letters that Unicode calls Latin, full-width and accented ones among them."""
    import unicodedata

    letters = "".join(
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if char.isalpha() and "LATIN" in unicodedata.name(char, "").split()
    )
    return re.compile(f"[{letters}][{letters}\u0300-\u036f]*")


NORMALISATIONS: dict[str, Normalisation] = {
    normalisation.key: normalisation
    for normalisation in (
        Normalisation("nfkc", lazy("compatibility forms, full width to half width (Unicode NFKC)"), _nfkc),
        Normalisation("t2s", lazy("traditional to simplified characters (OpenCC t2s)"), _t2s),
        Normalisation("underscores", lazy("without the _ that joins the syllables of a word"), _underscores),
        Normalisation("numbers", lazy("each run of digits to one 0"), _numbers, comparable=False),
        Normalisation("latin", lazy("each run of Latin letters to one X"), _latin, comparable=False),
    )
}
# What may be done to texts that are compared with each other, gold and systems.
COMPARABLE = tuple(key for key, normalisation in NORMALISATIONS.items() if normalisation.comparable)


def comparable(keys: Sequence[str]) -> tuple[str, ...]:
    """Return those of some normalisations that may be done to texts that are compared, in their order."""
    return tuple(key for key in keys if key in COMPARABLE)
