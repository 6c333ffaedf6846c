"""What the page Difficulty has done in the background: committees and learning curves, kept for everybody.

Stamps say what is in the files, so whoever asks for the same shares it, and has the same files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.difficulty import cache_folder, has_members
from cwsdiag.report.learning_text import sentences_learnt
from cwsdiag.text import Segmentation, frozen
from cwsdiag.ui.difficulty.committee.making import SHARES, make_committee, make_curve, seeds_of, training_digest
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.jobs import Job, queue
from cwsdiag.ui.work.results import kept
from cwsdiag.ui.work.worker import place

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from cwsdiag.difficulty import Committee, CommitteeSettings, Learner, Template
    from cwsdiag.ui.data.files import File

# Characters that members learn from and cut in a second, measured on two busy cores: docs/benchmarks/committee.md.
A_SECOND = {"perceptron": 600_000, "crf": 10_000}
# Seconds that a committee may take which is made without being asked for; and one whose members are all kept, so that
# they only have to cut gold.
QUICK, QUICK_IF_KEPT = 10.0, 60.0
# Bytes of training data that are read and put together as soon as a process is begun: what has more is read there.
_SOON_READ = 2_000_000


@dataclass(frozen=True, eq=False)
class Material:
    """What committees and learning curves of a dataset are made from.

    Attributes:
        training: the file that they learn from.
        gold: the file of the words that are asked about.
        words: these, as they were read.
        characters: how many the training data has.
    """

    training: File
    gold: File
    words: Segmentation
    characters: int

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


def seconds(material: Material, settings: CommitteeSettings, *, kept: bool = False) -> float:
    """Return about how long a committee takes.

    Each member goes through its share of the training text, unless all are kept, and through all of gold.
    """
    share = 0.0 if kept else sum(settings.ratios) / len(settings.ratios) / 100
    a_member = share * material.characters + len(material.words.text.chars)
    return settings.members * a_member / A_SECOND[settings.learner.name]


def is_kept(material: Material, settings: CommitteeSettings) -> bool:
    """Tell whether all members of a committee were learnt before, here or on the command line."""
    file = material.training
    digest = kept("server", "digest of training", file.stamp, lambda: _digest(file))
    return has_members(digest, settings, place().shared_cache or cache_folder())


def _digest(file: File) -> str:
    if file.size > _SOON_READ:
        return worker.run(Job(), training_digest, file)
    return training_digest(file)


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
