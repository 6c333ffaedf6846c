"""Panels above one another brought to a given height: what is drawn gives way, what is written keeps its room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.charts.traces import Part

# Of the height, what is drawn has at least.
_LEAST = 0.3


class Bands:
    """Places on the height of a figure, from 0 at its bottom to 1, before and after.

    Between the panels of a figure there are texts, which need as much room as before, however high the figure is.
    """

    def __init__(self, domains: Iterable[tuple[float, float]], *, texts: float, height: float) -> None:
        """Find where everything goes.

        Args:
            domains: where panels begin and end; those that overlap are one.
            texts: the height in pixels that the whole figure would have by the size of its texts.
            height: in pixels, of the whole figure.
        """
        ends = [0.0]
        for low, high in _united(domains):
            ends += [low, high]
        ends.append(1.0)
        lengths = np.diff(ends)
        drawn = float(lengths[1::2].sum())
        if drawn <= 0 or height <= 0:
            self._before = self._after = [0.0, 1.0]
            return
        written = min(texts * (1 - drawn) / height, 1 - _LEAST)
        lengths[1::2] *= (1 - written) / drawn
        lengths[0::2] *= written / (1 - drawn) if drawn < 1 else 0.0
        self._before = ends
        self._after = [0.0, *np.cumsum(lengths).tolist()]

    def place(self, before: float) -> float:
        """Return where a place goes; what lies outside 0 and 1 stays as far outside."""
        inside = min(1.0, max(0.0, before))
        return round(float(np.interp(inside, self._before, self._after)) + before - inside, 6)

    def axis(self, axis: Part) -> Part:
        """Return an axis whose panel is at its new place."""
        return {**axis, "domain": [self.place(end) for end in axis["domain"]]} if "domain" in axis else axis

    def on_paper(self, part: Part) -> Part:
        """Return an annotation or a shape at its new place, where it is one of the whole height."""
        if part.get("yref") != "paper":
            return part
        return {**part, **{key: self.place(part[key]) for key in ("y", "y0", "y1") if key in part}}


def _united(domains: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return stretches in their order, none of which overlaps or touches another."""
    found: list[tuple[float, float]] = []
    for low, high in sorted(domains):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found
