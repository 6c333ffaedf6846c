"""The compiled loops of the scan: from bytes to characters and words, and from words to counts.

A word of up to three characters is its own key: its code points, 21 bits each. The key of a longer one has the highest
bit, 31 bits of a hash, and where its characters stand in a store; with those it is compared. No count rests on a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from cwsdiag.formats.readers.words import white_by_code
from cwsdiag.strings import HALF, MIXER

_Function = TypeVar("_Function", bound="Callable[..., Any]")


def compiled(function: _Function) -> _Function:
    """Compile a function when it is first called, without Python's lock, and keep the code for later runs.

    numba keeps compiled code until the file of a function changes. One that calls another in another file would go on
    with what that once was: they have to stand in one file.
    """
    try:
        return cast("_Function", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        # Neither the package's folder nor the user's can be written: compile for this run alone.
        return cast("_Function", numba.njit(nogil=True)(function))


def inlined(function: _Function) -> _Function:
    """Have a function made part of those of its file that call it, so that a call of it costs nothing."""
    return cast("_Function", numba.njit(nogil=True, inline="always")(function))


Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Codes = NDArray[np.int32]
Keys = NDArray[np.uint64]
Longs = NDArray[np.int64]
Long = int | np.int64

# Bytes behind those of a piece, so that no character goes over the end.
PADDING = 4
# Bytes: longer lines may have as many characters, which is remarked on.
_LONGEST_LINE = 100_000
# Places in the totals: words, lines with words, lines with one word; line ends, and a last line without one; the
# longest line; how often U+FEFF is deleted; what is to be remarked on; gaps between words by kind.
WORDS, SENTENCES, ALONE, LF, CRLF, CR, UNENDED, LONGEST, DELETED, REMARKED, GAPS = range(11)
# As the import report calls them: a blank, tabs, ideographic spaces, blanks, others.
KINDS = 5
_BLANK, _TAB, _WIDE, _BLANKS, _OTHER = range(KINDS)
TOTALS = GAPS + KINDS
# Places in `Table.used`: rows and characters of the store that are used, and how many there have to be to go on; the
# last means nothing.
ROWS, STORE, ROWS_NEEDED, STORE_NEEDED, _READ = range(5)
USED = 5

_ASTERISK, _LAST_WHITE, _DELETED = 0x2A, 0x3000, 0xFEFF
# What a character is to the scan; those that are remarked on are so much more.
_LETTER, _DELETION, _WHITE, _END, _REFUSED, _ODD = range(6)
# Of each up to the last that is white space. Python takes those before the blank for white space, and Unicode does not.
_PARTS = np.where(white_by_code(), _WHITE, _LETTER).astype(np.uint8)
_PARTS[[*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029]] += np.uint8(_ODD)
_PARTS[0x09] = _WHITE
_PARTS[[0x0A, 0x0D]] = _END
_PARTS[[0x00, *range(0x1C, 0x20)]] = _REFUSED
_GIVEN_UP = -1
# Words that are looked for at once: the memory of the later ones is on its way while the first are counted.
_AHEAD = 12

_LONG = np.uint64(1 << 63)
_PLACE = np.uint64((1 << 32) - 1)
_CODE = np.uint64((1 << 21) - 1)
_HALF, _BITS, _ONE, _NONE = np.uint64(32), np.uint64(21), np.uint64(1), np.uint64(0)
_MULTIPLIER, _START = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xCBF29CE484222325)


class Piece(NamedTuple):
    """The characters and words of a piece of a file, with room for as many as it has bytes, and one more.

    Attributes:
        codes: code points of its words, a 0 behind each line.
        keys: key of each word, without its place in a store.
        begins, ends: where its characters begin and end in ``codes``.
        marked: where the bytes of each marked line begin and end, see ``cut``.
    """

    codes: Codes
    keys: Keys
    begins: Codes
    ends: Codes
    marked: Codes


class WordHash(NamedTuple):
    """Words with counts.

    Attributes:
        rows: of shape (a power of two, 3): the key of a word, how often it occurred, and a number that is the lower the
            earlier it did first. No key is 0: an empty row.
        store: the characters of words of more than three, a 0 behind each; from 1, as a key without a place is none.
        used: see above.
    """

    rows: Keys
    store: Codes
    used: Longs


@inlined
def _decoded(data: Bytes, place: Long, first: Long) -> tuple[Long, Long]:
    """Return the character of several bytes at a place, and how many these are; 0 for what is none of UTF-8."""
    second = np.int64(data[place + 1]) ^ 0x80
    third = np.int64(data[place + 2]) ^ 0x80
    if first >= 0xE0 and first < 0xF0:
        code = (first & 0xF) << 12 | second << 6 | third
        right = bool(second < 0x40 and third < 0x40 and code >= 0x800 and (code < 0xD800 or code >= 0xE000))
        width = 3
    elif first < 0xE0:
        code = (first & 0x1F) << 6 | second
        right = bool(second < 0x40 and first >= 0xC2)
        width = 2
    else:
        fourth = np.int64(data[place + 3]) ^ 0x80
        code = (first & 0x7) << 18 | second << 12 | third << 6 | fourth
        right = bool(second < 0x40 and third < 0x40 and fourth < 0x40 and code >= 0x10000 and code <= 0x10FFFF)
        width = 4
    return code, width if right else 0


@inlined
def _add_tags(codes: Codes, begin: Long, end: Long, tags: Longs) -> None:
    """Count the tags of the characters of a word."""
    if end - begin == 1:
        tags[codes[begin] * 4 + 3] += 1
    else:
        tags[codes[begin] * 4] += 1
        for place in range(begin + 1, end - 1):
            tags[codes[place] * 4 + 1] += 1
        tags[codes[end - 1] * 4 + 2] += 1


@inlined
def _key_of(codes: Codes, begin: Long, end: Long) -> np.uint64:
    """Return the key of a word; without its place in the store where it is long."""
    key = _NONE
    if end - begin <= 3:
        for place in range(begin, end):
            key = key << _BITS | np.uint64(codes[place])
    else:
        hashed = _START
        for place in range(begin, end):
            hashed = (hashed ^ np.uint64(codes[place])) * _MULTIPLIER
        key = _LONG | hashed >> _HALF << _HALF
    return key


@compiled
def cut(data: Bytes, size: int, piece: Piece, marks: Bools, tags: Longs, totals: Longs) -> tuple[int, int, int]:
    """Cut whole lines of a file into characters and words, and count tags, lines and gaps.

    Args:
        data: the bytes, and ``PADDING`` more that are 0.
        size: number of bytes.
        piece: gets what is found.
        marks: by code point whether lines that begin with a character, behind white space, are to be marked, as are
            those with two asterisks; empty where none is.
        tags: gets how often each character occurs with each tag, at four times its code point plus the tag.
        totals: gets how much there is, see above.

    Returns:
        How much of ``codes`` is filled, and how many words and marked lines there are; -1 for what this scan leaves to
        others.
    """
    codes, keys, begins, ends, marked = piece
    # A word begins where the characters before it end; a line that is not ended ends where the piece does.
    count = words = lines = begun = line_begun = line_words = whites = gap = 0
    is_bold = has_deleted = False
    place: Long = 0
    line_start: Long = 0
    kind: Long = _BLANK
    while place <= size:
        first = np.int64(data[place]) if place < size else 0x0A
        code, width = (first, 1) if first < 0x80 else _decoded(data, place, first)
        if width == 0:
            part: Long = _REFUSED
        elif code > _LAST_WHITE:
            part = _DELETION if code == _DELETED else _LETTER
        else:
            part = np.int64(_PARTS[code])
        if part >= _ODD:
            totals[REMARKED] += 1
            part -= _ODD
        if part <= _DELETION:
            if count == begun and gap > 0 and (line_words > 0 or has_deleted):
                totals[GAPS + (_BLANKS if kind == _BLANK and gap > 1 else kind)] += 1
            if part == _LETTER:
                is_bold |= code == _ASTERISK and count > begun and codes[count - 1] == _ASTERISK
                codes[count] = code
                count += 1
            else:
                # It separates no words, but is a character of the line: white space before it is a gap of its own.
                gap = 0 if count == begun else gap
                totals[DELETED] += 1
                has_deleted, whites = True, whites + 1
            place += width
            continue
        if part == _REFUSED:
            # No UTF-8, a NUL, and what only Python takes for white space.
            return _GIVEN_UP, 0, 0
        if count > begun:
            keys[words], begins[words], ends[words] = _key_of(codes, begun, count), begun, count
            _add_tags(codes, begun, count, tags)
            words, line_words, begun, gap = words + 1, line_words + 1, count, 0
        if part == _WHITE:
            new = _BLANK if code == 0x20 else _TAB if code == 0x09 else _WIDE if code == 0x3000 else _OTHER
            kind = new if gap == 0 or kind == new else _OTHER
            gap, whites, place = gap + 1, whites + 1, place + width
            continue
        begins_so = count > line_begun and codes[line_begun] < len(marks) and marks[codes[line_begun]]
        if len(marks) > 0 and (begins_so or is_bold):
            marked[lines, 0], marked[lines, 1], lines = line_start, place, lines + 1
        if place == size and line_start == size:
            break
        if has_deleted and count == line_begun:
            # It is a line without a word, and not blank.
            return _GIVEN_UP, 0, 0
        line_end = UNENDED if place == size else LF if first == 0x0A else CRLF if data[place + 1] == 0x0A else CR
        totals[line_end] += 1
        totals[REMARKED] += place - line_start > _LONGEST_LINE
        place += 2 if line_end == CRLF else 1
        totals[WORDS] += line_words
        totals[SENTENCES] += line_words > 0
        totals[ALONE] += line_words == 1
        totals[LONGEST] = max(totals[LONGEST], count - line_begun + whites)
        codes[count] = 0
        count += 1
        begun = line_begun = count
        line_start, line_words, whites, gap, is_bold, has_deleted = place, 0, 0, 0, False, False
    return count, words, lines


@inlined
def _row_at(key: np.uint64, last: Long) -> Long:
    """Return where a key is looked for first."""
    mixed = key * _MULTIPLIER
    return np.int64((mixed ^ mixed >> _HALF) & np.uint64(last))


@inlined
def _row_of(rows: Keys, store: Codes, key: np.uint64, codes: Codes, begin: Long, end: Long) -> Long:
    """Return the row of a word of a text; an empty one where there is none."""
    last = len(rows) - 1
    row = _row_at(key, last)
    while rows[row, 0] != _NONE and rows[row, 0] != key:
        if key >= _LONG and rows[row, 0] >> _HALF == key >> _HALF:
            where, place = np.int64(rows[row, 0] & _PLACE), begin
            while place < end and store[where + place - begin] == codes[place]:
                place += 1
            if place == end and store[where + end - begin] == 0:
                break
        row = (row + 1) & last
    return row


@inlined
def _put(
    table: WordHash, key: np.uint64, codes: Codes, begin: Long, end: Long, times: np.uint64, first: np.uint64
) -> None:
    """Add occurrences of a word."""
    rows, store, used = table
    row = _row_of(rows, store, key, codes, begin, end)
    if rows[row, 0] == _NONE:
        rows[row, 0] = key
        if key >= _LONG:
            where = used[STORE]
            rows[row, 0] = key | np.uint64(where)
            for place in range(begin, end):
                store[where + place - begin] = codes[place]
            store[where + end - begin] = 0
            used[STORE] = where + end - begin + 1
        rows[row, 2] = first
        used[ROWS] += 1
    rows[row, 1] += times
    rows[row, 2] = min(rows[row, 2], first)


@inlined
def _has_room(table: WordHash, words: Long, characters: Long) -> bool:
    """Tell whether there is room for words of so many characters, and have ``used`` say how much they need."""
    table.used[ROWS_NEEDED] = (table.used[ROWS] + words) * 4 // 3 + 1
    table.used[STORE_NEEDED] = table.used[STORE] + characters + words
    return bool(table.used[ROWS_NEEDED] <= len(table.rows) and table.used[STORE_NEEDED] <= len(table.store))


@compiled
def count(piece: Piece, word: int, words: int, base: int, table: WordHash) -> int:
    """Count words of a piece, from one on, as long as there is room in the table: three quarters of its rows are used.

    Args:
        piece: what ``cut`` has found.
        word: the first.
        words: the number of all.
        base: place of the piece in the file.
        table: gets the words.

    Returns:
        ``words``, or the word where there has to be more room to go on.
    """
    codes, keys, begins, ends, _ = piece
    rows, _, used = table
    last = len(rows) - 1
    seen = _NONE
    while word < words:
        upto = min(word + _AHEAD, words)
        for ahead in range(upto, min(upto + _AHEAD, words)):
            seen |= rows[_row_at(keys[ahead], last), 0]
        if not _has_room(table, upto - word, ends[upto - 1] - begins[word]):
            break
        for one in range(word, upto):
            _put(table, keys[one], codes, begins[one], ends[one], _ONE, np.uint64(base + begins[one]))
        word = upto
    # Nothing is read whose value goes nowhere.
    used[_READ] = np.int64(seen >> _HALF)
    return word


@compiled
def find(
    codes: Codes, count: int, whole: bool, roots: Codes, keys: Keys, ending: Longs, table: Codes, totals: Longs
) -> None:
    """Count the strings that so many characters have; a 0 behind each sentence.

    Args:
        codes: the characters.
        count: how many.
        whole: whether only whole sentences are counted.
        roots: of a ``cwsdiag.strings.Trie``.
        keys: of it.
        ending: of it.
        table: of it.
        totals: gets how often each string occurs, on top of what is there.
    """
    last = len(table) - 1
    for begin in range(count):
        if whole and begin > 0 and codes[begin - 1] != 0:
            continue
        code = codes[begin]
        node = np.int64(roots[code]) if code < len(roots) else np.int64(0)
        place = begin + 1
        while node > 0:
            if ending[node] >= 0 and (not whole or codes[place] == 0):
                totals[ending[node]] += 1
            key = np.uint64(node) << _BITS | np.uint64(codes[place])
            slot = np.int64((key * MIXER) >> HALF) & last
            node = np.int64(table[slot])
            while node > 0 and keys[node] != key:
                slot = (slot + 1) & last
                node = np.int64(table[slot])
            place += 1


@compiled
def merge(other: WordHash, row: int, table: WordHash) -> int:
    """Add the words of another table, from a row on.

    Returns:
        The number of its rows; or the row where there has to be more room to go on.
    """
    while row < len(other.rows):
        key = other.rows[row, 0]
        if key != _NONE:
            begin = end = np.int64(0)
            if key >= _LONG:
                begin = end = np.int64(key & _PLACE)
                while other.store[end] != 0:
                    end += 1
                key = key >> _HALF << _HALF
            if not _has_room(table, 1, end - begin):
                break
            _put(table, key, other.store, begin, end, other.rows[row, 1], other.rows[row, 2])
        row += 1
    return row


@compiled
def look_up(codes: Codes, ends: Longs, table: WordHash, numbers: Longs) -> None:
    """Write how often each of some words occurs into ``numbers``, 0 for one that does not; they stand one by one."""
    rows, store, _ = table
    begin: Long = 0
    for number in range(len(ends)):
        end = ends[number]
        numbers[number] = 0
        # No word of a table has U+0000, and none is empty.
        if end > begin and codes[begin] != 0:
            row = _row_of(rows, store, _key_of(codes, begin, end), codes, begin, end)
            numbers[number] = np.int64(rows[row, 1])
        begin = end


@compiled
def write(rows: Keys, order: Longs, store: Codes, codes: Codes) -> Long:
    """Write the words of rows, a line feed behind each.

    Args:
        rows: see ``WordHash``.
        order: the rows, as they are to be written.
        store: characters of their long words.
        codes: gets the words; large enough: four for each, and one for each character of the store.

    Returns:
        How many characters there are.
    """
    place: Long = 0
    for number in range(len(order)):
        key = rows[order[number], 0]
        if key >= _LONG:
            where = np.int64(key & _PLACE)
            while store[where] != 0:
                codes[place] = store[where]
                place, where = place + 1, where + 1
        else:
            for shift in (42, 21, 0):
                code = np.int64(key >> np.uint64(shift) & _CODE)
                if code > 0:
                    codes[place] = code
                    place += 1
        codes[place] = 0x0A
        place += 1
    return place
