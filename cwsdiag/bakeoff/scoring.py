"""The scores of a bakeoff: what the official script counts, and the half-widths c_r and c_p [B03, METHODS 6]."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.bakeoff.edits import count_edits
from cwsdiag.matching import match
from cwsdiag.scores import ratio, score

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.text import Bools, Segmentation


@dataclass(frozen=True)
class BakeoffScore:
    """Scores of one system as a bakeoff reports them.

    Attributes:
        name: of the system.
        recall, precision, f1: of words, in [0, 1]; NaN where undefined.
        oov_rate: share of OOV words in the gold words that were compared; NaN without a dictionary.
        oov_recall, iv_recall: recall over OOV and in-vocabulary gold words; NaN without a dictionary or such words.
        c_r, c_p: half-width of the 95 % interval of recall and precision if every word were a trial of its own.
        insertions, deletions, substitutions: of words, see ``cwsdiag.bakeoff.edits``.
        true_words, test_words: gold and system words that were compared.
        coverage: share of the gold words that were compared.
        system_coverage: the same of the words that the system wrote.
    """

    name: str
    recall: float
    precision: float
    f1: float
    oov_rate: float
    oov_recall: float
    iv_recall: float
    c_r: float
    c_p: float
    insertions: int
    deletions: int
    substitutions: int
    true_words: int
    test_words: int
    coverage: float
    system_coverage: float


def score_bakeoff(dataset: Dataset) -> list[BakeoffScore]:
    """Score every system of a dataset as a bakeoff does, in its order; the training data is the dictionary."""
    return [_score(dataset.gold, system, dataset.oov) for system in dataset.systems]


def half_width(share: float, trials: int) -> float:
    """Return 2 √(p(1−p)/N): half the width of the 95 % interval of a share of N independent trials [B03, section 4].

    Args:
        share: p, in [0, 1].
        trials: N.

    Returns:
        A number in [0, 1]; NaN for an undefined share.
    """
    return 2 * math.sqrt(share * (1 - share) / trials) if trials else math.nan


def _score(gold: Segmentation, system: Segmentation, oov: Bools | None) -> BakeoffScore:
    found = match(gold, system)
    plain = score(found, oov)
    counted = count_edits(found)
    oov_words = math.nan if oov is None else int((oov & found.gold_scored).sum())
    return BakeoffScore(
        name=plain.name,
        recall=plain.recall,
        precision=plain.precision,
        f1=plain.f1,
        oov_rate=float(ratio(oov_words, plain.gold_words)),
        oov_recall=plain.oov_recall,
        iv_recall=plain.iv_recall,
        c_r=half_width(plain.recall, plain.gold_words),
        c_p=half_width(plain.precision, plain.words),
        insertions=int(counted.insertions.sum()),
        deletions=int(counted.deletions.sum()),
        substitutions=int(counted.substitutions.sum()),
        true_words=plain.gold_words,
        test_words=plain.words,
        coverage=plain.coverage,
        system_coverage=plain.system_coverage,
    )
