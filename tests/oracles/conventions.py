"""Brute-force patterns with classes and conventions, from METHODS 12: loops over lists of words."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from . import error_patterns
from .words import Corpus, Span, match, outside, sentences_of, spans, words_of

# A gold word of a pattern: itself with the offsets at which it is cut, or its class with whether it is.
Item = tuple[str, tuple[int, ...] | bool]
Found = error_patterns.Found


@dataclass
class Pattern:
    """A pattern: the literal ones under it (of a literal one itself), its places and those of gold."""

    literal: list[Found]
    places: int
    missed: int
    wrong: int
    gold_places: int = 0
    same: int = 0
    training: dict[str, int] = field(default_factory=lambda: {"gold": 0, "made": 0})

    @property
    def regular(self) -> bool:
        """Whether it is a convention."""
        if self.places < 10 or self.same / self.gold_places < 0.9:
            return False
        return wilson(self.same, self.gold_places)[0] >= 0.7


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The shares p at which hits / trials is just 1.96 standard errors away: the roots of a quadratic."""
    z, share = 1.9599639845400536, hits / trials
    a, b, c = 1 + z * z / trials, -(2 * share + z * z / trials), share * share
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def items(pattern: Found) -> list[Item]:
    """The gold words of a literal pattern, each with the offsets at which the system cuts it."""
    cuts, end = [], 0
    for word in pattern[1]:
        end += len(word)
        cuts.append(end)
    found: list[Item] = []
    start = 0
    for word in pattern[0]:
        found.append((word, tuple(cut - start for cut in cuts if start < cut < start + len(word))))
        start += len(word)
    return found


def classed(item: Item, class_of: Callable[[str], str | None]) -> Item:
    """An item with the class in place of the word; as it is without one."""
    name = class_of(item[0])
    return item if name is None else (name, bool(item[1]))


def conventions(
    gold: Corpus, system: Corpus, class_of: Callable[[str], str | None], skipped: Sequence[Span] = ()
) -> tuple[dict[Found, Pattern], dict[tuple[Item, ...], Pattern]]:
    """The literal patterns, and those with classes that have at least three of them."""
    literal = {
        pattern: Pattern([pattern], len(places), len(places) * len(pattern[0]), len(places) * len(pattern[1]))
        for pattern, places in error_patterns.patterns(gold, system, skipped=skipped).items()
    }
    groups: dict[tuple[Item, ...], list[Found]] = {}
    for pattern in literal:
        groups.setdefault(tuple(classed(item, class_of) for item in items(pattern)), []).append(pattern)
    general = {
        key: Pattern(
            under,
            sum(literal[one].places for one in under),
            sum(literal[one].missed for one in under),
            sum(literal[one].wrong for one in under),
        )
        for key, under in groups.items()
        if len(under) >= 3
    }
    for key, found in [*((items(pattern), one) for pattern, one in literal.items()), *general.items()]:
        found.same, found.gold_places = regularity(gold, system, list(key), class_of, skipped)
    return literal, general


def regularity(
    gold: Corpus, system: Corpus, key: list[Item], class_of: Callable[[str], str | None], skipped: Sequence[Span]
) -> tuple[int, int]:
    """At how many places of gold with these words the system does the same, and how many there are."""
    ends = {end for _, end in spans(system)}
    same = places = start = 0
    everything, all_words = spans(gold), words_of(gold)
    for sentence in sentences_of(gold):
        for first in range(start, start + len(sentence) - len(key) + 1):
            here = everything[first : first + len(key)]
            words = all_words[first : first + len(key)]
            if not all(outside(span, skipped) for span in here):
                continue
            if not all(stands(word, item, class_of) for word, item in zip(words, key, strict=True)):
                continue
            places += 1
            cuts = [tuple(end - a for end in range(a + 1, b) if end in ends) for a, b in here]
            alike = [cut == way if isinstance(way, tuple) else bool(cut) == way
                     for cut, (_, way) in zip(cuts, key, strict=True)]  # fmt: skip
            same += all(alike) and not any(end in ends for _, end in here[:-1])
        start += len(sentence)
    return same, places


def stands(word: str, item: Item, class_of: Callable[[str], str | None]) -> bool:
    """Whether a word may stand for an item: one of a single character is never cut."""
    if isinstance(item[1], tuple):
        return word == item[0]
    return class_of(word) == item[0] and (len(word) > 1 or not item[1])


def won(gold: Corpus, system: Corpus, missed: int, wrong: int) -> float:
    """By how much F1 rises where so many gold words are right in place of so many system words."""
    matched, every = len(match(gold, system)), len(spans(gold)) + len(spans(system))
    return 2 * (matched + missed) / (every + missed - wrong) - 2 * matched / every


def training_counts(pattern: Pattern, training: Corpus) -> tuple[int, int]:
    """How often training cuts the characters of its literal patterns as gold does, and as the system does."""
    counts = [0, 0]
    for literal in pattern.literal:
        for side, cut in enumerate(literal):
            for sentence in training:
                for first in range(len(sentence)):
                    counts[side] += tuple(sentence[first : first + len(cut)]) == cut
    return counts[0], counts[1]
