"""Brute-force separators: sentence by sentence over lists of words (METHODS, Separator distance)."""

import math

from tests.oracles.words import Corpus, check, ratio, sentences_of, spans, text_of


def places(gold: Corpus) -> set[int]:
    """Where a separator may stand: the offsets between adjacent characters of one gold sentence."""
    found = set()
    start = 0
    for sentence in sentences_of(gold):
        length = len("".join(sentence))
        for offset in range(1, length):
            found.add(start + offset)
        start += length
    return found


def separators(gold: Corpus, corpus: Corpus) -> set[int]:
    """Where a corpus has separators, within the sentences of gold."""
    check(gold, corpus)
    found = set()
    for _, end in spans(corpus):
        if end in places(gold):
            found.add(end)
    return found


def everywhere(gold: Corpus, references: list[Corpus]) -> set[int]:
    """Where all references have a separator."""
    return {place for place in places(gold) if all(place in separators(gold, one) for one in references)}


def anywhere(gold: Corpus, references: list[Corpus]) -> set[int]:
    """Where at least one reference has a separator."""
    return {place for place in places(gold) if any(place in separators(gold, one) for one in references)}


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
