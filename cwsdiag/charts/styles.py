"""How a system is drawn: in its own colour always, and by form as A, as B, or as neither.

A is a large circle and a solid line, B a large square and a dashed line, all others small marks and thin lines. None of
these forms says anything else in the same figure: a hollow mark is another score, or a bucket of few words, whoever's
it is; a diamond is the worst bucket, triangles that stand or hang are the highest and the lowest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cwsdiag.charts.marks import Part

SYMBOLS = {"a": "circle", "b": "square"}
DASHES = {"a": "solid", "b": "dash"}
# Of the others: where colours come again, the second of a colour has the second form and the second dash.
OTHER_SYMBOLS = ("circle", "triangle-right", "cross", "triangle-left")
OTHER_DASHES = ("solid", "dot", "dashdot", "longdashdot")
_LARGE, _SMALL = 13, 10
# What is not round has less of an area, and is as wide as a circle that is so much smaller.
_EDGED = 2
_THICK, _THIN = 3.0, 1.8


@dataclass(frozen=True)
class Style:
    """How one system is drawn.

    Attributes:
        colour: its own, from the theme.
        symbol: the form of its marks.
        dash: of its lines. Intervals are solid, whoever's they are: a dashed one might end in a gap.
        role: ``a``, ``b``, or empty.
    """

    colour: str
    symbol: str = OTHER_SYMBOLS[0]
    dash: str = OTHER_DASHES[0]
    role: str = ""

    @property
    def size(self) -> int:
        """Of its marks, in pixels."""
        if self.role:
            return _LARGE
        return _SMALL if self.symbol == OTHER_SYMBOLS[0] else _SMALL + _EDGED

    @property
    def width(self) -> float:
        """Of its lines, in pixels."""
        return _THICK if self.role else _THIN

    @property
    def marker(self) -> Part:
        """Its marks."""
        return {"symbol": self.symbol, "size": self.size, "color": self.colour}

    @property
    def line(self) -> Part:
        """Its lines."""
        return {"color": self.colour, "width": self.width, "dash": self.dash}

    @property
    def letter(self) -> str:
        """What stands behind its name in a figure."""
        return letter(self.role)


def markers(shown: Iterable[Style], *, hollow: bool = False) -> Part:
    """Return the marks of several systems in one trace."""
    drawn = list(shown)
    return {
        "symbol": [style.symbol + ("-open" if hollow else "") for style in drawn],
        "size": [style.size for style in drawn],
        "color": [style.colour for style in drawn],
        # Where sizes differ, Plotly takes them for bubbles, which have an outline and let the ground shine through.
        "opacity": 1,
        "line": {"width": 2 if hollow else 0},
    }


def letter(role: str) -> str:
    """Return what stands behind a name in a figure: the letter of A or B, in bold; nothing for an empty role."""
    return f" <b>{role.upper()}</b>" if role else ""


def styles(colours: Mapping[str, str], roles: Mapping[str, str] | None = None) -> dict[str, Style]:
    """Return how each system is drawn.

    Args:
        colours: by name, of all systems, shown or not, always in the same order: of those that have one colour, the
            order gives each its form.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    role_of = {name: role for role, name in (roles or {}).items()}
    times: Counter[str] = Counter()
    found = {}
    for name, colour in colours.items():
        place, role = times[colour] % len(OTHER_SYMBOLS), role_of.get(name, "")
        times[colour] += 1
        symbol, dash = SYMBOLS.get(role, OTHER_SYMBOLS[place]), DASHES.get(role, OTHER_DASHES[place])
        found[name] = Style(colour, symbol, dash, role)
    return found
