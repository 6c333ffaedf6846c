"""Sentences with the difficulty of their words for slides and paper, one under the other: an SVG of its own.

It shows what ``cwsdiag.charts.difficulty.sentence_rows`` shows on a page. On paper a sentence goes on over as many
lines as it takes; on a slide each has one line, with what was searched for, and as many stand there as have room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty.sentence_rows import gap, mean_said, short, window, word_told, word_width
from cwsdiag.charts.drawn.axes import rule
from cwsdiag.charts.drawn.legends import Entry, hard_entry, legend, nothing, role_mark
from cwsdiag.charts.drawn.legends import short as short_names
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import advance, letters, n, path, plain, rect, text
from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import stand_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.difficulty.sentence_rows import Role
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import HardSentence, HardWord

# Type of a slide, of its smallest: at most and at least, in steps between.
_LARGEST, _SMALLEST, _STEP = 1.8, 1.35, 0.95
# Of the size of the type: bars, characters, the line of a system, and what lies between sentences.
_BAR, _CHARACTERS, _LINE, _GAP = 1.25, 1.3, 0.34, 0.45


@dataclass(frozen=True)
class _Layout:
    """What all sentences share: the systems, the sheet, the ground, and the size of the type of sentences."""

    roles: Mapping[str, Role]
    sheet: Sheet
    ground: Ground
    size: float

    @property
    def left(self) -> float:
        """Where words begin: behind the number of the sentence and its mean difficulty."""
        return letters(_("mean {mean}", mean=".25"), self.sheet.least) + 0.8 * self.sheet.least

    @property
    def room(self) -> float:
        """How wide a line of words may be: beside it stands what systems get."""
        return self.sheet.width - self.left - letters("A .25", self.sheet.least) - 1.4 * self.sheet.least

    @property
    def line(self) -> float:
        """How high a line of a sentence is."""
        return (_BAR + _CHARACTERS + _LINE * len(self.roles)) * self.size

    def lines(self, row: HardSentence) -> list[tuple[int, int]]:
        """Return the lines of a sentence: the first word of each, and the one after its last."""
        if self.sheet.is_slide:
            return [window(row, self.room, self.size)]
        found, start, taken = [], 0, 0.0
        for place, word in enumerate(row.words):
            wide = min(word_width(word.word, self.size), self.room) + gap(self.size)
            if taken and taken + wide > self.room:
                found.append((start, place))
                start, taken = place, 0.0
            taken += wide
        return [*found, (start, len(row.words))]

    def cuts(self, row: HardSentence) -> bool:
        """Return whether words of a sentence have no room."""
        return self.sheet.is_slide and self.lines(row) != [(0, len(row.words))]

    def height(self, row: HardSentence) -> float:
        """Return how high a sentence is: its own number, and what systems get, have room beside it, too."""
        beside = 1.3 * self.sheet.least * max(2, len(self.roles))
        return max(len(self.lines(row)) * self.line, beside) + _GAP * self.size


def hard_rows_svg(
    rows: Sequence[HardSentence], *, roles: Mapping[str, Role], sheet: Sheet, ground: Ground, title: str
) -> str:
    """Return sentences as an SVG, first to last, with a legend; on a slide as many as have room, which is said.

    Over each word stands a bar as high, and as dark, as it is hard; under it a line for each system, thick where it is
    wrong. On a slide each sentence is a group with ``data-row``, its number.

    Args:
        rows: the sentences.
        roles: the systems, by the roles that ``rows`` speak of.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    layout, shown = _placed(rows, roles, sheet, ground)
    parts, top = [], 0.0
    for row in shown:
        parts.append(_row(row, layout, top))
        top += layout.height(row)
    drawn, height = _legend(rows, shown, layout)
    parts.append(f'<g transform="translate(0 {n(top)})">{drawn}</g>')
    return svg(sheet, ground, top + height, "".join(parts), title=title)


def _placed(
    rows: Sequence[HardSentence], roles: Mapping[str, Role], sheet: Sheet, ground: Ground
) -> tuple[_Layout, Sequence[HardSentence]]:
    """Return the size of type in which all rows have room, and those rows that have."""
    if sheet.height is None:
        return _Layout(roles, sheet, ground, sheet.reading), rows
    sizes = [_LARGEST * sheet.least]
    while sizes[-1] * _STEP > _SMALLEST * sheet.least:
        sizes.append(sizes[-1] * _STEP)
    layouts = [_Layout(roles, sheet, ground, size) for size in sizes]
    high = [one for one in layouts if sum(map(one.height, rows)) + _legend(rows, rows, one)[1] <= sheet.height]
    # Whole sentences rather than large ones, and few of them rather than all in small type.
    whole = [one for one in high or layouts if not any(map(one.cuts, rows))]
    layout = (whole or high or layouts[-1:])[0]
    room, shown = sheet.height - _legend(rows, () if layout not in high else rows, layout)[1], list(rows)
    while len(shown) > 1 and sum(map(layout.height, shown)) > room:
        shown.pop()
    return layout, shown


def _row(row: HardSentence, layout: _Layout, top: float) -> str:
    """Return a sentence: its number, its words over the lines of systems, and what these get of its difficulty."""
    least, size = layout.sheet.least, layout.size
    found = text(0, top + 1.1 * least, f"{row.number:,}", least, font_weight="700")
    found += text(0, top + 2.3 * least, mean_said(row), least, fill_opacity="0.8")
    places = [0]
    for word in row.words:
        places.append(places[-1] + len(word.word))
    for at, (first, last) in enumerate(layout.lines(row)):
        base, x = top + at * layout.line + _BAR * size, layout.left
        begin = x
        if first > 0 and layout.sheet.is_slide:
            found += text(x, base + 1.05 * size, "…", size, fill_opacity="0.8")
            x += size
        for place in range(first, last):
            word = row.words[place]
            wide = min(word_width(word.word, size), layout.room - 2 * size)
            hits = [offset for offset in range(len(word.word)) if places[place] + offset in row.hits]
            found += _word(word, hits, x, base, wide, layout)
            x += wide + gap(size)
        found += rule(f"M{n(begin)} {n(base)}H{n(x - gap(size))}", 0.06 * size)
        rest = len(row.words) - last
        if rest and layout.sheet.is_slide:
            found += text(x, base + 1.05 * size, f"… +{rest:,}", least, fill_opacity="0.8")
    for at, (role, system) in enumerate(layout.roles.items()):
        x, y = layout.sheet.width - letters("A .25", least) - 0.3 * least, top + (1.1 + 1.3 * at) * least
        mark, _wide = role_mark("", system.colour)
        found += f'<g transform="translate({n(x - 0.5 * least)} {n(y)})">{mark(least)}</g>'
        found += text(x, y, f"{system.letter} {short(row.got[role])}", least, font_weight="700")
    if layout.sheet.filled:
        return f"<g>{found}</g>"
    whole = rect(0, top, layout.sheet.width, layout.height(row), fill="none", pointer_events="all")
    return f'<g class="row" data-row="{row.number}" tabindex="0" role="button">{whole}{found}</g>'


def _word(word: HardWord, hits: Sequence[int], x: float, base: float, wide: float, layout: _Layout) -> str:
    """Return a word, with its bar above and a line for each system below."""
    size, tall = layout.size, (_BAR - 0.2) * layout.size * word.difficulty
    found = ""
    if tall:
        dark = f"{0.25 + 0.75 * word.difficulty:.2f}"
        found += rect(x, base - tall, wide, tall, fill=theme.HARD[layout.ground], fill_opacity=dark)
    drawn, natural = wide - 0.24 * size, sum(map(advance, word.word)) * size
    at = x + 0.12 * size
    for offset, char in enumerate(word.word):
        if offset in hits:
            found += rect(at, base + 0.1 * size, advance(char) * size, size, fill=theme.GOLD, fill_opacity="0.32")
        at += advance(char) * size
    # Letters may be of any width: they are made as wide as their place, in what draws this.
    fixed = len(word.word) > 1 and (natural > drawn or any(advance(char) < 1 for char in word.word))
    squeezed = {"textLength": n(drawn), "lengthAdjust": "spacingAndGlyphs"} if fixed else {}
    found += text(x + wide / 2, base + 1.05 * size, stand_in(word.word), size, anchor="middle", **squeezed)
    for at_line, (role, system) in enumerate(layout.roles.items()):
        y = base + (_CHARACTERS + 0.15 + _LINE * at_line) * size
        found += _strip(word.verdicts[role], system.colour, x, y, wide, size)
    told = "" if layout.sheet.filled else f"<title>{plain(word_told(word, layout.roles))}</title>"
    return f"<g>{told}{found}</g>"


def _strip(verdict: str, colour: str, x: float, y: float, wide: float, size: float) -> str:
    """Return what a system made of a word: a thick line where wrong, a thin one where right, a dotted one else."""
    d = f"M{n(x)} {n(y)}h{n(wide)}"
    if verdict == "wrong":
        return path(d, stroke=colour, stroke_width=f"{0.26 * size:.2f}")
    if verdict == "right":
        return path(d, stroke=colour, stroke_width=f"{0.06 * size:.2f}", stroke_opacity="0.6")
    dots = f"{0.1 * size:.2f} {0.2 * size:.2f}"
    return path(d, stroke=theme.GOLD, stroke_width=f"{0.1 * size:.2f}", stroke_dasharray=dots)


def _legend(rows: Sequence[HardSentence], shown: Sequence[HardSentence], layout: _Layout) -> tuple[str, float]:
    """Return what the marks mean, and what had no room."""
    least = layout.sheet.least
    names = short_names([system.name for system in layout.roles.values()], 0.7 * layout.sheet.width, least)
    found = [hard_entry(theme.HARD[layout.ground])]
    for system in layout.roles.values():
        found.append(Entry(*role_mark("", system.colour), f"{system.letter} = {names[system.name]}"))
    verdicts = {word.verdicts[role] for row in rows for word in row.words for role in layout.roles}
    for verdict, said in (("wrong", _("wrong")), ("right", _("right")), ("off", _("not compared"))):
        if verdict in verdicts:
            found.append(_entry(verdict, said))
    if layout.roles:
        found.append(Entry(nothing, 0, _("at the right: the share of the difficulty that a system gets")))
    if any(map(layout.cuts, rows)):
        found.append(Entry(nothing, 0, _("… +9: words that have no room")))
    if rest := len(rows) - len(shown):
        found.append(Entry(nothing, 0, n_("and {n:,} more sentence", "and {n:,} more sentences", rest)))
    return legend(found, layout.sheet.width, least)


def _entry(verdict: str, said: str) -> Entry:
    return Entry(lambda size: _strip(verdict, theme.GOLD, 0, -0.3 * size, 1.2 * size, size), 1.2, said)
