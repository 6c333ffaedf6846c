"""OOV recall of systems with intervals: how they do on words that their training data has not [B03, section 5.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.inference import score_intervals
from cwsdiag.matching import match
from cwsdiag.resampling import by_unit, resample_sums
from cwsdiag.scores import ratio

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.inference import Interval
    from cwsdiag.text import Bools, Segmentation


@dataclass(frozen=True)
class OovRecall:
    """How one system does on OOV words.

    Attributes:
        name: of the system.
        words: OOV gold words that were compared.
        found: of these, those that the system has.
        recall: found / words, with its interval from the bootstrap over units; none where fewer than six of them hold
            an OOV word, undefined where there is no such word.
    """

    name: str
    words: int
    found: int
    recall: Interval


def oov_recalls(diagnosis: Diagnosis) -> list[OovRecall]:
    """Return OOV recall of all systems, in the order of the dataset; nothing without training data.

    Args:
        diagnosis: of the dataset; its units are drawn, with its seed, the same for all systems.
    """
    oov = diagnosis.dataset.oov
    return [] if oov is None else [_recall(diagnosis, system, oov) for system in diagnosis.dataset.systems]


def _recall(diagnosis: Diagnosis, system: Segmentation, oov: Bools) -> OovRecall:
    gold = diagnosis.dataset.gold
    agreed = match(gold, system)
    sentences = len(gold.text.sentence_ends)
    counted = (oov & agreed.gold_scored, oov & agreed.gold_hit)
    counts = np.stack([np.bincount(gold.sentence_ids[kind], minlength=sentences) for kind in counted], axis=1)
    units = by_unit(counts, diagnosis.unit_starts)
    words, found = map(int, units.sum(axis=0))
    (sums,) = resample_sums([units], resamples=diagnosis.resamples, seed=diagnosis.seed)
    resampled = ratio(sums[:, 1], sums[:, 0])[:, None]
    intervals = score_intervals([ratio(found, words)], resampled, int((units[:, 0] > 0).sum()))
    return OovRecall(system.name, words, found, intervals[0])
