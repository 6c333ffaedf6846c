"""The compiled loops of the scan: from bytes to characters and words, and from words to counts.

A word of up to three characters is its own key: its code points, 21 bits each. The key of a longer one has the highest
bit, 31 bits of a hash, and where its characters stand in a store; with those it is compared. No count rests on a hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cwsdiag.scan.compiling import compiled, inlined
from cwsdiag.strings import HALF, MIXER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Bytes = NDArray[np.uint8]
    Codes = NDArray[np.int32]
    Keys = NDArray[np.uint64]
    Longs = NDArray[np.int64]
    Long = int | np.int64

# Bytes behind those of a piece, so that no character goes over the end.
PADDING = 4
# Bytes: longer lines are left to whoever can say so if they have as many characters.
_LONGEST_LINE = 100_000
# Places in `Piece.totals`: words, lines with words, lines with one word; characters; line ends, and a last line without
# one; the longest line; gaps between words by kind.
WORDS, SENTENCES, ALONE, CHARACTERS, LF, CRLF, CR, UNENDED, LONGEST, GAPS = range(10)
# As the import report calls them: a blank, tabs, ideographic spaces, blanks, others.
KINDS = 5
_BLANK, _TAB, _WIDE, _BLANKS, _OTHER = range(KINDS)
TOTALS = GAPS + KINDS
# Places in `Table.used`: rows and characters of the store that are used, and how many there have to be to go on; the
# last means nothing.
ROWS, STORE, ROWS_NEEDED, STORE_NEEDED, _READ = range(5)
USED = 5

_ASTERISK = 0x2A
# What a character is to the scan.
_LETTER, _WHITE, _END, _ODD = range(4)
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
        marks: by code point whether lines that begin with a character, behind white space, are to be marked; empty
            where none is.
        marked: of each line that begins so, or has two asterisks, where its bytes begin and end.
        tags: occurrences of each character with each tag in all pieces so far, at four times its code point plus the
            tag.
        totals: of all pieces so far, see above.
    """

    codes: Codes
    keys: Keys
    begins: Codes
    ends: Codes
    marks: Bools
    marked: Codes
    tags: Longs
    totals: Longs


class Table(NamedTuple):
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
def _part_of(code: Long) -> Long:
    """Return what a character is: part of a word, white space, a line end, or what is remarked on or refused."""
    if code > 0x3000:
        part = _ODD if code == 0xFEFF else _LETTER
    elif code == 0x20 or code == 0x09 or code == 0x3000:  # noqa: PLR1714 - a tuple is slower here
        part = _WHITE
    elif code == 0x0A or code == 0x0D:
        part = _END
    elif code < 0x20 or code == 0x7F or code == 0x85 or code == 0x2028 or code == 0x2029:
        part = _ODD
    elif code == 0xA0 or code == 0x1680 or (code >= 0x2000 and code <= 0x200A) or code == 0x202F or code == 0x205F:
        part = _WHITE
    else:
        part = _LETTER
    return part


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
def _kind_of(code: Long) -> Long:
    if code == 0x20:
        kind = _BLANK
    elif code == 0x09:
        kind = _TAB
    else:
        kind = _WIDE if code == 0x3000 else _OTHER
    return kind


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


@inlined
def _add_line(totals: Longs, words: Long, characters: Long, whites: Long) -> None:
    totals[WORDS] += words
    totals[SENTENCES] += words > 0
    totals[ALONE] += words == 1
    totals[CHARACTERS] += characters
    totals[LONGEST] = max(totals[LONGEST], characters + whites)


@inlined
def _end_line(data: Bytes, place: Long, size: Long, totals: Longs) -> Long:
    """Count what ends a line at a place, a line feed, a carriage return, both, or the piece; return where it ends."""
    end = place + 1
    if place == size:
        totals[UNENDED] += 1
    elif data[place] == 0x0A:
        totals[LF] += 1
    elif data[place + 1] == 0x0A:
        totals[CRLF] += 1
        end = place + 2
    else:
        totals[CR] += 1
    return end


@inlined
def _is_marked(marks: Bools, codes: Codes, begin: Long, end: Long, is_bold: bool) -> bool:
    """Tell whether the line of some characters is to be marked."""
    begins_so = end > begin and codes[begin] < len(marks) and marks[codes[begin]]
    return len(marks) > 0 and (begins_so or is_bold)


@compiled
def cut(data: Bytes, size: int, piece: Piece) -> tuple[int, int, int]:
    """Cut whole lines of a file into characters and words, and count tags, lines and gaps.

    Args:
        data: the bytes, and ``PADDING`` more that are 0.
        size: number of bytes.
        piece: gets what is found.

    Returns:
        How much of ``codes`` is filled, and how many words and marked lines there are; -1 for what this scan leaves to
        others.
    """
    codes, keys, begins, ends, marks, marked, tags, totals = piece
    # A word begins where the characters before it end; a line that is not ended ends where the piece does.
    count = words = lines = begun = line_begun = line_words = whites = gap = 0
    is_bold = False
    place: Long = 0
    line_start: Long = 0
    kind: Long = _BLANK
    while place <= size:
        first = np.int64(data[place]) if place < size else 0x0A
        code, width = (first, 1) if first < 0x80 else _decoded(data, place, first)
        part = _part_of(code) if width > 0 else _ODD
        if part == _LETTER:
            if count == begun and line_words > 0:
                totals[GAPS + (_BLANKS if kind == _BLANK and gap > 1 else kind)] += 1
            is_bold |= code == _ASTERISK and count > begun and codes[count - 1] == _ASTERISK
            codes[count] = code
            count += 1
            place += width
            continue
        if part == _ODD or place - line_start > _LONGEST_LINE:
            return _GIVEN_UP, 0, 0
        if count > begun:
            keys[words], begins[words], ends[words] = _key_of(codes, begun, count), begun, count
            _add_tags(codes, begun, count, tags)
            words, line_words, begun, gap = words + 1, line_words + 1, count, 0
        if part == _WHITE:
            new = _kind_of(code)
            kind = new if gap == 0 or kind == new else _OTHER
            gap, whites, place = gap + 1, whites + 1, place + width
            continue
        if _is_marked(marks, codes, line_begun, count, is_bold):
            marked[lines, 0], marked[lines, 1], lines = line_start, place, lines + 1
        if place == size and line_start == size:
            break
        place = _end_line(data, place, size, totals)
        _add_line(totals, line_words, count - line_begun, whites)
        codes[count] = 0
        count += 1
        begun = line_begun = count
        line_start, line_words, whites, gap, is_bold = place, 0, 0, 0, False
    return count, words, lines


@inlined
def _row_at(key: np.uint64, last: Long) -> Long:
    """Return where a key is looked for first."""
    mixed = key * _MULTIPLIER
    return np.int64((mixed ^ mixed >> _HALF) & np.uint64(last))


@inlined
def _is_word(there: np.uint64, key: np.uint64, store: Codes, codes: Codes, begin: Long, end: Long) -> bool:
    """Tell whether the key of a row is that of a word of a text."""
    same = bool(there == key)
    if not same and key >= _LONG and there >> _HALF == key >> _HALF:
        where = np.int64(there & _PLACE)
        place = begin
        while place < end and store[where + place - begin] == codes[place]:
            place += 1
        same = bool(place == end and store[where + end - begin] == 0)
    return same


@inlined
def _put(
    table: Table, key: np.uint64, codes: Codes, begin: Long, end: Long, times: np.uint64, first: np.uint64
) -> None:
    """Add occurrences of a word."""
    rows, store, used = table
    last = len(rows) - 1
    row = _row_at(key, last)
    while rows[row, 0] != _NONE and not _is_word(rows[row, 0], key, store, codes, begin, end):
        row = (row + 1) & last
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
def _has_room(table: Table, words: Long, characters: Long) -> bool:
    """Tell whether there is room for words of so many characters, and have ``used`` say how much they need."""
    table.used[ROWS_NEEDED] = (table.used[ROWS] + words) * 4 // 3 + 1
    table.used[STORE_NEEDED] = table.used[STORE] + characters + words
    return bool(table.used[ROWS_NEEDED] <= len(table.rows) and table.used[STORE_NEEDED] <= len(table.store))


@compiled
def count(piece: Piece, word: int, words: int, base: int, table: Table) -> int:
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
    codes, keys, begins, ends, _, _, _, _ = piece
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
def find(codes: Codes, count: int, roots: Codes, keys: Keys, ending: Longs, table: Codes, totals: Longs) -> None:
    """Count the strings that so many characters have; a 0 among them ends a sentence.

    Args:
        codes: the characters.
        count: how many.
        roots: of a ``cwsdiag.strings.Trie``.
        keys: of it.
        ending: of it.
        table: of it.
        totals: gets how often each string occurs, on top of what is there.
    """
    last = len(table) - 1
    for begin in range(count):
        code = codes[begin]
        node = np.int64(roots[code]) if code < len(roots) else np.int64(0)
        place = begin + 1
        while node > 0:
            if ending[node] >= 0:
                totals[ending[node]] += 1
            key = np.uint64(node) << _BITS | np.uint64(codes[place])
            slot = np.int64((key * MIXER) >> HALF) & last
            node = np.int64(table[slot])
            while node > 0 and keys[node] != key:
                slot = (slot + 1) & last
                node = np.int64(table[slot])
            place += 1


@inlined
def _line_at(codes: Codes, begin: Long, end: Long, hashed: np.uint64, lines: Codes, table: Longs) -> Long:
    """Return where a line of some characters, with a 0 behind, stands in the table of lines; or is to stand."""
    last = len(table) - 1
    place = np.int64(hashed >> _HALF) & last
    while table[place] > 0:
        there, at = table[place] - 1, begin
        while at <= end and lines[there + at - begin] == codes[at]:
            at += 1
        if at > end:
            break
        place = (place + 1) & last
    return place


@compiled
def enter_lines(lines: Codes, table: Longs, places: Longs) -> None:
    """Write different lines into an empty table.

    Args:
        lines: their characters, a 0 behind each.
        table: gets where each begins, from 1; at least twice as long as there are lines, a power of two.
        places: gets the place of each in the table.
    """
    begin = number = 0
    hashed = _START
    for end in range(len(lines)):
        if lines[end] != 0:
            hashed = (hashed ^ np.uint64(lines[end])) * _MULTIPLIER
            continue
        place = _line_at(lines, begin, end, hashed, lines, table)
        table[place], places[number] = begin + 1, place
        begin, number, hashed = end + 1, number + 1, _START


@compiled
def find_lines(codes: Codes, count: int, lines: Codes, table: Longs, there: Bools) -> None:
    """Find lines among so many characters with a 0 behind each line.

    Args:
        codes: the characters.
        count: how many.
        lines: see ``enter_lines``.
        table: with these lines.
        there: for each place of the table, is set where its line is found.
    """
    begin = 0
    hashed = _START
    for end in range(count):
        if codes[end] != 0:
            hashed = (hashed ^ np.uint64(codes[end])) * _MULTIPLIER
            continue
        place = _line_at(codes, begin, end, hashed, lines, table)
        there[place] = table[place] > 0
        begin, hashed = end + 1, _START


@compiled
def widen(rows: Keys, wider: Keys) -> None:
    """Write all rows into more rows, which are empty."""
    last = len(wider) - 1
    for old in range(len(rows)):
        key = rows[old, 0]
        if key != _NONE:
            if key >= _LONG:
                key = key >> _HALF << _HALF
            row = _row_at(key, last)
            while wider[row, 0] != _NONE:
                row = (row + 1) & last
            wider[row] = rows[old]


@compiled
def merge(other: Table, row: int, table: Table) -> int:
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
def look_up(codes: Codes, ends: Longs, table: Table, found: Longs) -> None:
    """Write how often each of some words occurs into ``found``, 0 for one that does not; they stand one by one."""
    rows, store, _ = table
    last = len(rows) - 1
    begin: Long = 0
    for number in range(len(ends)):
        end = ends[number]
        found[number] = 0
        # No word of a table has U+0000, and none is empty.
        if end > begin and codes[begin] != 0:
            key = _key_of(codes, begin, end)
            row = _row_at(key, last)
            while rows[row, 0] != _NONE and not _is_word(rows[row, 0], key, store, codes, begin, end):
                row = (row + 1) & last
            found[number] = np.int64(rows[row, 1])
        begin = end


@compiled
def write(rows: Keys, order: Longs, store: Codes, codes: Codes) -> Long:
    """Write the words of rows, a line feed behind each.

    Args:
        rows: see ``Table``.
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
