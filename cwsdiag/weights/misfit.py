"""What every weight file is refused for, and how messages name a gold word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import FormatError, shown
from cwsdiag.languages import Lazy, lazy

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.text import Segmentation
    from cwsdiag.weights.model import Values


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


def refuse_values(values: Values, place: Callable[[int], str]) -> None:
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
