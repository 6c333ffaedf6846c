"""Where two texts differ, how that is said, and what is left out for it (METHODS 1)."""

from __future__ import annotations

from os.path import commonprefix
from typing import NamedTuple

import numpy as np

from cwsdiag.languages import Lazy, lazy, n_lazy
from cwsdiag.languages.visible import printable
from cwsdiag.text import Ints, Places, Segmentation, Text, codes_of, frozen

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
    where = {}
    for place in range(len(right) - _SURE, -1, -1):
        where[right[place : place + _SURE]] = place
    best: tuple[int, int] | None = None
    for place in range(len(left) - _SURE + 1):
        if best is not None and place >= sum(best):
            break
        other = where.get(left[place : place + _SURE])
        if other is not None and (best is None or place + other < sum(best)):
            best = (place, other)
    return best


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
