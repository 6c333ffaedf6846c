"""How a corpus segments a string, wherever its characters occur, and sentences that show it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.text import Ints, Segmentation

    # One word, or several, and how many characters of them stand before the string.
    _Key = tuple[str | tuple[str, ...], int]

Manner = Literal["kept", "split", "inside", "across"]


@dataclass(frozen=True)
class Cut:
    """One way in which a corpus segments the characters of a string.

    Attributes:
        words: those that have a character of the string, whole.
        before: how many characters of the first stand before the string.
        length: of the string.
    """

    words: tuple[str, ...]
    before: int
    length: int

    @property
    def manner(self) -> Manner:
        """What happens to the string: kept as a word, split into words, inside a longer word, or across boundaries."""
        if sum(map(len, self.words)) == self.length:
            return "kept" if len(self.words) == 1 else "split"
        return "inside" if len(self.words) == 1 else "across"


@dataclass(frozen=True)
class Place:
    """A place of a string in a corpus.

    Attributes:
        sentence: its index.
        words: of the sentence.
        start, end: the characters of the string in the sentence, from 0.
    """

    sentence: int
    words: tuple[str, ...]
    start: int
    end: int


class Concordance:
    """All occurrences of a string in a segmented text; overlapping ones count, those across a sentence end do not."""

    def __init__(self, text: Segmentation, string: str) -> None:
        """Find them.

        Args:
            text: the corpus.
            string: at least one character.
        """
        self._text = text
        self._length = len(string)
        # As narrow as the boundaries: searchsorted would widen all of them otherwise.
        starts = np.fromiter(_places(text.text.chars, string), np.int32)
        ends = text.text.sentence_ends[text.text.sentences_at(starts)]
        self.starts: Ints = starts[starts + np.int32(self._length) <= ends]

    def __len__(self) -> int:
        """Return the number of occurrences."""
        return len(self.starts)

    def cuts(self) -> list[tuple[Cut, int]]:
        """Return how the corpus segments the string, each with its number, the most frequent first."""
        counts = Counter(self._keys())
        return [(self._cut(key), count) for key, count in counts.most_common()]

    def places(self, cut: Cut | None = None, *, limit: int) -> list[Place]:
        """Return the first places of the string, or of one way of segmenting it."""
        starts = self.starts.tolist()
        if cut is not None:
            wanted = (cut.words if len(cut.words) > 1 else cut.words[0], cut.before)
            starts = [start for start, key in zip(starts, self._keys(), strict=True) if key == wanted]
        return [self._place(start) for start in starts[:limit]]

    def _keys(self) -> list[_Key]:
        """Return what tells the ways of segmenting apart, for each occurrence: cheaper to count than objects."""
        words, ends = self._text.surfaces(), self._text.word_ends
        firsts = np.searchsorted(ends, self.starts, side="right")
        lasts = np.searchsorted(ends, self.starts + np.int32(self._length - 1), side="right")
        before = (self.starts - self._text.word_starts[firsts]).tolist()
        return [
            (words[first] if first == last else tuple(words[first : last + 1]), skipped)
            for first, last, skipped in zip(firsts.tolist(), lasts.tolist(), before, strict=True)
        ]

    def _cut(self, key: _Key) -> Cut:
        words, before = key
        return Cut((words,) if isinstance(words, str) else words, before, self._length)

    def _place(self, start: int) -> Place:
        text = self._text.text
        sentence = int(text.sentences_at(np.array([start]))[0])
        begin = start - int(text.sentence_starts[sentence])
        return Place(sentence, tuple(self._text.sentence_words(sentence)), begin, begin + self._length)


def _places(chars: str, string: str) -> Iterator[int]:
    at = chars.find(string)
    while at >= 0:
        yield at
        at = chars.find(string, at + 1)
