"""The picture of this field: a sentence with a row each for gold and the systems, under each other the same characters.

Every word is a rounded box: a right one a plain outline, a wrong one filled and striped; a boundary that gold lacks is
a bar, one of gold that is missed a dashed line. Over the words of gold stand bars of their difficulty, where known.
What is longer than the drawing is wide goes on below, all rows together. One drawing for page, slide and paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.svg import letters, n, path, plain, rect, text, written
from cwsdiag.frames import GOLD, unseen
from cwsdiag.languages import _
from cwsdiag.languages.visible import is_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import Ribbon, RibbonRow, RibbonWord, Titled

# All lengths are over the size of the characters: a column, a row, what is free between rows, between lines, above the
# first; bars of difficulty. Characters are so much larger than labels and legends.
_CELL, _ROW, _FREE, _GAP, _BARS, _LARGER = 1.5, 1.62, 0.19, 0.55, 1.3, 4 / 3
# Of boxes: how far they stand from the edges of their columns, their lines, their corners, their stripes.
_INSET, _LINE, _STRONG, _CORNER, _STEP, _STRIPE = 0.1, 0.09, 0.16, 0.4, 0.62, 0.16
# Of the size that is asked for: the largest where there is room, the smallest where there is none, and tries between.
_LARGEST, _SMALLEST, _TRIES = 3.2, 0.1, 7
_LONGEST_NAME = 40


@dataclass(frozen=True)
class _Layout:
    """How large all is, and what it is drawn on."""

    size: float
    width: float
    ground: Ground
    sentences: Sequence[Titled]

    @property
    def label(self) -> float:
        return self.size / _LARGER

    @property
    def left(self) -> float:
        labels = [row.label for one in self.sentences for row in one.ribbon.rows]
        return (
            max(letters(label, self.label) for label in labels) + 1.7 * self.label if any(labels) else 0.2 * self.size
        )

    @property
    def columns(self) -> int:
        return max(1, int((self.width - self.left - 0.2 * self.size) / (_CELL * self.size)))

    def bars(self, ribbon: Ribbon) -> float:
        known = any(not math.isnan(word.difficulty) for word in ribbon.rows[0].words)
        return _BARS * self.size if known else 0.0

    def line_height(self, ribbon: Ribbon) -> float:
        return self.bars(ribbon) + (len(ribbon.rows) * _ROW + _GAP) * self.size


def ribbon_svg(
    sentences: Sequence[Titled],
    *,
    width: float,
    type: float,
    ground: Ground,
    title: str,
    height: float | None = None,
    legend: bool = True,
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
        legend: whether it says what its marks mean.
    """
    layout = _Layout(_LARGER * type, width, ground, sentences)
    if height is not None:
        layout = _fitting(layout, height, legend=legend)
    drawn, bottom = _drawn(layout, legend=legend)
    said = "\n".join(_read_aloud(one.ribbon) for one in layout.sentences)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(bottom)}" width="{n(width)}" '
        f'height="{n(bottom)}" lang="zh" role="img" '
        f'font-family="{plain(theme.FONT)}" fill="{theme.INK[ground]}">'
    )
    return f"{head}<title>{plain(title)}</title><desc>{plain(said)}</desc>{drawn}</svg>"


def _fitting(layout: _Layout, height: float, *, legend: bool) -> _Layout:
    """Return the largest drawing that a height holds: of fewer sentences, or smaller, where it must be."""

    def tried(size: float, count: int) -> _Layout:
        return _Layout(size, layout.width, layout.ground, layout.sentences[:count])

    def fits(size: float, count: int) -> bool:
        return _drawn(tried(size, count), legend=legend)[1] <= height

    count = len(layout.sentences)
    while count > 1 and not fits(layout.size, count):
        count -= 1
    low, high = (1.0, _LARGEST) if fits(layout.size, count) else (_SMALLEST, 1.0)
    for _try in range(_TRIES):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle * layout.size, count) else (low, middle)
    return tried(low * layout.size, count)


def _drawn(layout: _Layout, *, legend: bool) -> tuple[str, float]:
    """Return all parts, and how high they are together."""
    parts, top = [], 0.35 * layout.size
    for one in layout.sentences:
        if one.title:
            top += 1.3 * layout.label
            parts.append(text(0, top - 0.3 * layout.label, one.title, layout.label, font_weight="600"))
        lines = []
        for start, end in _lines(one.ribbon, layout.columns):
            lines.append(_line(layout, one.ribbon, start, end, top))
            top += layout.line_height(one.ribbon)
        click = {"class": "row", "data_row": one.number, "tabindex": "0", "role": "button"} if one.number else {}
        parts.append(f"<g{written(click)}>{''.join(lines)}</g>")
        for note in one.ribbon.notes:
            top += 1.45 * layout.label
            parts.append(text(0, top - 0.4 * layout.label, note, layout.label, fill_opacity="0.8"))
    if legend:
        entries, high = _legend(layout, top)
        parts.append(entries)
        top += high
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


def _line(layout: _Layout, ribbon: Ribbon, start: int, end: int, top: float) -> str:
    size, bars, parts = layout.size, layout.bars(ribbon), []
    for number, row in enumerate(ribbon.rows):
        y = top + bars + number * _ROW * size
        parts.append(_label(layout, row, y))
        for place, word in enumerate(row.words, start=1):
            if word.start < end and word.end > start:
                first, last = max(word.start, start), min(word.end, end)
                box = _Box(layout, ribbon, row, word, layout.left + (first - start) * _CELL * size, y, first, last)
                told = f"<title>{plain(word.says)}</title>" if word.says else ""
                click = {"data_word": str(place)} if row.role == GOLD else {}
                bar = _bar(box, bars) if row.role == GOLD and word.difficulty > 0 else ""
                named = written({"class": f"word {word.state}", **click})
                parts.append(f"<g{named}>{told}{bar}{box.drawn()}</g>")
    return "".join(parts)


def _label(layout: _Layout, row: RibbonRow, y: float) -> str:
    if not row.label:
        return ""
    size = layout.label
    base = y + (_ROW - _FREE) / 2 * layout.size + 0.36 * size
    mark = _mark(row.role, row.colour or theme.GOLD, 0, base, size)
    return f"<g><title>{plain(row.name)}</title>{mark}{text(1.25 * size, base, row.label, size)}</g>"


def _mark(role: str, colour: str, x: float, base: float, size: float) -> str:
    """Return the mark of gold or of a system, as high as a letter."""
    middle = base - 0.36 * size
    if role == GOLD:
        return rect(x + 0.3 * size, middle - 0.45 * size, 0.22 * size, 0.9 * size, fill=colour)
    if role == "b":
        return rect(x + 0.06 * size, middle - 0.36 * size, 0.72 * size, 0.72 * size, fill=colour)
    return f'<circle cx="{n(x + 0.42 * size)}" cy="{n(middle)}" r="{n(0.4 * size)}" fill="{colour}"/>'


@dataclass(frozen=True)
class _Box:
    """A word, or what of it stands on a line: from its first to its last character, with its corner."""

    layout: _Layout
    ribbon: Ribbon
    row: RibbonRow
    word: RibbonWord
    x: float
    y: float
    first: int
    last: int

    @property
    def opens(self) -> bool:
        return self.word.opens and self.first == self.word.start

    @property
    def closes(self) -> bool:
        return self.word.closes and self.last == self.word.end

    @property
    def left(self) -> float:
        return self.x + (_INSET * self.layout.size if self.opens else 0)

    @property
    def right(self) -> float:
        return self.place(self.last) - (_INSET * self.layout.size if self.closes else 0)

    @property
    def bottom(self) -> float:
        return self.y + (_ROW - _FREE) * self.layout.size

    def place(self, character: int) -> float:
        """Return where the column of a character begins."""
        return self.x + (character - self.first) * _CELL * self.layout.size

    def drawn(self) -> str:
        """Return the box with its characters and marks."""
        size, colour, state = self.layout.size, self.row.colour or theme.GOLD, self.word.state
        aimed = self.ribbon.aims_at(self.row, self.word)
        line = {"fill": "none", "stroke": theme.INK[self.layout.ground], "stroke_opacity": "1" if aimed else "0.5"}
        line["stroke_width"] = f"{(_STRONG if aimed else _LINE) * size:.2f}"
        parts = []
        if state in ("wrong", "apart"):
            fill = colour if state == "wrong" else theme.INK[self.layout.ground]
            wide, high = self.right - self.left, self.bottom - self.y
            parts.append(rect(self.left, self.y, wide, high, rx=n(0.3 * size), fill=fill, fill_opacity="0.16"))
            line["stroke_opacity"] = "1"
        if state == "wrong":
            width = f"{_STRIPE * size:.2f}"
            parts.append(path(self._stripes(), fill="none", stroke=colour, stroke_opacity="0.4", stroke_width=width))
            line["stroke"] = colour
        if state in ("off", "lacking"):
            line["stroke_dasharray"] = f"{_LINE * size:.2f} {2 * _LINE * size:.2f}"
        parts += [path(self._outline(), **line), self._characters(bold=aimed, faint=state in ("off", "lacking"))]
        if self.word.extra and self.opens:
            tall, wide = (_ROW - _FREE + 0.4) * size, 0.22 * size
            parts.append(rect(self.x - wide / 2, self.y - 0.2 * size, wide, tall, rx=n(wide / 2), fill=colour))
        dashes = {"stroke_width": f"{0.14 * size:.2f}", "stroke_dasharray": f"{0.3 * size:.2f} {0.2 * size:.2f}"}
        for missed in self.word.missed:
            if self.first <= missed < self.last:
                parts.append(path(f"M{n(self.place(missed))} {n(self.y)}V{n(self.bottom)}", stroke=colour, **dashes))
        return "".join(parts)

    def _outline(self) -> str:
        """Return the outline; where the word goes on before or after this line, that side is open."""
        left, right, top, bottom = self.left, self.right, self.y, self.bottom
        r = min(_CORNER * self.layout.size, (right - left) / 2)
        begin, end = f"M{n(left)} {n(bottom)}", f"H{n(right)}M{n(right)} {n(top)}H{n(left)}"
        if self.opens:
            begin = f"M{n(left + r)} {n(top)}Q{n(left)} {n(top)} {n(left)} {n(top + r)}V{n(bottom - r)}"
            begin += f"Q{n(left)} {n(bottom)} {n(left + r)} {n(bottom)}"
            end = f"H{n(right)}M{n(right)} {n(top)}H{n(left + r)}"
        if self.closes:
            end = end.replace(f"H{n(right)}M{n(right)} {n(top)}", f"H{n(right - r)}Q{n(right)} {n(bottom)} {n(right)} "
                              f"{n(bottom - r)}V{n(top + r)}Q{n(right)} {n(top)} {n(right - r)} {n(top)}")  # fmt: skip
        return begin + end

    def _stripes(self) -> str:
        margin, step = 0.12 * self.layout.size, _STEP * self.layout.size
        left, right, top, bottom = self.left + margin, self.right - margin, self.y + margin, self.bottom - margin
        lines, at = [], left + top + step / 2
        while at < right + bottom:
            first, last = max(left, at - bottom), min(right, at - top)
            if last - first > margin / 2:
                lines.append(f"M{n(first)} {n(at - first)}L{n(last)} {n(at - last)}")
            at += step
        return "".join(lines)

    def _characters(self, *, bold: bool, faint: bool) -> str:
        size, chars = self.layout.size, self.ribbon.chars[self.first : self.last]
        y = (self.y + self.bottom) / 2 + 0.36 * size
        look = ({"font_weight": "700"} if bold else {}) | ({"fill_opacity": "0.5"} if faint else {})
        hits = [place for place in range(self.first, self.last) if place in self.ribbon.hits]
        under = "".join(f"M{n(self.place(place) + 0.3 * size)} {n(y + 0.22 * size)}h{n(0.9 * size)}" for place in hits)
        ink = theme.INK[self.layout.ground]
        line = path(under, stroke=ink, stroke_width=f"{0.12 * size:.2f}") if under else ""
        if all("\u2e80" <= char <= "\ufeff" and not unseen(char) for char in chars):
            # One text, each character at its place: it is copied as one word.
            begin = [self.place(place) + (_CELL - 1) / 2 * size for place in range(self.first, self.last)]
            xs = " ".join(map(n, begin))
            return f'<text x="{xs}" y="{n(y)}" font-size="{n(size)}"{written(look)}>{plain(chars)}</text>{line}'
        middles = [self.place(place) + _CELL / 2 * size for place in range(self.first, self.last)]
        return "".join(_character(char, x, y, size, look) for char, x in zip(chars, middles, strict=True)) + line


def _character(char: str, x: float, y: float, size: float, look: dict[str, str]) -> str:
    """Return a character in the middle of its column; one that cannot be seen as a dotted square with its name."""
    drawn = "" if is_hidden(char) or plain(char) == "\ufffd" else text(x, y, char, size, anchor="middle", **look)
    name = unseen(char)
    if not name:
        return drawn
    side, dots = 0.5 * size, f"{0.07 * size:.2f} {0.1 * size:.2f}"
    line = {"stroke": theme.GOLD, "stroke_width": f"{0.07 * size:.2f}", "stroke_dasharray": dots}
    square = rect(x - side / 2, y - 0.36 * size - side / 2, side, side, fill="none", **line)
    return f"<g><title>{plain(name)}</title>{drawn}{square}</g>"


def _bar(box: _Box, bars: float) -> str:
    """Return the bar of the difficulty of a word, over it: the harder, the higher and the darker."""
    size, difficulty = box.layout.size, box.word.difficulty
    foot = box.y - 0.2 * size
    tall = (bars - 0.3 * size) * difficulty
    x, wide = box.x + _INSET * size, box.place(box.last) - box.x - 2 * _INSET * size
    dark = f"{0.25 + 0.75 * difficulty:.2f}"
    return rect(x, foot - tall, wide, tall, fill=theme.HARD[box.layout.ground], fill_opacity=dark)


def _legend(layout: _Layout, top: float) -> tuple[str, float]:
    """Return what the marks mean that there are, in lines, and how high that is."""
    size, ink = layout.label, theme.INK[layout.ground]
    rows = {row.role: row for one in layout.sentences for row in one.ribbon.rows if row.colour}
    words = [word for one in layout.sentences for row in one.ribbon.rows for word in row.words]
    states = {word.state for word in words}
    names = short_by_name([row.name for row in rows.values()], _LONGEST_NAME)
    entries = [(_mark(row.role, row.colour, 0, 0, size), f"{row.label} = {names[row.name]}") for row in rows.values()]
    box = {"rx": n(0.25 * size), "stroke": ink, "stroke_width": f"{_LINE * size:.2f}"}

    def square(**more: str) -> str:
        return rect(0.05 * size, -0.8 * size, 0.85 * size, 0.85 * size, **box, **more)

    dashed = {
        "stroke": ink,
        "stroke_width": f"{0.12 * size:.2f}",
        "stroke_dasharray": f"{0.25 * size:.2f} {0.15 * size:.2f}",
    }
    if "wrong" in states:
        entries.append((square(fill=ink, fill_opacity="0.25"), _("wrong word")))
    if any(word.extra for word in words):
        entries.append((rect(0.4 * size, -0.95 * size, 0.2 * size, 1.1 * size, fill=ink), _("boundary gold lacks")))
    if any(word.missed for word in words):
        entries.append(
            (path(f"M{n(0.5 * size)} {n(-0.9 * size)}V{n(0.1 * size)}", **dashed), _("gold boundary missed"))
        )
    for state, label in (("off", _("not compared")), ("lacking", _("characters it lacks"))):
        if state in states:
            entries.append((square(fill="none", stroke_dasharray=dashed["stroke_dasharray"]), label))
    if any(layout.bars(one.ribbon) for one in layout.sentences):
        bar = rect(0.2 * size, -0.75 * size, 0.6 * size, 0.8 * size, fill=theme.HARD[layout.ground])
        entries.append((bar, _("difficulty of the word, up to 1")))
    parts, x, y = [], 0.0, top + 1.3 * size
    for mark, label in entries:
        wide = 1.3 * size + letters(label, size) + 1.4 * size
        if x and x + wide > layout.width:
            x, y = 0.0, y + 1.5 * size
        parts.append(f'<g transform="translate({n(x)} {n(y)})">{mark}{text(1.3 * size, 0, label, size)}</g>')
        x += wide
    return "".join(parts), y + 0.5 * size - top if entries else 0.0


def _read_aloud(ribbon: Ribbon) -> str:
    """Return the words of each row in order, those that are wrong named so."""
    rows = [(row.name, " ".join(_spoken(word, ribbon) for word in row.words)) for row in ribbon.rows]
    return "\n".join(_("{name}: {value}", name=name, value=words) if name else words for name, words in rows)


def _spoken(word: RibbonWord, ribbon: Ribbon) -> str:
    chars = ribbon.chars[word.start : word.end]
    if word.state == "wrong":
        return _("{word} (wrong)", word=chars)
    if word.state == "lacking":
        return _("{word} (lacking)", word=chars)
    return _("{word} (not compared)", word=chars) if word.state == "off" else chars
