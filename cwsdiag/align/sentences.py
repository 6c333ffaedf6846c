"""Which lines of a system are which sentences of gold, and which characters of the two are the same (METHODS 1).

Lines are taken for sentences by what stands in them and not by their order. Of their characters as many are the same
as can be, the earliest in gold among equals: the longest common subsequence, by vectors of bits that Python's integers
hold: exact, and fast enough for whole files. Where texts differ, how that is said, and what is left out for it stands
here too.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, product
from operator import itemgetter
from os.path import commonprefix
from typing import NamedTuple

import numpy as np

from cwsdiag.languages import Lazy, lazy, n_lazy
from cwsdiag.languages.visible import printable
from cwsdiag.text import Ints, Places, Segmentation, Text, codes_of, frozen

# Only with so many sentences is a line compared: with those that share most of what few sentences have, at least half
# as much as the first of them, and with those that stand where it stands. Where there are no more, with all of them.
_FEW = 20
# The sides of a pair.
_GOLD, _LINES = 0, 1
# The table of a pair takes a bit for each two characters: 60 MB for two strings of 22,000.
_LARGEST_TABLE = 500_000_000

Aligned = tuple[list[int], list[int]]


class SentencePair(NamedTuple):
    """Sentences of gold, and the lines of a system that are taken for them.

    Attributes:
        gold: the first sentence, and the one after the last.
        lines: the first line, and the one after the last.
    """

    gold: tuple[int, int]
    lines: tuple[int, int]


def match_sentences(gold: Sequence[str], lines: Sequence[str]) -> list[SentencePair]:
    """Match the lines of a system with the sentences of gold.

    1. A line with the characters of a sentence is that sentence; the n-th such line is the n-th such sentence.
    2. Of the others, those are matched that have at least half the characters of the longer of the two in common, in
       order: the pair with most of them first; among equals the earliest in gold, then the earliest line.
    3. A line that is left, next to a matched one, is joined with it where that aligns at least half of its characters
       more; so is a sentence that is left, next to a matched one.
    4. What still is left and stands together is joined, lines and sentences, and matched as in 2.
    5. Neighbours that are matched with neighbours, in this order, are joined where that aligns at least two characters
       more.

    Args:
        gold: its sentences, none of them empty.
        lines: those of the system, none of them empty.

    Returns:
        The pairs in the order of gold. A sentence or a line is in one pair at most.
    """
    where: dict[str, deque[int]] = defaultdict(deque)
    for number, line in enumerate(lines):
        where[line].append(number)
    pairs = []
    for sentence, text in enumerate(gold):
        if where[text]:
            line_number = where[text].popleft()
            pairs.append(SentencePair((sentence, sentence + 1), (line_number, line_number + 1)))
    placed = {pair.lines[0]: pair.gold[0] for pair in pairs}
    pairs += _alike(_left(pairs, gold, _GOLD), _left(pairs, lines, _LINES), placed)
    pairs = _joined(pairs, gold, lines)
    blocks, runs = _left(pairs, gold, _GOLD, together=True), _left(pairs, lines, _LINES, together=True)
    pairs += _alike(blocks, runs, {})
    return _chained(sorted(pairs, key=lambda pair: pair.gold), gold, lines)


class _Stretch(NamedTuple):
    """Neighbouring sentences or lines: the first, the one after the last, and their characters."""

    first: int
    end: int
    text: str


def _left(pairs: Iterable[SentencePair], texts: Sequence[str], side: int, *, together: bool = False) -> list[_Stretch]:
    """Return what is in no pair: each by itself, or neighbours ``together``."""
    taken = {number for pair in pairs for number in range(*pair[side])}
    spans: list[tuple[int, int]] = []
    for number in range(len(texts)):
        if number not in taken:
            first = spans.pop()[0] if together and spans and spans[-1][1] == number else number
            spans.append((first, number + 1))
    return [_Stretch(first, end, "".join(texts[first:end])) for first, end in spans]


def _alike(gold: Sequence[_Stretch], lines: Sequence[_Stretch], placed: dict[int, int]) -> list[SentencePair]:
    """Match by most characters in common; see step 2 of ``match_sentences``."""
    sizes = [len(line.text) for line in lines]
    if not sizes:
        return []
    # Of another length than all lines: that they are not alike need not be looked at.
    gold = [block for block in gold if min(sizes) <= 2 * len(block.text) and len(block.text) <= 2 * max(sizes)]
    scored = []
    for block, run in _candidates(gold, lines, placed):
        ours, theirs = gold[block].text, lines[run].text
        longer = max(len(ours), len(theirs))
        if 2 * min(len(ours), len(theirs)) < longer:
            continue
        common = count_aligned(ours, theirs)
        if 2 * common >= longer:
            scored.append((-common, block, run))
    pairs = []
    used: tuple[set[int], set[int]] = (set(), set())
    for _common, block, run in sorted(scored):
        if block not in used[0] and run not in used[1]:
            used[0].add(block)
            used[1].add(run)
            pairs.append(SentencePair((gold[block].first, gold[block].end), (lines[run].first, lines[run].end)))
    return pairs


def _candidates(
    gold: Sequence[_Stretch], lines: Sequence[_Stretch], placed: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """Yield which blocks of gold and of the system are worth comparing, each pair once."""
    if len(gold) <= _FEW:
        yield from product(range(len(gold)), range(len(lines)))
        return
    # Characters and pairs of characters that few blocks have, and which have each.
    owners: dict[str, list[int]] = defaultdict(list)
    for index, block in enumerate(gold):
        for feature in _features(block.text):
            owners[feature].append(index)
    few = {feature: indices for feature, indices in owners.items() if len(indices) <= _FEW}
    by_sentence = {block.first: index for index, block in enumerate(gold)}
    for run, block in enumerate(lines):
        shared = Counter(chain.from_iterable(few.get(feature, ()) for feature in _features(block.text)))
        counts = sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:_FEW]
        most = [index for index, count in counts if 2 * count >= counts[0][1]]
        # Which would stand here, by the matched lines next to it.
        beside = [placed.get(block.first - 1, -2) + 1, placed.get(block.end, 0) - 1]
        most += [by_sentence[sentence] for sentence in beside if sentence in by_sentence]
        yield from ((one, run) for one in dict.fromkeys(most))


def _features(text: str) -> set[str]:
    return {*text, *map("".join, pairwise(text))}


def _common(pair: SentencePair, gold: Sequence[str], lines: Sequence[str]) -> int:
    return count_aligned("".join(gold[slice(*pair.gold)]), "".join(lines[slice(*pair.lines)]))


def _chained(pairs: Sequence[SentencePair], gold: Sequence[str], lines: Sequence[str]) -> list[SentencePair]:
    """Join pairs over whose border characters align; see step 5 of ``match_sentences``."""
    chained = [*pairs[:1]]
    # Each two neighbours are looked at by themselves, so that long chains cost no more than short ones.
    for before, pair in pairwise(pairs):
        beside = (before.gold[1], before.lines[1]) == (pair.gold[0], pair.lines[0])
        if beside and _common(_over(before, pair), gold, lines) >= 2 + sum(
            _common(one, gold, lines) for one in (before, pair)
        ):
            chained[-1] = _over(chained[-1], pair)
        else:
            chained.append(pair)
    return chained


def _over(first: SentencePair, last: SentencePair) -> SentencePair:
    return SentencePair((first.gold[0], last.gold[1]), (first.lines[0], last.lines[1]))


def _joined(pairs: Sequence[SentencePair], gold: Sequence[str], lines: Sequence[str]) -> list[SentencePair]:
    """Join what is left with a matched neighbour; see step 3 of ``match_sentences``."""
    # The pair that each sentence of gold is in, and each line.
    known: tuple[dict[int, SentencePair], dict[int, SentencePair]] = ({}, {})

    def keep(pair: SentencePair) -> None:
        for by_number, numbers in zip(known, pair, strict=True):
            by_number.update(dict.fromkeys(range(*numbers), pair))

    for pair in pairs:
        keep(pair)
    for side, texts in ((_LINES, lines), (_GOLD, gold)):
        for block in _left(pairs, texts, side):
            wider: list[tuple[int, SentencePair]] = []
            for pair in filter(None, (known[side].get(block.first - 1), known[side].get(block.end))):
                first, end = pair[side]
                span = min(first, block.first), max(end, block.end)
                more = SentencePair(span, pair.lines) if side == _GOLD else SentencePair(pair.gold, span)
                wider.append((_common(more, gold, lines) - _common(pair, gold, lines), more))
            gain, best = max(wider, key=itemgetter(0), default=(0, None))
            if best is not None and 2 * gain >= len(block.text):
                keep(best)
    return list(dict.fromkeys(pair for _sentence, pair in sorted(known[_GOLD].items())))


def aligned(gold: str, system: str) -> Aligned:
    """Align two strings.

    Args:
        gold: one string, which may be empty.
        system: the other, which may be empty too.

    Returns:
        The places in gold and in the system of the characters that are aligned, both rising and equally long: as many
        as possible, of all such alignments the one whose places in gold are the earliest, from the first on, and then
        those in the system. Strings whose table would be too large are cut first where they differ, see
        ``differing_stretches``, and their pieces aligned in this way; of a piece that still is too large nothing is.
    """
    same = equal_run(gold, system)
    in_gold, in_system = list(range(same)), list(range(same))
    for i, j, left, right in _pieces(gold, system, same):
        ours, theirs = _longest(left, right)
        in_gold += [i + place for place in ours]
        in_system += [j + place for place in theirs]
    return in_gold, in_system


def count_aligned(gold: str, system: str) -> int:
    """Return how many characters ``aligned`` aligns."""
    if len(gold) * len(system) > _LARGEST_TABLE:
        return len(aligned(gold, system)[0])
    before = equal_run(gold, system)
    gold, system = gold[before:], system[before:]
    after = equal_run(gold[::-1], system[::-1])
    rows = _rows(gold[: len(gold) - after], system[: len(system) - after])
    return before + after + rows[0].bit_count()


def _rows(gold: str, system: str) -> list[int]:
    """Return a row of bits for each place of the system, from the whole of it to nothing.

    Bit k of row j is set where the character of gold that has k others after it makes one aligned character more:
    the bits of the lowest n places are as many as can be aligned of gold's last n characters with ``system[j:]``.
    """
    where: dict[str, int] = {}
    for place, char in enumerate(reversed(gold)):
        where[char] = where.get(char, 0) | 1 << place
    full = (1 << len(gold)) - 1
    unset = full
    rows = [0] * (len(system) + 1)
    for j in range(len(system) - 1, -1, -1):
        here = where.get(system[j])
        if here is not None:
            met = unset & here
            unset = ((unset + met) | (unset - met)) & full
        rows[j] = unset ^ full
    return rows


def _longest(gold: str, system: str) -> Aligned:
    """Align two strings whose table is small enough."""
    if gold == system:
        return list(range(len(gold))), list(range(len(gold)))
    if len(gold) * len(system) > _LARGEST_TABLE:
        return [], []
    ours: list[int] = []
    theirs: list[int] = []
    rows = _rows(gold, system)
    i = j = 0
    left = rows[0].bit_count()
    while left:
        place = system.find(gold[i], j)
        if place >= 0:
            # Bits of the characters of gold after this one.
            after = (1 << (len(gold) - i - 1)) - 1
            if place == j or (rows[place + 1] & after).bit_count() == left - 1:
                ours.append(i)
                theirs.append(place)
                j = place + 1
                left -= 1
        i += 1
    return ours, theirs


def _pieces(gold: str, system: str, start: int) -> Iterator[tuple[int, int, str, str]]:
    """Yield what is to be aligned from a place on, with the places where each piece begins."""
    if (len(gold) - start) * (len(system) - start) <= _LARGEST_TABLE:
        yield start, start, gold[start:], system[start:]
        return
    i = j = start
    for gold_start, gold_end, system_start, system_end in differing_stretches(gold[start:], system[start:]):
        # The stretch that is equal, then the one that differs.
        for end, other in ((gold_start, system_start), (gold_end, system_end)):
            yield i, j, gold[i : start + end], system[j : start + other]
            i, j = start + end, start + other
    yield i, j, gold[i:], system[j:]


_SHOWN_PLACES = 3
_CONTEXT = 10
_SURE = 8  # so many equal characters in a row say that two texts run in step again
_NEAR = 64
_BITS = 32  # of the place in the system, in a number for both


class DifferingStretch(NamedTuple):
    """A stretch where the characters differ: gold has [gold_start, gold_end), the system its own stretch."""

    gold_start: int
    gold_end: int
    system_start: int
    system_end: int


def differing_stretches(gold: str, system: str) -> list[DifferingStretch]:
    """Return where two texts differ, in order; stretches in between are equal character by character.

    Replacements, insertions and deletions are found near each other's place; after a large piece that only one side
    has, the texts find together again where eight characters in a row agree.
    """
    a, b = codes_of(gold), codes_of(system)
    stretches: list[DifferingStretch] = []
    i = j = 0
    while True:
        run = equal_run(gold, system, i, j)
        i, j = i + run, j + run
        if i == len(gold) and j == len(system):
            return stretches
        place, window = None, _NEAR
        # After a replacement most characters agree at the same distance; of texts out of step one of twenty.
        ahead = min(len(gold) - i, len(system) - j, 4 * _NEAR)
        equal = a[i : i + ahead] == b[j : j + ahead]
        least = 0.3 if len(gold) - i == len(system) - j else 0.6
        if ahead >= _SURE and equal.mean() >= least:
            place = (int(equal.argmax()),) * 2
        while place is None:
            place = _first_common(gold[i : i + window], system[j : j + window])
            if place is None and i + window >= len(gold) and j + window >= len(system):
                place = len(gold) - i, len(system) - j
            window *= 4
        end, other = i + place[0], j + place[1]
        if not all(place) or max(place) > 16 * _NEAR:
            stretches.append(DifferingStretch(i, end, j, other))
        else:
            # Short enough for difflib to be worth it.
            from difflib import SequenceMatcher

            matcher = SequenceMatcher(None, gold[i:end], system[j:other], autojunk=False)
            for kind, i1, i2, j1, j2 in matcher.get_opcodes():
                if kind != "equal":
                    stretches.append(DifferingStretch(i + i1, i + i2, j + j1, j + j2))
        i, j = end, other


def equal_run(gold: str, system: str, i: int = 0, j: int = 0) -> int:
    """Return how many characters of two texts agree, from these places on."""
    run, step = 0, 64
    while (ours := gold[i + run : i + run + step]) == (theirs := system[j + run : j + run + step]) and ours:
        run, step = run + len(ours), min(4 * step, 4096)
    return run + len(commonprefix([ours, theirs]))


def _first_common(left: str, right: str) -> tuple[int, int] | None:
    """Return the nearest places at which the two have ``_SURE`` characters in common, None if there are none."""
    where = {right[place : place + _SURE]: place for place in range(len(right) - _SURE, -1, -1)}
    runs = (left[place : place + _SURE] for place in range(len(left) - _SURE + 1))
    return min(((place, where[run]) for place, run in enumerate(runs) if run in where), key=sum, default=None)


def describe(gold: Segmentation, name: str, text: Text) -> str:
    """Return that a system's characters differ from gold's, and where they first do."""
    differences = differing_stretches(gold.text.chars, text.chars)
    message = lazy(
        "{name}: its characters differ from those of the gold file {gold} "
        "({places}; {gold_characters:,} characters in gold, {characters:,} in {name}).",
        name=name,
        gold=gold.name,
        places=n_lazy("{n:,} place", "{n:,} places", len(differences)),
        gold_characters=len(gold.text.chars),
        characters=len(text.chars),
    )
    for difference in differences[:_SHOWN_PLACES]:
        message += "\n" + place_of(difference, gold.text, text.chars)
    return message + ("\n…\n" if len(differences) > _SHOWN_PLACES else "\n")


def place_of(
    difference: DifferingStretch, gold: Text, system: str, *, names: tuple[str, str] = (lazy("gold"), lazy("system"))
) -> Lazy:
    """Return where a difference is in gold, and what stands there on both sides, which have these names."""
    start = min(difference.gold_start, len(gold.chars) - 1)
    sentence = int(gold.char_sentences[start])
    offset = difference.gold_start - int(gold.sentence_starts[sentence])
    return lazy(
        "sentence {sentence:,}, character {character:,}: {gold} {in_gold}, {system} {in_system}",
        sentence=sentence + 1,
        character=offset + 1,
        gold=names[0],
        in_gold=_excerpt(gold.chars, difference.gold_start, difference.gold_end),
        system=names[1],
        in_system=_excerpt(system, difference.system_start, difference.system_end),
    )


def _excerpt(chars: str, start: int, end: int) -> str:
    middle = chars[start:end] if end - start <= 2 * _CONTEXT else chars[start : start + _CONTEXT] + "…"
    before, after = chars[max(0, start - _CONTEXT) : start], chars[end : end + _CONTEXT]
    return printable(before) + "[" + (printable(middle) if middle else lazy("nothing")) + "]" + printable(after)


def leave_out(gold: Segmentation, text: Segmentation) -> tuple[Ints, Places, Ints]:
    """Return the ends of a system's words over the gold text, which words they are, and the stretches left out of it.

    Each stretch is a word, too, and none of the system's: -1.
    """
    differences = np.array(differing_stretches(gold.text.chars, text.text.chars))
    # Of the equal stretches between the differences, in gold and in the system.
    starts = np.vstack([(0, 0), differences[:, [1, 3]]]).T
    ends = np.vstack([differences[:, [0, 2]], (len(gold.text.chars), len(text.text.chars))]).T
    # The system's word boundaries that touch an equal stretch, by gold's place and their own in one number, in the
    # order of the text. Where the system has nothing between two equal stretches, a boundary is the end of the one and
    # the start of the other, and counts as both.
    bounds = np.append(0, text.word_ends)
    stretch = np.append(np.searchsorted(starts[1], bounds, side="right") - 1, np.searchsorted(ends[1], bounds))
    bounds = np.tile(bounds, 2)
    touching = (starts[1, stretch] <= bounds) & (bounds <= ends[1, stretch])
    in_gold = bounds + (starts[0] - starts[1])[stretch]
    theirs = np.unique(((in_gold << _BITS) + bounds)[touching])
    bounds = theirs >> _BITS
    shared = theirs[np.isin(bounds, np.append(0, gold.word_ends))]
    # A difference lies before the equal stretch of its number: widen it to the shared boundaries around.
    after = np.searchsorted(shared, (starts[0, 1:] << _BITS) + starts[1, 1:])
    left_out: list[tuple[int, int]] = []
    for start, end in (shared[np.column_stack([after - 1, after])] >> _BITS).tolist():
        if left_out and start < left_out[-1][1]:
            start, end = left_out[-1][0], max(left_out.pop()[1], end)
        # Those that are empty in gold vanish.
        left_out += [(start, end)] if start < end else []
    stretches = np.array(left_out, np.int32).reshape(-1, 2)
    outside = np.searchsorted(stretches.ravel(), bounds) % 2 == 0
    rest = np.union1d(bounds[outside], stretches)
    rest = rest[rest > 0]
    # A word ends in an equal stretch, or with it: what is added behind belongs to no place of gold.
    equal = np.searchsorted(ends[0], rest)
    places = rest + (starts[1] - starts[0])[equal]
    words = np.where(np.isin(rest, stretches[:, 1]), -1, np.searchsorted(text.word_ends, places))
    return frozen(rest.astype(np.int32)), words, frozen(stretches)
