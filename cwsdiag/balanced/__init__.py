"""Balanced scores: what a system gets right, weighed by how hard it is [PM, METHODS 8].

``balance`` counts once for a dataset with difficulties; scores, intervals, differences and the committee's own error
are read from its result. ``rankings``, ``halves`` and ``accuracy_by_difficulty`` look at it from further sides.
"""

from cwsdiag.balanced.halves import Halves, HalvesTest, halves
from cwsdiag.balanced.intervals import INTERVAL_LABELS, accuracy_by_difficulty, group_shares, read_idioms, word_groups
from cwsdiag.balanced.pairs import BalancedPair
from cwsdiag.balanced.ranking import Mover, Place, Swap, rankings, swaps
from cwsdiag.balanced.result import Balanced, CommitteeError, balance
from cwsdiag.balanced.scoring import BalancedScore, score_balanced

__all__ = [
    "INTERVAL_LABELS",
    "Balanced",
    "BalancedPair",
    "BalancedScore",
    "CommitteeError",
    "Halves",
    "HalvesTest",
    "Mover",
    "Place",
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
