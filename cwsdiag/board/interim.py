"""What is said of a submission while gold is private and the task not closed, so that scores do not tell gold.

Five scores to three decimals, and of a task that holds sentences back of the others alone.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.matching import match
from cwsdiag.resampling import drawn_order
from cwsdiag.scores import score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.dataset import Dataset
    from cwsdiag.text import Bools

# The scores that are said, and to how many decimals.
FIGURES = (
    "bakeoff.recall",
    "bakeoff.precision",
    "bakeoff.f1",
    "bakeoff.oov_recall",
    "bakeoff.iv_recall",
)
DECIMALS = 3
# Over less of the words than this nothing is said: a few words that are left over would be known one by one.
KEPT = 0.95


def said(scores: Mapping[str, float]) -> dict[str, float]:
    """Return what is said of scores until a task closes: those of ``FIGURES``, rounded; NaN stays.

    All are NaN where more words were left out than ``KEPT`` leaves, for characters that differ.

    Args:
        scores: all of a submission, or those of ``interim_scores``.
    """
    enough = min(scores.get("bakeoff.coverage", 1.0), scores.get("fidelity.system_coverage", 1.0)) >= KEPT
    return {name: round(scores[name], DECIMALS) if enough else math.nan for name in FIGURES if name in scores}


def held_back(sentences: int, share: float, seed: int) -> Bools:
    """Return for each sentence whether it counts only after closing; at least one does, and at least one does not.

    Args:
        sentences: how many there are, at least 2.
        share: of them that is held back, between 0 and 1.
        seed: of the draw.
    """
    wanted = min(max(round(share * sentences), 1), sentences - 1)
    held = np.zeros(sentences, dtype=np.bool_)
    held[drawn_order(sentences, seed=seed)[:wanted]] = True
    return held


def interim_scores(dataset: Dataset, held: Bools) -> dict[str, dict[str, float]]:
    """Return the scores of each system over the sentences that are not held back, not rounded; by ``FIGURES``.

    All are NaN where ``said`` would say none of the whole text. A system word that crosses a sentence end belongs to
    the sentence of its last character.

    Args:
        dataset: of the whole text.
        held: for each sentence whether it is held back.
    """
    found: dict[str, dict[str, float]] = {}
    for system in dataset.systems:
        whole = match(dataset.gold, system)
        gold, words = ~held[dataset.gold.sentence_ids], ~held[system.sentence_ids]
        rest = replace(
            whole,
            gold_hit=whole.gold_hit & gold,
            gold_scored=whole.gold_scored & gold,
            system_hit=whole.system_hit & words,
            system_scored=whole.system_scored & words,
        )
        scores = score(rest, dataset.oov)
        # Coverage of the whole text: that of the rest would tell how many words are held back.
        of_all = score(whole, dataset.oov)
        enough = min(of_all.coverage, of_all.system_coverage) >= KEPT
        found[system.name] = {name: getattr(scores, name.partition(".")[2]) if enough else math.nan for name in FIGURES}
    return found
