"""Looking for what is probably wrong with files that are to be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.doctor.systems import about_system
from cwsdiag.doctor.training import about_gold, about_training

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.doctor.finding import Finding
    from cwsdiag.formats import Document
    from cwsdiag.training import TrainingStats


def examine(*, gold: Document, systems: Mapping[str, Document], training: TrainingStats | None = None) -> list[Finding]:
    """Look for what is probably wrong with files that are to be compared.

    Args:
        gold: the gold file.
        systems: predictions by the name of their system.
        training: statistics of the training data.

    Returns:
        Findings about gold and training data first, then system by system; none for files that fit together. Their
        codes are listed at ``about_gold``, ``about_training`` and ``about_system``.
    """
    findings = list(about_gold(gold, training))
    if training is not None:
        findings += about_training(gold, training)
    for name, system in systems.items():
        findings += about_system(gold, system, name, training)
    return findings
