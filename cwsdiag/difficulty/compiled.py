"""The loops that numba compiles: Viterbi over valid tags, and the updates of the perceptron.

All of them stand in this file; see ``compiled`` for why.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cwsdiag.scan.loops import compiled
from cwsdiag.text import Ints

Floats = NDArray[np.float32]
Offsets = NDArray[np.int64]
Tags = NDArray[np.int8]

_B, _M, _E, _S = range(4)
# The two tags that may stand before each: E or S before B and S, B or M before M and E.
_BEFORE = ((_E, _S), (_B, _M), (_B, _M), (_E, _S))
# A score that no path can make up for.
_NEVER = -1e300


@compiled
def _best_tags(
    ids: Ints,
    start: int,
    end: int,
    columns: int,
    emissions: Floats,
    transitions: Floats,
    scores: NDArray[np.float64],
    before: Tags,
    tags: Tags,
) -> None:
    """Write the best valid tags of one sentence: a B or M goes on to M or E, an E or S to B or S.

    Of equally good sequences it is the one that is first in the order B M E S, compared from the last tag backwards.
    """
    for place in range(end - start):
        b = m = e = s = 0.0
        for column in range(columns):
            feature = ids[start + place, column]
            if feature >= 0:
                b += emissions[feature, _B]
                m += emissions[feature, _M]
                e += emissions[feature, _E]
                s += emissions[feature, _S]
        scores[place, _B], scores[place, _M], scores[place, _E], scores[place, _S] = b, m, e, s
        if place == 0:
            scores[0, _M] = scores[0, _E] = _NEVER
            continue
        for tag in range(4):
            one, other = _BEFORE[tag]
            through_one = scores[place - 1, one] + transitions[one, tag]
            through_other = scores[place - 1, other] + transitions[other, tag]
            before[place, tag] = one if through_one >= through_other else other
            scores[place, tag] += max(through_one, through_other)
    place = end - start - 1
    tag = _E if scores[place, _E] >= scores[place, _S] else _S
    while place >= 0:
        tags[start + place] = tag
        tag = before[place, tag]
        place -= 1


@compiled
def _space(starts: Offsets, ends: Offsets) -> tuple[NDArray[np.float64], Tags]:
    """Return room for the scores, and for the best tags before, of the longest sentence."""
    longest = np.append(ends - starts, 1).max()
    return np.empty((longest, 4)), np.zeros((longest, 4), dtype=np.int8)


@compiled
def write_tags(
    ids: Ints, starts: Offsets, ends: Offsets, columns: int, emissions: Floats, transitions: Floats, tags: Tags
) -> None:
    """Write the best valid tags of all sentences into ``tags``."""
    scores, before = _space(starts, ends)
    for sentence in range(len(ends)):
        _best_tags(ids, starts[sentence], ends[sentence], columns, emissions, transitions, scores, before, tags)


@compiled
def renumber(
    ids: Ints, starts: Offsets, ends: Offsets, chosen: Offsets, numbers: NDArray[np.int32], compact: Ints, known: Ints
) -> int:
    """Number the features of some sentences from 0, in order of appearance.

    ``ids``, ``starts`` and ``ends`` are the whole text, ``chosen`` the indices of some sentences, ``numbers`` is -1 for
    every feature and becomes its new number where it gets one. ``compact`` is filled with the new ids of the characters
    of these sentences, as many columns as it has; ``known`` with the features that got a number, in order of it.

    Returns:
        How many those are.
    """
    count = 0
    row = 0
    for sentence in chosen:
        for place in range(starts[sentence], ends[sentence]):
            for column in range(compact.shape[1]):
                feature = ids[place, column]
                if numbers[feature] < 0:
                    numbers[feature] = count
                    known[count] = feature
                    count += 1
                compact[row, column] = numbers[feature]
            row += 1
    return count


@compiled
def update(
    ids: Ints,
    starts: Offsets,
    ends: Offsets,
    tags: Tags,
    order: Offsets,
    emissions: Floats,
    transitions: Floats,
    late_emissions: NDArray[np.float64],
    late_transitions: NDArray[np.float64],
    step: float,
) -> None:
    """Go through sentences once, and learn from each whose best tags are wrong.

    ``ids``, ``starts``, ``ends`` and ``tags`` are the sentences with their right tags; ``order`` is that in which they
    come. The rest begins as zeros: ``emissions``, of shape (features, 4), and ``transitions``, of shape (4, 4), become
    the last weights, which are whole numbers and exact up to 2^24. Each ``late`` twin, float64, becomes the sum of all
    changes, each times the number of steps before it: this over the number of all steps is by how much the last weight
    is above the mean. ``step`` is how many steps were taken in passes before this.
    """
    scores, before = _space(starts, ends)
    answer = np.empty(len(tags), dtype=np.int8)
    for sentence in order:
        start, end = starts[sentence], ends[sentence]
        _best_tags(ids, start, end, ids.shape[1], emissions, transitions, scores, before, answer)
        for place in range(start, end):
            right, wrong = tags[place], answer[place]
            if right != wrong:
                for column in range(ids.shape[1]):
                    feature = ids[place, column]
                    emissions[feature, right] += 1
                    emissions[feature, wrong] -= 1
                    late_emissions[feature, right] += step
                    late_emissions[feature, wrong] -= step
            if place > start and (right != wrong or tags[place - 1] != answer[place - 1]):
                transitions[tags[place - 1], right] += 1
                transitions[answer[place - 1], wrong] -= 1
                late_transitions[tags[place - 1], right] += step
                late_transitions[answer[place - 1], wrong] -= step
        step += 1
