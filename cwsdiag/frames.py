"""What views make and figures draw: frames, with their titles and what stands out in them."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import pandas as pd

# Tracks in the order they are drawn; last, systems of which none is said. To be ``translated`` where they are shown.
TRACKS: dict[str | None, str] = {"closed": lazy("closed"), "open": lazy("open"), None: lazy("track not given")}


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as plain values."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def width(text: str) -> int:
    """Return how many Latin letters wide a text is: Chinese characters take two, as in a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def written(value: float, digits: int, sign: str = "") -> str:
    """Return a number for people to read: zero without a sign, below it a minus sign, which is no hyphen.

    Args:
        value: not NaN.
        digits: decimals.
        sign: ``+`` where numbers above zero have theirs, too.
    """
    return f"{value:{sign}z.{digits}f}".replace("-", "−")


def signed(value: float, digits: int = 1) -> str:
    """Return a difference with its sign, to one decimal (or ``digits``): ``+2.1``, ``0.0``, a dash where undefined."""
    if math.isnan(value):
        return "–"
    text = written(value, digits, "+")
    return text if text.strip("+0.") else text[1:]


@dataclass(frozen=True, eq=False)
class Panel:
    """The buckets of one attribute.

    Attributes:
        key: of the attribute.
        title: its name for people.
        unit: plural of what is counted, such as ``words``.
        buckets: a row a bucket, in order, with label, tick, gold, predicted, matched, share, precision, recall, f1,
            f1_low, f1_high, named (bool: large enough to be named as worst or best). Empty where undefined.
        worst: row of the worst bucket, None where there is none.
        best: row of the best bucket, None where there is none.
        undefined: why there are no buckets, empty where there are.
        meaning: what the attribute says, shown when the pointer is on its title.
        apart: whether its scores are not to be compared with those of other panels: it has an axis of its own then.
        costliest: row of the bucket that costs most F1, None where none costs anything.
        by_character: whether its scores are those of characters.
    """

    key: str
    title: str
    unit: str
    buckets: pd.DataFrame
    worst: int | None
    best: int | None
    undefined: str
    meaning: str = ""
    apart: bool = False
    costliest: int | None = None
    by_character: bool = False

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The buckets as plain values."""
        return records(self.buckets)
