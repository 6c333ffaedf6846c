"""Brute-force audit of gold, from METHODS 13: every stretch of words of every sentence, one after the other."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from .words import Corpus, Span, outside, sentences_of, spans, text_of

Words = tuple[str, ...]
# Where some words begin, the words, the one before and the one behind in the sentence.
Place = tuple[int, Words, str | None, str | None]
# Span, gold, proposal and rank of a place.
Found = tuple[int, int, Words, Words, float]


def lower_bound(hits: int, trials: int) -> float:
    """Wilson's lower bound at 95 %."""
    z, share = 1.959963984540054, hits / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return (middle - reach) / (1 + z * z / trials)


def places(corpus: Corpus, wanted: Callable[[str], bool]) -> dict[str, list[Place]]:
    """Where words of one sentence have the characters of a string, by string."""
    found: dict[str, list[Place]] = {}
    start = 0
    for sentence in sentences_of(corpus):
        for first in range(len(sentence)):
            string = ""
            for last in range(first, len(sentence)):
                string += sentence[last]
                if len(string) > 1 and wanted(string):
                    before = sentence[first - 1] if first else None
                    behind = sentence[last + 1] if last + 1 < len(sentence) else None
                    found.setdefault(string, []).append((start, tuple(sentence[first : last + 1]), before, behind))
            start += len(sentence[first])
    return found


def strings(gold: Corpus) -> list[Found]:
    """Places of words that gold cuts otherwise in at least four of five places."""
    known = {word for sentence in gold for word in sentence}
    found = []
    for string, every in places(gold, known.__contains__).items():
        usual, most = Counter(words for _start, words, _before, _behind in every).most_common(1)[0]
        if len(every) < 5 or len(every) - most > len(every) / 5:
            continue
        befores = {before for _start, words, before, _behind in every if words == usual}
        behinds = {behind for _start, words, _before, behind in every if words == usual}
        for start, words, before, behind in every:
            if words != usual:
                rank = lower_bound(most, len(every)) * (1 + (before in befores) + (behind in behinds)) / 3
                found.append((start, start + len(string), words, usual, rank))
    return found


def agreed(gold: Corpus, systems: Sequence[Corpus], skipped: Sequence[Span] = ()) -> list[Found]:
    """Stretches between boundaries of all in which all systems are cut alike, but not as gold."""
    text, ends = text_of(gold), [{end for _, end in spans(one)} for one in (gold, *systems)]
    closes = set()
    at = 0
    for sentence in sentences_of(gold):
        at += len("".join(sentence))
        closes.add(at)
    shared = [0, *sorted(set.intersection(*ends))]
    found, chosen = [], []
    for start, end in zip(shared, shared[1:], strict=False):
        cuts = [tuple(place for place in range(start + 1, end + 1) if place in own) for own in ends]
        across = any(place in closes for place in range(start + 1, end))
        if len(set(cuts[1:])) == 1 and cuts[0] != cuts[1] and not across and outside((start, end), skipped):
            chosen.append((start, end, *(cut_at(text, start, cut) for cut in cuts[:2])))
    in_gold = places(gold, {text[start:end] for start, end, _here, _other in chosen}.__contains__)
    for start, end, here, other in chosen:
        rank = lower_bound(len(systems), len(systems)) * share_with(in_gold[text[start:end]], other)
        found.append((start, end, here, other, rank))
    return found


def training(gold: Corpus, data: Corpus) -> list[Found]:
    """Places that gold cuts otherwise than training does in 19 of 20 places, of at least 20."""
    known = {word for sentence in gold for word in sentence}
    in_gold = places(gold, lambda _string: True)
    found = []
    for string, those in places(data, in_gold.__contains__).items():
        rule, every = Counter(words for _start, words, _before, _behind in those), in_gold[string]
        usual, most = rule.most_common(1)[0]
        total = sum(rule.values())
        # Of words of gold, and of what training has as one word.
        if total < 20 or 20 * most < 19 * total or (string not in known and len(usual) > 1):
            continue
        befores = {before for _start, words, before, _behind in those if words == usual}
        behinds = {behind for _start, words, _before, behind in those if words == usual}
        for start, words, before, behind in every:
            if words != usual:
                rank = lower_bound(most, total) * share_with(every, usual)
                rank *= (1 + (before in befores) + (behind in behinds)) / 3
                found.append((start, start + len(string), words, usual, rank))
    return found


def cut_at(text: str, start: int, ends: Sequence[int]) -> Words:
    """The words that end at some places, the first of which begins at ``start``."""
    return tuple(text[first:last] for first, last in zip((start, *ends), ends, strict=False))


def share_with(every: Sequence[Place], proposal: Words) -> float:
    """The share of a string's places that are cut as proposed, when one more is."""
    return ([words for _start, words, _before, _behind in every].count(proposal) + 1) / len(every)
