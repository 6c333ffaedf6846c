"""Words with a separator between them that is no white space, a sentence a line: ``我们/喜欢/分词``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

from cwsdiag.errors import SettingError, brief
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import (
    BLANKS,
    FEFF,
    JSON_DOCUMENT,
    JSON_LINE,
    WHITE,
    BadLine,
    Block,
    Head,
    Parse,
    Reader,
    Role,
    Separator,
    blanks_in,
    in_sentences,
    language_of,
    longest_mean,
)
from cwsdiag.formats.readers.words import split
from cwsdiag.languages import lazy

_ZERO_WIDTH = "\u200b"
# What is found out unasked. "_" is not: in Vietnamese it joins the syllables of a word.
_FOUND = ("|", "/", _ZERO_WIDTH, *"\x1c\x1d\x1e\x1f")
_PAIRS: str = lazy("pairs of separators with nothing between")
_BY_NUMBER = re.compile(r"U\+(10[0-9A-Fa-f]{4}|[0-9A-Fa-f]{4,5})")
# When it is clear that a mark separates words: so many lines have it, but those of one short word; so many pieces lie
# between such marks; they are as long as words; few have a gap inside; few are tags, counts or numbers.
_LEAST_SHARE = 0.8
_ONE_WORD = 4
_LEAST_PIECES = 4
_MOST_GAPS = 0.1
_MOST_ASCII = 0.4
_PLAIN_ASCII = re.compile(r"[A-Za-z0-9-]+")


def asked_for(separator: str) -> Separator:
    """Return the separator that the user asks for: characters as they are, or one by its number, as ``U+200B``.

    Raises:
        SettingError: nothing, a line end, or letters and digits alone, which stand inside words.
    """
    number = _BY_NUMBER.fullmatch(separator)
    chars = chr(int(number[1], 16)) if number else separator
    # Blanks around something else are white space between words, like all others.
    chars = WHITE.sub("", chars) or chars
    if not chars or chars.isalnum() or set(chars) & set("\n\r\0" + FEFF):
        raise SettingError(
            lazy(
                "'{separator}' cannot stand between words: nothing, a line end, or letters and digits alone. Give "
                "another separator, such as / or U+200B.",
                separator=brief(chars),
            )
        )
    return Separator(chars, _label(chars), lazy("it was asked for"))


def _label(chars: str) -> str:
    if len(chars) == 1 and (not chars.isprintable() or chars.isspace()):
        return f"U+{ord(chars):04X}"
    return brief(chars)


def cut(line: str, separator: Separator | None, left_out: Counter[str]) -> list[str]:
    """Return the words of a line.

    White space inside a word is deleted, as in columns; around U+200B, which is a blank without width, it separates
    words too.

    Args:
        line: without its end.
        separator: what stands between words; None for white space.
        left_out: gets what is passed over.
    """
    if separator is None:
        return split(line)
    pieces = words = line.split(separator.chars)
    if WHITE.search(line):
        words = [WHITE.sub("", piece) for piece in pieces]
    # At the ends of a line separators have nothing beside them, as in a table.
    left_out[_PAIRS] += words[1:-1].count("")
    if separator.chars == _ZERO_WIDTH:
        return split(" ".join(pieces))
    if words is not pieces:
        left_out[BLANKS] += blanks_in(map(str.strip, pieces))
    return [word for word in words if word]


def clear_separator(lines: Sequence[str]) -> Separator | None:
    """Return what plainly stands between the words of lines in place of white space; None where nothing plainly does.

    Args:
        lines: of the head of a file; what stands around them, as a number, is passed over.
    """
    if not any(mark in line for line in lines for mark in _FOUND):
        return None
    rows = [row for line in lines if (row := wrappers.without(line).strip())]
    shares = {mark: share for mark in _FOUND if (share := clear_share(rows, mark)) is not None}
    if not shares:
        return None
    chars = max(shares, key=lambda mark: sum(row.count(mark) for row in rows))
    reason = lazy("it stands in {share:.0%} of the lines with several words", share=shares[chars])
    return Separator(chars, _label(chars), reason)


def clear_share(rows: Sequence[str], mark: str) -> float | None:
    """Return the share of lines with a mark where it plainly separates words; None where it does not."""
    # An answer may begin and end with a line about it.
    first = len(rows) > 2 and mark not in rows[0]
    last = len(rows) > 2 and mark not in rows[-1]
    rows = rows[first : len(rows) - last]
    having = [row for row in rows if mark in row]
    short = sum(len(row) <= _ONE_WORD for row in rows if mark not in row)
    pieces, gaps = pieces_between(having, mark)
    if len(pieces) < _LEAST_PIECES or len(having) < _LEAST_SHARE * (len(rows) - short):
        return None
    chars = "".join(pieces)
    language = language_of(chars)
    is_vietnamese = language is not None and language.key == "vi"
    # Syllables of Vietnamese words stand apart; and a blank separates where a blank without width does.
    most = 1.0 if mark == "|" and is_vietnamese else 0.5 if mark == _ZERO_WIDTH else _MOST_GAPS
    size = len(WHITE.sub("", chars))
    ascii_only = sum(bool(_PLAIN_ASCII.fullmatch(piece)) for piece in pieces)
    if gaps > most * len(pieces) or size > longest_mean(pieces) * len(pieces) or ascii_only > _MOST_ASCII * len(pieces):
        return None
    return len(having) / (len(rows) - short)


def pieces_between(rows: Sequence[str], mark: str) -> tuple[list[str], int]:
    """Return what stands between marks in lines, and how many gaps of white space are inside."""
    pieces = [piece for row in rows for part in row.split(mark) if (piece := part.strip())]
    return pieces, sum(len(WHITE.findall(piece)) for piece in pieces)


def follows(lines: Sequence[str], separator: Separator) -> bool:
    """Tell whether a separator that was asked for stands between the words of lines no less often than white space.

    Args:
        lines: of the head of a file; what stands around them, as a number, is passed over.
        separator: what was asked for, of all files.
    """
    rows = [wrappers.without(line) for line in lines]
    marks, gaps = sum(row.count(separator.chars) for row in rows), pieces_between(rows, separator.chars)[1]
    return marks >= max(gaps, 1)


def _sniff(lines: Sequence[str], role: Role) -> float:
    # Strings in JSON lines may have separators of their own.
    if JSON_DOCUMENT.match("\n".join(lines[:4])):
        return 0.0
    rows = [line for line in lines if not JSON_LINE.match(line)]
    return 1.0 if 2 * len(rows) > len(lines) and clear_separator(rows) is not None else 0.0


def _parser(head: Head) -> tuple[Parse, Separator]:
    # What is stripped from lines the stream strips before it comes here.
    separator = head.separator or clear_separator(head.lines)
    if separator is None:
        raise BadLine(
            None, lazy("no separator is plain in it. Name what stands between its words, or choose another format.")
        )
    return partial(_parse, separator=separator), separator


def _parse(text: str, first_line: int, *, separator: Separator) -> Block:
    left_out: Counter[str] = Counter()
    return in_sentences((cut(line, separator, left_out) for line in text.split("\n")), left_out)


SEPARATED = Reader(
    key="separated",
    label=lazy("words between separators"),
    description=lazy("one sentence per line; a separator of its own between words, such as / or |"),
    unit="line",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    bare_lines=True,
    separators=True,
)
