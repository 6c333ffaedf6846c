"""How often given strings occur in a running text: exact, overlapping, never across a sentence end.

The windows of each length get rolling 64-bit hashes, a 64k table throws out nearly all of those that cannot be wanted,
and what is left is looked up by binary search and then compared character by character: no count rests on a hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_LONGEST_WINDOW = 8  # longer strings are rare: they are found by their first eight characters
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MIXER = np.uint64(0xD6E8FEB86659FD93)
_TABLE_SHIFT = np.uint64(48)


class StringCounter:
    """Counts the occurrences of a fixed set of strings in text that arrives in pieces.

    Strings without a character are ignored. After any number of calls of ``add``, ``counts()`` gives the totals.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        by_length: dict[int, list[str]] = {}
        for string in dict.fromkeys(strings):
            if string:
                by_length.setdefault(len(string), []).append(string)
        short = {length: group for length, group in by_length.items() if length <= _LONGEST_WINDOW}
        prefixes: dict[str, list[str]] = {}
        for length, group in by_length.items():
            if length > _LONGEST_WINDOW:
                for string in group:
                    prefixes.setdefault(string[:_LONGEST_WINDOW], []).append(string)
        if prefixes:
            short[_LONGEST_WINDOW] = list(dict.fromkeys([*short.get(_LONGEST_WINDOW, []), *prefixes]))
        self._single = codes_of("".join(by_length.get(1, [])))
        self._single_totals = np.zeros(len(self._single), dtype=np.int64)
        self._windows = {length: _Window(group, length) for length, group in sorted(short.items()) if length > 1}
        self._long = {prefix: [codes_of(string) for string in group] for prefix, group in prefixes.items()}
        self._long_counts = {string: 0 for group in prefixes.values() for string in group}
        self._wanted = {length: set(group) for length, group in by_length.items()}

    def add(self, codes: NDArray[np.uint32], sentence_ends: NDArray[Any]) -> None:
        """Count in a piece of text: its code points and where its sentences end."""
        if not len(codes):
            return
        if len(self._single):
            occurrences = np.bincount(codes, minlength=int(self._single.max()) + 1)
            self._single_totals += occurrences[self._single]
        if not self._windows:
            return
        longest = max(self._windows)
        lengths = np.diff(sentence_ends, prepend=0)
        room = np.repeat(np.asarray(sentence_ends, dtype=np.int32), lengths)
        room -= np.arange(len(codes), dtype=np.int32)
        wide = codes.astype(np.uint64)
        hashes = wide.copy()
        for length in range(2, min(longest, len(codes)) + 1):
            hashes = hashes[:-1]
            hashes *= _MULTIPLIER
            hashes += wide[length - 1 :]
            window = self._windows.get(length)
            if window is None:
                continue
            places, found = window.find(hashes, codes, room)
            if length == _LONGEST_WINDOW and self._long and len(places):
                self._add_long(places, found, window, codes, room)

    def _add_long(
        self,
        places: NDArray[Any],
        found: NDArray[Any],
        window: _Window,
        codes: NDArray[np.uint32],
        room: NDArray[np.int32],
    ) -> None:
        order = np.argsort(found, kind="stable")
        groups, firsts = np.unique(found[order], return_index=True)
        for group, members in zip(groups, np.split(places[order], firsts[1:]), strict=True):
            for string in self._long.get(window.strings[group], ()):
                fitting = members[room[members] >= len(string)]
                for offset in range(_LONGEST_WINDOW, len(string)):
                    fitting = fitting[codes[fitting + offset] == string[offset]]
                if len(fitting):
                    self._long_counts[string.tobytes().decode("utf-32-le")] += len(fitting)

    def counts(self) -> dict[str, int]:
        """Return the number of occurrences of each string so far, 0 where it did not occur."""
        totals = dict(self._long_counts)
        totals.update(zip(map(chr, self._single.tolist()), self._single_totals.tolist(), strict=True))
        for length, window in self._windows.items():
            wanted = self._wanted.get(length, set())
            totals.update(
                (string, count)
                for string, count in zip(window.strings, window.totals.tolist(), strict=True)
                if string in wanted
            )
        return totals


class _Window:
    """The strings of one length, sorted by hash."""

    def __init__(self, strings: list[str], length: int) -> None:
        characters = codes_of("".join(strings)).reshape(len(strings), length)
        hashes = np.zeros(len(strings), dtype=np.uint64)
        for column in range(length):
            hashes = hashes * _MULTIPLIER + characters[:, column]
        order = np.argsort(hashes, kind="stable")
        self.length = length
        self.strings = [strings[index] for index in order]
        self.totals = np.zeros(len(strings), dtype=np.int64)
        self._characters = characters[order]
        self._hashes, self._first = np.unique(hashes[order], return_index=True)
        # Strings of one hash stand side by side; nearly always there is one of each.
        self._same = np.diff(self._first, append=len(strings))
        self._table = np.zeros(1 << 16, dtype=np.bool_)
        self._table[_slots(self._hashes)] = True

    def find(
        self, hashes: NDArray[np.uint64], codes: NDArray[np.uint32], room: NDArray[np.int32]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Count the occurrences and return where they start and which string each is."""
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
        at, string = np.concatenate(all_places), np.concatenate(all_found)
        self.totals += np.bincount(string, minlength=len(self.strings))
        return at, string


def _slots(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    # Without the second multiplication the last character of a window would not reach the upper bits.
    return (hashes * _MIXER) >> _TABLE_SHIFT
