"""U: how well models trained on one dataset do on another, from predictions or by the built-in segmenter [RC 4.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.difficulty import Perceptron
from cwsdiag.matching import match
from cwsdiag.parallel import HERE
from cwsdiag.scores import ratio, score
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.study.maps import distances
from cwsdiag.study.segmenters import Lesson, learnt_f1
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.dataset import Dataset
    from cwsdiag.difficulty import Learner, Template
    from cwsdiag.parallel import Where
    from cwsdiag.text import Floats, Longs, Segmentation


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
        lost: Floats = ratio(own - self.u, np.broadcast_to(own, self.u.shape))
        return lost


@dataclass(frozen=True)
class TransferScore:
    """F1 of a model that was trained on one dataset and tested on another."""

    model: str
    trained_on: str
    tested_on: str
    f1: float


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


def transfer_scores(dataset: Dataset, origins: Mapping[str, tuple[str, str]]) -> list[TransferScore]:
    """Score the predictions of a dataset that say what they come from.

    Args:
        dataset: gold and systems.
        origins: of each system by its name the model, and the dataset that it was trained on. Others are passed over.
    """
    return [
        TransferScore(*origins[system.name], dataset.name, score(match(dataset.gold, system), None).f1)
        for system in dataset.systems
        if system.name in origins
    ]


def transfers(scores: Iterable[TransferScore], names: Sequence[str]) -> tuple[Transfer, ...]:
    """Return a table for each model, in order of first appearance; of other datasets than ``names`` nothing."""
    places = {name: place for place, name in enumerate(names)}
    tables: dict[str, Floats] = {}
    for one in scores:
        if one.trained_on in places and one.tested_on in places:
            table = tables.setdefault(one.model, np.full((len(names), len(names)), np.nan))
            table[places[one.trained_on], places[one.tested_on]] = one.f1
    return tuple(Transfer(model, tuple(names), frozen(table)) for model, table in tables.items())


def built_in_transfer(
    trainings: Mapping[str, Segmentation],
    tests: Mapping[str, Segmentation],
    *,
    template: Template = "F2",
    learner: Learner | None = None,
    seed: int = 0,
    where: Where = HERE,
    cache: Path | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
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
        told: called with the number of segmenters that are learnt, and how many there are, after each.
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
        told=told,
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
