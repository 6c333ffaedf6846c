"""From one version of a system to the next: what F1 gained, and which gold words were won and lost (METHODS 11).

Versions are the systems of a diagnosis, in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.diagnosis.testing import Difference, PairCounts, tested_pair
from cwsdiag.errors import SettingError
from cwsdiag.inference import holm
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.swaps import Ratios
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.diagnosis.counting import SystemCounts
    from cwsdiag.diagnosis.diagnosis import Diagnosis
    from cwsdiag.text import Bools

# Attribute and bucket of the gold words that are looked at; None for all words.
Part = tuple[str, int] | None


@dataclass(frozen=True, eq=False)
class Step:
    """From one version to the next, over the gold words of a part that are compared for both.

    Attributes:
        before, after: names of the versions.
        difference: F1 after − F1 before, tested; p adjusted by Holm over all steps.
        compared: how many gold words.
        won: the gold words, by their places, that are right after and were wrong before; rising.
        lost: those that are wrong after and were right before.
    """

    before: str
    after: str
    difference: Difference
    compared: int
    won: NDArray[np.intp]
    lost: NDArray[np.intp]


def steps(diagnosis: Diagnosis, part: Part = None) -> list[Step]:
    """Return what came with each version after the first; nothing for fewer than two.

    Args:
        diagnosis: of the versions, the oldest first.
        part: the bucket that is looked at, of an attribute of words.

    Raises:
        SettingError: the diagnosis has no such bucket, or it holds characters.
    """
    inside = _inside(diagnosis, part)
    found = [_step(diagnosis, before, after, part, inside) for before, after in pairwise(diagnosis.systems)]
    plain, blocks = (
        holm([getattr(step.difference, kind) for step in found]).tolist() for kind in ("p_adjusted", "p_blocks")
    )
    return [
        replace(step, difference=replace(step.difference, p_adjusted=p, p_blocks=p_blocks))
        for step, p, p_blocks in zip(found, plain, blocks, strict=True)
    ]


def column_of(diagnosis: Diagnosis, part: Part) -> int:
    """Return the column of ``Diagnosis.counts`` that holds a part.

    Raises:
        SettingError: there is none.
    """
    if part is None:
        return 0
    key, bucket = part
    columns = diagnosis.columns(key)
    if not 0 <= bucket < columns.stop - columns.start:
        raise SettingError(lazy("{key} has no bucket {bucket} here.", key=key, bucket=bucket))
    column: int = columns.start + bucket
    return column


def _inside(diagnosis: Diagnosis, part: Part) -> Bools:
    """Return for each gold word whether it is in the part."""
    if part is None:
        return np.ones(len(diagnosis.dataset.gold), dtype=np.bool_)
    column_of(diagnosis, part)
    key, bucket = part
    bucketed = diagnosis.attribute(key)
    if bucketed.attribute.unit != "word":
        raise SettingError(lazy("{key} is an attribute of characters: choose one of words.", key=key))
    inside: Bools = bucketed.index == bucket
    return inside


def _step(diagnosis: Diagnosis, before: str, after: str, part: Part, inside: Bools) -> Step:
    gold, old, new = (diagnosis.dataset.gold, *map(diagnosis.dataset.system, (before, after)))
    had, has = match(gold, old, beside=new), match(gold, new, beside=old)
    return Step(
        before,
        after,
        _difference(diagnosis, before, after, part),
        compared=int((inside & has.gold_scored).sum()),
        won=frozen(np.flatnonzero(inside & has.gold_hit & ~had.gold_hit)),
        lost=frozen(np.flatnonzero(inside & had.gold_hit & ~has.gold_hit)),
    )


def _difference(diagnosis: Diagnosis, before: str, after: str, part: Part) -> Difference:
    column = column_of(diagnosis, part)
    new, old = diagnosis.counts_beside(after, before), diagnosis.counts_beside(before, after)
    counts = PairCounts(
        first=_ratios(new, column),
        second=_ratios(old, column),
        gold=new.gold[:, [column]].sum(axis=0),
        holds=(new.holds() | old.holds())[:, [column]],
        family=np.zeros(1, dtype=np.bool_),
        whole=np.array([part is None]),
    )
    return tested_pair(diagnosis, counts).difference(0)


def _ratios(counts: SystemCounts, column: int) -> Ratios:
    gold, system, matched = (one[:, [column]].astype(np.int64) for one in (counts.gold, counts.system, counts.matched))
    return Ratios(2 * matched, gold + system)
