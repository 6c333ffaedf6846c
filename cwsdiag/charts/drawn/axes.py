"""Axes of our own drawings, and the marks that stand on them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.svg import circle, n, path, rect

# The corners of forms, from their middle, where half their width is 1.
_ARM = 0.33
_CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "triangle-right": ((-0.7, -1), (1, 0), (-0.7, 1)),
    "triangle-left": ((0.7, -1), (-1, 0), (0.7, 1)),
    "cross": (
        *((-_ARM, -1), (_ARM, -1), (_ARM, -_ARM), (1, -_ARM), (1, _ARM), (_ARM, _ARM)),
        *((_ARM, 1), (-_ARM, 1), (-_ARM, _ARM), (-1, _ARM), (-1, -_ARM), (-_ARM, -_ARM)),
    ),
}
# How far the end of an interval reaches to either side, of the size of the mark.
_CAP = 0.3


@dataclass(frozen=True)
class Scale:
    """An axis: values from ``low`` to ``high`` lie from ``first`` to ``last``, in units of the drawing."""

    low: float
    high: float
    first: float
    last: float

    def at(self, value: float) -> float:
        """Return where a value lies; one beyond the axis lies at its end."""
        inside = min(max(value, self.low), self.high)
        return self.first + (inside - self.low) / (self.high - self.low) * (self.last - self.first)

    def holds(self, value: float) -> bool:
        """Return whether a value lies on the axis; NaN does not."""
        return self.low <= value <= self.high

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Return round values on the axis as they are read, no more than ``most``, but one alone only where it must be.

        All have as many decimals as their distance needs; below zero stands a minus sign. Where the next distance would
        leave one value, there may be twice as many.

        Args:
            most: at least 1.
        """
        step = 10 ** math.floor(math.log10((self.high - self.low) / most))
        found = self._multiples(step)
        while len(found) > most:
            wider = step * (2.5 if f"{step:.0e}".startswith("2") else 2)
            fewer = self._multiples(wider)
            if len(fewer) < 2 and len(found) <= 2 * most:
                break
            step, found = wider, fewer
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        return [(value, f"{value:z.{digits}f}".replace("-", "−")) for value in found]

    def _multiples(self, step: float) -> list[float]:
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [place * step for place in range(first, last + 1)]


def point(x: float, y: float, size: float, colour: str, *, form: str = "circle", hollow: bool = False) -> str:
    """Return a mark.

    Args:
        x: of its middle.
        y: of its middle.
        size: how wide it is.
        colour: of it.
        form: as of ``cwsdiag.charts.looks``, or ``diamond``; a circle for all others.
        hollow: whether only its edge is drawn.
    """
    half = size / 2
    look = {"fill": "none", "stroke": colour, "stroke_width": f"{0.2 * size:.2f}"} if hollow else {"fill": colour}
    if hollow:
        half -= 0.1 * size
    if form == "square":
        return rect(x - 0.9 * half, y - 0.9 * half, 1.8 * half, 1.8 * half, **look)
    corners = _CORNERS.get(form)
    if corners is None:
        return circle(x, y, half, **look)
    return path("M" + "L".join(f"{n(x + half * dx)} {n(y + half * dy)}" for dx, dy in corners) + "Z", **look)


def interval(along: Scale, across: float, ends: tuple[float, float], size: float, colour: str, *, lies: bool) -> str:
    """Return an interval; an end beyond the axis has no cap, and one that is not known is not drawn.

    Args:
        along: the axis of its values.
        across: where it lies on the other axis.
        ends: the lower and the upper; NaN where there is none.
        size: of the mark in it.
        colour: of its line.
        lies: whether its axis lies, from left to right, else it stands.
    """
    if any(map(math.isnan, ends)):
        return ""
    cap = _CAP * size
    first, last = (along.at(end) for end in ends)
    d = f"M{n(first)} {n(across)}H{n(last)}" if lies else f"M{n(across)} {n(first)}V{n(last)}"
    for end, place in zip(ends, (first, last), strict=True):
        if along.holds(end):
            d += (
                f"M{n(place)} {n(across - cap)}V{n(across + cap)}"
                if lies
                else f"M{n(across - cap)} {n(place)}H{n(across + cap)}"
            )
    return path(d, stroke=colour, stroke_width=f"{0.2 * size:.2f}", fill="none")


def rule(d: str, width: float, *, strong: bool = False) -> str:
    """Return a line of a grid or of an axis, strong where it marks zero."""
    return path(
        d, stroke=theme.GOLD, stroke_width=f"{width:.2f}", stroke_opacity="1" if strong else "0.35", fill="none"
    )
