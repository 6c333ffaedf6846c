"""What stands over a chart that leaves the page: its title, and what its marks mean, in words and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.names import beginning, wrapped
from cwsdiag.charts.paper.measure import LINE
from cwsdiag.frames import width as width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.legends import Explained
    from cwsdiag.charts.paper.sizes import Size
    from cwsdiag.charts.traces import Part

# A letter of half width, and how high a capital letter is, over the size of the type.
_LETTER, _CAPITAL = 0.57, 0.7
# Between two entries of a legend, in letters; and how long the name of one may be in a line that it does not fill.
_BETWEEN = 3
_GLYPHS = {
    "circle": "●",
    "circle-open": "○",
    "square": "■",
    "square-open": "□",
    "diamond": "◆",
    "diamond-open": "◇",
    "triangle-up": "▲",
    "triangle-down": "▼",
    "triangle-right": "▶",
    "triangle-left": "◀",
    "cross": "✚",
    "x": "✖",
    "star": "★",
    "pentagon": "⬟",
    "hexagon": "⬢",
    "line-ew-open": "━",
}
_DASHES = {"solid": "━", "dash": "╍", "dot": "┅", "dashdot": "╍", "longdashdot": "╍"}
_BAR = "█"


def heading(
    title: str, entries: Sequence[Explained], note: str, size: Size, *, side: float, top: float
) -> tuple[Part | None, float]:
    """Return the title of a layout that holds all that stands over a chart, and how high it is in pixels.

    Args:
        title: of the chart; it takes as many lines as it needs, at most three.
        entries: of the legend.
        note: a remark behind them; empty for none.
        size: what the chart is made for.
        side: what stays free at the left and the right, in pixels.
        top: what stays free over it.
    """
    type_size = size.font(theme.FONT_SIZE)
    room = int((size.width - 2 * side) / (_LETTER * type_size))
    lines = [f"<b>{theme.plain(line)}</b>" for line in _title_lines(title, room - 2)]
    lines += _legend_lines(entries, room)
    lines += [f'<span style="color:{theme.LABEL}">{theme.plain(line)}</span>' for line in wrapped(note, room)]
    if not lines:
        return None, 0.0
    # Plotly sets the first of several lines on the line where one alone would begin below it.
    raised = _CAPITAL * type_size if len(lines) > 1 else 0.0
    shown = {
        "text": "<br>".join(lines),
        "font": {"size": type_size, "color": theme.INK["light"]},
        "x": 0,
        "xref": "container",
        "xanchor": "left",
        "y": 1,
        "yref": "container",
        "yanchor": "top",
        "pad": {"l": side, "t": round(top + raised, 2)},
    }
    return shown, LINE * type_size * len(lines) + top


def _title_lines(title: str, room: int) -> list[str]:
    lines = wrapped(title, room) if title else []
    return [*lines[:2], f"{beginning(lines[2], room - 1)}…"] if len(lines) > 3 else lines


def _legend_lines(entries: Sequence[Explained], room: int) -> list[str]:
    """Return the entries in lines, none broken but those that are longer than a line."""
    lines: list[str] = []
    free = 0
    for entry in entries:
        # The mark is as wide as two letters, and has a space behind it.
        mark = f'<span style="color:{entry.colour}">{_glyph(entry)}</span> ' if entry.colour else ""
        first, *more = wrapped(entry.label, room - 3) or [""]
        needed = 3 * bool(mark) + width_of(first)
        shown = mark + theme.plain(first)
        if lines and needed + _BETWEEN <= free and not more:
            lines[-1] += "\u00a0" * _BETWEEN + shown
            free -= needed + _BETWEEN
        else:
            lines.append(shown)
            free = room - needed
        for line in more:
            lines.append("\u00a0" * 4 + theme.plain(line))
            free = room - 4 - width_of(line)
    return lines


def _glyph(entry: Explained) -> str:
    if entry.symbol:
        return _GLYPHS.get(entry.symbol, _GLYPHS["circle"])
    return _DASHES.get(entry.dash, _DASHES["solid"]) if entry.dash else _BAR
