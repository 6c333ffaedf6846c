"""The share of other systems that miss each gold word, by plain loops (METHODS 13)."""

import math
from collections.abc import Collection, Sequence

from .words import Corpus, Span, outside, spans


def shares(gold: Corpus, others: Sequence[tuple[Collection[Span], Sequence[Span]]]) -> list[float]:
    """Of each gold word the share of the others that miss it; of each its spans, and the stretches it leaves out."""
    found = []
    for span in spans(gold):
        missed = compared = 0
        for theirs, skipped in others:
            if outside(span, skipped):
                compared += 1
                missed += span not in theirs
        found.append(missed / compared if compared else math.nan)
    return found
