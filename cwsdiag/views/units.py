"""What resamples draw, as people read it, and what is said where sentences are too small a unit (METHODS 11)."""

from __future__ import annotations

from typing import Literal

from cwsdiag.languages import _, lazy
from cwsdiag.resampling import BLOCKS, NOTABLE_FACTOR, SENTENCE
from cwsdiag.views.wording import number

# What can be chosen on pages, by the notation of ``resampling.unit_starts``.
UNITS_DRAWN = {SENTENCE: lazy("sentences"), BLOCKS: lazy("blocks of 25 sentences")}


def block_remark(
    factor: float, *, unit: str = SENTENCE, of: Literal["system", "systems", "difference"] = "system"
) -> str:
    """Say that intervals are too narrow because neighbouring sentences are right and wrong together.

    Args:
        factor: how much larger the standard error is by blocks of 25 sentences, from ``Diagnosis.block_factors`` or
            ``PairedComparison.block_factor``; NaN where that is not known.
        unit: what was drawn.
        of: whose standard error: of F1 of a system, of the largest of several, or of the difference of two.

    Returns:
        One sentence to stand beside intervals; empty where the factor is not above 1.2 or not known, and where
        something else than sentences was drawn.
    """
    if unit != SENTENCE or not factor > NOTABLE_FACTOR:
        return ""
    told = number(factor, 1)
    if of == "systems":
        return _(
            "Neighbouring sentences are right and wrong together: by blocks of 25, standard errors are up to {factor} "
            "times as large.",
            factor=told,
        )
    if of == "difference":
        return _(
            "Neighbouring sentences are right and wrong together: by blocks of 25, the standard error of the "
            "difference is {factor} times as large.",
            factor=told,
        )
    return _(
        "Neighbouring sentences are right and wrong together: by blocks of 25, the standard error is {factor} times "
        "as large.",
        factor=told,
    )
