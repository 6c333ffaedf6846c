"""F1 of built-in segmenters that learn side by side from the training data of one dataset or several [METHODS 10]."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.difficulty import Cancelled, train_segmenters
from cwsdiag.matching import match
from cwsdiag.parallel import Shared, starmap_unordered
from cwsdiag.scores import score
from cwsdiag.text import Segmentation, Text, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.difficulty import Learner, Template
    from cwsdiag.parallel import Where
    from cwsdiag.text import Ints

# So many characters a task of this machine learns from at most, about ten seconds: who stops the work waits so long.
_A_TASK = 20_000_000


@dataclass(frozen=True)
class Lesson:
    """What segmenters learn from together, and what they cut.

    Attributes:
        trainings: names of datasets, in the order in which their training texts are joined; at least one.
        tests: names of those whose test texts are cut.
        seeds: of the learner's shuffles: a segmenter each.
    """

    trainings: tuple[str, ...]
    tests: tuple[str, ...]
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class _How:
    """The settings of a task: how many of its texts are training texts, and how segmenters are learnt from them."""

    trainings: int
    seeds: tuple[int, ...]
    template: Template
    learner: Learner
    cache: Path | None


F1ByLesson = dict[tuple[tuple[str, ...], int], dict[str, float]]


def learnt_f1(
    lessons: Iterable[Lesson],
    trainings: Mapping[str, Segmentation],
    tests: Mapping[str, Segmentation],
    *,
    template: Template,
    learner: Learner,
    where: Where,
    cache: Path | None,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> F1ByLesson:
    """Learn segmenters side by side, the features of each lesson looked for once a task, and score what they cut.

    Args:
        lessons: each with other trainings.
        trainings: segmented training texts by name of the dataset.
        tests: gold texts by name.
        template: see ``train_segmenter``.
        learner: what they are learnt by.
        where: to do it.
        cache: folder to keep models in; the workers of a scheduler keep them in the one that they share, or not at all.
        told: called with the number of segmenters that are learnt, and how many there are, after each task.
        cancelled: asked before all and after each task; true to stop.

    Returns:
        F1 by name of the test, for the trainings of each lesson and each seed.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, or ``where`` cannot be used.
        WorkerError: workers were lost.
    """
    parts = [part for lesson in lessons for part in _parts(lesson, trainings, where)]
    # The longest first, so that no worker begins it when all others are done.
    parts.sort(key=lambda part: -_size(part, trainings) * len(part.seeds))
    # Each is sent once, in however many lessons it stands.
    texts = {name: Shared(trainings[name].bare()) for name in {name for part in parts for name in part.trainings}}
    golds = {name: Shared(tests[name].bare()) for name in {name for part in parts for name in part.tests}}
    folder = where.cache_of_workers(cache)
    calls = [
        (
            _How(len(part.trainings), part.seeds, template, learner, folder),
            *(texts[name] for name in part.trainings),
            *(golds[name] for name in part.tests),
        )
        for part in parts
    ]
    total, done = sum(len(part.seeds) for part in parts), 0
    found: F1ByLesson = {}
    answers = starmap_unordered(
        _f1_by_seed,
        calls,
        total=len(calls),
        where=where,
        processes=learner.locks,
        packages=learner.packages,
        cancelled=cancelled,
    )
    try:
        with closing(answers):
            for number, by_seed in answers:
                part = parts[number]
                for seed, values in zip(part.seeds, by_seed, strict=True):
                    found[part.trainings, seed] = dict(zip(part.tests, values, strict=True))
                done += len(part.seeds)
                told(done, total)
    except Cancelled:
        # In steps of those who are told, not in tasks.
        raise Cancelled(done, total) from None
    return found


def _parts(lesson: Lesson, trainings: Mapping[str, Segmentation], where: Where) -> list[Lesson]:
    """Return what the tasks of a lesson learn.

    Looking for features takes as long as learning from them once, so here a task does it for several seeds; a cluster
    has more workers than there are lessons.
    """
    most = 1 if where.scheduler is not None else max(1, _A_TASK // max(1, _size(lesson, trainings)))
    return [replace(lesson, seeds=lesson.seeds[first : first + most]) for first in range(0, len(lesson.seeds), most)]


def _size(lesson: Lesson, trainings: Mapping[str, Segmentation]) -> int:
    return sum(len(trainings[name].text.chars) for name in lesson.trainings)


def _f1_by_seed(how: _How, *texts: Segmentation) -> list[list[float]]:
    """Learn a segmenter a seed from training texts, and return F1 on each test text for each seed.

    Args:
        how: the settings.
        texts: training texts, then test texts.
    """
    golds = texts[how.trainings :]
    cuts = train_segmenters(
        joined(texts[: how.trainings]),
        [gold.text for gold in golds],
        seeds=how.seeds,
        template=how.template,
        learner=how.learner,
        cache=how.cache,
    )
    return [[score(match(gold, cut), None).f1 for gold, cut in zip(golds, own, strict=True)] for own in cuts]


def joined(texts: Sequence[Segmentation]) -> Segmentation:
    """Return segmented texts, one after the other, as one; there is at least one, none has a word across sentences."""
    if len(texts) == 1:
        return texts[0]
    starts = [0, *accumulate(len(one.text.chars) for one in texts)]

    def behind(ends: Iterable[Ints]) -> Ints:
        return frozen(np.concatenate([own + np.int32(start) for own, start in zip(ends, starts, strict=False)]))

    text = Text("".join(one.text.chars for one in texts), behind(one.text.sentence_ends for one in texts))
    return Segmentation(" + ".join(one.name for one in texts), text, behind(one.word_ends for one in texts))
