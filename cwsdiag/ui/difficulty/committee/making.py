"""Committees and learning curves as they are made in a process of their own, which knows nothing of Streamlit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from cwsdiag.difficulty import CURVE_SEEDS, Committee, committee, curve_seeds, learning_curve
from cwsdiag.ui.data.texts import read_training_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.difficulty import CommitteeSettings, Learner, Template
    from cwsdiag.parallel import Where
    from cwsdiag.text import Ints, Segmentation
    from cwsdiag.ui.data.file import File

SHARES = (0.2, 0.5, 0.8, 1.0)


@dataclass(frozen=True, eq=False)
class Cuts:
    """What segmenters made of a text that learnt from a growing share of the training data.

    Attributes:
        systems: name and ends of words of each, by share in the order of the seeds.
        sentences: of all the training data.
    """

    systems: tuple[tuple[str, Ints], ...]
    sentences: int


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
    return committee(read_training_of(training, training.options.normalise), gold, settings, **how)


def make_curve(
    training: File,
    gold: Segmentation,
    template: Template,
    learner: Learner,
    where: Where,
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> Cuts:
    """Return what segmenters make of a text that learn from shares of a file; see ``difficulty.learning_curve``.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as ``difficulty.learning_curve``, or the file cannot be read.
    """
    text = read_training_of(training, training.options.normalise)
    found = learning_curve(
        text,
        gold,
        shares=SHARES,
        template=template,
        learner=learner,
        where=where,
        told=told,
        cancelled=cancelled,
    )
    systems = chain.from_iterable(found.values())
    return Cuts(tuple((one.name, one.word_ends) for one in systems), len(text.text.sentence_ends))


def seeds_of(learner: Learner) -> range:
    """Return the seeds of the segmenters of a share."""
    return curve_seeds(learner, seed=0, seeds=CURVE_SEEDS)
