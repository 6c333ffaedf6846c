"""The scores of a bakeoff: what the official script counts, and the half-widths c_r and c_p [B03, METHODS 6].

Insertions, deletions and substitutions of words are counted without ``diff``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.matching import match
from cwsdiag.scores import score, share
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.matching import Match
    from cwsdiag.text import Ints, Longs


@dataclass(frozen=True, eq=False)
class Edits:
    """What separates a system from gold, by sentence.

    Attributes:
        insertions: words that the system has over and above gold's, int64 of shape (sentences,).
        deletions: gold words over and above the system's.
        substitutions: gold words with a system word in their place.
    """

    insertions: Longs
    deletions: Longs
    substitutions: Longs


def count_edits(found: Match) -> Edits:
    """Count the edits of each sentence.

    In each maximal stretch of a sentence between matched words with g gold and s system words, min(g, s) are
    substitutions; the rest are insertions (s > g) or deletions (g > s), as the official script names them. A system
    word that crosses a sentence end belongs to the sentence of its last character. What was left out for differing
    characters is nobody's edit, and ends a stretch.
    """
    gold, system = found.gold, found.system
    sentence_starts = gold.text.sentence_starts
    # A place may stand there twice. That changes nothing, and np.unique would cost an import.
    walls = np.sort(np.concatenate([sentence_starts, gold.word_starts[found.gold_hit], system.left_out[:, 0]]))
    # A word that crosses a sentence end is counted where its last character is, from the start of that sentence; one
    # that has no character of gold with the character before it.
    empty = system.word_starts == system.word_ends
    system_starts = np.maximum(system.word_starts - empty, sentence_starts[system.sentence_ids])
    missed = _by_stretch(gold.word_starts[found.gold_scored & ~found.gold_hit], walls)
    wrong = _by_stretch(system_starts[found.system_scored & ~found.system_hit], walls)
    both = np.minimum(missed, wrong)
    sentences = gold.text.sentences_at(walls)

    def by_sentence(counts: Longs) -> Longs:
        # Sums of integers under 2^53 are exact in the floats that bincount adds up.
        return frozen(np.bincount(sentences, counts, minlength=len(sentence_starts)).astype(np.int64))

    return Edits(by_sentence(wrong - both), by_sentence(missed - both), by_sentence(both))


def _by_stretch(starts: Ints, walls: Ints) -> Longs:
    """Count words by the last wall at or before their start; sentence starts are walls, so there always is one."""
    return np.bincount(np.searchsorted(walls, starts, side="right") - 1, minlength=len(walls))


@dataclass(frozen=True)
class BakeoffScore:
    """Scores of one system as a bakeoff reports them.

    Attributes:
        name: of the system.
        recall, precision, f1: of words, in [0, 1]; NaN where undefined.
        oov_rate: share of OOV words in the gold words that were compared; NaN without a dictionary.
        oov_recall, iv_recall: recall over OOV and in-vocabulary gold words; NaN without a dictionary or such words.
        c_r, c_p: half-width of the 95 % interval of recall and precision if every word were a trial of its own.
        insertions, deletions, substitutions: of words, see ``count_edits``.
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


def half_width(share: float, trials: int) -> float:
    """Return 2 √(p(1−p)/N): half the width of the 95 % interval of a share of N independent trials [B03, section 4].

    Args:
        share: p, in [0, 1].
        trials: N.

    Returns:
        A number in [0, 1]; NaN for an undefined share.
    """
    return 2 * math.sqrt(share * (1 - share) / trials) if trials else math.nan


def score_bakeoff(dataset: Dataset) -> list[BakeoffScore]:
    """Score every system of a dataset as a bakeoff does, in its order; the training data is the dictionary."""
    rows, oov = [], dataset.oov
    for system in dataset.systems:
        found = match(dataset.gold, system)
        plain, edits = score(found, oov), count_edits(found)
        oov_words = math.nan if oov is None else int((oov & found.gold_scored).sum())
        rows.append(
            BakeoffScore(
                name=plain.name,
                recall=plain.recall,
                precision=plain.precision,
                f1=plain.f1,
                oov_rate=share(oov_words, plain.gold_words),
                oov_recall=plain.oov_recall,
                iv_recall=plain.iv_recall,
                c_r=half_width(plain.recall, plain.gold_words),
                c_p=half_width(plain.precision, plain.words),
                insertions=int(edits.insertions.sum()),
                deletions=int(edits.deletions.sum()),
                substitutions=int(edits.substitutions.sum()),
                true_words=plain.gold_words,
                test_words=plain.words,
                coverage=plain.coverage,
                system_coverage=plain.system_coverage,
            )
        )
    return rows
