"""Which further training data to add for a target, and in which order [RC 4.4, Algorithm 1, METHODS 10]."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.difficulty import CURVE_SEEDS, Cancelled, Perceptron, curve_seeds, train_segmenter
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.repeats import repeated
from cwsdiag.scores import score
from cwsdiag.study.consistency import Words, occurrences, psi_of
from cwsdiag.study.statistics import Friedman, friedman
from cwsdiag.text import Segmentation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.difficulty import Learner, Template
    from cwsdiag.study.consistency import Occurrences
    from cwsdiag.study.corpora import Corpus

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


def select_sources(target: Corpus, sources: Sequence[Corpus], *, way: Way = "max", seed: int = 0) -> Order:
    """Order sources by what they make of Ψ, one at a time [RC Algorithm 1].

    Begun with the target's training data, the next source is the one for which Ψ(data so far + source, development
    text) is largest (``max``), smallest (``min``), or any (``random``); of equals the first. The target's test text
    stands in where it has no development text.

    Args:
        target: with segmented training text.
        sources: with segmented training text; the target itself and those without are passed over.
        way: how the next source is chosen.
        seed: of the random way.

    Raises:
        SettingError: the target has no segmented training text, or there is no such way.
    """
    (order,) = orders(target, sources, ways=(way,), seeds=1, seed=seed)
    return order


def orders(
    target: Corpus,
    sources: Sequence[Corpus],
    *,
    ways: Sequence[Way] = WAYS,
    seeds: int = DEFAULT_SEEDS,
    seed: int = 0,
) -> list[Order]:
    """Return the orders of some ways, in turn, and as many random ones as there are seeds; see ``select_sources``.

    Args:
        target: with segmented training text.
        sources: with segmented training text; the target itself and those without are passed over.
        ways: each of them once.
        seeds: how many random orders.
        seed: of the first of them; the next have the next.

    Raises:
        SettingError: the target has no segmented training text, or there is no such way.
    """
    whole("seeds", seeds, bounds.SEEDS)
    whole("seed", seed, bounds.SEED)
    for way in ways:
        if way not in WAYS:
            raise SettingError(
                lazy("no way {way!r} to select sources. Available: {known}.", way=way, known=", ".join(WAYS))
            )
    if target.training is None or not target.training.has_text:
        raise SettingError(
            lazy("{dataset}: it has no segmented training text to which sources could be added.", dataset=target.name)
        )
    words = Words.of(target.target)
    own = occurrences(target.training, words.types)
    others = {
        source.name: occurrences(source.training, words.types)
        for source in sources
        if source.name != target.name and source.training is not None and source.training.has_text
    }
    found = []
    for way in ways:
        for drawn in range(seed, seed + seeds) if way == "random" else (None,):
            names, values = _greedy(words, own, others, way, drawn)
            found.append(Order(target.name, way, drawn, names, values))
    return found


def _greedy(
    words: Words, own: Occurrences, others: Mapping[str, Occurrences], way: Way, seed: int | None
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Return the sources in order, and Ψ with the target's training data alone and after each."""
    left, so_far = dict(others), own
    names: list[str] = []
    values = [psi_of(own, words)]
    rng = np.random.default_rng(seed)
    while left:
        after = {name: psi_of(so_far + found, words) for name, found in left.items()}
        if way == "random":
            name = list(left)[int(rng.integers(len(left)))]
        else:
            name = (max if way == "max" else min)(after, key=after.__getitem__)
        so_far = so_far + left.pop(name)
        names.append(name)
        values.append(after[name])
    return tuple(names), tuple(values)


def selection_curves(
    wanted: Sequence[Order],
    trainings: Mapping[str, Segmentation],
    test: Segmentation,
    *,
    template: Template = "F2",
    learner: Learner | None = None,
    seed: int = 0,
    seeds: int = DEFAULT_SEEDS,
    cache: Path | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Curve]:
    """Learn the built-in segmenter anew after each source of some orders of one target.

    The same data in another order is learnt once for each seed: it is put together in the order of ``trainings``.

    Args:
        wanted: orders of one target. Those of a fixed way have a curve a seed; a random one has that of its own seed.
        trainings: segmented training text of the target and all sources, by name.
        test: the target's gold text.
        template: of the segmenter, see ``train_segmenter``.
        learner: what it is learnt by.
        seed: the first of its shuffles.
        seeds: how many; see ``curve_seeds``.
        cache: folder to keep models in.
        told: called with the number of segmenters that are learnt, and how many there are, after each.
        cancelled: asked before each; true to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: training data is no segmented text.
        SettingError: a setting makes no sense, or something is not installed.
    """
    learner = learner or Perceptron()
    sets = training_sets(wanted, learner=learner, seed=seed, seeds=seeds)
    f1: dict[tuple[frozenset[str], int], float] = {}
    for done, (names, own) in enumerate(sets, start=1):
        if cancelled():
            raise Cancelled(done - 1, len(sets))
        training = joined([trainings[name] for name in trainings if name in names])
        (cut,) = train_segmenter(training, [test.text], template=template, learner=learner, seed=own, cache=cache)
        f1[names, own] = score(match(test, cut), None).f1
        told(done, len(sets))
    return [
        Curve(order, tuple(f1[step, own] for step in _steps(order)), own)
        for order in wanted
        for own in _seeds(order, curve_seeds(learner, seed=seed, seeds=seeds))
    ]


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


def joined(texts: Sequence[Segmentation]) -> Segmentation:
    """Return segmented texts, one after the other, as one; there is at least one."""
    words = [word for text in texts for word in text.surfaces()]
    sizes = [int(size) for text in texts for size in np.bincount(text.sentence_ids)]
    return Segmentation.of_words(" + ".join(text.name for text in texts), words, sizes)


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
