"""Which language a text is written in, as far as its characters tell, and how long its words are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from cwsdiag.languages import lazy

# Characters that are looked at.
_LOOKED_AT = 20_000
# Mean characters of a word are about 1.6 in Chinese, and up to 6 where marks are characters of their own; in
# unsegmented text a word is a sentence, or a phrase.
_LONGEST_MEAN = 6.0
_LONGEST_MEAN_WITH_MARKS = 12.0
# As many tell the language of a text.
WORDS_LOOKED_AT = 5_000
# Letters that only Vietnamese has, of those with one mark; with two they are in Latin Extended Additional.
_VIETNAMESE = frozenset("ăâđêôơưĂÂĐÊÔƠƯ")
_KANA = ((0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9D))


def _within(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(place) for first, last in ranges for place in range(first, last + 1))


@dataclass(frozen=True)
class Language:
    """A language other than Chinese that is known by its characters.

    Attributes:
        key: its code, ISO 639-1.
        label: what people read.
        own: the characters that only it has, among those of its neighbours.
        least: the least share of such characters among letters and marks.
    """

    key: str
    label: str
    own: frozenset[str]
    least: float


# Japanese writes half of its characters in kana, and hardly any Chinese text a fifth.
LANGUAGES = (
    Language("ja", lazy("Japanese"), _within(*_KANA), 0.2),
    Language("th", lazy("Thai"), _within((0x0E01, 0x0E5B)), 0.5),
    Language("lo", lazy("Lao"), _within((0x0E81, 0x0EDF)), 0.5),
    Language("km", lazy("Khmer"), _within((0x1780, 0x17FF)), 0.5),
    Language("my", lazy("Burmese"), _within((0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)), 0.5),
    Language("bo", lazy("Tibetan"), _within((0x0F00, 0x0FFF)), 0.5),
    Language("vi", lazy("Vietnamese"), _VIETNAMESE | _within((0x1EA0, 0x1EF9)), 0.05),
)


def language_of(chars: str) -> Language | None:
    """Return the language of a text that is plainly not Chinese; None of Chinese, and of all that is not known.

    Args:
        chars: characters of the text; its first 20,000 are looked at. None for an empty text.
    """
    # Hardly any command asks.
    import unicodedata

    looked_at = Counter(unicodedata.normalize("NFC", chars[:_LOOKED_AT]))
    letters = {char: count for char, count in looked_at.items() if unicodedata.category(char)[0] in "LM"}
    total = sum(letters.values())
    for language in LANGUAGES:
        if letters and sum(letters[char] for char in language.own & letters.keys()) >= language.least * total:
            return language
    return None


def longest_mean(words: Iterable[str]) -> float:
    """Return the mean number of characters above which words are those of unsegmented text; the first of them tell."""
    language = language_of("".join(islice(words, WORDS_LOOKED_AT)))
    return _LONGEST_MEAN if language is None or language.key == "ja" else _LONGEST_MEAN_WITH_MARKS
