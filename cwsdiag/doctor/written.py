"""What is said of texts that are not Chinese, and what a boundary must not cut in any."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.doctor.finding import Finding
from cwsdiag.errors import shown
from cwsdiag.formats.language import language_of
from cwsdiag.languages import lazy, n_lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from cwsdiag.formats import Document

# In these scripts a consonant that follows stands below: Khmer coeng, Burmese virama; and a joiner joins.
_JOINERS = frozenset("\u17d2\u1039\u200d")
# Thai and Lao am: letters by their category, but written over the one before; and skin tones of emoji.
_EXTENDERS = frozenset("\u0e33\u0eb3\u200d\uff9e\uff9f") | frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def about_language(gold: Document) -> Iterator[Finding]:
    """Say what is switched off for a gold text that is not Chinese.

    Yields:
        ``language``.
    """
    language = language_of(gold.chars)
    if language is not None:
        message = lazy(
            "{name}: this is {language}. A character is a Unicode code point, also where a mark stands over another. "
            "Conversion to simplified characters, idioms and named kinds of differences between criteria are for "
            "Chinese and switched off.",
            name=gold.name,
            language=language.label,
        )
        yield Finding("note", "language", gold.name, message)


def about_boundaries(document: Document, system: str | None = None) -> Iterator[Finding]:
    """Say where boundaries of gold or a prediction cut what people read as one character.

    Yields:
        ``cut-character`` with the number of such boundaries.
    """
    cut = list(cut_characters(document))
    if not cut:
        return
    sentence, before, after = cut[0]
    message = n_lazy(
        "{name}: {n:,} word boundary cuts what people read as one character: in sentence {sentence} between {before} "
        "and {after}. Check how the text was segmented.",
        "{name}: {n:,} word boundaries cut what people read as one character, the first in sentence {sentence} between "
        "{before} and {after}. Check how the text was segmented.",
        len(cut),
        name=document.name if system is None else f"{document.name} ({system})",
        sentence=sentence,
        before=shown(before),
        after=shown(after),
    )
    yield Finding("warning", "cut-character", document.name, message, value=float(len(cut)), system=system)


def cut_characters(document: Document) -> Iterator[tuple[int, str, str]]:
    """Yield the boundaries inside sentences that cut what people read as one character.

    Cut are: a letter and a mark on it (Unicode categories Mn, Mc, Me, and the Thai and Lao am), characters joined by
    U+200D, a consonant and the one below it (Khmer coeng, Burmese virama), and an emoji and its skin tone. This is
    nearer to what readers see than Unicode's grapheme clusters, which leave some Burmese vowels apart, join no coeng,
    and join a mark to a quotation mark before it, where it is meant to stand alone.

    Yields:
        The sentence, from 1, and the words on both sides.
    """
    text, ends = document.text, document.word_ends
    inside = np.ones(len(ends), dtype=np.bool_)
    inside[np.searchsorted(ends, text.sentence_ends)] = False
    places = np.flatnonzero(inside)
    before, after = text.codes[ends[places] - 1], text.codes[ends[places]]
    # What hardly a pair has is asked of characters first, each once.
    places = places[_among(before, _JOINERS.__contains__) | _among(after, _extends)]
    sentences = text.sentences_at(ends[places]).tolist()
    firsts, cuts, lasts = (
        bounds.tolist() for bounds in (np.where(places > 0, ends[places - 1], 0), ends[places], ends[places + 1])
    )
    for sentence, first, cut, last in zip(sentences, firsts, cuts, lasts, strict=True):
        if _are_one(text.chars[cut - 1], text.chars[cut]):
            yield sentence + 1, text.chars[first:cut], text.chars[cut:last]


def _among(codes: NDArray[np.uint32], wanted: Callable[[str], bool]) -> NDArray[np.bool_]:
    """Return of which code points a character is wanted."""
    occurring = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.bool_)
    occurring[codes] = True
    occurring[[code for code in np.flatnonzero(occurring).tolist() if not wanted(chr(code))]] = False
    return occurring[codes]


def _are_one(before: str, after: str) -> bool:
    return before in _JOINERS or (_extends(after) and unicodedata.category(before)[0] in "LMNS")


def _extends(char: str) -> bool:
    return char in _EXTENDERS or unicodedata.category(char)[0] == "M"
