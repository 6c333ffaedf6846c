"""Strings of one length, found in a text by the hashes of its windows.

A 64k table throws out nearly all windows that cannot be wanted; what is left is looked up by binary search and then
compared character by character: no count rests on a hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.text import Codes, Ints, Places

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MIXER = np.uint64(0xD6E8FEB86659FD93)
_TABLE_SHIFT = np.uint64(48)


class Window:
    """The strings of one length, sorted by hash.

    Attributes:
        length: of each.
        strings: sorted.
        order: which of the strings that were given each is.
        totals: how often each was seen, as whoever finds them counts.
    """

    def __init__(self, strings: list[str], length: int) -> None:
        characters = codes_of("".join(strings)).reshape(len(strings), length)
        hashes = np.zeros(len(strings), dtype=np.uint64)
        for column in range(length):
            hashes = hashes * MULTIPLIER + characters[:, column]
        order = np.argsort(hashes, kind="stable")
        self.length = length
        self.order = order
        self.strings = [strings[index] for index in order]
        self.totals = np.zeros(len(strings), dtype=np.int64)
        self._characters = characters[order]
        self._hashes, self._first = np.unique(hashes[order], return_index=True)
        # Strings of one hash stand side by side; nearly always there is one of each.
        self._same = np.diff(self._first, append=len(strings))
        self._table = np.zeros(1 << 16, dtype=np.bool_)
        self._table[_slots(self._hashes)] = True

    def find(self, hashes: NDArray[np.uint64], codes: Codes, room: Ints) -> tuple[Places, Places]:
        """Return where strings start and which string each is."""
        possible = self._table[_slots(hashes)]
        possible &= room[: len(hashes)] >= self.length
        places = np.flatnonzero(possible)
        index = np.searchsorted(self._hashes, hashes[places])
        index[index == len(self._hashes)] = 0
        hit = self._hashes[index] == hashes[places]
        places, index = places[hit], index[hit]
        all_places, all_found = [], []
        for extra in range(int(self._same.max(initial=1))):
            tried = self._same[index] > extra
            at, string = places[tried], self._first[index[tried]] + extra
            for offset in range(self.length):
                equal = codes[at + offset] == self._characters[string, offset]
                if not equal.all():
                    at, string = at[equal], string[equal]
            all_places.append(at)
            all_found.append(string)
        return np.concatenate(all_places), np.concatenate(all_found)


def _slots(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    # Without the second multiplication the last character of a window would not reach the upper bits.
    return (hashes * _MIXER) >> _TABLE_SHIFT
