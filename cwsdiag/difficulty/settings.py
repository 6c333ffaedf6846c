"""How a committee is made, and which sentences each of its members learns from [PM 4.2, METHODS 8]."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.difficulty.learners import Perceptron
from cwsdiag.difficulty.templates import TEMPLATES
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from cwsdiag.difficulty.learners import Learner
    from cwsdiag.difficulty.templates import Template
    from cwsdiag.text import Longs, Segmentation

# To be raised when the same settings begin to give other members: digests change with it, kept models are passed by.
_EDITION = 1


@dataclass(frozen=True)
class CommitteeSettings:
    """How a committee is made.

    Attributes:
        members: K, how many base segmenters.
        seed: of the draws and shuffles, at least 0.
        templates: feature templates that members draw from; their order says nothing.
        ratios: per cent of the training sentences that members draw from; their order says nothing.
        learner: what every member is learnt by.

    Raises:
        SettingError: one of them makes no sense.
    """

    members: int = 100
    seed: int = 0
    templates: tuple[Template, ...] = TEMPLATES
    ratios: tuple[float, ...] = (10, 20, 30)
    learner: Learner = Perceptron()

    def __post_init__(self) -> None:
        """Check, and put templates and ratios in order, so that what is the same is equal."""
        whole("members", self.members, bounds.MEMBERS)
        whole("seed", self.seed, bounds.SEED)
        unknown = sorted(set(self.templates) - set(TEMPLATES))
        if unknown or not self.templates:
            raise SettingError(
                lazy(
                    "no such feature templates: {names}. Available: {known}.",
                    names=", ".join(map(repr, unknown)) or lazy("none"),
                    known=", ".join(TEMPLATES),
                )
            )
        if not self.ratios or not all(0 < ratio <= 100 for ratio in self.ratios):
            raise SettingError(
                lazy(
                    "no such ratios: {names}. Give per cent of the sentences, such as 10,20,30.",
                    names=", ".join(f"{ratio:g}" for ratio in self.ratios) or lazy("none"),
                )
            )
        object.__setattr__(self, "templates", tuple(sorted(set(self.templates))))
        object.__setattr__(self, "ratios", tuple(sorted(set(self.ratios))))

    def __str__(self) -> str:
        ratios = ",".join(f"{ratio:g}" for ratio in self.ratios)
        return f"{self.learner} K={self.members} seed={self.seed} {','.join(self.templates)} {ratios} %"

    def digest(self, training_digest: str, *, members: bool) -> str:
        """Return what names these settings on this training data: SHA-256, hex.

        Args:
            training_digest: of the training data.
            members: whether K counts. No member depends on it, so they are kept under a digest without; a difficulty
                does, so a committee is called by one with.
        """
        return key_of(
            self.learner,
            members=int(self.members) if members else None,
            ratios=[float(ratio) for ratio in self.ratios],
            seed=int(self.seed),
            templates=self.templates,
            training=training_digest,
        )


@dataclass(frozen=True)
class Member:
    """What one base segmenter drew.

    Attributes:
        number: its place in the committee, from 0.
        template: its feature template.
        ratio: per cent of the training sentences that it learnt from.
        sentences: how many those are.
    """

    number: int
    template: Template
    ratio: float
    sentences: int


def draw(settings: CommitteeSettings, number: int, available: int) -> tuple[Member, Longs, np.random.Generator]:
    """Draw a member: template and ratio uniformly, then its sentences without replacement.

    It depends on the seed, its number, templates and ratios, and on nothing else: not on K, nor on who asks first.

    Args:
        settings: what to draw from.
        number: place in the committee, from 0.
        available: number of training sentences, at least 1; a member gets at least one.

    Returns:
        The member, the indices of its sentences in ascending order, and the source of whatever else it needs at random.
    """
    rng = np.random.default_rng([settings.seed, number])
    template = settings.templates[int(rng.integers(len(settings.templates)))]
    ratio = settings.ratios[int(rng.integers(len(settings.ratios)))]
    chosen = np.sort(rng.choice(available, size=max(1, round(available * ratio / 100)), replace=False))
    return Member(number, template, ratio, len(chosen)), chosen, rng


def key_of(learner: Learner, **settings: object) -> str:
    """Return what names something that is learnt: SHA-256 (hex) of its learner and settings."""
    said = {
        "edition": _EDITION,
        "learner": {"name": learner.name, **asdict(learner)},  # type: ignore[call-overload]
        **settings,
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def digest_of(training: Segmentation) -> str:
    """Return the SHA-256 (hex) of the words and sentences of a training text, however it was read."""
    told = hashlib.sha256()
    for part in (training.text.codes, training.text.sentence_ends, training.word_ends):
        told.update(len(part).to_bytes(8, "little"))
        told.update(part.astype("<u4").tobytes())
    return told.hexdigest()
