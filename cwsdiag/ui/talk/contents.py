"""Slides as the component draws them: texts with the size of their type; large, a drawing, a chart or rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import plotly.io

from cwsdiag.charts.drawn.sheets import slide as sheet_of_slide
from cwsdiag.charts.drawn.svg import letters
from cwsdiag.charts.kept import finished
from cwsdiag.charts.names import short_by_name
from cwsdiag.findings.slide import MOST_ROWS
from cwsdiag.languages import _, n_
from cwsdiag.ui.talk import sizes
from cwsdiag.ui.talk.charts import smallest_type
from cwsdiag.ui.talk.words import leads_to_words

if TYPE_CHECKING:
    from cwsdiag.charts.kept import Figure
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits import Exhibit, Mark, Table
    from cwsdiag.findings.slide import Slide

    Content = dict[str, Any]

# What the component knows of the forms of marks: a circle where it does not.
_GLYPHS = {"square": "■", "diamond": "◆", "circle-open": "○", "triangle-up": "▲", "triangle-down": "▼"}
# A legend in lines of the smallest type; about so much room for each, and between its entries.
_LEGEND_LINE, _BETWEEN = 1.5 * sizes.LEAST, 2.6 * sizes.LEAST


def content(slide: Slide, ground: Ground) -> Content:
    """Return a slide as the component draws it.

    Args:
        slide: what is shown.
        ground: light or dark.
    """
    parts = sizes.parts(slide.title, slide.sentence, alone=slide.large == "headline")
    return _content(
        parts,
        source=slide.source,
        note=slide.note,
        large=_large(slide, parts.large, ground),
        alive=leads_to_words(slide.exhibit) and slide.large == "figure",
    )


def failed(slide: Slide, problem: str) -> Content:
    """Return a slide that cannot be made, with why in place of its sentence.

    Args:
        slide: which; its title is that of the finding.
        problem: why it cannot be made.
    """
    return _content(sizes.parts(slide.called, problem, alone=True), source="", note=slide.note, large={}, alive=False)


def _content(parts: sizes.Parts, *, source: str, note: str, large: Content, alive: bool) -> Content:
    return {
        "title": as_set(parts.title),
        "sentence": as_set(parts.sentence),
        "source": source,
        "note": note,
        "large": large,
        "height": parts.large,
        "alive": alive,
    }


def as_set(text: sizes.Set) -> Content:
    """Return a text as the component sets it."""
    return {"text": text.text, "size": text.size, "height": text.height}


def _large(slide: Slide, height: float, ground: Ground) -> Content:
    exhibit, sheet = slide.exhibit, sheet_of_slide(sizes.ROOM, height, of=sizes.HEIGHT)
    if slide.large == "figure":
        drawing, figure = exhibit.drawing(sheet, ground), slide.figure
        if drawing is not None:
            return {"svg": drawing}
        return {} if figure is None else chart(figure, exhibit.legend(), height, ground)
    if slide.large == "ribbon":
        return sentence(exhibit, ground, width=sizes.ROOM, height=height)
    table = slide.table
    return {} if table is None else rows(table, width=sizes.ROOM, height=height)


def sentence(exhibit: Exhibit, ground: Ground, *, width: float, height: float) -> Content:
    """Return the sentence of an exhibit as a drawing, in type as large as there is room for; nothing without one."""
    drawing = exhibit.sentence_drawing(sheet_of_slide(width, height, of=sizes.HEIGHT), ground)
    return {} if drawing is None else {"svg": drawing}


def chart(figure: Figure, legend: list[Mark], height: float, ground: Ground) -> Content:
    """Return a chart of Plotly with its legend: as on a page, drawn so much larger that its smallest type is read.

    Args:
        figure: as the page draws it.
        legend: what its marks mean.
        height: that it may have, its legend included.
        ground: light or dark.
    """
    shown = finished(figure, ground)
    spec = shown.to_dict()
    scale = sizes.LEAST / smallest_type(spec)
    marks = [{"label": one.label, "colour": one.colour, "glyph": _glyph(one)} for one in legend]
    room = height - _legend_height(legend)
    return {
        "plotly": plotly.io.to_json(shown, validate=False),
        "scale": scale,
        "width": sizes.ROOM / scale,
        "height": room / scale,
        "legend": marks,
    }


def _glyph(mark: Mark) -> str:
    if mark.symbol:
        return _GLYPHS.get(mark.symbol, "●")
    return "┅" if mark.dash not in ("", "solid") else "▬"


def _legend_height(legend: list[Mark]) -> float:
    wide = sum(letters(one.label, sizes.LEAST) + _BETWEEN for one in legend)
    return -int(-wide // sizes.ROOM) * _LEGEND_LINE


def rows(table: Table, *, width: float, height: float) -> Content:
    """Return the first rows of a table in type as large as they have room for, and how many there are beside them.

    Args:
        table: all of it.
        width: that it may have.
        height: that it may have.
    """
    written = [[cut(cell) for cell in row] for row in table.cells(MOST_ROWS)]
    heads = list(map(cut, table.heads))
    beyond = len(table) - len(written)
    size, shown = sizes.cell_size([heads, *written], room=width, height=height - (beyond > 0) * _LEGEND_LINE)
    return {
        "head": heads[:shown],
        "rows": [row[:shown] for row in written],
        "numbers": table.numbers[:shown],
        "size": size,
        "more": n_("… and {n:,} more row", "… and {n:,} more rows", beyond) if beyond else "",
        "none": "" if written else _("no rows"),
    }


def cut(text: str) -> str:
    """Return a cell that has room in a column: the middle of a longer one is left out."""
    return short_by_name([text], 2 * sizes.WIDEST_CELL)[text]
