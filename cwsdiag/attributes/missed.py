"""What other segmenters make of a word: how many of a committee, and of the other systems, miss it (METHODS 8, 13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

import numpy as np

from cwsdiag.attributes.base import Attribute, Context
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.text import Floats, Segmentation, frozen

DIFFICULTY = Attribute(
    key="diff",
    label=lazy("difficulty"),
    description=lazy("Share of a committee of segmenters that gets the word wrong."),
    formula=lazy(
        "diff(w) = members that get the gold word at the last character of w wrong / members of the committee"
    ),
    unit="word",
    compute=attrgetter("difficulty"),
    needs=frozenset({"difficulty"}),
    buckets="edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
    source=lazy("Qian, Qiu and Huang 2016"),
    low_score=lazy("in easy intervals: a weakness that others do not share"),
    mean_unit=lazy("share of the committee, of words"),
)

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
        matching = match(gold, system)
        missed += matching.gold_scored & ~matching.gold_hit
        compared += matching.gold_scored
    with np.errstate(invalid="ignore"):
        return frozen(missed / compared)
