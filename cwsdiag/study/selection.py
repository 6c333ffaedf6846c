"""Which further training data to add for a target, in which order, and what it brings [RC 4.4, METHODS 10]."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.difficulty import CURVE_SEEDS, Learner, Perceptron, Template, curve_seeds
from cwsdiag.errors import SettingError
from cwsdiag.inputs import OwnCurve
from cwsdiag.languages import lazy
from cwsdiag.parallel import HERE, Where
from cwsdiag.progress import StepListener
from cwsdiag.scores import repeated
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.study.consistency import Occurrences, occurrences, psi_of
from cwsdiag.study.corpora import Corpus
from cwsdiag.study.statistics import Friedman, friedman
from cwsdiag.study.transfer import Lesson, Texts, learnt_f1
from cwsdiag.text import Segmentation

Way = Literal["max", "min", "random"]
WAYS: tuple[Way, ...] = get_args(Way)
DEFAULT_SEEDS = CURVE_SEEDS


@dataclass(frozen=True)
class Order:
    """An order in which sources are added to the training data of a target.

    Attributes:
        target: the dataset they are added for.
        way: which source comes next: that with the largest Ψ of all data so far with it, the smallest, or any.
        seed: of the random way; None for the others.
        sources: names, in order.
        psi: Ψ × 100 of the target's training data alone, and after each source.
    """

    target: str
    way: Way
    seed: int | None
    sources: tuple[str, ...]
    psi: tuple[float, ...]

    @property
    def name(self) -> str:
        """What tables call it: ``max``, ``min``, ``random 0`` and so on."""
        return self.way if self.seed is None else f"{self.way} {self.seed}"


def orders(
    target: Corpus,
    sources: Sequence[Corpus],
    *,
    ways: Sequence[Way] = WAYS,
    seeds: int = DEFAULT_SEEDS,
    seed: int = 0,
) -> list[Order]:
    """Return the orders of one target; see ``all_orders``."""
    return all_orders([target], sources, ways=ways, seeds=seeds, seed=seed)


def all_orders(
    targets: Sequence[Corpus],
    sources: Sequence[Corpus],
    *,
    ways: Sequence[Way] = WAYS,
    seeds: int = DEFAULT_SEEDS,
    seed: int = 0,
) -> list[Order]:
    """Order sources by what they make of Ψ, one at a time [RC Algorithm 1].

    Begun with a target's training data, the next source is the one for which Ψ(data so far + source, development text)
    is largest (``max``), smallest (``min``), or any (``random``); of equals the first. The target's test text stands in
    where it has no development text.

    Args:
        targets: with segmented training text, each with all its orders in turn.
        sources: with segmented training text; a target itself and those without are passed over.
        ways: each of them once, in turn; of random orders as many as there are seeds.
        seeds: how many random orders.
        seed: of the first of them; the next have the next.

    Raises:
        SettingError: a target has no segmented training text, or there is no such way.
    """
    whole("seeds", seeds, bounds.SEEDS)
    whole("seed", seed, bounds.SEED)
    for way in ways:
        if way not in WAYS:
            raise SettingError(
                lazy("no way {way!r} to select sources. Available: {known}.", way=way, known=", ".join(WAYS))
            )
    orders = []
    for target in targets:
        if target.running is None:
            raise SettingError(
                lazy(
                    "{dataset}: it has no segmented training text to which sources could be added.", dataset=target.name
                )
            )
        words = target.target.distinct.words
        others = [one for one in sources if one.name != target.name]
        left = {one.name: occurrences(one.running, words) for one in others if one.running is not None}
        own = occurrences(target.running, words)
        for way in ways:
            for drawn in range(seed, seed + seeds) if way == "random" else (None,):
                names, values = _greedy(target.target, own, left, way, drawn)
                orders.append(Order(target.name, way, drawn, names, values))
    return orders


def _greedy(
    text: Segmentation, own: Occurrences, others: Mapping[str, Occurrences], way: Way, seed: int | None
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Return the sources in order, and Ψ with the target's training data alone and after each."""
    left, so_far = dict(others), own
    names: list[str] = []
    values = [psi_of(own, text)]
    rng = np.random.default_rng(seed)
    while left:
        if way == "random":
            name = list(left)[rng.integers(len(left))]
        else:
            name = (max if way == "max" else min)(left, key=lambda name: psi_of(so_far + left[name], text))
        so_far += left.pop(name)
        names.append(name)
        values.append(psi_of(so_far, text))
    return tuple(names), tuple(values)


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
class MeanCurve:
    """What the curves of one way and target, or the runs of somebody's own curve, are together.

    Attributes:
        target: the dataset that sources are added for.
        name: the way, or the name of somebody's own.
        sources: in order; none where seeds draw orders of their own.
        runs: how many curves there are.
        f1: their mean, from 0 to 1, at the start and after each source.
        low, high: their range.
    """

    target: str
    name: str
    sources: tuple[str, ...]
    runs: int
    f1: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @classmethod
    def of(cls, target: str, name: str, sources: tuple[str, ...], runs: Sequence[Sequence[float]]) -> MeanCurve:
        """Return what runs of equally many steps are together."""
        steps = [repeated(values) for values in zip(*runs, strict=True)]
        ends = [tuple(getattr(step, key) for step in steps) for key in ("mean", "low", "high")]
        return cls(target, name, sources, len(runs), *ends)


def selection_curves(
    wanted: Sequence[Order],
    trainings: Texts,
    tests: Texts,
    *,
    template: Template = "F2",
    learner: Learner | None = None,
    seed: int = 0,
    seeds: int = DEFAULT_SEEDS,
    where: Where = HERE,
    cache: Path | None = None,
    progress: StepListener = lambda done, total: None,
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
        progress: called with the number of segmenters that are learnt, and how many there are, now and then.
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
        progress=progress,
        cancelled=cancelled,
    )
    return [
        Curve(order, tuple(found[_joined(step, trainings), own][order.target] for step in _steps(order)), own)
        for order in wanted
        for own in _seeds(order, curve_seeds(learner, seed=seed, seeds=seeds))
    ]


def _lessons(wanted: Sequence[Order], sets: Sequence[tuple[frozenset[str], int]], trainings: Texts) -> list[Lesson]:
    """Return what is learnt: each set of datasets once, for all its seeds and for all targets that ask for it."""
    seeds, targets = defaultdict[Any, list[int]](list), defaultdict[Any, dict[str, None]](dict)
    for names, seed in sets:
        seeds[names].append(seed)
    for order in wanted:
        for step in _steps(order):
            targets[step][order.target] = None
    return [Lesson(_joined(names, trainings), tuple(targets[names]), tuple(own)) for names, own in seeds.items()]


def _joined(names: frozenset[str], trainings: Texts) -> tuple[str, ...]:
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


def way_curves(curves: Sequence[Curve]) -> list[MeanCurve]:
    """Return the curves of each target and way as one: their mean and range over seeds at each step.

    The random way draws orders anew with each seed, so its range is that of orders and segmenters together.
    """
    groups = defaultdict[Any, list[Curve]](list)
    for curve in curves:
        groups[curve.order.target, curve.order.way].append(curve)
    return [
        MeanCurve.of(
            target,
            way,
            own[0].order.sources if len({curve.order for curve in own}) == 1 else (),
            [curve.f1 for curve in own],
        )
        for (target, way), own in groups.items()
    ]


def _steps(order: Order) -> list[frozenset[str]]:
    """Return the datasets that the data consists of at the start, and after each source."""
    return [frozenset((order.target, *order.sources[:count])) for count in range(len(order.sources) + 1)]


def selection_test(curves: Sequence[Curve]) -> Friedman:
    """Test whether the ways differ in F1, with the steps as blocks [RC 4.4].

    Steps at which all orders hold the same data, the first and the last, say nothing and are left out. The curves of
    one target and way are averaged over their seeds. Steps of one target build on each other, so they are not
    independent blocks.
    """
    values = defaultdict[Any, list[float]](list)
    for curve in curves:
        for step in range(1, len(curve.order.sources)):
            values[curve.order.target, step, curve.order.way].append(curve.f1[step])
    steps = dict.fromkeys((target, step) for target, step, _ in values)
    # Not np.mean: that of equal values can differ from them in the last place, and would break a tie.
    table = [repeated(values[*step, way]).mean for step in steps for way in WAYS]
    blocks = [lazy("{target}, {step} added", target=target, step=step) for target, step in steps]
    return friedman(np.array(table).reshape(len(blocks), len(WAYS)), treatments=WAYS, blocks=blocks)


_PER_CENT = 100


def own_curves(curves: Sequence[OwnCurve], orders: Sequence[Order]) -> list[MeanCurve]:
    """Return mean and range of the curves on the targets of some orders.

    Args:
        curves: those on other targets are passed over.
        orders: for each target of curves at least the one of the way that these name.

    Raises:
        SettingError: a curve has more steps than its order, or names a source that has no training text.
    """
    return [_mean(curve, own) for curve in curves if (own := [one for one in orders if one.target == curve.target])]


def _mean(curve: OwnCurve, orders: Sequence[Order]) -> MeanCurve:
    known = orders[0].sources
    named = curve.order
    sources = named if isinstance(named, tuple) else next(one.sources for one in orders if one.way == named)
    added = len(curve.runs[0]) - 1
    if added > len(sources) or not set(sources) <= set(known):
        raise SettingError(
            lazy(
                "curve {name!r} on {dataset!r}: its {steps} numbers do not fit the order of sources: F1 of the "
                "training data of {dataset!r} alone, then after each of {sources}. Available: {known}.",
                name=curve.name,
                dataset=curve.target,
                steps=added + 1,
                sources=", ".join(sources) or lazy("none"),
                known=", ".join(known) or lazy("none"),
            )
        )
    runs = [[value / _PER_CENT for value in run] for run in curve.runs]
    return MeanCurve.of(curve.target, curve.name, sources[:added], runs)


def curves_part(curves: Sequence[OwnCurve]) -> dict[str, str]:
    """Return what signatures say of curves: a digest of all that was given; nothing without any."""
    if not curves:
        return {}
    text = json.dumps([asdict(curve) for curve in curves], ensure_ascii=False, sort_keys=True)
    return {"curves": hashlib.sha256(text.encode()).hexdigest()[:DIGEST_SHOWN]}
