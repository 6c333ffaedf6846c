"""Putting a system's words on gold with nothing left out: what it wrote counts, wherever it belongs (METHODS 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cwsdiag.align.characters import aligned
from cwsdiag.align.sentences import Pair, match_sentences
from cwsdiag.align.stretches import DifferingStretch
from cwsdiag.text import OMITTED, Ints, Longs, Own, Places, Segmentation, Text, frozen

# So many characters before and after a line break say whether it is one in gold.
_BESIDE = 4


@dataclass(frozen=True, eq=False)
class Carried:
    """The characters of a system on those of gold.

    Attributes:
        system: the system's text with line breaks where gold has them, as far as that can be told.
        pairs: sentences and such lines that belong together, in the order of gold.
        places: for each character of the system its place in gold, int64; -1 where gold does not have it.
        differences: where a pair differs, in the order of gold.
    """

    system: Text
    pairs: Sequence[Pair]
    places: NDArray[np.int64]
    differences: Sequence[DifferingStretch]


def carry(gold: Text, system: Text) -> Carried:
    """Match the sentences of two texts, then their characters: most of them, the earliest in gold among equals."""
    system = _broken_anew(gold, system)
    pairs = match_sentences(gold.sentences, system.sentences)
    places = np.full(len(system.chars), -1, dtype=np.int64)
    differences = []
    for pair in pairs:
        start, end = int(gold.sentence_starts[pair.gold[0]]), int(gold.sentence_ends[pair.gold[1] - 1])
        first, last = int(system.sentence_starts[pair.lines[0]]), int(system.sentence_ends[pair.lines[1] - 1])
        ours, theirs = gold.chars[start:end], system.chars[first:last]
        if ours == theirs:
            places[first:last] = np.arange(start, end)
            continue
        in_gold, in_system = aligned(ours, theirs)
        places[first + np.array(in_system, dtype=np.int64)] = start + np.array(in_gold, dtype=np.int64)
        i = j = 0
        for place, other in zip([*in_gold, end - start], [*in_system, last - first], strict=True):
            if place > i or other > j:
                differences.append(DifferingStretch(start + i, start + place, first + j, first + other))
            i, j = place + 1, other + 1
    return Carried(system, pairs, places, differences)


def _broken_anew(gold: Text, system: Text) -> Text:
    """Return a system's text with line breaks where gold ends sentences, as far as what stands there shows it.

    They say nothing, and lines are to be matched.

    A break goes where the four characters before and the four after it stand in gold only within sentences. One comes
    where the four before and after the end of a gold sentence stand together, if they do so in gold at such ends only.
    """
    ends = set(gold.sentence_ends.tolist())
    breaks = set(system.sentence_ends[:-1].tolist())
    at_ends = {here for place, here in _around(gold.chars, ends)}
    wanted = at_ends | {here for place, here in _around(system.chars, breaks)}
    within = {here for place, here in _around(gold.chars) if here in wanted and place not in ends}
    gone = {place for place, here in _around(system.chars, breaks) if here in within and here not in at_ends}
    wanted = at_ends - within
    come = {place for place, here in _around(system.chars) if here in wanted} - breaks
    if not gone and not come:
        return system
    kept = sorted(breaks - gone | come)
    return Text(system.chars, frozen(np.array([*kept, len(system.chars)], dtype=np.int32)))


def _around(chars: str, places: Iterable[int] | None = None) -> Iterator[tuple[int, str]]:
    """Yield places of a text, all by default, with what stands around each; none near the ends of the text."""
    inside = range(_BESIDE, len(chars) - _BESIDE + 1)
    for place in inside if places is None else places:
        if place in inside:
            yield place, chars[place - _BESIDE : place + _BESIDE]


def placed(gold: Segmentation, text: Segmentation, places: NDArray[np.int64]) -> tuple[Ints, Places, Own]:
    """Return the ends of a system's words over gold's text, which of its words each is, -1 for none, and what it wrote.

    A word spans the characters from the first to the last that gold has too. One without any is an empty span behind
    the last character before it, in its own text, that gold has. Characters of gold that no word spans stand as words
    that are not written, one a run within a sentence.

    Args:
        gold: the reference.
        text: the system's words, over its own text.
        places: of its characters in gold; -1 where gold does not have them.
    """
    sizes, starts, word_ends = text.word_lengths.astype(np.int64), text.word_starts, text.word_ends
    had = places >= 0
    # What precedes decides where a word without a place stands; -1 before all that has one.
    filled = places[np.maximum.accumulate(np.where(had, np.arange(len(places)), 0))]
    span_ends = filled[word_ends - 1] + 1
    nothing = len(gold.text.chars)
    span_starts = np.minimum(np.minimum.reduceat(np.where(had, places, nothing), starts), span_ends)
    counts = np.add.reduceat(had, starts, dtype=np.int64)
    # A word that gold has no character of has a place of its own, which is empty.
    span_starts = np.where(counts > 0, span_starts, span_ends)
    intact = (counts == sizes) & (span_ends - span_starts == sizes)
    gaps = _gaps(gold.text, span_starts, span_ends)

    ends = np.append(span_ends, gaps[:, 1])
    order, none = np.argsort(ends, kind="stable"), np.zeros(len(gaps), dtype=np.int64)
    ends = ends[order]
    words = [*text.surfaces(), *[OMITTED] * len(gaps)]
    own_sizes: Longs = np.append(sizes, none)[order]
    own_starts = np.concatenate([starts, none])[order]
    chars = np.arange(own_sizes.sum()) + np.repeat(own_starts - (np.cumsum(own_sizes) - own_sizes), own_sizes)
    own = Own(
        surfaces=[words[index] for index in order.tolist()],
        written=frozen(order < len(starts)),
        intact=frozen(np.append(intact, none > 0)[order]),
        ends=frozen(np.cumsum(own_sizes).astype(np.int32)),
        codes=frozen(text.codes[chars]),
        places=frozen(places[chars].astype(np.int32)),
    )
    return frozen(ends.astype(np.int32)), np.where(order < len(starts), order, -1), own


def _gaps(text: Text, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the runs of characters that no span covers, cut at the ends of sentences; shape (n, 2)."""
    steps = np.zeros(len(text.chars) + 1, dtype=np.int64)
    np.add.at(steps, starts, 1)
    np.add.at(steps, ends, -1)
    free = np.concatenate([[False], np.cumsum(steps[:-1]) == 0, [False]])
    begins, stops = np.flatnonzero(free[1:] & ~free[:-1]), np.flatnonzero(free[:-1] & ~free[1:])
    inside = text.sentence_ends[free[text.sentence_ends] & free[text.sentence_ends + 1]]
    return np.column_stack([np.sort(np.concatenate([begins, inside])), np.sort(np.concatenate([stops, inside]))])
