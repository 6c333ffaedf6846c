"""Brute-force standings of a bakeoff (METHODS 8): systems by track, what every two differ by, who leads."""

import math

from .words import ratio
from .world import World, holds_zero, interval, order, score, tally

TRACKS = ("closed", "open", None)


def groups(world: World, lines: list[str]) -> list[list[str]]:
    """The systems of the closed and the open track, those whose track is not said, BASE and TOP; best F first."""
    f = {name: score(world, name)["f1"] for name in world.systems}
    found = []
    for track in TRACKS:
        own = [name for name in world.systems if name not in lines and world.tracks.get(name) == track]
        found.append(order(own, f))
    return [*found, order([name for name in world.systems if name in lines], f)]


def differs(world: World, first: str, second: str) -> tuple[bool, bool]:
    """Whether two systems are further apart than their half-widths together, in recall and in precision."""
    one, other = score(world, first), score(world, second)
    return tuple(
        abs(one[share] - other[share]) > one[half] + other[half]
        for share, half in (("recall", "c_r"), ("precision", "c_p"))
    )


def drawn_f(world: World, name: str) -> list[float]:
    """F of each resample of the sentences."""
    found = []
    for draw in world.draws:
        gold = system = matched = 0
        for times, ((in_gold, in_system, hits),) in zip(draw, tally(world, name, None), strict=True):
            gold += times * in_gold
            system += times * in_system
            matched += times * hits
        found.append(ratio(2 * matched, gold + system))
    return found


def difference(world: World, first: str, second: str) -> tuple[float, float, float]:
    """F of the first − F of the second, with its paired interval; no interval over a single sentence."""
    value = score(world, first)["f1"] - score(world, second)["f1"]
    if len(world.draws[0]) == 1:
        return value, math.nan, math.nan
    low, high = interval(
        [one - other for one, other in zip(drawn_f(world, first), drawn_f(world, second), strict=True)]
    )
    return value, low, high


def leads_for_sure(world: World, first: str, second: str) -> bool:
    """Whether the interval of a difference is there and leaves out 0."""
    _, low, high = difference(world, first, second)
    return not math.isnan(low) and not holds_zero(low, high)
