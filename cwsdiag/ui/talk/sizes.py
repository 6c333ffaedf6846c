"""How large what is on a slide is: in units of a screen of 1280 × 720, which is scaled to the one it is on.

Sizes go by estimates of how wide a text is, which are seldom too small: what is below a text is drawn for the room that
is left, so that no type of it gets smaller than a fortieth of the screen's height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.figures.drawn.svg import letters

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 1280, 720
LEAST = HEIGHT / 40
# Around all that is shown; what stands at the foot; between title, sentence and what is large.
SIDE, TOP, BOTTOM, FOOT, GAP = 44, 26, 16, 24, 14
ROOM = WIDTH - 2 * SIDE
# Of the size of the type.
LINE = 1.28
# Sizes of the type, with how many lines of it there may be at most; the last holds what comes.
_TITLES = ((42, 1), (36, 1), (31, 2), (27, 3))
_SENTENCES = ((30, 2), (27, 2), (25, 3), (23, 4), (21, 5))
_ALONE = ((60, 3), (52, 4), (44, 5), (38, 6), (32, 8), (26, 12))
_CELLS = (32, 29, 26, 24, 22, 20, 18)
# Of the size of the type of a table: the height of a row, and what stands around a cell.
ROW, _AROUND = 1.62, 1.3
# A cell is cut where it is wider, in characters as wide as high.
WIDEST_CELL = 18


@dataclass(frozen=True)
class Set:
    """A text with the size of its type.

    Attributes:
        text: as it is.
        size: of the type.
        height: that its lines take.
    """

    text: str
    size: float
    height: float


@dataclass(frozen=True)
class Parts:
    """Where the parts of a slide stand.

    Attributes:
        title: at the top.
        sentence: below it, or in the middle where it stands alone.
        large: how high what is large may be; 0 where the sentence is.
    """

    title: Set
    sentence: Set
    large: float


def parts(title: str, sentence: str, *, alone: bool) -> Parts:
    """Return where the parts of a slide stand.

    Args:
        title: at the top.
        sentence: below it.
        alone: whether the sentence is what is large.
    """
    top = fitted(title, _TITLES)
    left = HEIGHT - TOP - BOTTOM - FOOT - top.height - 3 * GAP
    if alone:
        return Parts(top, fitted(sentence, _ALONE), 0)
    said = fitted(sentence, _SENTENCES)
    return Parts(top, said, left - said.height)


def fitted(text: str, sizes: Sequence[tuple[float, int]], room: float = ROOM) -> Set:
    """Return a text in the largest type of which it has so few lines.

    Args:
        text: words, broken at blanks and between Chinese characters.
        sizes: of the type, falling, each with its most lines.
        room: how wide the lines may be.
    """
    found = Set("", 0, 0)
    for size, most in sizes:
        # Lines break before they are full.
        count = max(1, -int(-letters(text, size) * 1.04 // room))
        found = Set(text, size, round(count * LINE * size, 1))
        if count <= most:
            break
    return found


def cell_size(rows: Sequence[Sequence[str]], *, room: float, height: float) -> tuple[float, int]:
    """Return the size of the type of a table, and how many of its columns have room in it.

    Args:
        rows: its cells as they are written, the heads first.
        room: how wide it may be.
        height: how high it may be.
    """
    widths = [max(letters(cell, 1) for cell in column) + _AROUND for column in zip(*rows, strict=True)]
    for size in _CELLS:
        if size * sum(widths) <= room and size * ROW * len(rows) <= height:
            return size, len(widths)
    shown = 0
    while shown < len(widths) and LEAST * sum(widths[: shown + 1]) <= room:
        shown += 1
    return LEAST, max(1, shown)
