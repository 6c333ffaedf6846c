"""What resamples draw, as people read it, and why where that is no sentences (METHODS 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.inference import FEW_UNITS, LEAST_UNITS
from cwsdiag.languages import _, lazy, n_, p_lazy, translated
from cwsdiag.resampling import AUTO, BLOCKS, DOCUMENT, SENTENCE
from cwsdiag.views.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis

# What can be chosen on pages, by the notation of ``resampling.unit_starts``.
UNITS_DRAWN = {
    AUTO: p_lazy("unit drawn", "automatic"),
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


def drawn_for(diagnosis: Diagnosis, systems: Sequence[str]) -> dict[str, list[str]]:
    """Return which intervals are by each unit: of some systems, and of their difference where they are two."""
    drawn: dict[str, list[str]] = {}
    for name in systems:
        drawn.setdefault(diagnosis.unit_of(name), []).append(name)
    if len(systems) == 2:
        drawn.setdefault(diagnosis.unit_of(*systems), []).append(_("the difference"))
    return drawn


def resampled_said(diagnosis: Diagnosis, systems: Sequence[str]) -> str:
    """Return what the intervals of ``drawn_for`` draw: ``4 sentences``; where it is not the same for all, for which."""
    drawn = drawn_for(diagnosis, systems) or {diagnosis.unit_of(): []}
    counts = {unit: units_said(len(diagnosis.starts(unit)), unit) for unit in drawn}
    if len(drawn) == 1:
        return counts.popitem()[1]
    return listed([_("{units} for {names}", units=counts[unit], names=listed(names)) for unit, names in drawn.items()])


def least_said(diagnosis: Diagnosis, *systems: str) -> str:
    """Return what a bucket needs to be named of a system, or of two: ``30 gold units in 10 sentences``."""
    return _("{min_size} gold units in {n:,} {units}", **_least(diagnosis, *systems))


def small_said(diagnosis: Diagnosis, *systems: str) -> str:
    """Return which buckets are not named: ``under 30 gold units or 10 sentences``."""
    return _("under {min_size} gold units or {n:,} {units}", **_least(diagnosis, *systems))


def _least(diagnosis: Diagnosis, *systems: str) -> dict[str, Any]:
    units = drawn_said(diagnosis.unit_of(*systems))
    return {"min_size": diagnosis.min_size, "n": diagnosis.min_units, "units": units}


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


def together_said(diagnosis: Diagnosis, *systems: str) -> str:
    """Say why intervals and tests are by documents or blocks though nobody chose it.

    Args:
        diagnosis: of the systems.
        systems: one, or two that are compared.

    Returns:
        Sentences to stand behind others, with a blank before them; empty where nothing but what was chosen is drawn.
    """
    unit = diagnosis.unit_of(*systems)
    if unit in (diagnosis.unit, SENTENCE):
        return ""
    return _(
        " Neighbouring sentences are right and wrong together: by blocks of 25, standard errors are {factor} times as "
        "large. So intervals are by {units}.",
        factor=number(diagnosis.block_factor(*systems), 1),
        units=drawn_said(unit),
    )
