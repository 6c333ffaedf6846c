"""How often given strings occur in a running text: exact, overlapping, within sentences.

The windows of each length up to eight get rolling 64-bit hashes, by which strings of that length are found; longer ones
are found by names of the windows of eight that they are made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.strings.beginnings import WINDOW, LongStrings
from cwsdiag.strings.window import MULTIPLIER, Window
from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from cwsdiag.text import Bools, Codes, Ints, Longs, Places


class StringCounter:
    """Counts the occurrences of a fixed set of strings in text that arrives in pieces.

    Strings without a character are ignored. After any number of calls of ``add``, ``counts()`` gives the totals.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        by_length: dict[int, list[str]] = {}
        longer = []
        for string in dict.fromkeys(strings):
            if len(string) > WINDOW:
                longer.append(string)
            elif string:
                by_length.setdefault(len(string), []).append(string)
        self._wanted = {length: set(group) for length, group in by_length.items()}
        self._long = LongStrings(longer) if longer else None
        if self._long is not None:
            # Theirs first: their place is their name.
            by_length[WINDOW] = list(dict.fromkeys([*self._long.windows, *by_length.get(WINDOW, [])]))
        self._single = codes_of("".join(by_length.get(1, [])))
        self._single_totals = np.zeros(len(self._single), dtype=np.int64)
        self._windows = {length: Window(group, length) for length, group in sorted(by_length.items()) if length > 1}
        if self._long is not None:
            # By the window's number where it is looked for, what long strings call it.
            order = self._windows[WINDOW].order
            self._names = np.where(order < len(self._long.windows), order, -1)

    def add(self, codes: Codes, sentence_ends: NDArray[Any]) -> None:
        """Count in a piece of text: its code points and where its sentences end."""
        if len(codes) and len(self._single):
            occurrences = np.bincount(codes, minlength=int(self._single.max()) + 1)
            self._single_totals += occurrences[self._single]
        for window, places, found, room in self._hits(codes, sentence_ends):
            window.totals += np.bincount(found, minlength=len(window.strings))
            if window.length == WINDOW and self._long is not None:
                self._long.add(self._named(places, found, len(codes)), codes, room)

    def occurrences(self, codes: Codes, sentence_ends: NDArray[Any]) -> Iterator[tuple[Sequence[str], Places, Places]]:
        """Yield strings of one length, two at least, where a piece of text has some of them, and which each is.

        Those of up to eight characters come together, the same strings in the same order each time; of the same string
        the places rise. A longer one that is there comes alone.
        """
        for window, places, found, room in self._hits(codes, sentence_ends):
            here = self._is_wanted(window)[found]
            yield window.strings, places[here], found[here]
            if window.length == WINDOW and self._long is not None:
                named = self._named(places, found, len(codes))
                for string, at in self._long.occurrences(named, codes, room):
                    yield (string,), at, np.zeros(len(at), dtype=np.intp)

    def _is_wanted(self, window: Window) -> Bools:
        """Return for each string of a window whether it was asked for itself, not as a part of a longer one."""
        if window.length < WINDOW or self._long is None:
            return np.ones(len(window.strings), dtype=np.bool_)
        wanted = self._wanted.get(window.length, set())
        return np.array([string in wanted for string in window.strings], dtype=np.bool_)

    def _named(self, places: Places, found: Places, size: int) -> Longs:
        """Return for each place of a text what long strings call the window of eight there, -1 for none of theirs."""
        names = np.full(size, -1, dtype=np.int64)
        names[places] = self._names[found]
        return names

    def _hits(self, codes: Codes, sentence_ends: NDArray[Any]) -> Iterator[tuple[Window, Places, Places, Ints]]:
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
            hashes *= MULTIPLIER
            hashes += wide[length - 1 :]
            window = self._windows.get(length)
            if window is None:
                continue
            places, found = window.find(hashes, codes, room)
            if len(places):
                yield window, places, found, room

    def counts(self) -> dict[str, int]:
        """Return the number of occurrences of each string so far, 0 where it did not occur."""
        totals = {} if self._long is None else dict(self._long.counts())
        totals.update(zip(map(chr, self._single.tolist()), self._single_totals.tolist(), strict=True))
        for length, window in self._windows.items():
            wanted = self._wanted.get(length, set())
            totals.update(
                (string, count)
                for string, count in zip(window.strings, window.totals.tolist(), strict=True)
                if string in wanted
            )
        return totals
