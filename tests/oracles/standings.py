"""Brute-force standings of a bakeoff (METHODS 8): systems by track, what every two differ by, who leads."""

import math

from .world import World, holds_zero, order, paired, resampled, score

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


def difference(world: World, first: str, second: str) -> tuple[float, float, float]:
    """F of the first − F of the second, with its paired interval; no interval over a single sentence."""
    value = score(world, first)["f1"] - score(world, second)["f1"]
    if len(world.draws[0]) == 1:
        return value, math.nan, math.nan
    low, high = paired(resampled(world, first, None)[0], resampled(world, second, None)[0])
    return value, low, high


def leads(world: World, first: str, second: str) -> bool:
    """Whether the interval of a difference is there and leaves out 0."""
    _, low, high = difference(world, first, second)
    return not math.isnan(low) and not holds_zero(low, high)
