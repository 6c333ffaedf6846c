"""How a system is drawn: in its own colour always, and by form as A, as B, or as neither.

A is a large circle and a solid line, B a large square and a dashed line, all others small marks and thin lines. None of
these forms says anything else in the same figure: a hollow mark is another score, or a bucket of few words, whoever's
it is; a diamond is the worst bucket.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SYMBOLS = {"a": "circle", "b": "square"}
DASHES = {"a": "solid", "b": "dash"}
# Of the others: where colours come again, the second of a colour has the second form and the second dash.
OTHER_SYMBOLS = ("circle", "triangle-right", "cross", "triangle-left")
OTHER_DASHES = ("solid", "dot", "dashdot", "longdashdot")


@dataclass(frozen=True)
class Style:
    """How one system is drawn, or what else has marks and lines of its own.

    Attributes:
        colour: its own, from the theme.
        symbol: the form of its marks.
        dash: of its lines. Intervals are solid, whoever's they are: a dashed one might end in a gap.
        role: ``a``, ``b``, or empty.
        size: of its marks, in pixels.
        width: of its lines, in pixels.
    """

    colour: str
    symbol: str = OTHER_SYMBOLS[0]
    dash: str = OTHER_DASHES[0]
    role: str = ""
    size: float = 10
    width: float = 1.8

    @property
    def letter(self) -> str:
        """The letter of A or B, which stands behind its name in a figure; nothing for the others."""
        return f" <b>{self.role.upper()}</b>" if self.role else ""


def styles(colours: Mapping[str, str], roles: Mapping[str, str] | None = None) -> dict[str, Style]:
    """Return how each system is drawn.

    Args:
        colours: by name, of all systems, shown or not, always in the same order: of those that have one colour, the
            order gives each its form.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    role_of = {name: role for role, name in (roles or {}).items()}
    times: Counter[str] = Counter()
    drawn = {}
    for name, colour in colours.items():
        place = times[colour] % len(OTHER_SYMBOLS)
        times[colour] += 1
        if role := role_of.get(name):
            drawn[name] = Style(colour, SYMBOLS[role], DASHES[role], role, size=13, width=3)
        else:
            # What is not round has less of an area.
            drawn[name] = Style(colour, OTHER_SYMBOLS[place], OTHER_DASHES[place], size=12 if place else 10)
    return drawn
