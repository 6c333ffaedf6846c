"""The attribute that the other systems at hand give: how many of them miss a word (METHODS 13)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.attributes.base import Attribute, Context
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.text import Floats, Segmentation

# Fewer systems beside those that are looked at tell nothing.
FEWEST = 2


def _unknown(_context: Context) -> Floats:
    raise AssertionError("undefined: which systems are the others is known where the dataset is")


MISSED = Attribute(
    key="miss",
    label=lazy("missed by others"),
    description=lazy("Share of the other systems that miss the gold word."),
    formula=lazy(
        "miss(w) = other systems that miss the gold word at the last character of w / other systems compared there"
    ),
    unit="word",
    compute=_unknown,
    needs=frozenset({"other systems"}),
    buckets="above-zero:2",
    source="cwsdiag",
    low_score=lazy("in words that no other system misses: a weakness that others do not share"),
    mean_unit=lazy("share of the other systems, of words"),
)


def missed_by(gold: Segmentation, others: Sequence[Segmentation]) -> Attribute:
    """Return ``MISSED``, of these other systems; undefined with fewer than two.

    Args:
        gold: the reference.
        others: over the same text. Where one is not compared it does not count; NaN where none is.
    """
    if len(others) < FEWEST:
        return MISSED
    shares = missed_shares(gold, others)
    return replace(MISSED, compute=lambda context: shares[context.gold_words], needs=frozenset())


def missed_shares(gold: Segmentation, systems: Sequence[Segmentation]) -> Floats:
    """Return for each gold word the share of systems that miss it, from 0 to 1.

    Args:
        gold: the reference.
        systems: over the same text. Where one is not compared it does not count; NaN where none is.
    """
    missed, compared = np.zeros((2, len(gold)))
    for system in systems:
        found = match(gold, system)
        missed += found.gold_scored & ~found.gold_hit
        compared += found.gold_scored
    with np.errstate(invalid="ignore"):
        return frozen(missed / compared)
