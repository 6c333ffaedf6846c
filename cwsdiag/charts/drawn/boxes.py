"""The boxes of a ribbon: a word over its characters, told apart by form as well as by colour.

All lengths are of the size of the type, as in the ribbon of a page, so that both look alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.svg import attributes, n, path, plain, rect, text
from cwsdiag.frames import unseen
from cwsdiag.languages.visible import is_hidden

if TYPE_CHECKING:
    from collections.abc import Iterable

# How wide a character and how high a row is, and how much of that a box leaves free at its closed ends and below it.
CELL, ROW = 1.5, 1.62
_INSET, _FREE = 0.1, 0.19
_LINE, _STRONG, _CORNER = 0.09, 0.16, 0.4
# The stripes of a wrong word: how far apart, and how thick.
_STEP, _STRIPE = 0.44, 0.16
# How far a boundary that gold lacks stands out above and below, and how thick it is.
_OUT, _BAR = 0.2, 0.22


@dataclass(frozen=True)
class Part:
    """What stands of a word on one line.

    Attributes:
        x: where its first character begins.
        y: the top of its row.
        chars: its characters.
        opens, closes: whether its first and its last boundary stand here.
        size: of the type.
    """

    x: float
    y: float
    chars: str
    opens: bool
    closes: bool
    size: float

    @property
    def left(self) -> float:
        """Where its box begins."""
        return self.x + (_INSET * self.size if self.opens else 0)

    @property
    def right(self) -> float:
        """Where its box ends."""
        return self.x + self.wide - (_INSET * self.size if self.closes else 0)

    @property
    def wide(self) -> float:
        """How wide its characters are."""
        return len(self.chars) * CELL * self.size

    @property
    def high(self) -> float:
        """How high its box is."""
        return (ROW - _FREE) * self.size


def box(part: Part, *, ink: str, colour: str, state: str, aimed: bool) -> str:
    """Return the box of a word: an outline, with stripes where it is wrong, dotted where nothing is compared.

    Args:
        part: what stands of it here.
        ink: of the drawing.
        colour: of its row.
        state: of a ``RibbonWord``.
        aimed: whether the eye is to find it.
    """
    thick = (_STRONG if aimed else _LINE) * part.size
    line = {"fill": "none", "stroke": ink, "stroke_opacity": "1" if aimed else "0.5", "stroke_width": f"{thick:.2f}"}
    if state == "wrong":
        found = path(_outline(part, closed=True), fill=colour, fill_opacity="0.16", stroke="none")
        found += path(
            _stripes(part), fill="none", stroke=colour, stroke_opacity="0.4", stroke_width=f"{_STRIPE * part.size:.2f}"
        )
        return found + path(_outline(part), **{**line, "stroke": colour, "stroke_opacity": "1"})
    if state in ("off", "lacking"):
        return path(_outline(part), **line, stroke_dasharray=f"{thick:.2f} {2 * thick:.2f}")
    if state == "apart":
        return path(_outline(part, closed=True), fill=ink, fill_opacity="0.12", stroke="none") + path(
            _outline(part), **{**line, "stroke_opacity": "1"}
        )
    return path(_outline(part), **line)


def extra(x: float, y: float, size: float, colour: str) -> str:
    """Return the mark of a boundary that gold lacks: a bar that stands out of the row."""
    high = (ROW - _FREE + 2 * _OUT) * size
    return rect(x - _BAR / 2 * size, y - _OUT * size, _BAR * size, high, rx=n(_BAR / 2 * size), fill=colour)


def missed(x: float, y: float, size: float, colour: str) -> str:
    """Return the mark of a boundary of gold that is missed: a dashed line."""
    dashes = f"{0.3 * size:.2f} {0.2 * size:.2f}"
    return path(
        f"M{n(x)} {n(y)}v{n((ROW - _FREE) * size)}",
        stroke=colour,
        stroke_width=f"{0.14 * size:.2f}",
        stroke_dasharray=dashes,
    )


def characters(part: Part, *, bold: bool, faint: bool) -> str:
    """Return the characters of a word, each in the middle of its cell; what cannot be seen gets a mark and its name.

    Where all are as wide as high they are one text, which is found and copied as a word.
    """
    y = part.y + part.high / 2 + 0.36 * part.size
    weight = {"font_weight": "700"} if bold else {}
    look = weight | ({"fill_opacity": "0.5"} if faint else {})
    # Outside the first plane readers of lists of places do not agree what one character is.
    if all("\u2e80" <= char <= "\ufeff" and not unseen(char) for char in part.chars):
        begin = part.x + (CELL - 1) / 2 * part.size
        xs = " ".join(n(begin + place * CELL * part.size) for place in range(len(part.chars)))
        return f'<text x="{xs}" y="{n(y)}" font-size="{n(part.size)}"{attributes(look)}>{plain(part.chars)}</text>'
    middles = (part.x + (place + 0.5) * CELL * part.size for place in range(len(part.chars)))
    return "".join(_character(char, x, y, part, look) for char, x in zip(part.chars, middles, strict=True))


def underline(places: Iterable[int], part: Part, ink: str) -> str:
    """Return a line under each character of a part that was searched for, by its place in the part."""
    y = part.y + 0.9 * part.high
    cell, thick = CELL * part.size, f"{0.12 * part.size:.2f}"
    d = "".join(f"M{n(part.x + (place + 0.2) * cell)} {n(y)}h{n(0.6 * cell)}" for place in places)
    return path(d, stroke=ink, stroke_width=thick) if d else ""


def _character(char: str, x: float, y: float, part: Part, look: dict[str, str]) -> str:
    named = unseen(char)
    found = "" if is_hidden(char) or plain(char) == "\ufffd" else text(x, y, char, part.size, anchor="middle", **look)
    if not named:
        return found
    side = 0.5 * part.size
    mark = rect(
        x - side / 2,
        part.y + (part.high - side) / 2,
        side,
        side,
        fill="none",
        stroke=theme.GOLD,
        stroke_width=f"{0.07 * part.size:.2f}",
        stroke_dasharray=f"{0.07 * part.size:.2f} {0.1 * part.size:.2f}",
    )
    return f"<g><title>{plain(named)}</title>{found}{mark}</g>"


def _outline(part: Part, *, closed: bool = False) -> str:
    """Return the outline of a box, without a line at an end that is open; ``closed`` is for filling it."""
    left, right, top, bottom = part.left, part.right, part.y, part.y + part.high
    r = min(_CORNER * part.size, (right - left) / 2)
    begin = f"M{n(left)} {n(bottom)}V{n(top)}" if closed else f"M{n(left)} {n(top)}"
    if part.opens:
        begin = f"M{n(left)} {n(bottom - r)}V{n(top + r)}Q{n(left)} {n(top)} {n(left + r)} {n(top)}"
    if part.closes:
        end = f"H{n(right - r)}Q{n(right)} {n(top)} {n(right)} {n(top + r)}V{n(bottom - r)}"
        end += f"Q{n(right)} {n(bottom)} {n(right - r)} {n(bottom)}"
    else:
        end = f"H{n(right)}V{n(bottom)}" if closed else f"H{n(right)}M{n(right)} {n(bottom)}"
    if part.opens:
        back = f"H{n(left + r)}Q{n(left)} {n(bottom)} {n(left)} {n(bottom - r)}Z"
        # Without the line at the right a closing line would be drawn through the box.
        back = back if part.closes or closed else back.removesuffix("Z")
    else:
        back = f"H{n(left)}" + ("Z" if closed else "")
    return begin + end + back


def _stripes(part: Part) -> str:
    """Return stripes across a box: no pattern, which would need a name that other drawings on a page may have too."""
    margin = 0.12 * part.size
    left, right = part.left + margin, part.right - margin
    top, bottom = part.y + margin, part.y + part.high - margin
    step = _STEP * part.size * 2**0.5
    found, at = [], left + top + step / 2
    while at < right + bottom:
        first, last = max(left, at - bottom), min(right, at - top)
        if last - first > margin / 2:
            found.append(f"M{n(first)} {n(at - first)}L{n(last)} {n(at - last)}")
        at += step
    return "".join(found)
