"""An exhibit as a file: its figure as a picture, its numbers as a table, its caption as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.errors import DrawingError, SettingError
from cwsdiag.figures.drawn import sheets
from cwsdiag.figures.paper import SIZES, on_paper
from cwsdiag.report.files.browser import svg_of
from cwsdiag.report.files.pictures import pdf_of, png_of
from cwsdiag.report.files.tables import csv_of, latex_of, markdown_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.exhibits import Exhibit, Table
    from cwsdiag.figures.paper import Size

# What files are called by their formats.
PICTURES = ("svg", "pdf", "png")
TABLES = ("csv", "tex", "md")
CAPTION = "txt"
FORMATS = (*PICTURES, *TABLES, CAPTION)


@dataclass(frozen=True)
class Picture:
    """The figure of an exhibit.

    Attributes:
        svg: of it.
        instead: why it is not drawn as on the page, but by us; None where it is, or where a page draws none.
    """

    svg: str
    instead: str | None = None


def picture_of(exhibit: Exhibit, size: Size) -> Picture:
    """Return the figure of an exhibit as it is printed: the chart of its page, or where there is no browser our own.

    Args:
        exhibit: what is drawn.
        size: of ``SIZES``.

    Raises:
        DrawingError: it has no figure; or none but a chart, and there is no Chromium that draws it.
    """
    chart = exhibit.chart(across=size.across)
    if chart is None:
        return Picture(_drawn(exhibit, size, f"{exhibit.KIND} has no figure. Save its numbers: csv, tex or md."))
    spec = on_paper(chart, size, title=exhibit.title, legend=exhibit.legend() or None).to_dict()
    try:
        return Picture(svg_of(spec))
    except DrawingError as error:
        return Picture(_drawn(exhibit, size, str(error)), instead=str(error))


def _drawn(exhibit: Exhibit, size: Size, otherwise: str) -> str:
    """Return our own drawing of an exhibit, or say what is said otherwise."""
    drawn = exhibit.drawing(_SHEETS[size.name], "light")
    if drawn is None:
        raise DrawingError(otherwise)
    return drawn


_SHEETS = {
    "column": sheets.COLUMN,
    "wide": sheets.WIDE,
    "slide": sheets.slide(SIZES["slide"].width, 720, filled=True),
}


def file_of(exhibit: Exhibit, ending: str, size: Size, warn: Callable[[str], None] | None = None) -> bytes:
    """Return an exhibit as a file.

    Args:
        exhibit: what is saved.
        ending: which format, of ``FORMATS``, without a point.
        size: of pictures.
        warn: is told why a picture is not drawn as on the page, where it is not.

    Raises:
        SettingError: there is no such format, or no numbers.
        DrawingError: there is no picture, or it cannot be made here.
    """
    if ending not in FORMATS:
        raise SettingError(f"{ending or 'no ending'}: figures are saved as {', '.join(FORMATS)}.")
    if ending == CAPTION:
        return (exhibit.caption() + "\n").encode()
    if ending in TABLES:
        return _table(exhibit, ending).encode()
    picture = picture_of(exhibit, size)
    if picture.instead is not None and warn is not None:
        warn(f"{picture.instead} This figure is drawn by cwsdiag itself, not as on the page.")
    if ending == "svg":
        return picture.svg.encode()
    return pdf_of(picture.svg) if ending == "pdf" else png_of(picture.svg)


def _table(exhibit: Exhibit, ending: str) -> str:
    table: Table | None = exhibit.table()
    if table is None:
        raise SettingError(f"{exhibit.KIND} has no table of numbers. Save a picture: {', '.join(PICTURES)}.")
    if ending == "csv":
        return csv_of(table.frame, table.columns)
    if ending == "md":
        return markdown_of(table.frame, table.columns)
    named = {"name": exhibit.stem, "caption": exhibit.caption(), "signature": exhibit.signature}
    return latex_of(table.frame, table.columns, **named)


def size_named(name: str) -> Size:
    """Return a size by its name.

    Raises:
        SettingError: there is none of this name.
    """
    if name not in SIZES:
        raise SettingError(f"size {name!r}: one of {', '.join(SIZES)}.")
    return SIZES[name]
