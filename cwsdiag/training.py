"""What the attributes need to know of the training data, gathered in one pass over a file of any size."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from operator import mul

import numpy as np

from cwsdiag.formats.base import Block, ContentKind, pieces
from cwsdiag.formats.stream import DocumentStream
from cwsdiag.scan import Counted, WordTable, scanned
from cwsdiag.strings import StringCounter, Way, WayCounter
from cwsdiag.text import Bools, Ints, Longs, Segmentation, Text, frozen, tags_of, text_of

# What sums of counts may come to, well within 64 bits.
_LARGEST_SUM = 2**62


@dataclass(frozen=True, eq=False)
class TrainingStats:
    """Counts over the training data (METHODS 1 and 2).

    Attributes:
        name: what the user calls the data.
        kind: ``"segmented"`` running text; ``"counts"`` a word list with counts; ``"list"`` one without.
        word_counts: occurrences of each word type; 1 for each word of a list without counts. Of a list of frequencies
            whole numbers in proportion to these.
        char_tag_counts: int64 of shape (highest code point + 1, 4): occurrences of each character with each tag B M E
            S; None for a list without counts, and where characters were not asked for.
        sentences, words, characters: how much there is; 0 sentences in a word list. Of a list of frequencies, which
            does not tell, its entries and their characters.
        digest: SHA-256 (hex) of the file, or of the words where made in memory.
        reading: how that file was read.
        warnings: what was read of it, but looks wrong.
        frequencies: whether its numbers are frequencies, as for each million words, and no counts: only ratios of them
            mean something.
    """

    name: str
    kind: ContentKind
    word_counts: Mapping[str, int]
    char_tag_counts: Longs | None
    sentences: int
    words: int
    characters: int
    digest: str
    reading: str
    _source: DocumentStream
    warnings: tuple[str, ...] = ()
    frequencies: bool = False
    _string_counts: dict[str, int] = field(default_factory=dict)
    _sentences: dict[str, bool] = field(default_factory=dict)

    @property
    def has_counts(self) -> bool:
        """Whether occurrences are known; a plain word list only says which words there are."""
        return self.kind != "list"

    @property
    def has_text(self) -> bool:
        """Whether there is running text in which strings can be counted."""
        return self.kind == "segmented"

    @property
    def mean_length(self) -> float:
        """Mean number of characters of a word, each as often as it occurs: 1 and more."""
        # Characters are 0 where nobody asked for them.
        characters = self.characters or sum(len(word) * count for word, count in self.word_counts.items())
        return characters / self.words

    def apart(self) -> TrainingStats:
        """Return the same statistics with a memory of their own: strings asked of it are not kept in this one."""
        return replace(self, _string_counts=dict(self._string_counts), _sentences=dict(self._sentences))

    def counts_of(self, words: Sequence[str]) -> Longs:
        """Return how often each of some words occurs, int64: 0 for one that is no word of the data.

        In place of many look-ups in ``word_counts``. Empty where no words are asked for.
        """
        counts = self.word_counts
        if isinstance(counts, WordTable):
            return counts.counts_of(words)
        return np.fromiter(map(counts.get, words, repeat(0)), np.int64, len(words))

    @cached_property
    def second_word_count(self) -> int:
        """Occurrences of the second most frequent word; with one type, of that one [RC 2.2, METHODS 2]."""
        counts = self.word_counts
        every = counts.counts.tolist() if isinstance(counts, WordTable) else counts.values()
        return int(heapq.nlargest(2, every)[-1])

    @cached_property
    def second_char_count(self) -> int:
        """Occurrences of the second most frequent character; with one type, of that one.

        Raises:
            ValueError: characters were not counted.
        """
        if self.char_tag_counts is None:
            raise ValueError("no characters were counted in this training data")
        counts = self.char_tag_counts.sum(axis=1)
        return int(heapq.nlargest(2, counts[counts > 0].tolist())[-1])

    def string_counts(self, strings: Sequence[str]) -> Longs:
        """Return how often each string occurs in the training text, whatever the segmentation.

        Occurrences may overlap and do not cross a sentence end. Strings that were not counted before cost another pass
        over the data.

        Raises:
            ValueError: the training data is a word list.
        """
        missing = [string for string in dict.fromkeys(strings) if string not in self._string_counts]
        if missing:
            if (found := scanned(self._source, missing)) is not None:
                self._string_counts.update(found.strings)
            else:
                counter = StringCounter(missing)
                for piece in self.pieces():
                    counter.add(piece.text.codes, piece.text.sentence_ends)
                self._string_counts.update(counter.counts())
        return np.array([self._string_counts[string] for string in strings], dtype=np.int64)

    def has_sentences(self, sentences: Sequence[str]) -> Bools:
        """Return whether each of some sentences, by its characters, is one of the training text.

        Sentences that were not looked for before cost another pass over the data.

        Raises:
            ValueError: the training data is a word list.
        """
        if not self.has_text:
            raise ValueError("a word list has no sentences")
        missing = frozenset(sentence for sentence in sentences if sentence not in self._sentences)
        if missing:
            found = scanned(self._source, sentences=missing)
            blocks = self._source.blocks() if found is None else ()
            there = frozenset[str]() if found is None else found.there
            there = there.union(*(_there(block, missing) for block in blocks))
            self._sentences.update((sentence, sentence in there) for sentence in missing)
        return np.array([self._sentences[sentence] for sentence in sentences], dtype=np.bool_)

    def ways(self, strings: Iterable[str]) -> dict[str, tuple[Way, ...]]:
        """Return how the training text cuts strings of two characters or more, in one pass over the data.

        Strings that do not occur within a sentence of it are not among the keys.

        Raises:
            ValueError: the training data is a word list.
        """
        counter = WayCounter(strings)
        for piece in self.pieces():
            counter.add(piece.text.codes, piece.text.sentence_ends, piece.word_ends)
        return counter.ways()

    def pieces(self) -> Iterator[Segmentation]:
        """Yield the training text sentence by sentence, many at a time, in another pass over the data.

        Raises:
            ValueError: the training data is a word list.
        """
        if not self.has_text:
            raise ValueError("a word list has no text")
        for block in self._source.blocks():
            yield Segmentation(self.name, *text_of(block.words, block.sizes))


def gather(
    source: DocumentStream,
    *,
    strings: Iterable[str] = (),
    sentences: Iterable[str] = (),
    characters: bool = True,
) -> TrainingStats:
    """Read training data once and return its statistics; memory does not grow with the size of the text.

    Args:
        source: gives the words block by block.
        strings: strings to count in the same pass (those asked for later cost another one).
        sentences: sentences to look for, likewise; see ``TrainingStats.has_sentences``.
        characters: False leaves out characters and strings, for who only asks which words are known.

    Raises:
        InputError: there is no word in the data, or a count is not positive.
    """
    strings, wanted = strings if characters else (), frozenset(sentences)
    counted = scanned(source, strings, sentences=wanted)
    if counted is None and source.kind == "segmented":
        counted = _of_text(source, strings, wanted, characters=characters)
    elif counted is None:
        counted = _of_list(source, characters=characters)
    with_characters = source.kind != "list" and characters
    return TrainingStats(
        name=source.name,
        kind=source.kind,
        word_counts=counted.word_counts,
        char_tag_counts=frozen(counted.tags.reshape(-1, 4)) if with_characters else None,
        sentences=counted.sentences,
        words=counted.words,
        characters=counted.characters if characters or source.kind == "counts" else 0,
        digest=source.facts.digest,
        reading=source.facts.reading,
        _source=source,
        warnings=source.facts.warnings,
        frequencies=counted.frequencies,
        _string_counts=dict(counted.strings) if with_characters else {},
        _sentences={sentence: sentence in counted.there for sentence in wanted} if source.kind == "segmented" else {},
    )


def _of_text(source: DocumentStream, strings: Iterable[str], wanted: frozenset[str], *, characters: bool) -> Counted:
    word_counts: Counter[str] = Counter()
    there = frozenset[str]()
    tags, counter = np.zeros(0, dtype=np.int64), StringCounter(strings)
    sentences = words = length = 0
    for block in source.blocks():
        word_counts.update(block.words)
        words += len(block.words)
        sentences += sum(size > 0 for size in block.sizes)
        if characters:
            text, word_ends = text_of(block.words, block.sizes)
            length += len(text.chars)
            tags = _with_tags(tags, text, word_ends)
            counter.add(text.codes, text.sentence_ends)
        there |= _there(block, wanted)
    return Counted(word_counts, tags, sentences, words, length, counter.counts(), there)


def _there(block: Block, wanted: frozenset[str]) -> frozenset[str]:
    """Return which of the sentences wanted are in a block."""
    sentences = pieces(block.words, block.sizes) if wanted else ()
    return wanted.intersection(map("".join, sentences))


def _of_list(source: DocumentStream, *, characters: bool) -> Counted:
    """Count a word list; characters of one with counts each as often as the words that have it."""
    word_counts: dict[str, int] = {}
    decimals = 0
    for block in source.blocks():
        # Numbers of a list of frequencies are made whole, with as many decimals as any has.
        if block.decimals > decimals:
            word_counts = {word: count * 10 ** (block.decimals - decimals) for word, count in word_counts.items()}
            decimals = block.decimals
        factor = 10 ** (decimals - block.decimals)
        # A word that a list without counts has twice is still one word.
        for word, count in zip(block.words, block.counts or repeat(0), strict=False):
            word_counts[word] = word_counts.get(word, 0) + count * factor if block.counts is not None else 1
    if source.kind == "list":
        return Counted(word_counts, np.zeros(0, dtype=np.int64), 0, len(word_counts), 0, {})
    words = list(word_counts)
    text, word_ends = text_of(words, [1] * len(words))
    lengths = np.diff(word_ends, prepend=0)
    # Sums beyond what 64 bits hold are brought below: the numbers keep 18 digits of the sum, and their ratios.
    total = sum(map(mul, lengths.tolist(), word_counts.values()))
    size, length = (len(words), len(text.chars)) if decimals else (sum(word_counts.values()), total)
    divisor = -(-total // _LARGEST_SUM)
    if divisor > 1:
        word_counts = {word: max((2 * count + divisor) // (2 * divisor), 1) for word, count in word_counts.items()}
    tags = np.zeros(0, dtype=np.int64)
    if characters:
        counts = np.fromiter(word_counts.values(), np.int64, len(words))
        tags = _with_tags(tags, text, word_ends, np.repeat(counts, lengths))
    return Counted(word_counts, tags, 0, size, length, {}, frequencies=decimals > 0)


def _with_tags(table: Longs, text: Text, word_ends: Ints, weights: Longs | int = 1) -> Longs:
    """Return a table at four times the code point plus the tag with the tags of the characters of words added."""
    cells = text.codes.astype(np.int64) * 4 + tags_of(word_ends, len(text.chars))
    size = (int(text.codes.max(initial=0)) + 1) * 4
    if size > len(table):
        table = np.concatenate([table, np.zeros(size - len(table), np.int64)])
    np.add.at(table, cells, weights)
    return table
