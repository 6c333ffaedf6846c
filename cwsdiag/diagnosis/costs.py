"""What each bucket costs a system in F1: where work on it would pay (METHODS 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag import scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.text import Counts, Floats


def costs(
    attributes: Sequence[BucketedAttribute], gold: Counts | Floats, system: Counts | Floats, matched: Counts | Floats
) -> Floats:
    """Return the cost of each bucket: what F1 over everything would gain if the bucket were as good as the others.

    (gold + system units of the bucket) / (those of the text) × (F1 of the other buckets of its attribute, taken
    together − F1 of the bucket), as a fraction of 1; below 0 where the bucket is better than the others. Buckets of
    characters cost in F1 of characters. Buckets of different attributes hold the same words: their costs do not add up.

    Args:
        attributes: as ``count`` got them.
        gold: gold units, of shape (…, columns), the columns those of ``SystemCounts``.
        system: system units, of the same shape.
        matched: those matched.

    Returns:
        Of the same shape; NaN in column 0, where F1 of the bucket is undefined, and where that of the others is.
    """
    part, whole = 2 * np.asarray(matched, dtype=np.float64), np.asarray(gold, dtype=np.float64) + system
    found = np.full(whole.shape, np.nan)
    start = 1
    for bucketed in attributes:
        columns = slice(start, start + bucketed.size)
        start = columns.stop
        parts, wholes = part[..., columns], whole[..., columns]
        all_parts, all_wholes = parts.sum(axis=-1, keepdims=True), wholes.sum(axis=-1, keepdims=True)
        text = whole[..., :1] if bucketed.attribute.unit == "word" else all_wholes
        behind = scores.ratio(all_parts - parts, all_wholes - wholes) - scores.ratio(parts, wholes)
        found[..., columns] = scores.ratio(wholes, text) * behind
    return found
