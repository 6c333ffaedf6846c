"""What resamples draw, as people read it, and what is said where sentences are too small a unit (METHODS 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.inference import FEW_UNITS, LEAST_UNITS
from cwsdiag.languages import _, lazy, n_, p_lazy, translated
from cwsdiag.resampling import BLOCKS, DOCUMENT, NOTABLE_FACTOR, SENTENCE
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis

# What can be chosen on pages, by the notation of ``resampling.unit_starts``.
UNITS_DRAWN = {
    SENTENCE: p_lazy("unit drawn", "sentences"),
    DOCUMENT: lazy("documents"),
    BLOCKS: lazy("blocks of 25 sentences"),
}


def units_offered(dataset: Dataset) -> list[str]:
    """Return the units that resamples of a dataset can draw, of ``UNITS_DRAWN``: documents where they are known."""
    return [unit for unit in UNITS_DRAWN if unit != DOCUMENT or dataset.documents is not None]


def units_said(count: int, unit: str) -> str:
    """Return a number of what was drawn and swapped: ``4 sentences``, ``4 blocks of 25 sentences``."""
    if unit == SENTENCE:
        return n_("{n:,} sentence", "{n:,} sentences", count)
    if unit == DOCUMENT:
        return n_("{n:,} document", "{n:,} documents", count)
    size = unit.partition(":")[2]
    return n_("{n:,} block of {size} sentences", "{n:,} blocks of {size} sentences", count, size=size)


def drawn_said(unit: str) -> str:
    """Return what is drawn, of which there are several."""
    return translated(UNITS_DRAWN.get(unit, unit))


def least_said(diagnosis: Diagnosis) -> str:
    """Return what a bucket needs to be named: ``30 gold units in 10 sentences``."""
    return _("{min_size} gold units in {n:,} {units}", **_least(diagnosis))


def small_said(diagnosis: Diagnosis) -> str:
    """Return which buckets are not named: ``under 30 gold units or 10 sentences``."""
    return _("under {min_size} gold units or {n:,} {units}", **_least(diagnosis))


def _least(diagnosis: Diagnosis) -> dict[str, Any]:
    return {"min_size": diagnosis.min_size, "n": diagnosis.min_units, "units": drawn_said(diagnosis.unit)}


def few_remark(units: int, unit: str = SENTENCE) -> str:
    """Say that an interval is over so few units that it covers less than it says, or that there is none.

    Args:
        units: how many resamples draw, or hold a word of the bucket that is spoken of.
        unit: what was drawn.

    Returns:
        One sentence, to be ``translated``; empty from 50 units on.
    """
    if units >= FEW_UNITS:
        return ""
    drawn = UNITS_DRAWN.get(unit, unit)
    if units < LEAST_UNITS:
        return lazy("From fewer than {least} {units} there is no interval.", least=LEAST_UNITS, units=drawn)
    return lazy(
        "From {n:,} {units}: under {few}, a 95 % interval is too narrow and misses more often than 5 % of the time.",
        n=units,
        units=drawn,
        few=FEW_UNITS,
    )


def block_remark(*factors: float, unit: str = SENTENCE) -> str:
    """Say that intervals are too narrow because neighbouring sentences are right and wrong together.

    Args:
        factors: how much larger standard errors are by blocks of 25 sentences, from ``Diagnosis.block_factors`` or
            ``PairedComparison.block_factor``; NaN where that is not known.
        unit: what was drawn.

    Returns:
        One sentence to stand beside intervals; empty where no factor is known to be above 1.2, and where something else
        than sentences was drawn.
    """
    notable = [factor for factor in factors if factor > NOTABLE_FACTOR]
    if unit != SENTENCE or not notable:
        return ""
    return _(
        "Neighbouring sentences are right and wrong together: by blocks of 25, standard errors are up to {factor} "
        "times as large.",
        factor=number(max(notable), 1),
    )
