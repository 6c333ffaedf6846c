"""Brute-force separators: sentence by sentence over lists of words (METHODS, Separator distance)."""

import math
from collections.abc import Sequence

from tests.oracles.words import Corpus, Span, check, outside, ratio, sentences_of, spans, text_of


def places(gold: Corpus, skipped: Sequence[Span] = ()) -> set[int]:
    """Where a separator may stand: between adjacent characters of one gold sentence, neither of them skipped."""
    found = set()
    start = 0
    for sentence in sentences_of(gold):
        length = len("".join(sentence))
        for offset in range(start + 1, start + length):
            if all(outside((place, place + 1), skipped) for place in (offset - 1, offset)):
                found.add(offset)
        start += length
    return found


def separators(gold: Corpus, corpus: Corpus, skipped: Sequence[Span] = ()) -> set[int]:
    """Where a corpus has separators, within the sentences of gold and outside what is skipped."""
    check(gold, corpus)
    standing = places(gold, skipped)
    found = set()
    for _, end in spans(corpus):
        if end in standing:
            found.add(end)
    return found


def everywhere(gold: Corpus, references: list[Corpus], skipped: Sequence[Span] = ()) -> set[int]:
    """Where all references have a separator."""
    cuts = [separators(gold, one) for one in references]
    return {place for place in places(gold, skipped) if all(place in cut for cut in cuts)}


def anywhere(gold: Corpus, references: list[Corpus], skipped: Sequence[Span] = ()) -> set[int]:
    """Where at least one reference has a separator."""
    cuts = [separators(gold, one) for one in references]
    return {place for place in places(gold, skipped) if any(place in cut for cut in cuts)}


def scores(wanted: set[int], found: set[int]) -> dict[str, float]:
    """Counts and scores of the separators ``found`` against those ``wanted``."""
    sub = ins = dels = 0
    for place in wanted | found:
        if place in wanted and place in found:
            sub += 1
        elif place in wanted:
            ins += 1
        else:
            dels += 1
    precision, recall = ratio(sub, sub + dels), ratio(sub, sub + ins)
    if math.isnan(precision) or math.isnan(recall):
        f1 = math.nan
    elif precision + recall == 0:
        f1 = 0.0
    else:
        f1 = 2 * precision * recall / (precision + recall)
    return {"sub": sub, "ins": ins, "dels": dels, "precision": precision, "recall": recall, "f1": f1}


def cut(gold: Corpus, separators: set[int]) -> Corpus:
    """The gold sentences cut at separators."""
    text, corpus, start = text_of(gold), [], 0
    for sentence in sentences_of(gold):
        end = start + len("".join(sentence))
        words, word = [], ""
        for place in range(start, end):
            if place in separators and word:
                words.append(word)
                word = ""
            word += text[place]
        corpus.append([*words, word])
        start = end
    return corpus
