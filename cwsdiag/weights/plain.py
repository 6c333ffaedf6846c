"""The files of the authors of [PM]: numbers with blanks between, a sentence a line.

``.weight`` holds a number for each gold word, ``.weight_c`` one for each character: that of the word that covers it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import FormatError, shown
from cwsdiag.formats.base import FEFF, filled_lines, line_at
from cwsdiag.languages import lazy
from cwsdiag.text import frozen
from cwsdiag.weights.misfit import decimal, place_of, refuse_values

if TYPE_CHECKING:
    from cwsdiag.text import Floats, Longs, Segmentation

_OTHER_GOLD = lazy("Give the weights that were made for this gold file.")
_TOKEN = re.compile(r"\S+")


def values_of_plain(text: str, name: str, gold: Segmentation, *, by_character: bool) -> Floats:
    """Read the numbers of a ``.weight`` or ``.weight_c`` file.

    Args:
        text: of the file, with LF line ends. Blank lines mean nothing.
        name: of the file, for messages.
        gold: what the numbers belong to.
        by_character: whether there is a number for each character, as in ``.weight_c``, and not for each word.

    Returns:
        d of each gold word, float64.

    Raises:
        FormatError: the numbers do not fit gold, or are none from 0 to 1. The message says where.
    """
    text = text.replace(FEFF, "")
    lines = _lines(text, name, gold, _sizes(gold, by_character=by_character), by_character=by_character)
    units = np.arange(len(gold.text.chars) if by_character else len(gold))
    words = np.searchsorted(gold.word_ends, units, side="right") if by_character else units
    tokens = [token for _, line in lines for token in line]

    def place(unit: int) -> str:
        word = int(words[unit])
        line = line_at(text, lines[int(gold.sentence_ids[word])][0])
        return lazy("{name}, line {line}: {place}", name=name, line=line, place=place_of(gold, word))

    values = np.array([decimal(token) for token in tokens])
    refuse_values(values, lambda unit: lazy("{place} has {found!r}", place=place(unit), found=shown(tokens[unit])))
    if not by_character:
        return frozen(values)
    of_words = values[gold.word_starts]
    odd = np.flatnonzero(values != of_words[words])
    if len(odd):
        unit = int(odd[0])
        raise FormatError(
            lazy(
                "{place} has characters with different numbers, {one:g} and {another:g}: all characters of a word have "
                "the same. {remedy}",
                place=place(unit),
                one=of_words[words[unit]],
                another=values[unit],
                remedy=_OTHER_GOLD,
            )
        )
    return frozen(of_words)


def plain_text(values: Floats, gold: Segmentation, *, by_character: bool) -> str:
    """Return what ``values_of_plain`` reads, each number with as many digits as it takes to be read back the same."""
    numbers = np.repeat(values, gold.word_lengths) if by_character else values
    tokens = [repr(value) for value in numbers.tolist()]
    ends = np.cumsum(_sizes(gold, by_character=by_character)).tolist()
    return "".join(" ".join(tokens[start:end]) + "\n" for start, end in zip([0, *ends], ends, strict=False))


def _sizes(gold: Segmentation, *, by_character: bool) -> Longs:
    """Return how many words or characters each sentence has."""
    if by_character:
        return np.diff(gold.text.sentence_ends, prepend=0).astype(np.int64)
    return np.bincount(gold.sentence_ids, minlength=len(gold.text.sentence_ends)).astype(np.int64)


def _lines(
    text: str, name: str, gold: Segmentation, sizes: Longs, *, by_character: bool
) -> list[tuple[int, list[str]]]:
    """Return the lines with numbers, each with its place, which must be as many as gold has sentences, of these sizes.

    No more is kept of a file than gold could have: one may have as many numbers as it has bytes.
    """
    lines: list[tuple[int, list[str]]] = []
    for place, line in filled_lines(text):
        if len(lines) == len(sizes):
            raise FormatError(
                lazy(
                    "{name}, line {line}: more lines with numbers than the {sentences:,} sentences of gold. {remedy}",
                    name=name,
                    line=line_at(text, place),
                    sentences=len(sizes),
                    remedy=_OTHER_GOLD,
                )
            )
        size = int(sizes[len(lines)])
        tokens = line.split(None, size)
        if len(tokens) != size:
            found = sum(1 for _ in _TOKEN.finditer(line))
            raise _uneven(name, line_at(text, place), found, gold, len(lines), size, by_character=by_character)
        lines.append((place, tokens))
    if len(lines) < len(sizes):
        raise FormatError(
            lazy(
                "{name}: {lines:,} lines with numbers for the {sentences:,} sentences of gold. {remedy}",
                name=name,
                lines=len(lines),
                sentences=len(sizes),
                remedy=_OTHER_GOLD,
            )
        )
    return lines


def _uneven(
    name: str, line: int, numbers: int, gold: Segmentation, sentence: int, size: int, *, by_character: bool
) -> FormatError:
    """Return the error for a line that has not as many numbers as its sentence has units."""
    values = {
        "name": name,
        "line": line,
        "numbers": numbers,
        "size": size,
        "sentence": sentence + 1,
        "text": shown(" ".join(gold.sentence_words(sentence))),
        "remedy": _OTHER_GOLD,
    }
    return FormatError(
        lazy(
            "{name}, line {line}: {numbers} numbers for the {size} characters of sentence {sentence} of gold, "
            "{text!r}. {remedy}",
            **values,
        )
        if by_character
        else lazy(
            "{name}, line {line}: {numbers} numbers for the {size} words of sentence {sentence} of gold, "
            "{text!r}. {remedy}",
            **values,
        )
    )
