"""Words with counts as a scan has them: a million types take a tenth of what as many strings do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import Longs

if TYPE_CHECKING:
    from cwsdiag.scan.loops import WordHash

# Characters of a word that is its own key, with its line feed.
_SHORT = 4


class WordTable(Mapping[str, int]):
    """How often each word occurs, in the order in which each occurred first, as a scan has counted it.

    For many words ``counts_of`` is the way. A million types take a tenth of what as many strings do.
    """

    def __init__(self, table: WordHash) -> None:
        self._table = table
        filled = np.flatnonzero(table.rows[:, 0])
        self._order = filled[np.argsort(table.rows[filled, 2])]

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        from cwsdiag.scan.loops import write

        rows, store, _ = self._table
        codes = np.empty(_SHORT * len(self) + len(store), dtype=np.int32)
        size = write(rows, self._order, store, codes)
        return iter(codes[: size - 1].tobytes().decode("utf-32-le").split("\n"))

    def __getitem__(self, word: str) -> int:
        count = int(self.counts_of([word])[0]) if isinstance(word, str) else 0
        if not count:
            raise KeyError(word)
        return count

    @property
    def counts(self) -> Longs:
        """How often each word occurs, in order."""
        counts: Longs = self._table.rows[self._order, 1].astype(np.int64)
        return counts

    def counts_of(self, words: Sequence[str]) -> Longs:
        """Return how often each of some words occurs, int64: 0 for one that does not. Empty without any."""
        from cwsdiag.scan.loops import look_up

        codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype=np.int32)
        ends = np.cumsum(np.fromiter(map(len, words), np.int64, len(words)))
        numbers = np.empty(len(words), dtype=np.int64)
        look_up(codes, ends, self._table, numbers)
        return numbers
