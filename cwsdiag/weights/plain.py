"""The files of the authors of [PM]: numbers with blanks between, a sentence a line.

``.weight`` holds a number for each gold word, ``.weight_c`` one for each character: that of the word that covers it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import FormatError, shown
from cwsdiag.formats.base import FEFF
from cwsdiag.languages import lazy
from cwsdiag.text import frozen
from cwsdiag.weights.misfit import place_of, refuse_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.text import Segmentation
    from cwsdiag.weights.model import Values

_OTHER_GOLD = lazy("Give the weights that were made for this gold file.")


def values_of_plain(text: str, name: str, gold: Segmentation, *, by_character: bool) -> Values:
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
    numbered = enumerate(text.replace(FEFF, "").split("\n"), start=1)
    lines = [(number, tokens) for number, line in numbered if (tokens := line.split())]
    units = np.arange(len(gold.text.chars) if by_character else len(gold))
    words = np.searchsorted(gold.word_ends, units, side="right") if by_character else units
    _check_sizes(lines, name, gold, _sizes(gold, by_character=by_character), by_character=by_character)
    tokens = [token for _, line in lines for token in line]

    def place(unit: int) -> str:
        word = int(words[unit])
        line = lines[int(gold.sentence_ids[word])][0]
        return lazy("{name}, line {line}: {place}", name=name, line=line, place=place_of(gold, word))

    values = np.array([_number(token) for token in tokens])
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


def plain_text(values: Values, gold: Segmentation, *, by_character: bool) -> str:
    """Return what ``values_of_plain`` reads, each number with as many digits as it takes to be read back the same."""
    numbers = np.repeat(values, gold.word_lengths) if by_character else values
    tokens = [repr(value) for value in numbers.tolist()]
    ends = np.cumsum(_sizes(gold, by_character=by_character)).tolist()
    return "".join(" ".join(tokens[start:end]) + "\n" for start, end in zip([0, *ends], ends, strict=False))


def _number(token: str) -> float:
    """Return the number, NaN where it is none."""
    try:
        return float(token)
    except ValueError:
        return float("nan")


def _sizes(gold: Segmentation, *, by_character: bool) -> NDArray[np.int64]:
    """Return how many words or characters each sentence has."""
    if by_character:
        return np.diff(gold.text.sentence_ends, prepend=0).astype(np.int64)
    return np.bincount(gold.sentence_ids, minlength=len(gold.text.sentence_ends)).astype(np.int64)


def _check_sizes(
    lines: list[tuple[int, list[str]]], name: str, gold: Segmentation, sizes: NDArray[np.int64], *, by_character: bool
) -> None:
    for sentence, ((number, tokens), size) in enumerate(zip(lines, sizes.tolist(), strict=False)):
        if len(tokens) != size:
            values = {
                "name": name,
                "line": number,
                "numbers": len(tokens),
                "size": size,
                "sentence": sentence + 1,
                "text": shown(" ".join(gold.sentence_words(sentence))),
                "remedy": _OTHER_GOLD,
            }
            raise FormatError(
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
    if len(lines) != len(sizes):
        raise FormatError(
            lazy(
                "{name}: {lines:,} lines with numbers for the {sentences:,} sentences of gold. {remedy}",
                name=name,
                lines=len(lines),
                sentences=len(sizes),
                remedy=_OTHER_GOLD,
            )
        )
