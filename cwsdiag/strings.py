"""How often given strings occur in a running text, and how it cuts them: exact, overlapping, within sentences.

The windows of each length get rolling 64-bit hashes, a 64k table throws out nearly all of those that cannot be wanted,
and what is left is looked up by binary search and then compared character by character: no count rests on a hash.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from cwsdiag.text import Ints

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
        if len(codes) and len(self._single):
            occurrences = np.bincount(codes, minlength=int(self._single.max()) + 1)
            self._single_totals += occurrences[self._single]
        for window, places, found, room in self._hits(codes, sentence_ends):
            window.totals += np.bincount(found, minlength=len(window.strings))
            if window.length == _LONGEST_WINDOW:
                for string, fitting in self._long_ones(places, found, window, codes, room):
                    self._long_counts[string] += len(fitting)

    def occurrences(
        self, codes: NDArray[np.uint32], sentence_ends: NDArray[Any]
    ) -> Iterator[tuple[str, NDArray[np.intp]]]:
        """Yield each string of two characters or more that a piece of text holds, with where it begins, in no order."""
        for window, places, found, room in self._hits(codes, sentence_ends):
            for index, members in _grouped(places, found):
                if window.strings[index] in self._wanted.get(window.length, ()):
                    yield window.strings[index], members
            if window.length == _LONGEST_WINDOW:
                yield from self._long_ones(places, found, window, codes, room)

    def _hits(
        self, codes: NDArray[np.uint32], sentence_ends: NDArray[Any]
    ) -> Iterator[tuple[_Window, NDArray[np.intp], NDArray[np.intp], NDArray[np.int32]]]:
        """Yield for each length where its strings begin, which each is, and how much of its sentence each place has."""
        if not len(codes) or not self._windows:
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
            if len(places):
                yield window, places, found, room

    def _long_ones(
        self,
        places: NDArray[np.intp],
        found: NDArray[np.intp],
        window: _Window,
        codes: NDArray[np.uint32],
        room: NDArray[np.int32],
    ) -> Iterator[tuple[str, NDArray[np.intp]]]:
        """Yield the strings longer than a window that begin at some of the places, with where."""
        if not self._long:
            return
        for index, members in _grouped(places, found):
            for string in self._long.get(window.strings[index], ()):
                fitting = members[room[members] >= len(string)]
                for offset in range(_LONGEST_WINDOW, len(string)):
                    fitting = fitting[codes[fitting + offset] == string[offset]]
                if len(fitting):
                    yield string.tobytes().decode("utf-32-le"), fitting

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
            rows = meets[places[:, None] + np.arange(width)].tobytes()
            counts = self._seen.setdefault(string, Counter())
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
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
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


def _grouped(places: NDArray[np.intp], found: NDArray[np.intp]) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield each string that was found, by its index, with its places; nothing without any."""
    if not len(found):
        return
    order = np.argsort(found, kind="stable")
    groups, firsts = np.unique(found[order], return_index=True)
    yield from zip(groups.tolist(), np.split(places[order], firsts[1:]), strict=True)


def _slots(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    # Without the second multiplication the last character of a window would not reach the upper bits.
    return (hashes * _MIXER) >> _TABLE_SHIFT
