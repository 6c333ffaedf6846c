"""What the built-in segmenter makes of training data that grows, source by source [RC 4.4, METHODS 10]."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.difficulty import Perceptron, curve_seeds
from cwsdiag.languages import lazy
from cwsdiag.parallel import HERE
from cwsdiag.repeats import repeated
from cwsdiag.study.segmenters import Lesson, learnt_f1
from cwsdiag.study.selection.orders import DEFAULT_SEEDS, WAYS
from cwsdiag.study.statistics import Friedman, friedman

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.difficulty import Learner, Template
    from cwsdiag.parallel import Where
    from cwsdiag.study.selection.orders import Order, Way
    from cwsdiag.text import Segmentation


@dataclass(frozen=True)
class Curve:
    """F1 of the built-in segmenter on the target's test text as sources are added.

    Attributes:
        order: of the sources.
        f1: with the target's training data alone, and after each source.
        seed: of the segmenters' shuffles; of a random order its own.
    """

    order: Order
    f1: tuple[float, ...]
    seed: int


@dataclass(frozen=True)
class WayCurve:
    """What the curves of one way and target are over their seeds, at the start and after each source.

    Attributes:
        target, way: of the orders.
        sources: in order; none where seeds draw orders of their own.
        seeds: how many curves there are.
        f1: their mean.
        low, high: their range.
    """

    target: str
    way: Way
    sources: tuple[str, ...]
    seeds: int
    f1: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def selection_curves(
    wanted: Sequence[Order],
    trainings: Mapping[str, Segmentation],
    tests: Mapping[str, Segmentation],
    *,
    template: Template = "F2",
    learner: Learner | None = None,
    seed: int = 0,
    seeds: int = DEFAULT_SEEDS,
    where: Where = HERE,
    cache: Path | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Curve]:
    """Learn the built-in segmenter anew after each source of some orders.

    The same data in another order, or for another target, is learnt once for each seed: it is put together in the order
    of ``trainings``. Where segmenters are learnt, and in which order, changes nothing.

    Args:
        wanted: orders of any targets. Those of a fixed way have a curve a seed; a random one has that of its own seed.
        trainings: segmented training text of the targets and all sources, by name.
        tests: gold text of the targets, by name.
        template: of the segmenter, see ``train_segmenter``.
        learner: what it is learnt by.
        seed: the first of its shuffles.
        seeds: how many; see ``curve_seeds``.
        where: segmenters are learnt.
        cache: folder to keep models in; see ``learnt_f1``.
        told: called with the number of segmenters that are learnt, and how many there are, now and then.
        cancelled: asked now and then; true to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, or ``where`` cannot be used.
        WorkerError: workers were lost.
    """
    learner = learner or Perceptron()
    sets = training_sets(wanted, learner=learner, seed=seed, seeds=seeds)
    found = learnt_f1(
        _lessons(wanted, sets, trainings),
        trainings,
        tests,
        template=template,
        learner=learner,
        where=where,
        cache=cache,
        told=told,
        cancelled=cancelled,
    )
    return [
        Curve(order, tuple(found[_joined(step, trainings), own][order.target] for step in _steps(order)), own)
        for order in wanted
        for own in _seeds(order, curve_seeds(learner, seed=seed, seeds=seeds))
    ]


def _lessons(
    wanted: Sequence[Order], sets: Sequence[tuple[frozenset[str], int]], trainings: Mapping[str, Segmentation]
) -> list[Lesson]:
    """Return what is learnt: each set of datasets once, for all its seeds and for all targets that ask for it."""
    seeds: dict[frozenset[str], list[int]] = {}
    for names, seed in sets:
        seeds.setdefault(names, []).append(seed)
    targets: dict[frozenset[str], dict[str, None]] = {}
    for order in wanted:
        for step in _steps(order):
            targets.setdefault(step, {})[order.target] = None
    return [Lesson(_joined(names, trainings), tuple(targets[names]), tuple(own)) for names, own in seeds.items()]


def _joined(names: frozenset[str], trainings: Mapping[str, Segmentation]) -> tuple[str, ...]:
    """Return the datasets of a set in the order in which their training texts are put together."""
    return tuple(name for name in trainings if name in names)


def training_sets(
    wanted: Sequence[Order], *, learner: Learner, seed: int = 0, seeds: int = DEFAULT_SEEDS
) -> list[tuple[frozenset[str], int]]:
    """Return the different sets of datasets that segmenters are learnt from for some orders, each with its seed."""
    drawn = curve_seeds(learner, seed=seed, seeds=seeds)
    return list(
        dict.fromkeys((step, own) for order in wanted for own in _seeds(order, drawn) for step in _steps(order))
    )


def _seeds(order: Order, drawn: Sequence[int]) -> Sequence[int]:
    """Return the seeds of the segmenters of an order: one that was itself drawn is learnt with its own."""
    return drawn if order.seed is None else (order.seed,)


def way_curves(curves: Sequence[Curve]) -> list[WayCurve]:
    """Return the curves of each target and way as one: their mean and range over seeds at each step.

    The random way draws orders anew with each seed, so its range is that of orders and segmenters together.
    """
    found: dict[tuple[str, Way], list[Curve]] = {}
    for curve in curves:
        found.setdefault((curve.order.target, curve.order.way), []).append(curve)
    made = []
    for (target, way), own in found.items():
        steps = [repeated(values) for values in zip(*(curve.f1 for curve in own), strict=True)]
        sources = own[0].order.sources if len({curve.order for curve in own}) == 1 else ()
        f1, low, high = (tuple(getattr(step, key) for step in steps) for key in ("mean", "low", "high"))
        made.append(WayCurve(target, way, sources, len(own), f1, low, high))
    return made


def _steps(order: Order) -> list[frozenset[str]]:
    """Return the datasets that the data consists of at the start, and after each source."""
    return [frozenset((order.target, *order.sources[:count])) for count in range(len(order.sources) + 1)]


def selection_test(curves: Sequence[Curve]) -> Friedman:
    """Test whether the ways differ in F1, with the steps as blocks [RC 4.4].

    Steps at which all orders hold the same data, the first and the last, say nothing and are left out. The curves of
    one target and way are averaged over their seeds. Steps of one target build on each other, so they are not
    independent blocks.
    """
    values: dict[tuple[str, int], dict[str, list[float]]] = {}
    for curve in curves:
        for step in range(1, len(curve.order.sources)):
            cell = values.setdefault((curve.order.target, step), {})
            cell.setdefault(curve.order.way, []).append(curve.f1[step])
    # Not np.mean: that of equal values can differ from them in the last place, and would break a tie.
    table = [[mean(cell[way]) if way in cell else np.nan for way in WAYS] for cell in values.values()]
    blocks = [lazy("{target}, {step} added", target=target, step=step) for target, step in values]
    return friedman(np.array(table).reshape(len(blocks), len(WAYS)), treatments=WAYS, blocks=blocks)
