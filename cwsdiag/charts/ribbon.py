"""The picture of this field: a sentence with a row each for gold and the systems, characters under each other.

Every word is a rounded box: a right one a plain outline, a wrong one filled and striped; a boundary that gold lacks is
a bar, one of gold that is missed a dashed line. Over the words of gold stand bars of their difficulty, where known.
What is longer than the drawing is wide goes on below, all rows together. One drawing for page, slide and paper.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from cwsdiag.charts import theme
from cwsdiag.charts.layout import short_by_name
from cwsdiag.charts.theme import Ground
from cwsdiag.frames import GOLD, Ribbon, RibbonRow, RibbonWord, unseen
from cwsdiag.languages import _
from cwsdiag.languages.visible import is_hidden, visible

# Over the size of the type: a Latin letter in a grid of characters; letters of texts, by kind.
NARROW = 0.5
_SLIM, _BROAD = frozenset("ilj.,:;|'!()[]{}/ ftrI-·"), frozenset("mw%@−+=<>×")
# What XML 1.0 leaves out.
_NO_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """Return a text as it stands in XML, all of it to be seen."""
    return escape(_NO_XML.sub("\ufffd", visible(text, keep="\n\t")))


def advance(char: str) -> float:
    """Return how wide a character is in a grid, over the size of its type."""
    if unicodedata.combining(char):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "WFA" else NARROW


def letters(text: str, size: float) -> float:
    """Return about how wide a text is, rather too wide."""
    return sum(map(_letter, text)) * size


def n(value: float) -> str:
    """Return a length, to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def written(**attributes: str) -> str:
    """Return attributes as they stand in XML, an underscore for each hyphen of their names."""
    return "".join(f' {name.replace("_", "-")}="{plain(value)}"' for name, value in attributes.items())


@dataclass(frozen=True)
class Pen:
    """Draws in lengths over a size of type: numbers are such lengths, strings stand as they are.

    Attributes:
        size: of the type, in pixels.
    """

    size: float

    def path(self, *parts: str | float, **look: Any) -> str:
        """Return a path of commands and their numbers."""
        return f'<path d="{self._lengths(parts)}"{self._look(look)}/>'

    def rect(self, x: float, y: float, width: float, height: float, **look: Any) -> str:
        """Return a rectangle."""
        return f"<rect{self._look({'x': x, 'y': y, 'width': width, 'height': height, **look})}/>"

    def text(self, x: Sequence[float] | float, y: float, content: str, **look: Any) -> str:
        """Return a text; with a place for each character, if there are several."""
        return f"<text{self._look({'x': x, 'y': y, 'font_size': 1.0, **look})}>{plain(content)}</text>"

    def _look(self, look: Mapping[str, Any]) -> str:
        return written(**{name: self._lengths([part] if isinstance(part, str | float | int) else part)
                          for name, part in look.items()})  # fmt: skip

    def _lengths(self, parts: Iterable[str | float]) -> str:
        return " ".join(part if isinstance(part, str) else n(part * self.size) for part in parts)


def _letter(char: str) -> float:
    if char in _SLIM:
        return 0.36
    if char in _BROAD or (char.isupper() and char.isascii()):
        return 0.82
    wide = advance(char)
    return 0.62 if wide == NARROW else wide


# All lengths are over the size of the characters: a column, a row, what is free between rows, between lines; bars of
# difficulty; labels and legends.
_CELL, _ROW, _FREE, _GAP, _BARS, _LABEL = 1.5, 1.62, 0.19, 0.55, 1.3, 0.75
# Of boxes: how far they stand from the edges of their columns, their height, lines, corners, and stripes.
_INSET, _BOX, _LINE, _STRONG, _CORNER, _STEP, _STRIPE, _MARGIN = 0.1, _ROW - _FREE, 0.09, 0.16, 0.4, 0.62, 0.16, 0.12
# Of the size that is asked for: the largest where there is room, the smallest where there is none, and tries between.
_LARGEST, _SMALLEST, _TRIES = 3.2, 0.1, 7
_LONGEST_NAME = 40


def ribbon_svg(
    sentences: Sequence[Ribbon],
    *,
    width: float,
    type: float,
    ground: Ground,
    title: str,
    height: float | None = None,
) -> str:
    """Return sentences as a drawing.

    Args:
        sentences: at least one, each whole; of several that do not fit into a height the last are left out.
        width: of the drawing, in pixels.
        type: the size of the smallest text; all is larger where a height leaves room, and smaller where it holds not
            even one sentence.
        ground: what it is drawn on.
        title: what the drawing is, for those who do not see it.
        height: that may not be passed; None where it grows downwards.
    """

    def drawn(scale: float, count: int) -> tuple[str, float]:
        size = scale * type / _LABEL
        parts, bottom = _drawn(sentences[:count], Pen(size), width / size, ground)
        return parts, bottom * size

    scale, count = 1.0, len(sentences)
    if height is not None:
        while count > 1 and drawn(1.0, count)[1] > height:
            count -= 1
        scale, high = (1.0, _LARGEST) if drawn(1.0, count)[1] <= height else (_SMALLEST, 1.0)
        for _try in range(_TRIES):
            middle = (scale + high) / 2
            scale, high = (middle, high) if drawn(middle, count)[1] <= height else (scale, middle)
    parts, bottom = drawn(scale, count)
    said = "\n".join(map(_read_aloud, sentences[:count]))
    head = written(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {n(width)} {n(bottom)}",
        width=n(width),
        height=n(bottom),
        lang="zh",
        role="img",
        font_family=theme.FONT,
        fill=theme.INK[ground],
    )
    return f"<svg{head}><title>{plain(title)}</title><desc>{plain(said)}</desc>{parts}</svg>"


def _drawn(sentences: Sequence[Ribbon], pen: Pen, width: float, ground: Ground) -> tuple[str, float]:
    """Return all parts, and how high they are together."""
    small, parts, top = Pen(_LABEL * pen.size), [], 0.35
    labels = [row.label for one in sentences for row in one.rows]
    left = (max(letters(label, _LABEL) for label in labels) + 1.7 * _LABEL) if any(labels) else 0.2
    columns = max(1, int((width - left - 0.2) / _CELL))
    for ribbon in sentences:
        if ribbon.title:
            top += 1.3 * _LABEL
            parts.append(small.text(0, top / _LABEL - 0.3, ribbon.title, font_weight="600"))
        bars = _BARS if any(not math.isnan(word.difficulty) for word in ribbon.rows[0].words) else 0.0
        parts.append("<g>")
        for start, end in _lines(ribbon, columns):
            for place, row in enumerate(ribbon.rows):
                y = top + bars + place * _ROW
                if row.label:
                    base = (y + _BOX / 2) / _LABEL + 0.36
                    mark = _mark(small, row.role, row.colour or theme.GOLD, base)
                    parts.append(f"<g><title>{plain(row.name)}</title>{mark}{small.text(1.25, base, row.label)}</g>")
                for number, word in enumerate(row.words, start=1):
                    if word.start < end and word.end > start:
                        first, last = max(word.start, start), min(word.end, end)
                        x = left + (first - start) * _CELL
                        told = f"<title>{plain(word.says)}</title>" if word.says else ""
                        of_gold = {"data_word": str(number)} if row.role == GOLD else {}
                        named = written(**{"class": f"word {word.state}", **of_gold})
                        parts.append(
                            f"<g{named}>{told}{_word(pen, ribbon, row, word, (first, last), x, y, ground)}</g>"
                        )
            parts += [
                _doubt(pen, left + (place - start) * _CELL, top + bars)
                for place in ribbon.doubts
                if start <= place < end
            ]
            top += bars + len(ribbon.rows) * _ROW + _GAP
        parts.append("</g>")
        for note in ribbon.notes:
            top += 1.45 * _LABEL
            parts.append(small.text(0, top / _LABEL - 0.4, note, fill_opacity="0.8"))
    entries, high = _legend(sentences, small, top / _LABEL, width / _LABEL, ground)
    parts.append(entries)
    top += high * _LABEL
    return "".join(parts), top


def _lines(ribbon: Ribbon, columns: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the lines: broken where all rows have a boundary, or else wherever a line is full."""
    start = at = 0
    for place in [*ribbon.breaks[1:-1], len(ribbon.chars)]:
        if place - start > columns and at > start:
            yield start, at
            start = at
        while place - start > columns:
            yield start, start + columns
            start += columns
        at = place
    yield start, len(ribbon.chars)


def _mark(small: Pen, role: str, colour: str, base: float) -> str:
    """Return the mark of gold or of a system, as high as a letter."""
    middle = base - 0.36
    if role == GOLD:
        return small.rect(0.3, middle - 0.45, 0.22, 0.9, fill=colour)
    return small.rect(0.04, middle - 0.38, 0.76, 0.76, rx=0.0 if role == "b" else 0.4, fill=colour)


def _doubt(pen: Pen, x: float, y: float) -> str:
    """Return the mark of a place at which gold is worth a look: a rhomb on the upper edge of its words."""
    outline = ("M", x, y - 0.3, "L", x + 0.24, y, "L", x, y + 0.3, "L", x - 0.24, y, "Z")
    return pen.path(*outline, fill=theme.WARNING, stroke=theme.INK["light"], stroke_width=0.05)


def _word(
    pen: Pen,
    ribbon: Ribbon,
    row: RibbonRow,
    word: RibbonWord,
    span: tuple[int, int],
    x: float,
    y: float,
    ground: Ground,
) -> str:
    """Return a word, or what of it stands on a line, with its marks; where it goes on its box is open."""
    (first, last), ink, colour = span, theme.INK[ground], row.colour or theme.GOLD
    wrong, loose, aimed = word.state == "wrong", word.state in ("off", "lacking"), ribbon.aims_at(row, word)
    filled = wrong or word.state == "apart"
    opens, closes = word.opens and first == word.start, word.closes and last == word.end
    left, right, bottom = x + _INSET * opens, x + (last - first) * _CELL - _INSET * closes, y + _BOX
    parts = []
    if word.difficulty > 0:
        # The harder, the higher and the darker.
        tall, dark = (_BARS - 0.3) * word.difficulty, f"{0.25 + 0.75 * word.difficulty:.2f}"
        wide = (last - first) * _CELL - 2 * _INSET
        parts.append(pen.rect(x + _INSET, y - 0.2 - tall, wide, tall, fill=theme.HARD[ground], fill_opacity=dark))
    if filled:
        parts.append(pen.rect(left, y, right - left, _BOX, rx=0.3, fill=colour if wrong else ink, fill_opacity="0.16"))
    if wrong:
        stripes = list(_stripes(left + _MARGIN, right - _MARGIN, y + _MARGIN, bottom - _MARGIN))
        parts.append(pen.path(*stripes, fill="none", stroke=colour, stroke_opacity="0.4", stroke_width=_STRIPE))
    r = min(_CORNER, (right - left) / 2)
    outline: list[str | float] = ["M", left + r * opens, y, "H", right - r * closes]
    corner: list[str | float] = ["Q", right, y, right, y + r, "V", bottom - r, "Q", right, bottom, right - r, bottom]
    outline += corner if closes else ["M", right, bottom]
    outline += ["H", left + r * opens]
    outline += ["Q", left, bottom, left, bottom - r, "V", y + r, "Q", left, y, left + r, y] if opens else []
    line: dict[str, Any] = {"fill": "none", "stroke": colour if wrong else ink}
    line |= {"stroke_opacity": "1" if aimed or filled else "0.5", "stroke_width": _STRONG if aimed else _LINE}
    if loose:
        line["stroke_dasharray"] = [_LINE, 2 * _LINE]
    look = {**({"font_weight": "700"} if aimed else {}), **({"fill_opacity": "0.5"} if loose else {})}
    base = (y + bottom) / 2 + 0.36
    parts += [pen.path(*outline, **line), _characters(pen, ribbon.chars[first:last], x, base, look)]
    under = [
        part
        for place in range(first, last)
        if place in ribbon.hits
        for part in ("M", x + (place - first) * _CELL + 0.3, base + 0.22, "h", 0.9)
    ]
    if under:
        parts.append(pen.path(*under, stroke=ink, stroke_width=0.12))
    if word.extra and opens:
        parts.append(pen.rect(x - 0.11, y - 0.2, 0.22, _BOX + 0.4, rx=0.11, fill=colour))
    parts += [
        pen.path(
            "M", x + (at - first) * _CELL, y, "V", bottom, stroke=colour, stroke_width=0.14, stroke_dasharray=[0.3, 0.2]
        )
        for at in word.missed
        if first <= at < last
    ]
    return "".join(parts)


def _stripes(left: float, right: float, top: float, bottom: float) -> Iterator[str | float]:
    """Yield lines that rise through a box."""
    at = left + top + _STEP / 2
    while at < right + bottom:
        first, last = max(left, at - bottom), min(right, at - top)
        if last - first > _MARGIN / 2:
            yield from ("M", first, at - first, "L", last, at - last)
        at += _STEP


def _characters(pen: Pen, chars: str, x: float, y: float, look: dict[str, str]) -> str:
    """Return characters in the middle of their columns; one that cannot be seen as a dotted square with its name."""
    if all("\u2e80" <= char <= "\ufeff" and not unseen(char) for char in chars):
        # One text, each character at its place: it is copied as one word.
        return pen.text([x + place * _CELL + (_CELL - 1) / 2 for place in range(len(chars))], y, chars, **look)
    parts = []
    for place, char in enumerate(chars):
        middle, name = x + (place + 0.5) * _CELL, unseen(char)
        shown = not is_hidden(char) and plain(char) != "\ufffd"
        drawn = pen.text(middle, y, char, text_anchor="middle", **look) if shown else ""
        if name:
            square = pen.rect(
                middle - 0.25,
                y - 0.61,
                0.5,
                0.5,
                fill="none",
                stroke=theme.GOLD,
                stroke_width=0.07,
                stroke_dasharray=[0.07, 0.1],
            )
            drawn = f"<g><title>{plain(name)}</title>{drawn}{square}</g>"
        parts.append(drawn)
    return "".join(parts)


def _legend(sentences: Sequence[Ribbon], small: Pen, top: float, width: float, ground: Ground) -> tuple[str, float]:
    """Return what the marks mean that there are, in lines, and how high that is; lengths are over their type."""
    ink = theme.INK[ground]
    rows = [row for one in sentences for row in one.rows]
    words = [word for row in rows for word in row.words]
    states = {word.state for word in words}
    systems = {row.role: row for row in rows if row.colour}
    names = short_by_name([row.name for row in systems.values()], _LONGEST_NAME)
    box: dict[str, Any] = {"rx": 0.25, "stroke": ink, "stroke_width": _LINE}
    dashes = {"stroke_dasharray": [0.25, 0.15]}
    square = small.rect(0.05, -0.8, 0.85, 0.85, **box, **dashes, fill="none")
    bar = small.rect(0.2, -0.75, 0.6, 0.8, fill=theme.HARD[ground])
    entries = [
        *(
            (row.label != names[row.name], _mark(small, row.role, row.colour, 0), f"{row.label} = {names[row.name]}")
            for row in systems.values()
        ),
        ("wrong" in states, small.rect(0.05, -0.8, 0.85, 0.85, **box, fill=ink, fill_opacity="0.25"), _("wrong word")),
        (any(word.extra for word in words), small.rect(0.4, -0.95, 0.2, 1.1, fill=ink), _("boundary gold lacks")),
        (
            any(word.missed for word in words),
            small.path("M", 0.5, -0.9, "V", 0.1, stroke=ink, stroke_width=0.12, **dashes),
            _("gold boundary missed"),
        ),
        ("off" in states, square, _("not compared")),
        ("lacking" in states, square, _("characters it lacks")),
        (
            any(not math.isnan(word.difficulty) for word in words),
            bar,
            sentences[0].bars or _("difficulty of the word, up to 1"),
        ),
        (any(one.doubts for one in sentences), _doubt(small, 0.5, -0.36), _("gold is worth a look")),
    ]
    parts, x, y = [], 0.0, top + 1.3
    for occurs, mark, label in entries:
        wide = 2.7 + letters(label, 1)
        if occurs:
            if x and x + wide > width:
                x, y = 0.0, y + 1.5
            moved = f"translate({n(x * small.size)} {n(y * small.size)})"
            parts.append(f'<g transform="{moved}">{mark}{small.text(1.3, 0, label)}</g>')
            x += wide
    return "".join(parts), y + 0.5 - top if parts else 0.0


def _read_aloud(ribbon: Ribbon) -> str:
    """Return the words of each row in order, those that are wrong named so."""

    def spoken(word: RibbonWord) -> str:
        chars = ribbon.chars[word.start : word.end]
        if word.state == "wrong":
            return _("{word} (wrong)", word=chars)
        if word.state == "lacking":
            return _("{word} (lacking)", word=chars)
        return _("{word} (not compared)", word=chars) if word.state == "off" else chars

    rows = [(row.name, " ".join(map(spoken, row.words))) for row in ribbon.rows]
    return "\n".join(_("{name}: {value}", name=name, value=words) if name else words for name, words in rows)
