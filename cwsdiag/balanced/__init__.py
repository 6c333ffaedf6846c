"""Balanced scores: what a system gets right, weighed by how hard it is [PM, METHODS 8].

``balance`` counts once for a dataset with difficulties; scores, intervals, differences and the committee's own error
are read from its result. ``rankings``, ``halves`` and ``accuracy_by_difficulty`` look at it from further sides.
"""

from cwsdiag.balanced.ranking import (
    INTERVAL_LABELS,
    Halves,
    HalvesTest,
    Mover,
    Rank,
    Swap,
    accuracy_by_difficulty,
    group_shares,
    halves,
    rankings,
    read_idioms,
    swaps,
    word_groups,
)
from cwsdiag.balanced.scoring import Balanced, BalancedPair, BalancedScore, CommitteeError, balance, score_balanced

__all__ = [
    "INTERVAL_LABELS",
    "Balanced",
    "BalancedPair",
    "BalancedScore",
    "CommitteeError",
    "Halves",
    "HalvesTest",
    "Mover",
    "Rank",
    "Swap",
    "accuracy_by_difficulty",
    "balance",
    "group_shares",
    "halves",
    "rankings",
    "read_idioms",
    "score_balanced",
    "swaps",
    "word_groups",
]
