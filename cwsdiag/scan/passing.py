"""One pass over a plain text: a reader that hashes and cuts it at line ends, and a thread for each processor."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Generator, Iterable, Mapping
from contextvars import copy_context
from itertools import compress
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cwsdiag.formats.base import FEFF
from cwsdiag.formats.encoding import cut_at, with_line_feeds
from cwsdiag.formats.readers import words
from cwsdiag.formats.stream import DocumentStream
from cwsdiag.formats.survey import PREVIEW_SENTENCES, SEPARATORS, most_first, preview
from cwsdiag.formats.wrappers import WRAPPERS
from cwsdiag.strings import Trie

if TYPE_CHECKING:
    from cwsdiag.scan.counts import Counts

# Bytes. Loading numba takes as long as smaller files do without, and more memory than they.
LEAST_SIZE = 1 << 24
# Each thread has words of its own; one reader could not feed many more.
_MOST_THREADS = 8
# Bytes of a piece that are scanned at most: one of more is a very long line.
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
    from cwsdiag.scan.counts import Counts

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
    whole, *others = counts
    if not all(map(whole.add, others)):
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
    begin = sentences = 0
    for piece in cut_at(chunks, b"\n"):
        if len(piece) > _LONGEST_PIECE:
            raise _GivenUp
        if sentences < PREVIEW_SENTENCES:
            try:
                head.append(with_line_feeds(piece.decode()).replace(FEFF, ""))
            except UnicodeDecodeError:
                raise _GivenUp from None
            sentences += len(words.parse(head[-1], 1).sizes)
        yield piece + padding, len(piece), begin
        begin += len(piece)


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
    from cwsdiag.scan.words import WordTable

    totals = whole.totals.tolist()
    sentences, word_count = totals[loops.SENTENCES], totals[loops.WORDS]
    # An empty text is refused, and of these something is said: in the usual way.
    if sentences <= 1 or totals[loops.ALONE] == sentences:
        return None
    tag_counts = whole.tag_counts()
    characters = int(tag_counts.sum())
    newlines = {"LF": totals[loops.LF], "CRLF": totals[loops.CRLF], "CR": totals[loops.CR]}
    line_count = sum(newlines.values()) + totals[loops.UNENDED]
    surveyed: dict[str, Any] = {}
    if survey:
        surveyed = {
            "characters": characters,
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
        characters,
        dict(zip(wanted.strings, strings, strict=True)),
        frozenset(compress(lines.strings, there)),
    )
