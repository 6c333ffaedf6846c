"""Labels beside points: moved as little as lets all of them be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places near values, in the order given, that lie at least ``gap`` apart, as near as can be in sum.

    Args:
        values: ascending.
        gap: smallest distance of two places.
        low: where the first may lie.
        high: where the last may lie; there is room for all between.
    """
    # Without the gaps before them, places must only ascend: neighbours that do not take their mean.
    blocks: list[list[float]] = []
    for place, value in enumerate(values):
        blocks.append([value - place * gap])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    ascending = [_mean(block) for block in blocks for _ in block]
    highest = high - gap * (len(values) - 1)
    return [min(max(value, low), highest) + place * gap for place, value in enumerate(ascending)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
