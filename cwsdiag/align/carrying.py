"""A system's text on gold's with nothing left out: how much of it is there, and words that all count (METHODS 1)."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.align.sentences import SentencePair, aligned, match_sentences
from cwsdiag.matching import match
from cwsdiag.text import OMITTED, Ints, Longs, Own, Places, Segmentation, Text, TextFidelity, frozen

# So many characters before and after a line break say whether it is one in gold.
_BESIDE = 4
# Tables of OpenCC that make one form of a character out of several.
_FORMS = ("t2s", "tw2t", "hk2t", "jp2t")
# So many numbers of sentences or lines are told.
_SAID = 5
# The largest share below 1 that four decimals can say.
_SHORT = 0.9999


def carry(gold: Text, words: Segmentation) -> tuple[Places, TextFidelity]:
    """Match the sentences of two texts, then their characters: most of them, the earliest in gold among equals.

    In a stretch where a pair of sentences differs, with g characters of gold and s of the system between characters
    that are aligned, min(g, s) are replaced, the n-th by the n-th; the rest are omitted or added. Sentences without a
    line are omitted, lines without a sentence added.

    Args:
        gold: its text.
        words: the system's, over its own text.

    Returns:
        For each character of the system its place in gold, int64, -1 where gold does not have it; and how much of
        gold's text the system gave back as it stands.
    """
    text = words.text
    system = _broken_anew(gold, text)
    sentences, lines = gold.sentences, system.sentences
    pairs = match_sentences(sentences, lines)
    places = np.full(len(system.chars), -1, dtype=np.int64)
    replaced: Counter[tuple[str, str]] = Counter()
    exact = np.ones(len(sentences), dtype=np.bool_)
    # What is in no pair.
    lost, extra = exact.copy(), np.ones(len(lines), dtype=np.bool_)
    for pair in pairs:
        lost[slice(*pair.gold)], extra[slice(*pair.lines)] = False, False
        start, first = int(gold.sentence_starts[pair.gold[0]]), int(system.sentence_starts[pair.lines[0]])
        ours, theirs = "".join(sentences[slice(*pair.gold)]), "".join(lines[slice(*pair.lines)])
        if ours == theirs:
            places[first : first + len(theirs)] = np.arange(start, start + len(ours))
            continue
        in_gold, in_system = aligned(ours, theirs)
        places[first + np.array(in_system, dtype=np.int64)] = start + np.array(in_gold, dtype=np.int64)
        i = j = 0
        for place, other in zip([*in_gold, len(ours)], [*in_system, len(theirs)], strict=True):
            if place > i or other > j:
                replaced.update(zip(ours[i:place], theirs[j:other], strict=False))
                # What is only added belongs to the character before it, at the head of a pair to the one behind.
                touched = i - 1 if 0 < i == place else i
                exact[gold.char_sentences[start + touched : start + max(place, touched + 1)]] = False
            i, j = place + 1, other + 1
    changed, in_both = replaced.total(), int(np.count_nonzero(places >= 0))
    beside = np.flatnonzero(extra).tolist()
    known = set(sentences) if beside else set()
    kinds: Counter[str] = Counter()
    for characters, count in replaced.items():
        kinds[_kind(*characters)] += count
    return places, TextFidelity(
        sentences=len(sentences),
        characters=len(gold.chars),
        exact_sentences=int(np.count_nonzero(exact & ~lost)),
        words=len(words),
        omitted=len(gold.chars) - in_both - changed,
        added=len(system.chars) - in_both - changed,
        replaced=changed,
        width=kinds["width"],
        script=kinds["script"],
        variant=kinds["variant"],
        strange_words=int(np.count_nonzero(np.logical_or.reduceat(places < 0, words.word_starts))),
        lost=tuple(np.flatnonzero(lost).tolist()),
        extra=_lines(text, system, beside, whole=True),
        repeated=_lines(text, system, [line for line in beside if lines[line] in known], whole=True),
        moved=_lines(text, system, _moved(pairs), whole=False),
    )


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


def _lines(system: Text, broken: Text, pieces: Sequence[int], *, whole: bool) -> tuple[int, ...]:
    """Return the lines of a system that these pieces of its text are, or are of: those of ``whole`` have no other."""
    inside = np.isin(broken.char_sentences, pieces)
    lines = np.unique(system.char_sentences[inside])
    if whole:
        lines = np.setdiff1d(lines, system.char_sentences[~inside])
    return tuple(lines.tolist())


def _kind(ours: str, theirs: str) -> str:
    """Return what one character in place of another is first: a change of width, of script, a variant, or nothing."""
    if unicodedata.normalize("NFKC", ours) == unicodedata.normalize("NFKC", theirs):
        return "width"
    forms, others = ([one.convert(char) for one in _converters()] for char in (ours, theirs))
    if forms[0] == theirs or others[0] == ours:
        return "script"
    return "variant" if any(one == other for one, other in zip(forms, others, strict=True)) else ""


@cache
def _converters() -> list[Any]:
    import opencc

    return [opencc.OpenCC(table) for table in _FORMS]


def _moved(pairs: Iterable[SentencePair]) -> list[int]:
    """Return the lines that stand out of gold's order: as few as need be set aside for the others to rise."""
    pairs = sorted(pairs, key=lambda pair: pair.lines)
    # The longest rising sequence: of each length the lowest end so far, and the pairs that lead there, last first.
    ends: list[int] = []
    chains: list[Any] = [()]
    for pair in pairs:
        length = bisect_left(ends, pair.gold[0])
        ends[length : length + 1] = [pair.gold[0]]
        chains[length + 1 : length + 2] = [(pair, chains[length])]
    in_order, chain = set[SentencePair](), chains[-1]
    while chain:
        pair, chain = chain
        in_order.add(pair)
    return [line for pair in pairs if pair not in in_order for line in range(*pair.lines)]


def placed(gold: Segmentation, text: Segmentation, places: Places) -> tuple[Ints, Places, Own]:
    """Return the ends of a system's words over gold's text, which of its words each is, -1 for none, and what it wrote.

    A word spans the characters from the first to the last that gold has too. One without any is an empty span behind
    the last character before it, in its own text, that gold has. Characters of gold that no word spans stand as words
    that are not written, one a run within a sentence.

    Args:
        gold: the reference.
        text: the system's words, over its own text.
        places: of its characters in gold; -1 where gold does not have them.
    """
    sizes, starts = text.word_lengths.astype(np.int64), text.word_starts
    had = places >= 0
    # What precedes decides where a word without a place stands; -1 before all that has one.
    filled = places[np.maximum.accumulate(np.where(had, np.arange(len(places)), 0))]
    span_ends = filled[text.word_ends - 1] + 1
    nothing = len(gold.text.chars)
    # A word that gold has no character of has a place of its own, which is empty.
    span_starts = np.minimum(np.minimum.reduceat(np.where(had, places, nothing), starts), span_ends)
    intact = np.logical_and.reduceat(had, starts) & (span_ends - span_starts == sizes)
    gaps = _gaps(gold.text, span_starts, span_ends)

    ends = np.append(span_ends, gaps[:, 1])
    order = np.argsort(ends, kind="stable")
    ends, written = ends[order], order < len(starts)
    words = [*text.surfaces(), *[OMITTED] * len(gaps)]
    none = np.zeros(len(gaps), dtype=np.int64)
    own_sizes: Longs = np.append(sizes, none)[order]
    own_starts = np.concatenate([starts, none])[order]
    own_ends: Longs = np.cumsum(own_sizes)
    chars = np.arange(len(places)) + np.repeat(own_starts - (own_ends - own_sizes), own_sizes)
    own = Own(
        surfaces=[words[index] for index in order.tolist()],
        written=frozen(written),
        intact=frozen(np.append(intact, none > 0)[order]),
        ends=frozen(own_ends.astype(np.int32)),
        codes=frozen(text.codes[chars]),
        places=frozen(places[chars].astype(np.int32)),
    )
    return frozen(ends.astype(np.int32)), np.where(written, order, -1), own


def _gaps(text: Text, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the runs of characters that no span covers, cut at the ends of sentences; shape (n, 2)."""
    size = len(text.chars) + 1
    covered = np.cumsum(np.bincount(starts, minlength=size) - np.bincount(ends, minlength=size))[:-1]
    free = np.concatenate([[False], covered == 0, [False]])
    inside = text.sentence_ends[free[text.sentence_ends] & free[text.sentence_ends + 1]]
    # Where a run begins and ends, in turn; what cuts one ends a part of it and begins the next.
    return np.sort(np.concatenate([np.flatnonzero(free[1:] != free[:-1]), inside, inside])).reshape(-1, 2)


def mismatch_warning(gold: Segmentation, system: Segmentation, fidelity: TextFidelity) -> str:
    """Return how a system's characters, which ``fidelity`` is of, differ from gold's, and what was left out for it."""
    more, fewer = fidelity.added + fidelity.replaced, fidelity.omitted + fidelity.replaced
    sentence = (
        f"{system.name}: characters differ from gold; the system has {_counted(more, 'character')} in "
        f"{_counted(fidelity.strange_words, 'word')} that gold has not, and lacks {_counted(fewer, 'character')} of "
        f"gold. {fidelity.exact_sentences:,} of {_counted(fidelity.sentences, 'sentence')} stand as in gold"
    )
    # What became of sentences and lines that are not one another's, in order.
    strange = sorted({*fidelity.extra} - {*fidelity.repeated})
    lines = []
    for what, numbers in (
        ("no line for sentence", fidelity.lost),
        ("not in gold: line", strange),
        ("repeated: line", fidelity.repeated),
        ("out of order: line", fidelity.moved),
    ):
        if numbers:
            first = ", ".join(f"{number + 1:,}" for number in numbers[:_SAID])
            rest = f", … ({len(numbers):,} in all)" if len(numbers) > _SAID else ""
            lines.append(f"{what} {first}{rest}")
    sentence += f" ({', '.join(lines)}). " if lines else ". "
    if system.own is not None:
        return f"{sentence}All of it counts."
    pair = match(gold, system)
    left_out = []
    for scored, words, of in (
        (pair.gold_scored, len(gold), "gold words"),
        (pair.system_scored, fidelity.words, "words of the system"),
    ):
        compared = int(scored.sum())
        # One below 1 never reads as 1.
        coverage = min(compared / words, 1 if compared == words else _SHORT)
        left_out.append(f"{words - compared:,} of {words:,} {of} (coverage {coverage:.4f})")
    return f"{sentence}Left out: {', '.join(left_out)}."


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
