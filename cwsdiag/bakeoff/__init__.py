"""Scores as the bakeoffs of SIGHAN count them, and which systems differ by them [B03, METHODS 6]."""

from __future__ import annotations

from cwsdiag.bakeoff.oov import OovRecall, oov_recalls
from cwsdiag.bakeoff.scoring import BakeoffScore, Edits, count_edits, score_bakeoff
from cwsdiag.bakeoff.significance import RESAMPLES, SEED, BakeoffPair, differences, track_pairs, verdicts

__all__ = [
    "RESAMPLES",
    "SEED",
    "BakeoffPair",
    "BakeoffScore",
    "Edits",
    "OovRecall",
    "count_edits",
    "differences",
    "oov_recalls",
    "score_bakeoff",
    "track_pairs",
    "verdicts",
]
