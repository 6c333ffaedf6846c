"""What a study of judgements is made of, how one is made of a dataset, and what a judge says."""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from cwsdiag.dataset import Dataset
from cwsdiag.errors import JudgingError
from cwsdiag.languages import lazy
from cwsdiag.resampling import check_draw, random_order
from cwsdiag.scores import score_systems
from cwsdiag.signature import signature
from cwsdiag.text import frozen
from cwsdiag.typed import one_line

Mark = Literal["best", "second"]
MARKS: tuple[Mark, ...] = get_args(Mark)
BEST, SECOND = MARKS

STUDY_NAME = 80
JUDGE_NAME = 40


@dataclass(frozen=True)
class StudySystem:
    """A system of a study, as it was when the study was made.

    Attributes:
        name: of the system.
        digest: SHA-256 (hex) of its prediction.
        f1: over the whole dataset.
        f_b: likewise; NaN where difficulties were not known.
    """

    name: str
    digest: str
    f1: float
    f_b: float


@dataclass(frozen=True)
class Candidate:
    """One way to cut a sentence, whoever proposes it.

    Attributes:
        words: of the sentence.
        systems: names of all systems that cut it so, in the order of the study.
    """

    words: tuple[str, ...]
    systems: tuple[str, ...]

    @cached_property
    def key(self) -> str:
        """What marks refer to it by: a digest of its words."""
        return hashlib.sha256(" ".join(self.words).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Item:
    """A drawn sentence.

    Attributes:
        number: of the sentence in the dataset, from 1.
        candidates: different from each other, in the order of the first system that proposes each.
    """

    number: int
    candidates: tuple[Candidate, ...]

    @classmethod
    def of_outputs(cls, number: int, outputs: Mapping[str, tuple[str, ...]]) -> Item:
        """Merge what systems make of a sentence, the words by system, where it is the same."""
        merged: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for system, words in outputs.items():
            merged[words].append(system)
        return cls(number, tuple(Candidate(words, tuple(systems)) for words, systems in merged.items()))

    @property
    def is_agreed(self) -> bool:
        """Whether all systems cut it the same way, so that there is nothing to choose."""
        return len(self.candidates) == 1

    def marks_in(self, judgements: Mapping[int, Judgement]) -> dict[str, Mark]:
        """Return the marks by candidate key of a judge who has judged it.

        Where all systems agree nobody is asked, and the one candidate is best, as somebody who is shown it must say.

        Args:
            judgements: of the judge, by sentence.
        """
        return {self.candidates[0].key: BEST} if self.is_agreed else judgements[self.number].marks

    def checked(self, marks: Mapping[str, Mark]) -> dict[str, Mark]:
        """Return marks by candidate key, in the order of the candidates.

        Raises:
            JudgingError: one is for no candidate, is no mark, or none is ``best``.
        """
        if not marks.keys() <= {candidate.key for candidate in self.candidates} or not set(marks.values()) <= {*MARKS}:
            raise JudgingError(
                lazy("sentence {number}: a mark fits none of its candidates. Load the page again.", number=self.number)
            )
        if BEST not in marks.values():
            raise JudgingError(
                lazy("sentence {number}: no candidate is marked best. Mark at least one.", number=self.number)
            )
        return {candidate.key: marks[candidate.key] for candidate in self.candidates if candidate.key in marks}


@dataclass(frozen=True)
class JudgingStudy:
    """Drawn sentences with what systems make of them. It is whole: judging needs no other file, and it never changes.

    Attributes:
        name: different from those of all other studies in its file.
        created: UTC, ISO 8601.
        dataset: what it was drawn from.
        gold: SHA-256 (hex) of the dataset's gold file; gold itself is not in the study.
        seed: of the draw and of the order of candidates.
        signature: of the dataset with these systems.
        committee: whose difficulties ``f_b`` comes from; empty without.
        systems: at least two.
        items: in the order they were drawn, which is that in which they are shown.
    """

    name: str
    created: str
    dataset: str
    gold: str
    seed: int
    signature: str
    committee: str
    systems: tuple[StudySystem, ...]
    items: tuple[Item, ...]

    @cached_property
    def to_judge(self) -> tuple[Item, ...]:
        """The sentences that are shown: those on which systems differ."""
        return tuple(item for item in self.items if not item.is_agreed)

    def item(self, number: int) -> Item:
        """Return the sentence of this number.

        Raises:
            JudgingError: it was not drawn.
        """
        for item in self.items:
            if item.number == number:
                return item
        raise JudgingError(lazy("sentence {number} is not in the study {study}.", number=number, study=self.name))

    def fits(self, dataset: Dataset) -> bool:
        """Return whether a dataset is what the study was drawn from: the same gold, and the same systems among its."""
        there = {system.name: system.digest for system in dataset.systems}
        return dataset.gold.digest == self.gold and all(there.get(one.name) == one.digest for one in self.systems)


@dataclass(frozen=True)
class Judgement:
    """What a judge says of a sentence.

    Attributes:
        judge: the name they gave; taken on trust.
        number: of the sentence.
        marks: ``best`` or ``second`` by candidate key; a candidate without is neither.
    """

    judge: str
    number: int
    marks: dict[str, Mark]


def shown_order(study: JudgingStudy, judge: str, item: Item) -> tuple[Candidate, ...]:
    """Return the candidates of a sentence in the order that this judge sees.

    It is random, and the same whenever they come back. They are sorted by a hash of seed, study, judge, sentence and
    candidate: an order that depends on no system's name or place, that another judge does not share, and that any
    machine finds again.
    """

    def rank(candidate: Candidate) -> bytes:
        return hashlib.sha256(
            "\n".join((str(study.seed), study.name, judge, str(item.number), candidate.key)).encode()
        ).digest()

    return tuple(sorted(item.candidates, key=rank))


def by_judge(judgements: Sequence[Judgement]) -> dict[str, dict[int, Judgement]]:
    """Return judgements by judge and sentence; judges in the order in which they began."""
    judges: dict[str, dict[int, Judgement]] = defaultdict(dict)
    for one in judgements:
        judges[one.judge][one.number] = one
    return dict(judges)


def judge_name(text: str) -> str:
    """Return a judge's name tidied up, so that names which look alike are the same.

    Raises:
        JudgingError: nothing is left, it is too long, or has characters that are not to be seen.
    """
    return one_line(text, lazy("name of the judge"), JUDGE_NAME, error=JudgingError)


def draw(
    dataset: Dataset,
    name: str,
    *,
    sentences: int,
    seed: int = 0,
    created: str,
    systems: Sequence[str] | None = None,
    f_b: Mapping[str, float] | None = None,
    shortest: int = 1,
    longest: int | None = None,
) -> JudgingStudy:
    """Draw sentences, each as likely as any other, and keep what systems make of them.

    Sentences in which a system has other characters are not drawn: nobody could say whose fault they are. A
    system's word that reaches over the end of a sentence is cut there.

    Args:
        dataset: gold and systems.
        name: of the study.
        sentences: how many to draw.
        seed: the same one draws the same sentences on every machine.
        created: UTC, ISO 8601.
        systems: names of those to be judged; all by default.
        f_b: balanced scores by system, as far as known.
        shortest: fewest characters of a sentence that may be drawn.
        longest: most characters of one; None for any number.

    Raises:
        JudgingError: there are fewer than two systems or not enough sentences, or systems agree on all drawn ones.
        SettingError: there is no system of a name, or a number is out of bounds.
    """
    check_draw(seed=seed, shortest=shortest, longest=longest)
    chosen = dataset.systems if systems is None else tuple(dataset.system(one) for one in dict.fromkeys(systems))
    if len(chosen) < 2:
        raise JudgingError(
            lazy("judges choose between systems: at least two are needed. Add the output of another one.")
        )
    judged = replace(dataset, systems=chosen)
    lengths = dataset.gold.text.sentence_ends - dataset.gold.text.sentence_starts
    most = lengths.max() if longest is None else longest
    usable = [sentence for sentence in usable_sentences(judged) if shortest <= lengths[sentence] <= most]
    if not usable:
        raise JudgingError(
            lazy("no sentence can be drawn: in each a system has other characters, or its length is not asked for.")
        )
    if not 1 <= sentences <= len(usable):
        raise JudgingError(
            lazy(
                "{sentences:,} sentences cannot be drawn: {usable:,} of this dataset can be judged. Give a number from "
                "1 to {usable:,}.",
                sentences=sentences,
                usable=len(usable),
            )
        )
    drawn = random_order(len(usable), seed=seed)[:sentences]
    ends = dataset.gold.text.sentence_ends
    cut = [replace(system, word_ends=frozen(np.union1d(system.word_ends, ends))) for system in chosen]
    items = tuple(
        Item.of_outputs(sentence + 1, {system.name: tuple(system.sentence_words(sentence)) for system in cut})
        for sentence in map(usable.__getitem__, drawn)
    )
    if all(item.is_agreed for item in items):
        raise JudgingError(
            lazy(
                "all systems agree on the {sentences:,} drawn sentences, so there is nothing to judge. Draw more, or "
                "with another seed.",
                sentences=sentences,
            )
        )
    settings = {"sentences": sentences, "seed": seed}
    # A signature says nothing of lengths where all may be drawn.
    if shortest > 1:
        settings["min length"] = shortest
    if longest is not None:
        settings["max length"] = longest
    return JudgingStudy(
        name=one_line(name, lazy("name of the study"), STUDY_NAME, error=JudgingError),
        created=created,
        dataset=dataset.name,
        gold=dataset.gold.digest,
        seed=seed,
        signature=signature(judged, settings),
        committee="" if not f_b or dataset.difficulty is None else dataset.difficulty.committee,
        systems=tuple(
            StudySystem(system.name, system.digest, score.f1, (f_b or {}).get(system.name, math.nan))
            for system, score in zip(chosen, score_systems(judged), strict=True)
        ),
        items=items,
    )


def usable_sentences(dataset: Dataset) -> list[int]:
    """Return the sentences of a dataset that could be drawn, from 0: all systems have their characters."""
    text = dataset.gold.text
    usable = np.ones(len(text.sentence_ends), dtype=np.bool_)
    for system in dataset.systems:
        for start, end in system.left_out.tolist():
            first, last = text.sentences_at(np.array([start, max(start, end - 1)])).tolist()
            usable[first : last + 1] = False
        usable &= ~system.altered_sentences
    return np.flatnonzero(usable).tolist()
