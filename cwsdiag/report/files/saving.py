"""An exhibit as a file: its picture, its numbers or its caption, as the ending of the file says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.layout import inked, title_height, title_lines, titled
from cwsdiag.charts.sizes import SIZES
from cwsdiag.charts.svg import plain
from cwsdiag.errors import DrawingError, SettingError
from cwsdiag.report.files.browser import has_browser, svg_of
from cwsdiag.report.files.pictures import pdf_of, png_of, size_of

if TYPE_CHECKING:
    from cwsdiag.charts.sizes import Size
    from cwsdiag.exhibits.exhibit import Exhibit

PICTURES = ("svg", "pdf", "png")
TABLES = ("csv", "tex", "md")
CAPTION = "txt"
FORMATS = (*PICTURES, *TABLES, CAPTION)
# Of what is drawn without Plotly, in pixels.
_AWAY = 4


def picture_of(exhibit: Exhibit, size: Size, *, title: str | None = None, show: str = "figure") -> str:
    """Return the picture of an exhibit as SVG, dark on white.

    Args:
        exhibit: any that has a chart, a drawing or an example.
        size: where it goes.
        title: what stands over it; its own title without it, nothing where it is empty.
        show: ``ribbon`` for its example, where it has one.

    Raises:
        DrawingError: there is no picture of it, or no Chromium to draw its chart with.
    """
    content = exhibit.content
    title = content.title if title is None else title
    head = title_height(title, size)
    room = size if size.height is None else replace(size, height=size.height - head)
    if show != "ribbon" and content.chart is not None:
        spec = content.chart(room)
        return svg_of(inked(titled(spec, title, size) if title else spec, "light", paper=theme.PAPER))
    draw = exhibit.sentence_svg if show == "ribbon" or content.svg is None else content.svg
    drawing = draw(size.width - 2 * _AWAY, size.font(theme.FONT_SIZE), "light", room.height)
    if drawing is None:
        raise DrawingError(f"{exhibit.kind.name} has no figure. Save its numbers: {', '.join(TABLES)}.")
    return _framed(drawing, title, size, head)


def draws(exhibit: Exhibit) -> bool:
    """Return whether there is a picture of an exhibit, and what it takes to draw it."""
    content = exhibit.content
    if content.chart is None:
        return content.svg is not None or exhibit.example is not None
    return has_browser()


def file_of(exhibit: Exhibit, ending: str, size: Size) -> bytes:
    """Return an exhibit as a file.

    Args:
        exhibit: any.
        ending: one of ``FORMATS``.
        size: of a picture.

    Raises:
        SettingError: there is no such format, or no table.
        DrawingError: the picture cannot be drawn here.
    """
    if ending == CAPTION:
        return (exhibit.caption + "\n").encode()
    if ending in PICTURES:
        svg = picture_of(exhibit, size)
        return svg.encode() if ending == "svg" else pdf_of(svg) if ending == "pdf" else png_of(svg)
    if ending not in TABLES:
        raise SettingError(f"{ending or 'no ending'}: figures are saved as {', '.join(FORMATS)}.")
    table = exhibit.table
    if table is None:
        raise SettingError(f"{exhibit.kind.name} has no table of numbers. Save a picture: {', '.join(PICTURES)}.")
    if ending == "csv":
        # With a mark, by which spreadsheets know it for UTF-8.
        return table.csv().encode("utf-8-sig")
    if ending == "md":
        return table.markdown().encode()
    return replace(table, caption=exhibit.caption).latex(exhibit.stem, exhibit.signature).encode()


def size_named(name: str) -> Size:
    """Return the size of this name, for a file.

    Raises:
        SettingError: there is none.
    """
    names = [one for one in SIZES if one != "page"]
    if name not in names:
        raise SettingError(f"size {name!r}: one of {', '.join(names)}.")
    return SIZES[name]


def _framed(drawing: str, title: str, size: Size, head: int) -> str:
    """Return a drawing on paper, under a title."""
    type_size = size.font(theme.FONT_SIZE)
    height = size.height or head + size_of(drawing)[1] + _AWAY
    lines = "".join(
        f'<text x="{_AWAY}" y="{(at + 1) * 1.3 * type_size:g}">{plain(line)}</text>'
        for at, line in enumerate(title_lines(title, size) if title else ())
    )
    font = f'font-family="{theme.OWN_FONTS}" font-size="{type_size}" font-weight="bold" fill="{theme.INK["light"]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width:g}" height="{height:g}" '
        f'viewBox="0 0 {size.width:g} {height:g}"><rect width="100%" height="100%" fill="{theme.PAPER}"/>'
        f'<g {font}>{lines}</g><g transform="translate({_AWAY} {head})">{drawing}</g></svg>'
    )
