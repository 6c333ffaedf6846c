"""What a drawing is drawn on: a slide, or a column or the whole width of a page of paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.svg import n, plain, rect

if TYPE_CHECKING:
    from cwsdiag.charts.theme import Ground

# The smallest type on a slide, of its height.
LEAST_OF_SLIDE = 1 / 40


@dataclass(frozen=True)
class Sheet:
    """The place of a drawing, in pixels of 1/96 inch.

    Attributes:
        width: of the drawing.
        height: that it may have at most; None where it grows downwards.
        least: the smallest size of type.
        reading: the size of the type that is read as text, as of a sentence; on a slide it grows where there is room.
        filled: whether the ground is drawn, too.
    """

    width: float
    height: float | None
    least: float
    reading: float
    filled: bool

    @property
    def is_slide(self) -> bool:
        """Whether all has to stand within a height."""
        return self.height is not None


# 85 and 178 mm, with type of at least 6.5 pt.
COLUMN = Sheet(321, None, 8.7, 11, filled=True)
WIDE = Sheet(673, None, 8.7, 13, filled=True)


def slide(width: float = 1280, height: float = 600, *, of: float = 720, filled: bool = False) -> Sheet:
    """Return the part of a slide that is left for a drawing.

    Args:
        width: of the part.
        height: of the part; no drawing is higher.
        of: height of the whole slide: no type is smaller than a fortieth of it.
        filled: whether the ground is drawn, too.
    """
    least = of * LEAST_OF_SLIDE
    return Sheet(width, height, least, 1.25 * least, filled)


def svg(sheet: Sheet, ground: Ground, height: float, parts: str, *, title: str) -> str:
    """Return the whole file: it refers to nothing else, and has no style sheet that others could trip over.

    Args:
        sheet: whose width it has.
        ground: light or dark.
        height: that it takes.
        parts: all that is drawn.
        title: for those who do not see it.
    """
    filled = rect(0, 0, sheet.width, height, fill=theme.HOVER_GROUND[ground]) if sheet.filled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(sheet.width)} {n(height)}" width="{n(sheet.width)}" '
        f'height="{n(height)}" lang="zh" role="img" font-family="{plain(theme.FONT)}" fill="{theme.INK[ground]}">'
        f"<title>{plain(title)}</title>{filled}{parts}</svg>"
    )
