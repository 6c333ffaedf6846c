"""Places of words as lines: each word in the midst of its sentence, with what gold and the systems made around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.diagnosis.words import overlapping, spans
from cwsdiag.views.ribbons import words_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cwsdiag.text import Segmentation

# Characters of the sentence that a line may show on each side of its word.
AROUND = 48

Span = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """One gold word in its sentence, or several in a row; all offsets are within ``text``.

    Attributes:
        word: index of the gold word, of the first of several.
        sentence: index of its sentence.
        number: its place among the words of the sentence, from 0.
        text: the sentence, or those of several words, or so much of it as lies around them.
        span: where the word stands, or the words do.
        cuts: where gold words meet, rising.
        wrong: by role the words of the system that gold has not; one that begins before the text begins at -1, one
            that ends after it ends at ``len(text) + 1``.
        off: the same for words that were not compared.
    """

    word: int
    sentence: int
    number: int
    text: str
    span: Span
    cuts: tuple[int, ...]
    wrong: Mapping[str, tuple[Span, ...]]
    off: Mapping[str, tuple[Span, ...]]


def lines(
    gold: Segmentation,
    systems: Mapping[str, Segmentation],
    words: Iterable[int],
    *,
    size: int = 1,
    around: int = AROUND,
) -> list[Line]:
    """Return a line for each gold word, or for so many from it on.

    Args:
        gold: the reference.
        systems: segmentations by role.
        words: indices of gold words.
        size: how many words from each on stand in the middle of a line; in another sentence too.
        around: how many characters of the sentence to show on each side of them.
    """
    return [_line(gold, systems, word, word + size - 1, around) for word in words]


def _line(gold: Segmentation, systems: Mapping[str, Segmentation], word: int, last_word: int, around: int) -> Line:
    sentence = int(gold.sentence_ids[word])
    begin, end = int(gold.text.sentence_starts[sentence]), int(gold.text.sentence_ends[gold.sentence_ids[last_word]])
    start, stop = int(gold.word_starts[word]), int(gold.word_ends[last_word])
    first, last = max(begin, start - around), min(end, stop + around)
    cut = spans(gold, first, last)
    wrong: dict[str, tuple[Span, ...]] = {}
    off: dict[str, tuple[Span, ...]] = {}
    for role, system in systems.items():
        words = [
            ((max(span[0] - first, -1), min(span[1], last + 1) - first), state)
            for _index, span, state in words_over(system, gold, first, last)
        ]
        wrong[role] = tuple(span for span, state in words if state in ("wrong", "lacking"))
        off[role] = tuple(span for span, state in words if state == "off")
    return Line(
        word=word,
        sentence=sentence,
        number=word - overlapping(gold, begin, end)[0],
        text=gold.text.chars[first:last],
        span=(start - first, stop - first),
        cuts=tuple(span[0] - first for span in cut if span[0] > first),
        wrong=wrong,
        off=off,
    )
