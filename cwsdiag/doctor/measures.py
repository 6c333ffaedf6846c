"""What the doctor measures."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.formats import NORMALISATIONS, Block
from cwsdiag.formats.frequent import SIMPLIFIED, TRADITIONAL
from cwsdiag.formats.language import WORDS_LOOKED_AT, language_of, longest_mean_of
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.errors import Fix
    from cwsdiag.formats import Document
    from cwsdiag.text import Bools
    from cwsdiag.training import TrainingStats

# So many times as long are the words of unsegmented text as those that the same text has elsewhere.
UNSEGMENTED_RATIO = 3.0
# One who has two texts, one so many times as long as the other, trains on the longer one.
MUCH_LONGER = 3.0
_SCRIPT_RATIO = 5
_LEAST_SCRIPT = 3


def normalised(words: Sequence[str], fixes: Sequence[Fix]) -> list[str]:
    """Return each word by itself as it would be after ``"nfkc"``, ``"t2s"`` or both."""
    block = Block(list(words), [])
    for fix in fixes:
        block = NORMALISATIONS[fix].apply(block)
    return list(block.words)


def longest_usual(document: Document) -> float:
    """Return the mean number of characters above which the words of a document are those of unsegmented text."""
    return longest_mean_of(document.chars[: int(document.word_ends[:WORDS_LOOKED_AT][-1])])


def oov_rate(document: Document, training: TrainingStats, *, shortest: int = 1) -> float:
    """Return the share of the words of a document that the training data does not have; 0 without words.

    Args:
        document: its words.
        training: statistics of the training data.
        shortest: fewest characters of a word that counts.
    """
    known = training.counts_of(document.distinct.words) > 0
    ids = document.distinct.ids
    if shortest > 1:
        ids = ids[np.diff(document.word_ends, prepend=0) >= shortest]
    return int(np.count_nonzero(~known[ids])) / max(len(ids), 1)


def normalised_oov_rate(document: Document, training: TrainingStats, fixes: Sequence[Fix]) -> float:
    """Return the share of the words of a document that the training data lacks after both are normalised."""
    lacking = ~_known(normalised(document.distinct.words, fixes), training.word_counts, fixes)
    return int(np.count_nonzero(lacking[document.distinct.ids])) / max(len(document), 1)


def _known(words: Sequence[str], known: Mapping[str, int], fixes: Sequence[Fix]) -> Bools:
    """Return which words are among others once these are normalised."""
    if list(fixes) != ["nfkc"]:
        after = set(normalised(list(known), fixes))
        return np.array([word in after for word in words], dtype=np.bool_)
    # Of a million words hardly any changes.
    changing = [word for word in known if not unicodedata.is_normalized("NFKC", word)]
    before, after = set(changing), set(normalised(changing, fixes))
    return np.array([word in after or (word in known and word not in before) for word in words], dtype=np.bool_)


def moved_oov_rate(gold: Document, training: TrainingStats | None, fixes: Sequence[Fix]) -> str:
    """Say how normalising all files moves the OOV rate, so that nobody compares it with one of other files.

    Args:
        gold: the gold file.
        training: without it the public files of 2005 are the example.
        fixes: what is advised.
    """
    if training is None:
        return lazy("That moves the OOV rate, too: that of the pku files from 5.8 % to 3.5 %.")
    return lazy(
        "That moves the OOV rate, too: here from {before:.1%} to {after:.1%}.",
        before=oov_rate(gold, training),
        after=normalised_oov_rate(gold, training, fixes),
    )


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
