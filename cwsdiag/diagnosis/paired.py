"""Two systems of a diagnosis against each other: what they differ by, and what may be said of it (METHODS 11).

Differences are the first system − the second, in the scores of METHODS 1 over all words and in F1 of every bucket, over
the gold words that are compared for both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from cwsdiag import scores
from cwsdiag.diagnosis.costs import costs
from cwsdiag.diagnosis.counting import SystemCounts
from cwsdiag.errors import SettingError
from cwsdiag.inference import LEAST_UNITS, Interval, holm, paired_intervals, standard_errors
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.resampling import (
    BLOCKS,
    LEAST_BLOCKS,
    NOTABLE_FACTOR,
    SENTENCE,
    block_factors,
    by_unit,
    resample_sums,
    unit_starts,
)
from cwsdiag.swaps import Ratios, swap_test

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from cwsdiag.diagnosis.diagnosis import Diagnosis
    from cwsdiag.inference import Intervals
    from cwsdiag.text import Bools, Segmentation

    Floats = NDArray[np.float64]
    Ints = NDArray[np.integer]

Verdict = Literal["significant", "not significant", "too few"]

# The p-value up to which a difference is significant.
LEVEL = 0.05
# How many units must differ for a verdict.
LEAST_DIFFERING = 6
# For a power of 80 %: how many standard errors lie between 0 and a difference that is found so often, for one test at
# 0.05, and between such a difference and the bound of any test.
_ONE_TEST, _BEYOND_BOUND = 2.8, 0.84
# The scores over all words, in the order of their columns; after them come the buckets.
SCORES = ("f1", "precision", "recall", "oov_recall", "iv_recall")


@dataclass(frozen=True)
class Difference:
    """A score of two systems, and what they differ by; NaN where undefined.

    Attributes:
        a, b: the scores, in [0, 1].
        difference, low, high: a − b, with its paired 95 % interval; none where fewer than six units hold a word.
        p: of the test by swaps, taken by itself.
        p_adjusted: of a score over all words by Holm over the pairs compared, of a bucket by max-T over all buckets.
        p_blocks: the same as ``p_adjusted`` by swaps of blocks of 25 sentences; NaN where the unit is another than the
            sentence, or the text has fewer than 40 blocks.
        blocks_matter: whether a verdict needs ``p_blocks`` too.
        differing_units: units in which the counts behind the score differ.
        detectable: the difference that a test set like this one shows in four of five cases; NaN where the systems
            never differ, which tells nothing of others.
        enough: whether units and words are enough for a verdict.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    p_blocks: float
    blocks_matter: bool
    differing_units: int
    detectable: float
    enough: bool

    @property
    def interval(self) -> Interval:
        """The difference with its interval."""
        return Interval(self.difference, self.low, self.high)

    @property
    def turned(self) -> Difference:
        """The same of b − a: all that a test says holds for both."""
        there = self.interval.turned
        return replace(self, a=self.b, b=self.a, difference=there.value, low=there.low, high=there.high)

    @property
    def p_deciding(self) -> float:
        """The p-value that the verdict rests on."""
        return max(self.p_adjusted, self.p_blocks) if self.blocks_matter else self.p_adjusted

    @property
    def verdict(self) -> Verdict | None:
        """What may be said; None where the difference is undefined."""
        if np.isnan(self.difference):
            return None
        if not self.enough:
            return "too few"
        return "significant" if self.p_deciding <= LEVEL else "not significant"


@dataclass(frozen=True)
class BucketComparison:
    """A bucket, and what two systems differ by there.

    Attributes:
        attribute, bucket, label: which bucket.
        gold: its gold units that are compared for both.
        f1: the difference in F1.
        q: of p by Benjamini and Hochberg over all buckets; NaN where undefined.
        cost_a, cost_b: what the bucket costs each system, see ``costs``.
    """

    attribute: str
    bucket: int
    label: str
    gold: int
    f1: Difference
    q: float
    cost_a: float
    cost_b: float

    @property
    def turned(self) -> BucketComparison:
        """The same with the systems the other way round."""
        return replace(self, f1=self.f1.turned, cost_a=self.cost_b, cost_b=self.cost_a)


@dataclass(frozen=True)
class PairedComparison:
    """Two systems compared.

    Attributes:
        a, b: their names; differences are a − b.
        unit, units: what was drawn and swapped, and how many of them the text has.
        swaps, exact: how many swaps were looked at, and whether they are all there are of the units that differ.
        pairs: over how many pairs of systems p of the scores is adjusted.
        tested: over how many buckets p of buckets is adjusted.
        block_factor: how much larger the standard error of the difference in F1 is by blocks of 25 sentences than by
            sentences; NaN where it is not known.
        scores: differences in ``f1``, ``precision``, ``recall``, ``oov_recall`` and ``iv_recall`` over all words.
        buckets: of all defined attributes, in their order.
    """

    a: str
    b: str
    unit: str
    units: int
    swaps: int
    exact: bool
    pairs: int
    tested: int
    block_factor: float
    scores: dict[str, Difference]
    buckets: tuple[BucketComparison, ...]

    @property
    def turned(self) -> PairedComparison:
        """The same with the systems the other way round: nothing needs to be tested again."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            scores={name: score.turned for name, score in self.scores.items()},
            buckets=tuple(bucket.turned for bucket in self.buckets),
        )


def ranked_pairs(best_first: Sequence[str], *, all_pairs: bool = False) -> list[tuple[str, str]]:
    """Return the pairs of systems that are compared where several are ranked, the higher one of each first.

    Args:
        best_first: names, by rank.
        all_pairs: every pair; otherwise the best against each, then each against the next by rank. Each pair is there
            once; below two systems there is none.
    """
    if all_pairs:
        return list(combinations(best_first, 2))
    return [*((best_first[0], other) for other in best_first[1:]), *pairwise(best_first[1:])]


def to_best(found: Sequence[PairedComparison]) -> dict[str, Difference]:
    """Return the difference in F1 of the best system to each other, by its name, from pairs as of ``ranked_pairs``.

    That is best − other; nothing without pairs.
    """
    return {one.b: one.scores["f1"] for one in found if one.a == found[0].a}


def compare(diagnosis: Diagnosis, pairs: Sequence[tuple[str, str]], *, buckets: bool = True) -> list[PairedComparison]:
    """Compare pairs of systems, each a first and a second; nothing for no pairs.

    p of buckets is adjusted within each pair, p of the scores over all words by Holm over all these pairs.

    Args:
        diagnosis: of the systems.
        pairs: names.
        buckets: whether buckets are compared; without them it takes a fraction of the time, and finds the same of the
            scores (but that all swaps of what differs are tried where at most 13 units differ in a score, whatever
            differs in buckets).

    Raises:
        SettingError: there is no system of a name, or one is compared with itself.
    """
    for a, b in pairs:
        if a == b:
            raise SettingError(lazy("{name!r} cannot be compared with itself: name two systems.", name=a))
    counted = diagnosis if buckets else _without_buckets(diagnosis)
    found = [_compare(counted, a, b) for a, b in pairs]
    adjusted = {
        (name, kind): holm([getattr(one.scores[name], kind) for one in found]).tolist()
        for name in SCORES
        for kind in ("p_adjusted", "p_blocks")
    }
    return [
        replace(
            one,
            pairs=len(pairs),
            scores={
                name: replace(
                    score, p_adjusted=adjusted[name, "p_adjusted"][place], p_blocks=adjusted[name, "p_blocks"][place]
                )
                for name, score in one.scores.items()
            },
        )
        for place, one in enumerate(found)
    ]


def _without_buckets(diagnosis: Diagnosis) -> Diagnosis:
    """Return a diagnosis with the counts of all words alone."""
    counts = {
        name: SystemCounts(one.gold[:, :1], one.system[:, :1], one.matched[:, :1])
        for name, one in diagnosis.counts.items()
    }
    return replace(diagnosis, attributes=(), counts=counts)


@dataclass(frozen=True, eq=False)
class _Counts:
    """Counts of two systems for each sentence: columns are the scores over all words, then the buckets.

    Attributes:
        first, second: what each system's scores are made from.
        by_bucket: counts of each system by bucket, whose column 0 is all words.
        gold: gold units of each column.
        holds: bool for each sentence × column: a gold or system word of the column is there.
    """

    first: Ratios
    second: Ratios
    by_bucket: tuple[SystemCounts, SystemCounts]
    gold: Ints
    holds: NDArray[np.bool_]


def _compare(diagnosis: Diagnosis, a: str, b: str) -> PairedComparison:
    counts = _count(diagnosis, a, b)
    starts, seed = diagnosis.unit_starts, diagnosis.seed
    family = np.arange(len(counts.gold)) >= len(SCORES)
    test = swap_test(*_in_units(counts, starts), family=family, seed=seed)
    blocks = unit_starts(BLOCKS, len(counts.holds), diagnosis.document_starts)
    p_blocks = np.full(len(family), np.nan)
    if diagnosis.unit == SENTENCE and len(blocks) >= LEAST_BLOCKS:
        by_blocks = swap_test(*_in_units(counts, blocks), family=family, seed=seed)
        p_blocks = np.where(family, by_blocks.p_adjusted, by_blocks.p)
    holding = np.logical_or.reduceat(counts.holds, starts, axis=0).sum(axis=0)
    enough = (
        (test.differing >= LEAST_DIFFERING) & (counts.gold >= diagnosis.min_size) & (holding >= diagnosis.min_units)
    )
    # A minimum size is for parts of the text, OOV and IV words among them: for all words the differing units decide.
    enough[:3] = test.differing[:3] >= LEAST_DIFFERING
    intervals, errors = _resampled(diagnosis, counts, holding)
    factor = _block_factor(diagnosis, counts, errors)
    first, second = counts.first.values(), counts.second.values()
    bounds = np.where(family, test.largest + _BEYOND_BOUND, _ONE_TEST)

    def difference(column: int) -> Difference:
        interval = intervals[column]
        return Difference(
            a=float(first[column]),
            b=float(second[column]),
            difference=interval.value,
            low=interval.low,
            high=interval.high,
            p=float(test.p[column]),
            p_adjusted=float((test.p_adjusted if family[column] else test.p)[column]),
            p_blocks=float(p_blocks[column]),
            blocks_matter=diagnosis.unit == SENTENCE and factor > NOTABLE_FACTOR,
            differing_units=int(test.differing[column]),
            detectable=float(bounds[column] * errors[column]),
            enough=bool(enough[column]),
        )

    return PairedComparison(
        a=a,
        b=b,
        unit=diagnosis.unit,
        units=len(starts),
        swaps=test.swaps,
        exact=test.exact,
        pairs=1,
        tested=int(test.family.sum()),
        block_factor=factor,
        scores={name: difference(column) for column, name in enumerate(SCORES)},
        buckets=tuple(_buckets(diagnosis, counts, difference, test.q)),
    )


def _buckets(
    diagnosis: Diagnosis, counts: _Counts, difference: Callable[[int], Difference], q: Floats
) -> Iterator[BucketComparison]:
    cost_a, cost_b = (
        costs(diagnosis.attributes, *(array.sum(axis=0) for array in (one.gold, one.system, one.matched)))
        for one in counts.by_bucket
    )
    for bucketed in diagnosis.attributes:
        if bucketed.buckets is None:
            continue
        first = diagnosis.columns(bucketed.attribute.key).start
        for bucket, label in enumerate(bucketed.buckets.labels):
            # Among the buckets column 0 is all words, in place of the scores.
            column = first + bucket + len(SCORES) - 1
            yield BucketComparison(
                attribute=bucketed.attribute.key,
                bucket=bucket,
                label=label,
                gold=int(counts.gold[column]),
                f1=difference(column),
                q=float(q[column]),
                cost_a=float(cost_a[first + bucket]),
                cost_b=float(cost_b[first + bucket]),
            )


def _resampled(diagnosis: Diagnosis, counts: _Counts, holding: Ints) -> tuple[Intervals, Floats]:
    """Return the paired interval and the bootstrap standard error of the difference in each column."""
    sides = _in_units(counts, diagnosis.unit_starts)
    sums = resample_sums(
        [array for side in sides for array in (side.part, side.whole)],
        resamples=diagnosis.resamples,
        seed=diagnosis.seed,
    )
    first, second = (scores.ratio(part, whole) for part, whole in (sums[:2], sums[2:]))
    told = holding >= LEAST_UNITS
    errors = standard_errors(first - second)
    intervals = paired_intervals(sides[0].values(), sides[1].values(), first, second).held_by(holding)
    return intervals, np.where(told & (errors > 0), errors, np.nan)


def _block_factor(diagnosis: Diagnosis, counts: _Counts, errors: Floats) -> float:
    arrays = [array[:, :1] for side in (counts.first, counts.second) for array in (side.part, side.whole)]
    factors = block_factors(
        arrays,
        lambda part, whole, other_part, other_whole: scores.ratio(part, whole) - scores.ratio(other_part, other_whole),
        resamples=diagnosis.resamples,
        seed=diagnosis.seed,
        documents=diagnosis.document_starts,
        by_sentences=errors[:1] if diagnosis.unit == SENTENCE else None,
    )
    return float(factors[0])


def _in_units(counts: _Counts, starts: NDArray[np.intp]) -> tuple[Ratios, Ratios]:
    first, second = (
        Ratios(by_unit(side.part, starts), by_unit(side.whole, starts)) for side in (counts.first, counts.second)
    )
    return first, second


def _count(diagnosis: Diagnosis, a: str, b: str) -> _Counts:
    first, second = (diagnosis.dataset.system(name) for name in (a, b))
    by_bucket = diagnosis.counts_beside(a, b), diagnosis.counts_beside(b, a)
    known, *hits = _by_vocabulary(diagnosis, first, second)
    ratios = [_ratios(one, known, hit) for one, hit in zip(by_bucket, hits, strict=True)]
    gold, holds = by_bucket[0].gold, by_bucket[0].holds() | by_bucket[1].holds()
    return _Counts(
        first=ratios[0],
        second=ratios[1],
        by_bucket=by_bucket,
        gold=np.concatenate([gold[:, [0, 0, 0]], known, gold[:, 1:]], axis=1).sum(axis=0),
        holds=np.concatenate([holds[:, [0, 0, 0]], known > 0, holds[:, 1:]], axis=1),
    )


def _ratios(counts: SystemCounts, known: Ints, hits: Ints) -> Ratios:
    matched, words = 2 * counts.matched, counts.gold + counts.system
    part: list[Ints] = [matched[:, :1], counts.matched[:, [0, 0]], hits, matched[:, 1:]]
    whole: list[Ints] = [words[:, :1], counts.system[:, :1], counts.gold[:, :1], known, words[:, 1:]]
    return Ratios(np.concatenate(part, axis=1), np.concatenate(whole, axis=1))


def _by_vocabulary(diagnosis: Diagnosis, first: Segmentation, second: Segmentation) -> tuple[Ints, Ints, Ints]:
    """Return gold words of each sentence that are OOV and that are not, and those that each system gets right.

    Each of shape (sentences, 2), 0 without training data.
    """
    gold, oov = diagnosis.dataset.gold, diagnosis.dataset.oov
    sentences = len(gold.text.sentence_ends)
    compared = first.covered(gold.word_starts) & second.covered(gold.word_starts)
    kinds = [] if oov is None else [oov, ~oov]

    def tally(counted: Bools) -> Ints:
        columns = [np.bincount(gold.sentence_ids[counted & kind], minlength=sentences) for kind in kinds]
        return np.stack(columns, axis=1) if columns else np.zeros((sentences, 2), dtype=np.int64)

    of_first, of_second = (tally(match(gold, one).gold_hit & compared) for one in (first, second))
    return tally(compared), of_first, of_second
