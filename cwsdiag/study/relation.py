"""Does Ψ predict U? Their rank correlation over training data, as in the paper's figure 4 [RC 4.3, METHODS 10]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.inference import holm
from cwsdiag.study.statistics import Correlation, rank_correlation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.text import Floats


@dataclass(frozen=True)
class Relation:
    """The correlation of Ψ and U over the training data for one test text, or over all pairs.

    Attributes:
        test: name of the test text; empty for all pairs pooled.
        correlation: of Ψ and U; NaN below three pairs.
        p_adjusted: its p adjusted by Holm over all of a model's.
    """

    test: str
    correlation: Correlation
    p_adjusted: float


def relations(psi: Floats, u: Floats, names: Sequence[str]) -> list[Relation]:
    """Correlate Ψ with U: for each test text over the training data, then over all pairs.

    Args:
        psi: of shape (training data, test texts); NaN where not known.
        u: of the same shape.
        names: of the datasets.

    The pooled pairs share training data and test texts, so they are not independent, and their p-value is too small.
    """
    found = [rank_correlation(psi[:, place], u[:, place]) for place in range(len(names))]
    found.append(rank_correlation(psi.ravel(), u.ravel()))
    adjusted = holm([one.p for one in found]).tolist()
    return [Relation(*row) for row in zip((*names, ""), found, adjusted, strict=True)]
