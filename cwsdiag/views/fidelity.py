"""What is said where systems have other characters than gold: how much of its text they gave back (METHODS 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.frames import written
from cwsdiag.languages import _, n_
from cwsdiag.matching import match
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.scores import SystemScore
    from cwsdiag.text import Segmentation

# Of so many systems it is said by name.
_SAID = 3
# A share that rounds to nothing is still something, in per cent.
_LEAST = 0.1


def without_separators_said(names: Sequence[str]) -> str:
    """Say why these systems, at least one, are not compared by separators; see ``separators.comparable``."""
    return n_(
        "Not compared here: {names}. Separators are compared over one text, and what this system wrote differs from "
        "gold's and counts in full. Leave what differs out on both sides to compare it.",
        "Not compared here: {names}. Separators are compared over one text, and what these systems wrote differs from "
        "gold's and counts in full. Leave what differs out on both sides to compare them.",
        len(names),
        names=listed(names),
    )


def differing_said(dataset: Dataset, names: Sequence[str]) -> list[str]:
    """Return a sentence or two for each of these systems whose characters are not gold's, the first few of them."""
    differing = [one for one in dataset.systems if one.differing is not None and one.name in names]
    said = [_said(dataset.gold, system) for system in differing[:_SAID]]
    more = len(differing) - len(said)
    if more:
        said.append(
            n_(
                "{n:,} more system has other characters than gold.",
                "{n:,} more systems have other characters than gold.",
                more,
            )
        )
    return said


def _said(gold: Segmentation, system: Segmentation) -> str:
    found = system.differing
    if found is None:
        return ""

    def share(characters: int) -> str:
        return written(1000 * characters / found.characters, 1)

    fidelity = _(
        "{name} has other characters than gold: {exact:,} of {sentences:,} sentences are reproduced exactly; for each "
        "1,000 characters of gold it omits {omitted}, adds {added} and replaces {replaced}.",
        name=system.name,
        exact=found.exact_sentences,
        sentences=found.sentences,
        omitted=share(found.omitted),
        added=share(found.added),
        replaced=share(found.replaced),
    )
    if system.own is not None:
        return _("{fidelity} All of that counts in its scores.", fidelity=fidelity)
    compared = match(gold, system)
    return _(
        "{fidelity} Its scores leave out {gold:,} of {gold_words:,} gold words and {own:,} of its own {words:,} words.",
        fidelity=fidelity,
        gold=len(gold) - int(compared.gold_scored.sum()),
        gold_words=len(gold),
        own=found.words - int(compared.system_scored.sum()),
        words=found.words,
    )


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
    if len(short) <= _SAID:
        each = [
            _(
                "{system} ({own} of its words, {gold} of gold's)",
                own=_lost(score.system_coverage),
                gold=_lost(score.coverage),
                system=score.name,
            )
            for score in short
        ]
        shares = listed(each)
    else:
        shares = _(
            "{n:,} systems (up to {own} of their words, up to {gold} of gold's)",
            n=len(short),
            own=_lost(min((one.system_coverage for one in short if one.system_coverage <= 1), default=1.0)),
            gold=_lost(min(score.coverage for score in short)),
        )
    if dataset:
        return _("Left out of {dataset} for other characters: {shares}.", dataset=dataset, shares=shares)
    return _("Left out for other characters: {shares}.", shares=shares)


def _lost(coverage: float) -> str:
    """Return the share that was not compared, in per cent; none that is above 0 reads as 0."""
    lost = 100 * (1 - coverage)
    if not lost > 0:
        return _("none")
    if lost < _LEAST:
        return _("less than {share} %", share=_LEAST)
    # Nor does one below 100 read as all.
    return f"{written(min(lost, 99.9) if lost < 100 else lost, 1)} %"
