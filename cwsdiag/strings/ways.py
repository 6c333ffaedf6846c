"""How a running text cuts given strings, and how often each way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.strings.counting import StringCounter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from cwsdiag.text import Ints


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
        # By string: whether words meet at each of its ends and between its characters, a byte each.
        self._seen: dict[str, Counter[bytes]] = {}

    def add(self, codes: NDArray[np.uint32], sentence_ends: NDArray[Any], word_ends: Ints) -> None:
        """Count in a piece of text: its code points, where its sentences end and where its words do."""
        meets = np.zeros(len(codes) + 1, dtype=np.uint8)
        meets[0] = 1
        meets[word_ends] = 1
        for string, places in self._strings.occurrences(codes, sentence_ends):
            width = len(string) + 1
            counts = self._seen.setdefault(string, Counter())
            at_once = -(-_MOST_CELLS // width)
            for first in range(0, len(places), at_once):
                rows = meets[places[first : first + at_once, None] + np.arange(width)].tobytes()
                counts.update(rows[start : start + width] for start in range(0, len(rows), width))

    def ways(self) -> dict[str, tuple[Way, ...]]:
        """Return the ways of each string that occurred so far, the most frequent first, and the first seen on ties."""
        return {
            string: tuple(_way(string, meets, count) for meets, count in counts.most_common())
            for string, counts in self._seen.items()
        }


def _way(string: str, meets: bytes, count: int) -> Way:
    cuts = [0, *(place for place in range(1, len(string)) if meets[place]), len(string)]
    pieces = tuple(string[start:end] for start, end in zip(cuts, cuts[1:], strict=False))
    return Way(pieces, opens=bool(meets[0]), closes=bool(meets[-1]), count=count)
