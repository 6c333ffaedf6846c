"""SVG as PDF and PNG, by cairo: text stays text, with its font inside, and Chinese is found when it is searched for.

Chromium's own PDF gives 长 back as ⻓, and its fonts have no names. CairoSVG takes the first font of a list, whether it
is here or not, and nothing from the others; and of a text in several pieces, such as a name with a number in bold
behind it, it sets each as if it were alone where texts do not begin at their place but end or are centred there. So
all texts get one font that is here and has Chinese, and a text of several pieces is made one, before CairoSVG sees it.
"""

from __future__ import annotations

import re
import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring, tostring

from cwsdiag.errors import DrawingError

if TYPE_CHECKING:
    from types import ModuleType

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
    if size is None:
        raise AssertionError("a drawing that says not how large it is")
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
