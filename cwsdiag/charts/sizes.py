"""Where a chart goes, and how large all that is in it is there: a page, a column or two of a paper, a slide."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """One of the places that a chart is laid out for.

    Attributes:
        name: what it is called on the command line.
        width: in pixels, of which 96 are an inch; of a page about how wide it is.
        height: in pixels; None for as high as what is drawn needs.
        scale: how large things are, over how large they are on a page.
        text: the same of texts.
        least: the smallest text, in pixels.
        across: how many panels stand side by side.
        live: whether a pointer can ask for more, and click.
        legend: whether it says what marks mean: not where that stands beside it.
    """

    name: str
    width: float
    height: float | None = None
    scale: float = 1.0
    text: float = 1.0
    least: float = 10.0
    across: int = 5
    live: bool = False
    legend: bool = True

    def font(self, size: float) -> float:
        """Return how large a text is that has this size on a page."""
        return round(max(self.least, self.text * size), 2)

    def letters(self, page: int, *, fewest: int = 8) -> int:
        """Return how many half-width characters a name may have that may have this many on a page."""
        return max(fewest, round(page * min(1.0, self.width / self.text / PAGE.width)))


# 85 mm, 178 mm, and a screen; texts of at least 6.5 points in print, of a fortieth of the height on a slide.
PAGE = Size("page", 900, live=True)
# Half of a page, beside something else.
HALF = Size("page", 540, across=3, live=True)
# All panels in two rows, so that words stand below them; the panel of one attribute beside a table.
PANELS = Size("page", 1200, 330, live=True)
PANEL = Size("page", 400, 200, across=1, live=True, legend=False)
COLUMN = Size("column", 321, scale=0.72, text=0.74, least=8.7, across=2)
WIDE = Size("wide", 673, scale=0.78, text=0.78, least=8.7)
SLIDE = Size("slide", 1280, 720, scale=1.6, text=1.6, least=18.0)
SIZES: dict[str, Size] = {size.name: size for size in (PAGE, COLUMN, WIDE, SLIDE)}
