"""What the doctor measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.formats import NORMALISATIONS, Block
from cwsdiag.formats.frequent import SIMPLIFIED, TRADITIONAL
from cwsdiag.formats.language import language_of
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from cwsdiag.errors import Fix
    from cwsdiag.formats import Document
    from cwsdiag.training import TrainingStats

# So many times as long are the words of unsegmented text as those that the same text has elsewhere.
UNSEGMENTED_RATIO = 3.0
_SCRIPT_RATIO = 5
_LEAST_SCRIPT = 3


def sentences_of(document: Document) -> list[str]:
    """Return the characters of each sentence."""
    words = iter(document.words)
    return ["".join(next(words) for _ in range(size)) for size in document.sizes]


def normalised(words: Sequence[str], fixes: Sequence[Fix]) -> list[str]:
    """Return each word by itself as it would be after ``"nfkc"``, ``"t2s"`` or both."""
    block = Block(list(words), [])
    for fix in fixes:
        block = NORMALISATIONS[fix].apply(block)
    return block.words


def mean_length(words: Sequence[str]) -> float:
    """Return the mean number of characters of words; there is at least one."""
    return sum(map(len, words)) / len(words)


def oov_rate(words: Sequence[str], known: Container[str]) -> float:
    """Return the share of words that are not known; 0 without words."""
    return sum(word not in known for word in words) / max(len(words), 1)


def moved_oov_rate(words: Sequence[str], training: TrainingStats | None, fixes: Sequence[Fix]) -> str:
    """Say how normalising all files moves the OOV rate, so that nobody compares it with one of other files.

    Args:
        words: of gold.
        training: without it the public files of 2005 are the example.
        fixes: what is advised.
    """
    if training is None:
        return lazy("That moves the OOV rate, too: that of the pku files from 5.8 % to 3.5 %.")
    known = training.word_counts
    return lazy(
        "That moves the OOV rate, too: here from {before:.1%} to {after:.1%}.",
        before=oov_rate(words, known),
        after=oov_rate(normalised(words, fixes), set(normalised(list(known), fixes))),
    )


def script_of(chars: str) -> str:
    """Return ``"simplified"`` or ``"traditional"``; nothing where neither or both occur, or of no Chinese."""
    simplified = sum(char in SIMPLIFIED for char in chars)
    traditional = sum(char in TRADITIONAL for char in chars)
    if max(simplified, traditional) < _LEAST_SCRIPT or language_of(chars) is not None:
        return ""
    if simplified >= _SCRIPT_RATIO * traditional:
        return "simplified"
    return "traditional" if traditional >= _SCRIPT_RATIO * simplified else ""


def different_scripts(one: str, other: str) -> bool:
    """Tell whether one of two texts is in simplified characters and the other in traditional ones."""
    return {script_of(one), script_of(other)} == {"simplified", "traditional"}
