"""What every weight file is refused for, and how messages name a gold word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import FormatError, shown
from cwsdiag.languages import Lazy, lazy

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.text import Floats, Segmentation


# ``float`` takes more for a number than people write: 0_1, infinity, digits of other scripts.
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def decimal(text: str) -> float:
    """Return the number that a text is in ASCII digits, with a point and an exponent or without; NaN for others."""
    return float(text) if _DECIMAL.fullmatch(text.strip()) else float("nan")


def place_of(gold: Segmentation, word: int) -> Lazy:
    """Return a gold word as messages name it: its sentence and its place there, both from 1, and its characters."""
    sentence = int(gold.sentence_ids[word])
    first = int(np.searchsorted(gold.sentence_ids, sentence))
    return lazy(
        "sentence {sentence}, word {word} ({characters})",
        sentence=sentence + 1,
        word=word - first + 1,
        characters=shown(gold.surfaces()[word]),
    )


def refuse_values(values: Floats, place: Callable[[int], str]) -> None:
    """Refuse values outside [0, 1].

    Args:
        values: d, NaN where there is no number.
        place: says of an index where that value stands, and what stands there.

    Raises:
        FormatError: there is one; the first is named.
    """
    bad = np.flatnonzero(~((values >= 0) & (values <= 1)))
    if len(bad):
        found = place(int(bad[0]))
        raise FormatError(
            lazy(
                "{found} (and {more:,} more): a difficulty is a number from 0 to 1. Fix it, or make the file again.",
                found=found,
                more=len(bad) - 1,
            )
            if len(bad) > 1
            else lazy(
                "{found}: a difficulty is a number from 0 to 1. Fix it, or make the file again.",
                found=found,
            )
        )
