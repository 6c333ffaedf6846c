"""Where two texts differ, how that is said, and what is left out for it (METHODS 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.languages import Lazy, lazy, n_lazy
from cwsdiag.languages.visible import printable
from cwsdiag.text import codes_of, frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.text import Ints, Segmentation, Text

_SHOWN_PLACES = 3
_CONTEXT = 10
_SURE = 8  # so many equal characters in a row say that two texts run in step again
_NEAR = 64
_OFFSET_BITS = 40
_NONE = np.empty((0, 2), dtype=np.int64)


@dataclass(frozen=True)
class DifferingStretch:
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
    found: list[DifferingStretch] = []
    i = j = 0
    while True:
        run = _equal_run(a, b, i, j)
        i, j = i + run, j + run
        if i == len(a) and j == len(b):
            return found
        first = _in_step(a[i : i + 4 * _NEAR], b[j : j + 4 * _NEAR], same_length=len(a) - i == len(b) - j)
        place = None if first is None else (first, first)
        window = _NEAR
        while place is None:
            place = _first_common(gold[i : i + window], system[j : j + window])
            if place is None and i + window >= len(gold) and j + window >= len(system):
                place = len(gold) - i, len(system) - j
            window *= 4
        end, other = i + place[0], j + place[1]
        if not all(place) or max(place) > 16 * _NEAR:
            found.append(DifferingStretch(i, end, j, other))
        else:
            # Short enough for difflib to be worth it.
            from difflib import SequenceMatcher

            matcher = SequenceMatcher(None, gold[i:end], system[j:other], autojunk=False)
            for kind, i1, i2, j1, j2 in matcher.get_opcodes():
                if kind != "equal":
                    found.append(DifferingStretch(i + i1, i + i2, j + j1, j + j2))
        i, j = end, other


def _equal_run(a: NDArray[np.uint32], b: NDArray[np.uint32], i: int, j: int) -> int:
    """Return how many characters from ``a[i]`` and ``b[j]`` on agree."""
    done, step, limit = 0, 256, min(len(a) - i, len(b) - j)
    while done < limit:
        end = min(done + step, limit)
        unequal = np.flatnonzero(a[i + done : i + end] != b[j + done : j + end])
        if len(unequal):
            return done + int(unequal[0])
        done, step = end, min(step * 4, 1 << 18)
    return limit


def _in_step(a: NDArray[np.uint32], b: NDArray[np.uint32], *, same_length: bool) -> int | None:
    """Return the length of a replacement after which most characters agree at the same distance, if it is one."""
    ahead = min(len(a), len(b))
    equal = a[:ahead] == b[:ahead]
    # Two Chinese texts out of step agree in about one character of twenty.
    if ahead < _SURE or float(equal.mean()) < (0.3 if same_length else 0.6):
        return None
    return int(equal.argmax())


def _first_common(left: str, right: str) -> tuple[int, int] | None:
    """Return the nearest places at which the two have ``_SURE`` characters in common, None if there are none."""
    where: dict[str, int] = {}
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
    said = lazy(
        "{name}: its characters differ from those of the gold file {gold} "
        "({places}; {gold_characters:,} characters in gold, {characters:,} in {name}).",
        name=name,
        gold=gold.name,
        places=n_lazy("{n:,} place", "{n:,} places", len(differences)),
        gold_characters=len(gold.text.chars),
        characters=len(text.chars),
    )
    for difference in differences[:_SHOWN_PLACES]:
        said += "\n" + place_of(difference, gold.text, text.chars)
    return said + ("\n…\n" if len(differences) > _SHOWN_PLACES else "\n")


def place_of(
    difference: DifferingStretch, gold: Text, system: str, *, names: tuple[str, str] = (lazy("gold"), lazy("system"))
) -> Lazy:
    """Return where a difference is in gold, and what stands there on both sides, which have these names."""
    start = min(difference.gold_start, len(gold.chars) - 1)
    sentence = int(gold.sentences_at(np.array([start]))[0])
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


def leave_out(gold: Segmentation, text: Segmentation) -> tuple[Ints, Ints]:
    """Return the system's word ends over the gold text, and the stretches of it that are left out."""
    differences = differing_stretches(gold.text.chars, text.text.chars)
    # Starts and ends of the stretches between the differences.
    in_gold = np.array([0, *(one.gold_end for one in differences)])
    gold_ends = np.array([*(one.gold_start for one in differences), len(gold.text.chars)])
    in_system = np.array([0, *(one.system_end for one in differences)])
    system_ends = np.array([*(one.system_start for one in differences), len(text.text.chars)])
    system_places = _places(text.word_ends, in_system, system_ends)
    shared = np.intersect1d(_places(gold.word_ends, in_gold, gold_ends), system_places)
    shared_stretch, shared_position = shared >> _OFFSET_BITS, _position(shared, in_gold)
    # Difference k lies between the equal stretches k and k + 1: widen it to the shared boundaries around.
    numbers = np.arange(len(differences))
    starts = shared_position[np.searchsorted(shared_stretch, numbers, side="right") - 1]
    ends = shared_position[np.searchsorted(shared_stretch, numbers + 1, side="left")]
    # Those that overlap are one; those that are empty in gold vanish.
    starts, ends = starts[ends > starts], np.maximum.accumulate(ends[ends > starts])
    apart = np.flatnonzero(starts[1:] >= ends[:-1])
    left_out = np.column_stack([starts[np.append(0, apart + 1)], ends[np.append(apart, -1)]]) if len(starts) else _NONE
    bounds = np.unique(np.concatenate([_position(system_places, in_gold), left_out.ravel()]))
    kept = bounds[bounds > 0]
    if len(left_out):
        before = np.searchsorted(left_out[:, 0], kept, side="left") - 1
        kept = kept[(before < 0) | (kept >= left_out[np.maximum(before, 0), 1])]
    return frozen(kept.astype(np.int32)), frozen(left_out.astype(np.int32))


def _places(word_ends: Ints, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the word boundaries that touch an equal stretch, as numbers that mean the same on both sides.

    A place is the number of the equal stretch and the offset in it. A boundary where one side has nothing between two
    equal stretches is the end of the one and the start of the other, and counts as both.
    """
    bounds = np.concatenate([[0], word_ends]).astype(np.int64)
    by_start = np.searchsorted(starts, bounds, side="right") - 1
    by_end = np.minimum(np.searchsorted(ends, bounds, side="left"), len(ends) - 1)
    found = []
    for stretch in (by_start, by_end):
        touching = (starts[stretch] <= bounds) & (bounds <= ends[stretch])
        found.append((stretch[touching] << _OFFSET_BITS) + bounds[touching] - starts[stretch[touching]])
    return np.unique(np.concatenate(found))


def _position(places: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where places lie in the characters of the side whose equal stretches have these starts."""
    offsets = places & ((1 << _OFFSET_BITS) - 1)
    positions: NDArray[np.int64] = starts[places >> _OFFSET_BITS] + offsets
    return positions
