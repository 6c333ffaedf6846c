"""Brute-force paired test by swaps, adjusted p-values, costs and blocks (METHODS 11), in exact fractions."""

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from .breakdown import bucket_of, unit_matches, unit_sentences, unit_spans
from .buckets import Interval, only
from .words import Corpus, Span, Training, is_punctuation, ratio, spans, vocabulary, words_of

Counts = tuple[int, int, int]
# Counts of one system: [unit][column] as (gold, system, matched).
Table = list[list[Counts]]
Score = Callable[[int, int, int], Fraction | None]


def share(part: int, whole: int) -> Fraction | None:
    """A ratio; None where it is undefined."""
    return Fraction(part, whole) if whole else None


def f1(gold: int, system: int, matched: int) -> Fraction | None:
    """2 · matched / (gold + system)."""
    return share(2 * matched, gold + system)


def precision(gold: int, system: int, matched: int) -> Fraction | None:
    """Matched / system."""
    return share(matched, system)


def recall(gold: int, system: int, matched: int) -> Fraction | None:
    """Matched / gold."""
    return share(matched, gold)


def total(table: Table, column: int) -> Counts:
    """The counts of a column over all units."""
    gold = system = matched = 0
    for unit in table:
        gold += unit[column][0]
        system += unit[column][1]
        matched += unit[column][2]
    return gold, system, matched


def difference(a: Table, b: Table, column: int, score: Score) -> Fraction | None:
    """Score of A minus score of B; None where one is undefined."""
    first, second = score(*total(a, column)), score(*total(b, column))
    return None if first is None or second is None else first - second


def swapped(a: Table, b: Table, units: set[int]) -> tuple[Table, Table]:
    """Both tables with some units exchanged."""
    first = [b[unit] if unit in units else a[unit] for unit in range(len(a))]
    second = [a[unit] if unit in units else b[unit] for unit in range(len(a))]
    return first, second


def units_that_differ(a: Table, b: Table, column: int | None = None) -> list[int]:
    """Units in which (system, matched) differ in the column, or in any column."""
    columns = range(len(a[0])) if column is None else [column]
    return [unit for unit in range(len(a)) if any(a[unit][place][1:] != b[unit][place][1:] for place in columns)]


def all_swaps(a: Table, b: Table) -> list[set[int]]:
    """Every set of the units that differ in any column."""
    units = units_that_differ(a, b)
    return [set(chosen) for size in range(len(units) + 1) for chosen in itertools.combinations(units, size)]


def over_swaps(a: Table, b: Table, scores: Sequence[Score], swaps: Sequence[set[int]]) -> list[list[Fraction]]:
    """Differences [swap][column]; 0 where a swap makes one undefined."""
    found = []
    for units in swaps:
        first, second = swapped(a, b, units)
        found.append([difference(first, second, column, score) or Fraction(0) for column, score in enumerate(scores)])
    return found


def p_of(far: int, swaps: int, exact: bool) -> float:
    """The share of swaps that are as far; with the ones where they are drawn."""
    return far / swaps if exact else (1 + far) / (1 + swaps)


def p_values(a: Table, b: Table, scores: Sequence[Score], drawn: list[list[Fraction]], *, exact: bool) -> list[float]:
    """p of each column by itself; NaN where its difference is undefined."""
    found = []
    for column, score in enumerate(scores):
        seen = difference(a, b, column, score)
        if seen is None:
            found.append(math.nan)
            continue
        far = sum(abs(row[column]) >= abs(seen) for row in drawn)
        found.append(p_of(far, len(drawn), exact))
    return found


def variance(values: Sequence[Fraction]) -> Fraction:
    """Mean square distance from the mean."""
    mean = sum(values, Fraction(0)) / len(values)
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)


def adjusted(
    a: Table, b: Table, scores: Sequence[Score], family: Sequence[int], drawn: list[list[Fraction]], *, exact: bool
) -> tuple[dict[int, float], float]:
    """p by max-T of the columns of the family that are defined, and the 95 % quantile of the maximum.

    Squares of standardised differences are compared, which need no root.
    """
    defined = [column for column in family if difference(a, b, column, scores[column]) is not None]
    spread = {column: variance([row[column] for row in drawn]) for column in defined}
    moving = [column for column in defined if spread[column] > 0]
    largest = [max((row[column] ** 2 / spread[column] for column in moving), default=Fraction(0)) for row in drawn]
    found = {}
    for column in defined:
        seen = difference(a, b, column, scores[column])
        assert seen is not None
        if column not in moving:
            found[column] = 1.0
            continue
        far = sum(value >= seen**2 / spread[column] for value in largest)
        found[column] = p_of(far, len(drawn), exact)
    if not moving:
        return found, math.nan
    ordered = sorted(math.sqrt(value) for value in largest)
    place = 0.95 * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return found, ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def holm(values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values; NaN are no tests."""
    tests = [value for value in values if not math.isnan(value)]
    found = []
    for value in values:
        if math.isnan(value):
            found.append(math.nan)
            continue
        # The largest, over the p-values up to this one, of p times the number of tests that are not smaller.
        raised = [
            (len(tests) - sum(other < smaller for other in tests)) * smaller for smaller in tests if smaller <= value
        ]
        found.append(min(1.0, max(raised)))
    return found


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """q-values; NaN are no tests."""
    tests = [value for value in values if not math.isnan(value)]
    found = []
    for value in values:
        if math.isnan(value):
            found.append(math.nan)
            continue
        lowered = [len(tests) * larger / sum(other <= larger for other in tests) for larger in tests if larger >= value]
        found.append(min(1.0, *lowered))
    return found


def in_blocks(table: Table, size: int) -> Table:
    """Counts of blocks of consecutive sentences, the last perhaps shorter."""
    blocks = []
    for start in range(0, len(table), size):
        part = table[start : start + size]
        blocks.append([total(part, column) for column in range(len(table[0]))])
    return blocks


def costs(buckets: Sequence[tuple[float, float, float]], units_of_text: float | None = None) -> list[float]:
    """The cost of each bucket of an attribute, from its (gold, system, matched); NaN where undefined."""
    whole = sum(gold + system for gold, system, _ in buckets) if units_of_text is None else units_of_text
    found = []
    for place, (gold, system, matched) in enumerate(buckets):
        others = [bucket for other, bucket in enumerate(buckets) if other != place]
        rest = ratio(2 * sum(bucket[2] for bucket in others), sum(bucket[0] + bucket[1] for bucket in others))
        found.append(ratio(gold + system, whole) * (rest - ratio(2 * matched, gold + system)))
    return found


def compared_places(length: int, skipped: Sequence[Span]) -> list[bool]:
    """Of each character whether it is compared for both systems; ``skipped`` are the stretches of both."""
    return [not any(start <= place < end for start, end in skipped) for place in range(length)]


def held_in(first: Table, second: Table, bucket: int) -> int:
    """In how many sentences a word of a bucket is, of what ``table_of`` gives for two systems beside each other."""
    held = 0
    for one, other in zip(first, second, strict=True):
        held += one[bucket][0] + one[bucket][1] + other[bucket][1] > 0
    return held


def table_of(
    key: str | None,
    gold: Corpus,
    system: Corpus,
    values: tuple[Sequence[float], Sequence[float]],
    buckets: Sequence[Interval],
    skipped: Sequence[Span],
) -> Table:
    """(gold, system, matched) [sentence][bucket] over the gold words that are compared for both systems.

    A system word counts where it stands over a character of such a gold word. ``values`` are those of gold's and of
    the system's units; key None takes all words as one bucket.
    """
    kind = key or "wLen"
    if key is None:
        values = [1.0] * len(words_of(gold)), [1.0] * len(words_of(system))
        buckets = [only(1.0)]
    there = compared_places(sum(len(word) for word in words_of(gold)), skipped)
    hits, _ = unit_matches(kind, gold, system)
    sentences = unit_sentences(kind, gold, None)
    counts = [[[0, 0, 0] for _ in buckets] for _ in range(max(sentences) + 1)]
    for span, value, hit, sentence in zip(unit_spans(kind, gold), values[0], hits, sentences, strict=True):
        if all(there[place] for place in range(*span)):
            cell = counts[sentence][bucket_of(value, list(buckets))]
            cell[0] += 1
            cell[2] += hit
    of_system = zip(unit_spans(kind, system), values[1], unit_sentences(kind, gold, system), strict=True)
    for span, value, sentence in of_system:
        bucket = bucket_of(value, list(buckets))
        if bucket >= 0 and any(there[place] for place in range(*span)):
            counts[sentence][bucket][1] += 1
    return [[(cell[0], cell[1], cell[2]) for cell in row] for row in counts]


def spoken_table(gold: Corpus, system: Corpus, skipped: Sequence[Span]) -> Table:
    """(gold, system, matched) [sentence][0] over the words that are no punctuation, as ``table_of`` counts them."""
    values = [[2.0 if is_punctuation(word) else 1.0 for word in words_of(corpus)] for corpus in (gold, system)]
    both = table_of("wLen", gold, system, (values[0], values[1]), [only(1.0), only(2.0)], skipped)
    return [row[:1] for row in both]


def vocabulary_table(gold: Corpus, system: Corpus, training: Training, skipped: Sequence[Span], *, oov: bool) -> Table:
    """(gold, 0, matched) [sentence][0] over OOV gold words, or over the others; none without training data."""
    sentences = unit_sentences("wLen", gold, None)
    counts = [[0, 0] for _ in range(max(sentences) + 1)]
    known = vocabulary(training)
    if known is not None:
        there = compared_places(sum(len(word) for word in words_of(gold)), skipped)
        hits, _ = unit_matches("wLen", gold, system)
        for word, span, hit, sentence in zip(words_of(gold), spans(gold), hits, sentences, strict=True):
            if (word not in known) == oov and there[span[0]]:
                counts[sentence][0] += 1
                counts[sentence][1] += hit
    return [[(gold_words, 0, matched)] for gold_words, matched in counts]
