"""How often given strings occur in a running text, and how it cuts them: exact, overlapping, within sentences.

A window of a text is found by its hash, a difference of two running sums times a power, whatever its length. Windows of
up to eight characters are looked for at every place, longer ones where a window of eight begins as they do. Strings
that have the hash are compared character by character: no count rests on a hash.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.text import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from cwsdiag.text import Codes, Ints, Longs, Places

    Hashes = NDArray[np.uint64]

# Strings of more characters are looked for where their first so many stand.
WINDOW = 8
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(int(_MULTIPLIER), -1, 1 << 64))
_MIXER = np.uint64(0xD6E8FEB86659FD93)
_TABLE_SHIFT = np.uint64(48)
# Of a string's occurrences times its length, so many are looked at together: memory grows with neither.
_MOST_CELLS = 1 << 20


class _Piece:
    """A piece of text with the hashes of its windows.

    Attributes:
        codes: its code points.
        room: how many characters of its sentence each place has before it.
    """

    def __init__(self, codes: Codes, sentence_ends: NDArray[Any]) -> None:
        ends = np.asarray(sentence_ends, dtype=np.int32)
        self.codes = codes
        self.room: Ints = np.repeat(ends, np.diff(ends, prepend=np.int32(0)))
        self.room -= np.arange(len(codes), dtype=np.int32)
        inverses, self._powers = _powers(_INVERSE, len(codes)), _powers(_MULTIPLIER, len(codes))
        self._sums = np.append(np.uint64(0), np.cumsum(codes * inverses))

    def every_hash(self, length: int) -> Hashes:
        """Return the hashes of the windows of a length, from the first place to the last that has one."""
        hashes: Hashes = self._sums[length:] - self._sums[:-length]
        hashes *= self._powers[: len(hashes)]
        return hashes

    def hashes_at(self, places: Places, length: int) -> Hashes:
        """Return the hashes of the windows of a length at some places."""
        hashes: Hashes = (self._sums[places + length] - self._sums[places]) * self._powers[places]
        return hashes


class _SameLength:
    """Different strings of one length, sorted by hash.

    Attributes:
        strings: sorted.
        length: of each.
    """

    def __init__(self, strings: list[str]) -> None:
        self.length = len(strings[0])
        characters = codes_of("".join(strings)).reshape(len(strings), self.length)
        hashes = np.zeros(len(strings), dtype=np.uint64)
        for column in reversed(range(self.length)):
            hashes = hashes * _INVERSE + characters[:, column]
        order = np.argsort(hashes, kind="stable")
        self.strings = [strings[index] for index in order]
        self._characters = characters[order]
        self._hashes, self._first = np.unique(hashes[order], return_index=True)
        # Strings of one hash stand side by side; nearly always there is one of each.
        self._same = np.diff(self._first, append=len(strings))
        self._table = np.zeros(1 << 16, dtype=np.bool_)
        self._table[_slots(self._hashes)] = True

    def find(self, text: _Piece, begins: Places | None = None) -> tuple[Places, Places]:
        """Return where strings begin in a text and which string each is; of the same string the places rise.

        Args:
            text: to look in.
            begins: where to look; everywhere by default.
        """
        if begins is None:
            hashes = text.every_hash(self.length)
            # The table throws out nearly all windows that are none of the strings.
            places = np.flatnonzero(self._table[_slots(hashes)] & (text.room[: len(hashes)] >= self.length))
            hashes = hashes[places]
        else:
            places = begins[text.room[begins] >= self.length]
            hashes = text.hashes_at(places, self.length)
        index = np.searchsorted(self._hashes, hashes)
        index[index == len(self._hashes)] = 0
        hit = self._hashes[index] == hashes
        places, index = places[hit], index[hit]
        all_places, all_found = [], []
        for extra in range(int(self._same.max())):
            tried = self._same[index] > extra
            at, string = places[tried], self._first[index[tried]] + extra
            for offset in range(self.length):
                equal = text.codes[at + offset] == self._characters[string, offset]
                if not equal.all():
                    at, string = at[equal], string[equal]
            all_places.append(at)
            all_found.append(string)
        return np.concatenate(all_places), np.concatenate(all_found)


def _powers(base: np.uint64, count: int) -> Hashes:
    """Return so many powers of a number, from its power of 0."""
    factors = np.full(count, base)
    factors[:1] = 1
    return np.cumprod(factors)


def _slots(hashes: Hashes) -> Hashes:
    # Without the second multiplication the first character of a window would not reach the upper bits.
    return (hashes * _MIXER) >> _TABLE_SHIFT


class StringCounter:
    """Counts the occurrences of a fixed set of strings in text that arrives in pieces.

    Strings without a character are ignored. After any number of calls of ``add``, ``counts()`` gives the totals.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        by_length: dict[int, list[str]] = {}
        for string in dict.fromkeys(strings):
            by_length.setdefault(len(string), []).append(string)
        by_length.pop(0, None)
        self._single = codes_of("".join(by_length.pop(1, [])))
        self._single_totals = np.zeros(len(self._single), dtype=np.int64)
        self._groups = [_SameLength(group) for _length, group in sorted(by_length.items())]
        self._totals: list[Longs] = [np.zeros(len(group.strings), dtype=np.int64) for group in self._groups]
        longer = (group.strings for group in self._groups if group.length > WINDOW)
        beginnings = list(dict.fromkeys(string[:WINDOW] for strings in longer for string in strings))
        self._beginnings = _SameLength(beginnings) if beginnings else None

    def add(self, codes: Codes, sentence_ends: NDArray[Any]) -> None:
        """Count in a piece of text: its code points and where its sentences end."""
        if len(codes) and len(self._single):
            occurrences = np.bincount(codes, minlength=int(self._single.max()) + 1)
            self._single_totals += occurrences[self._single]
        for number, _places, found in self._found(codes, sentence_ends):
            self._totals[number] += np.bincount(found, minlength=len(self._totals[number]))

    def occurrences(self, codes: Codes, sentence_ends: NDArray[Any]) -> Iterator[tuple[Sequence[str], Places, Places]]:
        """Yield strings of one length, two at least, where a piece of text has some of them, and which each is.

        They are the same strings in the same order each time; of the same string the places rise.
        """
        for number, places, found in self._found(codes, sentence_ends):
            yield self._groups[number].strings, places, found

    def _found(self, codes: Codes, sentence_ends: NDArray[Any]) -> Iterator[tuple[int, Places, Places]]:
        """Yield groups of strings that a piece of text has, by number, with the places and which each is."""
        if not len(codes) or not self._groups:
            return
        text = _Piece(codes, sentence_ends)
        begins: Places | None = None
        for number, group in enumerate(self._groups):
            if group.length > len(codes):
                return
            if group.length > WINDOW and begins is None and self._beginnings is not None:
                begins = np.sort(self._beginnings.find(text)[0])
            places, found = group.find(text, begins)
            if len(places):
                yield number, places, found

    def counts(self) -> dict[str, int]:
        """Return the number of occurrences of each string so far, 0 where it did not occur."""
        totals = dict(zip(map(chr, self._single.tolist()), self._single_totals.tolist(), strict=True))
        for group, counts in zip(self._groups, self._totals, strict=True):
            totals.update(zip(group.strings, counts.tolist(), strict=True))
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
        # By length: the strings, and of each by its number whether words meet at its ends and between its characters,
        # a byte each, with how often.
        self._seen: dict[int, tuple[Sequence[str], Counter[tuple[int, bytes]]]] = {}

    def add(self, codes: Codes, sentence_ends: NDArray[Any], word_ends: Ints) -> None:
        """Count in a piece of text: its code points, where its sentences end and where its words do."""
        meets = np.zeros(len(codes) + 1, dtype=np.uint8)
        meets[0] = 1
        meets[word_ends] = 1
        for strings, places, found in self._strings.occurrences(codes, sentence_ends):
            width = len(strings[0]) + 1
            _strings, counts = self._seen.setdefault(width, (strings, Counter()))
            at_once = -(-_MOST_CELLS // width)
            for first in range(0, len(places), at_once):
                here = slice(first, first + at_once)
                rows = meets[places[here, None] + np.arange(width)].view(f"V{width}").ravel()
                counts.update(zip(found[here].tolist(), rows.tolist(), strict=True))

    def ways(self) -> dict[str, tuple[Way, ...]]:
        """Return the ways of each string that occurred so far, the most frequent first, and the first seen on ties."""
        ways: dict[str, list[Way]] = {}
        for strings, counts in self._seen.values():
            for (number, meets), count in counts.most_common():
                string = strings[number]
                cuts = [0, *(place for place in range(1, len(string)) if meets[place]), len(string)]
                pieces = tuple(string[start:end] for start, end in zip(cuts, cuts[1:], strict=False))
                way = Way(pieces, opens=bool(meets[0]), closes=bool(meets[-1]), count=count)
                ways.setdefault(string, []).append(way)
        return {string: tuple(own) for string, own in ways.items()}
