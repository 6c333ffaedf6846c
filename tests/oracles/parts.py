"""Brute-force pairs of systems that differ in one part, and what it brings (METHODS 9)."""

import math

# Student's t, the quantile at 0.975, by degrees of freedom, from a printed table.
T = {2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469}


def one_part_pairs(parts: dict[str, dict[str, str]]) -> list[tuple[str, str, str]]:
    """Part, first and second system of each pair; that whose value stands first in the earliest pair is the first."""
    names = list(parts)
    seen: list[tuple[str, str, str]] = []
    ways: dict[tuple[str, frozenset[str]], str] = {}
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            one, other = parts[names[i]], parts[names[j]]
            if sorted(one) != sorted(other):
                continue
            unequal = []
            for part in one:
                if one[part] != other[part]:
                    unequal.append(part)
            if len(unequal) == 1:
                part = unequal[0]
                values = part, frozenset((one[part], other[part]))
                if values not in ways:
                    ways[values] = one[part]
                first, second = (names[i], names[j]) if ways[values] == one[part] else (names[j], names[i])
                seen.append((part, first, second))
    return seen


def gain(pairs: list[tuple[str, str, str]], f1: dict[str, list[float]]) -> tuple[float, float, float, int]:
    """Mean over datasets of the mean over pairs of second minus first, its interval, and over how many datasets."""
    known = []
    for place in range(len(next(iter(f1.values())))):
        own = []
        for _part, first, second in pairs:
            difference = f1[second][place] - f1[first][place]
            if difference == difference:
                own.append(difference)
        if own:
            known.append(math.fsum(own) / len(own))
    count = len(known)
    if not count:
        return math.nan, math.nan, math.nan, 0
    mean = math.fsum(known) / count
    if count < 3:
        return mean, math.nan, math.nan, count
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in known) / (count - 1))
    reach = T[count - 1] * sd / math.sqrt(count)
    return mean, mean - reach, mean + reach, count
