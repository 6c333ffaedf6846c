"""How a running text cuts given strings, and how often each way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.strings.beginnings import WINDOW
from cwsdiag.strings.counting import StringCounter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from cwsdiag.text import Bytes, Codes, Ints, Longs, Places


# Of a string's occurrences times its length, so many are looked at together: memory grows with neither.
_MOST_CELLS = 1 << 20


@dataclass(frozen=True)
class Way:
    """One way in which a running text cuts the characters of a string, and how often.

    Attributes:
        pieces: the string, cut where words meet inside it.
        opens: whether a word begins where the string does; else the first piece is the rest of a longer word.
        closes: whether a word ends where the string does.
        count: number of occurrences, at least 1.
    """

    pieces: tuple[str, ...]
    opens: bool
    closes: bool
    count: int


class WayCounter:
    """Counts the ways in which segmented text that arrives in pieces cuts a fixed set of strings.

    Strings of less than two characters are ignored: nothing can be cut in them.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self._strings = StringCounter(strings)
        # By length: the strings of up to eight characters, and each of them with a way as one number, with its count.
        self._short: dict[int, tuple[Sequence[str], _Tally]] = {}
        # By string: whether words meet at each of its ends and between its characters, a byte each.
        self._long: dict[str, Counter[bytes]] = {}

    def add(self, codes: Codes, sentence_ends: NDArray[Any], word_ends: Ints) -> None:
        """Count in a piece of text: its code points, where its sentences end and where its words do."""
        meets = np.zeros(len(codes) + 1, dtype=np.uint8)
        meets[0] = 1
        meets[word_ends] = 1
        for strings, places, found in self._strings.occurrences(codes, sentence_ends):
            width = len(strings[0]) + 1
            if width > WINDOW + 1:
                self._add_long(strings[0], meets, places)
                continue
            _strings, tally = self._short.setdefault(width - 1, (strings, _Tally()))
            keys = found.astype(np.int64)
            for place in range(width):
                keys <<= 1
                keys |= meets[places + place]
            tally.add(keys)

    def _add_long(self, string: str, meets: Bytes, places: Places) -> None:
        width = len(string) + 1
        counts = self._long.setdefault(string, Counter())
        at_once = -(-_MOST_CELLS // width)
        for first in range(0, len(places), at_once):
            rows = meets[places[first : first + at_once, None] + np.arange(width)].tobytes()
            counts.update(rows[start : start + width] for start in range(0, len(rows), width))

    def ways(self) -> dict[str, tuple[Way, ...]]:
        """Return the ways of each string that occurred so far, the most frequent first, and the first seen on ties."""
        found: dict[str, list[Way]] = {}
        for length, (strings, tally) in self._short.items():
            keys, counts = tally.counts()
            for index in np.argsort(-counts, kind="stable").tolist():
                number, meets = divmod(int(keys[index]), 2 << length)
                bits = bytes(meets >> place & 1 for place in range(length, -1, -1))
                found.setdefault(strings[number], []).append(_way(strings[number], bits, int(counts[index])))
        for string, seen in self._long.items():
            found[string] = [_way(string, meets, count) for meets, count in seen.most_common()]
        return {string: tuple(ways) for string, ways in found.items()}


class _Tally:
    """How often numbers come, in the order in which each came first."""

    def __init__(self) -> None:
        self._keys: list[Longs] = []
        self._counts: list[Longs] = []
        self._size = 0
        self._most = _MOST_CELLS

    def add(self, keys: Longs) -> None:
        """Count some more."""
        self._put(*_summed(keys, np.ones(len(keys), dtype=np.int64)))
        # What has come again and again is held once; twice as much may come before that is looked at again.
        if self._size > self._most:
            self.counts()
            self._most = max(_MOST_CELLS, 2 * self._size)

    def counts(self) -> tuple[Longs, Longs]:
        """Return the numbers that came, and how often each did."""
        keys, counts = self._keys, self._counts
        self._keys, self._counts, self._size = [], [], 0
        self._put(*_summed(np.concatenate(keys), np.concatenate(counts)))
        return self._keys[0], self._counts[0]

    def _put(self, keys: Longs, counts: Longs) -> None:
        self._keys.append(keys)
        self._counts.append(counts)
        self._size += len(keys)


def _summed(keys: Longs, counts: Longs) -> tuple[Longs, Longs]:
    """Return each number once, in the order in which they come first, and the sum of its counts."""
    once, first, which = np.unique(keys, return_index=True, return_inverse=True)
    sums = np.zeros(len(once), dtype=np.int64)
    np.add.at(sums, which, counts)
    order = np.argsort(first)
    return once[order], sums[order]


def _way(string: str, meets: bytes, count: int) -> Way:
    cuts = [0, *(place for place in range(1, len(string)) if meets[place]), len(string)]
    pieces = tuple(string[start:end] for start, end in zip(cuts, cuts[1:], strict=False))
    return Way(pieces, opens=bool(meets[0]), closes=bool(meets[-1]), count=count)
