"""One pass over a plain text: a reader that hashes and cuts it at line ends, and a thread for each processor."""

from __future__ import annotations

import hashlib
import os
import sys
from contextvars import copy_context
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from cwsdiag.formats.decode import with_line_feeds
from cwsdiag.formats.readers import words
from cwsdiag.formats.survey import PREVIEW_SENTENCES, SEPARATORS, most_first, preview, widths
from cwsdiag.formats.wrappers import WRAPPERS
from cwsdiag.strings import Trie

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.formats.stream import DocumentStream
    from cwsdiag.scan.counts import Counts

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
    from cwsdiag.scan.counts import Counts, Lines

    wanted, lines = Trie(strings), Lines(list(sentences))
    survey = stream.surveyed and not stream.facts.digest
    found = [Counts(wanted, lines, survey=survey) for _ in range(threads or min(_processors(), _MOST_THREADS))]
    hasher = hashlib.sha256()
    head: list[str] = []
    try:
        _pass(_headed(_pieces(stream.bytes(hasher)), head), found)
        whole = _added_up(found)
    except _GivenUp:
        return None
    result = _result(stream, hasher.hexdigest(), whole, wanted, "".join(head), survey=survey)
    return None if result is None else result._replace(there=lines.there(whole.lines))


def _processors() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _pieces(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, int, int]]:
    """Yield pieces of whole lines: the bytes of each, with ``PADDING`` behind, its size, and where it begins."""
    from cwsdiag.scan.loops import PADDING

    padding = bytes(PADDING)
    begin = size = 0
    pending: list[bytes] = []
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        size += len(chunk)
        if cut:
            size -= len(chunk) - cut
            yield b"".join([*pending, chunk[:cut], padding]), size, begin
            begin, size, pending = begin + size, len(chunk) - cut, []
        pending.append(chunk[cut:])
        if size > _LONGEST_PIECE:
            raise _GivenUp
    if size:
        yield b"".join([*pending, padding]), size, begin


def _pass(pieces: Generator[tuple[bytes, int, int]], found: list[Counts]) -> None:
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

    with ThreadPoolExecutor(len(found)) as pool:
        # Each with what this thread knows, such as who listens to how far reading is.
        for one in [pool.submit(copy_context().run, count, table) for table in found]:
            one.result()


def _added_up(found: list[Counts]) -> Counts:
    """Return what all threads have counted; ``found`` is used up.

    Raises:
        _GivenUp: it is too much.
    """
    whole = found.pop()
    while found:
        if not whole.add(found.pop()):
            raise _GivenUp
    return whole


def _headed(pieces: Iterable[tuple[bytes, int, int]], head: list[str]) -> Generator[tuple[bytes, int, int]]:
    """Pass on pieces; what stands first in them, with as many sentences as a preview shows, is added to ``head``.

    Raises:
        _GivenUp: it is no UTF-8.
    """
    sentences = 0
    for piece, size, begin in pieces:
        if sentences < PREVIEW_SENTENCES:
            try:
                head.append(with_line_feeds(piece[:size].decode()))
            except UnicodeDecodeError:
                raise _GivenUp from None
            sentences += len(words.parse(head[-1], 1).sizes)
        yield piece, size, begin


def _result(
    stream: DocumentStream, digest: str, whole: Counts, wanted: Trie, head: str, *, survey: bool
) -> Counted | None:
    from cwsdiag.scan import loops

    totals = whole.piece.totals.tolist()
    sentences = totals[loops.SENTENCES]
    # An empty text is refused, and of these something is said: in the usual way.
    if sentences <= 1 or totals[loops.ALONE] == sentences:
        return None
    tag_counts = whole.tag_counts()
    sizes = widths(tag_counts.sum(axis=1))
    newlines = {"LF": totals[loops.LF], "CRLF": totals[loops.CRLF], "CR": totals[loops.CR]}
    lines, characters = sum(newlines.values()) + totals[loops.UNENDED], sizes["characters"]
    counted: dict[str, Any] = {}
    if survey:
        counted = {
            **sizes,
            "newlines": newlines,
            "separators": most_first(dict(zip(SEPARATORS, totals[loops.GAPS : loops.TOTALS], strict=True))),
            "wrapped": {key: whole.wrapped[key] for key in WRAPPERS if whole.wrapped[key]},
            # A line without a word has nothing but white space.
            "blank_lines": lines - sentences,
            "sentences": sentences,
            "words": totals[loops.WORDS],
            "longest_line": totals[loops.LONGEST],
            "preview": preview(words.parse(head, 1)),
        }
    stream.took(digest, lines=lines, **counted)
    strings = dict(zip(wanted.strings, whole.strings.tolist(), strict=True))
    return Counted(whole.words(), tag_counts, sentences, totals[loops.WORDS], characters, strings)
