"""An exhibit as a file: its figure as a picture, its numbers as a table, its caption as text."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn import sheets
from cwsdiag.charts.drawn.svg import plain
from cwsdiag.charts.names import wrapped
from cwsdiag.charts.paper import SIZES, on_paper
from cwsdiag.errors import DrawingError, SettingError
from cwsdiag.report.files.browser import svg_of
from cwsdiag.report.files.pictures import pdf_of, png_of, size_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.charts.paper import Size
    from cwsdiag.exhibits import Exhibit, Table

# What files are called by their formats.
PICTURES = ("svg", "pdf", "png")
TABLES = ("csv", "tex", "md")
CAPTION = "txt"
FORMATS = (*PICTURES, *TABLES, CAPTION)

_SHEETS = {
    "column": sheets.COLUMN,
    "wide": sheets.WIDE,
    "slide": sheets.slide(SIZES["slide"].width, 720, filled=True),
}
# A line of a title and a letter in it, over the size of its type; and how far all stands from the edges, in pixels.
_LINE, _LETTER, _AWAY = 1.3, 0.57, 4


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
    """Return the figure of an exhibit as it is printed: the chart of its page, where there is no browser our own.

    On a slide it is our own where there is one, which a talk has, too.

    Args:
        exhibit: what is drawn.
        size: of ``SIZES``.

    Raises:
        DrawingError: it has no figure; or none but a chart, and there is no Chromium that draws it.
    """
    drawn = _drawn(exhibit, size)
    # On a slide ours has the type for it; on paper a chart has all that its page shows.
    if drawn is not None and size.height is not None:
        return Picture(drawn)
    chart = exhibit.chart(across=size.across)
    if chart is None:
        if drawn is None:
            raise DrawingError(f"{exhibit.KIND} has no figure. Save its numbers: {', '.join(TABLES)}.")
        return Picture(drawn)
    spec = on_paper(chart, size, title=exhibit.title, legend=exhibit.legend() or None).to_dict()
    try:
        return Picture(svg_of(spec))
    except DrawingError as error:
        if drawn is None:
            raise
        return Picture(drawn, instead=str(error))


def _drawn(exhibit: Exhibit, size: Size) -> str | None:
    """Return our own drawing of an exhibit under its title; None where there is none."""
    type_size = size.font(theme.FONT_SIZE)
    lines = wrapped(exhibit.title, int(size.width / (_LETTER * type_size)) - 2)
    head = math.ceil((len(lines) * _LINE + 0.4) * type_size)
    room = replace(_SHEETS[size.name], width=size.width - 2 * _AWAY)
    drawing = exhibit.drawing(room if room.height is None else replace(room, height=room.height - head), "light")
    if drawing is None:
        return None
    height = size.height or math.ceil(head + size_of(drawing)[1])
    texts = "".join(
        f'<text x="{_AWAY}" y="{(at + 1) * _LINE * type_size:g}">{plain(line)}</text>' for at, line in enumerate(lines)
    )
    font = f'font-family="{theme.FONT}" font-size="{type_size}" font-weight="bold" fill="{theme.INK["light"]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width}" height="{height}" '
        f'viewBox="0 0 {size.width} {height}"><rect width="{size.width}" height="{height}" fill="{theme.PAPER}"/>'
        f'<g {font}>{texts}</g><g transform="translate({_AWAY} {head})">{drawing}</g></svg>'
    )


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
        return table.csv()
    if ending == "md":
        return table.markdown()
    return replace(table, caption=exhibit.caption()).latex(exhibit.stem, exhibit.signature)


def size_named(name: str) -> Size:
    """Return a size by its name.

    Raises:
        SettingError: there is none of this name.
    """
    if name not in SIZES:
        raise SettingError(f"size {name!r}: one of {', '.join(SIZES)}.")
    return SIZES[name]
