"""Strings that a scan counts, in compiled loops: a trie that is followed from character to character.

The loops stand apart from those of the scan, and call none of them; see ``cwsdiag.scan.compiling.compiled``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cwsdiag.scan.compiling import compiled
from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from cwsdiag.scan.loops import Codes, Keys, Long, Longs

    Nodes = NDArray[np.int32]


_BITS, _HALF, _NONE = np.uint64(21), np.uint64(32), np.uint64(0)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


class Wanted(NamedTuple):
    """Strings that are counted: a trie with a link from each node to the longest end of it that is a node.

    A. Aho and M. Corasick, "Efficient string matching", CACM 1975. Node 0 is the root. Occurrences of a string are the
    visits of its node and of all that link to it, over any number of links.

    Attributes:
        roots: the node of each string of one character, by its code point.
        keys: of shape a power of two: a node and a character that leads on from it, 0 where there is none.
        nodes: where each key leads.
        links: for each node the node of its longest end.
        onward: for each node itself, or the first along the links that has a node below it.
    """

    roots: Nodes
    keys: Keys
    nodes: Nodes
    links: Nodes
    onward: Nodes


@compiled
def _slot_of(keys: Keys, key: np.uint64) -> Long:
    """Return where a key stands, or the empty place that it gets."""
    last = len(keys) - 1
    mixed = key * _MULTIPLIER
    slot = np.int64(mixed >> _HALF) & last
    while keys[slot] not in (key, _NONE):
        slot = (slot + 1) & last
    return slot


@compiled
def _child(wanted: Wanted, node: Long, code: Long) -> Long:
    """Return the node that a character leads to from a node; 0 where there is none."""
    if node == 0:
        return np.int64(wanted.roots[code])
    # What has no key has no node either.
    return np.int64(wanted.nodes[_slot_of(wanted.keys, np.uint64(node) << _BITS | np.uint64(code))])


@compiled
def follow(codes: Codes, count: int, wanted: Wanted, visits: Longs) -> None:
    """Count the nodes that so many characters lead to; a 0 among them ends a sentence."""
    node: Long = np.int64(0)
    for place in range(count):
        code = np.int64(codes[place])
        if code == 0:
            node = np.int64(0)
            continue
        node = np.int64(wanted.onward[node])
        below = _child(wanted, node, code)
        while below == 0 and node > 0:
            node = np.int64(wanted.onward[wanted.links[node]])
            below = _child(wanted, node, code)
        node = below
        visits[node] += 1


@compiled
def plant(codes: Codes, ends: Longs, wanted: Wanted, parents: Nodes, depths: Nodes) -> int:
    """Make the nodes of strings that stand one behind the other; everything comes as zeros.

    Args:
        codes: their characters.
        ends: where each ends.
        wanted: gets the nodes.
        parents: gets for each node the one before it.
        depths: gets for each node how many characters lead to it.

    Returns:
        How many nodes there are.
    """
    made, place = 1, 0
    for end in ends:
        node: Long = np.int64(0)
        while place < end:
            code = np.int64(codes[place])
            below = _child(wanted, node, code)
            if below == 0:
                below = np.int64(made)
                made += 1
                parents[below], depths[below] = node, depths[node] + 1
                # The character, until the links are made.
                wanted.links[below] = code
                if node == 0:
                    wanted.roots[code] = below
                else:
                    key = np.uint64(node) << _BITS | np.uint64(code)
                    slot = _slot_of(wanted.keys, key)
                    wanted.keys[slot], wanted.nodes[slot] = key, below
            node = below
            place += 1
    return made


@compiled
def connect(order: Longs, parents: Nodes, wanted: Wanted) -> None:
    """Make the links of nodes, which come as the characters that lead to them.

    Args:
        order: all nodes but the root, those with fewer characters first.
        parents: for each node the one before it.
        wanted: gets ``links`` and ``onward``.
    """
    for node in order:
        wanted.onward[parents[node]] = parents[node]
    for node in order:
        code, parent = np.int64(wanted.links[node]), np.int64(parents[node])
        found: Long = np.int64(0)
        while parent > 0 and found == 0:
            parent = np.int64(wanted.links[parent])
            found = _child(wanted, parent, code)
        wanted.links[node] = found
        if wanted.onward[node] != node:
            wanted.onward[node] = wanted.onward[found]


@compiled
def nodes_of(codes: Codes, ends: Longs, wanted: Wanted, found: Longs) -> None:
    """Write the node of each string that was planted into ``found``."""
    place = 0
    for number in range(len(ends)):
        node: Long = np.int64(0)
        while place < ends[number]:
            node = _child(wanted, node, np.int64(codes[place]))
            place += 1
        found[number] = node


@compiled
def total(order: Longs, wanted: Wanted, visits: Longs) -> None:
    """Make of visits occurrences: each node's count for what it links to as well."""
    for index in range(len(order) - 1, -1, -1):
        visits[wanted.links[order[index]]] += visits[order[index]]


_CODE_POINTS = 0x110000


class WantedStrings:
    """Different strings of a character and more, as ``Wanted``; empty ones are passed over."""

    def __init__(self, strings: Iterable[str]) -> None:
        """Make the trie: in time and room that grow with the characters of the strings."""
        self._strings = [string for string in dict.fromkeys(strings) if string]
        self._codes = codes_of("".join(self._strings)).astype(np.int32)
        self._ends = np.cumsum(np.fromiter(map(len, self._strings), np.int64, len(self._strings)))
        most = len(self._codes) + 1
        slots = 1 << (2 * most).bit_length()
        parents, depths, links, onward = np.zeros((4, most), dtype=np.int32)
        wide = Wanted(
            np.zeros(_CODE_POINTS, np.int32), np.zeros(slots, np.uint64), np.zeros(slots, np.int32), links, onward
        )
        made = plant(self._codes, self._ends, wide, parents, depths)
        self._order = np.argsort(depths[:made], kind="stable")[1:]
        self._trie = wide._replace(links=links[:made].copy(), onward=onward[:made].copy())
        connect(self._order, parents, self._trie)

    def visits(self) -> NDArray[np.int64]:
        """Return how often each node was reached before there is any text."""
        return np.zeros(len(self._trie.links), dtype=np.int64)

    def add(self, codes: NDArray[np.int32], count: int, visits: NDArray[np.int64]) -> None:
        """Add to ``visits`` what so many characters lead to; a 0 among them ends a sentence."""
        if self._strings:
            follow(codes, count, self._trie, visits)

    def counts(self, visits: NDArray[np.int64]) -> dict[str, int]:
        """Return how often each string occurred, of how often each node was reached; what is given is changed."""
        total(self._order, self._trie, visits)
        found = np.empty(len(self._strings), dtype=np.int64)
        nodes_of(self._codes, self._ends, self._trie, found)
        return dict(zip(self._strings, visits[found].tolist(), strict=True))
