"""What one thread counts, with room that grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from cwsdiag.formats import wrappers
from cwsdiag.scan import loops
from cwsdiag.strings import Trie
from cwsdiag.text import Longs

_TAGS = 4
_CODE_POINTS = 0x110000
_MOST_STORED = 1 << 31
# Room for words and characters of long ones to begin with, powers of two; it grows.
_ROWS, _STORE = 1 << 18, 1 << 20


def _table(rows: int, store: int) -> loops.WordHash:
    """Return an empty table with room for words; zeros take no memory until they are written to."""
    used = np.zeros(loops.USED, dtype=np.int64)
    used[loops.STORE] = 1
    return loops.WordHash(np.zeros((rows, 3), dtype=np.uint64), np.zeros(store, dtype=np.int32), used)


def _piece(size: int) -> loops.Piece:
    """Return room for a piece of so many bytes; none of it takes memory before it is written to."""
    codes, begins, ends = (np.empty(size + 2, dtype=np.int32) for _ in range(3))
    return loops.Piece(codes, np.empty(size + 2, dtype=np.uint64), begins, ends, np.empty((size + 2, 2), np.int32))


class Counts:
    """Counts of words, tags and strings in those pieces of a file that one thread has seen.

    Attributes:
        table: the words.
        totals: how much there is, see ``loops``.
        found: how often each of the strings occurs, of each trie.
        wrapped: on how many lines each of ``cwsdiag.formats.wrappers.WRAPPERS`` was found.
    """

    def __init__(self, tries: Sequence[Trie], *, survey: bool) -> None:
        """Begin with nothing.

        Args:
            tries: strings that are counted, and those that are counted where they are whole sentences.
            survey: whether what stands around lines is counted.
        """
        self._tries = tries
        self.found = [np.zeros(len(trie.strings), dtype=np.int64) for trie in tries]
        self.table = _table(_ROWS, _STORE)
        # Most code points never occur.
        self._tags, self.totals = np.zeros(_CODE_POINTS * _TAGS, dtype=np.int64), np.zeros(loops.TOTALS, dtype=np.int64)
        # By code point which characters lines begin with that may have something around them.
        opening = list(map(ord, wrappers.OPENING)) if survey else []
        self._marks = np.zeros(max(opening, default=-1) + 1, dtype=np.bool_)
        self._marks[opening] = True
        self.wrapped: Counter[str] = Counter()
        self._piece = _piece(0)

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
        if len(self._piece.codes) < size + 2:
            self._piece = _piece(size + size // 4)
        filled, words, lines = loops.cut(data, size, self._piece, self._marks, self._tags, self.totals)
        if filled < 0:
            return False
        word = 0
        while (word := loops.count(self._piece, word, words, base, self.table)) < words:
            if not self._widened():
                return False
        for whole, (trie, counts) in enumerate(zip(self._tries, self.found, strict=True)):
            if trie.strings:
                codes = self._piece.codes
                loops.find(codes, filled, whole > 0, trie.roots, trie.keys, trie.ending, trie.table, counts)
        marked = self._piece.marked[:lines].tolist()
        self.wrapped.update(wrappers.counted(piece[start:end].decode() for start, end in marked))
        return True

    def add(self, other: Counts) -> bool:
        """Add what another thread has seen; return whether there was room."""
        row = 0
        while (row := loops.merge(other.table, row, self.table)) < len(other.table.rows):
            if not self._widened():
                return False
        longest = max(self.totals[loops.LONGEST], other.totals[loops.LONGEST])
        self.totals += other.totals
        self.totals[loops.LONGEST] = longest
        # Most code points occur in no text, and are not to take memory now.
        used = np.flatnonzero(other._tags)
        self._tags[used] += other._tags[used]
        for counts, more in zip(self.found, other.found, strict=True):
            counts += more
        self.wrapped.update(other.wrapped)
        return True

    def _widened(self) -> bool:
        """Make as much more room as is needed; return whether there can be so much."""
        rows, store, used = self.table
        wanted_rows, wanted_store = (int(used[place]) for place in (loops.ROWS_NEEDED, loops.STORE_NEEDED))
        longer = wanted_store + wanted_store // 2 if wanted_store > len(store) else len(store)
        wider = _table(max(len(rows), 1 << (wanted_rows - 1).bit_length()), longer)
        loops.merge(self.table, 0, wider)
        self.table = wider
        return wanted_store <= _MOST_STORED

    def tag_counts(self) -> Longs:
        """Return int64 of shape (highest code point + 1, 4): occurrences of each character with each tag."""
        used = np.flatnonzero(self._tags)
        size = int(used[-1]) // _TAGS + 1 if len(used) else 0
        return self._tags[: size * _TAGS].reshape(-1, _TAGS).copy()
