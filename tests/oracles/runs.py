"""Brute-force comparison of models of several runs (METHODS 11): plain loops over runs, sentences and draws."""

import math
from collections.abc import Sequence

from .breakdown import percentile
from .paired import table_of
from .words import Corpus, Span, ratio

# Of one run: (gold, system, matched) words of each sentence.
Counts = list[tuple[int, int, int]]


def counts_of(gold: Corpus, run: Corpus, skipped: Sequence[Span] = ()) -> Counts:
    """The counts of each sentence over the gold words that no run leaves out."""
    return [row[0] for row in table_of(None, gold, run, ([], []), [], skipped)]


def f1(counts: Counts, times: Sequence[int]) -> float:
    """F1 with each sentence so many times in the text."""
    gold = system = matched = 0
    for often, (of_gold, of_system, hits) in zip(times, counts, strict=True):
        gold += often * of_gold
        system += often * of_system
        matched += often * hits
    return ratio(2 * matched, gold + system)


def mean(values: Sequence[float]) -> float:
    """The mean; undefined where a value is."""
    return math.fsum(values) / len(values)


def sd(values: Sequence[float]) -> float:
    """The standard deviation, n − 1 below; undefined of a single value."""
    if len(values) < 2:
        return math.nan
    return math.sqrt(math.fsum((value - mean(values)) ** 2 for value in values) / (len(values) - 1))


def interval(
    a: Sequence[Counts],
    b: Sequence[Counts],
    draws: Sequence[Sequence[int]],
    chosen: Sequence[tuple[list[int], list[int]]],
) -> tuple[float, float]:
    """The 95 % interval of mean F1 of A − that of B, with the sentences and the runs of each draw."""
    found = []
    for times, (of_a, of_b) in zip(draws, chosen, strict=True):
        first = mean([f1(a[run], times) for run in of_a])
        second = mean([f1(b[run], times) for run in of_b])
        if not math.isnan(first - second):
            found.append(first - second)
    return percentile(found, 2.5), percentile(found, 97.5)


def share_of_runs(a: Sequence[Counts], b: Sequence[Counts], draws: Sequence[Sequence[int]]) -> float:
    """What runs make of the variance, beside sentences."""
    whole = [1] * len(draws[0])
    of_runs = 0.0
    for side in (a, b):
        if len(side) > 1:
            of_runs += sd([f1(run, whole) for run in side]) ** 2 / len(side)
    if not of_runs:
        return 0.0
    apart = [mean([f1(run, times) for run in a]) - mean([f1(run, times) for run in b]) for times in draws]
    of_sentences = sd([one for one in apart if not math.isnan(one)]) ** 2
    return of_runs / (of_runs + of_sentences)
