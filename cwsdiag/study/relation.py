"""Does Ψ predict U? Their rank correlation over training data, as in the paper's figure 4 [RC 4.3, METHODS 10]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.study.statistics import Correlation, rank_correlation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Relation:
    """The correlation of Ψ and U over the training data for one test text, or over all pairs.

    Attributes:
        test: name of the test text; empty for all pairs pooled.
        correlation: of Ψ and U; NaN below three pairs.
    """

    test: str
    correlation: Correlation


def relations(psi: Floats, u: Floats, names: Sequence[str]) -> list[Relation]:
    """Correlate Ψ with U: for each test text over the training data, then over all pairs.

    Args:
        psi: of shape (training data, test texts); NaN where not known.
        u: of the same shape.
        names: of the datasets.

    The pooled pairs share training data and test texts, so they are not independent, and their p-value is too small.
    """
    found = [Relation(name, rank_correlation(psi[:, place], u[:, place])) for place, name in enumerate(names)]
    return [*found, Relation("", rank_correlation(psi.ravel(), u.ravel()))]
