"""An exhibit as a file: its picture, its numbers or its caption, as the ending of the file says.

Plotly draws charts as SVG in a Chromium that is kept for the next one; cairo makes PDF and PNG of SVG: text stays text,
with its font inside, and Chinese is found when it is searched for.

Chromium's own PDF gives 长 back as ⻓, and its fonts have no names. CairoSVG takes the first font of a list, whether it
is here or not, and nothing from the others; and of a text in several pieces, such as a name with a number in bold
behind it, it sets each as if it were alone where texts do not begin at their place but end or are centred there. So
all texts get one font that is here and has Chinese, and a text of several pieces is made one, before CairoSVG sees it.
"""

from __future__ import annotations

import asyncio
import atexit
import re
import struct
import zlib
from collections.abc import Coroutine
from dataclasses import replace
from functools import cache
from threading import Lock, Thread
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar
from xml.etree.ElementTree import fromstring, tostring

from cwsdiag.charts import theme
from cwsdiag.charts.layout import inked, title_height, title_lines, titled
from cwsdiag.charts.ribbon import plain
from cwsdiag.charts.theme import SIZES, Size
from cwsdiag.errors import DrawingError, SettingError
from cwsdiag.exhibits.exhibit import Exhibit

if TYPE_CHECKING:
    from kaleido import Kaleido

T = TypeVar("T")

# Seconds that a start and a chart may take.
_LONGEST = 60
_NO_BROWSER = (
    "No Chromium was found to draw this chart with. Install Chromium or Chrome, or name its program in the environment "
    "variable BROWSER_PATH; CSV, LaTeX, Markdown and captions need none."
)


class _Browser:
    """A Chromium with Plotly in it, and the thread that speaks with it: what draws a chart may have its own loop.

    Kaleido's own server for such callers would wait for ever where its browser fails.
    """

    def __init__(self) -> None:
        """Start it.

        Raises:
            DrawingError: there is none, or it does not start.
        """
        from choreographer.errors import BrowserFailedError, ChromeNotFoundError

        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="charts", daemon=True)
        self._thread.start()
        try:
            self._kaleido: Kaleido = self._wait(_opened())
        except (ChromeNotFoundError, BrowserFailedError, TimeoutError) as error:
            self._end()
            if isinstance(error, ChromeNotFoundError):
                raise DrawingError(_NO_BROWSER) from None
            raise DrawingError(f"The browser that draws charts does not start: {_first_line(error)}.") from error

    def draw(self, spec: dict[str, Any]) -> str:
        """Return a chart as SVG; whatever fails is raised as it is."""
        size = {key: spec["layout"][key] for key in ("width", "height")}
        drawn: bytes = self._wait(self._kaleido.calc_fig(spec, {"format": "svg", **size}))
        return drawn.decode("utf-8")

    def close(self) -> None:
        """End the browser and its thread."""
        try:
            self._wait(self._kaleido.close())
        finally:
            self._end()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, _LONGEST), self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _opened() -> Kaleido:
    from kaleido import Kaleido

    # Without mathematics, whose program would come from another host. Plotly is the one that is installed.
    opened = Kaleido(n=1, mathjax=False, timeout=_LONGEST)
    await opened.open()
    return opened


_lock = Lock()
_browser: _Browser | None = None


def svg_of(spec: dict[str, Any]) -> str:
    """Return a chart as SVG, of as many pixels as its layout says.

    The first one starts a Chromium, which takes seconds and stays for the next; ``close_browser`` ends it.

    Args:
        spec: traces and layout as plain values, as ``cwsdiag.charts.layout.chart`` makes them, with width and height.

    Raises:
        DrawingError: there is no Chromium, or it fails.
    """
    from choreographer.errors import BrowserClosedError, ChannelClosedError
    from kaleido.errors import KaleidoError

    global _browser
    with _lock:
        if _browser is None:
            _browser = _Browser()
            atexit.register(close_browser)
        browser = _browser
    try:
        return browser.draw(spec)
    except KaleidoError as error:
        raise DrawingError(f"Plotly cannot draw this chart: {_first_line(error)}.") from error
    except (BrowserClosedError, ChannelClosedError, TimeoutError) as error:
        # It is of no use any more; the next chart has another.
        if browser is _browser:
            close_browser()
        raise DrawingError(f"The browser that draws charts has failed: {_first_line(error)}.") from error


def has_browser() -> bool:
    """Return whether there is a Chromium to draw with."""
    from choreographer.browsers.chromium import Chromium

    return Chromium.find_browser(skip_local=False) is not None


def close_browser() -> None:
    """End the Chromium that draws charts, where there is one; the next chart starts another."""
    global _browser
    with _lock:
        browser, _browser = _browser, None
        if browser is not None:
            atexit.unregister(close_browser)
            browser.close()


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__


# Dots to an inch, of print and of SVG.
PRINT_DPI, _SVG_DPI = 300, 96
_METRE = 39.3701
_NO_CAIRO = (
    "PDF and PNG are made by the library cairo, which is not on this machine. Install it (Debian and Ubuntu: "
    "apt install libcairo2, macOS: brew install cairo), or save SVG."
)
_SVG = "{http://www.w3.org/2000/svg}"
# The first that is here and has Chinese is taken for all texts; the last has it where nothing else has.
_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "SimHei",
    "sans-serif",
)
_SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)"[^>]*? height="([\d.]+)"')
_FONT = re.compile(r"font-family:[^;}]*")
_DECLARED = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")


def pdf_of(svg: str) -> bytes:
    """Return one of our drawings as PDF: 96 of its pixels are an inch.

    Raises:
        DrawingError: there is no cairo.
    """
    pdf: bytes = _cairosvg().surface.PDFSurface.convert(bytestring=_with_font(svg))
    return pdf


def png_of(svg: str, dpi: int = PRINT_DPI) -> bytes:
    """Return one of our drawings as a picture that says how many dots it has to an inch, of which 96 pixels are one.

    Raises:
        DrawingError: there is no cairo.
    """
    scale = dpi / _SVG_DPI
    png: bytes = _cairosvg().surface.PNGSurface.convert(bytestring=_with_font(svg), scale=scale)
    per_metre = round(dpi * _METRE)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    # Behind the head: the signature has 8 bytes, the head 25.
    return png[:33] + chunk + png[33:]


def size_of(svg: str) -> tuple[float, float]:
    """Return width and height of one of our drawings in pixels."""
    size = _SIZE.search(svg)
    assert size is not None
    return float(size[1]), float(size[2])


def _cairosvg() -> ModuleType:
    try:
        import cairosvg
    except OSError:
        raise DrawingError(_NO_CAIRO) from None
    module: ModuleType = cairosvg
    return module


def _with_font(svg: str) -> bytes:
    """Return an SVG all of whose texts have one font, and each line of a text one piece."""
    root, family = fromstring(svg), _chinese_font()
    for element in root.iter():
        # CairoSVG reads a style by a parser of CSS, which takes longer than to draw; attributes say the same.
        element.attrib.update(_DECLARED.findall(element.attrib.pop("style", "")))
        if "font-family" in element.attrib:
            element.set("font-family", family)
        if element.tag == f"{_SVG}style" and element.text:
            element.text = _FONT.sub(f"font-family: {family}", element.text)
        if element.tag in (f"{_SVG}text", f"{_SVG}tspan") and not any("x" in child.attrib for child in element):
            pieces = [element.text, *(part for child in element for part in ("".join(child.itertext()), child.tail))]
            if sum(map(bool, pieces)) > 1:
                element.text, element[:] = "".join(filter(None, pieces)), []
    return tostring(root)


@cache
def _chinese_font() -> str:
    """Return the font that texts are set in; ``sans-serif`` where none of those known is here and has Chinese."""
    import cairocffi

    def has(family: str, char: str) -> bool:
        # One that is not here stands for the one that would be taken instead.
        face = cairocffi.ToyFontFace(family)
        glyphs = cairocffi.ScaledFont(face, cairocffi.Matrix(xx=12, yy=12)).text_to_glyphs(0, 0, char, False)
        return bool(glyphs) and glyphs[0][0] != 0

    return next((family for family in _FONTS if has(family, "a") and has(family, "长")), _FONTS[-1])


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
