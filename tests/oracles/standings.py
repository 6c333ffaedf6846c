"""Brute-force standings of a bakeoff (METHODS 8): systems by track, what every two differ by, who leads."""

import math

from .world import World, holding, order, paired, resampled, score

TRACKS = ("closed", "open", None)


def groups(world: World, lines: list[str]) -> list[list[str]]:
    """The systems of the closed and the open track, of others, those whose track is not said, BASE and TOP."""
    f = {name: score(world, name)["f1"] for name in world.systems}
    found = []
    others = sorted({track for track in world.tracks.values() if track not in TRACKS})
    for track in [*TRACKS[:2], *others, TRACKS[2]]:
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
    """F of the first − F of the second, with its paired interval; no interval over fewer than six sentences."""
    value = score(world, first)["f1"] - score(world, second)["f1"]
    if len(world.draws[0]) < 6:
        return value, math.nan, math.nan
    held = holding(world, [first, second], None)[0]
    low, high = paired(resampled(world, first, None)[0], resampled(world, second, None)[0], held)
    return value, low, high


def tested(world: World, lines: list[str]) -> list[tuple[str, str]]:
    """The pairs of the paired test: on each track the best against each and neighbours, BASE and TOP last; no VOTE."""
    *tracks, last = [
        [name for name in group if not math.isnan(score(world, name)["f1"])] for group in groups(world, lines)
    ]
    last = [name for name in last if name != "VOTE"]
    found = []
    for own in tracks:
        rank = own + last
        if not own and any(tracks):
            continue
        for high in range(len(rank)):
            for low in range(high + 1, len(rank)):
                if (high == 0 or low == high + 1) and (rank[high], rank[low]) not in found:
                    found.append((rank[high], rank[low]))
    return found
