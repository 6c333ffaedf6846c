"""Labels that have too little room: names cut in the middle, texts in lines, and labels beside points moved apart."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from cwsdiag.frames import width

if TYPE_CHECKING:
    from collections.abc import Sequence

# What a line does not break within: a Chinese character or a word, with the signs that open before and close behind it.
# Compiled when it is first used: that takes milliseconds, and commands without charts load this too.
_PARTS = r"\s+|[（“]*(?:[\u2e80-\u9fff]|[^\s\u2e80-\u9fff，。：；、（）“”]+)?[，。：；、）”]*"


def short_names(names: Sequence[str], longest: int) -> list[str]:
    """Return names no wider than ``longest`` Latin letters, as different from each other as the names are.

    Both ends of a name that is too long stay; those that are alike then are numbered, by the order of all names: a name
    has its number in every chart and table of the same names, however they are sorted there.

    Args:
        names: all different.
        longest: Latin letters that fit, at least 8.
    """
    short = [_middle_cut(name, longest) for name in names]
    numbers = {name: number for number, name in enumerate(sorted(names), start=1)}
    return [
        cut if short.count(cut) == 1 else _middle_cut(f"{numbers[name]}. {name}", longest)
        for name, cut in zip(names, short, strict=True)
    ]


def short_by_name(names: Sequence[str], longest: int) -> dict[str, str]:
    """Return the ``short_names`` by name."""
    return dict(zip(names, short_names(names, longest), strict=True))


def _middle_cut(name: str, longest: int) -> str:
    if width(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return beginning(name, longest - 1 - tail).rstrip() + "…" + beginning(name[::-1], tail)[::-1].lstrip()


def beginning(text: str, room: int) -> str:
    """Return as much of the beginning of a text as fits."""
    taken = 0
    while taken < len(text) and width(text[: taken + 1]) <= room:
        taken += 1
    return text[:taken]


def wrapped(text: str, room: int) -> list[str]:
    """Return a text in lines no wider than ``room`` Latin letters."""
    if width(text) == len(text):
        return textwrap.wrap(text, room)
    lines = [""]
    for part in re.findall(_PARTS, text):
        if lines[-1] and width(lines[-1] + part.rstrip()) > room:
            lines.append("")
        rest = part if lines[-1] else part.lstrip()
        while width(rest) > room > 1:
            lines[-1:] = [beginning(rest, room), ""]
            rest = rest[len(lines[-2]) :]
        lines[-1] += rest
    return [line.rstrip() for line in lines if line.strip()]


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places near values, in the order given, that lie at least ``gap`` apart.

    Args:
        values: ascending.
        gap: smallest distance of two places.
        low: where the first may lie.
        high: where the last may lie; there is room for all between.
    """
    places: list[float] = []
    for value in values:
        places.append(max([value, low, *(place + gap for place in places[-1:])]))
    return [min(place, high - gap * further) for place, further in zip(places, range(len(places))[::-1], strict=True)]
