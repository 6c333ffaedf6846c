"""What one thread counts, with room that grows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.formats import wrappers
from cwsdiag.scan import loops
from cwsdiag.scan.words import WordTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cwsdiag.strings import Trie

_TAGS = 4
_CODE_POINTS = 0x110000
_MOST_STORED = 1 << 31
# Room for words to begin with, a power of two; it grows.
_ROWS = 1 << 16


class Lines:
    """Sentences that are looked for among the lines of a text, by their characters.

    Attributes:
        sentences: all different.
        codes: their characters, a 0 behind each.
        table: int64 of shape (a power of two,), where each of them begins in ``codes``, from 1, in the place that its
            hash says or the next that was free; 0 for none.
    """

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = sentences
        text = "".join(f"{sentence}\0" for sentence in sentences)
        self.codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32)
        self.table = np.zeros(1 << (2 * len(sentences)).bit_length(), dtype=np.int64)
        self._places = np.zeros(len(sentences), dtype=np.int64)
        if sentences:
            loops.enter_lines(self.codes, self.table, self._places)

    def there(self, places: NDArray[np.bool_]) -> frozenset[str]:
        """Return the sentences that were in some places of the table."""
        found = places[self._places].tolist()
        return frozenset(sentence for sentence, is_there in zip(self.sentences, found, strict=True) if is_there)


class Counts:
    """Counts of words, tags and strings in those pieces of a file that one thread has seen.

    Attributes:
        table: the words.
        piece: the tags, how much there is, and room for a piece.
        strings: how often each of the strings that are counted occurs.
        lines: for each of the lines that are looked for whether it was there.
        wrapped: on how many lines each of ``cwsdiag.formats.wrappers.WRAPPERS`` was found.
    """

    def __init__(self, wanted: Trie, lines: Lines, *, survey: bool) -> None:
        """Begin with nothing.

        Args:
            wanted: strings that are counted.
            lines: lines that are looked for.
            survey: whether what stands around lines is counted.
        """
        self._wanted, self._lines = wanted, lines
        self.lines = np.zeros(len(lines.table), dtype=np.bool_)
        self.strings = np.zeros(len(wanted.strings), dtype=np.int64)
        used = np.zeros(loops.USED, dtype=np.int64)
        used[loops.STORE] = 1
        self.table = loops.Table(np.zeros((_ROWS, 3), dtype=np.uint64), np.zeros(_ROWS, dtype=np.int32), used)
        # Zeros take no memory until they are written to: most code points never are.
        tags, totals = np.zeros(_CODE_POINTS * _TAGS, dtype=np.int64), np.zeros(loops.TOTALS, dtype=np.int64)
        self._marks = _marks() if survey else np.zeros(0, dtype=np.bool_)
        self.wrapped: Counter[str] = Counter()
        self.piece = self._with_room(0, tags, totals)

    def scan(self, piece: bytes, size: int, base: int) -> bool:
        """Count what stands in whole lines.

        Args:
            piece: their bytes, and ``loops.PADDING`` more that are 0.
            size: number of bytes.
            base: place of the first in the file.

        Returns:
            Whether all could be counted; where not, the file is to be read in another way.
        """
        data = np.frombuffer(piece, dtype=np.uint8)
        if len(self.piece.codes) < size + 2:
            self.piece = self._with_room(size + size // 4, self.piece.tags, self.piece.totals)
        filled, words, lines = loops.cut(data, size, self.piece)
        if filled < 0:
            return False
        word = 0
        while (word := loops.count(self.piece, word, words, base, self.table)) < words:
            if not self._widened():
                return False
        if len(self.strings):
            trie = self._wanted
            loops.find(self.piece.codes, filled, trie.roots, trie.keys, trie.ending, trie.table, self.strings)
        if len(self._lines.sentences):
            loops.find_lines(self.piece.codes, filled, self._lines.codes, self._lines.table, self.lines)
        marked = self.piece.marked[:lines].tolist()
        self.wrapped.update(wrappers.counted(piece[start:end].decode() for start, end in marked))
        return True

    def add(self, other: Counts) -> bool:
        """Add what another thread has seen; return whether there was room."""
        row = 0
        while (row := loops.merge(other.table, row, self.table)) < len(other.table.rows):
            if not self._widened():
                return False
        totals, more = self.piece.totals, other.piece.totals
        longest = max(totals[loops.LONGEST], more[loops.LONGEST])
        totals += more
        totals[loops.LONGEST] = longest
        # Most code points occur in no text, and are not to take memory now.
        used = np.flatnonzero(other.piece.tags)
        self.piece.tags[used] += other.piece.tags[used]
        self.strings += other.strings
        self.lines |= other.lines
        self.wrapped.update(other.wrapped)
        return True

    def _with_room(self, size: int, tags: NDArray[np.int64], totals: NDArray[np.int64]) -> loops.Piece:
        """Return room for pieces of so many bytes; none of it takes memory before it is written to."""
        codes, begins, ends = (np.empty(size + 2, dtype=np.int32) for _ in range(3))
        marked = np.empty((size + 2, 2), dtype=np.int32)
        return loops.Piece(codes, np.empty(size + 2, dtype=np.uint64), begins, ends, self._marks, marked, tags, totals)

    def _widened(self) -> bool:
        """Make as much more room as is needed; return whether there can be so much."""
        rows, store, used = self.table
        wanted_rows, wanted_store = (int(used[place]) for place in (loops.ROWS_NEEDED, loops.STORE_NEEDED))
        if wanted_rows > len(rows):
            wider = np.zeros((1 << (wanted_rows - 1).bit_length(), 3), dtype=np.uint64)
            loops.widen(rows, wider)
            self.table = self.table._replace(rows=wider)
        if wanted_store > len(store):
            longer = np.zeros(wanted_store + wanted_store // 2, dtype=np.int32)
            longer[: len(store)] = store
            self.table = self.table._replace(store=longer)
        return wanted_store <= _MOST_STORED

    def words(self) -> WordTable:
        """Return how often each word occurs."""
        return WordTable(self.table)

    def tag_counts(self) -> NDArray[np.int64]:
        """Return int64 of shape (highest code point + 1, 4): occurrences of each character with each tag."""
        tags = self.piece.tags
        used = np.flatnonzero(tags)
        size = int(used[-1]) // _TAGS + 1 if len(used) else 0
        return tags[: size * _TAGS].reshape(-1, _TAGS).copy()


def _marks() -> NDArray[np.bool_]:
    """Return by code point which characters lines begin with that may have something around them."""
    codes = list(map(ord, wrappers.OPENING))
    marks = np.zeros(max(codes) + 1, dtype=np.bool_)
    marks[codes] = True
    return marks
