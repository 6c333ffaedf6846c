"""Words with counts, kept as bytes: a million types take a tenth of what as many strings do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

# So many words are made strings at once.
_AT_ONCE = 1 << 14
_BYTES_AT_ONCE = 1 << 22
_UNKNOWN = -1


class WordTable(Mapping[str, int]):
    """How often each word occurs, in the order in which each occurred first. It does not change.

    For many words ``counts_of`` is the way; one by one they are looked up once and kept.

    Attributes:
        counts: int64, of each word, in order.
    """

    def __init__(self, data: NDArray[np.uint8], ends: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
        """Keep words.

        Args:
            data: all words in UTF-8, a line feed behind each; none is empty, has a line feed, or is there twice.
            ends: place of each word's line feed.
            counts: of each word, at least 1.
        """
        self._data, self._ends, self.counts = data, ends, counts
        self._freeze()

    def _freeze(self) -> None:
        for array in (self._data, self._ends, self.counts):
            array.setflags(write=False)
        self._asked: dict[str, int] = {}

    def __getstate__(self) -> tuple[NDArray[Any], ...]:
        """Return the words without what makes looking up fast."""
        return self._data, self._ends, self.counts

    def __setstate__(self, state: tuple[NDArray[Any], ...]) -> None:
        """Take the words, and make arrays read-only again."""
        self._data, self._ends, self.counts = state
        self._freeze()

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self._ends)

    def __iter__(self) -> Iterator[str]:
        """Yield the words in order; they are made strings bit by bit."""
        start = 0
        for first in range(0, len(self), _AT_ONCE):
            end = int(self._ends[min(first + _AT_ONCE, len(self)) - 1])
            yield from self._data[start:end].tobytes().decode().split("\n")
            start = end + 1

    def __getitem__(self, word: str) -> int:
        """Return how often a word occurs.

        Raises:
            KeyError: it does not.
        """
        if word not in self:
            raise KeyError(word)
        return self._count_of(word)

    def __contains__(self, word: object) -> bool:
        """Tell whether something is one of the words."""
        return isinstance(word, str) and self._count_of(word) > 0

    def _count_of(self, word: str) -> int:
        count = self._asked.get(word)
        if count is None:
            count = self._asked[word] = int(self.counts_of([word])[0])
        return count

    def joined(self) -> str:
        """Return the characters of all words, each word once, in order."""
        return self._data.tobytes().decode().replace("\n", "")

    def beyond_ideographs(self) -> list[str]:
        """Return the words that have other characters than ASCII and the ideographs U+3400 to U+9FFF, in order."""
        found = []
        for start in range(0, len(self._data), _BYTES_AT_ONCE):
            first = self._data[start : start + _BYTES_AT_ONCE]
            second = np.append(first[1:], self._data[start + len(first) : start + len(first) + 1])
            # By the first byte of a character in UTF-8: that of U+3400 is E3, of U+9FFF E9.
            other = ((first >= 0xC2) & (first < 0xE3)) | (first >= 0xEA)
            other[: len(second)] |= (first[: len(second)] == 0xE3) & (second < 0x90)
            found.append(np.unique(np.searchsorted(self._ends, np.flatnonzero(other) + start)))
        numbers = np.unique(np.concatenate(found)).tolist() if found else []
        return [self._word(number) for number in numbers]

    def _word(self, number: int) -> str:
        start = int(self._ends[number - 1]) + 1 if number else 0
        return self._data[start : int(self._ends[number])].tobytes().decode()

    def counts_of(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return how often each of some words occurs, int64: 0 for one that does not. Empty without any."""
        if not len(words):
            return np.zeros(0, dtype=np.int64)
        # Importing it takes longer than most work on small files.
        from cwsdiag.scan import tables

        encoded = [word.encode("utf-8", "surrogatepass") for word in words]
        ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)) + 1) - 1
        found = np.empty(len(words), dtype=np.int64)
        data = np.frombuffer(b"\n".join([*encoded, b""]), dtype=np.uint8)
        tables.find(data, ends, self._data, self._ends, self._slots, found)
        return np.where(found == _UNKNOWN, 0, self.counts[found])

    @cached_property
    def _slots(self) -> NDArray[np.int32]:
        from cwsdiag.scan import tables

        slots = np.zeros(1 << (2 * len(self)).bit_length(), dtype=np.int32)
        tables.index(self._data, self._ends, slots)
        return slots
