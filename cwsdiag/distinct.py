"""The distinct words of a text, numbered: what is asked of words is asked once a type, and spread over the text.

Of a text beside another, strings are made only of the words that differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

# A code point takes 21 bits: so many characters of a word are one number, exactly.
_PACKED = 3
_CODE_BITS = 21


@dataclass(frozen=True, eq=False)
class Distinct:
    """The distinct words of a text.

    Attributes:
        words: in the order in which they first occur; of a text beside another those of the other first, all of them.
        ids: int32, for each word of the text its place in ``words``.
    """

    words: list[str]
    ids: NDArray[np.int32]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The place of each word in ``words``."""
        return {word: number for number, word in enumerate(self.words)}

    def all_words(self) -> list[str]:
        """Return all words of the text, in order; those that are alike are one object."""
        spread: list[str] = np.array(self.words, dtype=object)[self.ids].tolist()
        return spread


def distinct_of(words: Sequence[str]) -> Distinct:
    """Return the distinct ones of some words."""
    numbers: dict[str, int] = {}
    ids = np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.int32, len(words))
    ids.setflags(write=False)
    return Distinct(list(numbers), ids)


def distinct_spans(chars: str, codes: NDArray[np.uint32], word_ends: NDArray[np.int32]) -> Distinct:
    """Return the distinct words of a text; strings are made of these alone, and of longer words.

    Args:
        chars: its characters.
        codes: the code point of each.
        word_ends: where words end, strictly rising; the first begins at 0.
    """
    starts = starts_of(word_ends)
    lengths = word_ends - starts
    keys = np.zeros(len(starts), dtype=np.int64)
    for place in range(_PACKED):
        keys <<= _CODE_BITS
        within = np.flatnonzero(lengths > place)
        # One more than the code point: U+0000 is a character, too.
        keys[within] += codes[starts[within] + place].astype(np.int64) + 1
    long = np.flatnonzero(lengths > _PACKED)
    spans = zip(starts[long].tolist(), word_ends[long].tolist(), strict=True)
    # Below zero, where no packed one is.
    keys[long] = ~distinct_of([chars[start:end] for start, end in spans]).ids.astype(np.int64)
    _, firsts, numbers = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    places = np.empty(len(order), dtype=np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    ids = places[numbers]
    ids.setflags(write=False)
    spans = zip(starts[firsts[order]].tolist(), word_ends[firsts[order]].tolist(), strict=True)
    return Distinct([chars[start:end] for start, end in spans], ids)


def distinct_beside(
    known: Distinct, known_ends: NDArray[np.int32], chars: str, word_ends: NDArray[np.int32]
) -> Distinct:
    """Return the distinct words of another way to cut a text of which one is known: only what differs is looked at.

    Args:
        known: the distinct words of one way to cut the text.
        known_ends: where words end there.
        chars: the text of both.
        word_ends: where words end here, strictly rising.
    """
    same, places = same_spans(known_ends, word_ends, len(chars))
    ids = np.empty(len(word_ends), dtype=np.int32)
    ids[same] = known.ids[places[same]]
    rest = np.flatnonzero(~same)
    numbers = dict(known.numbers)
    spans = zip(starts_of(word_ends)[rest].tolist(), word_ends[rest].tolist(), strict=True)
    ids[rest] = [numbers.setdefault(chars[start:end], len(numbers)) for start, end in spans]
    ids.setflags(write=False)
    return Distinct(list(numbers), ids)


def same_spans(
    known_ends: NDArray[np.int32], word_ends: NDArray[np.int32], characters: int
) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Return for each word whether another way to cut the same text has its span, and which word that is there.

    Args:
        known_ends: where words end there, strictly rising.
        word_ends: where words end here, strictly rising.
        characters: of the text.

    Returns:
        Bool and int32, both of shape (words,); the place means nothing where the span is not there.
    """
    place_of_end = np.full(characters + 1, -1, dtype=np.int32)
    place_of_end[known_ends] = np.arange(len(known_ends), dtype=np.int32)
    places = place_of_end[word_ends]
    # A word without one takes the last of them here, and is none of them by its end.
    same = (places >= 0) & (starts_of(known_ends)[places] == starts_of(word_ends)) if len(known_ends) else places >= 0
    return same, places


def starts_of(ends: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return where things begin that follow one another from 0 and end there."""
    starts = np.zeros_like(ends)
    starts[1:] = ends[:-1]
    return starts
