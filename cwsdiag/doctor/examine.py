"""Looking for what is probably wrong with files that are to be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.doctor.raw import about_raw
from cwsdiag.doctor.swapping import doubted_pair
from cwsdiag.doctor.systems import about_system
from cwsdiag.doctor.training import about_gold, about_swapping, about_training, trained_on
from cwsdiag.doctor.written import about_boundaries, about_language
from cwsdiag.languages import lazy
from cwsdiag.progress import staged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.doctor.finding import Finding
    from cwsdiag.formats import Document, Facts
    from cwsdiag.training import TrainingStats


def examine(
    *,
    gold: Document,
    systems: Mapping[str, Document],
    training: TrainingStats | None = None,
    raw: Sequence[Document] = (),
    facts: Mapping[str, Facts] | None = None,
    mismatch: Mismatch = "error",
) -> list[Finding]:
    """Look for what is probably wrong with files that are to be compared.

    Args:
        gold: the gold file.
        systems: predictions by the name of their system.
        training: statistics of the training data.
        raw: the text without blanks between words that the systems were given.
        facts: what is in the predictions, by the name of their system, where they were surveyed.
        mismatch: what is done where a prediction has other characters than gold.

    Returns:
        Findings about gold and training data first, then system by system, then raw texts; none for files that fit
        together, but that raw texts do. Their codes are listed at ``about_gold``, ``about_training``,
        ``about_swapping``, ``doubted_pair``, ``about_system``, ``about_raw``, ``about_language`` and
        ``about_boundaries``.
    """
    findings = [*about_gold(gold, training), *about_language(gold), *about_boundaries(gold)]
    of_training: dict[str, float] = {}
    if training is not None:
        of_training = trained_on(systems, gold, training)
        findings += about_swapping(gold, training, of_training)
        fits = list(about_training(gold, training))
        # Of files that hold the same text none is in the other's place.
        if not of_training and all(finding.code != "training-as-gold" for finding in fits):
            findings += doubted_pair(gold, training, (*systems.values(), *raw))
        findings += fits
    for name, system in staged(lazy("Checking the systems' files"), list(systems.items())):
        # Of one that fits the training text nothing is to be mended but that.
        if name not in of_training:
            wrapped = facts[name].wrapped if facts and name in facts else None
            findings += about_system(gold, system, name, training, wrapped, mismatch)
            findings += about_boundaries(system, name)
    for text in raw:
        findings += about_raw(text, gold, systems)
    return findings
