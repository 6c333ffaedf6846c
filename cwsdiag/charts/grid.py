"""Rows of small panels, one an attribute, in lanes one above the other: what a panel shows of each of its buckets.

The panels of a row share their axes: a browser draws a few wide axes in a fraction of the time of many small ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from cwsdiag.charts import theme, traces
from cwsdiag.charts.legends import explained
from cwsdiag.charts.names import wrapped
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cwsdiag.charts.traces import Part
    from cwsdiag.frames import Panel

# How many panels stand side by side: as many as leave their labels room.
FEW, MANY = 4, 5
# More buckets than this have slanting labels, without counts, and smaller points.
MOST_UPRIGHT = 5
# Of the width of a panel: what stays free at each side of its columns.
_MARGIN = 0.05
# Pixels: between lanes, for the titles over a row, for labels under it, for those that slant, and for the numbers of an
# axis that stands in the middle of a row.
_GAP, _TITLE, _TICKS, _SLANTING, _NUMBERS = 9, 28, 48, 74, 34
# One more line of a label, and the longest label that needs none, in characters.
_LINE, _LONGEST = 16, 4
_LEFT = 56
# How wide a figure is on a page, and a panel where fewer stand side by side.
_WIDE, _PANEL = 1000, 250

Limits = Callable[["Sequence[Panel]"], "list[float]"]


@dataclass(frozen=True)
class Lane:
    """One of the lanes that all panels have, from the top downwards.

    Attributes:
        title: stands beside its axis.
        height: in pixels.
        limits: returns the ends of its axis, which hold all of the panels it is given.
        tickformat: of the numbers of the axis.
        zero: whether a line marks 0.
        numbers: whether the axis has numbers at all.
    """

    title: str
    height: int
    limits: Limits
    tickformat: str = ".3~f"
    zero: bool = False
    numbers: bool = True


@dataclass(frozen=True)
class Column:
    """The place of a bucket in its block: its centre and width on the axis, with the panel and the bucket's row."""

    place: float
    width: float
    panel: Panel
    row: dict[str, Any]

    @property
    def crowded(self) -> bool:
        """Whether its panel has so many buckets that marks are smaller."""
        return is_crowded(self.panel)


@dataclass
class Block:
    """Panels side by side that share their axes.

    Attributes:
        panels: from left to right; on its axis each is 1 wide, the first from 0, but the last of all that is of no
            attribute, which takes what is left of its row.
        x: how traces name its axis of buckets.
        y: how they name the axis of each lane.
        limits: the ends of the axis of each lane.
        columns: of the buckets of all its panels, those of undefined ones left out.
    """

    panels: list[Panel]
    x: str
    y: list[str]
    limits: list[list[float]]
    columns: list[Column] = field(default_factory=list)

    def on(self, lane: int) -> Part:
        """Return the axes of a lane, for a trace."""
        return {"xaxis": self.x, "yaxis": self.y[lane]}

    def targets(self, lane: int, data: Sequence[list[Any]], hover: Sequence[str], **more: Any) -> Part:
        """Return the invisible columns of a lane that are hovered over and clicked: they fill it."""
        low, high = self.limits[lane]
        places = [column.place for column in self.columns]
        widths = [column.width for column in self.columns]
        shape = {"base": low, "width": widths, "reach": high - low}
        return traces.targets(places, data, hover, **{**self.on(lane), **shape, **more})


class Sheet:
    """A figure in the making: the panels have their places, and traces are put in.

    Attributes:
        blocks: of panels, row after row.
        traces: of all blocks.
    """

    def __init__(self, panels: Sequence[Panel], lanes: Sequence[Lane], *, across: int | None = None) -> None:
        """Give every panel its place; an undefined one says why in its empty place.

        Args:
            panels: in the order they are to have. One that stands apart has axes of its own; all others share theirs.
            lanes: of each panel.
            across: how many panels stand side by side, where there are as many; as many as suit a page without it.
        """
        self.blocks: list[Block] = []
        self.traces: list[Part] = []
        self._lanes = lanes
        self._axes: Part = {}
        self._annotations: list[Part] = []
        self._shapes: list[Part] = []
        # Of the axis of buckets in the lowest row.
        self._titles: dict[str, str] = {}
        room_for_many = not any(is_crowded(panel) for panel in panels if not panel.apart)
        many = FEW * 2 < len(panels) <= MANY * 2 and room_for_many
        self._across = min(across, max(1, len(panels))) if across else MANY if many else FEW
        # As many as a file has room for stand as close as that.
        self._in_two = bool(across or self._across == MANY) and any(map(_has_long_labels, panels))
        shared = [lane.limits([panel for panel in panels if not panel.apart]) for lane in lanes]
        rows = [panels[first : first + self._across] for first in range(0, len(panels), self._across)]
        # From the top downwards, in pixels: where each row begins.
        self._tops = [0]
        for row in rows:
            self._tops.append(self._tops[-1] + self._row_height(row))
        for line, row in enumerate(rows):
            left, before = 0, None
            for some in _runs(row):
                own = some[0].apart and not some[0].undefined
                limits = [lane.limits(some) for lane in lanes] if own else shared
                spare = 0 if some[-1].key else self._across - left - len(some)
                # Who looks to the left for numbers must not find those of another axis.
                numbers = limits is not before
                self._block(some, limits, line=line, left=left, wide=len(some) + spare, own=own, numbers=numbers)
                left += len(some)
                before = limits

    def _row_height(self, row: Sequence[Panel]) -> int:
        under = _SLANTING if any(map(is_crowded, row)) else _TICKS + _LINE * self._in_two
        return _TITLE + sum(lane.height for lane in self._lanes) + _GAP * (len(self._lanes) - 1) + under

    def figure(self) -> go.Figure:
        """Put the figure together, once all traces are in."""
        layout = theme.base_layout(height=self._tops[-1])
        layout |= {"margin": {"l": _LEFT, "r": 4, "t": 0, "b": 0}, "hoverdistance": traces.NEAR}
        layout |= {"annotations": self._annotations, "shapes": self._shapes, **self._axes}
        layout["meta"] = explained(**self._titles)
        made = go.Figure({"data": self.traces, "layout": layout})
        made.layout.template = None
        return made

    def _block(
        self,
        panels: Sequence[Panel],
        limits: list[list[float]],
        *,
        line: int,
        left: int,
        wide: int,
        own: bool,
        numbers: bool,
    ) -> None:
        number, lanes = len(self.blocks), len(self._lanes)
        names = [traces.axis("y", lanes * number + lane + 1) for lane in range(lanes)]
        block = Block(list(panels), traces.axis("x", number + 1), names, limits)
        self.blocks.append(block)
        ticks = self._fill(block, wide, own=own)
        # Of the whole figure: numbers in the middle of a row stand where its panel would begin.
        begin = left / self._across + (_NUMBERS / min(_WIDE, _PANEL * self._across) if numbers and left else 0)
        bottoms = list(self._lane_bottoms(line))
        if not left and line == len(self._tops) - 2:
            own = any(panel.key for panel in panels)
            self._titles[_layout_name(block.x)] = _("bucket, with its gold count") if own else _("attribute")
        self._axes[_layout_name(block.x)] = {
            "domain": [begin, min(1.0, (left + wide) / self._across)],
            "anchor": names[-1],
            "range": [0, wide],
            "tickvals": [place for place, _label in ticks],
            "ticktext": [label for _place, label in ticks],
            "tickangle": -60 if any(map(is_crowded, panels)) else 0,
            "tickfont": {"size": theme.SMALL},
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            "linecolor": theme.FAINT,
        }
        for lane, name, ends, of_axis in zip(self._lanes, names, bottoms, limits, strict=True):
            self._axes[_layout_name(name)] = _lane_axis(
                lane, block.x, [*ends], of_axis, numbers=numbers, titled=not left
            )
        between = {"xref": block.x, "yref": "paper", "layer": "below"}
        for place in range(1, len(panels)):
            edge = {"color": theme.FAINT, "width": 1}
            self._shapes.append(traces.shape([place, place], [bottoms[-1][0], bottoms[0][1]], edge, **between))
        if not block.columns:
            # Without a trace there would be no axes to hold the place.
            self.traces += [{"type": "scatter", "x": [None], "y": [None], "hoverinfo": "skip", **block.on(0)}]

    def _fill(self, block: Block, wide: int, *, own: bool) -> list[tuple[float, str]]:
        """Give the panels of a block their titles and their columns; return the place and the label of each column."""
        ticks: list[tuple[float, str]] = []
        for place, panel in enumerate(block.panels):
            self._head(panel, block, place, own=own)
            if panel.undefined:
                self._reason(panel, block, place)
                continue
            room = 1 if place < len(block.panels) - 1 else wide - place
            width = (room - 2 * _MARGIN) / max(1, len(panel.buckets))
            columns = [
                Column(place + _MARGIN + (index + 0.5) * width, width, panel, row)
                for index, row in enumerate(panel.rows)
            ]
            block.columns += columns
            ticks += zip((column.place for column in columns), labels(panel, in_two=self._in_two), strict=True)
        return ticks

    def _lane_bottoms(self, line: int) -> Iterator[tuple[float, float]]:
        """Yield the lower and the upper end of every lane of a row, as shares of the height."""
        height = self._tops[-1]
        top = height - self._tops[line] - _TITLE
        for lane in self._lanes:
            yield (top - lane.height) / height, top / height
            top -= lane.height + _GAP

    def _head(self, panel: Panel, block: Block, place: int, *, own: bool) -> None:
        title = translated(panel.title)
        title = _("{title} (own axis)", title=title) if own else title
        where = {"xref": block.x, "yref": f"{block.y[0]} domain", "xanchor": "left", "yanchor": "bottom", "yshift": 4}
        hover = theme.plain(panel.meaning)
        self._annotations.append(
            traces.note(f"<b>{theme.plain(title)}</b>", place + _MARGIN, 1, hovertext=hover, **where)
        )

    def _reason(self, panel: Panel, block: Block, place: int) -> None:
        lines = map(theme.plain, wrapped(_("undefined: {what}", what=translated(panel.undefined)), 24))
        where = {"xref": block.x, "yref": f"{block.y[0]} domain"}
        self._annotations.append(traces.reason("<br>".join(lines), place + 0.5, 0.5, **where))


def labels(panel: Panel, *, in_two: bool = False) -> list[str]:
    """Return what stands under the columns: the bucket, in two lines or not, and its gold count where there is room."""
    counted = panel.key and not is_crowded(panel)
    ticks = [theme.plain(row["tick"]) for row in panel.rows]
    if in_two and counted:
        ticks = [_in_two_lines(tick) for tick in ticks]
    return [tick + (f"<br>{row['gold']:,}" if counted else "") for tick, row in zip(ticks, panel.rows, strict=True)]


def _in_two_lines(tick: str) -> str:
    """Return a bucket with its sign, or its lower end, over the number that it goes up to, whatever the others have."""
    for between in ("–", " "):
        first, found, last = tick.rpartition(between)
        if found:
            return f"{first}{between.strip()}<br>{last}"
    return f"\u00a0<br>{tick}"


def _has_long_labels(panel: Panel) -> bool:
    """Return whether labels would run together where many panels stand side by side on a narrow screen."""
    return bool(panel.key) and any(len(row["tick"]) > _LONGEST for row in panel.rows)


def is_crowded(panel: Panel) -> bool:
    """Return whether a panel has so many buckets that their labels slant; one that is no attribute has short ones."""
    return bool(panel.key) and len(panel.buckets) > MOST_UPRIGHT


def share_lane() -> Lane:
    """Return the lowest lane: a strip with the share of the gold units in each bucket."""
    return Lane("", 24, lambda panels: [0.0, 1.0], numbers=False)


def shares(block: Block, lane: int) -> Part:
    """Return the columns of the strip: the share of the gold units in each bucket."""
    columns = block.columns
    return traces.bars(
        [column.place for column in columns],
        [column.row["share"] for column in columns],
        [0.86 * column.width for column in columns],
        marker={"color": theme.STRIP, "line": {"width": 0}},
        **block.on(lane),
    )


def intervals(
    columns: Sequence[Column], names: tuple[str, str, str], colour: str, *, thickness: float = 2, scale: float = 1
) -> Part:
    """Return the intervals of some buckets, for the points that are drawn at their values; none where there is none.

    Args:
        columns: of the buckets.
        names: of the value, and of the ends of its interval.
        colour: of the intervals.
        thickness: in pixels.
        scale: of the axis, over that of the rows.
    """
    value, low, high = names

    def reach(end: str, sign: int) -> NDArray[np.float64]:
        # In a list what is not a number would become null, which is drawn as an interval of no length, with its ends.
        return sign * scale * np.array([column.row[end] - column.row[value] for column in columns], dtype=np.float64)

    return {
        "type": "data",
        "symmetric": False,
        "array": reach(high, 1),
        "arrayminus": reach(low, -1),
        "color": colour,
        "thickness": thickness,
        "width": 3,
    }


def _runs(row: Sequence[Panel]) -> Iterator[list[Panel]]:
    """Yield the panels of a row that share their axes; one that stands apart comes by itself."""
    run: list[Panel] = []
    for panel in row:
        if panel.apart:
            if run:
                yield run
            yield [panel]
            run = []
        else:
            run.append(panel)
    if run:
        yield run


def _layout_name(axis: str) -> str:
    return f"{axis[0]}axis{axis[1:]}"


def _lane_axis(lane: Lane, x: str, domain: list[float], ends: list[float], *, numbers: bool, titled: bool) -> Part:
    zero = {"zerolinecolor": theme.GOLD, "zerolinewidth": 2} if lane.zero else {}
    return {
        "domain": domain,
        "anchor": x,
        "range": ends,
        "nticks": 6 if lane.height > 100 else 4,
        "tickformat": lane.tickformat,
        "tickfont": {"size": theme.SMALL},
        "showticklabels": numbers and lane.numbers,
        "title": {"text": lane.title if titled else "", "font": {"size": theme.SMALL}, "standoff": 4},
        "showgrid": lane.numbers,
        "gridcolor": theme.FAINT,
        "linecolor": theme.FAINT,
        "zeroline": lane.zero,
        "fixedrange": True,
        **zero,
    }
