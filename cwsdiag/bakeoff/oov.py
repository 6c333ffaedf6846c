"""OOV recall of systems with intervals: how they do on words that their training data has not [B03, section 5.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.diagnosis.counting import by_sentence
from cwsdiag.inference import ratio_interval
from cwsdiag.matching import match
from cwsdiag.resampling import by_unit

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.inference import Interval


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
    dataset, gold, oov = diagnosis.dataset, diagnosis.dataset.gold, diagnosis.dataset.oov
    if oov is None or not dataset.systems:
        return []
    matches = [match(gold, system) for system in dataset.systems]
    counts = [by_sentence((gold, oov & one.gold_hit), (gold, oov & one.gold_scored)) for one in matches]
    units = [diagnosis.unit_of(name) for name in diagnosis.systems]
    # Together: drawing is most of the work.
    drawn = {unit: diagnosis.resampled(counts, unit) for unit in dict.fromkeys(units)}
    recalls = []
    for place, (name, unit) in enumerate(zip(diagnosis.systems, units, strict=True)):
        found, words = map(int, counts[place].sum(axis=0))
        recall = ratio_interval(by_unit(counts[place], diagnosis.starts(unit)), drawn[unit][place])
        recalls.append(OovRecall(name, words, found, recall))
    return recalls
