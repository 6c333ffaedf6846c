"""Committees and learning curves as they are made in a process of their own, which knows nothing of Streamlit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.difficulty import Committee, committee, learning_curve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.difficulty import CommitteeSettings, Learner, Template
    from cwsdiag.parallel import Where
    from cwsdiag.project import File
    from cwsdiag.text import Ints, Segmentation

SHARES = (0.2, 0.5, 0.8, 1.0)


def make_committee(
    training: File,
    gold: Segmentation,
    settings: CommitteeSettings,
    cache: Path,
    where: Where,
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> Committee:
    """Return the committee that learns from a file; see ``difficulty.committee``.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as ``difficulty.committee``, or the file cannot be read.
    """
    how: dict[str, Any] = {"where": where, "cache": cache, "told": told, "cancelled": cancelled}
    return committee(training.training_text(training.options.normalise), gold, settings, **how)


def make_curve(
    training: File,
    gold: Segmentation,
    template: Template,
    learner: Learner,
    where: Where,
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> tuple[list[tuple[str, Ints]], int]:
    """Have segmenters learn from shares of a file; see ``difficulty.learning_curve``.

    Returns:
        Name and ends of words of what each made of gold's text, by share in the order of the seeds; and the number of
        sentences of all the training data.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as ``difficulty.learning_curve``, or the file cannot be read.
    """
    text = training.training_text(training.options.normalise)
    how: dict[str, Any] = {"template": template, "learner": learner, "where": where}
    curve = learning_curve(text, gold, shares=SHARES, **how, told=told, cancelled=cancelled)
    systems = [(one.name, one.word_ends) for every in curve.values() for one in every]
    return systems, len(text.text.sentence_ends)
