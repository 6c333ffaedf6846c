"""How often given strings occur in a running text, and how it cuts them: exact, overlapping, within sentences.

The strings stand in a trie, one hash table. All places of a text go down it together, and most leave it after a
character or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.text import Codes, Ints, Places, codes_of

Keys = NDArray[np.uint64]

# A key is a node and a character that leads on from it, which takes so many bits.
CODE_BITS = np.uint64(21)
# Of hashes; compiled into the loops of `cwsdiag.scan`, too.
MIXER, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
# Of a string's occurrences times its length, so many are looked at together: memory grows with neither.
_MOST_CELLS = 1 << 20


class Trie:
    """The characters that different strings begin with, as a hash table of keys.

    Node 0 is the root; node n is where key n leads, and there is no key 0.

    Attributes:
        strings: those that have a character, in order.
        keys: uint64, for each node its key.
        ending: for each node which of the strings ends there; -1 for none.
        roots: int32, by code point the node that it leads to from the root; 0 for none.
        table: int32 of shape (a power of two,), the node of each key where its hash says, or in the next place that was
            free; 0 for none.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        """Make it a level at a time."""
        self.strings = [string for string in dict.fromkeys(strings) if string]
        codes = codes_of("".join(self.strings))
        lengths = np.fromiter(map(len, self.strings), np.int64, len(self.strings))
        begins = np.cumsum(lengths) - lengths
        longer, nodes, made = np.arange(len(lengths)), np.zeros(len(lengths), dtype=np.uint64), 1
        levels, ending = [np.zeros(1, dtype=np.uint64)], [np.full(1, -1)]
        while len(longer):
            keys, places = np.unique(nodes << CODE_BITS | codes[begins[longer]], return_inverse=True)
            last = lengths[longer] == len(levels)
            level_ending = np.full(len(keys), -1)
            level_ending[places[last]] = longer[last]
            levels.append(keys)
            ending.append(level_ending)
            longer, nodes = longer[~last], (places[~last] + made).astype(np.uint64)
            begins += 1
            made += len(keys)
        self.keys, self.ending = np.concatenate(levels), np.concatenate(ending)
        first = levels[min(1, len(levels) - 1)]
        self.roots = np.zeros(int(first.max()) + 2, dtype=np.int32)
        self.roots[first] = np.arange(1, 1 + len(first))
        self.roots[0] = 0
        self.table = np.zeros(1 << (2 * made).bit_length(), dtype=np.int32)
        placed, slots = np.arange(1, made), self._slots(self.keys)
        while len(placed):
            at = slots[placed]
            free = self.table[at] == 0
            # Of several for one place the last stays.
            self.table[at[free]] = placed[free]
            placed = placed[self.table[at] != placed]
            slots[placed] = (slots[placed] + 1) & (len(self.table) - 1)

    def _slots(self, keys: Keys) -> Places:
        """Return the first place of the table in which each key may be."""
        return ((keys * MIXER) >> HALF).astype(np.intp) & (len(self.table) - 1)

    def _nodes(self, keys: Keys) -> Ints:
        """Return the node of each key, 0 for one that there is not."""
        slots = self._slots(keys)
        nodes = self.table[slots]
        others = np.flatnonzero(nodes)
        while len(others := others[(nodes[others] > 0) & (self.keys[nodes[others]] != keys[others])]):
            slots[others] = (slots[others] + 1) & (len(self.table) - 1)
            nodes[others] = self.table[slots[others]]
        return nodes

    def occurrences(self, codes: Codes, sentence_ends: NDArray[Any]) -> Iterator[tuple[Places, Places]]:
        """Yield where a piece of text has strings, rising, and which each is: those of one length at a time."""
        ends = np.asarray(sentence_ends, dtype=np.int32)
        end_of = np.repeat(ends, np.diff(ends, prepend=np.int32(0)))
        nodes = self.roots[np.minimum(codes, len(self.roots) - 1)]
        places = np.flatnonzero(nodes)
        nodes = nodes[places]
        for length in count(1):
            ending = self.ending[nodes]
            ended = np.flatnonzero(ending >= 0)
            if len(ended):
                yield places[ended], ending[ended]
            within = np.flatnonzero(places + length < end_of[places])
            if not len(within):
                return
            places = places[within]
            nodes = self._nodes(nodes[within].astype(np.uint64) << CODE_BITS | codes[places + length])
            longer = np.flatnonzero(nodes)
            places, nodes = places[longer], nodes[longer]


class StringCounter:
    """Counts the occurrences of a fixed set of strings in text that arrives in pieces.

    Strings without a character are ignored. After any number of calls of ``add``, ``counts()`` gives the totals.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        """Count nothing yet."""
        self._trie = Trie(strings)
        self._totals = np.zeros(len(self._trie.strings), dtype=np.int64)

    def add(self, codes: Codes, sentence_ends: NDArray[Any]) -> None:
        """Count in a piece of text: its code points and where its sentences end."""
        for _places, found in self._trie.occurrences(codes, sentence_ends):
            np.add.at(self._totals, found, 1)

    def counts(self) -> dict[str, int]:
        """Return the number of occurrences of each string so far, 0 where it did not occur."""
        return dict(zip(self._trie.strings, self._totals.tolist(), strict=True))


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
        self._trie = Trie(string for string in strings if len(string) > 1)
        # Of each string, by its number, whether words meet at its ends and between its characters, a byte each.
        self._seen: Counter[tuple[int, bytes]] = Counter()

    def add(self, codes: Codes, sentence_ends: NDArray[Any], word_ends: Ints) -> None:
        """Count in a piece of text: its code points, where its sentences end and where its words do."""
        meets = np.zeros(len(codes) + 1, dtype=np.uint8)
        meets[0] = 1
        meets[word_ends] = 1
        for places, found in self._trie.occurrences(codes, sentence_ends):
            width = len(self._trie.strings[found[0]]) + 1
            at_once = -(-_MOST_CELLS // width)
            for first in range(0, len(places), at_once):
                here = slice(first, first + at_once)
                rows = meets[places[here, None] + np.arange(width)].view(f"V{width}").ravel()
                self._seen.update(zip(found[here].tolist(), rows.tolist(), strict=True))

    def ways(self) -> dict[str, tuple[Way, ...]]:
        """Return the ways of each string that occurred so far, the most frequent first, and the first seen on ties."""
        ways: dict[str, list[Way]] = {}
        for (number, meets), times in self._seen.most_common():
            string = self._trie.strings[number]
            cuts = [0, *(place for place in range(1, len(string)) if meets[place]), len(string)]
            pieces = tuple(string[start:end] for start, end in zip(cuts, cuts[1:], strict=False))
            way = Way(pieces, opens=bool(meets[0]), closes=bool(meets[-1]), count=times)
            ways.setdefault(string, []).append(way)
        return {string: tuple(own) for string, own in ways.items()}
