"""OOV recall of systems with intervals: how they do on words that their training data has not [B03, section 5.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.inference import score_intervals
from cwsdiag.matching import match
from cwsdiag.resampling import by_unit
from cwsdiag.scores import ratio

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.inference import Interval
    from cwsdiag.text import Bools, Counts, Floats, Places, Segmentation


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
        diagnosis: of the dataset; the units of each system are drawn, with its seed.
    """
    dataset = diagnosis.dataset
    if dataset.oov is None or not dataset.systems:
        return []
    names = [system.name for system in dataset.systems]
    counts = [_counts(dataset.gold, one, dataset.oov) for one in dataset.systems]
    units = [diagnosis.unit_of(name) for name in names]
    # Together: drawing is most of the work.
    drawn = {unit: diagnosis.resampled(counts, unit) for unit in dict.fromkeys(units)}
    return [
        _recall(name, by_unit(counts[place], diagnosis.starts(unit)), drawn[unit][place])
        for place, (name, unit) in enumerate(zip(names, units, strict=True))
    ]


def _counts(gold: Segmentation, system: Segmentation, oov: Bools) -> Places:
    """Return the OOV words of each sentence, and those that are found, of shape (sentences, 2)."""
    agreed = match(gold, system)
    sentences = len(gold.text.sentence_ends)
    counted = (oov & agreed.gold_scored, oov & agreed.gold_hit)
    return np.stack([np.bincount(gold.sentence_ids[kind], minlength=sentences) for kind in counted], axis=1)


def _recall(name: str, units: Counts, sums: Floats) -> OovRecall:
    words, found = map(int, units.sum(axis=0))
    resampled = ratio(sums[:, 1], sums[:, 0])[:, None]
    intervals = score_intervals([ratio(found, words)], resampled, int((units[:, 0] > 0).sum()))
    return OovRecall(name, words, found, intervals[0])
