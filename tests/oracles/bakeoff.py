"""Brute-force bakeoff scores and maximum matching (METHODS 6)."""

import math

from .words import Corpus, Span, match, sentences_of, spans, text_of


def runs(sentence_words: list[Span], matched: set[Span]) -> list[int]:
    """How many unmatched words stand before each matched one of a sentence, and after the last."""
    counts = [0]
    for span in sentence_words:
        if span in matched:
            counts.append(0)
        else:
            counts[-1] += 1
    return counts


def edits(gold: Corpus, system: Corpus) -> list[tuple[int, int, int]]:
    """Insertions, deletions and substitutions of each sentence."""
    matched = match(gold, system)
    found = []
    start = 0
    for sentence in sentences_of(gold):
        end = start + len("".join(sentence))
        # A word belongs to the sentence of its last character.
        ours = [span for span in spans(gold) if start < span[1] <= end]
        theirs = [span for span in spans(system) if start < span[1] <= end]
        insertions = deletions = substitutions = 0
        for g, s in zip(runs(ours, matched), runs(theirs, matched), strict=True):
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
