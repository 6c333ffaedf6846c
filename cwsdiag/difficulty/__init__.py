"""How hard each word is, learnt from a committee of segmenters, and scores that weigh words by it [PM, METHODS 8].

Importing it loads neither numba nor joblib: they come with the first segmenter that is learnt.
"""

from __future__ import annotations

from cwsdiag.difficulty.committees import (
    Committee,
    CommitteeSettings,
    Member,
    committee,
    draw,
    growth,
    half_correlations,
    mean_change,
    member_scores,
)
from cwsdiag.difficulty.learners import LEARNERS, Crf, Learner, Perceptron, learner_of
from cwsdiag.difficulty.segmenter import (
    CURVE_SEEDS,
    Segmenter,
    curve_seeds,
    digest_of,
    learn_segmenter,
    learning_curve,
    read_training_text,
    train_segmenter,
    train_segmenters,
)
from cwsdiag.difficulty.store import cache_folder
from cwsdiag.difficulty.templates import TEMPLATES, Template
from cwsdiag.errors import Cancelled

__all__ = [
    "CURVE_SEEDS",
    "LEARNERS",
    "TEMPLATES",
    "Cancelled",
    "Committee",
    "CommitteeSettings",
    "Crf",
    "Learner",
    "Member",
    "Perceptron",
    "Segmenter",
    "Template",
    "cache_folder",
    "committee",
    "curve_seeds",
    "digest_of",
    "draw",
    "growth",
    "half_correlations",
    "learn_segmenter",
    "learner_of",
    "learning_curve",
    "mean_change",
    "member_scores",
    "read_training_text",
    "train_segmenter",
    "train_segmenters",
]
