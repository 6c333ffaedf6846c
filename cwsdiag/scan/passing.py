"""One pass over a plain text: a reader that hashes and cuts it at line ends, and a thread for each processor.

Words with their counts stay as a scan has them (``WordTable``): a million types take a tenth of what strings do.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextvars import copy_context
from itertools import chain, compress
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF
from cwsdiag.formats.encoding import with_line_feeds
from cwsdiag.formats.readers import words
from cwsdiag.formats.stream import DocumentStream
from cwsdiag.formats.survey import PREVIEW_SENTENCES, SEPARATORS, most_first, preview, widths
from cwsdiag.formats.wrappers import WRAPPERS
from cwsdiag.scan import loops
from cwsdiag.scan.loops import WordHash
from cwsdiag.strings import Trie
from cwsdiag.text import Longs

# Bytes. Loading numba takes as long as smaller files do without, and more memory than they.
LEAST_SIZE = 1 << 24
# Each thread has words of its own; one reader could not feed many more.
_MOST_THREADS = 8
# Bytes without a line feed: no such line is scanned, and a file without any is not held in memory.
_LONGEST_PIECE = 1 << 22


class Counted(NamedTuple):
    """What one pass over training data has counted.

    Attributes:
        word_counts: word types with their counts, in the order of first occurrence.
        tags: int64 of shape (highest code point + 1, 4): occurrences of each character with each tag B M E S.
        sentences, words, characters: how much there is.
        strings: how often each string that was asked for occurs within sentences.
        there: those of the sentences asked for that are sentences of the text.
        frequencies: whether the numbers of a word list are frequencies.
    """

    word_counts: Mapping[str, int]
    tags: NDArray[np.int64]
    sentences: int
    words: int
    characters: int
    strings: Mapping[str, int]
    there: frozenset[str] = frozenset()
    frequencies: bool = False


class _GivenUp(Exception):
    """There is something in the file that is not for the scan."""


def scanned(
    stream: DocumentStream,
    strings: Iterable[str] = (),
    *,
    sentences: frozenset[str] = frozenset(),
    threads: int | None = None,
    least: int = LEAST_SIZE,
) -> Counted | None:
    """Scan a text, if it is one for that; the stream has then been read.

    Args:
        stream: the text.
        strings: strings to count.
        sentences: sentences to look for.
        threads: how many; None for one a processor.
        least: bytes; smaller files are not scanned.

    Returns:
        None where the text is small or not plain, as far as it was read: it has to be read in the usual way.

    Raises:
        InputError: the file cannot be read, or is no longer what it was when it was read before.
    """
    if not stream.is_plain or stream.source.size < least:
        return None
    # Importing it takes longer than most work on small files.

    wanted, lines = Trie(strings), Trie(sentences)
    survey = stream.surveyed and not stream.facts.digest
    if threads is None:
        processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
        threads = min(processors, _MOST_THREADS)
    counts = [Counts((wanted, lines), survey=survey) for _ in range(threads)]
    hasher = hashlib.sha256()
    head: list[str] = []
    try:
        _pass(_pieces(stream.source.chunks(stream.chunk_size, hasher=hasher), head), counts)
    except _GivenUp:
        return None
    whole = counts.pop()
    while counts:
        if not whole.add(counts.pop()):
            return None
    return _result(stream, hasher.hexdigest(), whole, wanted, lines, "".join(head), survey=survey)


def _pieces(chunks: Iterable[bytes], head: list[str]) -> Generator[tuple[bytes, int, int]]:
    """Yield pieces of whole lines: the bytes of each, with ``PADDING`` behind, its size, and where it begins.

    What stands first in them, with as many sentences as a preview shows, is added to ``head``.

    Raises:
        _GivenUp: a line is too long, or that is no UTF-8.
    """
    from cwsdiag.scan.loops import PADDING

    padding = bytes(PADDING)
    begin = size = sentences = 0
    pending: list[bytes] = []
    for chunk in chain(chunks, (b"",)):
        cut = chunk.rfind(b"\n") + 1
        size += len(chunk)
        if cut or (not chunk and size):
            size -= len(chunk) - cut
            piece = b"".join([*pending, chunk[:cut], padding])
            if sentences < PREVIEW_SENTENCES:
                try:
                    head.append(with_line_feeds(piece[:size].decode()).replace(FEFF, ""))
                except UnicodeDecodeError:
                    raise _GivenUp from None
                sentences += len(words.parse(head[-1], 1).sizes)
            yield piece, size, begin
            begin, size, pending = begin + size, len(chunk) - cut, []
        pending.append(chunk[cut:])
        if size > _LONGEST_PIECE:
            raise _GivenUp


def _pass(pieces: Generator[tuple[bytes, int, int]], counts: list[Counts]) -> None:
    """Have each piece counted by a thread that is free, which reads it, too.

    Raises:
        _GivenUp: there is something that is not for the scan.
    """
    # Small texts, which are most, do without this import.
    from concurrent.futures import ThreadPoolExecutor

    reading = Lock()

    def count(table: Counts) -> None:
        while True:
            with reading:
                piece = next(pieces, None)
            if piece is None:
                return
            if not table.scan(*piece):
                with reading:
                    # The others end with the pieces that they have.
                    pieces.close()
                raise _GivenUp

    with ThreadPoolExecutor(len(counts)) as pool:
        # Each with what this thread knows, such as who listens to how far reading is.
        for one in [pool.submit(copy_context().run, count, table) for table in counts]:
            one.result()


def _result(
    stream: DocumentStream, digest: str, whole: Counts, wanted: Trie, lines: Trie, head: str, *, survey: bool
) -> Counted | None:
    from cwsdiag.scan import loops

    totals = whole.totals.tolist()
    sentences, word_count = totals[loops.SENTENCES], totals[loops.WORDS]
    # An empty text is refused, and of these something is said: in the usual way.
    if sentences <= 1 or totals[loops.ALONE] == sentences:
        return None
    tag_counts = whole.tag_counts()
    sizes = widths(tag_counts.sum(axis=1))
    newlines = {"LF": totals[loops.LF], "CRLF": totals[loops.CRLF], "CR": totals[loops.CR]}
    line_count = sum(newlines.values()) + totals[loops.UNENDED]
    surveyed: dict[str, Any] = {}
    if survey:
        surveyed = {
            **sizes,
            "newlines": newlines,
            "separators": most_first(dict(zip(SEPARATORS, totals[loops.GAPS :], strict=True))),
            "stripped": {"U+FEFF": totals[loops.DELETED]} if totals[loops.DELETED] else {},
            "wrapped": {key: whole.wrapped[key] for key in WRAPPERS if whole.wrapped[key]},
            # A line without a word has nothing but white space.
            "blank_lines": line_count - sentences,
            "sentences": sentences,
            "words": word_count,
            "longest_line": totals[loops.LONGEST],
            "preview": preview(words.parse(head, 1)),
        }
    stream.took(digest, lines=line_count, warnings=stream.remarks() if totals[loops.REMARKED] else (), **surveyed)
    strings, there = (found.tolist() for found in whole.found)
    return Counted(
        WordTable(whole.table),
        tag_counts,
        sentences,
        word_count,
        sizes["characters"],
        dict(zip(wanted.strings, strings, strict=True)),
        frozenset(compress(lines.strings, there)),
    )


_TAGS = 4
_CODE_POINTS = 0x110000
_MOST_STORED = 1 << 31
# Room for words and characters of long ones to begin with, powers of two; it grows.
_ROWS, _STORE = 1 << 18, 1 << 20


def _table(rows: int, store: int) -> loops.WordHash:
    """Return an empty table with room for words; zeros take no memory until they are written to."""
    used = np.zeros(loops.USED, dtype=np.int64)
    used[loops.STORE] = 1
    return loops.WordHash(np.zeros((rows, 3), dtype=np.uint64), np.zeros(store, dtype=np.int32), used)


def _piece(size: int) -> loops.Piece:
    """Return room for a piece of so many bytes; none of it takes memory before it is written to."""
    codes, begins, ends = (np.empty(size + 2, dtype=np.int32) for _ in range(3))
    return loops.Piece(codes, np.empty(size + 2, dtype=np.uint64), begins, ends, np.empty((size + 2, 2), np.int32))


class Counts:
    """Counts of words, tags and strings in those pieces of a file that one thread has seen.

    Attributes:
        table: the words.
        totals: how much there is, see ``loops``.
        found: how often each of the strings occurs, of each trie.
        wrapped: on how many lines each of ``cwsdiag.formats.wrappers.WRAPPERS`` was found.
    """

    def __init__(self, tries: Sequence[Trie], *, survey: bool) -> None:
        """Begin with nothing.

        Args:
            tries: strings that are counted, and those that are counted where they are whole sentences.
            survey: whether what stands around lines is counted.
        """
        self._tries = tries
        self.found = [np.zeros(len(trie.strings), dtype=np.int64) for trie in tries]
        self.table = _table(_ROWS, _STORE)
        # Most code points never occur.
        self._tags, self.totals = np.zeros(_CODE_POINTS * _TAGS, dtype=np.int64), np.zeros(loops.TOTALS, dtype=np.int64)
        # By code point which characters lines begin with that may have something around them.
        opening = list(map(ord, wrappers.OPENING)) if survey else []
        self._marks = np.zeros(max(opening, default=-1) + 1, dtype=np.bool_)
        self._marks[opening] = True
        self.wrapped: Counter[str] = Counter()
        self._piece = _piece(0)

    def scan(self, piece: bytes, size: int, base: int) -> bool:
        """Count what stands in whole lines.

        Args:
            piece: their bytes, and ``loops.PADDING`` more that are 0.
            size: number of bytes.
            base: place of the first in the file.

        Returns:
            Whether all could be counted; where not, the file is to be read in another way.
        """
        data = np.frombuffer(piece, dtype=np.uint8)
        if len(self._piece.codes) < size + 2:
            self._piece = _piece(size + size // 4)
        filled, words, lines = loops.cut(data, size, self._piece, self._marks, self._tags, self.totals)
        if filled < 0:
            return False
        word = 0
        while (word := loops.count(self._piece, word, words, base, self.table)) < words:
            if not self._widened():
                return False
        for whole, (trie, counts) in enumerate(zip(self._tries, self.found, strict=True)):
            if trie.strings:
                codes = self._piece.codes
                loops.find(codes, filled, whole > 0, trie.roots, trie.keys, trie.ending, trie.table, counts)
        marked = self._piece.marked[:lines].tolist()
        self.wrapped.update(wrappers.counted(piece[start:end].decode() for start, end in marked))
        return True

    def add(self, other: Counts) -> bool:
        """Add what another thread has seen; return whether there was room."""
        row = 0
        while (row := loops.merge(other.table, row, self.table)) < len(other.table.rows):
            if not self._widened():
                return False
        longest = max(self.totals[loops.LONGEST], other.totals[loops.LONGEST])
        self.totals += other.totals
        self.totals[loops.LONGEST] = longest
        # Most code points occur in no text, and are not to take memory now.
        used = np.flatnonzero(other._tags)
        self._tags[used] += other._tags[used]
        for counts, more in zip(self.found, other.found, strict=True):
            counts += more
        self.wrapped.update(other.wrapped)
        return True

    def _widened(self) -> bool:
        """Make as much more room as is needed; return whether there can be so much."""
        rows, store, used = self.table
        wanted_rows, wanted_store = (int(used[place]) for place in (loops.ROWS_NEEDED, loops.STORE_NEEDED))
        longer = wanted_store + wanted_store // 2 if wanted_store > len(store) else len(store)
        wider = _table(max(len(rows), 1 << (wanted_rows - 1).bit_length()), longer)
        loops.merge(self.table, 0, wider)
        self.table = wider
        return wanted_store <= _MOST_STORED

    def tag_counts(self) -> Longs:
        """Return int64 of shape (highest code point + 1, 4): occurrences of each character with each tag."""
        used = np.flatnonzero(self._tags)
        size = int(used[-1]) // _TAGS + 1 if len(used) else 0
        return self._tags[: size * _TAGS].reshape(-1, _TAGS).copy()


# Characters of a word that is its own key, with its line feed.
_SHORT = 4


class WordTable(Mapping[str, int]):
    """How often each word occurs, in the order in which each occurred first, as a scan has counted it.

    For many words ``counts_of`` is the way. A million types take a tenth of what as many strings do.
    """

    def __init__(self, table: WordHash) -> None:
        self._table = table
        filled = np.flatnonzero(table.rows[:, 0])
        self._order = filled[np.argsort(table.rows[filled, 2])]

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        from cwsdiag.scan.loops import write

        rows, store, _ = self._table
        codes = np.empty(_SHORT * len(self) + len(store), dtype=np.int32)
        size = write(rows, self._order, store, codes)
        return iter(codes[: size - 1].tobytes().decode("utf-32-le").split("\n"))

    def __getitem__(self, word: str) -> int:
        count = int(self.counts_of([word])[0]) if isinstance(word, str) else 0
        if not count:
            raise KeyError(word)
        return count

    @property
    def counts(self) -> Longs:
        """How often each word occurs, in order."""
        counts: Longs = self._table.rows[self._order, 1].astype(np.int64)
        return counts

    def counts_of(self, words: Sequence[str]) -> Longs:
        """Return how often each of some words occurs, int64: 0 for one that does not. Empty without any."""
        from cwsdiag.scan.loops import look_up

        codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype=np.int32)
        ends = np.cumsum(np.fromiter(map(len, words), np.int64, len(words)))
        numbers = np.empty(len(words), dtype=np.int64)
        look_up(codes, ends, self._table, numbers)
        return numbers
