"""Strings that a scan counts, and how often each occurred."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.scan import trie
from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_CODE_POINTS = 0x110000


class WantedStrings:
    """Different strings of a character and more, as ``trie.Wanted``; empty ones are passed over."""

    def __init__(self, strings: Iterable[str]) -> None:
        """Make the trie: in time and room that grow with the characters of the strings."""
        self._strings = [string for string in dict.fromkeys(strings) if string]
        self._codes = codes_of("".join(self._strings)).astype(np.int32)
        self._ends = np.cumsum(np.fromiter(map(len, self._strings), np.int64, len(self._strings)))
        most = len(self._codes) + 1
        slots = 1 << (2 * most).bit_length()
        parents, depths, links, onward = np.zeros((4, most), dtype=np.int32)
        wide = trie.Wanted(
            np.zeros(_CODE_POINTS, np.int32), np.zeros(slots, np.uint64), np.zeros(slots, np.int32), links, onward
        )
        made = trie.plant(self._codes, self._ends, wide, parents, depths)
        self._order = np.argsort(depths[:made], kind="stable")[1:]
        self._trie = wide._replace(links=links[:made].copy(), onward=onward[:made].copy())
        trie.connect(self._order, parents, self._trie)

    def visits(self) -> NDArray[np.int64]:
        """Return how often each node was reached before there is any text."""
        return np.zeros(len(self._trie.links), dtype=np.int64)

    def add(self, codes: NDArray[np.int32], count: int, visits: NDArray[np.int64]) -> None:
        """Add to ``visits`` what so many characters lead to; a 0 among them ends a sentence."""
        if self._strings:
            trie.follow(codes, count, self._trie, visits)

    def counts(self, visits: NDArray[np.int64]) -> dict[str, int]:
        """Return how often each string occurred, of how often each node was reached; what is given is changed."""
        trie.total(self._order, self._trie, visits)
        found = np.empty(len(self._strings), dtype=np.int64)
        trie.nodes_of(self._codes, self._ends, self._trie, found)
        return dict(zip(self._strings, visits[found].tolist(), strict=True))
