"""Feature templates F1, F2 and F3, and the ids of the features that stand at each character [PM, Table 1].

A feature is a window of characters around the one that is to be tagged; the tag itself and the tag before it are the
learner's business. Windows of F1 are among those of F2, and those among F3's: ids are made once, and every member of a
committee looks at the first columns of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from cwsdiag.text import Codes, Ints, Longs, Text, frozen

Template = Literal["F1", "F2", "F3"]
TEMPLATES: tuple[Template, ...] = get_args(Template)
# First and last character of each window, relative to the one that is tagged.
WINDOWS: tuple[tuple[int, int], ...] = (
    *((-1, -1), (0, 0), (1, 1), (-1, 0), (0, 1)),
    *((-2, -2), (2, 2), (-2, -1), (1, 2)),
    *((-2, 0), (-1, 1), (0, 2)),
)
# How many of them a template has, from the first.
COLUMNS: dict[Template, int] = {"F1": 5, "F2": 9, "F3": 12}
_REACH = 2
UNSEEN = -1


class PlainArrays:
    """Makes plain read-only arrays of those of a dataclass, wherever they come from.

    Compiled code is compiled anew for each kind of array: between processes they come as memory maps, or writable. One
    kind means one compilation.
    """

    def __post_init__(self) -> None:
        """Take plain read-only arrays."""
        self.__setstate__(self.__dict__)

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in list(state.items()):
            is_array = isinstance(value, np.ndarray)
            self.__dict__[name] = frozen(np.ascontiguousarray(value).view(np.ndarray)) if is_array else value


@dataclass(frozen=True, eq=False)
class Sentences(PlainArrays):
    """A text as learners take it; its arrays are read-only.

    Attributes:
        ids: int32 of shape (characters, windows): the feature in each window around each character, ``UNSEEN`` where
            the training text has none like it.
        starts, ends: int64: where each sentence begins, and one past its last character.
    """

    ids: Ints
    starts: Longs
    ends: Longs

    @classmethod
    def of(cls, ids: Ints, text: Text) -> Sentences:
        """Put the ids of a text beside its sentences."""
        return cls(ids, text.sentence_starts.astype(np.int64), text.sentence_ends.astype(np.int64))

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self.ends)

    def features(self, template: Template) -> int:
        """Return how many features a template has at least: those of its windows here have lower numbers."""
        return 1 + int(self.ids[:, : COLUMNS[template]].max(initial=UNSEEN))


@dataclass(frozen=True, eq=False)
class Features(PlainArrays):
    """The contents of the windows of a training text, numbered: of all, or of those that a template has.

    Attributes:
        ids: int32 of shape (characters, windows): the number of what stands in each window around each character.
            Numbers of one window follow those of the window before.
        alphabet: uint32, sorted: the characters of the training text.
        keys: of each window, its distinct contents in order of their numbers, int64, sorted.
    """

    ids: Ints
    alphabet: Codes
    keys: tuple[Longs, ...]

    @classmethod
    def of(cls, text: Text, template: Template = "F3") -> Features:
        """Number the features of a training text, which has at least one character.

        Args:
            text: of the training data.
            template: no window is numbered that it does not have; those before have the same numbers in all of them.
        """
        seen = np.zeros(int(text.codes.max()) + 1, dtype=np.bool_)
        seen[text.codes] = True
        alphabet = np.flatnonzero(seen).astype(np.uint32)
        columns = COLUMNS[template]
        ids = np.empty((len(text.chars), columns), dtype=np.int32)
        keys, count = [], 0
        for column, contents in enumerate(_windows(text, alphabet, columns)):
            distinct, numbers = np.unique(contents, return_inverse=True)
            np.add(numbers, count, out=ids[:, column], casting="unsafe")
            keys.append(distinct)
            count += len(distinct)
        return cls(ids, alphabet, tuple(keys))

    def look_up(self, text: Text) -> Ints:
        """Return the ids of another text's windows, int32 of shape (characters, windows), ``UNSEEN`` for new ones."""
        numbers = np.empty((len(text.chars), len(self.keys)), dtype=np.int32)
        first = 0
        for column, contents in enumerate(_windows(text, self.alphabet, len(self.keys))):
            known = self.keys[column]
            places = np.minimum(np.searchsorted(known, contents), len(known) - 1)
            numbers[:, column] = np.where(known[places] == contents, places + first, UNSEEN)
            first += len(known)
        return numbers


def _windows(text: Text, alphabet: Codes, columns: int) -> Iterator[Longs]:
    """Yield for each window a number of what stands in it around each character; equal contents, equal numbers."""
    # Characters that the training text lacks are one and the same: no window that has one is in it either.
    padding, unknown, base = len(alphabet), len(alphabet) + 1, len(alphabet) + 2
    numbers = np.full(max(int(text.codes.max(initial=0)), int(alphabet[-1])) + 1, unknown, dtype=np.int32)
    numbers[alphabet] = np.arange(len(alphabet), dtype=np.int32)
    # Around each sentence stands padding as wide as windows reach: no window looks into the next.
    lengths = text.sentence_ends - text.sentence_starts
    places = np.arange(len(text.chars)) + np.repeat(_REACH * np.arange(1, len(lengths) + 1), lengths)
    letters = np.full(len(text.chars) + _REACH * (len(lengths) + 1), padding, dtype=np.int32)
    letters[places] = numbers[text.codes]
    for first, last in WINDOWS[:columns]:
        content = letters[places + first].astype(np.int64)
        for offset in range(first + 1, last + 1):
            # Three characters of all of Unicode have numbers under 2^63.
            content *= base
            content += letters[places + offset]
        yield content
