"""Brute-force slices of two (METHODS 11): loops over words, each in its bucket of each attribute."""

import itertools
import math
import statistics
from collections.abc import Sequence

from . import world as worlds
from .attributes import CHAR_KEYS, word_sentences
from .breakdown import bucket_of
from .words import match, ratio, spans

# (gold, system, matched), and of each sentence by pair.
Counts = tuple[int, int, int]
Bucket = tuple[str, int]
Pair = tuple[Bucket, Bucket]


class Words:
    """The gold words that are compared for some systems, and the words of each: sentence, buckets, matched."""

    def __init__(self, world, keys: Sequence[str], names: Sequence[str]):
        """Look every word up under every attribute of words."""
        self.keys = [key for key in keys if key not in CHAR_KEYS and worlds.values(world, key, None) is not None]
        skipped = [span for name in names for span in world.systems[name].skipped]
        there = [not any(start <= place < end for start, end in skipped) for place in range(10_000)]
        buckets = {key: worlds.buckets(world, key) for key in self.keys}
        self.size = {key: len(buckets[key]) for key in self.keys}
        self.sentences = len(world.draws[0])

        def looked_up(system, number):
            values = {key: worlds.values(world, key, system) for key in self.keys}
            return {key: bucket_of(values[key][number], buckets[key]) for key in self.keys}

        self.every_gold = [looked_up(None, number) for number in range(len(spans(world.gold)))]
        self.every_system = {
            name: [looked_up(name, number) for number in range(len(spans(cut.words)))]
            for name, cut in world.systems.items()
        }
        self.rows, self.known = {}, {}
        for name in names:
            cut = world.systems[name]
            matched = match(world.gold, cut.words)
            rows = []
            gold = zip(spans(world.gold), word_sentences(world.gold, None), self.every_gold, strict=True)
            for span, sentence, inside in gold:
                if all(there[place] for place in range(*span)):
                    rows.append((sentence, inside, (1, 0, int(span in matched))))
            system = zip(spans(cut.words), word_sentences(world.gold, cut.words), self.every_system[name], strict=True)
            for span, sentence, inside in system:
                if any(there[place] for place in range(*span)):
                    rows.append((sentence, inside, (0, 1, 0)))
            self.rows[name] = rows

    def doubles(self) -> set[Bucket]:
        """Buckets with the gold and system words of an earlier one."""
        found, seen = set(), []
        for key in self.keys:
            for number in range(self.size[key]):
                everything = [self.every_gold, *self.every_system.values()]
                held = [[inside[key] == number for inside in words] for words in everything]
                if not any(held[0]):
                    continue
                if held in seen:
                    found.add((key, number))
                seen.append(held)
        return found

    def counts(self, name: str, conditions: Sequence[Bucket]) -> list[Counts]:
        """The counts of the words that meet all conditions, sentence by sentence."""
        known = name, tuple(conditions)
        if known in self.known:
            return self.known[known]
        found = [[0, 0, 0] for _ in range(self.sentences)]
        for sentence, inside, row in self.rows[name]:
            if all(inside[key] == number for key, number in conditions):
                for place in range(3):
                    found[sentence][place] += row[place]
        self.known[known] = [(gold, system, matched) for gold, system, matched in found]
        return self.known[known]

    def pairs(self, min_size: int, min_units: int) -> list[Pair]:
        """The pairs that are looked at."""
        doubles, found = self.doubles(), []
        single = [(key, number) for key in self.keys for number in range(self.size[key])]
        for one, other in itertools.combinations(single, 2):
            if one[0] == other[0] or one in doubles or other in doubles:
                continue
            gold = sum(inside[one[0]] == one[1] and inside[other[0]] == other[1] for inside in self.every_gold)
            counts = {name: self.counts(name, [one, other]) for name in self.rows}
            held = [
                any(rows[sentence][0] + rows[sentence][1] for rows in counts.values())
                for sentence in range(self.sentences)
            ]
            if gold < max(1, min_size) or sum(held) < min_units:
                continue

            def units(conditions):
                return sum(gold + system for name in self.rows for gold, system, _ in self.counts(name, conditions))

            if units([one, other]) < units([one]) and units([one, other]) < units([other]):
                found.append((one, other))
        return found


def weighed(rows: Sequence[Counts], weights: Sequence[int]) -> tuple[float, float]:
    """Twice the matched words, and gold and system words, in a resample."""
    part = sum(2 * weight * row[2] for weight, row in zip(weights, rows, strict=True))
    return part, sum(weight * (row[0] + row[1]) for weight, row in zip(weights, rows, strict=True))


def cost(inside: tuple[float, float], outside: tuple[float, float], text: float) -> float:
    """What F1 would gain if the inside were as good as the outside."""
    return ratio(inside[1], text) * (ratio(*outside) - ratio(*inside))


def excess(words: Words, name: str, pair: Pair, weights: Sequence[int]) -> tuple[float, float]:
    """The cost of a pair, and what of it the costlier of its buckets does not explain, in a resample."""
    every, both = (weighed(words.counts(name, conditions), weights) for conditions in ((), pair))
    own = cost(both, (every[0] - both[0], every[1] - both[1]), every[1])
    explained = []
    for key, number in pair:
        inside = weighed(words.counts(name, [(key, number)]), weights)
        others = [
            weighed(words.counts(name, [(key, other)]), weights) for other in range(words.size[key]) if other != number
        ]
        outside = sum(one[0] for one in others), sum(one[1] for one in others)
        explained.append(cost(inside, outside, every[1]) * ratio(both[1], inside[1]))
    return own, math.nan if any(map(math.isnan, explained)) else own - max(explained)


def slices(words: Words, name: str, pairs: Sequence[Pair], draws: Sequence[Sequence[int]]) -> dict[Pair, dict]:
    """Cost, excess with interval, p, and p adjusted over all pairs, of each."""
    once, found, apart = [1] * words.sentences, {}, {}
    for pair in pairs:
        own, value = excess(words, name, pair, once)
        drawn = [excess(words, name, pair, weights)[1] for weights in draws]
        known = [one for one in drawn if not math.isnan(one)]
        error = statistics.stdev(known) if len(known) > 1 else 0.0
        apart[pair] = [one - value if not math.isnan(one) else -math.inf for one in drawn], error
        held = sum(row[0] + row[1] > 0 for row in words.counts(name, pair))
        low, high = worlds.interval(drawn) if held >= 6 else (math.nan, math.nan)
        gold, system, matched = (sum(row[place] for row in words.counts(name, pair)) for place in range(3))
        far = sum(one >= value - 1e-12 for one in apart[pair][0])
        p = (1 + far) / (1 + len(draws))
        found[pair] = {
            **{"gold": gold, "predicted": system, "matched": matched, "f1": ratio(2 * matched, gold + system)},
            **{"cost": own, "excess": value, "low": low, "high": high, "p": p},
        }
    largest = [
        max((far[draw] / error for far, error in apart.values() if error > 1e-12), default=-math.inf)
        for draw in range(len(draws))
    ]
    for pair, row in found.items():
        error = apart[pair][1]
        far = [error <= 1e-12 or one + 1e-12 >= row["excess"] / error for one in largest]
        row["p_adjusted"] = (1 + sum(far)) / (1 + len(draws))
    return found
