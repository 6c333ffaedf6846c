"""What is said of texts that are not Chinese, and what a boundary must not cut in any."""

from __future__ import annotations

import unicodedata
from itertools import accumulate
from typing import TYPE_CHECKING

from cwsdiag.doctor.finding import Finding
from cwsdiag.errors import shown
from cwsdiag.formats.language import language_of
from cwsdiag.languages import lazy, n_lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    language = language_of("".join(gold.words))
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
    if not any(_extends(word[0]) or word[-1] in _JOINERS for word in set(document.words)):
        return
    starts = {0, *accumulate(document.sizes)}
    sentence = 0
    for place, word in enumerate(document.words):
        if place in starts:
            sentence += 1
        elif _are_one(document.words[place - 1][-1], word[0]):
            yield sentence, document.words[place - 1], word


def _are_one(before: str, after: str) -> bool:
    return before in _JOINERS or (_extends(after) and unicodedata.category(before)[0] in "LMNS")


def _extends(char: str) -> bool:
    return char in _EXTENDERS or unicodedata.category(char)[0] == "M"
