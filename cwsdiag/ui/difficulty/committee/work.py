"""What the page Difficulty has done in the background: committees and learning curves, kept for everybody.

Stamps say what is in the files, so whoever asks for the same shares it, and has the same files.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import joblib

from cwsdiag.difficulty import (
    CURVE_SEEDS,
    Committee,
    cache_folder,
    committee,
    curve_seeds,
    digest_of,
    has_members,
    learning_curve,
    read_training_text,
)
from cwsdiag.errors import Cancelled
from cwsdiag.report.learning_text import sentences_learnt
from cwsdiag.spread import Where
from cwsdiag.text import Segmentation, frozen
from cwsdiag.ui.work.background import Job
from cwsdiag.ui.work.kept import background_jobs, kept

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from cwsdiag.difficulty import CommitteeSettings, Learner, Template
    from cwsdiag.text import Ints
    from cwsdiag.ui.data.files import File

SHARES = (0.2, 0.5, 0.8, 1.0)
# Characters that members learn from and cut in a second, measured on two busy cores: docs/benchmarks/committee.md.
_A_SECOND = {"perceptron": 600_000, "crf": 10_000}
# Seconds that a committee may take which is made without being asked for; and one whose members are all kept, so that
# they only have to cut gold.
QUICK, QUICK_IF_KEPT = 10.0, 60.0


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
    return settings.members * a_member / _A_SECOND[settings.learner.name]


def is_kept(material: Material, settings: CommitteeSettings) -> bool:
    """Tell whether all members of a committee were learnt before, here or on the command line."""
    digest = kept("server", "digest of training", material.training.stamp, lambda: digest_of(_training(material)))
    return has_members(digest, settings, cache_folder())


def _training(material: Material) -> Segmentation:
    return read_training_text(material.training.source(), options=material.training.options)


def ask_committee(material: Material, settings: CommitteeSettings) -> Job[Committee]:
    """Have a committee made, or find the one that is there or under way."""
    work = partial(_committee, material, settings)
    return background_jobs().ask(committee_stamp(material, settings), work, total=settings.members)


def _committee(material: Material, settings: CommitteeSettings, job: Job[Committee]) -> Committee:
    return committee(
        _training(material),
        material.words,
        settings,
        where=Where(jobs(settings.learner)),
        cache=cache_folder(),
        told=job.tell,
        cancelled=job.is_stopping,
    )


def curve_stamp(material: Material, template: Template, learner: Learner) -> Hashable:
    """Return what a learning curve is found by."""
    return ("curve", *material.stamp, template, learner)


def ask_curve(material: Material, template: Template, learner: Learner) -> Job[Curve]:
    """Have a learning curve made, or find the one that is there or under way."""
    work = partial(_curve, material, template, learner)
    total = len(SHARES) * len(_seeds(learner))
    return background_jobs().ask(curve_stamp(material, template, learner), work, total=total)


def _seeds(learner: Learner) -> range:
    return curve_seeds(learner, seed=0, seeds=CURVE_SEEDS)


def _curve(material: Material, template: Template, learner: Learner, job: Job[Curve]) -> Curve:
    training, gold, seeds = _training(material), material.words, _seeds(learner)
    wanted = list(product(SHARES, seeds))

    def tasks() -> Iterator[Any]:
        for share, seed in wanted:
            if job.is_stopping():
                return
            yield joblib.delayed(_learnt)(training, gold, share, seed, template, learner)

    options: dict[str, Any] = {"return_as": "generator", "batch_size": 1, "pre_dispatch": "n_jobs"}
    systems: list[Segmentation] = []
    for name, word_ends in joblib.Parallel(jobs(learner), learner.backend, **options)(tasks()):
        # What comes from another process has a text of its own: scores want gold's.
        systems.append(Segmentation(name, gold.text, frozen(word_ends)))
        job.tell(len(systems), len(wanted))
    if len(systems) < len(wanted):
        raise Cancelled(len(systems), len(wanted))
    return Curve(gold, tuple(systems), sentences_learnt(SHARES, len(training.text.sentence_ends)), seeds)


def _learnt(
    training: Segmentation, gold: Segmentation, share: float, seed: int, template: Template, learner: Learner
) -> tuple[str, Ints]:
    """Return what a segmenter makes of gold's text that learnt from a share of the training data."""
    how: dict[str, Any] = {"template": template, "learner": learner, "seed": seed, "seeds": 1}
    (system,) = learning_curve(training, gold, shares=(share,), **how)[share]
    return system.name, system.word_ends


def jobs(learner: Learner) -> int:
    """Return how many to learn at once: one processor is left to those who look at pages meanwhile.

    With processes there are never fewer than two: a single one would be this one, and hold Python's lock, and with it
    all pages, until it has learnt.
    """
    fewest = 1 if learner.backend == "threading" else 2
    return max(fewest, int(joblib.cpu_count()) - 1)
