"""Small panels in rows for slides and paper, one an attribute, in lanes one above the other.

They are as many side by side as the sheet has room for. What they leave out where type has no room goes by rules: under
the columns stand the labels of the worst, the costliest and the best bucket first, then of all that do not run into
them; counts stand there only where every label does; the title of a lane only where it is no longer than that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.axes import Scale, rule
from cwsdiag.charts.drawn.legends import Entry, fitted, legend, nothing, share_entry
from cwsdiag.charts.drawn.sheets import svg
from cwsdiag.charts.drawn.svg import letters, n, plain, rect, text
from cwsdiag.charts.names import wrapped
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import Panel

Limits = Callable[["Sequence[Panel]"], "list[float]"]
# How many panels stand side by side: on a slide by their number, on paper by its width.
_ON_SLIDE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 3}
_MOST, _ON_COLUMN, _NARROW_SHEET = 4, 2, 400
# Of the smallest type: a line of text, one with the title of a panel, what lies between lanes and between panels, and
# the strip of shares.
_LINE, _HEAD, _GAP, _BETWEEN, _STRIP = 1.4, 1.8, 0.6, 0.8, 1.2
# On paper: how high the lanes are, of the smallest type.
_PAPER = 16.0
# On a slide type is larger where there are few panels: so many times the smallest, by their number.
_FEW = {1: 1.25, 2: 1.2, 3: 1.15}
# In rows without the strip: so many times its part has the first lane.
_FIRST_OF_LOW = 1.4
# Marks as large as on a page, of the smallest type; smaller in narrow columns.
_MARK, _OF_COLUMN = 0.75, 0.45


@dataclass(frozen=True)
class Lane:
    """One of the lanes that all panels have, from the top downwards.

    Attributes:
        title: stands beside its axis.
        part: how high it is, of all lanes.
        limits: returns the ends of its axis, which hold all of the panels it is given.
        zero: whether a line marks 0.
    """

    title: str
    part: float
    limits: Limits
    zero: bool = False


@dataclass(frozen=True)
class Bucket:
    """The place of a bucket.

    Attributes:
        panel, row: what it is.
        x: the middle of its column.
        wide: of its column.
        scales: the axes of the lanes.
        alone: whether its panel has the drawing for itself: then there is room for numbers.
        size, ink: of the type, and the colour of it.
    """

    panel: Panel
    row: dict[str, Any]
    x: float
    wide: float
    scales: tuple[Scale, ...]
    alone: bool
    size: float
    ink: str

    @property
    def mark(self) -> float:
        """How large its marks are."""
        return min(_MARK * self.size, _OF_COLUMN * self.wide)

    def number(self, said: str, x: float, y: float, room: float) -> str:
        """Return a number over a mark, where there is room for it."""
        if not self.alone or letters(said, self.size) > room:
            return ""
        return text(x, y - 0.45 * self.size, said, self.size, anchor="middle")


@dataclass(frozen=True)
class Manner:
    """How the panels of one kind of drawing are made.

    Attributes:
        lanes: of each panel.
        draw: returns the marks of a bucket.
        told: returns what is said of a bucket under the pointer, lines of plain text.
        asks: returns what a click on it asks for, beside its words; empty for nothing.
        entries: returns the legend, but for the strip of shares.
    """

    lanes: tuple[Lane, ...]
    draw: Callable[[Bucket], str]
    told: Callable[[Panel, dict[str, Any]], list[str]]
    asks: Callable[[dict[str, Any]], str]
    entries: Callable[[], list[Entry]]


def panels_drawing(panels: Sequence[Panel], manner: Manner, *, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return panels as an SVG. On a slide the column of every bucket is a group that can be clicked.

    It has ``data-attribute``, ``data-bucket`` and, where a click asks for more than the words, ``data-asks``. A drawing
    that is filled, on paper or in a file, has neither these nor titles.

    Args:
        panels: in the order they are to have, at least one. One that stands apart has axes of its own.
        manner: how they are made.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    return _Drawing(panels, manner, sheet, ground).svg(title)


class _Drawing:
    """Panels with their places."""

    def __init__(self, panels: Sequence[Panel], manner: Manner, sheet: Sheet, ground: Ground) -> None:
        # There is no room for what is not there; the legend says what that is.
        defined = [panel for panel in panels if not panel.undefined]
        self.panels = defined or panels
        self.missing = [panel for panel in panels if panel.undefined] if defined else []
        self.manner, self.sheet, self.ground = manner, sheet, ground
        self.least = sheet.least * (_FEW.get(len(self.panels), 1.0) if sheet.is_slide else 1.0)
        self.alone = len(self.panels) == 1
        self.across = self._side_by_side()
        self.rows = -(-len(self.panels) // self.across)
        # Rows of a slide are low: what is drawn there is what the panels are about.
        self.strip = 0.0 if sheet.is_slide and self.rows > 1 else _STRIP * self.least
        self.shared = [lane.limits([one for one in self.panels if not one.apart]) for lane in manner.lanes]

    def _side_by_side(self) -> int:
        count = len(self.panels)
        if self.sheet.is_slide:
            return _ON_SLIDE.get(count, _MOST)
        return min(count, _ON_COLUMN if self.sheet.width < _NARROW_SHEET else _MOST)

    @property
    def _title_lines(self) -> int:
        """How many lines the title of a lane may have: low lanes have long titles in two."""
        return 2 if self.sheet.is_slide else 1

    @cached_property
    def left(self) -> float:
        """How much stands to the left of the first panel: numbers and titles of the axes."""
        return self._numbers(self.shared) + (1.2 * self._title_lines + 0.3) * self.least

    @cached_property
    def wide(self) -> float:
        """How wide the place of a panel is."""
        return (self.sheet.width - self.left) / self.across

    @cached_property
    def counted(self) -> bool:
        """Whether gold counts stand under the columns: where they and all labels have room."""
        return (not self.sheet.is_slide or self.alone) and all(
            len(self._labels(panel, 0)) == len(panel.rows)
            and all(letters(f"{row['gold']:,}", self.least) <= self._column_width(panel) for row in panel.rows)
            for panel in self.panels
            if not panel.undefined
        )

    @cached_property
    def row_height(self) -> float:
        """How high a row of panels is."""
        if self.sheet.height is None:
            return self._around + _PAPER * self.least
        return (self.sheet.height - (0 if self.in_cell else self._below[1])) / self.rows

    @cached_property
    def in_cell(self) -> bool:
        """Whether the legend stands in the place of a panel that is not there."""
        free = self.rows * self.across - len(self.panels)
        if not free or self.sheet.height is None:
            return False
        return legend(self._entries, self._cell_room, self._small)[1] + self.least <= self.sheet.height / self.rows

    @property
    def _small(self) -> float:
        """The size of the type of the legend."""
        return min(self.least, 1.15 * self.sheet.least)

    @property
    def _cell_room(self) -> float:
        free = self.rows * self.across - len(self.panels)
        return free * (self.sheet.width - 5 * self.least) / self.across - 1.5 * self.least

    @cached_property
    def _entries(self) -> list[Entry]:
        found = self.manner.entries()
        if self.strip:
            found.append(share_entry(self.counted))
        if self.missing:
            names = _(", ").join(translated(panel.title) for panel in self.missing)
            found.append(Entry(nothing, 0, _("undefined here: {attributes}", attributes=names)))
        return found

    @cached_property
    def _below(self) -> tuple[str, float]:
        return legend(self._entries, self.sheet.width, self._small)

    @property
    def _around(self) -> float:
        """How high all is that is no lane: title, gaps, strip and the lines of labels and counts."""
        lines = (2 if self.counted else 1) * _LINE
        return (_HEAD + lines + len(self.manner.lanes) * _GAP + 0.6) * self.least + self.strip

    @property
    def _lane_heights(self) -> list[tuple[Lane, float]]:
        room = self.row_height - self._around
        parts = [lane.part for lane in self.manner.lanes]
        if not self.strip:
            # Of low lanes the first, the scores, needs the height to be told apart from its intervals.
            parts[0] *= _FIRST_OF_LOW
        return [(lane, room * part / sum(parts)) for lane, part in zip(self.manner.lanes, parts, strict=True)]

    def _title(self, lane: Lane, high: float) -> list[str]:
        """Return the title of a lane in lines no longer than the lane, nothing where there is no room."""
        if letters(lane.title, self.least) <= high:
            return [lane.title]
        broken = wrapped(lane.title, max(1, int(high / (0.62 * self.least))))
        fits = len(broken) <= self._title_lines and all(letters(line, self.least) <= high for line in broken)
        return broken if fits else []

    def _numbers(self, limits: list[list[float]]) -> float:
        """Return how wide the numbers of axes are."""
        scales = (Scale(ends[0], ends[1], 0, 1) for ends in limits)
        return max(letters(said, self.least) for one in scales for _value, said in one.ticks(5)) + 0.5 * self.least

    def _inset(self, panel: Panel) -> float:
        """Return what a panel has at its left for the numbers of axes of its own."""
        return self._numbers([lane.limits([panel]) for lane in self.manner.lanes]) if self._own(panel) else 0.0

    @staticmethod
    def _own(panel: Panel) -> bool:
        return panel.apart and not panel.undefined

    def _column_width(self, panel: Panel) -> float:
        room = self.wide - self._inset(panel) - _BETWEEN * self.least
        return room / max(1, len(panel.rows))

    def _columns(self, panel: Panel, x: float) -> list[float]:
        """Return the middles of the columns of a panel whose place begins at ``x``."""
        width, first = self._column_width(panel), x + self._inset(panel) + _BETWEEN / 2 * self.least
        return [first + (place + 0.5) * width for place in range(len(panel.rows))]

    def svg(self, title: str) -> str:
        """Return the whole drawing."""
        parts = []
        for place, panel in enumerate(self.panels):
            line, at = divmod(place, self.across)
            parts.append(self._panel(panel, self.left + at * self.wide, line * self.row_height, first=not at))
        height = self.rows * self.row_height
        if self.in_cell:
            at = len(self.panels) % self.across
            x, y = self.left + at * self.wide + 1.2 * self.least, (self.rows - 1) * self.row_height + self.least
            drawn = legend(self._entries, self._cell_room, self._small)[0]
            parts.append(f'<g transform="translate({n(x)} {n(y)})">{drawn}</g>')
        else:
            parts.append(f'<g transform="translate(0 {n(height)})">{self._below[0]}</g>')
            height += self._below[1]
        return svg(self.sheet, self.ground, height, "".join(parts), title=title)

    def _panel(self, panel: Panel, x: float, y: float, *, first: bool) -> str:
        """Return a panel with its title, its axes and its buckets."""
        least, top = self.least, y + _HEAD * self.least
        name = translated(panel.title)
        name = _("{title} (own axis)", title=name) if self._own(panel) else name
        found = text(
            x + _BETWEEN / 2 * least,
            y + least,
            fitted(name, 0.92 * (self.wide - least), least),
            least,
            font_weight="700",
        )
        if panel.undefined:
            return found + self._reason(panel, x, top)
        limits = [lane.limits([panel]) for lane in self.manner.lanes] if self._own(panel) else self.shared
        inset, scales = self._inset(panel), []
        for (lane, high), ends in zip(self._lane_heights, limits, strict=True):
            # Numbers over marks have their room above.
            scale = Scale(ends[0], ends[1], top + high, top + (1.3 * least if self.alone else 0))
            scales.append(scale)
            found += self._axis(lane, scale, x + inset, x + self.wide, high, numbers=first or bool(inset), titled=first)
            top += high + _GAP * least
        width = self._column_width(panel)
        ink = theme.INK[self.ground]
        for row, middle in zip(panel.rows, self._columns(panel, x), strict=True):
            bucket = Bucket(panel, row, middle, width, tuple(scales), self.alone, self.least, ink)
            found += self._bucket(bucket, y, top)
        return found + self._under(panel, x, top + self.strip)

    def _axis(
        self, lane: Lane, scale: Scale, left: float, right: float, high: float, *, numbers: bool, titled: bool
    ) -> str:
        """Return the lines of a lane, with its numbers and its title where it is the first of its row."""
        least, thin = self.least, 0.06 * self.least
        right -= _BETWEEN / 2 * least
        found = rule(f"M{n(left)} {n(scale.first)}V{n(scale.first - high)}", thin)
        ticks = scale.ticks(max(2, min(6, int(high / (1.7 * least)))))
        # A line without its number would be taken for another's.
        readable = _apart([scale.at(value) for value, _said in ticks], least)
        for value, said in [ticks[place] for place in sorted(readable)]:
            y = scale.at(value)
            found += rule(f"M{n(left)} {n(y)}H{n(right)}", thin)
            if numbers:
                found += text(left - 0.3 * least, y + 0.35 * least, said, least, anchor="end")
        if lane.zero and scale.holds(0):
            found += rule(f"M{n(left)} {n(scale.at(0))}H{n(right)}", 2 * thin, strong=True)
        lines = self._title(lane, high) if titled else []
        for place, line in enumerate(lines):
            x, y = (place + 0.9) * 1.2 * least, scale.first - high / 2
            turned = f"rotate(-90 {n(x)} {n(y)})"
            found += text(x, y, line, least, anchor="middle", transform=turned)
        return found

    def _bucket(self, bucket: Bucket, top: float, strip: float) -> str:
        """Return the column of a bucket: its marks, and its share of gold in the strip below."""
        left, wide = bucket.x - bucket.wide / 2, bucket.wide
        share = bucket.row["share"] * self.strip
        bar = rect(
            left + 0.07 * wide,
            strip + self.strip - share,
            0.86 * wide,
            share,
            fill=theme.GOLD,
            fill_opacity="0.6",
        )
        drawn = self.manner.draw(bucket) + (bar if share else "")
        if self.sheet.filled:
            return f"<g>{drawn}</g>"
        told, asks = "\n".join(self.manner.told(bucket.panel, bucket.row)), self.manner.asks(bucket.row)
        asked = f' data-asks="{plain(asks)}"' if asks else ""
        column = rect(left, top, wide, strip + self.strip - top, fill="none", pointer_events="all")
        return (
            f'<g class="bucket" data-attribute="{plain(bucket.panel.key)}" data-bucket="{bucket.row["bucket"]}"{asked} '
            f'tabindex="0" role="button" aria-label="{plain(told)}"><title>{plain(told)}</title>{column}{drawn}</g>'
        )

    def _under(self, panel: Panel, x: float, y: float) -> str:
        """Return the labels under the columns, those that matter most first, and the counts."""
        least, found = self.least, ""
        for middle, said in self._labels(panel, x).values():
            found += text(middle, y + 1.1 * least, said, least, anchor="middle")
        if self.counted:
            for middle, row in zip(self._columns(panel, x), panel.rows, strict=True):
                said = f"{row['gold']:,}"
                found += text(
                    middle, y + (1.1 + 0.9 * _LINE) * least, said, least, anchor="middle", fill_opacity="0.75"
                )
        return found

    def _labels(self, panel: Panel, x: float) -> dict[int, tuple[float, str]]:
        """Return which columns have their label, where and what it says: none runs into another, or into a neighbour.

        Args:
            panel: whose columns they are.
            x: where its place begins.
        """
        least, rows, middles = self.least, panel.rows, self._columns(panel, x)
        first = [place for place in (panel.worst, panel.costliest, panel.best) if place is not None]
        # Then the ends, then the others.
        order = dict.fromkeys([*first, 0, len(rows) - 1, *range(len(rows))])
        taken: dict[int, tuple[float, float]] = {}
        found: dict[int, tuple[float, str]] = {}
        for place in order:
            said = fitted(rows[place]["tick"], self.wide - 0.6 * least, least)
            half = letters(said, least) / 2
            middle = min(max(middles[place], x + half), x + self.wide - half - 0.3 * least)
            ends = middle - half, middle + half
            if all(ends[1] + 0.3 * least < other[0] or other[1] + 0.3 * least < ends[0] for other in taken.values()):
                taken[place], found[place] = ends, (middle, said)
        # They are read from left to right, whichever came first.
        return dict(sorted(found.items()))

    def _reason(self, panel: Panel, x: float, y: float) -> str:
        """Say why there are no buckets."""
        least = self.least
        room = int((self.wide - 1.5 * least) / (0.58 * least))
        lines = wrapped(_("undefined: {what}", what=translated(panel.undefined)), max(8, room))
        return "".join(
            text(x + _BETWEEN / 2 * least, y + (1 + place * _LINE) * least, line, least, fill_opacity="0.75")
            for place, line in enumerate(lines)
        )


def _apart(places: Sequence[float], size: float) -> set[int]:
    """Return which of the numbers at some places can be read: all, else the two ends, else the last."""
    last = len(places) - 1
    if last < 1 or abs(places[1] - places[0]) >= size:
        return set(range(len(places)))
    return {0, last} if abs(places[last] - places[0]) >= size else {last}
