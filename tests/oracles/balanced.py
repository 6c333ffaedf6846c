"""Brute-force balanced scores (METHODS 8)."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from .words import Corpus, Span, match, outside, ratio, spans, words_of

# A word, on how many tokens, and their Σ d.
Moved = tuple[str, int, float]


def difficulty_of_system_words(gold: Corpus, system: Corpus, weights: Sequence[float]) -> list[float]:
    """d′ of each system word: d of the gold word that covers its last character."""
    found = []
    for _, end in spans(system):
        for (start, stop), weight in zip(spans(gold), weights, strict=True):
            if start <= end - 1 < stop:
                found.append(weight)
    return found


def harmonic_mean(first: float, second: float) -> float:
    """The harmonic mean; undefined where one is, 0 where both are 0."""
    if math.isnan(first) or math.isnan(second):
        return math.nan
    if first == 0 and second == 0:
        return 0.0
    return 2 * first * second / (first + second)


def scores(gold: Corpus, system: Corpus, weights: Sequence[float], skipped: Sequence[Span] = ()) -> dict[str, float]:
    """All balanced scores; NaN for what is undefined. Words inside a skipped stretch count nowhere."""
    matched = match(gold, system)
    hard_hits = easy_hits = hard_gold = easy_gold = hard_system = easy_system = 0.0
    for span, weight in zip(spans(gold), weights, strict=True):
        if not outside(span, skipped):
            continue
        hard_gold += weight
        easy_gold += 1 - weight
        if span in matched:
            hard_hits += weight
            easy_hits += 1 - weight
    for span, weight in zip(spans(system), difficulty_of_system_words(gold, system, weights), strict=True):
        if outside(span, skipped):
            hard_system += weight
            easy_system += 1 - weight
    return of_sums([hard_hits, hard_gold, hard_system, easy_hits, easy_gold, easy_system])


def of_sums(total: Sequence[float]) -> dict[str, float]:
    """The balanced scores that follow from Σ d, then Σ (1 − d), of matched, of gold and of system words."""
    found = {
        "p_reward": ratio(total[0], total[2]),
        "p_punishment": ratio(total[3], total[5]),
        "r_reward": ratio(total[0], total[1]),
        "r_punishment": ratio(total[3], total[4]),
    }
    found["p_b"] = harmonic_mean(found["p_reward"], found["p_punishment"])
    found["r_b"] = harmonic_mean(found["r_reward"], found["r_punishment"])
    found["f_b"] = harmonic_mean(found["p_b"], found["r_b"])
    return found


def interval(votes: int, members: int) -> int:
    """Which of [0, 0.1], (0.1, 0.2] … (0.9, 1] holds votes / members, from 0, in whole numbers."""
    for place in range(10):
        if 10 * votes <= (place + 1) * members:
            return place
    raise ValueError("more votes than members")


def swaps(
    gold: Corpus,
    systems: Mapping[str, Corpus],
    weights: Sequence[float],
    f1: Mapping[str, float],
    f_b: Mapping[str, float],
) -> list[tuple[str, str, list[Moved], list[Moved]]]:
    """Every two systems with one ahead by F1 and the other by f_b: up, down, and the words each alone gets right.

    Equal or undefined scores are no order.
    """
    found = []
    for a, b in combinations(systems, 2):
        for up, down in ((a, b), (b, a)):
            if f_b[up] > f_b[down] and f1[up] < f1[down]:
                gains = moved(gold, systems[up], systems[down], weights)
                found.append((up, down, gains, moved(gold, systems[down], systems[up], weights)))
    return found


def moved(gold: Corpus, right: Corpus, wrong: Corpus, weights: Sequence[float]) -> list[Moved]:
    """The words that one system alone gets right, with tokens and Σ d, the largest Σ d first, then the first token."""
    ours, theirs = match(gold, right), match(gold, wrong)
    tokens: dict[str, int] = {}
    sums: dict[str, float] = {}
    for word, span, weight in zip(words_of(gold), spans(gold), weights, strict=True):
        if span in ours and span not in theirs:
            tokens[word] = tokens.get(word, 0) + 1
            sums[word] = sums.get(word, 0.0) + weight
    return sorted(((word, tokens[word], sums[word]) for word in tokens), key=lambda one: -one[2])
