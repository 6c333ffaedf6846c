"""Long strings, found in time that does not grow with how many of them begin alike.

Windows of 8, 16, 32 … characters are named: two have the same name where, and only where, their halves have, down to
single characters. Nothing is hashed, so that nothing has to be compared again. A string is a path of such windows, the
largest first: 45 characters are 32 + 8 + 4 + 1. From each place of a text the paths are followed as far as they lead,
with one look at each power of two. Where that ends, the longest string is known that the text has at this place; all
others that it has there are beginnings of that one, and are not looked for.

That is binary search for the longest beginning that somebody has (M. Waldvogel and others, "Scalable high speed IP
routing lookups", SIGCOMM 1997) over names as R. Karp, R. Miller and A. Rosenberg give them ("Rapid identification of
repeated patterns", STOC 1972).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cwsdiag.text import Codes, Ints, Longs, Places

# Longer strings than this are looked for here. Their windows of so many characters, by so many halvings from single
# ones, are found in a text by whoever asks.
WINDOW, _HALVINGS = 8, 3
_HALF_A_KEY = 32


class LongStrings:
    """Different strings of more than eight characters, sorted, so that what begins with one stands right behind it.

    Attributes:
        strings: in order.
        windows: the windows of eight characters that have to be found in a text, by their names from 0.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        """Name the windows of some strings, and make their paths."""
        self.strings = sorted(strings)
        self._lengths = np.array([len(string) for string in self.strings], dtype=np.int64)
        self._parents, self._ends = _nested(self.strings)
        self._totals = np.zeros(len(self.strings), dtype=np.int64)
        # By level: a window of 2 to the level is named by the place that the names of its halves have here.
        self._halves: dict[int, Longs] = {}
        codes = codes_of("".join(self.strings))
        starts = np.cumsum(self._lengths) - self._lengths
        windows, names = self._name(codes.astype(np.int64), starts)
        self.windows = _cut(codes[windows[:, None] + np.arange(WINDOW)])
        self._make_paths(names)

    def _name(self, codes: Longs, starts: Longs) -> tuple[Longs, dict[int, Longs]]:
        """Name the windows that paths lead through, and their parts.

        Returns:
            Where in ``codes`` the windows of eight are, by name; and by level, for each string whose path has a window
            of this level, the window's name.
        """
        levels = range(int(self._lengths.max()).bit_length())
        on_paths = {}
        reached = starts.copy()
        for level in reversed(levels):
            passing = self._passing(level)
            on_paths[level] = reached[passing]
            reached[passing] += 1 << level
        needed = {}
        parts = np.zeros(0, dtype=np.int64)
        for level in reversed(levels[1:]):
            wanted = np.zeros(len(codes), dtype=np.bool_)
            wanted[on_paths[level]] = wanted[parts] = True
            needed[level] = np.flatnonzero(wanted)
            parts = np.concatenate([needed[level], needed[level] + (1 << level >> 1)])
        names, of_paths = codes, {0: codes[on_paths[0]]}
        windows = starts
        for level in levels[1:]:
            places = needed[level]
            keys = _keys(names[places], names[places + (1 << level >> 1)])
            self._halves[level], first, found = np.unique(keys, return_index=True, return_inverse=True)
            names = np.full(len(codes), -1, dtype=np.int64)
            names[places] = found
            of_paths[level] = names[on_paths[level]]
            if level == _HALVINGS:
                windows = places[first]
                self._opens = np.zeros(len(first), dtype=np.bool_)
                self._opens[names[starts]] = True
        return windows, of_paths

    def _make_paths(self, names: dict[int, Longs]) -> None:
        """Make the steps of all paths, and say at the end of each step what the longest string is so far."""
        # By level: places on paths with the windows that lead on from them; and the number of the first they lead to.
        self._steps: dict[int, tuple[Longs, int]] = {}
        none = len(self.strings)
        longest = [np.array([none])]
        here = np.zeros(len(self.strings), dtype=np.int64)
        lengths, parents = np.append(self._lengths, 0), np.append(self._parents, none)
        made = 1
        for level in sorted(names, reverse=True):
            passing = self._passing(level)
            keys, first, found = np.unique(_keys(here[passing], names[level]), return_index=True, return_inverse=True)
            here[passing] = made + found
            self._steps[level] = keys, made
            made += len(keys)
            best = passing[first]
            length = self._lengths[best] >> level << level
            while (longer := lengths[best] > length).any():
                best[longer] = parents[best[longer]]
            longest.append(best)
        self._longest = np.concatenate(longest)

    def _passing(self, level: int) -> Longs:
        """Return the strings whose paths have a window of a level."""
        return np.flatnonzero(self._lengths >> level & 1)

    def add(self, windows: Longs, codes: Codes, room: Ints) -> None:
        """Count in a piece of text.

        Args:
            windows: the name of the window of eight that begins at each place, -1 for one that is not in ``windows``
                or not within a sentence.
            codes: the code points of the text.
            room: how many characters of its sentence each place has before it.
        """
        _, found = self._found(windows, codes, room)
        self._totals += np.bincount(found, minlength=len(self.strings))

    def counts(self) -> Iterator[tuple[str, int]]:
        """Yield each string with how often it occurred so far."""
        sums = np.append(0, np.cumsum(self._totals))
        yield from zip(self.strings, (sums[self._ends] - sums[:-1]).tolist(), strict=True)

    def occurrences(self, windows: Longs, codes: Codes, room: Ints) -> Iterator[tuple[str, Places]]:
        """Yield each string that a piece of text holds, with where it begins; arguments as in ``add``."""
        places, found = self._found(windows, codes, room)
        order = np.argsort(found, kind="stable")
        places, found = places[order], found[order]
        firsts = np.searchsorted(found, np.arange(len(self.strings)))
        lasts = np.searchsorted(found, self._ends)
        for index in np.flatnonzero(lasts > firsts).tolist():
            yield self.strings[index], np.sort(places[firsts[index] : lasts[index]])

    def _found(self, windows: Longs, codes: Codes, room: Ints) -> tuple[Places, Places]:
        """Return the places where strings begin, ascending, and the longest that begins at each."""
        places = np.flatnonzero(windows >= 0)
        places = places[self._opens[windows[places]]]
        if not len(places):
            return places, places
        names = self._named(windows, room)
        here, reached = np.zeros(len(places), dtype=np.int64), places.copy()
        ends = places + room[places]
        for level, (keys, first) in self._steps.items():
            able = np.flatnonzero(reached + (1 << level) <= ends)
            step = _looked_up(keys, here[able], self._names_at(level, reached[able], codes, names))
            able, step = able[step >= 0], step[step >= 0]
            here[able] = first + step
            reached[able] += 1 << level
        longest = self._longest[here]
        there = longest < len(self.strings)
        return places[there], longest[there]

    def _named(self, windows: Longs, room: Ints) -> dict[int, Longs]:
        """Return by level what the windows of eight and more characters are called that begin at each place."""
        names = {_HALVINGS: windows}
        for level in range(_HALVINGS + 1, max(self._steps) + 1):
            half, parts = 1 << level >> 1, names[level - 1]
            places = np.flatnonzero(parts >= 0)
            places = places[room[places] >= 2 * half]
            names[level] = np.full(len(windows), -1, dtype=np.int64)
            names[level][places] = _looked_up(self._halves[level], parts[places], parts[places + half])
        return names

    def _names_at(self, level: int, places: Places, codes: Codes, names: dict[int, Longs]) -> Longs:
        """Return what the windows of a level are called that begin at some places."""
        if level == 0:
            return codes[places].astype(np.int64)
        if level >= _HALVINGS:
            return names[level][places]
        left, right = (self._names_at(level - 1, at, codes, names) for at in (places, places + (1 << level >> 1)))
        return _looked_up(self._halves[level], left, right)


def _nested(strings: Sequence[str]) -> tuple[Longs, Longs]:
    """Return for each of sorted strings the longest other that it begins with, and where those end that begin with it.

    Where a string begins with no other, the number of strings stands for that.
    """
    parents, ends = np.full((2, len(strings)), len(strings), dtype=np.int64)
    around: list[int] = []
    for index, string in enumerate(strings):
        while around and not string.startswith(strings[around[-1]]):
            ends[around.pop()] = index
        if around:
            parents[index] = around[-1]
        around.append(index)
    return parents, ends


def _cut(windows: Codes) -> list[str]:
    """Return rows of code points as strings."""
    size = windows.shape[1]
    chars = windows.tobytes().decode("utf-32-le")
    return [chars[place : place + size] for place in range(0, len(chars), size)]


def _keys(left: Longs, right: Longs) -> Longs:
    """Return each pair of names as one number, below 0 where one of them is."""
    return left << _HALF_A_KEY | right


def _looked_up(keys: Longs, left: Longs, right: Longs) -> Longs:
    """Return the place of pairs of names in sorted keys, -1 for those that are not there."""
    wanted = _keys(left, right)
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    return np.where(keys[places] == wanted, places, -1)
