"""Tables on slides: as tables, of so many rows as are read from the back of a room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.util import Emu, Inches, Pt

from cwsdiag.frames import width
from cwsdiag.report.pptx.placing import INK
from cwsdiag.report.pptx.texts import told

if TYPE_CHECKING:
    from cwsdiag.output.table import Emphasis, Table
    from cwsdiag.report.pptx.placing import Place

# Rows and columns, height of a row, size of type, the widest cell in letters, and a table without a style of its own.
MOST_ROWS, MOST_COLUMNS = 8, 8
_ROW, _TYPE, _WIDEST = Inches(0.45), Pt(16), 30
_GREY = RGBColor(0x77, 0x77, 0x77)
_PLAIN = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"


def add_table(shapes: Any, place: Place, table: Table) -> None:
    """Put the first rows of a table on a slide, rounded as on pages.

    Args:
        shapes: of the slide.
        place: where it goes.
        table: the numbers; its first columns are shown.
    """
    heads, *rows = [list(map(_cut, row[:MOST_COLUMNS])) for row in (table.heads, *table.cells(MOST_ROWS))]
    frame = shapes.add_table(len(rows) + 1, len(heads), place.left, place.top, place.width, _ROW * (len(rows) + 1))
    frame._element.graphic.graphicData.tbl.tblPr[0].text = _PLAIN
    made = frame.table
    widths = [max(width(cell) for cell in column) + 3 for column in zip(heads, *rows, strict=True)]
    for column, wide in zip(made.columns, widths, strict=True):
        column.width = Emu(int(place.width * wide / sum(widths)))
    for line, cells in enumerate([heads, *rows]):
        for at, (key, text, is_number) in enumerate(zip(table.columns, cells, table.numbers, strict=False)):
            mark = table.emphasis.get((line - 1, key)) if line else "strong"
            _fill(made.cell(line, at), text, is_number=is_number, mark=mark)


def _fill(cell: Any, said: str, *, is_number: bool, mark: Emphasis | None) -> None:
    cell.text_frame.text = told(said)
    cell.vertical_anchor = MSO_ANCHOR.MIDDLE
    cell.margin_top = cell.margin_bottom = Emu(0)
    paragraph = cell.text_frame.paragraphs[0]
    paragraph.alignment = PP_ALIGN.RIGHT if is_number else PP_ALIGN.LEFT
    for run in paragraph.runs:
        run.font.size, run.font.bold = _TYPE, mark == "strong"
        run.font.color.rgb = _GREY if mark == "weak" else INK


def _cut(said: str) -> str:
    return said if len(said) <= _WIDEST else f"{said[: _WIDEST - 1]}…"
