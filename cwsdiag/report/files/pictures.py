"""SVG as PDF and PNG, by cairo: text stays text, with its font inside, and Chinese is found when it is searched for.

Chromium's own PDF gives 长 back as ⻓, and its fonts have no names. CairoSVG takes the first font of a list, whether it
is here or not, and nothing from the others; and of a text in several pieces, such as a name with a number in bold
behind it, it sets each as if it were alone where texts do not begin at their place but end or are centred there. So
each text gets one font that has its characters, and each piece its own place, before CairoSVG sees it.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import fromstring, tostring

from cwsdiag.errors import DrawingError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from xml.etree.ElementTree import Element

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
# Where that one lacks a character.
_FURTHER = ("DejaVu Sans", "Noto Sans Symbols2", "Segoe UI Symbol", "Arial Unicode MS", "Noto Serif CJK SC", "HanaMinB")
_SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)"[^>]*? height="([\d.]+)"')
_FONT = re.compile(r"font-family:[^;}]*")
_DECLARED = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")


def pdf_of(svg: str) -> bytes:
    """Return one of our drawings as PDF: 96 of its pixels are an inch.

    Raises:
        DrawingError: there is no cairo.
    """
    pdf: bytes = _cairosvg().surface.PDFSurface.convert(bytestring=_with_fonts(svg, None))
    return pdf


def png_of(svg: str, dpi: int = PRINT_DPI) -> bytes:
    """Return one of our drawings as a picture that says how many dots it has to an inch, of which 96 pixels are one.

    Raises:
        DrawingError: there is no cairo.
    """
    scale = dpi / _SVG_DPI
    png: bytes = _cairosvg().surface.PNGSurface.convert(bytestring=_with_fonts(svg, scale), scale=scale)
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


@dataclass(frozen=True)
class _Type:
    """How a text is set, as far as its width goes; dots are those of a pixel in a picture, None in print."""

    dots: float | None
    size: float = 16
    bold: bool = False
    anchor: str = "start"

    def of(self, element: Element) -> _Type:
        """Return how the text of an element in this one is set."""
        size, weight = element.get("font-size", ""), element.get("font-weight", "")
        return replace(
            self,
            size=float(size.removesuffix("px")) if size else self.size,
            bold=weight in ("bold", "600", "700") if weight else self.bold,
            anchor=element.get("text-anchor", self.anchor),
        )


@dataclass(frozen=True)
class _Run:
    """A piece of a text: its characters, how they are set, the attributes of the element that holds them, its font."""

    text: str
    type: _Type
    attributes: dict[str, str]
    family: str = ""

    @property
    def width(self) -> float:
        """How wide it is, in pixels."""
        font = _font(self.family, self.type.size, self.type.bold, self.type.dots)
        return float(font.text_extents(self.text)[4])


def _with_fonts(svg: str, dots: float | None) -> bytes:
    """Return an SVG whose texts have fonts with their characters, and every piece of a text its place."""
    root, family = fromstring(svg), _chinese_font()
    for element in root.iter():
        # CairoSVG reads a style by a parser of CSS, which takes longer than to draw; attributes say the same.
        element.attrib.update(_DECLARED.findall(element.attrib.pop("style", "")))
        if "font-family" in element.attrib:
            element.set("font-family", family)
        if element.tag == f"{_SVG}style" and element.text:
            element.text = _FONT.sub(f"font-family: {family}", element.text)
    _set_texts(root, _Type(dots))
    return tostring(root)


def _set_texts(element: Element, type: _Type) -> None:
    own = type.of(element)
    if element.tag != f"{_SVG}text":
        for child in element:
            _set_texts(child, own)
        return
    lines = [child for child in element if child.tag == f"{_SVG}tspan" and "x" in child.attrib]
    for line in lines or [element]:
        _set_line(line, element, own if line is element else own.of(line))


def _set_line(line: Element, text: Element, type: _Type) -> None:
    """Give the pieces of a line their places, where it has several; one alone is set right as it is."""
    # The ribbon gives each character of a word its place itself.
    if " " in text.get("x", ""):
        return
    runs = [
        replace(run, text="".join(chars), family=family)
        for run in _runs(line, type, {})
        for family, chars in groupby(run.text, _family_of)
    ]
    if len(runs) < 2 and all(run.family == _chinese_font() for run in runs):
        return
    away = {"middle": 0.5, "end": 1.0}.get(type.anchor, 0.0) * sum(run.width for run in runs)
    x, y = _place(line, text, "x", type.size) - away, _place(line, text, "y", type.size)
    line[:], line.text = [], None
    for run in runs:
        # Blanks at its beginning would be left out.
        inside = run.text.lstrip()
        begin = x + replace(run, text=run.text[: len(run.text) - len(inside)]).width
        said = {**run.attributes, "x": f"{begin:.3f}", "y": f"{y:.3f}", "text-anchor": "start"}
        # What a style says goes before what a class says.
        said |= {"font-family": run.family, "style": f"font-family: {run.family}; text-anchor: start"}
        piece = line.makeelement(f"{_SVG}tspan", said)
        piece.text = inside
        line.append(piece)
        x += run.width
    for name in ("dx", "dy"):
        line.attrib.pop(name, None)


def _runs(element: Element, type: _Type, attributes: dict[str, str]) -> Iterator[_Run]:
    """Yield the pieces of a text in their order, each with the attributes of the elements around it."""
    if element.text:
        yield _Run(element.text, type, attributes)
    for child in element:
        yield from _runs(child, type.of(child), {**attributes, **child.attrib})
        if child.tail:
            yield _Run(child.tail, type, attributes)


def _place(line: Element, text: Element, axis: str, size: float) -> float:
    """Return where a line begins on an axis: where it or its text says, moved by so many pixels or sizes of type."""
    moved = line.get(f"d{axis}", "0")
    by = float(moved.removesuffix("em").removesuffix("px")) * (size if moved.endswith("em") else 1)
    return float(line.get(axis) or text.get(axis) or 0) + by


@cache
def _chinese_font() -> str:
    """Return the font that texts are set in; ``sans-serif`` where none of those known is here and has Chinese."""
    return next((family for family in _FONTS if _has(family, "a") and _has(family, "长")), _FONTS[-1])


@cache
def _family_of(char: str) -> str:
    every = (_chinese_font(), *_FURTHER)
    # A space, or what no font has.
    return next((family for family in every if _has(family, char)), _chinese_font())


def _has(family: str, char: str) -> bool:
    """Return whether a font has a character; one that is not here stands for the one that would be taken instead."""
    glyphs = _font(family).text_to_glyphs(0, 0, char, False)
    return bool(glyphs) and glyphs[0][0] != 0


@cache
def _font(family: str, size: float = 12, bold: bool = False, dots: float | None = None) -> Any:
    import cairocffi

    weight = cairocffi.FONT_WEIGHT_BOLD if bold else cairocffi.FONT_WEIGHT_NORMAL
    face = cairocffi.ToyFontFace(family, cairocffi.FONT_SLANT_NORMAL, weight)
    matrix = cairocffi.Matrix(xx=size, yy=size)
    if dots is not None:
        # In a picture letters are as wide as whole dots.
        return cairocffi.ScaledFont(face, matrix, cairocffi.Matrix(xx=dots, yy=dots))
    off = {"hint_metrics": cairocffi.HINT_METRICS_OFF, "hint_style": cairocffi.HINT_STYLE_NONE}
    return cairocffi.ScaledFont(face, matrix, options=cairocffi.FontOptions(**off))
