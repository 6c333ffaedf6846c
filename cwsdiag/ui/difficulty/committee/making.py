"""Committees and learning curves as they are made in a process of their own, which knows nothing of Streamlit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from cwsdiag.difficulty import CURVE_SEEDS, Committee, committee, curve_seeds, learning_curve
from cwsdiag.difficulty.work import place_for
from cwsdiag.spread import Task, Where, at_once
from cwsdiag.ui.data.texts import read_training_of
from cwsdiag.ui.work.child import spare_cores

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.difficulty import CommitteeSettings, Learner, Template
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
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> Committee:
    """Return the committee that learns from a file; see ``difficulty.committee``.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as ``difficulty.committee``, or the file cannot be read.
    """
    how: dict[str, Any] = {"where": Where(spare_cores()), "cache": cache, "told": told, "cancelled": cancelled}
    return committee(read_training_of(training, training.options.normalise), gold, settings, **how)


def make_curve(
    training: File,
    gold: Segmentation,
    template: Template,
    learner: Learner,
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
    wanted = list(product(SHARES, seeds_of(learner)))
    found = at_once(
        (Task(_learnt, ("training", "gold"), (*one, template, learner)) for one in wanted),
        {"training": text, "gold": gold},
        total=len(wanted),
        where=place_for(learner, Where(spare_cores())),
        told=told,
        cancelled=cancelled,
    )
    systems = dict(found)
    return Cuts(tuple(systems[number] for number in range(len(wanted))), len(text.text.sentence_ends))


def seeds_of(learner: Learner) -> range:
    """Return the seeds of the segmenters of a share."""
    return curve_seeds(learner, seed=0, seeds=CURVE_SEEDS)


def _learnt(
    training: Segmentation, gold: Segmentation, share: float, seed: int, template: Template, learner: Learner
) -> tuple[str, Ints]:
    """Return what a segmenter makes of gold's text that learnt from a share of the training data."""
    how: dict[str, Any] = {"template": template, "learner": learner, "seed": seed, "seeds": 1}
    (system,) = learning_curve(training, gold, shares=(share,), **how)[share]
    return system.name, system.word_ends
