"""The order in which a judge sees candidates: random, and the same whenever they come back."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cwsdiag.judging.models import Candidate, Item, JudgingStudy


def shown_order(study: JudgingStudy, judge: str, item: Item) -> tuple[Candidate, ...]:
    """Return the candidates of a sentence in the order that this judge sees.

    They are sorted by a hash of seed, study, judge, sentence and candidate: an order that depends on no system's name
    or place, that another judge does not share, and that any machine finds again.
    """

    def rank(candidate: Candidate) -> bytes:
        told = "\n".join((str(study.seed), study.name, judge, str(item.number), candidate.key))
        return hashlib.sha256(told.encode()).digest()

    return tuple(sorted(item.candidates, key=rank))
