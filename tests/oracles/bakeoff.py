"""Brute-force bakeoff scores and maximum matching (METHODS 6)."""

import math
from collections.abc import Sequence

from .words import Corpus, Span, match, sentences_of, spans, text_of


def runs(start: int, end: int, walls: set[int]) -> list[range]:
    """The longest stretches of characters from start to end that hold no wall."""
    found = []
    place = start
    while place < end:
        stop = place
        while stop < end and stop not in walls:
            stop += 1
        found.append(range(place, stop))
        place = stop + 1
    return found


def edits(gold: Corpus, system: Corpus, skipped: Sequence[Span] = ()) -> list[tuple[int, int, int]]:
    """Insertions, deletions and substitutions of each sentence; matched words and what is skipped end a stretch."""
    matched = match(gold, system)
    walls = {place for start, end in [*matched, *skipped] for place in range(start, end)}
    found = []
    start = 0
    for sentence in sentences_of(gold):
        end = start + len("".join(sentence))
        # A word belongs to the sentence of its last character; there it begins where the sentence does at the earliest.
        ours, theirs = (
            [max(start, span[0]) for span in spans(corpus) if start < span[1] <= end and span[0] not in walls]
            for corpus in (gold, system)
        )
        insertions = deletions = substitutions = 0
        for run in runs(start, end, walls):
            g, s = (sum(place in run for place in places) for places in (ours, theirs))
            pairs = g if g < s else s
            substitutions += pairs
            insertions += s - pairs
            deletions += g - pairs
        found.append((insertions, deletions, substitutions))
        start = end
    return found


def half_width(share: float, trials: int) -> float:
    """c of a share: two standard errors of a proportion."""
    if trials == 0:
        return math.nan
    return 2.0 * (share * (1.0 - share) / trials) ** 0.5


def maximum_matching(gold: Corpus, dictionary: set[str]) -> Corpus:
    """Each sentence cut from left to right after the longest dictionary word, else after one character."""
    cut = []
    for sentence in sentences_of(gold):
        text = "".join(sentence)
        words = []
        while text:
            size = len(text)
            while size > 1 and text[:size] not in dictionary:
                size -= 1
            words.append(text[:size])
            text = text[size:]
        cut.append(words)
    assert text_of(cut) == text_of(gold)
    return cut


def vote(gold: Corpus, systems: Sequence[Corpus]) -> Corpus:
    """Each sentence cut where at least half of the systems have a boundary."""
    ends = [{end for _, end in spans(system)} for system in systems]
    cut, place = [], 0
    for sentence in sentences_of(gold):
        words, word = [], ""
        text = "".join(sentence)
        for number, char in enumerate(text, start=1):
            place += 1
            word += char
            if number == len(text) or sum(place in one for one in ends) >= len(systems) / 2:
                words.append(word)
                word = ""
        cut.append(words)
    return cut


def oracle_recall(gold: Corpus, systems: Sequence[Corpus]) -> float:
    """The share of the gold words that a system has."""
    had = [{*spans(system)} for system in systems]
    return sum(any(span in one for one in had) for span in spans(gold)) / len(spans(gold))
