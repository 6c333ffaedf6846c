"""Brute-force versions: which gold words were won and lost, by comparing spans one by one."""

from .words import Corpus, match, spans, words_of

Change = dict[str, tuple[int, int]]


def changed(gold: Corpus, before: Corpus, after: Corpus) -> Change:
    """How many places of each word were won and lost; words without either are left out."""
    had, has = match(gold, before), match(gold, after)
    found: Change = {}
    for span, word in zip(spans(gold), words_of(gold), strict=True):
        won, lost = found.get(word, (0, 0))
        if span in has and span not in had:
            won += 1
        if span in had and span not in has:
            lost += 1
        if won or lost:
            found[word] = (won, lost)
    return found


def f1_of_length(gold: Corpus, system: Corpus, length: int) -> tuple[int, int, int]:
    """Gold, system and matched words of a length."""
    matched = match(gold, system)
    counts = []
    for corpus_spans in (spans(gold), spans(system), sorted(matched)):
        number = 0
        for start, end in corpus_spans:
            if end - start == length:
                number += 1
        counts.append(number)
    return counts[0], counts[1], counts[2]
