"""Two systems of a diagnosis against each other: what they differ by, and what may be said of it (METHODS 11).

Differences are the first system − the second, in the scores of METHODS 1 over all words and in F1 of every bucket, over
the gold words that are compared for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Literal

import numpy as np

from cwsdiag import scores
from cwsdiag.baselines import without_vote
from cwsdiag.diagnosis.counting import by_sentence, costs
from cwsdiag.diagnosis.diagnosis import Diagnosis
from cwsdiag.errors import SettingError
from cwsdiag.inference import LEAST_UNITS, Interval, holm, paired_intervals, standard_errors
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.resampling import AUTO, BLOCKS, LEAST_BLOCKS, NOTABLE_FACTOR, SENTENCE
from cwsdiag.swaps import Ratios, SwapTest, swap_test
from cwsdiag.text import Bools, Counts

Verdict = Literal["significant", "not significant", "too few"]

# The p-value up to which a difference is significant.
LEVEL = 0.05
# How many units must differ for a verdict, and for the difference that a test set shows in 80 % of cases: with fewer it
# shows that in 30 to 86 %.
LEAST_DIFFERING, LEAST_DETECTABLE = 6, 8
# For a power of 80 %: how many standard errors lie between 0 and a difference that is found so often, for one test at
# 0.05, and between such a difference and the bound of any test.
_ONE_TEST, _BEYOND_BOUND = 2.8, 0.84


@dataclass(frozen=True)
class Difference:
    """A score of two systems, and what they differ by; NaN where undefined.

    Attributes:
        a, b: the scores, in [0, 1].
        difference, low, high: a − b, with its paired 95 % interval; none where fewer than six units hold a word.
        p: of the test by swaps, taken by itself.
        p_adjusted: of a score over all words by Holm over the pairs compared, of a bucket by max-T over all buckets.
        p_blocks: the same as ``p_adjusted`` by swaps of blocks of 25 sentences; NaN where another unit than the
            sentence was chosen, or the text has fewer than 40 blocks.
        blocks_matter: whether a verdict needs ``p_blocks`` too, as sentences were chosen and go together.
        differing_units: units in which the counts behind the score differ.
        detectable: the difference that a test set like this one shows in four of five cases; NaN where fewer than eight
            units differ, which tells nothing of others.
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


@dataclass(frozen=True, eq=False)
class PairTest:
    """What came of the test of two outputs.

    Attributes:
        unit: what was drawn and swapped.
        swaps: the test by swaps of units.
        differences: of each column, first − second.
    """

    unit: str
    swaps: SwapTest
    differences: list[Difference]


def tested_pair(
    diagnosis: Diagnosis,
    first: Ratios,
    second: Ratios,
    *,
    factor: float,
    gold: Counts,
    holds: Bools,
    family: Bools,
    whole: Bools,
) -> PairTest:
    """Test two outputs of the text of a diagnosis, with its settings.

    Args:
        diagnosis: has the units and settings.
        first: what the scores of one are made from, by sentence; a column is a score over all words, or F1 of a bucket.
        second: the same of the other.
        factor: the block factor of the difference in F1, see ``Diagnosis.factor_of``.
        gold: gold units of each column.
        holds: for each sentence × column whether a gold or system word of the column is there.
        family: whether a column is one of those over all of which p is adjusted.
        whole: whether a column is of all words. There the differing units alone decide on a verdict; a minimum size is
            for parts of the text, OOV and IV words among them.
    """
    unit = diagnosis.unit_by(factor)
    starts, blocks = diagnosis.starts(unit), diagnosis.starts(BLOCKS)
    swaps = swap_test(first.by_unit(starts), second.by_unit(starts), family=family, seed=diagnosis.seed)
    p_blocks = np.full(len(family), np.nan)
    if diagnosis.unit in (AUTO, SENTENCE) and len(blocks) >= LEAST_BLOCKS:
        by_blocks = swaps
        if unit != BLOCKS:
            by_blocks = swap_test(first.by_unit(blocks), second.by_unit(blocks), family=family, seed=diagnosis.seed)
        p_blocks = np.where(family, by_blocks.p_adjusted, by_blocks.p)
    holding = diagnosis.held_units([holds], unit)
    large = (gold >= diagnosis.min_size) & (holding >= diagnosis.min_units)
    sums = diagnosis.resampled([*first, *second], unit)
    drawn = [scores.ratio(part, all_) for part, all_ in (sums[:2], sums[2:])]
    errors = standard_errors(drawn[0] - drawn[1])
    errors = np.where((holding >= LEAST_UNITS) & (errors > 0), errors, np.nan)
    values = [side.values() for side in (first, second)]
    intervals = paired_intervals(*values, *drawn).held_by(holding)
    bound = np.where(family, swaps.largest + _BEYOND_BOUND, _ONE_TEST)
    columns = (
        *(*values, intervals.values, intervals.low, intervals.high),
        *(swaps.p, np.where(family, swaps.p_adjusted, swaps.p), p_blocks),
        *(np.full(len(family), unit == SENTENCE and factor > NOTABLE_FACTOR), swaps.differing),
        np.where(swaps.differing >= LEAST_DETECTABLE, bound * errors, np.nan),
        (swaps.differing >= LEAST_DIFFERING) & (large | whole),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return PairTest(unit, swaps, [Difference(*row) for row in rows])


# The scores over all words, in the order of their columns; after them come the buckets.
SCORES = ("f1", "f1_no_punctuation", "precision", "recall", "oov_recall", "iv_recall")


@dataclass(frozen=True)
class BucketComparison:
    """A bucket, and what two systems differ by there.

    Attributes:
        attribute, bucket, label: which bucket.
        gold: its gold units that are compared for both.
        f1: the difference in F1.
        q: of p by Benjamini and Hochberg over all buckets; NaN where undefined.
        cost_a, cost_b: what the bucket costs each system, see ``costs``.
        same_as: attribute and index of an earlier bucket with the same words, which was tested in place of it.
    """

    attribute: str
    bucket: int
    label: str
    gold: int
    f1: Difference
    q: float
    cost_a: float
    cost_b: float
    same_as: tuple[str, int] | None = None

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
        scores: the differences in ``SCORES``.
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
    def by_punctuation_alone(self) -> bool:
        """Whether one system leads by punctuation alone (METHODS 11).

        F1 differs significantly; F1 without punctuation does not, and its interval lies within half of that difference.
        """
        f1, rest = self.scores["f1"], self.scores["f1_no_punctuation"]
        half = abs(f1.difference) / 2
        level = rest.verdict != "significant" and -half <= rest.low and rest.high <= half
        return f1.verdict == "significant" and level

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


def best_first(diagnosis: Diagnosis) -> list[str]:
    """Return the systems by F1, best first, those without one last; VOTE is none of them."""
    names = [system.name for system in without_vote(diagnosis.dataset).systems]
    return sorted(names, key=lambda name: -np.nan_to_num(diagnosis.f1[name][0], nan=-1.0))


def reported_pairs(diagnosis: Diagnosis, *, all_pairs: bool = False) -> list[tuple[str, str]]:
    """Return the pairs of systems whose aided diagnosis is told, in the order of the dataset; none with VOTE.

    Args:
        diagnosis: of the systems.
        all_pairs: every pair, of which there are 1,225 of fifty systems; otherwise those of ``ranked_pairs`` by F1,
            systems without one last: 97.
    """
    told = set(map(frozenset, ranked_pairs(best_first(diagnosis), all_pairs=all_pairs)))
    return [pair for pair in combinations(diagnosis.systems, 2) if frozenset(pair) in told]


def to_best(comparisons: Sequence[PairedComparison], score: str = "f1") -> dict[str, Difference]:
    """Return the difference in F1 of the best system to each other, by its name, from pairs as of ``ranked_pairs``.

    That is best − other, or the same in another of ``SCORES``; nothing without pairs.
    """
    return {one.b: one.scores[score] for one in comparisons if one.a == comparisons[0].a}


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
    comparisons = [_compare(diagnosis if buckets else diagnosis.overall, a, b) for a, b in pairs]
    adjusted = [dict(one.scores) for one in comparisons]
    for name in SCORES:
        p, by_blocks = (
            holm([getattr(one[name], kind) for one in adjusted]).tolist() for kind in ("p_adjusted", "p_blocks")
        )
        for one, own, of_blocks in zip(adjusted, p, by_blocks, strict=True):
            one[name] = replace(one[name], p_adjusted=own, p_blocks=of_blocks)
    return [replace(one, pairs=len(pairs), scores=own) for one, own in zip(comparisons, adjusted, strict=True)]


def _compare(diagnosis: Diagnosis, a: str, b: str) -> PairedComparison:
    """Test the scores over all words, then F1 of every bucket."""
    (first, golds), (second, _golds) = _ratios(diagnosis, a, b), _ratios(diagnosis, b, a)
    columns, holds = np.arange(len(golds)), (first.whole > 0) | (second.whole > 0)
    # Precision and recall are over all words, as F1 is.
    holds[:, 2:4] = holds[:, :1]
    factor = diagnosis.block_factor(a, b)
    tested = tested_pair(
        diagnosis,
        first,
        second,
        factor=factor,
        gold=golds,
        holds=holds,
        family=(columns >= len(SCORES)) & ~np.isin(columns + 1 - len(SCORES), list(diagnosis.doubles)),
        whole=columns < SCORES.index("oov_recall"),
    )
    by_bucket = diagnosis.counts_beside(a, b), diagnosis.counts_beside(b, a)
    cost_a, cost_b = (costs(diagnosis.attributes, *one.sums()).tolist() for one in by_bucket)
    # Among the buckets column 0 is all words, in place of the scores.
    own = zip(
        *(diagnosis.buckets, golds[len(SCORES) :].tolist(), tested.differences[len(SCORES) :]),
        *(tested.swaps.q[len(SCORES) :].tolist(), cost_a[1:], cost_b[1:]),
        strict=True,
    )
    buckets = [BucketComparison(*label, *row) for label, *row in own]
    for column, earlier in diagnosis.doubles.items():
        one = buckets[earlier - 1]
        buckets[column - 1] = replace(buckets[column - 1], f1=one.f1, q=one.q, same_as=(one.attribute, one.bucket))
    return PairedComparison(
        a=a,
        b=b,
        unit=tested.unit,
        units=len(diagnosis.starts(tested.unit)),
        swaps=tested.swaps.swaps,
        exact=tested.swaps.exact,
        pairs=1,
        tested=int(tested.swaps.family.sum()),
        block_factor=factor,
        scores=dict(zip(SCORES, tested.differences, strict=False)),
        buckets=tuple(buckets),
    )


def _ratios(diagnosis: Diagnosis, name: str, other: str) -> tuple[Ratios, Counts]:
    """Return what ``SCORES`` and F1 of each bucket are made from for a system beside another, and their gold units."""
    one, beside, oov = diagnosis.dataset.system(name), diagnosis.dataset.system(other), diagnosis.dataset.oov
    ours, matching = diagnosis.dataset.gold, match(diagnosis.dataset.gold, one, beside=(beside,))
    none = np.zeros(len(ours), dtype=np.bool_)
    kinds = [~ours.punctuation, *((none, none) if oov is None else (oov, ~oov))]
    # Gold words without punctuation, OOV and IV words; those of them that are hit; the system's without punctuation.
    words, hits, own = np.split(
        by_sentence(
            *((ours, chosen & kind) for chosen in (matching.gold_scored, matching.gold_hit) for kind in kinds),
            (one, matching.system_scored & ~one.punctuation),
        ),
        [3, 6],
        axis=1,
    )
    gold, system, matched = diagnosis.counts_beside(name, other)
    both = gold + system
    part = 2 * matched[:, :1], 2 * hits[:, :1], matched[:, [0, 0]], hits[:, 1:], 2 * matched[:, 1:]
    whole = both[:, :1], words[:, :1] + own, system[:, :1], gold[:, :1], words[:, 1:], both[:, 1:]
    golds = gold[:, :1], words[:, :1], gold[:, [0, 0]], words[:, 1:], gold[:, 1:]
    parts, wholes, units = (np.concatenate(columns, axis=1) for columns in (part, whole, golds))
    return Ratios(parts, wholes), units.sum(axis=0)
