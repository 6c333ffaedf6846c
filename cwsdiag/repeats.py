"""What is done several times over: runs of one model, seeds of a curve (METHODS 8, 11)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Repeated:
    """A score of several runs; NaN where one of them is undefined, or there is none.

    Attributes:
        mean: over the runs.
        sd: standard deviation over them, n − 1 below; NaN for a single run.
        low, high: the range: the lowest and the highest of them.
        runs: how many.
    """

    mean: float
    sd: float
    low: float
    high: float
    runs: int


def repeated(values: Iterable[float]) -> Repeated:
    """Return what a score is over several runs."""
    every = list(map(float, values))
    if not every or any(map(math.isnan, every)):
        return Repeated(math.nan, math.nan, math.nan, math.nan, len(every))
    # Few results are of several runs: the others do without this import.
    from statistics import mean

    # Not a mean of sums in floats: that of equal values can differ from them in the last place.
    middle = mean(every)
    squares = math.fsum((value - middle) ** 2 for value in every)
    sd = math.sqrt(squares / (len(every) - 1)) if len(every) > 1 else math.nan
    return Repeated(middle, sd, min(every), max(every), len(every))
