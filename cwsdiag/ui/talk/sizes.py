"""How large what is on a slide is: in units of a screen of 1280 × 720, which is scaled to the one it is on.

Sizes go by estimates of how wide a text is, which are seldom too small; a text that has too many lines all the same is
made smaller by the stage. What is below is drawn for the room that is left, so that no type of it gets smaller than a
fortieth of the screen's height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts.svg import advance, letters

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
_SENTENCES = ((30, 2), (27, 3), (26, 4), (24, 5), (21, 7))
_ALONE = ((60, 3), (52, 4), (44, 5), (38, 6), (32, 8), (26, 12))
# Of a table: larger ones are taken while all of it has room, then columns go, and only where rows have no room
# the type gets smaller still.
_CELLS, _SMALLER_CELLS = (32.0, 29.0, 26.0, 24.0), (24.0, 22.0, 20.0, LEAST)
# Of the size of the type of a table: the height of a row, and what stands around a cell.
ROW, _AROUND = 1.62, 1.1
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
        count = max(1, -int(-_wide(text) * size // room))
        found = Set(text, size, round(count * LINE * size, 1))
        if count <= most:
            break
    return found


def _wide(text: str) -> float:
    """Return about how much room a text takes in lines, which break before they are full, of the size of its type."""
    full = [char for char in text if advance(char) == 1]
    return 1.03 * len(full) + 0.92 * letters("".join(char for char in text if advance(char) != 1), 1)


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
    size = next((one for one in _SMALLER_CELLS if one * ROW * len(rows) <= height), LEAST)
    shown = 1
    while shown < len(widths) and size * sum(widths[: shown + 1]) <= room:
        shown += 1
    return size, shown
