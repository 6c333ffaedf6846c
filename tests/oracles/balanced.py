"""Brute-force balanced scores (METHODS 8)."""

import math
from collections.abc import Sequence

from .words import Corpus, Span, match, ratio, spans


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

    def counts(span: Span) -> bool:
        return all(not start <= span[0] < end for start, end in skipped)

    matched = match(gold, system)
    hard_hits = easy_hits = hard_gold = easy_gold = hard_system = easy_system = 0.0
    for span, weight in zip(spans(gold), weights, strict=True):
        if not counts(span):
            continue
        hard_gold += weight
        easy_gold += 1 - weight
        if span in matched:
            hard_hits += weight
            easy_hits += 1 - weight
    for span, weight in zip(spans(system), difficulty_of_system_words(gold, system, weights), strict=True):
        if counts(span):
            hard_system += weight
            easy_system += 1 - weight
    found = {
        "p_reward": ratio(hard_hits, hard_system),
        "p_punishment": ratio(easy_hits, easy_system),
        "r_reward": ratio(hard_hits, hard_gold),
        "r_punishment": ratio(easy_hits, easy_gold),
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
