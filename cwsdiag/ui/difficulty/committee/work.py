"""What the page Difficulty has done in the background: committees and learning curves, kept for everybody.

Stamps say what is in the files, so whoever asks for the same shares it, and has the same files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.difficulty import cache_folder
from cwsdiag.report.difficulty import sentences_learnt
from cwsdiag.text import Segmentation, frozen
from cwsdiag.ui.difficulty.committee.making import SHARES, make_committee, make_curve, seeds_of
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.jobs import Job, queue
from cwsdiag.ui.work.worker import place

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from cwsdiag.difficulty import Committee, CommitteeSettings, Learner, Template
    from cwsdiag.ui.data.files import File


@dataclass(frozen=True, eq=False)
class Material:
    """What committees and learning curves of a dataset are made from.

    Attributes:
        training: the file that they learn from.
        gold: the file of the words that are asked about.
        words: these, as they were read.
    """

    training: File
    gold: File
    words: Segmentation

    @property
    def stamp(self) -> tuple[str, str]:
        """Says what is in the files, and how they are read."""
        return (self.training.stamp, self.gold.stamp)


@dataclass(frozen=True, eq=False)
class Curve:
    """What segmenters made of gold's text that learnt from a growing share of the training data.

    Attributes:
        gold: the text, shared with ``systems``.
        systems: share by share, in each in the order of the seeds.
        sentences: how many of them each learnt from, by share.
        seeds: of the segmenters of a share.
    """

    gold: Segmentation
    systems: tuple[Segmentation, ...]
    sentences: Mapping[float, int]
    seeds: range


def committee_stamp(material: Material, settings: CommitteeSettings) -> Hashable:
    """Return what a committee is found by."""
    return ("committee", *material.stamp, settings)


def ask_committee(material: Material, settings: CommitteeSettings) -> Job[Committee]:
    """Have a committee made, or find the one that is there or under way."""

    def work(job: Job[Committee]) -> Committee:
        made = worker.run(job, make_committee, material.training, material.words, settings, cache_folder(), place())
        # What comes from another process has a text of its own: words are compared with gold's.
        return replace(made, text=material.words.text)

    return queue().put(committee_stamp(material, settings), work, total=settings.members)


def curve_stamp(material: Material, template: Template, learner: Learner) -> Hashable:
    """Return what a learning curve is found by."""
    return ("curve", *material.stamp, template, learner)


def ask_curve(material: Material, template: Template, learner: Learner) -> Job[Curve]:
    """Have a learning curve made, or find the one that is there or under way."""
    seeds = seeds_of(learner)

    def work(job: Job[Curve]) -> Curve:
        gold = material.words
        made = worker.run(job, make_curve, material.training, gold, template, learner, place())
        systems = tuple(Segmentation(name, gold.text, frozen(word_ends)) for name, word_ends in made.systems)
        return Curve(gold, systems, sentences_learnt(SHARES, made.sentences), seeds)

    return queue().put(curve_stamp(material, template, learner), work, total=len(SHARES) * len(seeds))
