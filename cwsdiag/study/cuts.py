"""How a corpus segments a string, wherever its characters occur, and sentences that show it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cwsdiag.text import Segmentation

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
        starts = np.fromiter(_places(text.text.chars, string), np.int64)
        sentences = text.text.sentences_at(starts)
        ends = np.append(text.text.sentence_ends, 0)[sentences]
        self.starts: NDArray[np.int64] = starts[starts + self._length <= ends]

    def __len__(self) -> int:
        """Return the number of occurrences."""
        return len(self.starts)

    def cuts(self) -> list[tuple[Cut, int]]:
        """Return how the corpus segments the string, each with its number, the most frequent first."""
        return Counter(self._cuts()).most_common()

    def places(self, cut: Cut | None = None, *, limit: int) -> list[Place]:
        """Return the first places of the string, or of one way of segmenting it."""
        found: list[Place] = []
        for start, here in zip(self.starts.tolist(), self._cuts(), strict=True):
            if len(found) == limit:
                break
            if cut is None or here == cut:
                found.append(self._place(start))
        return found

    def _cuts(self) -> Iterator[Cut]:
        words, ends, starts = self._text.surfaces(), self._text.word_ends, self._text.word_starts
        firsts = np.searchsorted(ends, self.starts, side="right")
        lasts = np.searchsorted(ends, self.starts + self._length - 1, side="right")
        before = self.starts - starts[firsts] if len(firsts) else firsts
        for first, last, skipped in zip(firsts.tolist(), lasts.tolist(), before.tolist(), strict=True):
            yield Cut(tuple(words[first : last + 1]), skipped, self._length)

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
