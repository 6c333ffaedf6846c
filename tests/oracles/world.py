"""A dataset as plain lists, and by plain loops what every page begins from: counts by bucket, scores, intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from .attributes import CHAR_KEYS, unit_values
from .attributes import KEYS as WITHOUT_DIFFICULTY
from .bakeoff import half_width
from .balanced import difficulty_of_system_words
from .breakdown import Counts, bucket_of, counts_of_values, percentile, resampled_f1, score_interval
from .buckets import Interval, default_buckets, edge_buckets, equal_buckets, only
from .words import Corpus, Span, Training, ratio, scores, spans, words_of

KEYS = (*WITHOUT_DIFFICULTY, "diff")
TENTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


@dataclass(frozen=True)
class Cut:
    """What a system made of the characters of gold, and the stretches in which it is not compared."""

    words: Corpus
    skipped: tuple[Span, ...] = ()

    def compares(self, place: int) -> bool:
        """Whether the character is compared, or the word that begins there."""
        return not any(start <= place < end for start, end in self.skipped)


@dataclass(frozen=True, eq=False)
class World:
    """Gold, systems and training data; ``wrong`` says of each member of a committee which gold words it gets wrong.

    ``draws`` holds for each resample how often each sentence is in it, ``member_draws`` the same of members, and
    ``joint_draws`` that of members where they are drawn beside sentences. ``number`` is how many buckets of equal count
    are asked for, None for the default ones; ``shared`` are those of categories where worlds are studied together.
    A bucket is named with ``min_size`` gold units, in ``min_units`` sentences that hold a word of it.
    """

    gold: Corpus
    systems: dict[str, Cut]
    training: Training
    draws: list[list[int]] = field(repr=False)
    wrong: list[list[bool]] | None = None
    member_draws: list[list[int]] = field(default_factory=list, repr=False)
    joint_draws: list[list[int]] = field(default_factory=list, repr=False)
    tracks: dict[str, str] = field(default_factory=dict)
    number: int | None = None
    shared: dict[str, list] = field(default_factory=dict, repr=False)
    min_size: int = 30
    min_units: int = 0
    known: dict = field(default_factory=dict, repr=False)

    def once(self, question: tuple, answer):
        """What was answered before, so that tests stay fast."""
        if question not in self.known:
            self.known[question] = answer()
        return self.known[question]

    @property
    def votes(self) -> list[int]:
        """How many members get each gold word wrong."""
        assert self.wrong is not None
        return [sum(member[word] for member in self.wrong) for word in range(len(words_of(self.gold)))]

    @property
    def difficulties(self) -> list[float]:
        """The share of the committee that gets each gold word wrong."""
        assert self.wrong is not None
        return [votes / len(self.wrong) for votes in self.votes]


def values(world: World, key: str, system: str | None) -> list[float] | None:
    """The value of each gold unit (system None), or of each unit of a system; None where undefined."""
    return world.once(("values", key, system), lambda: _values(world, key, system))


def _values(world: World, key: str, system: str | None) -> list[float] | None:
    cut = None if system is None else world.systems[system].words
    if key != "diff":
        return unit_values(key, world.gold, cut, world.training)
    if world.wrong is None:
        return None
    return world.difficulties if cut is None else difficulty_of_system_words(world.gold, cut, world.difficulties)


def buckets(world: World, key: str) -> list[Interval] | None:
    """The buckets of an attribute, set on gold; None where undefined."""
    return world.once(("buckets", key), lambda: _buckets(world, key))


def _buckets(world: World, key: str) -> list[Interval] | None:
    known = values(world, key, None)
    if known is None:
        return None
    if key in world.shared:
        return world.shared[key]
    if world.number is not None:
        return equal_buckets(known, world.number)
    return edge_buckets(TENTHS) if key == "diff" else default_buckets(key, known)


def defined(world: World) -> list[str]:
    """The attributes that are defined."""
    return [key for key in KEYS if values(world, key, None) is not None]


def places(world: World, key: str) -> list[int]:
    """The bucket of each gold unit."""
    known, bounds = values(world, key, None), buckets(world, key)
    assert known is not None and bounds is not None
    return world.once(("places", key), lambda: [bucket_of(value, bounds) for value in known])


def sizes(world: World, key: str) -> list[int]:
    """How many gold units of the whole text lie in each bucket."""
    bounds = buckets(world, key)
    assert bounds is not None
    return [places(world, key).count(bucket) for bucket in range(len(bounds))]


def doubled(world: World, keys: Sequence[str]) -> dict[tuple[str, int], tuple[str, int]]:
    """Buckets with the gold words, and the words of every system, that one of an earlier attribute has: that one."""
    firsts: dict[tuple, tuple[str, int]] = {}
    found = {}
    for key in keys:
        bounds = buckets(world, key)
        if key in CHAR_KEYS or bounds is None:
            continue
        held = []
        for name in (None, *world.systems):
            cut = world.gold if name is None else world.systems[name].words
            known = values(world, key, name)
            assert known is not None
            at = [bucket_of(value, bounds) for value in known]
            held.append([frozenset(span for span, place in zip(spans(cut), at, strict=True) if place == bucket)
                         for bucket in range(len(bounds))])  # fmt: skip
        for bucket, words in enumerate(zip(*held, strict=True)):
            if words[0] and words in firsts:
                found[key, bucket] = firsts[words]
            elif words[0]:
                firsts[words] = key, bucket
    return found


def tally(world: World, name: str, key: str | None) -> list[list[Counts]]:
    """(gold, system, matched) units compared, [sentence][bucket]; of all words as one bucket where key is None."""
    return world.once(("tally", name, key), lambda: _tally(world, name, key))


def _tally(world: World, name: str, key: str | None) -> list[list[Counts]]:
    cut = world.systems[name]
    if key is None:
        ones = [[1.0] * len(words_of(corpus)) for corpus in (world.gold, cut.words)]
        return counts_of_values("wLen", world.gold, cut.words, *ones, [only(1.0)], cut.skipped)
    of_gold, of_system, bounds = values(world, key, None), values(world, key, name), buckets(world, key)
    assert of_gold is not None and of_system is not None and bounds is not None
    return counts_of_values(key, world.gold, cut.words, of_gold, of_system, bounds, cut.skipped)


def holding(world: World, names: Sequence[str], key: str | None) -> list[int]:
    """How many sentences hold a compared gold word of each bucket, or a word of one of the systems."""
    found = []
    for bucket in range(1 if key is None else len(sizes(world, key))):
        held = 0
        for sentence in range(len(tally(world, names[0], key))):
            there = [tally(world, name, key)[sentence][bucket] for name in names]
            held += any(gold + system > 0 for gold, system, _matched in there)
        found.append(held)
    return found


def named(world: World, names: Sequence[str], key: str) -> list[bool]:
    """Whether each bucket may be named in what is said of these systems."""
    enough = zip(sizes(world, key), holding(world, names, key), strict=True)
    return [size >= world.min_size and held >= world.min_units for size, held in enough]


def totals(world: World, name: str, key: str | None) -> list[Counts]:
    """(gold, system, matched) units of each bucket over all sentences."""
    counted = tally(world, name, key)
    return [
        (
            sum(sentence[bucket][0] for sentence in counted),
            sum(sentence[bucket][1] for sentence in counted),
            sum(sentence[bucket][2] for sentence in counted),
        )
        for bucket in range(len(counted[0]))
    ]


def f1(world: World, name: str, key: str | None) -> list[float]:
    """F1 of each bucket; of all words as one where key is None."""
    return [ratio(2 * matched, gold + system) for gold, system, matched in totals(world, name, key)]


def resampled(world: World, name: str, key: str | None) -> list[list[float]]:
    """F1 [bucket][resample]."""
    return world.once(("resampled", name, key), lambda: resampled_f1(tally(world, name, key), world.draws))


def interval(drawn: list[float], held: int = 6) -> tuple[float, float]:
    """The 95 % percentile interval of resampled values over so many units, those undefined left out."""
    kept = [value for value in drawn if not math.isnan(value)]
    return (percentile(kept, 2.5), percentile(kept, 97.5)) if held >= 6 else (math.nan, math.nan)


def paired(first: list[float], second: list[float], held: int = 6) -> tuple[float, float]:
    """The 95 % interval of first - second, taken within each resample."""
    return interval([one - other for one, other in zip(first, second, strict=True)], held)


def intervals(world: World, name: str, key: str | None) -> list[tuple[float, float]]:
    """The 95 % interval of F1 of each bucket; of all words as one where key is None."""
    return [
        score_interval(values, held)
        for values, held in zip(resampled(world, name, key), holding(world, [name], key), strict=True)
    ]


def score(world: World, name: str) -> dict[str, float]:
    """The plain scores of a system over what is compared, with the half-widths of a bakeoff."""
    cut = world.systems[name]
    found = scores(world.gold, cut.words, world.training, cut.skipped)
    return found | {
        "c_r": half_width(found["recall"], found["gold_words"]),
        "c_p": half_width(found["precision"], found["words"]),
    }


def order(names: list[str], value: dict[str, float]) -> list[str]:
    """Names by value, highest first; equals stay in order, undefined come last."""
    found: list[str] = []
    left = list(names)
    while left:
        best = left[0]
        for name in left[1:]:
            if value[name] > value[best] or (math.isnan(value[best]) and not math.isnan(value[name])):
                best = name
        left.remove(best)
        found.append(best)
    return found


def made_of(cut: Cut, span: Span) -> list[str]:
    """The words of a system that have a character of the span."""
    pairs = zip(words_of(cut.words), spans(cut.words), strict=True)
    return [word for word, (start, end) in pairs if start < span[1] and end > span[0]]
