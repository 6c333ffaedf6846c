"""SVG as PDF and PNG, by cairo: text stays text, with its font inside, and Chinese is found when it is searched for.

Chromium's own PDF gives 长 back as ⻓, and its fonts have no names.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from cwsdiag.errors import DrawingError
from cwsdiag.report.files.texts import set_texts

if TYPE_CHECKING:
    from types import ModuleType
    from xml.etree.ElementTree import Element

# Dots to an inch, of print and of SVG.
PRINT_DPI, _SVG_DPI = 300, 96
# What an SVG from a page, which is anybody's, may have: characters, and dots of its picture.
_MOST, _MOST_DOTS = 20_000_000, 60_000_000
_METRE = 39.3701
_NO_CAIRO = (
    "PDF and PNG are made by the library cairo, which is not on this machine. Install it (Debian and Ubuntu: "
    "apt install libcairo2, macOS: brew install cairo), or save SVG."
)


def pdf_of(svg: str) -> bytes:
    """Return an SVG as PDF: 96 of its pixels are an inch.

    Args:
        svg: the drawing. Nothing outside it is read, from no file and from no network.

    Raises:
        DrawingError: there is no cairo, it is not SVG, is too large, or asks for something outside it.
    """
    return _converted(svg, "PDFSurface")


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
    from xml.etree.ElementTree import ParseError, fromstring

    if len(svg) > _MOST:
        raise DrawingError(f"This drawing has {len(svg):,} characters; at most {_MOST:,} are made into a file.")
    try:
        # Python's parser would take entities as a document defines them.
        if "<!DOCTYPE" in svg:
            raise ParseError("a document type stands in it")
        return fromstring(svg)
    except ParseError as error:
        raise DrawingError(f"This drawing is no SVG that can be made into a file: {error}.") from error


def _converted(svg: str, surface: str, *, scale: float = 1) -> bytes:
    from xml.etree.ElementTree import tostring

    cairosvg = _cairosvg()
    root = _parsed(svg)
    set_texts(root, scale if surface == "PNGSurface" else None)
    drawing = tostring(root)
    made: bytes = getattr(cairosvg.surface, surface).convert(bytestring=drawing, url_fetcher=_refuse, scale=scale)
    return made


def _refuse(url: str, _kind: str) -> bytes:
    raise DrawingError(f"This drawing asks for {url[:80]!r}, which is not in it. It is not made into a file.")


def _cairosvg() -> ModuleType:
    try:
        import cairosvg
    except OSError:
        raise DrawingError(_NO_CAIRO) from None
    found: ModuleType = cairosvg
    return found


def _with_density(png: bytes, dpi: int) -> bytes:
    """Return a PNG that says how many dots it has to a metre, behind its head, where the format wants it."""
    per_metre = round(dpi * _METRE)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    # The signature has 8 bytes, the head 25.
    return png[:33] + chunk + png[33:]
