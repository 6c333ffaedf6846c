"""What the attributes need to know of the training data, gathered in one pass over a file of any size."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, Protocol

import numpy as np

from cwsdiag.errors import InputError
from cwsdiag.formats.stream import DocumentStream
from cwsdiag.languages import lazy
from cwsdiag.scan import Scanned, WordTable, scanned
from cwsdiag.strings import StringCounter, WayCounter
from cwsdiag.text import frozen, tags_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cwsdiag.formats.base import Block, ContentKind
    from cwsdiag.strings import Way
    from cwsdiag.text import Bytes, Codes, Longs

# What sums of counts may come to, well within 64 bits.
_LARGEST_SUM = 2**62


class BlockSource(Protocol):
    """Training data that gives its words block by block, as often as it is asked.

    Attributes:
        name: what the user calls it.
        kind: running text, a word list with counts, or one without.
        digest: SHA-256 of the data; known once its blocks were read.
        reading: format, encoding and normalisations, such as ``words,utf-8``.
        warnings: what was read, but looks wrong; known once its blocks were read.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> ContentKind: ...  # noqa: D102
    @property
    def digest(self) -> str: ...  # noqa: D102
    @property
    def reading(self) -> str: ...  # noqa: D102
    @property
    def warnings(self) -> tuple[str, ...]: ...  # noqa: D102

    def blocks(self) -> Iterator[Block]:
        """Yield the words of the source in order."""
        ...


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
    _source: BlockSource
    warnings: tuple[str, ...] = ()
    frequencies: bool = False
    _string_counts: dict[str, int] = field(default_factory=dict)

    @property
    def has_counts(self) -> bool:
        """Whether occurrences are known; a plain word list only says which words there are."""
        return self.kind != "list"

    @property
    def has_text(self) -> bool:
        """Whether there is running text in which strings can be counted."""
        return self.kind == "segmented"

    @property
    def char_counts(self) -> Longs | None:
        """Occurrences of each character by code point, int64; None where ``char_tag_counts`` is."""
        return None if self.char_tag_counts is None else self.char_tag_counts.sum(axis=1)

    @property
    def mean_length(self) -> float:
        """Mean number of characters of a word, each as often as it occurs: 1 and more."""
        # Characters are 0 where nobody asked for them.
        characters = self.characters or sum(len(word) * count for word, count in self.word_counts.items())
        return characters / self.words

    def apart(self) -> TrainingStats:
        """Return the same statistics with a memory of their own: strings asked of it are not kept in this one."""
        return replace(self, _string_counts=dict(self._string_counts))

    def counts_of(self, words: Sequence[str]) -> Longs:
        """Return how often each of some words occurs, int64: 0 for one that is no word of the data.

        In place of many look-ups in ``word_counts``. Empty where no words are asked for.
        """
        counts = self.word_counts
        if isinstance(counts, WordTable):
            return counts.counts_of(words)
        return np.fromiter((counts.get(word, 0) for word in words), np.int64, len(words))

    def second_word_count(self) -> int:
        """Occurrences of the second most frequent word; with one type, of that one [RC 2.2, METHODS 2]."""
        return self._second_word

    @cached_property
    def _second_word(self) -> int:
        counts = self.word_counts
        if isinstance(counts, WordTable):
            return int(np.partition(counts.counts, max(len(counts) - 2, 0))[-2:][0])
        return heapq.nlargest(2, counts.values())[-1]

    def second_char_count(self) -> int:
        """Occurrences of the second most frequent character; with one type, of that one.

        Raises:
            ValueError: characters were not counted.
        """
        return self._second_char

    @cached_property
    def _second_char(self) -> int:
        counts = self.char_counts
        if counts is None:
            raise ValueError("no characters were counted in this training data")
        return int(heapq.nlargest(2, counts[counts > 0].tolist())[-1])

    def string_counts(self, strings: Sequence[str]) -> Longs:
        """Return how often each string occurs in the training text, whatever the segmentation.

        Occurrences may overlap and do not cross a sentence end. Strings that were not counted before cost another pass
        over the data.

        Raises:
            ValueError: the training data is a word list.
        """
        if not self.has_text:
            raise ValueError("a word list has no text to count strings in")
        missing = [string for string in dict.fromkeys(strings) if string not in self._string_counts]
        if missing:
            self._string_counts.update(self._counted(missing))
        return np.array([self._string_counts[string] for string in strings], dtype=np.int64)

    def _counted(self, strings: Sequence[str]) -> Mapping[str, int]:
        """Count strings in a pass of their own."""
        if isinstance(self.word_counts, WordTable) and (found := _scanned(self._source, strings)) is not None:
            return found.string_counts
        counter = StringCounter(strings)
        for block in self._source.blocks():
            text, _ = text_of(block.words, block.sizes)
            counter.add(text.codes, text.sentence_ends)
        return counter.counts()

    def ways(self, strings: Iterable[str]) -> dict[str, tuple[Way, ...]]:
        """Return how the training text cuts strings of two characters or more, in one pass over the data.

        Strings that do not occur within a sentence of it are not among the keys.

        Raises:
            ValueError: the training data is a word list.
        """
        if not self.has_text:
            raise ValueError("a word list has no text that cuts strings")
        counter = WayCounter(strings)
        for block in self._source.blocks():
            text, word_ends = text_of(block.words, block.sizes)
            counter.add(text.codes, text.sentence_ends, word_ends)
        return counter.ways()


class _Gatherer:
    """Adds up what one pass over the blocks shows."""

    def __init__(self, strings: Iterable[str], *, characters: bool) -> None:
        self.word_counts: Counter[str] = Counter()
        self.tag_counts = np.zeros(0, dtype=np.int64)
        self.strings = StringCounter(strings)
        self.with_characters = characters
        self.sentences = self.words = self.characters = self.decimals = 0

    def add_text(self, block: Block) -> None:
        self.word_counts.update(block.words)
        self.words += len(block.words)
        self.sentences += sum(size > 0 for size in block.sizes)
        if not self.with_characters:
            return
        text, word_ends = text_of(block.words, block.sizes)
        self.characters += len(text.chars)
        self._add_tags(text.codes, tags_of(word_ends, len(text.chars)))
        self.strings.add(text.codes, text.sentence_ends)

    def add_list(self, block: Block) -> None:
        if block.counts is None:
            # Not Counter.update: a word that the list has twice is still one word.
            dict.update(self.word_counts, dict.fromkeys(block.words, 1))
            self.words = len(self.word_counts)
            return
        self._rescale(block.decimals)
        factor = 10 ** (self.decimals - block.decimals)
        counts = block.counts if factor == 1 else [count * factor for count in block.counts]
        for word, count in zip(block.words, counts, strict=True):
            self.word_counts[word] += count

    def _rescale(self, decimals: int) -> None:
        """Have all numbers of a list of frequencies whole, with so many decimals."""
        if decimals > self.decimals:
            factor = 10 ** (decimals - self.decimals)
            for word in self.word_counts:
                self.word_counts[word] *= factor
            self.decimals = decimals

    def finish_counts(self) -> None:
        """Count the characters of a word list with counts, each as often as the words that have it."""
        words = list(self.word_counts)
        text, word_ends = text_of(words, [1] * len(words))
        lengths = np.diff(word_ends, prepend=0)
        # Sums beyond what 64 bits hold are brought below: the numbers keep 18 digits of the sum, and their ratios.
        total = sum(map(mul, lengths.tolist(), self.word_counts.values()))
        divisor = -(-total // _LARGEST_SUM)
        self.words, self.characters = self.word_counts.total(), total
        if self.decimals:
            self.words, self.characters = len(words), len(text.chars)
        if divisor > 1:
            for word, count in self.word_counts.items():
                self.word_counts[word] = max((2 * count + divisor) // (2 * divisor), 1)
        if self.with_characters:
            counts = np.fromiter(self.word_counts.values(), np.int64, len(words))
            self._add_tags(text.codes, tags_of(word_ends, len(text.chars)), np.repeat(counts, lengths))

    def _add_tags(self, codes: Codes, tags: Bytes, weights: Longs | None = None) -> None:
        cells = codes.astype(np.int64) * 4 + tags
        size = (int(codes.max(initial=0)) + 1) * 4
        if size > len(self.tag_counts):
            self.tag_counts = np.concatenate([self.tag_counts, np.zeros(size - len(self.tag_counts), np.int64)])
        if weights is None:
            self.tag_counts[:size] += np.bincount(cells, minlength=size)
        else:
            np.add.at(self.tag_counts, cells, weights)


def gather(source: BlockSource, *, strings: Iterable[str] = (), characters: bool = True) -> TrainingStats:
    """Read training data once and return its statistics; memory does not grow with the size of the text.

    Args:
        source: gives the words block by block.
        strings: strings to count in the same pass (those asked for later cost another one).
        characters: False leaves out characters and strings, for who only asks which words are known.

    Raises:
        InputError: there is no word in the data, or a count is not positive.
    """
    kind = source.kind
    if (found := _scanned(source, strings if characters else ())) is not None:
        return _of_scan(source, found, characters=characters)
    gatherer = _Gatherer(strings if kind == "segmented" else (), characters=characters)
    add = gatherer.add_text if kind == "segmented" else gatherer.add_list
    for block in source.blocks():
        add(block)
    if not gatherer.word_counts:
        raise InputError(
            lazy(
                "{name}: no word in the training data. Give a segmented text or a word list, or leave it out.",
                name=source.name,
            )
        )
    if kind == "counts":
        gatherer.finish_counts()
    with_characters = kind != "list" and characters
    return TrainingStats(
        name=source.name,
        kind=kind,
        word_counts=gatherer.word_counts,
        char_tag_counts=frozen(gatherer.tag_counts.reshape(-1, 4)) if with_characters else None,
        sentences=gatherer.sentences,
        words=gatherer.words,
        characters=gatherer.characters,
        digest=source.digest,
        reading=source.reading,
        _source=source,
        warnings=source.warnings,
        frequencies=gatherer.decimals > 0,
        _string_counts=gatherer.strings.counts() if with_characters else {},
    )


def _scanned(source: BlockSource, strings: Iterable[str]) -> Scanned | None:
    """Return what a scan of a file has found, where it is one for that."""
    return scanned(source, strings) if isinstance(source, DocumentStream) else None


def _of_scan(source: BlockSource, found: Scanned, *, characters: bool) -> TrainingStats:
    return TrainingStats(
        name=source.name,
        kind=source.kind,
        word_counts=found.words,
        char_tag_counts=frozen(found.tag_counts) if characters else None,
        sentences=found.plain.sentences,
        words=found.plain.words,
        characters=found.plain.characters if characters else 0,
        digest=source.digest,
        reading=source.reading,
        _source=source,
        warnings=source.warnings,
        _string_counts=dict(found.string_counts) if characters else {},
    )
