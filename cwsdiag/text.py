"""``Text`` and ``Segmentation``: one text, any number of ways to cut it into words.

The words of gold and of every system are arrays of boundaries over the same characters, so that two of them can be
compared by construction. Lists of strings exist only at the edges: where files are read and where words are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.distinct import Distinct, distinct_beside, distinct_of, distinct_spans, starts_of

# Arrays, by what they hold.
Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Codes = NDArray[np.uint32]
Counts = NDArray[np.integer]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Places = NDArray[np.intp]
Shorts = NDArray[np.int16]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return ``array`` made read-only: ``frozen=True`` of a dataclass does not reach into its arrays."""
    array.setflags(write=False)
    return array


def stretches(flags: Bools) -> Ints:
    """Return where each stretch of characters that are flagged begins and ends, touching ones as one."""
    ends = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return frozen(ends.reshape(-1, 2).astype(np.int32))


def running(flags: Bools) -> Ints:
    """Return how many flags stand before each place, and in all, int32."""
    return np.concatenate([[0], np.cumsum(flags)]).astype(np.int32)


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
        return frozen(starts_of(self.sentence_ends))

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """Code point of each character, uint32."""
        return codes_of(self.chars)

    @cached_property
    def char_sentences(self) -> Ints:
        """Index of the sentence of each character, int32."""
        sizes = np.diff(self.sentence_ends, prepend=np.int32(0))
        return frozen(np.repeat(np.arange(len(sizes), dtype=np.int32), sizes))

    @cached_property
    def spoken(self) -> Ints:
        """How many letters and numbers stand before each character, and in all, int32; see ``spoken_before``."""
        return spoken_before(self.codes)

    @property
    def sentences(self) -> list[str]:
        """The characters of each sentence."""
        ends = self.sentence_ends.tolist()
        return [self.chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    def sentence(self, index: int) -> str:
        """Return the characters of sentence ``index``."""
        return self.chars[self.sentence_starts[index] : self.sentence_ends[index]]

    def sentences_at(self, positions: NDArray[Any]) -> Ints:
        """Return the index of the sentence that holds each character position."""
        return np.searchsorted(self.sentence_ends, positions, side="right").astype(np.int32)


# What stands for characters of gold that a system lacks, where its words are shown.
OMITTED = "∅"


@dataclass(frozen=True, eq=False)
class Own(_RefreezeArrays):
    """What a system wrote itself, where its words stand over a text with other characters (METHODS 1).

    Attributes:
        surfaces: its words as it wrote them, in the order of the segmentation; ``OMITTED`` where it has none.
        written: bool for each word: it is one; else it stands for characters of the text that the system lacks.
        intact: bool for each word: it is written, and its characters are just those of its span, without a gap.
        ends: int32, for each word how many characters it and all before it have that the system wrote.
        codes: code point of each character that the system wrote, in the order of the words, uint32.
        places: int32, for each of these its place in the text; -1 where the text does not have it.
    """

    surfaces: Sequence[str]
    written: Bools
    intact: Bools
    ends: Ints
    codes: NDArray[np.uint32]
    places: Ints


@dataclass(frozen=True, eq=False)
class Categories(_RefreezeArrays):
    """A category of each of some things in order: the part of speech of words, a label of sentences.

    Attributes:
        names: of the categories; they differ.
        codes: int32, for each thing the place of its category in ``names``; -1 where it has none.
    """

    names: tuple[str, ...]
    codes: Ints

    @classmethod
    def of(cls, names: Sequence[str | None]) -> Categories:
        """Return the categories of things by their names, in order of first use; None has no category."""
        distinct = tuple(dict.fromkeys(name for name in names if name is not None))
        places = {name: place for place, name in enumerate(distinct)} | {None: -1}
        return cls(distinct, frozen(np.fromiter(map(places.__getitem__, names), dtype=np.int32, count=len(names))))

    def at(self, places: Places) -> Categories:
        """Return the categories of the things at these places, in their order; at -1 stands none."""
        return Categories(self.names, frozen(np.append(self.codes, np.int32(-1))[places]))


@dataclass(frozen=True)
class TextFidelity:
    """How much of gold's text a system gave back as it stands (METHODS 1).

    Attributes:
        sentences, characters: of gold.
        exact_sentences: those that the system reproduced, character by character and nothing between.
        omitted, added: characters that the system lacks, and those that gold lacks.
        replaced: characters of gold in whose place the system has another.
        width, script, variant: of these the ones of another width, in simplified for traditional or the reverse, and
            other forms of one character.
        words: of the system, all that it wrote.
        strange_words: those with a character that gold lacks, added or in another's place.
        lost: sentences of gold, from 0, of which the system has no line.
        extra: lines of the system, from 0, that are no sentence of gold.
        repeated: those among them with the characters of a sentence that the system has elsewhere.
        moved: lines of the system, from 0, that stand before or after others than in gold.
    """

    sentences: int
    characters: int
    exact_sentences: int
    words: int
    omitted: int = 0
    added: int = 0
    replaced: int = 0
    width: int = 0
    script: int = 0
    variant: int = 0
    strange_words: int = 0
    lost: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    repeated: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the texts are the same, the order of their sentences too."""
        return self.exact_sentences == self.sentences and not (self.extra or self.moved)


@dataclass(frozen=True, eq=False)
class Segmentation(_RefreezeArrays):
    """One way to cut a text into words.

    Attributes:
        name: what the user calls it.
        text: the text that is cut; gold and its systems share one ``Text``.
        word_ends: int32, strictly increasing end offsets of the words; the last is the end of the text. Gold has every
            sentence end among them, a system need not: a word of it may cross one. Where ``own`` is set, words that
            have no character of the text are empty spans behind the last character before them that it has.
        digest: SHA-256 (hex) of the file it was read from, or of its words where it was made in memory.
        reading: how that file was read: format, encoding and normalisations, such as ``words,utf-8``.
        left_out: int32 of shape (n, 2): stretches [start, end) of the text that are not compared because the system
            had other characters there. Both gold and system have word boundaries at their ends. Empty for gold.
        own: what the system wrote, where its words were put on a text with other characters and all of them count;
            None as a rule.
        differing: how its characters differ from those of the text; None where they do not, and for gold.
        warnings: what was read of its file by itself, but looks wrong; those of a dataset stand there.
        pos: the part of speech of each word, where the file has it; else None.
    """

    name: str
    text: Text
    word_ends: Ints
    digest: str = ""
    reading: str = ""
    left_out: Ints = field(default_factory=lambda: frozen(np.empty((0, 2), dtype=np.int32)))
    own: Own | None = None
    differing: TextFidelity | None = None
    warnings: tuple[str, ...] = ()
    pos: Categories | None = None

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.word_ends)

    def bare(self) -> Segmentation:
        """Return the same without what was made of it meanwhile, such as its words: to be sent, or kept for long."""
        return replace(self, text=replace(self.text))

    @cached_property
    def word_starts(self) -> Ints:
        """Start offset of each word, int32."""
        return frozen(starts_of(self.word_ends))

    @cached_property
    def word_lengths(self) -> Ints:
        """Number of characters of each word, int32; of what the system wrote, where that is another text."""
        ends = self.word_ends if self.own is None else self.own.ends
        return frozen(np.diff(ends, prepend=np.int32(0)))

    @cached_property
    def sentence_ids(self) -> Ints:
        """Index of the sentence of each word: of its last character, where a system word crosses a sentence end.

        An empty span is in the sentence of the character before it, at the beginning of the text in the first.
        """
        if self.own is None:
            return frozen(self.text.char_sentences[self.word_ends - 1])
        return frozen(self.text.sentences_at(self.word_ends - 1))

    @cached_property
    def distinct(self) -> Distinct:
        """The distinct words."""
        if self.own is not None:
            return distinct_of(self.words_at(0, len(self)))
        return distinct_spans(self.text.chars, self.text.codes, self.word_ends)

    def distinct_beside(self, gold: Segmentation) -> Distinct:
        """Return the distinct words, found in a fraction of the time where those of gold are known; kept as well.

        Args:
            gold: over the same ``Text``.
        """
        if "distinct" not in self.__dict__ and gold is not self and self.own is None and gold.own is None:
            found = distinct_beside(gold.distinct, gold.word_ends, self.text.chars, self.word_ends)
            self.__dict__["distinct"] = found
        return self.distinct

    def with_distinct(self, known: Distinct) -> Segmentation:
        """Keep the distinct words, where somebody has found them already; returns the segmentation itself."""
        self.__dict__["distinct"] = known
        return self

    @cached_property
    def _surfaces(self) -> Sequence[str]:
        return self.distinct.all_words() if self.own is None else self.own.surfaces

    def surfaces(self) -> Sequence[str]:
        """Return the words as strings, in order."""
        return self._surfaces

    def sentence_words(self, index: int) -> list[str]:
        """Return the words whose last character lies in sentence ``index``."""
        first, last = np.searchsorted(self.sentence_ids, [index, index + 1])
        return self.words_at(int(first), int(last))

    def words_at(self, first: int, last: int) -> list[str]:
        """Return the words from one place up to another, without making strings of any others."""
        if self.own is not None:
            return list(self.own.surfaces[first:last])
        starts, ends = self.word_starts[first:last].tolist(), self.word_ends[first:last].tolist()
        return [self.text.chars[start:end] for start, end in zip(starts, ends, strict=True)]

    @property
    def codes(self) -> NDArray[np.uint32]:
        """Code point of each character of the words, uint32: of those that the system wrote itself."""
        return self.text.codes if self.own is None else self.own.codes

    @cached_property
    def tags(self) -> NDArray[np.uint8]:
        """Tag of each of these characters: 0 B, 1 M, 2 E, 3 S."""
        ends = self.word_ends if self.own is None else self.own.ends[self.own.written]
        return frozen(tags_of(ends, len(self.codes)))

    @cached_property
    def char_sentences(self) -> Ints:
        """Index of the sentence of each of these characters; one that the text lacks is in that of its word."""
        if self.own is None:
            return self.text.char_sentences
        places = self.own.places
        of_words = np.repeat(self.sentence_ids, self.word_lengths)
        return frozen(np.where(places < 0, of_words, self.text.sentences_at(places)).astype(np.int32))

    def characters_of(self, word: int) -> slice:
        """Return which of these characters a word has."""
        ends = self.word_ends if self.own is None else self.own.ends
        return slice(int(ends[word - 1]) if word else 0, int(ends[word]))

    @cached_property
    def written(self) -> Bools:
        """For each word whether the system wrote it: all, but for what stands for characters that it lacks."""
        return frozen(np.ones(len(self), dtype=np.bool_)) if self.own is None else self.own.written

    @cached_property
    def intact(self) -> Bools:
        """For each word whether its characters are just those of its span: all, where the texts are the same."""
        return frozen(np.ones(len(self), dtype=np.bool_)) if self.own is None else self.own.intact

    @cached_property
    def punctuation(self) -> Bools:
        """For each word whether it is punctuation: it has no letter and no number of any script (METHODS 12)."""
        ends, spoken = self.word_ends, self.text.spoken
        if self.own is not None:
            ends, spoken = self.own.ends, spoken_before(self.own.codes)
        return frozen(np.diff(spoken[ends], prepend=np.int32(0)) == 0)

    @cached_property
    def altered_sentences(self) -> Bools:
        """For each sentence whether it has a word that is not ``intact``, or stands over one."""
        words = np.flatnonzero(~self.intact)
        firsts = self.text.sentences_at(np.minimum(self.word_starts[words], self.word_ends[words] - 1))
        # Each begins to count in its first sentence, and no more behind its last.
        size = len(self.text.sentence_ends) + 1
        begun, ended = (np.bincount(ids, minlength=size) for ids in (firsts, self.sentence_ids[words] + 1))
        return frozen(np.cumsum(begun - ended)[:-1] > 0)

    def covered(self, starts: NDArray[Any]) -> Bools:
        """Return which positions lie outside the stretches that are left out (all, as a rule)."""
        if not len(self.left_out):
            return np.ones(len(starts), dtype=np.bool_)
        index = np.searchsorted(self.left_out[:, 0], starts, side="right") - 1
        inside: Bools = (index >= 0) & (starts < self.left_out[np.maximum(index, 0), 1])
        return ~inside


def boundaries(segmentation: Segmentation) -> Bools:
    """Return for each character whether a word ends with it."""
    ends = np.zeros(len(segmentation.text.chars) + 1, dtype=np.bool_)
    ends[segmentation.word_ends] = True
    return ends[1:]


def codes_of(chars: str) -> NDArray[np.uint32]:
    """Return the code points of ``chars`` as a read-only uint32 array."""
    return np.frombuffer(chars.encode("utf-32-le"), dtype=np.uint32)


def spoken_before(codes: NDArray[np.uint32]) -> Ints:
    """Return how many letters and numbers of any script (Unicode L and N) stand before each place, int32.

    Args:
        codes: code points.

    Returns:
        One number more than there are characters: the last is of all.
    """
    known = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.bool_)
    known[codes] = True
    known[[code for code in np.flatnonzero(known).tolist() if not chr(code).isalnum()]] = False
    return frozen(running(known[codes]))


TAGS = "BMES"


def tags_of(word_ends: Ints, characters: int) -> NDArray[np.uint8]:
    """Return the tag of each of ``characters`` characters under ``word_ends``: 0 B, 1 M, 2 E, 3 S."""
    first = np.zeros(characters, dtype=np.bool_)
    last = np.zeros(characters, dtype=np.bool_)
    first[starts_of(word_ends)] = True
    last[word_ends - 1] = True
    # B and S begin a word, E and S end one; what does neither is M.
    table = np.array([1, 2, 0, 3], dtype=np.uint8)
    return table[first.astype(np.uint8) * 2 + last]


def text_of(words: Sequence[str], sentence_sizes: Sequence[int]) -> tuple[Text, Ints]:
    """Build the text and the word ends of ``words``, of which ``sentence_sizes[i]`` belong to sentence ``i``.

    Sentences without words are no sentences and are dropped. Every word has at least one character.
    """
    lengths = np.fromiter(map(len, words), dtype=np.int32, count=len(words))
    word_ends = frozen(np.cumsum(lengths, dtype=np.int32))
    sizes = np.fromiter(sentence_sizes, dtype=np.int64, count=len(sentence_sizes))
    last_words = np.cumsum(sizes[sizes > 0]) - 1
    return Text("".join(words), frozen(word_ends[last_words])), word_ends
