"""Brute-force breakdown, diagnosis and bootstrap (METHODS 4)."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from .attributes import CHAR_KEYS, sentence_of_char, tag_sequence, unit_values, word_sentences
from .buckets import Interval
from .words import Corpus, Span, Training, match, outside, ratio, spans, text_of

Row = dict[str, float]
Counts = tuple[int, int, int]


def bucket_of(value: Any, buckets: list[Any]) -> int:
    """The one bucket that holds the value; -1 for a category that has none."""
    holding = [index for index, bucket in enumerate(buckets) if bucket.holds(value)]
    if not holding and isinstance(value, str):
        return -1  # a category of a system's word that gold does not have
    if len(holding) != 1:
        raise ValueError(f"{value} is in {len(holding)} buckets")
    return holding[0]


def unit_matches(key: str, gold: Corpus, system: Corpus) -> tuple[list[bool], list[bool]]:
    """Whether each gold unit, and whether each system unit, is matched."""
    matched = match(gold, system)
    if key in CHAR_KEYS:
        agree = []
        for gold_tag, system_tag in zip(tag_sequence(gold), tag_sequence(system), strict=True):
            agree.append(gold_tag == system_tag)
        return agree, agree
    return [span in matched for span in spans(gold)], [span in matched for span in spans(system)]


def unit_sentences(key: str, gold: Corpus, system: Corpus | None) -> list[int]:
    """The gold sentence of each gold unit (system None) or system unit."""
    if key in CHAR_KEYS:
        return sentence_of_char(gold)
    return word_sentences(gold, system)


def unit_spans(key: str, corpus: Corpus) -> list[Span]:
    """The span of each unit, word or character."""
    if key in CHAR_KEYS:
        return [(place, place + 1) for place in range(len(text_of(corpus)))]
    return spans(corpus)


def sentence_counts(
    key: str,
    gold: Corpus,
    system: Corpus,
    training: Training,
    buckets: list[Interval],
    skipped: Sequence[Span] = (),
) -> list[list[Counts]] | None:
    """(gold, system, matched) units [sentence][bucket]; None where the attribute is undefined."""
    gold_values = unit_values(key, gold, None, training)
    system_values = unit_values(key, gold, system, training)
    if gold_values is None or system_values is None:
        return None
    return counts_of_values(key, gold, system, gold_values, system_values, buckets, skipped)


def counts_of_values(
    key: str,
    gold: Corpus,
    system: Corpus,
    gold_values: Sequence[float],
    system_values: Sequence[float],
    buckets: list[Interval],
    skipped: Sequence[Span] = (),
) -> list[list[Counts]]:
    """(gold, system, matched) units [sentence][bucket] of units with these values; what is skipped counts nowhere."""
    gold_matches, system_matches = unit_matches(key, gold, system)
    gold_spans, system_spans = unit_spans(key, gold), unit_spans(key, system)
    gold_sentences = unit_sentences(key, gold, None)
    system_sentences = unit_sentences(key, gold, system)

    # Many units have the same value.
    bucket_of_value = cache(lambda value: bucket_of(value, buckets))
    number_of_sentences = max(gold_sentences) + 1
    in_gold = [[0] * len(buckets) for _ in range(number_of_sentences)]
    in_system = [[0] * len(buckets) for _ in range(number_of_sentences)]
    matched_in_gold = [[0] * len(buckets) for _ in range(number_of_sentences)]
    matched_in_system = [[0] * len(buckets) for _ in range(number_of_sentences)]
    for span, value, matched, sentence in zip(gold_spans, gold_values, gold_matches, gold_sentences, strict=True):
        if not outside(span, skipped):
            continue
        bucket = bucket_of_value(value)
        in_gold[sentence][bucket] += 1
        if matched:
            matched_in_gold[sentence][bucket] += 1
    for span, value, matched, sentence in zip(
        system_spans, system_values, system_matches, system_sentences, strict=True
    ):
        if not outside(span, skipped):
            continue
        bucket = bucket_of_value(value)
        if bucket < 0:
            continue
        in_system[sentence][bucket] += 1
        if matched:
            matched_in_system[sentence][bucket] += 1
    if matched_in_gold != matched_in_system:
        raise AssertionError("matched counts differ between the sides")

    counts = []
    for sentence in range(number_of_sentences):
        row = []
        for bucket in range(len(buckets)):
            row.append((in_gold[sentence][bucket], in_system[sentence][bucket], matched_in_gold[sentence][bucket]))
        counts.append(row)
    return counts


def breakdown(key: str, gold: Corpus, system: Corpus, training: Training, buckets: list[Interval]) -> list[Row] | None:
    """Counts and scores of each bucket; None where the attribute is undefined."""
    counts = sentence_counts(key, gold, system, training, buckets)
    return None if counts is None else bucket_scores(counts)


def bucket_scores(counts: list[list[Counts]]) -> list[Row]:
    """Counts and scores of each bucket over all sentences, of what ``sentence_counts`` gives."""
    rows = []
    for bucket in range(len(counts[0])):
        in_gold = sum(sentence[bucket][0] for sentence in counts)
        in_system = sum(sentence[bucket][1] for sentence in counts)
        matched = sum(sentence[bucket][2] for sentence in counts)
        rows.append(
            {
                "gold": in_gold,
                "predicted": in_system,
                "matched": matched,
                "precision": ratio(matched, in_system),
                "recall": ratio(matched, in_gold),
                "f1": ratio(2 * matched, in_gold + in_system),
            }
        )
    return rows


def self_diagnosis(rows: list[Row], min_size: int = 30) -> dict[str, int | float | None]:
    """The buckets of lowest and highest F1 among those of min_size gold units, and the gap."""
    worst = None
    best = None
    for index, row in enumerate(rows):
        if row["gold"] < min_size or math.isnan(row["f1"]):
            continue
        if worst is None or row["f1"] < rows[worst]["f1"]:
            worst = index
        if best is None or row["f1"] > rows[best]["f1"]:
            best = index
    if worst is None or best is None:
        return {"worst": None, "best": None, "gap": None}
    return {"worst": worst, "best": best, "gap": rows[best]["f1"] - rows[worst]["f1"]}


def aided(rows_better: list[Row], rows_other: list[Row], min_size: int = 30) -> dict[str, tuple[int, float] | None]:
    """The buckets where better - other in F1 is lowest and highest, with the difference."""
    lowest = None
    highest = None
    for index, (better, other) in enumerate(zip(rows_better, rows_other, strict=True)):
        if better["gold"] != other["gold"]:
            raise ValueError("the rows have other gold units")
        if better["gold"] < min_size or math.isnan(better["f1"]) or math.isnan(other["f1"]):
            continue
        difference = better["f1"] - other["f1"]
        if lowest is None or difference < lowest[1]:
            lowest = (index, difference)
        if highest is None or difference > highest[1]:
            highest = (index, difference)
    return {"lowest": lowest, "highest": highest}


def percentile(values: list[float], percent: float) -> float:
    """The percentile with linear interpolation; NaN of no values."""
    if not values:
        return math.nan
    ordered = sorted(values)
    position = percent / 100 * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def resampled_f1(per_sentence_counts: list[list[Counts]], weights: list[list[int]]) -> list[list[float]]:
    """F1 [bucket][resample], NaN where undefined, from counts [sentence][bucket]."""
    values: list[list[float]] = []
    for bucket in range(len(per_sentence_counts[0])):
        values.append([])
        for resample in weights:
            gold = system = matched = 0
            for weight, sentence in zip(resample, per_sentence_counts, strict=True):
                gold += weight * sentence[bucket][0]
                system += weight * sentence[bucket][1]
                matched += weight * sentence[bucket][2]
            values[bucket].append(ratio(2 * matched, gold + system))
    return values


def score_interval(values: list[float], held: int) -> tuple[float, float]:
    """The 95 % interval of a resampled score over so many units; resamples in which it is undefined are left out."""
    kept = [value for value in values if not math.isnan(value)]
    if held < 6 or not kept:
        return math.nan, math.nan
    if set(kept) in ({0.0}, {1.0}):
        return wilson(int(kept[0]) * held, held)
    return percentile(kept, 2.5), percentile(kept, 97.5)


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of trials."""
    z = 1.959963984540054
    share = hits / trials
    middle = share + z**2 / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    return (middle - reach) / (1 + z**2 / trials), (middle + reach) / (1 + z**2 / trials)
