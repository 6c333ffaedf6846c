"""Which language a text is written in, as far as its characters tell, and what a boundary must not cut."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from cwsdiag.doctor.finding import Finding
from cwsdiag.formats.base import shown
from cwsdiag.languages import lazy, n_lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cwsdiag.formats import Document

# Characters that are looked at.
_LOOKED_AT = 20_000
# Letters that only Vietnamese has, of those with one mark; with two they are in Latin Extended Additional.
_VIETNAMESE = frozenset("ăâđêôơưĂÂĐÊÔƠƯ")
_KANA = ((0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9D))
# In these scripts a consonant that follows stands below: Khmer coeng, Burmese virama; and a joiner joins.
_JOINERS = frozenset("\u17d2\u1039\u200d")
# Thai and Lao am: letters by their category, but written over the one before; and skin tones of emoji.
_EXTENDERS = frozenset("\u0e33\u0eb3\u200d\uff9e\uff9f") | frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def _within(*ranges: tuple[int, int]) -> Callable[[str], bool]:
    return lambda char: any(first <= ord(char) <= last for first, last in ranges)


@dataclass(frozen=True)
class Language:
    """A language other than Chinese that is known by its characters.

    Attributes:
        key: its code, ISO 639-1.
        label: what people read.
        has: tells a character that only it has, among those of its neighbours.
        least: the least share of such characters among letters and marks.
    """

    key: str
    label: str
    has: Callable[[str], bool]
    least: float


# Japanese writes half of its characters in kana, and hardly any Chinese text a fifth.
LANGUAGES = (
    Language("ja", lazy("Japanese"), _within(*_KANA), 0.2),
    Language("th", lazy("Thai"), _within((0x0E01, 0x0E5B)), 0.5),
    Language("lo", lazy("Lao"), _within((0x0E81, 0x0EDF)), 0.5),
    Language("km", lazy("Khmer"), _within((0x1780, 0x17FF)), 0.5),
    Language("my", lazy("Burmese"), _within((0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)), 0.5),
    Language("bo", lazy("Tibetan"), _within((0x0F00, 0x0FFF)), 0.5),
    Language("vi", lazy("Vietnamese"), lambda char: char in _VIETNAMESE or 0x1EA0 <= ord(char) <= 0x1EF9, 0.05),
)


def language_of(chars: str) -> Language | None:
    """Return the language of a text that is plainly not Chinese; None of Chinese, and of all that is not known.

    Args:
        chars: characters of the text; its first 20,000 are looked at. None for an empty text.
    """
    letters = [
        char for char in unicodedata.normalize("NFC", chars[:_LOOKED_AT]) if unicodedata.category(char)[0] in "LM"
    ]
    for language in LANGUAGES:
        if letters and sum(map(language.has, letters)) >= language.least * len(letters):
            return language
    return None


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
