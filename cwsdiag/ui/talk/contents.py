"""Slides as the component draws them: texts with the size of their type; large, a drawing, a chart or rows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import plotly.io

from cwsdiag.charts.layout import inked
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.sizes import SLIDE
from cwsdiag.exhibits import Look
from cwsdiag.findings import MOST_ROWS
from cwsdiag.languages import _, n_
from cwsdiag.ui.talk import sizes

if TYPE_CHECKING:
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits import Exhibit, Table
    from cwsdiag.findings import Slide

    Content = dict[str, Any]

# Room for the line that says how many rows are left out.
_BETWEEN = 1.5 * sizes.LEAST


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
    content, size = slide.exhibit.content, replace(SLIDE, width=sizes.ROOM, height=height, live=True)
    if slide.large == "headline":
        return {}
    if slide.large == "table":
        table = slide.exhibit.table
        return {} if table is None else rows(table, width=sizes.ROOM, height=height)
    if slide.large == "figure" and content.chart is not None:
        return {"plotly": plotly.io.to_json(inked(content.chart(size), ground), validate=False)}
    if slide.large == "figure" and content.svg is not None:
        return {"svg": content.svg(sizes.ROOM, sizes.LEAST, ground, height)}
    return sentence(slide.exhibit, ground, width=sizes.ROOM, height=height)


def sentence(exhibit: Exhibit, ground: Ground, *, width: float, height: float) -> Content:
    """Return the example of an exhibit, drawn for its place on a slide; empty for none."""
    drawing = exhibit.sentence_svg(width, sizes.LEAST, ground, height)
    return {} if drawing is None else {"svg": drawing}


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
    size, shown = sizes.cell_size([heads, *written], room=width, height=height - (beyond > 0) * _BETWEEN)
    return {
        "head": heads[:shown],
        "rows": [row[:shown] for row in written],
        "numbers": table.numbers[:shown],
        "size": size,
        "more": n_("… and {n:,} more row", "… and {n:,} more rows", beyond) if beyond else "",
        "none": "" if written else _("no rows"),
    }


def leads_to_words(exhibit: Exhibit) -> bool:
    """Return whether a click on its marks opens words: not where gold is private."""
    return exhibit.content.click is not None and isinstance(exhibit.look, Look)


def cut(text: str) -> str:
    """Return a cell that has room in a column: the middle of a longer one is left out."""
    return short_by_name([text], 2 * sizes.WIDEST_CELL)[text]
