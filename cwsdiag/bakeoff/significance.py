"""Which systems differ: the bakeoff's own rule, and beside it a paired bootstrap over sentences [B03, METHODS 6].

The bakeoff takes every word for a trial of its own. Words of a sentence are right or wrong together, so its intervals
are too narrow, by half or more on real files; but it also compares two systems as if they had been run on different
texts, where the bootstrap looks at the same sentences for both. Either rule may find a difference that the other
does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag import scores
from cwsdiag.bakeoff.scoring import score_bakeoff
from cwsdiag.inference import paired_intervals
from cwsdiag.matching import match
from cwsdiag.resampling import check_settings, resample_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.bakeoff.scoring import BakeoffScore
    from cwsdiag.dataset import Dataset
    from cwsdiag.inference import Interval
    from cwsdiag.text import Bools, Segmentation

    # Recall, precision and F1 in each resample.
    _Scores = NDArray[np.float64]

RESAMPLES = 1000
SEED = 0


@dataclass(frozen=True)
class BakeoffPair:
    """Two systems and what their bakeoff scores differ by, ``first`` − ``second``.

    Attributes:
        first, second: names, in the order of the dataset.
        by_recall, by_precision: whether the bakeoff's intervals are apart, |r1 − r2| > c_r1 + c_r2 and the same for
            precision; False where undefined.
        recall, precision, f1: the differences, with their intervals from the paired bootstrap.
    """

    first: str
    second: str
    by_recall: bool
    by_precision: bool
    recall: Interval
    precision: Interval
    f1: Interval

    @property
    def differ(self) -> bool:
        """Whether the two differ as the bakeoff has it: in recall or in precision."""
        return self.by_recall or self.by_precision


def differences(dataset: Dataset, *, resamples: int = RESAMPLES, seed: int = SEED) -> list[BakeoffPair]:
    """Compare every two systems of a dataset; nothing for fewer than two.

    Args:
        dataset: gold and systems.
        resamples: how often as many sentences as there are get drawn, with replacement; the same for all systems.
        seed: of the draw.

    Raises:
        SettingError: fewer than one resample, or a negative seed.
    """
    check_settings(resamples=resamples, seed=seed)
    rows = score_bakeoff(dataset)
    if len(rows) < 2:
        return []
    counts = [_by_sentence(dataset.gold, system) for system in dataset.systems]
    drawn = [_resampled(sums) for sums in resample_sums(counts, resamples=resamples, seed=seed)]
    return [
        _pair(rows[first], rows[second], drawn[first], drawn[second])
        for first, second in combinations(range(len(rows)), 2)
    ]


def _by_sentence(gold: Segmentation, system: Segmentation) -> NDArray[np.int64]:
    """Return gold, system and matched words of each sentence, of shape (sentences, 3)."""
    found = match(gold, system)

    def tally(ids: NDArray[np.int32], counted: Bools) -> NDArray[np.int64]:
        return np.bincount(ids[counted], minlength=len(gold.text.sentence_ends))

    columns = [
        tally(gold.sentence_ids, found.gold_scored),
        tally(system.sentence_ids, found.system_scored),
        tally(gold.sentence_ids, found.gold_hit),
    ]
    return np.stack(columns, axis=1)


def _pair(a: BakeoffScore, b: BakeoffScore, a_drawn: _Scores, b_drawn: _Scores) -> BakeoffPair:
    first, second = ((one.recall, one.precision, one.f1) for one in (a, b))
    recall, precision, f1 = paired_intervals(first, second, a_drawn, b_drawn)
    return BakeoffPair(
        first=a.name,
        second=b.name,
        by_recall=abs(a.recall - b.recall) > a.c_r + b.c_r,
        by_precision=abs(a.precision - b.precision) > a.c_p + b.c_p,
        recall=recall,
        precision=precision,
        f1=f1,
    )


def _resampled(sums: NDArray[np.float64]) -> _Scores:
    """Return recall, precision and F1 in each resample, of shape (resamples, 3)."""
    gold, system, matched = sums.T
    recall, precision = scores.recall(gold=gold, matched=matched), scores.precision(system=system, matched=matched)
    return np.stack([recall, precision, scores.f1(gold=gold, system=system, matched=matched)], axis=1)
