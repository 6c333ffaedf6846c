"""Brute-force ``mismatch = skip`` (METHODS 1): what is left of a system whose characters are not those of gold."""

from dataclasses import dataclass

from .words import Corpus, Span, spans, text_of, words_of

# Stretches of gold and of the system that differ, as (gold start, gold end, system start, system end).
Differences = list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Left:
    """A system over the characters of gold.

    Attributes:
        corpus: its words that are compared, and each stretch that is left out as one word.
        skipped: the stretches of gold that are left out.
        dropped: how many of its words are left out.
    """

    corpus: Corpus
    skipped: list[Span]
    dropped: int


def boundaries(corpus: Corpus) -> set[int]:
    """Where words begin or end."""
    return {0} | {end for _, end in spans(corpus)}


def equal_stretches(gold: str, system: str, differences: Differences) -> list[tuple[int, int, int]]:
    """What lies between the differences, as (gold start, system start, length)."""
    found = []
    in_gold = in_system = 0
    for gold_start, gold_end, system_start, system_end in [
        *differences,
        (len(gold), len(gold), len(system), len(system)),
    ]:
        assert gold[in_gold:gold_start] == system[in_system:system_start]
        found.append((in_gold, in_system, gold_start - in_gold))
        in_gold, in_system = gold_end, system_end
    return found


def left_of(gold: Corpus, system: Corpus, differences: Differences) -> Left:
    """Widen each difference to the nearest word boundaries that both sides share, and leave that out on both."""
    equal = equal_stretches(text_of(gold), text_of(system), differences)
    in_gold, in_system = boundaries(gold), boundaries(system)
    shared = []
    for number, (gold_start, system_start, length) in enumerate(equal):
        for offset in range(length + 1):
            if gold_start + offset in in_gold and system_start + offset in in_system:
                shared.append((number, gold_start + offset, system_start + offset))
    gold_out: set[int] = set()
    system_out: set[int] = set()
    for number in range(len(differences)):
        _, gold_from, system_from = [place for place in shared if place[0] <= number][-1]
        _, gold_to, system_to = [place for place in shared if place[0] > number][0]
        gold_out.update(range(gold_from, gold_to))
        system_out.update(range(system_from, system_to))

    placed: dict[int, str] = {}
    dropped = 0
    for word, (start, end) in zip(words_of(system), spans(system), strict=True):
        inside = [place in system_out for place in range(start, end)]
        assert all(inside) or not any(inside)
        if inside[0]:
            dropped += 1
            continue
        ((gold_start, system_start),) = [(g, s) for g, s, length in equal if s <= start and end <= s + length]
        placed[gold_start + start - system_start] = word

    words, skipped, place = [], [], 0
    text = text_of(gold)
    while place < len(text):
        if place in placed:
            word = placed[place]
        else:
            stop = place
            while stop in gold_out:
                stop += 1
            word = text[place:stop]
            assert word, "what is compared is a word of the system"
            skipped.append((place, stop))
        words.append(word)
        place += len(word)
    return Left([words], skipped, dropped)
