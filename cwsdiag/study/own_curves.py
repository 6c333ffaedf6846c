"""Curves of a model of one's own as sources are added, beside those of the built-in segmenter [RC 4.4, METHODS 10]."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.repeats import repeated
from cwsdiag.signature import DIGEST_SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study.selection.orders import Order

# What an order is named by where sources are not listed; a random one cannot be made again from its name.
OrderName = Literal["max", "min"]
_PER_CENT = 100


@dataclass(frozen=True)
class OwnCurve:
    """F1 of a model as sources are added, as its maker gives it.

    Attributes:
        name: of the model.
        target: the dataset whose test text it is tested on, and whose training data it begins with.
        order: in which sources are added: that of ``orders`` by its name, or their names.
        runs: F1 in per cent, a row a run, such as another seed: with the target's training data alone, and after each
            source; equally many in each, at least one. They may end before all sources are added.
    """

    name: str
    target: str
    order: OrderName | tuple[str, ...]
    runs: tuple[tuple[float, ...], ...]

    @property
    def datasets(self) -> frozenset[str]:
        """The datasets that it names: its target, and the sources where they are listed."""
        return frozenset({self.target, *(self.order if isinstance(self.order, tuple) else ())})


@dataclass(frozen=True)
class OwnMeanCurve:
    """What the runs of a curve are together.

    Attributes:
        name, target: as of the curve.
        sources: those that were added, in order.
        runs: how many.
        f1: their mean, from 0 to 1, at the start and after each source.
        low, high: their range.
        union: F1 with the training data of all datasets, where the curve comes so far; NaN otherwise.
    """

    name: str
    target: str
    sources: tuple[str, ...]
    runs: int
    f1: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    union: float

    @property
    def own(self) -> float:
        """F1 with the target's training data alone."""
        return self.f1[0]


def own_curves(curves: Sequence[OwnCurve], orders: Sequence[Order]) -> list[OwnMeanCurve]:
    """Return mean and range of the curves on the targets of some orders.

    Args:
        curves: those on other targets are passed over.
        orders: for each target of curves at least the one of the way that these name.

    Raises:
        SettingError: a curve has more steps than its order, or names a source that has no training text.
    """
    return [_mean(curve, own) for curve in curves if (own := [one for one in orders if one.target == curve.target])]


def _mean(curve: OwnCurve, orders: Sequence[Order]) -> OwnMeanCurve:
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
    steps = [repeated(value / _PER_CENT for value in values) for values in zip(*curve.runs, strict=True)]
    f1, low, high = (tuple(getattr(step, key) for step in steps) for key in ("mean", "low", "high"))
    union = f1[-1] if added == len(known) else math.nan
    return OwnMeanCurve(curve.name, curve.target, sources[:added], len(curve.runs), f1, low, high, union)


def curves_part(curves: Sequence[OwnCurve]) -> dict[str, str]:
    """Return what signatures say of curves: a digest of all that was given; nothing without any."""
    if not curves:
        return {}
    text = json.dumps([asdict(curve) for curve in curves], ensure_ascii=False, sort_keys=True)
    return {"curves": hashlib.sha256(text.encode()).hexdigest()[:DIGEST_SHOWN]}
