"""The compiled loops of a table of words: made of the rows of a scan, and looked up in.

They stand apart from those of the scan, and call none of them; see ``cwsdiag.scan.compiling.compiled``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.scan.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.scan.loops import Bytes, Codes, Keys, Long, Longs

    Slots = NDArray[np.int32]

_LONG = np.uint64(1 << 63)
_PLACE = np.uint64((1 << 32) - 1)
_CODE = np.uint64((1 << 21) - 1)
_MULTIPLIER, _START, _PRIME = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
_LINE_FEED = 10


@compiled
def _encode(code: Long, data: Bytes, place: Long) -> Long:
    """Write a character in UTF-8; return where it ends."""
    if code < 0x80:
        data[place] = code
        return place + 1
    if code < 0x800:
        data[place] = 0xC0 | code >> 6
        data[place + 1] = 0x80 | code & 0x3F
        return place + 2
    if code < 0x10000:
        data[place] = 0xE0 | code >> 12
        data[place + 1] = 0x80 | code >> 6 & 0x3F
        data[place + 2] = 0x80 | code & 0x3F
        return place + 3
    data[place] = 0xF0 | code >> 18
    data[place + 1] = 0x80 | code >> 12 & 0x3F
    data[place + 2] = 0x80 | code >> 6 & 0x3F
    data[place + 3] = 0x80 | code & 0x3F
    return place + 4


@compiled
def write(rows: Keys, order: Longs, store: Codes, data: Bytes, ends: Longs, counts: Longs) -> Long:
    """Write the words of rows in UTF-8, a line feed behind each.

    Args:
        rows: see ``cwsdiag.scan.loops.Table``.
        order: the rows, as they are to be written.
        store: characters of their long words.
        data: gets the words; large enough: 13 bytes for each, and four for each character of the store.
        ends: gets for each the place of its line feed.
        counts: gets how often each occurred.

    Returns:
        How many bytes there are.
    """
    place: Long = 0
    for number in range(len(order)):
        key = rows[order[number], 0]
        if key >= _LONG:
            where = np.int64(key & _PLACE)
            while store[where] != 0:
                place = _encode(np.int64(store[where]), data, place)
                where += 1
        else:
            for shift in (42, 21, 0):
                code = np.int64(key >> np.uint64(shift) & _CODE)
                if code > 0:
                    place = _encode(code, data, place)
        data[place] = _LINE_FEED
        ends[number] = place
        counts[number] = np.int64(rows[order[number], 1])
        place += 1
    return place


@compiled
def _slot_of(data: Bytes, start: Long, end: Long, words: Bytes, ends: Longs, slots: Slots) -> Long:
    """Return the slot of a word, or the empty one that it gets."""
    value = _START
    for place in range(start, end):
        value = (value ^ np.uint64(data[place])) * _PRIME
    value *= _MULTIPLIER
    last = len(slots) - 1
    slot = np.int64(value >> np.uint64(32)) & last
    while slots[slot] != 0:
        number = slots[slot] - 1
        begin = ends[number - 1] + 1 if number > 0 else 0
        if ends[number] - begin == end - start:
            same = 0
            while same < end - start and words[begin + same] == data[start + same]:
                same += 1
            if same == end - start:
                return slot
        slot = (slot + 1) & last
    return slot


@compiled
def index(words: Bytes, ends: Longs, slots: Slots) -> None:
    """Give each word a slot; they come as zeros, and are a power of two and more than there are words."""
    start = 0
    for number in range(len(ends)):
        slots[_slot_of(words, start, ends[number], words, ends, slots)] = number + 1
        start = ends[number] + 1


@compiled
def find(data: Bytes, data_ends: Longs, words: Bytes, ends: Longs, slots: Slots, found: Longs) -> None:
    """Write the number of each word into ``found``, -1 for those that are not there; ends are as of ``write``."""
    start = 0
    for number in range(len(data_ends)):
        found[number] = slots[_slot_of(data, start, data_ends[number], words, ends, slots)] - 1
        start = data_ends[number] + 1
