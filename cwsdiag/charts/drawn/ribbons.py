"""A sentence as a ribbon, gold and systems in rows over the same characters: an SVG of its own.

It says what the ribbon of a page says, in the same forms and colours, for a slide or for paper. All rows break together
at the width of the sheet. On paper type has its size and the drawing grows downwards; on a slide type is as large as
the sentence allows, and what has no room even in small type is cut, around the words that the eye is to find.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn import boxes
from cwsdiag.charts.drawn.boxes import CELL, ROW, Part
from cwsdiag.charts.drawn.legends import Entry, fitted, hard_entry, legend, nothing, role_mark, short
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import letters, n, plain, rect, text
from cwsdiag.languages import _

if TYPE_CHECKING:
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import Ribbon, RibbonRow, RibbonWord

# Type of a slide grows to so many times its smallest, in steps.
_LARGEST, _STEP = 4.0, 0.96
# Of the size of the type: between lines, above the first, for bars of difficulty, and labels and legend.
_GAP, _ABOVE, _BARS, _LABEL, _LEGEND = 0.55, 0.35, 1.3, 0.72, 0.72
# On paper legends are no larger than this, of the smallest type; on a slide neither.
_LEGEND_AT_MOST = 1.25


@dataclass(frozen=True)
class _Line:
    """A line of all rows: its characters, and how many cells stay free before them."""

    start: int
    end: int
    lead: int = 0


@dataclass(frozen=True)
class _Layout:
    """A ribbon with a size of type and its place on a sheet.

    Attributes:
        ribbon, sheet, ink: what is drawn, on what, and the colour of texts.
        ground: of the sheet.
        size: of the type.
        window: the span of the characters that are shown.
    """

    ribbon: Ribbon
    sheet: Sheet
    ground: Ground
    size: float
    window: tuple[int, int]

    @property
    def ink(self) -> str:
        return theme.INK[self.ground]

    @property
    def label_size(self) -> float:
        return max(self.sheet.least, _LABEL * self.size)

    @property
    def legend_size(self) -> float:
        return max(self.sheet.least, min(_LEGEND * self.size, _LEGEND_AT_MOST * self.sheet.least))

    @property
    def left(self) -> float:
        """Where the characters begin."""
        if not any(row.label for row in self.ribbon.rows):
            return 0.2 * self.size
        return max(letters(row.label, self.label_size) for row in self.ribbon.rows) + 1.6 * self.label_size

    @property
    def columns(self) -> int:
        """How many characters stand on a line."""
        return max(1, int((self.sheet.width - self.left - 0.2 * self.size) / (CELL * self.size)))

    @property
    def lines(self) -> list[_Line]:
        return _lines(self.ribbon, self.window, self.columns)

    @property
    def bars(self) -> float:
        """How high the bars of difficulty are."""
        known = any(not math.isnan(word.difficulty) for word in self.ribbon.rows[0].words)
        return _BARS * self.size if known else 0.0

    @property
    def line_height(self) -> float:
        return self.bars + (len(self.ribbon.rows) * ROW + _GAP) * self.size

    def height(self, count: int, below: float) -> float:
        """Return how high a drawing of so many lines is."""
        return _ABOVE * self.size + count * self.line_height + below

    def x(self, line: _Line, place: int) -> float:
        """Return where a character begins."""
        return self.left + (place - line.start + line.lead) * CELL * self.size


def ribbon_svg(ribbon: Ribbon, *, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return a sentence as an SVG as wide as the sheet, as high as it takes, with a legend of what occurs in it.

    Each word that says something has that as its title, which is shown under the pointer.

    Args:
        ribbon: the sentence; one without characters has rows without words.
        sheet: what it is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    layout = _placed(ribbon, sheet, ground)
    lines = layout.lines
    below, height = _below(layout)
    top = _ABOVE * layout.size
    parts = []
    for line in lines:
        parts.append(_line(layout, line, top, last=line is lines[-1]))
        top += layout.line_height
    parts.append(f'<g transform="translate(0 {n(top)})">{below}</g>')
    return svg(sheet, ground, layout.height(len(lines), height), "".join(parts), title=title)


def _placed(ribbon: Ribbon, sheet: Sheet, ground: Ground) -> _Layout:
    """Return a ribbon in the largest type in which all of it has room; cut, where no type is small enough."""
    everything = (0, len(ribbon.chars))
    if sheet.height is None:
        return _Layout(ribbon, sheet, ground, sheet.reading, everything)
    size = _LARGEST * sheet.least
    while size >= sheet.reading:
        layout = _Layout(ribbon, sheet, ground, size, everything)
        if layout.height(len(layout.lines), _below(layout)[1]) <= sheet.height:
            return layout
        size *= _STEP
    whole = _Layout(ribbon, sheet, ground, sheet.reading, everything)
    # What says that it is cut takes a line of the legend.
    free = sheet.height - whole.height(0, _below(whole)[1] + 1.45 * whole.legend_size)
    window = _window(ribbon, max(1, int(free / whole.line_height)), whole.columns)
    return _Layout(ribbon, sheet, ground, sheet.reading, window)


def _window(ribbon: Ribbon, most: int, columns: int) -> tuple[int, int]:
    """Return as much of a sentence as fits on so many lines, around what the eye is to find, else from its beginning.

    Args:
        ribbon: the sentence.
        most: lines.
        columns: characters of a line.
    """
    # What is no longer than half a line comes as a whole.
    steps = [
        step
        for start, end in ribbon.segments
        for step in ([(start, end)] if 2 * (end - start) <= columns else [(at, at + 1) for at in range(start, end)])
    ]
    aim = ribbon.aim or ((min(ribbon.hits), max(ribbon.hits) + 1) if ribbon.hits else (0, 1))
    first = next((at for at, (_start, end) in enumerate(steps) if end > aim[0]), 0)
    last = first + 1

    def fits(first: int, last: int) -> bool:
        window = steps[first][0], steps[last - 1][1]
        lines = _lines(ribbon, window, columns)
        dots = window[1] < len(ribbon.chars)
        return len(lines) + (lines[-1].end - lines[-1].start + lines[-1].lead + dots > columns) <= most

    grown = True
    while grown:
        grown = False
        # The words that follow say more than those before; the aim itself lies behind its first step.
        if last < len(steps) and fits(first, last + 1):
            last, grown = last + 1, True
        if first > 0 and fits(first - 1, last):
            first, grown = first - 1, True
    return steps[first][0], steps[last - 1][1]


def _lines(ribbon: Ribbon, window: tuple[int, int], columns: int) -> list[_Line]:
    """Return a part of a sentence in lines, which break where all rows have a boundary if there is one on the line."""
    found: list[_Line] = []
    lead = int(window[0] > 0)
    start = at = window[0]
    breaks = [place for place in ribbon.breaks if window[0] < place < window[1]] + [window[1]]
    for place in breaks:
        if place - start + lead > columns and at > start:
            found.append(_Line(start, at, lead))
            start, lead = at, 0
        while place - start + lead > columns:
            cut = start + columns - lead
            found.append(_Line(start, cut, lead))
            start, lead = cut, 0
        at = place
    return [*found, _Line(start, window[1], lead)]


def _line(layout: _Layout, line: _Line, top: float, *, last: bool) -> str:
    """Return a line of all rows, with the labels of these."""
    size, ribbon = layout.size, layout.ribbon
    parts = [_bars(layout, line, top)] if layout.bars else []
    for place, row in enumerate(ribbon.rows):
        y = top + layout.bars + place * ROW * size
        parts.append(_label(layout, row, y))
        parts += [_word(layout, line, row, word, y) for word in row.words if _on(word, line)]
        middle = y + (ROW * size) / 2 + 0.1 * size
        if line.lead:
            parts.append(text(layout.left + CELL / 2 * size, middle, "…", size, anchor="middle", fill_opacity="0.6"))
        if last and line.end < len(ribbon.chars):
            x = layout.x(line, line.end) + CELL / 2 * size
            parts.append(text(x, middle, "…", size, anchor="middle", fill_opacity="0.6"))
    return "".join(parts)


def _on(word: RibbonWord, line: _Line) -> bool:
    return word.start < line.end and word.end > line.start


def _label(layout: _Layout, row: RibbonRow, y: float) -> str:
    if not row.label:
        return ""
    size = layout.label_size
    mark, wide = role_mark(row.role, row.colour or theme.GOLD)
    base = y + (ROW * layout.size) / 2 + 0.26 * size - 0.1 * layout.size
    said = text((wide + 0.4) * size, base, row.label, size)
    return f'<g><title>{plain(row.name)}</title><g transform="translate(0 {n(base)})">{mark(size)}</g>{said}</g>'


def _word(layout: _Layout, line: _Line, row: RibbonRow, word: RibbonWord, y: float) -> str:
    start, end = max(word.start, line.start), min(word.end, line.end)
    size, ribbon = layout.size, layout.ribbon
    opens, closes = word.opens and word.start == start, word.closes and word.end == end
    part = Part(layout.x(line, start), y, ribbon.chars[start:end], opens, closes, size)
    colour, aimed = row.colour or theme.GOLD, ribbon.aims_at(row, word)
    found = boxes.box(part, ink=layout.ink, colour=colour, state=word.state, aimed=aimed)
    found += boxes.characters(part, bold=aimed, faint=word.state in ("off", "lacking"))
    found += boxes.underline((place - start for place in range(start, end) if place in ribbon.hits), part, layout.ink)
    if word.extra and word.start == start:
        found += boxes.extra(part.x, y, size, colour)
    found += "".join(
        boxes.missed(layout.x(line, place), y, size, colour) for place in word.missed if start <= place < end
    )
    told = f"<title>{plain(word.says)}</title>" if word.says else ""
    return f'<g class="word {word.state}" data-start="{word.start}" data-end="{word.end}">{told}{found}</g>'


def _bars(layout: _Layout, line: _Line, top: float) -> str:
    """Return over each gold word a bar as high, and as dark, as it is hard."""
    found, high = "", layout.bars - 0.2 * layout.size
    for word in layout.ribbon.rows[0].words:
        if not _on(word, line) or not word.difficulty > 0:
            continue
        x, tall = layout.x(line, max(word.start, line.start)), high * word.difficulty
        wide = layout.x(line, min(word.end, line.end)) - x - 0.2 * layout.size
        dark = f"{0.25 + 0.75 * word.difficulty:.2f}"
        bar = rect(x + 0.1 * layout.size, top + high - tall, wide, tall, fill=theme.HARD[layout.ground])
        found += bar.replace("/>", f' fill-opacity="{dark}"/>')
    return found


def _below(layout: _Layout) -> tuple[str, float]:
    """Return what stands under the rows, and its height: what systems wrote themselves, and the legend."""
    size, room = layout.legend_size, layout.sheet.width
    found, y = "", 0.0
    for note in layout.ribbon.notes:
        y += 1.45 * size
        found += text(0, y, fitted(note, room, size), size, fill_opacity="0.8")
    drawn, height = legend(_entries(layout), room, size)
    return found + f'<g transform="translate(0 {n(y + 0.3 * size)})">{drawn}</g>', y + 0.3 * size + height


def _entries(layout: _Layout) -> list[Entry]:
    """Return the legend of a ribbon: its systems, and those marks that occur."""
    ribbon, ink = layout.ribbon, layout.ink
    systems = [row for row in ribbon.rows if row.colour]
    names = short([row.name for row in systems], 0.8 * layout.sheet.width, layout.legend_size)
    found = [Entry(*role_mark(row.role, row.colour), f"{row.label} = {names[row.name]}") for row in systems]
    words = [word for row in ribbon.rows for word in row.words]
    states = {word.state for word in words}
    if "wrong" in states:
        found.append(Entry(lambda size: _key(size, ink, "wrong"), 1.1, _("wrong word")))
    if any(word.extra for word in words):
        found.append(
            Entry(lambda size: rect(0, -0.9 * size, 0.2 * size, 1.1 * size, fill=ink), 0.2, _("boundary gold lacks"))
        )
    if any(word.missed for word in words):
        found.append(
            Entry(lambda size: boxes.missed(0.1 * size, -size, 0.85 * size, ink), 0.2, _("gold boundary missed"))
        )
    for state, said in (("off", _("not compared")), ("lacking", _("characters it lacks"))):
        if state in states:
            found.append(Entry(lambda size: _key(size, ink, "off"), 1.1, said))
    if layout.bars:
        found.append(hard_entry(theme.HARD[layout.ground]))
    start, end = layout.window
    if (start, end) != (0, len(ribbon.chars)):
        said = _("… characters {first:,} to {last:,} of {count:,}", first=start + 1, last=end, count=len(ribbon.chars))
        found.append(Entry(nothing, 0, said))
    return found


def _key(size: float, ink: str, state: str) -> str:
    part = Part(0, -0.85 * size, "x", opens=True, closes=True, size=0.72 * size)
    return boxes.box(part, ink=ink, colour=ink, state=state, aimed=False)
