"""Brute-force ``mismatch = count`` (METHODS 1): lines and sentences, characters, words, all by plain loops."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from .words import Corpus

Places = tuple[tuple[int, ...], tuple[int, ...]]


def enumerated(gold: str, system: str) -> Places:
    """Most characters, the earliest in gold, then in the system: all alignments are tried. For very short strings."""
    for size in range(min(len(gold), len(system)), -1, -1):
        found = [
            (ours, theirs)
            for ours in combinations(range(len(gold)), size)
            for theirs in combinations(range(len(system)), size)
            if all(gold[i] == system[j] for i, j in zip(ours, theirs, strict=True))
        ]
        if found:
            return min(found)
    raise AssertionError("nothing aligned is an alignment too")


def alignment(gold: str, system: str) -> Places:
    """The same, by what the first character of gold may do."""

    @cache
    def best(i: int, j: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        if i == len(gold) or j == len(system):
            return 0, (), ()
        found = [best(i + 1, j)]
        for other in range(j, len(system)):
            if system[other] == gold[i]:
                less, ours, theirs = best(i + 1, other + 1)
                found.append((less - 1, (i, *ours), (other, *theirs)))
        return min(found)

    return best(0, 0)[1:]


@cache
def common(gold: str, system: str) -> int:
    return len(alignment(gold, system)[0])


Pair = tuple[list[int], list[int]]


def matched(gold: list[str], lines: list[str]) -> list[Pair]:
    """Which sentences and which lines belong together, in the order of gold."""
    pairs: list[Pair] = []

    def free(side: int, of: list[str]) -> list[int]:
        taken = {number for pair in pairs for number in pair[side]}
        return [number for number in range(len(of)) if number not in taken]

    def together(numbers: list[int]) -> list[list[int]]:
        blocks: list[list[int]] = []
        for number in numbers:
            if blocks and blocks[-1][-1] == number - 1:
                blocks[-1].append(number)
            else:
                blocks.append([number])
        return blocks

    def text(of: list[str], numbers: list[int]) -> str:
        return "".join(of[number] for number in numbers)

    def best_first(ours: list[list[int]], theirs: list[list[int]]) -> None:
        while True:
            found = []
            for block in ours:
                for run in theirs:
                    left, right = text(gold, block), text(lines, run)
                    if 2 * common(left, right) >= max(len(left), len(right)):
                        found.append((-common(left, right), block, run))
            if not found:
                return
            _, block, run = min(found)
            pairs.append((block, run))
            ours, theirs = [one for one in ours if one != block], [one for one in theirs if one != run]

    for sentence, one in enumerate(gold):
        alike = [line for line in free(1, lines) if lines[line] == one]
        if alike:
            pairs.append(([sentence], alike[:1]))
    best_first([[one] for one in free(0, gold)], [[one] for one in free(1, lines)])
    for side, of in ((1, lines), (0, gold)):
        for number in free(side, of):
            gains = []
            for neighbour in (number - 1, number + 1):
                for index, pair in enumerate(pairs):
                    if neighbour in pair[side]:
                        wider = sorted([*pair[side], number])
                        more = (pair[0], wider) if side else (wider, pair[1])
                        gain = common(text(gold, more[0]), text(lines, more[1]))
                        gain -= common(text(gold, pair[0]), text(lines, pair[1]))
                        gains.append((-gain, neighbour, index, more))
            if gains and -2 * min(gains)[0] >= len(of[number]):
                _, _, index, more = min(gains)
                pairs[index] = more
    best_first(together(free(0, gold)), together(free(1, lines)))
    pairs.sort()
    chains = [[pair] for pair in pairs[:1]]
    for first, second in zip(pairs, pairs[1:], strict=False):
        one, other, both = (
            common(text(gold, ours), text(lines, theirs))
            for ours, theirs in (first, second, (first[0] + second[0], first[1] + second[1]))
        )
        follows = first[0][-1] + 1 == second[0][0] and first[1][-1] + 1 == second[1][0]
        if follows and both >= one + other + 2:
            chains[-1].append(second)
        else:
            chains.append([second])
    return [(sum((one for one, _ in chain), []), sum((one for _, one in chain), [])) for chain in chains]


def broken(sentences: list[str], lines: list[str]) -> list[str]:
    """The lines of a system broken where gold has its ends, by four characters on both sides."""
    gold, system = "".join(sentences), "".join(lines)

    def around(text: str, place: int) -> str:
        return text[place - 4 : place + 4] if 4 <= place <= len(text) - 4 else ""

    ends = {sum(map(len, sentences[: number + 1])) for number in range(len(sentences))}
    at_ends = {around(gold, end) for end in ends}
    within = {around(gold, place) for place in range(len(gold)) if place not in ends}
    breaks = {sum(map(len, lines[: number + 1])) for number in range(len(lines))}
    kept = []
    for place in range(1, len(system)):
        here = around(system, place)
        if place in breaks:
            if not here or here in at_ends or here not in within:
                kept.append(place)
        elif here and here in at_ends and here not in within:
            kept.append(place)
    return [system[a:b] for a, b in zip([0, *kept], [*kept, len(system)], strict=True)]


@dataclass(frozen=True)
class Word:
    """A word of the system: its text, its places in gold (None where gold lacks one), and the sentence it counts in."""

    text: str
    places: tuple[int | None, ...]
    sentence: int
    hit: tuple[int, int] | None


@dataclass(frozen=True)
class Counted:
    """What a system wrote, and what of gold it has."""

    words: list[Word]
    places: list[int | None]
    pairs: list[Pair]
    exact: int
    omitted: int
    added: int
    replaced: int


def counted(gold: Corpus, system: Corpus) -> Counted:
    """Put a system on gold with nothing left out."""
    sentences = ["".join(one) for one in gold if one]
    lines = broken(sentences, ["".join(one) for one in system if one])
    heads = [sum(map(len, sentences[:number])) for number in range(len(sentences))]
    line_heads = [sum(map(len, lines[:number])) for number in range(len(lines))]
    places: list[int | None] = [None] * sum(map(len, lines))
    pairs = matched(sentences, lines)
    replaced = 0
    exact = 0
    for block, run in pairs:
        left, right = "".join(sentences[one] for one in block), "".join(lines[one] for one in run)
        ours, theirs = alignment(left, right)
        for i, j in zip(ours, theirs, strict=True):
            places[line_heads[run[0]] + j] = heads[block[0]] + i
        bounds = [(-1, -1), *zip(ours, theirs, strict=True), (len(left), len(right))]
        untouched = set(block)
        owner = [one for one in block for _ in sentences[one]]
        for (i, j), (i2, j2) in zip(bounds, bounds[1:], strict=False):
            replaced += min(i2 - i, j2 - j) - 1
            for place in range(i + 1, i2):
                untouched.discard(owner[place])
            if i2 == i + 1 and j2 > j + 1:
                untouched.discard(owner[max(i, 0)])
        exact += len(untouched)
    gold_spans = []
    for number, sentence in enumerate(one for one in gold if one):
        start = heads[number]
        for word in sentence:
            gold_spans.append((start, start + len(word)))
            start += len(word)

    def sentence_of(place: int) -> int:
        return max(number for number, head in enumerate(heads) if head <= max(place, 0))

    words = []
    start = 0
    for word in (word for line in system for word in line):
        own = tuple(places[start : start + len(word)])
        before = [place for place in places[: start + len(word)] if place is not None]
        whole = None not in own and all(b == a + 1 for a, b in zip(own, own[1:], strict=False))
        span = (own[0], own[-1] + 1) if whole else None
        words.append(Word(word, own, sentence_of(before[-1] if before else 0), span if span in gold_spans else None))
        start += len(word)
    aligned = sum(place is not None for place in places)
    characters = sum(map(len, sentences))
    return Counted(
        words, places, pairs, exact, characters - aligned - replaced, len(places) - aligned - replaced, replaced
    )
