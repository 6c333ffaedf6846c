"""``Text`` and ``Segmentation``: one text, any number of ways to cut it into words.

The words of gold and of every system are arrays of boundaries over the same characters, so that two of them can be
compared by construction. Lists of strings exist only at the edges: where files are read and where words are shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return ``array`` made read-only: ``frozen=True`` of a dataclass does not reach into its arrays."""
    array.setflags(write=False)
    return array


def ends_of(lengths: Iterable[int], count: int) -> Ints:
    """Return the running sum of ``lengths`` (``count`` of them) as a read-only array of end offsets."""
    steps = np.fromiter(lengths, dtype=np.int32, count=count)
    return frozen(np.cumsum(steps, dtype=np.int32))


class _RefreezeArrays:
    """Makes arrays read-only again after unpickling, which forgets the flag."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                frozen(value)
        self.__dict__.update(state)


@dataclass(frozen=True, eq=False)
class Text(_RefreezeArrays):
    """The characters of a file without white space, and where its sentences end (METHODS 1).

    Attributes:
        chars: all characters (Unicode code points) of all sentences, joined.
        sentence_ends: int32, strictly increasing end offsets into ``chars``; the last is ``len(chars)``. No sentence
            is empty. Empty for an empty text.
    """

    chars: str
    sentence_ends: Ints

    @cached_property
    def sentence_starts(self) -> Ints:
        """Start offset of each sentence, int32."""
        return _starts(self.sentence_ends)

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """Code point of each character, uint32."""
        return codes_of(self.chars)

    def sentence(self, index: int) -> str:
        """Return the characters of sentence ``index``."""
        return self.chars[self.sentence_starts[index] : self.sentence_ends[index]]

    def sentences_at(self, positions: NDArray[Any]) -> Ints:
        """Return the index of the sentence that holds each character position."""
        return np.searchsorted(self.sentence_ends, positions, side="right").astype(np.int32)


@dataclass(frozen=True, eq=False)
class Segmentation(_RefreezeArrays):
    """One way to cut a text into words.

    Attributes:
        name: what the user calls it.
        text: the text that is cut; gold and its systems share one ``Text``.
        word_ends: int32, strictly increasing end offsets of the words; the last is the end of the text. Gold has every
            sentence end among them, a system need not: a word of it may cross one.
        digest: SHA-256 (hex) of the file it was read from, or of its words where it was made in memory.
        reading: how that file was read: format, encoding and normalisations, such as ``words,utf-8``.
        left_out: int32 of shape (n, 2): stretches [start, end) of the text that are not compared because the system
            had other characters there. Both gold and system have word boundaries at their ends. Empty for gold.
    """

    name: str
    text: Text
    word_ends: Ints
    digest: str = ""
    reading: str = ""
    left_out: Ints = field(default_factory=lambda: frozen(np.empty((0, 2), dtype=np.int32)))

    @classmethod
    def of_words(
        cls, name: str, words: list[str], sentence_sizes: Sequence[int], *, digest: str = "", reading: str = ""
    ) -> Segmentation:
        """Build a segmentation together with its text; see ``text_of``."""
        text, word_ends = text_of(words, sentence_sizes)
        segmentation = cls(name, text, word_ends, digest, reading)
        # The words are there already: cutting them out of the text again is the costliest step of scoring.
        segmentation.__dict__["_surfaces"] = words
        return segmentation

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.word_ends)

    @cached_property
    def word_starts(self) -> Ints:
        """Start offset of each word, int32."""
        return _starts(self.word_ends)

    @cached_property
    def word_lengths(self) -> Ints:
        """Number of characters of each word, int32."""
        return frozen(self.word_ends - self.word_starts)

    @cached_property
    def sentence_ids(self) -> Ints:
        """Index of the sentence of each word: of its last character, where a system word crosses a sentence end."""
        return frozen(self.text.sentences_at(self.word_ends - 1))

    @cached_property
    def _surfaces(self) -> list[str]:
        chars = self.text.chars
        ends = self.word_ends.tolist()
        return [chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    def surfaces(self) -> Sequence[str]:
        """Return the words as strings, in order."""
        return self._surfaces

    def sentence_words(self, index: int) -> list[str]:
        """Return the words whose last character lies in sentence ``index``."""
        first, last = np.searchsorted(self.sentence_ids, [index, index + 1])
        return list(self._surfaces[first:last])

    @cached_property
    def tags(self) -> NDArray[np.uint8]:
        """Tag of each character: 0 B, 1 M, 2 E, 3 S."""
        return frozen(tags_of(self.word_ends, len(self.text.chars)))

    def covered(self, starts: NDArray[Any]) -> Bools:
        """Return which positions lie outside the stretches that are left out (all, as a rule)."""
        return _outside(starts, self.left_out)


def _starts(ends: Ints) -> Ints:
    starts = np.zeros_like(ends)
    starts[1:] = ends[:-1]
    return frozen(starts)


def _outside(positions: NDArray[Any], stretches: Ints) -> Bools:
    if not len(stretches):
        return np.ones(len(positions), dtype=np.bool_)
    index = np.searchsorted(stretches[:, 0], positions, side="right") - 1
    inside: Bools = (index >= 0) & (positions < stretches[np.maximum(index, 0), 1])
    return ~inside


def codes_of(chars: str) -> NDArray[np.uint32]:
    """Return the code points of ``chars`` as a read-only uint32 array."""
    return np.frombuffer(chars.encode("utf-32-le"), dtype=np.uint32)


TAGS = "BMES"


def tags_of(word_ends: Ints, characters: int) -> NDArray[np.uint8]:
    """Return the tag of each of ``characters`` characters under ``word_ends``: 0 B, 1 M, 2 E, 3 S."""
    first = np.zeros(characters, dtype=np.bool_)
    last = np.zeros(characters, dtype=np.bool_)
    first[_starts(word_ends)] = True
    last[word_ends - 1] = True
    # B and S begin a word, E and S end one; what does neither is M.
    table = np.array([1, 2, 0, 3], dtype=np.uint8)
    return table[first.astype(np.uint8) * 2 + last]


def text_of(words: Sequence[str], sentence_sizes: Sequence[int]) -> tuple[Text, Ints]:
    """Build the text and the word ends of ``words``, of which ``sentence_sizes[i]`` belong to sentence ``i``.

    Sentences without words are no sentences and are dropped. Every word has at least one character.
    """
    word_ends = ends_of(map(len, words), len(words))
    sizes = np.fromiter(sentence_sizes, dtype=np.int64, count=len(sentence_sizes))
    last_words = np.cumsum(sizes[sizes > 0]) - 1
    return Text("".join(words), frozen(word_ends[last_words])), word_ends
