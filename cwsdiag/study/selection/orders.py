"""Which further training data to add for a target, and in which order [RC 4.4, Algorithm 1, METHODS 10]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.difficulty import CURVE_SEEDS
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.study.consistency import Together, Words, psi_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.study.consistency import Occurrences
    from cwsdiag.study.corpora import Corpus
    from cwsdiag.training import TrainingStats

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
    """Return the orders of some ways, in turn, and as many random ones as there are seeds; see ``select_sources``.

    The words of all targets are counted in each training data once.

    Args:
        targets: with segmented training text, each with all its orders in turn.
        sources: with segmented training text; a target itself and those without are passed over.
        ways: each of them once.
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
    together = Together.of([Words.of(target.target) for target in targets])
    own = [together.occurrences(_text_of(target)) for target in targets]
    others = {
        source.name: together.occurrences(source.training)
        for source in sources
        if source.training is not None and source.training.has_text
    }
    found = []
    for number, (target, words) in enumerate(zip(targets, together.texts, strict=True)):
        left = {name: counted[number] for name, counted in others.items() if name != target.name}
        for way in ways:
            for drawn in range(seed, seed + seeds) if way == "random" else (None,):
                names, values = _greedy(words, own[number][number], left, way, drawn)
                found.append(Order(target.name, way, drawn, names, values))
    return found


def _text_of(target: Corpus) -> TrainingStats:
    """Return the training data of a target, which is segmented text.

    Raises:
        SettingError: it is not, or there is none.
    """
    if target.training is None or not target.training.has_text:
        raise SettingError(
            lazy("{dataset}: it has no segmented training text to which sources could be added.", dataset=target.name)
        )
    return target.training


def _greedy(
    words: Words, own: Occurrences, others: Mapping[str, Occurrences], way: Way, seed: int | None
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Return the sources in order, and Ψ with the target's training data alone and after each."""
    left, so_far = dict(others), own
    names: list[str] = []
    values = [psi_of(own, words)]
    rng = np.random.default_rng(seed)
    while left:
        if way == "random":
            name = list(left)[int(rng.integers(len(left)))]
        else:
            after = {name: psi_of(so_far + found, words) for name, found in left.items()}
            name = (max if way == "max" else min)(after, key=after.__getitem__)
        so_far = so_far + left.pop(name)
        names.append(name)
        values.append(psi_of(so_far, words))
    return tuple(names), tuple(values)
