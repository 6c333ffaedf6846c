"""Word lists as training data: a word a line, alone or with its count or frequency."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.formats.base import BadLine, Block, Reader, blanks_in, form
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.formats.base import Parse, Role

_LEAST_SHARE = 0.95
# Mean characters of a word: lists have two to four, unsegmented sentences many more.
_LONGEST_MEAN = 6.0
_MOST_DIGITS = 15
_LONGEST_NUMBER = 25
_LEAST, _TOO_MUCH = 1e-15, 1e15
# A frequency, such as 3.5 for each million words; and what can only be meant as a number, but may be none above 0.
_FREQUENCY = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?", re.ASCII)
_NUMERIC = re.compile(
    r"[+\-\u2212]?(?:[0-9][0-9.,]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?%?|[+-]?(?:nan|inf(?:inity)?)", re.ASCII | re.IGNORECASE
)


def columns_of(line: str) -> list[str]:
    """Return the columns of a line: what stands between tabs, where it has any, else between white space."""
    line = line.strip()
    return [column.strip() for column in line.split("\t")] if "\t" in line else line.split()


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit()


def is_numeric(text: str) -> bool:
    """Tell whether a column can only be meant as a number, be it above 0 or not."""
    return _NUMERIC.fullmatch(text) is not None


def _sniff_list(lines: Sequence[str], role: Role) -> float:
    return _share([columns for line in lines if (columns := columns_of(line))], role, counts=False)


def _sniff_counts(lines: Sequence[str], role: Role) -> float:
    return _share([columns for line in lines if (columns := columns_of(line))], role, counts=True)


def _share(rows: Sequence[Sequence[str]], role: Role, *, counts: bool) -> float:
    """Return the share of rows that are a word (and a count, which a part of speech may follow)."""
    if role != "training" or not rows:
        return 0.0
    if counts:
        words = [row[0] for row in rows if len(row) in (2, 3) and is_numeric(row[1])]
    else:
        words = [row[0] for row in rows if len(row) == 1]
    share = len(words) / len(rows)
    if share < _LEAST_SHARE or sum(map(len, words)) > _LONGEST_MEAN * len(words):
        return 0.0
    return share


def _list_parser(lines: Sequence[str], role: Role) -> Parse:
    return _parse_list


def _parse_list(text: str, first_line: int) -> Block:
    words = [line for line in text.split("\n") if line]
    # Most lists have no white space but line ends, and this tells so many times faster than a look at each line.
    if words == text.split():
        return Block(words, [])
    words = [
        form(line, number) for number, line in enumerate(text.split("\n"), first_line) if line and not line.isspace()
    ]
    return Block(words, [])


def _counts_parser(lines: Sequence[str], role: Role) -> Parse:
    return _parse_counts


def _parse_counts(text: str, first_line: int) -> Block:
    simple = _parse_simple_counts(text)
    if simple is not None:
        return simple
    words: list[str] = []
    numbers: list[str] = []
    for number, line in enumerate(text.split("\n"), first_line):
        columns = columns_of(line)
        if columns:
            words.append(form(columns[0], number))
            numbers.append(_number(columns, line, number))
    if all(map(_is_count, numbers)):
        return Block(words, [], list(map(int, numbers)))
    counts, decimals = _scaled(numbers)
    return Block(words, [], counts, decimals=decimals)


def _scaled(numbers: Sequence[str]) -> tuple[list[int], int]:
    """Return numbers as whole ones of the least power of ten that leaves none with decimals, and how many they had."""
    parts = [_digits(number) for number in numbers]
    decimals = max(0, -min(exponent for _number, exponent in parts))
    return [digits * 10 ** (decimals + exponent) for digits, exponent in parts], decimals


def _digits(number: str) -> tuple[int, int]:
    """Return a number as a whole one and the power of ten that it is to be multiplied by."""
    mantissa, _e, power = number.lower().partition("e")
    whole, _point, part = mantissa.partition(".")
    part = part.rstrip("0")
    return int(whole + part), int(power or "0") - len(part)


def _parse_simple_counts(text: str) -> Block | None:
    """Parse text in which every line is a word and a sound count, at several times the speed; else return None."""
    tokens = text.split()
    words, digits = tokens[::2], tokens[1::2]
    if not _is_count("".join(digits)) or max(map(len, digits)) > _MOST_DIGITS:
        return None
    counts = list(map(int, digits))
    lines = text.removesuffix("\n").split("\n")
    for separator in " \t":
        if min(counts) > 0 and lines == list(map(separator.join, zip(words, digits, strict=False))):
            return Block(words, [], counts)
    return None


def _number(columns: Sequence[str], line: str, number: int) -> str:
    """Return the count or frequency of a line as it stands there."""
    text = columns[1] if len(columns) > 1 else ""
    # The bounds keep sums of them within what can be counted exactly.
    sound = len(text) <= _MOST_DIGITS if _is_count(text) else len(text) <= _LONGEST_NUMBER
    if not sound or not _FREQUENCY.fullmatch(text) or not _LEAST <= float(text) < _TOO_MUCH:
        raise BadLine(
            number,
            lazy(
                "'{line}': expected a word and how often it occurs, a count or a frequency such as 3.5, above 0 and "
                "with at most {digits} digits before the point. Fix the line or delete it; a list without counts has "
                "the format 'word-list'.",
                line=shown(line),
                digits=_MOST_DIGITS,
            ),
        )
    return text


def _stripped_from_list(text: str) -> Mapping[str, int]:
    return {lazy("white space characters in words"): blanks_in(line.strip() for line in text.split("\n"))}


def _stripped_from_counts(text: str) -> Mapping[str, int]:
    rows = [columns for line in text.split("\n") if (columns := columns_of(line))]
    return {
        lazy("parts of speech"): sum(len(row) > 2 for row in rows),
        lazy("white space characters in words"): blanks_in(row[0] for row in rows),
    }


WORD_LIST = Reader(
    key="word-list",
    label=lazy("word list"),
    description=lazy("training data only: one word per line"),
    unit="line",
    kind="list",
    sniff=_sniff_list,
    parser=_list_parser,
    stripped=_stripped_from_list,
)

WORD_COUNTS = Reader(
    key="word-counts",
    label=lazy("word list with counts"),
    description=lazy("training data only: one word and its count or frequency per line, a part of speech may follow"),
    unit="line",
    kind="counts",
    sniff=_sniff_counts,
    parser=_counts_parser,
    stripped=_stripped_from_counts,
)
