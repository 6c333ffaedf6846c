"""The attribute that a committee of segmenters gives: how many of them get a word wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.attributes.base import Attribute, Context
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from cwsdiag.text import Floats


def difficulty(context: Context) -> Floats:
    """Return for each word the difficulty of the gold word that covers its last character."""
    return context.difficulty


DIFFICULTY_ATTRIBUTES = (
    Attribute(
        key="diff",
        label=lazy("difficulty"),
        description=lazy("Share of a committee of segmenters that gets the word wrong."),
        formula=lazy(
            "diff(w) = members that get the gold word at the last character of w wrong / members of the committee"
        ),
        unit="word",
        compute=difficulty,
        needs=frozenset({"difficulty"}),
        buckets="edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
        source=lazy("Qian, Qiu and Huang 2016"),
        low_score=lazy("in easy intervals: a weakness that others do not share"),
        mean_unit=lazy("share of the committee, of words"),
    ),
)
