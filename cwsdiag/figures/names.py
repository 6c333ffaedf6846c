"""Names too long for where they stand, cut in the middle: both ends of a name tell systems apart."""

from __future__ import annotations

from collections import Counter
from os.path import commonprefix
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOTS = "…"


def short_names(names: Sequence[str], longest: int) -> list[str]:
    """Return names of at most ``longest`` characters, as different from each other as the names are.

    Args:
        names: all different.
        longest: characters that fit, at least 8.
    """
    short = [_middle_cut(name, longest) for name in names]
    times = Counter(short)
    found = []
    for name, cut in zip(names, short, strict=True):
        alike = [other for other, same in zip(names, short, strict=True) if same == cut]
        found.append(cut if times[cut] == 1 else _cut_around(name, len(commonprefix(alike)), longest))
    # Names that differ in several places may still look alike: then only all of them says which is which.
    return found if len(set(found)) == len(set(names)) else list(names)


def short_by_name(names: Sequence[str], longest: int) -> dict[str, str]:
    """Return the ``short_names`` by name."""
    return dict(zip(names, short_names(names, longest), strict=True))


def _middle_cut(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return name[: longest - 1 - tail].rstrip() + _DOTS + name[-tail:].lstrip()


def _cut_around(name: str, place: int, longest: int) -> str:
    """Return the beginning of a name, and what stands at ``place``, where it differs from others."""
    head = longest // 3
    start = max(head, place - 3)
    rest = longest - head - 2
    end = "" if start + rest >= len(name) else _DOTS
    return name[:head].rstrip() + _DOTS + name[start : start + rest] + end
