"""What is left out of scores because its characters are not gold's, as a sentence (METHODS 1, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.frames import written
from cwsdiag.languages import _
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.scores import SystemScore

# A share that rounds to nothing is still something, in per cent.
_LEAST = 0.1
# Of more systems no names are said.
_FEW = 3


def left_out_sentence(scores: Iterable[SystemScore], dataset: str = "") -> str:
    """Return what is left out of the scores of systems on both sides; empty where nothing is.

    Args:
        scores: of the systems that it is said of.
        dataset: what it is called where there are several.
    """
    # A system without words has no coverage of its own, which is not below 1.
    short = [score for score in scores if score.coverage < 1 or score.system_coverage < 1]
    if not short:
        return ""
    shares = listed([_shares(score) for score in short]) if len(short) <= _FEW else _most(short)
    if dataset:
        return _("Left out of {dataset} for other characters: {shares}.", dataset=dataset, shares=shares)
    return _("Left out for other characters: {shares}.", shares=shares)


def _shares(score: SystemScore) -> str:
    return _(
        "{system} ({own} of its words, {gold} of gold's)",
        own=_lost(score.system_coverage),
        gold=_lost(score.coverage),
        system=score.name,
    )


def _most(scores: Sequence[SystemScore]) -> str:
    """Return what most is left out on either side."""
    return _(
        "{n:,} systems (up to {own} of their words, up to {gold} of gold's)",
        n=len(scores),
        own=_lost(min(score.system_coverage for score in scores if score.system_coverage <= 1)),
        gold=_lost(min(score.coverage for score in scores)),
    )


def _lost(coverage: float) -> str:
    """Return the share that was not compared, in per cent; none that is above 0 reads as 0."""
    lost = 100 * (1 - coverage)
    if not lost > 0:
        return _("none")
    if lost < _LEAST:
        return _("less than {share} %", share=_LEAST)
    # Nor does one below 100 read as all.
    return f"{written(min(lost, 99.9) if lost < 100 else lost, 1)} %"
