"""Legends: what the marks of a drawing mean, in lines as wide as it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.svg import circle, letters, n, rect, text
from cwsdiag.charts.names import short_by_name, wrapped
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# Latin letters that a name may have at most, wherever it stands.
_LONGEST, _SHORTEST = 40, 8
# Of the size of the type: from line to line, between entries, and from a mark to its text.
_LINE, _BETWEEN, _AFTER = 1.45, 1.1, 0.4


@dataclass(frozen=True)
class Entry:
    """An entry of a legend.

    Attributes:
        mark: draws the mark for a size of type, from 0 to the right, on a line at 0.
        wide: of the mark, of the size of the type; 0 for none.
        said: what it means; words of files in it are escaped when it is drawn.
    """

    mark: Callable[[float], str]
    wide: float
    said: str


def legend(entries: Sequence[Entry], room: float, size: float) -> tuple[str, float]:
    """Return a legend and its height.

    Args:
        entries: in order.
        room: how wide it may be.
        size: of the type.
    """
    x, y, found = 0.0, size, ""
    for entry in entries:
        indent = (entry.wide + _AFTER) * size if entry.wide else 0.0
        said = wrapped(entry.said, max(_SHORTEST, int((room - indent) / (0.58 * size))))
        wide = indent + max(letters(line, size) for line in said)
        # Widths are estimates.
        if x and x + wide > 0.96 * room:
            x, y = 0.0, y + _LINE * size
        found += f'<g transform="translate({n(x)} {n(y)})">{entry.mark(size)}'
        found += "".join(text(indent, at * _LINE * size, line, size) for at, line in enumerate(said)) + "</g>"
        # Nothing stands beside an entry of several lines.
        x = room if len(said) > 1 else x + wide + _BETWEEN * size
        y += (len(said) - 1) * _LINE * size
    return found, (y + 0.35 * size) if entries else 0.0


def fitted(said: str, room: float, size: float) -> str:
    """Return a text with its middle cut out where it has no room, and at least a few letters of it."""
    longest, cut = 2 * len(said), said
    while letters(cut, size) > room and longest > _SHORTEST:
        longest = max(_SHORTEST, min(longest - 1, int(longest * room / letters(cut, size))))
        cut = short_by_name([said], longest)[said]
    return cut


def short(names: Sequence[str], room: float, size: float) -> Mapping[str, str]:
    """Return names short enough for a room, by name, as different from each other as they are."""
    fit = int(room / (0.62 * size))
    return short_by_name(list(dict.fromkeys(names)), max(_SHORTEST, min(_LONGEST, fit)))


def role_mark(role: str, colour: str) -> tuple[Callable[[float], str], float]:
    """Return the mark of a system and its width: a circle for A, a square for B, a bar for all others and for gold."""
    if role == "a":
        return lambda size: circle(0.36 * size, -0.36 * size, 0.36 * size, fill=colour), 0.72
    if role == "b":
        return lambda size: rect(0, -0.72 * size, 0.72 * size, 0.72 * size, fill=colour), 0.72
    return lambda size: rect(0, -0.85 * size, 0.25 * size, 1.05 * size, fill=colour), 0.25


def hard_entry(hard: str) -> Entry:
    """Return the entry of bars of difficulty, which have this colour."""

    def drawn(size: float) -> str:
        low = rect(0, -0.4 * size, 0.3 * size, 0.4 * size, fill=hard, fill_opacity="0.5")
        return low + rect(0.4 * size, -0.8 * size, 0.3 * size, 0.8 * size, fill=hard)

    return Entry(drawn, 0.7, _("bar: difficulty, from 0 to 1"))


def nothing(size: float) -> str:
    """Draw no mark."""
    return ""


def share_entry(counted: bool) -> Entry:
    """Return the entry of the strip of shares, below which counts stand or not."""
    said = _("share of gold, counts below") if counted else _("share of gold")
    return Entry(
        lambda size: rect(0, -0.75 * size, 0.9 * size, 0.75 * size, fill=theme.GOLD, fill_opacity="0.6"), 0.9, said
    )
