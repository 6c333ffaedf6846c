"""SVG as PDF and PNG, by cairo: text stays text, with its font inside, and Chinese is found when it is searched for.

Chromium's own PDF gives 长 back as ⻓, and its fonts have no names.
"""

from __future__ import annotations

import re
import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING

from cwsdiag.errors import DrawingError

if TYPE_CHECKING:
    from types import ModuleType
    from xml.etree.ElementTree import Element

# Dots to an inch, of print and of SVG.
PRINT_DPI, _SVG_DPI = 300, 96
# What an SVG from a page, which is anybody's, may have: characters, and dots of its picture.
_MOST, _MOST_DOTS = 20_000_000, 60_000_000
_METRE = 39.3701
_FONT = re.compile(r"font-family:[^;}]*")
# Of these the first that is here and has Chinese is taken for all text: cairo sets a text in one font.
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
_NO_CAIRO = (
    "PDF and PNG are made by the library cairo, which is not on this machine. Install it (Debian and Ubuntu: "
    "apt install libcairo2, macOS: brew install cairo), or save SVG."
)


def pdf_of(svg: str) -> bytes:
    """Return an SVG as PDF: 96 of its pixels are an inch. The same SVG gives the same bytes.

    Args:
        svg: the drawing. Nothing outside it is read, from no file and from no network.

    Raises:
        DrawingError: there is no cairo, it is not SVG, is too large, or asks for something outside it.
    """
    return _without_date(_converted(svg, "PDFSurface"))


def png_of(svg: str, dpi: int = PRINT_DPI) -> bytes:
    """Return an SVG as a picture that says how many dots it has to an inch.

    Args:
        svg: the drawing, as for ``pdf_of``.
        dpi: dots to an inch of the drawing, of which 96 pixels are one.

    Raises:
        DrawingError: as for ``pdf_of``; or it would have more than 60 million dots.
    """
    scale = dpi / _SVG_DPI
    width, height = size_of(svg)
    if width * height * scale**2 > _MOST_DOTS:
        raise DrawingError(
            f"A picture of {width * scale:.0f} × {height * scale:.0f} dots is too large. Save SVG or PDF."
        )
    return _with_density(_converted(svg, "PNGSurface", scale=scale), dpi)


def size_of(svg: str) -> tuple[float, float]:
    """Return width and height of an SVG in pixels.

    Raises:
        DrawingError: it is no SVG, or does not say them.
    """
    root = _parsed(svg)
    try:
        if "width" in root.attrib and "height" in root.attrib:
            return float(root.attrib["width"].removesuffix("px")), float(root.attrib["height"].removesuffix("px"))
        _left, _top, width, height = map(float, root.attrib["viewBox"].replace(",", " ").split())
    except (KeyError, ValueError):
        raise DrawingError("This is no SVG that says how wide and how high it is in pixels.") from None
    return width, height


def _parsed(svg: str) -> Element:
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(svg) > _MOST:
        raise DrawingError(f"This drawing has {len(svg):,} characters; at most {_MOST:,} are made into a file.")
    try:
        root: Element = fromstring(svg)
    except (ParseError, DefusedXmlException) as error:
        raise DrawingError(f"This drawing is no SVG that can be made into a file: {error}.") from error
    return root


def _converted(svg: str, surface: str, *, scale: float = 1) -> bytes:
    from xml.etree.ElementTree import tostring

    cairosvg = _cairosvg()
    drawing = tostring(_in_one_font(_parsed(svg), chinese_font()))
    made: bytes = getattr(cairosvg.surface, surface).convert(bytestring=drawing, url_fetcher=_refuse, scale=scale)
    return made


def _refuse(url: str, _kind: str) -> bytes:
    raise DrawingError(f"This drawing asks for {url[:80]!r}, which is not in it. It is not made into a file.")


def _in_one_font(root: Element, family: str) -> Element:
    """Give all texts of an SVG one font: cairo takes the first of a list, here or not, and nothing of the others."""
    for element in root.iter():
        if "font-family" in element.attrib:
            element.set("font-family", family)
        if "style" in element.attrib:
            element.set("style", _FONT.sub(f"font-family: {family}", element.attrib["style"]))
        if str(element.tag).endswith("}style") and element.text:
            element.text = _FONT.sub(f"font-family: {family}", element.text)
    return root


@cache
def chinese_font() -> str:
    """Return the font that PDF and PNG are set in; ``sans-serif`` where none of those known has Chinese.

    Raises:
        DrawingError: there is no cairo.
    """
    _cairosvg()
    import cairocffi

    for family in _FONTS:
        font = cairocffi.ScaledFont(cairocffi.ToyFontFace(family))
        # A letter and a character: fonts that are not here are replaced by one that may lack the latter.
        if all(glyph[0] for glyph in font.text_to_glyphs(0, 0, "a长", False)):
            return family
    return _FONTS[-1]


def _cairosvg() -> ModuleType:
    try:
        import cairosvg
    except OSError:
        raise DrawingError(_NO_CAIRO) from None
    found: ModuleType = cairosvg
    return found


_DATE = re.compile(rb"/CreationDate \(D:[^)]*\)")


def _without_date(pdf: bytes) -> bytes:
    """Return a PDF of cairo that does not say when it was made, with all else at its place."""
    return _DATE.sub(lambda found: b"/CreationDate (D:" + b"0" * (len(found[0]) - 18) + b")", pdf)


def _with_density(png: bytes, dpi: int) -> bytes:
    """Return a PNG that says how many dots it has to a metre, behind its head, where the format wants it."""
    per_metre = round(dpi * _METRE)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    # The signature has 8 bytes, the head 25.
    return png[:33] + chunk + png[33:]
