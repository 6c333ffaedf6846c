"""How large a chart is that leaves the page, and how large all that is in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """One of the places that a chart is made for.

    Attributes:
        name: what it is called on the command line.
        width: in pixels, of which 96 are an inch.
        height: in pixels; None for as high as what is drawn needs.
        scale: how large things are, over how large they are on a page.
        text: the same of texts.
        least: the smallest text, in pixels.
        across: how many panels stand side by side.
    """

    name: str
    width: int
    height: int | None
    scale: float
    text: float
    least: float
    across: int

    def font(self, size: float) -> float:
        """Return how large a text is that has this size on a page."""
        return round(max(self.least, self.text * size), 2)


# 85 mm, 178 mm, and a screen; texts of at least 6.5 points in print, of a fortieth of the height on a slide.
COLUMN = Size("column", 321, None, 0.72, 0.74, 8.7, 2)
WIDE = Size("wide", 673, None, 0.78, 0.78, 8.7, 4)
SLIDE = Size("slide", 1280, 720, 1.6, 1.6, 18.0, 4)
SIZES: dict[str, Size] = {size.name: size for size in (COLUMN, WIDE, SLIDE)}
