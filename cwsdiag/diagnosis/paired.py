"""Two systems of a diagnosis against each other: what they differ by, and what may be said of it (METHODS 11).

Differences are the first system − the second, in the scores of METHODS 1 over all words and in F1 of every bucket, over
the gold words that are compared for both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.diagnosis.costs import costs
from cwsdiag.diagnosis.counting import SystemCounts
from cwsdiag.diagnosis.testing import LEAST_DIFFERING as LEAST_DIFFERING
from cwsdiag.diagnosis.testing import LEVEL as LEVEL
from cwsdiag.diagnosis.testing import Difference as Difference
from cwsdiag.diagnosis.testing import PairCounts, tested_pair
from cwsdiag.diagnosis.testing import Verdict as Verdict
from cwsdiag.errors import SettingError
from cwsdiag.inference import holm
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.swaps import Ratios

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.diagnosis.diagnosis import Diagnosis
    from cwsdiag.diagnosis.testing import PairTest
    from cwsdiag.text import Bools, Counts, Segmentation

# The scores over all words, in the order of their columns; after them come the buckets.
SCORES = ("f1", "precision", "recall", "oov_recall", "iv_recall")


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


def told_pairs(diagnosis: Diagnosis, *, all_pairs: bool = False) -> list[tuple[str, str]]:
    """Return the pairs of systems whose aided diagnosis is told, in the order of the dataset.

    Args:
        diagnosis: of the systems.
        all_pairs: every pair, of which there are 1,225 of fifty systems; otherwise those of ``ranked_pairs`` by F1,
            systems without one last: 97.
    """
    f1 = {name: float(values[0]) for name, values in diagnosis.f1.items()}
    best_first = sorted(f1, key=lambda name: np.inf if np.isnan(f1[name]) else -f1[name])
    told = {frozenset(pair) for pair in ranked_pairs(best_first, all_pairs=all_pairs)} if f1 else set()
    return [pair for pair in combinations(diagnosis.systems, 2) if frozenset(pair) in told]


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


def _compare(diagnosis: Diagnosis, a: str, b: str) -> PairedComparison:
    by_bucket = diagnosis.counts_beside(a, b), diagnosis.counts_beside(b, a)
    counts = _count(diagnosis, a, b, by_bucket)
    tested = tested_pair(diagnosis, counts)
    return PairedComparison(
        a=a,
        b=b,
        unit=diagnosis.unit,
        units=len(diagnosis.unit_starts),
        swaps=tested.swaps.swaps,
        exact=tested.swaps.exact,
        pairs=1,
        tested=int(tested.swaps.family.sum()),
        block_factor=tested.block_factor,
        scores={name: tested.difference(column) for column, name in enumerate(SCORES)},
        buckets=tuple(_buckets(diagnosis, by_bucket, tested)),
    )


def _buckets(
    diagnosis: Diagnosis, by_bucket: tuple[SystemCounts, SystemCounts], tested: PairTest
) -> Iterator[BucketComparison]:
    cost_a, cost_b = (
        costs(diagnosis.attributes, *(array.sum(axis=0) for array in (one.gold, one.system, one.matched)))
        for one in by_bucket
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
                gold=int(tested.counts.gold[column]),
                f1=tested.difference(column),
                q=float(tested.swaps.q[column]),
                cost_a=float(cost_a[first + bucket]),
                cost_b=float(cost_b[first + bucket]),
            )


def _count(diagnosis: Diagnosis, a: str, b: str, by_bucket: tuple[SystemCounts, SystemCounts]) -> PairCounts:
    """Return what both are tested on: the scores over all words, then F1 of every bucket."""
    first, second = (diagnosis.dataset.system(name) for name in (a, b))
    known, *hits = _by_vocabulary(diagnosis, first, second)
    ratios = [_ratios(one, known, hit) for one, hit in zip(by_bucket, hits, strict=True)]
    gold, holds = by_bucket[0].gold, by_bucket[0].holds() | by_bucket[1].holds()
    columns = np.arange(len(SCORES) + gold.shape[1] - 1)
    return PairCounts(
        first=ratios[0],
        second=ratios[1],
        gold=np.concatenate([gold[:, [0, 0, 0]], known, gold[:, 1:]], axis=1).sum(axis=0),
        holds=np.concatenate([holds[:, [0, 0, 0]], known > 0, holds[:, 1:]], axis=1),
        family=columns >= len(SCORES),
        whole=columns < SCORES.index("oov_recall"),
    )


def _ratios(counts: SystemCounts, known: Counts, hits: Counts) -> Ratios:
    matched, words = 2 * counts.matched, counts.gold + counts.system
    part: list[Counts] = [matched[:, :1], counts.matched[:, [0, 0]], hits, matched[:, 1:]]
    whole: list[Counts] = [words[:, :1], counts.system[:, :1], counts.gold[:, :1], known, words[:, 1:]]
    return Ratios(np.concatenate(part, axis=1), np.concatenate(whole, axis=1))


def _by_vocabulary(diagnosis: Diagnosis, first: Segmentation, second: Segmentation) -> tuple[Counts, Counts, Counts]:
    """Return gold words of each sentence that are OOV and that are not, and those that each system gets right.

    Each of shape (sentences, 2), 0 without training data.
    """
    gold, oov = diagnosis.dataset.gold, diagnosis.dataset.oov
    sentences = len(gold.text.sentence_ends)
    compared = first.covered(gold.word_starts) & second.covered(gold.word_starts)
    kinds = [] if oov is None else [oov, ~oov]

    def tally(counted: Bools) -> Counts:
        columns = [np.bincount(gold.sentence_ids[counted & kind], minlength=sentences) for kind in kinds]
        return np.stack(columns, axis=1) if columns else np.zeros((sentences, 2), dtype=np.int64)

    of_first, of_second = (tally(match(gold, one).gold_hit & compared) for one in (first, second))
    return tally(compared), of_first, of_second
