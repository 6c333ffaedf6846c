"""U: how well models trained on one dataset do on another, from predictions or by the built-in segmenter [RC 4.2].

Beside it maps of datasets, near each other where one is of use for the other, and whether Ψ predicts U.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import accumulate, product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.dataset import Dataset
from cwsdiag.difficulty import Cancelled, Learner, Perceptron, Template, train_segmenters
from cwsdiag.inference import holm
from cwsdiag.matching import match
from cwsdiag.parallel import HERE, Shared, Where, starmap_unordered
from cwsdiag.progress import StepListener
from cwsdiag.scores import ratio, score
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.study.consistency import Matrix
from cwsdiag.study.corpora import Corpus, corpora_signature
from cwsdiag.study.statistics import Correlation, rank_correlation
from cwsdiag.text import Floats, Ints, Longs, Segmentation, Text, frozen

if TYPE_CHECKING:
    import pandas as pd

# By name of the dataset.
Texts = Mapping[str, Segmentation]

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


F1ByLesson = dict[tuple[tuple[str, ...], int], dict[str, float]]


def learnt_f1(
    lessons: Iterable[Lesson],
    trainings: Texts,
    tests: Texts,
    *,
    template: Template,
    learner: Learner,
    where: Where,
    cache: Path | None,
    progress: StepListener,
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
        progress: called with the number of segmenters that are learnt, and how many there are, after each task.
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
            *(len(part.trainings), part.seeds, template, learner, folder),
            *(texts[name] for name in part.trainings),
            *(golds[name] for name in part.tests),
        )
        for part in parts
    ]
    total = sum(len(part.seeds) for part in parts)
    scores: F1ByLesson = {}
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
                    scores[part.trainings, seed] = dict(zip(part.tests, values, strict=True))
                progress(len(scores), total)
    except Cancelled:
        # In steps of those who are told, not in tasks.
        raise Cancelled(len(scores), total) from None
    return scores


def _parts(lesson: Lesson, trainings: Texts, where: Where) -> list[Lesson]:
    """Return what the tasks of a lesson learn.

    Looking for features takes as long as learning from them once, so here a task does it for several seeds; a cluster
    has more workers than there are lessons.
    """
    most = 1 if where.scheduler is not None else max(1, _A_TASK // max(1, _size(lesson, trainings)))
    return [replace(lesson, seeds=lesson.seeds[first : first + most]) for first in range(0, len(lesson.seeds), most)]


def _size(lesson: Lesson, trainings: Texts) -> int:
    return sum(len(trainings[name].text.chars) for name in lesson.trainings)


def _f1_by_seed(
    trainings: int,
    seeds: Sequence[int],
    template: Template,
    learner: Learner,
    cache: Path | None,
    *texts: Segmentation,
) -> list[list[float]]:
    """Learn a segmenter a seed from so many training texts, and return F1 on each test text behind them, by seed."""
    golds = texts[trainings:]
    cuts = train_segmenters(
        joined(texts[:trainings]),
        [gold.text for gold in golds],
        seeds=seeds,
        template=template,
        learner=learner,
        cache=cache,
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


_DIMENSIONS = 2


@dataclass(frozen=True, eq=False)
class Map:
    """Datasets as points of a plane.

    Attributes:
        names: of those that have all distances.
        points: float64 of shape (datasets, 2), their mean in the middle.
        distances: those it shows, float64 of shape (datasets, datasets).
        stress: how much of them is lost: root of the squared errors of all distances over their squares, 0 for a
            faithful map; NaN where all distances are 0.
        left_out: datasets that lack a distance.
    """

    names: tuple[str, ...]
    points: Floats
    distances: Floats
    stress: float
    left_out: tuple[str, ...]


def distances(similarity: Floats) -> Floats:
    """Return 2 - (Z[i, j] / Z[j, j] + Z[j, i] / Z[i, i]), not below 0, for Z = Ψ or U; NaN where one is not known."""
    shares = ratio(similarity, np.broadcast_to(np.diag(similarity), similarity.shape))
    apart: Floats = np.maximum(2 - (shares + shares.T), 0.0)
    return apart


def mean_distances(similarities: Sequence[Floats]) -> Floats:
    """Return the distances averaged over models; NaN where one of them has none."""
    mean: Floats = np.mean([distances(similarity) for similarity in similarities], axis=0)
    return mean


def draw_map(apart: Floats, names: Sequence[str]) -> Map:
    """Lay datasets out in a plane by classical multidimensional scaling, which has no random start.

    Datasets without all distances are left out, those with most gaps first.

    Args:
        apart: symmetric distances, NaN where not known.
        names: of the datasets.
    """
    kept = _without_gaps(apart)
    chosen = apart[np.ix_(kept, kept)]
    points = np.zeros((len(kept), _DIMENSIONS))
    if len(kept) > 1 and chosen.any():
        components = min(_DIMENSIONS, len(kept) - 1)
        points[:, :components] = _classical_scaling(chosen)[:, :components]
    drawn = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    total = float((chosen**2).sum())
    stress = float(np.sqrt(((drawn - chosen) ** 2).sum() / total)) if total > 0 else float("nan")
    return Map(
        tuple(names[index] for index in kept),
        frozen(points),
        frozen(chosen),
        stress,
        tuple(names[index] for index in range(len(names)) if index not in kept),
    )


def _classical_scaling(apart: Floats) -> Floats:
    """Return points whose distances come near these, the axis that shows most first [Torgerson 1952].

    An axis is an eigenvector of -½ J D² J, where D² has the squared distances and J takes off the means of rows and
    columns, as long as the root of its eigenvalue; 0 where that is negative, as distances of no space have. The
    coordinate farthest from 0 is positive on each.
    """
    from scipy.linalg import eigh

    squares = apart**2
    squares -= squares.mean(axis=0)
    squares -= squares.mean(axis=1, keepdims=True)
    values, axes = eigh(-0.5 * squares)
    values, axes = values[::-1], axes[:, ::-1]
    farthest = axes[np.abs(axes).argmax(axis=0), np.arange(len(apart))]
    points: Floats = np.where(values > 0, axes * np.sign(farthest) * np.sqrt(np.abs(values)), 0.0)
    return points


def _without_gaps(apart: Floats) -> list[int]:
    kept = list(range(len(apart)))
    while (gaps := np.isnan(apart[np.ix_(kept, kept)]).sum(axis=1)).any():
        del kept[int(gaps.argmax())]
    return kept


def aligned(drawn: Map, to: Map) -> Map:
    """Turn and mirror a map so that the datasets it shares with another lie as near to theirs as can be (Procrustes).

    Distances within it stay as they are: it is neither stretched nor shrunk.
    """
    shared = [name for name in drawn.names if name in to.names]
    if len(shared) < 2:
        return drawn
    from scipy.linalg import orthogonal_procrustes

    own = drawn.points[[drawn.names.index(name) for name in shared]]
    other = to.points[[to.names.index(name) for name in shared]]
    turn, _ = orthogonal_procrustes(own - own.mean(axis=0), other - other.mean(axis=0))
    return replace(drawn, points=frozen(drawn.points @ turn))


@dataclass(frozen=True)
class Relation:
    """The correlation of Ψ and U over the training data for one test text, or over all pairs.

    Attributes:
        test: name of the test text; empty for all pairs pooled.
        correlation: of Ψ and U; NaN below three pairs.
        p_adjusted: its p adjusted by Holm over all of a model's.
    """

    test: str
    correlation: Correlation
    p_adjusted: float


def relations(psi: Floats, u: Floats, names: Sequence[str]) -> list[Relation]:
    """Correlate Ψ with U: for each test text over the training data, then over all pairs.

    Args:
        psi: of shape (training data, test texts); NaN where not known.
        u: of the same shape.
        names: of the datasets.

    The pooled pairs share training data and test texts, so they are not independent, and their p-value is too small.
    """
    correlations = [rank_correlation(psi[:, place], u[:, place]) for place in range(len(names))]
    correlations.append(rank_correlation(psi.ravel(), u.ravel()))
    adjusted = holm([one.p for one in correlations]).tolist()
    return [Relation(*row) for row in zip((*names, ""), correlations, adjusted, strict=True)]


@dataclass(frozen=True, eq=False)
class Transfer:
    """F1 of one model on every dataset, trained on every dataset.

    Attributes:
        model: its name.
        names: of the datasets.
        u: U, float64 of shape (trained on, tested on), from 0 to 1; NaN where it is not known.
    """

    model: str
    names: tuple[str, ...]
    u: Floats

    @property
    def relative(self) -> Floats:
        """Û, the share of F1 that is lost: (U[j, j] - U[i, j]) / U[j, j]; NaN where that is not known."""
        own = np.diag(self.u)
        return ratio(own - self.u, np.broadcast_to(own, self.u.shape))


def side_means(values: Floats, *, own: bool) -> tuple[tuple[Floats, Longs], tuple[Floats, Longs]]:
    """Return the mean of the defined cells of each row and of each column, each with how many cells it is over.

    Args:
        values: U or Û, float64 of shape (trained on, tested on).
        own: whether the diagonal counts, as in the averages of the paper's Table 5; else means are over other datasets
            alone. A mean over no cell is NaN.
    """
    cells = values.copy()
    if not own:
        np.fill_diagonal(cells, np.nan)
    return mean_of_defined(cells, axis=1), mean_of_defined(cells, axis=0)


def transfers(
    predictions: Iterable[tuple[Dataset, Mapping[str, tuple[str, str]]]], names: Sequence[str]
) -> tuple[Transfer, ...]:
    """Return a table for each model of predictions that say what they come from, in order of first appearance.

    Args:
        predictions: datasets; with each, of a system by its name, the model, and the dataset that it was trained on.
            Other systems are passed over.
        names: of the datasets that tables have; other datasets are passed over.
    """
    places = {name: place for place, name in enumerate(names)}
    tables: dict[str, Floats] = {}
    for dataset, origins in predictions:
        for system in dataset.systems:
            model, trained_on = origins.get(system.name, ("", None))
            if trained_on in places and dataset.name in places:
                table = tables.setdefault(model, np.full((len(names), len(names)), np.nan))
                table[places[trained_on], places[dataset.name]] = score(match(dataset.gold, system), None).f1
    return tuple(Transfer(model, tuple(names), frozen(table)) for model, table in tables.items())


def built_in_transfer(
    trainings: Texts,
    tests: Texts,
    *,
    template: Template = "F2",
    learner: Learner | None = None,
    seed: int = 0,
    where: Where = HERE,
    cache: Path | None = None,
    progress: StepListener = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Transfer:
    """Learn the built-in segmenter on the training data of each dataset, and let it cut all test texts.

    Args:
        trainings: segmented training text by dataset; one need not be there for each.
        tests: gold text of every dataset, whose names and order the table takes.
        template: of the segmenter, see ``train_segmenter``.
        learner: what it is learnt by.
        seed: of its shuffles.
        where: segmenters are learnt.
        cache: folder to keep models in; see ``learnt_f1``.
        progress: called with the number of segmenters that are learnt, and how many there are, after each.
        cancelled: asked before all and after each; true to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, or ``where`` cannot be used.
        WorkerError: workers were lost.
    """
    learner = learner or Perceptron()
    names = tuple(tests)
    found = learnt_f1(
        [Lesson((name,), names, (seed,)) for name in names if name in trainings],
        trainings,
        tests,
        template=template,
        learner=learner,
        where=where,
        cache=cache,
        progress=progress,
        cancelled=cancelled,
    )
    u = np.array([[found.get(((row,), seed), {}).get(column, np.nan) for column in names] for row in names])
    return Transfer(f"{learner} {template}", names, frozen(u.reshape(len(names), len(names))))


def averaged_over(tables: Sequence[Transfer]) -> list[Transfer]:
    """Return the models that a map of U is averaged over: those with U for all pairs, for a hole in one is one in all.

    Where no model has all, those with U for some pair of two datasets, both ways, and on both of their own.
    """
    whole = [table for table in tables if not np.isnan(table.u).any()]
    if whole:
        return whole
    return [table for table in tables if np.isfinite(distances(table.u)[~np.eye(len(table.u), dtype=np.bool_)]).any()]


@dataclass(frozen=True, eq=False)
class Criteria:
    """The texts of several datasets, all normalised alike, and what models trained on each do on the others.

    Attributes:
        corpora: in the order of the project.
        matrix: Ψ of every training data and test text.
        transfers: U of systems that say what they were trained on.
        files: what a signature says of their predictions.
        normalise: what was done to the texts.
        learnt: what a signature says of models among these that were trained here, by name.
    """

    corpora: tuple[Corpus, ...]
    matrix: Matrix
    transfers: tuple[Transfer, ...]
    files: Mapping[str, str]
    normalise: tuple[str, ...]
    learnt: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the datasets."""
        return self.matrix.names

    @property
    def trainable(self) -> tuple[str, ...]:
        """Names of the datasets with segmented training text."""
        return tuple(one.name for one in self.corpora if one.running is not None)

    def corpus(self, name: str) -> Corpus:
        """Return the texts of a dataset."""
        return self.corpora[self.names.index(name)]

    def pairs(self, by: str, **values: Floats) -> pd.DataFrame:
        """Return a row for each training data and test text, the largest of one of the values first."""
        import pandas as pd

        frame = pd.DataFrame(product(self.names, repeat=2), columns=["train", "test"])
        frame = frame.assign(**{key: matrix.ravel() for key, matrix in values.items()})
        return frame.sort_values(by, ascending=False, kind="stable", ignore_index=True)

    def signature(self, settings: Mapping[str, object] | None = None) -> str:
        """Return where numbers come from, with further settings."""
        return corpora_signature(self.corpora, {"normalise": ",".join(self.normalise) or "none", **(settings or {})})

    def settings(self, models: Sequence[Transfer]) -> dict[str, object]:
        """Return what a signature says of models."""
        names = [one.model for one in models]
        learnt = [self.learnt[name] for name in names if name in self.learnt]
        files = self.files if len(learnt) < len(names) else {}
        segmenter = {"segmenter": ",".join(learnt)} if learnt else {}
        return {"models": ",".join(names), **files, **segmenter} if models else {}

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each text, by what it is."""
        return {
            f"{one.name} {what}": text.digest
            for one in self.corpora
            for what, text in (("gold", one.test), ("training", one.training), ("development", one.dev))
            if text is not None
        }
