"""What is drawn, and the bootstrap over it, on counts: a resample never touches text again (METHODS 4, 11)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.errors import SettingError, brief
from cwsdiag.languages import lazy
from cwsdiag.progress import staged

if TYPE_CHECKING:
    from cwsdiag.text import Counts, Floats, Places

# Sentences, but where neighbours are right and wrong together: there documents, or blocks (METHODS 11).
AUTO = "auto"
SENTENCE = "sentence"
DOCUMENT = "document"
_BLOCK = "block:"
# What sentences are held against to see whether neighbours are right and wrong together.
BLOCKS = "block:25"
# Standard errors over fewer blocks say nothing of the text (METHODS 11).
LEAST_BLOCKS = 40
# Above this factor of standard errors neighbouring sentences are right and wrong together.
NOTABLE_FACTOR = 1.2

# What there is to do where documents are to be drawn and are not known.
NO_DOCUMENTS = lazy(
    "unit 'document': it is not known where the documents of this text begin. Let the gold file say it, CoNLL-U by "
    "# newdoc, JSON lines by a field doc; or give a file with an id a line for each sentence: documents in a project, "
    "--documents on the command line."
)
_EXACT_IN_FLOAT32 = 1 << 24
_CELLS_A_BLOCK = 1 << 22


def check_settings(*, resamples: int, seed: int, unit: str = AUTO) -> None:
    """Refuse settings that make no bootstrap.

    Raises:
        SettingError: the number of resamples or the seed is out of bounds, or the unit is not understood.
    """
    whole("resamples", resamples, bounds.RESAMPLES)
    whole("seed", seed, bounds.SEED)
    if unit != AUTO:
        _block_size(unit)


def check_draw(*, seed: int, shortest: int = 1, longest: int | None = None) -> None:
    """Refuse settings by which no sentences can be drawn.

    Raises:
        SettingError: the seed, or the fewest or most characters of a sentence, is out of bounds.
    """
    whole("seed", seed, bounds.SEED)
    whole("shortest", shortest, bounds.LENGTH)
    if longest is not None:
        whole("longest", longest, bounds.LENGTH)


def random_order(count: int, *, seed: int) -> list[int]:
    """Return the places from 0 to ``count`` in a random order, the same for a seed on every machine."""
    # Python promises the same numbers of random() for a seed in every version; of sample() it does not.
    numbers = random.Random(seed)
    ranks = [numbers.random() for _place in range(count)]
    return sorted(range(count), key=ranks.__getitem__)


def unit_starts(unit: str, sentences: int, documents: Places | None = None) -> Places:
    """Return the first sentence of every unit that a resample draws and a test swaps (METHODS 11).

    Args:
        unit: ``sentence``, ``document``, or ``block:N`` for blocks of N consecutive sentences, counted from the first
            sentence of each document; the last block of each may be shorter.
        sentences: how many there are.
        documents: the first sentence of each document, rising from 0; None where that is not known: blocks then count
            from the first sentence of the text.

    Returns:
        Of shape (units,), rising from 0; empty without sentences.

    Raises:
        SettingError: the unit is not understood, or it is the document and documents are not known.
    """
    size = _block_size(unit)
    if size is None:
        if documents is None:
            raise SettingError(NO_DOCUMENTS)
        return documents
    places = np.arange(sentences, dtype=np.intp)
    starts = np.zeros(1, dtype=np.intp) if documents is None else documents
    first = np.repeat(starts, np.diff(starts, append=sentences))
    return np.flatnonzero((places - first) % size == 0)


def _block_size(unit: str) -> int | None:
    """Return how many sentences a unit has; None for documents.

    Raises:
        SettingError: the unit is not understood.
    """
    size = unit.removeprefix(_BLOCK)
    if unit in (SENTENCE, DOCUMENT):
        return 1 if unit == SENTENCE else None
    number = bounds.DRAWN.read(size) if unit.startswith(_BLOCK) and size.isascii() else None
    if number is not None:
        return number
    raise SettingError(
        lazy(
            "unit {unit!r}: write 'auto', 'sentence', 'document', or 'block:25' for blocks of 25 consecutive "
            "sentences, or of another number up to {most:,}.",
            unit=brief(unit),
            most=bounds.DRAWN.most,
        )
    )


def by_unit(counts: Counts, starts: Places) -> Counts:
    """Return counts of shape (sentences, columns) summed over units, of shape (units, columns).

    Args:
        counts: of each sentence.
        starts: what ``unit_starts`` gave for as many sentences.
    """
    return counts if len(starts) == len(counts) else np.add.reduceat(counts, starts, axis=0, dtype=np.int64)


def resample_sums(counts: Sequence[Counts | Floats], *, resamples: int, seed: int) -> list[Floats]:
    """Sum counts over resampled units, the same resamples for all of them.

    Args:
        counts: arrays of shape (units, columns), a unit as a rule a sentence, of integers or, where words weigh
            different amounts, of floats; arrays that are the same object are summed once.
        resamples: how often as many units as there are get drawn, with replacement.
        seed: of the draw; the same seed gives the same resamples for the same number of units.

    Returns:
        For each array its sums, float64 of shape (resamples, columns): of integers exact, of floats as exact as
        float64 is.
    """
    distinct = {id(array): array for array in counts}
    integers = all(np.issubdtype(array.dtype, np.integer) for array in distinct.values())
    # Sums of integers are exact in any order: large arrays need not be copied to stand beside each other. Those of
    # floats have one order, whatever else is summed beside them.
    apart = integers and sum(array.size for array in distinct.values()) > _CELLS_A_BLOCK
    stacks = list(distinct.values()) if apart else [np.concatenate(list(distinct.values()), axis=1)]
    largest = np.max([np.abs(array).max(axis=1, initial=0) for array in stacks], axis=0) if integers else None
    sums = np.empty((resamples, sum(array.shape[1] for array in stacks)))
    bounds = np.cumsum([0, *(array.shape[1] for array in stacks)])
    for rows, weights in _drawn(len(stacks[0]), resamples=resamples, seed=seed):
        dtype = np.float64 if largest is None else _exact_for(weights, largest)
        drawn = weights.astype(dtype)
        for array, first, last in zip(stacks, bounds, bounds[1:], strict=False):
            sums[rows, first:last] = np.matmul(drawn, array.astype(dtype, copy=False))
    places = np.cumsum([array.shape[1] for array in distinct.values()])[:-1]
    pieces = dict(zip(distinct, np.split(sums, places, axis=1), strict=True))
    return [pieces[id(array)] for array in counts]


def _drawn(units: int, *, resamples: int, seed: int) -> Iterator[tuple[slice, Places]]:
    """Yield how often resamples draw each unit, of shape (some resamples, units), with their places among all."""
    rng = np.random.default_rng(seed)
    block = max(1, _CELLS_A_BLOCK // max(1, units))
    for start in staged(lazy("Drawing resamples for the intervals"), range(0, resamples, block)):
        rows = min(block, resamples - start)
        drawn = rng.integers(0, max(1, units), size=(rows, units), dtype=np.int64)
        drawn += np.arange(rows, dtype=np.int64)[:, None] * units
        weights = np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units)
        del drawn
        yield slice(start, start + rows), weights


def _exact_for(weights: Places, largest: Counts) -> type[np.float32 | np.float64]:
    """Return the type of numbers in which sums of counts are exact, the faster one where it will do.

    Args:
        weights: how often resamples draw each unit.
        largest: the largest count of each unit in any column. What resamples add up of it is no less than what they add
            up of any column.
    """
    # Even if a resample repeated the largest in every place.
    surely = int(largest.max(initial=0)) * len(largest) < _EXACT_IN_FLOAT32
    exact = surely or np.matmul(weights, largest).max(initial=0) < _EXACT_IN_FLOAT32
    return np.float32 if exact else np.float64
