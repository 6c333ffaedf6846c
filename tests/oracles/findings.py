"""Brute-force findings of the pages Overview, Diagnosis and Compare (METHODS 4)."""

import math

from .attributes import CATEGORIES
from .breakdown import resampled_f1, score_interval
from .error_kinds import kinds
from .paired import Table, costs, held_in, table_of
from .words import match, spans, words_of
from .world import (
    KEYS,
    World,
    buckets,
    defined,
    doubled,
    f1,
    interval,
    intervals,
    made_of,
    order,
    paired,
    places,
    sizes,
    tally,
    values,
)
from .world import named as may_be_named


def ranking(world: World) -> list[str]:
    """The systems, best F1 first."""
    return order(list(world.systems), {name: f1(world, name, None)[0] for name in world.systems})


def apart(world: World, name: str, other: str, key: str | None) -> list[tuple[float, float, float]]:
    """F1 of a system minus F1 of another in each bucket, with its interval, over the words compared for both."""
    first, second = (beside(world, *names, key) for names in ((name, other), (other, name)))
    tables = joint_table(world, name, other, key), joint_table(world, other, name, key)
    return [
        (a[0] - b[0], *paired(a[1:], b[1:], held_in(*tables, bucket)))
        for bucket, (a, b) in enumerate(zip(first, second, strict=True))
    ]


def beside(world: World, name: str, other: str, key: str | None) -> list[list[float]]:
    """F1 [bucket], first of the text and then of each resample, over the gold words compared for both systems."""
    return world.once(("beside", name, other, key), lambda: _beside(world, name, other, key))


def _beside(world: World, name: str, other: str, key: str | None) -> list[list[float]]:
    table = joint_table(world, name, other, key)
    return resampled_f1(table, [[1] * len(table), *world.draws])


def joint_table(world: World, name: str, other: str, key: str | None) -> Table:
    """(gold, system, matched) [sentence][bucket] of a system over the gold words compared for both systems."""
    return world.once(("joint table", name, other, key), lambda: _joint_table(world, name, other, key))


def _joint_table(world: World, name: str, other: str, key: str | None) -> Table:
    cut = world.systems[name]
    skipped = [*cut.skipped, *world.systems[other].skipped]
    of_units = ([], []) if key is None else (values(world, key, None), values(world, key, name))
    return table_of(key, world.gold, cut.words, of_units, [] if key is None else buckets(world, key), skipped)


def lead(world: World) -> dict | None:
    """The best system and the next, with their difference and its paired interval; None without a defined F1."""
    ranked = [name for name in ranking(world) if not math.isnan(f1(world, name, None)[0])]
    if not ranked:
        return None
    best = ranked[0]
    level = [name for name in ranked if f1(world, name, None)[0] == f1(world, best, None)[0]]
    others = [name for name in ranked if name not in level]
    ((low, high),) = intervals(world, best, None)
    found = {"best": best, "f1": f1(world, best, None)[0], "low": low, "high": high, "next": None, "level": level}
    found.update(dict.fromkeys(("difference", "difference_low", "difference_high"), math.nan))
    if others:
        found["next"] = others[0]
        ((difference, low, high),) = apart(world, best, others[0], None)
        found |= {"difference": difference, "difference_low": low, "difference_high": high}
    return found


def named(world: World, names: list[str], key: str) -> list[int]:
    """The buckets that may be named of these systems."""
    return [bucket for bucket, told in enumerate(may_be_named(world, names, key)) if told]


def ends(world: World, names: list[str], key: str, scores: list[float]) -> tuple[int, int] | None:
    """The buckets of lowest and of highest score among those named; the first of equals; None without any."""
    found = [bucket for bucket in named(world, names, key) if not math.isnan(scores[bucket])]
    if not found:
        return None
    lowest = highest = found[0]
    for bucket in found:
        if scores[bucket] < scores[lowest]:
            lowest = bucket
        if scores[bucket] > scores[highest]:
            highest = bucket
    return lowest, highest


def worst(world: World, name: str) -> dict | None:
    """The bucket of lowest F1 over all attributes but difficulty, where it differs from another of its attribute."""
    found = None
    for key in defined(world):
        if key == "diff":
            continue
        scores = f1(world, name, key)
        extremes = ends(world, [name], key, scores)
        if extremes is None or scores[extremes[0]] == scores[extremes[1]]:
            continue
        low, high = extremes
        if found is None or scores[low] < found["f1"]:
            bounds = intervals(world, name, key)[low]
            found = {
                "attribute": key,
                "bucket": low,
                "f1": scores[low],
                "low": bounds[0],
                "high": bounds[1],
                "gold": sizes(world, key)[low],
                "best": high,
                "gap": scores[high] - scores[low],
            }
    if found is not None:
        keys = [key for key in defined(world) if key != "diff"]
        doubles = doubled(world, keys)
        places = [(key, bucket) for key in keys for bucket in named(world, [name], key)]
        found["candidates"] = sum(place not in doubles for place in places)
    return found


def costliest(world: World, name: str) -> dict | None:
    """The bucket of words that costs most, of those in six units, large enough to be named, not of difficulty."""
    found = None
    for key in defined(world):
        if key in ("diff", "cFre", "cCon"):
            continue
        cost = _costs(world, name, key, [1] * len(tally(world, name, key)))
        for bucket in named(world, [name], key):
            # Of a class that most words have, the others would be what stands out.
            if key in CATEGORIES and 2 * sizes(world, key)[bucket] > sum(sizes(world, key)):
                continue
            holding = sum(1 for sentence in tally(world, name, key) if sentence[bucket][0] + sentence[bucket][1])
            if holding >= 6 and cost[bucket] > 0 and (found is None or cost[bucket] > found["cost"]):
                low, high = interval([_costs(world, name, key, draw)[bucket] for draw in world.draws])
                size = sizes(world, key)[bucket]
                found = {"attribute": key, "bucket": bucket, "gold": size, "cost": cost[bucket]}
                found |= {"low": low, "high": high, "shapes": _shapes(world, name, key, bucket)}
    return found


def _shapes(world: World, name: str, key: str, bucket: int) -> dict[str, int]:
    """How many missed gold words of a bucket have each shape."""
    cut = world.systems[name]
    found = dict.fromkeys(("split", "merged", "crossed"), 0)
    for kind, place in zip(kinds(world.gold, cut.words, None, cut.skipped), places(world, key), strict=True):
        if kind is not None and place == bucket:
            found[kind[0]] += 1
    return found


def _costs(world: World, name: str, key: str, times: list[int]) -> list[float]:
    """The cost of each bucket, with each sentence so many times in the text."""

    def total(of: str | None, bucket: int, what: int) -> int:
        counted = tally(world, name, of)
        return sum(often * sentence[bucket][what] for often, sentence in zip(times, counted, strict=True))

    buckets = [tuple(total(key, bucket, what) for what in range(3)) for bucket in range(len(sizes(world, key)))]
    return costs(buckets, total(None, 0, 0) + total(None, 0, 1))


def ordered(world: World, a: str, b: str) -> tuple[str, str]:
    """The system of higher F1 over what both have first; equals, and those that cannot be compared, stay in order."""
    return (b, a) if apart(world, b, a, None)[0][0] > 0 else (a, b)


def comparison(world: World, a: str, b: str, key: str | None) -> list[dict]:
    """Of each bucket F1 of A and of B with their intervals, and A − B with its paired interval, in points."""
    rows = []
    scores = zip(beside(world, a, b, key), beside(world, b, a, key), apart(world, a, b, key), strict=True)
    tables = joint_table(world, a, b, key), joint_table(world, b, a, key)
    alike = world.systems[a].skipped == world.systems[b].skipped
    for bucket, (first, second, (difference, low, high)) in enumerate(scores):
        row = {"f1_a": first[0], "f1_b": second[0], "difference": 100 * difference}
        row |= {"low": 100 * low, "high": 100 * high}
        held = held_in(*tables, bucket)
        for role, name, drawn in (("a", a, first), ("b", b, second)):
            # Where both leave out the same, it is the interval that each has by itself.
            own = intervals(world, name, key)[bucket] if alike else score_interval(drawn[1:], held)
            row[f"low_{role}"], row[f"high_{role}"] = own
        row["ahead"] = "a" if difference > 0 else "b" if difference < 0 else ""
        rows.append(row)
    return rows


def finding(world: World, a: str, b: str, verdicts: dict[tuple[str, int], str]) -> dict:
    """In how many buckets the better system is significantly ahead and behind, by the test's verdicts, and the largest.

    Where no bucket differs significantly, ``nearest`` is the one of the largest difference that has a verdict.
    """
    better, _other = ordered(world, a, b)
    sign = 1 if better == a else -1
    told = {"compared": 0, "ahead": 0, "behind": 0, "lead": None, "lag": None, "nearest": None}
    doubles = doubled(world, defined(world))
    # Words are hard because systems like these get them wrong.
    for key in KEYS:
        if key == "diff" or key not in defined(world):
            continue
        rows = comparison(world, a, b, key)
        told["compared"] += sum(
            not math.isnan(row["difference"]) for bucket, row in enumerate(rows) if (key, bucket) not in doubles
        )
        for bucket in named(world, [a, b], key):
            if (key, bucket) in doubles:
                continue
            row = rows[bucket]
            if math.isnan(row["difference"]) or row["difference"] == 0:
                continue
            low, high = sorted((sign * row["low"] / 100, sign * row["high"] / 100))
            one = {"key": key, "bucket": bucket, "difference": sign * row["difference"] / 100, "low": low, "high": high}
            one["gold"] = sizes(world, key)[bucket]
            if verdicts[key, bucket] == "significant":
                count, place = ("ahead", "lead") if one["difference"] > 0 else ("behind", "lag")
                told[count] += 1
            elif verdicts[key, bucket] == "not significant":
                place = "nearest"
            else:
                continue
            if told[place] is None or abs(one["difference"]) > abs(told[place]["difference"]):
                told[place] = one
    if told["ahead"] + told["behind"]:
        told["nearest"] = None
    return told


def won(world: World, winner: str, loser: str) -> list[tuple[str, int, str]]:
    """The words that one system alone gets right: how often, and what the other made of them most often.

    Most frequent first; of equals the word that comes first in gold, and what was made first.
    """
    one, other = world.systems[winner], world.systems[loser]
    right, wrong = match(world.gold, one.words), match(world.gold, other.words)
    made: dict[str, list[str]] = {}
    for word, span in zip(words_of(world.gold), spans(world.gold), strict=True):
        both = one.compares(span[0]) and other.compares(span[0])
        if both and span in right and span not in wrong:
            made.setdefault(word, []).append(" | ".join(made_of(other, span)))
    first = {}
    for number, word in enumerate(words_of(world.gold)):
        first.setdefault(word, number)
    rows = []
    for word, texts in made.items():
        usual = texts[0]
        for text in texts:
            if texts.count(text) > texts.count(usual):
                usual = text
        rows.append((word, len(texts), usual))
    return sorted(rows, key=lambda row: (-row[1], first[row[0]]))


def alike(world: World, a: str, b: str) -> bool:
    """Whether both cut the whole text alike, and neither alone gets a word right."""
    same = set(spans(world.systems[a].words)) == set(spans(world.systems[b].words))
    return same and not won(world, a, b) and not won(world, b, a)
