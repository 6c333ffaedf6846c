"""Texts of an SVG as cairo can set them: each in one font that has its characters, each piece at its own place.

CairoSVG takes the first font of a list, whether it is here or not, and nothing from the others; and of a text in
several pieces, such as a name with a number in bold behind it, it sets each as if it were alone where texts do not
begin at their place but end or are centred there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

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
_FONT = re.compile(r"font-family:[^;}]*")
_NUMBER = re.compile(r"-?\d*\.?\d+")
_DECLARED = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_BOLD = 550


@dataclass(frozen=True)
class _Manner:
    """How a text is set, as far as its width goes."""

    size: float = 16
    bold: bool = False
    slanted: bool = False
    anchor: str = "start"
    dots: float | None = None

    def of(self, element: Element) -> _Manner:
        """Return how the text of an element in this one is set."""
        own = {key: element.get(f"font-{key}", "").strip() for key in ("size", "weight", "style")}
        size, bold, slanted = self.size, self.bold, self.slanted
        if number := _NUMBER.match(own["size"]):
            unit = own["size"][number.end() :].strip()
            size = float(number[0]) * {"%": self.size / 100, "em": self.size}.get(unit, 1)
        if weight := own["weight"]:
            bold = weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= _BOLD)
        if own["style"]:
            slanted = own["style"] in ("italic", "oblique")
        return _Manner(size, bold, slanted, element.get("text-anchor", self.anchor).strip(), self.dots)


@dataclass(frozen=True)
class _Run:
    """A piece of a text: its characters, how they are set, what the element that holds them says, and its font."""

    text: str
    manner: _Manner
    told: dict[str, str]
    family: str


def set_texts(root: Element, dots: float | None = None) -> None:
    """Give all texts of an SVG fonts that have their characters, and every piece of a text its place.

    Args:
        root: of the SVG; it is changed.
        dots: how many a pixel will have in a picture, where letters are as wide as whole dots; None in print.
    """
    family = _chinese_font()
    for element in root.iter():
        # CairoSVG reads a style by a parser of CSS, which takes longer than to draw; attributes say the same.
        element.attrib.update(_DECLARED.findall(element.attrib.pop("style", "")))
        if "font-family" in element.attrib:
            element.set("font-family", family)
        if element.tag == f"{_SVG}style" and element.text:
            element.text = _FONT.sub(f"font-family: {family}", element.text)
    _walk(root, _Manner(dots=dots))


def _walk(element: Element, manner: _Manner) -> None:
    own = manner.of(element)
    if element.tag != f"{_SVG}text":
        for child in element:
            _walk(child, own)
        return
    lines = [child for child in element if child.tag == f"{_SVG}tspan" and "x" in child.attrib]
    for line in lines or [element]:
        _set_line(line, element, own if line is element else own.of(line))


def _set_line(line: Element, text: Element, manner: _Manner) -> None:
    """Give the pieces of a line their places, where it has several; one alone is set right as it is."""
    inner = [one for one in line.iter() if one is not line]
    if any({"x", "y", "dx", "dy", "rotate"} & one.attrib.keys() for one in inner):
        return
    runs = [part for run in _runs(line, manner, {}) for part in _by_font(run)]
    if len(runs) < 2 and all(run.family == _chinese_font() for run in runs):
        return
    widths = [_width(run) for run in runs]
    away = {"middle": 0.5, "end": 1.0}.get(manner.anchor, 0.0) * sum(widths)
    x = _place(line, text, "x", manner.size) - away
    y = _place(line, text, "y", manner.size)
    for child in list(line):
        line.remove(child)
    line.text = None
    for run, width in zip(runs, widths, strict=True):
        # Blanks at its beginning would be left out.
        inside = run.text.lstrip()
        begin = x + _width(replace(run, text=run.text[: len(run.text) - len(inside)]))
        told = {**run.told, "x": f"{begin:.3f}", "y": f"{y:.3f}", "text-anchor": "start", "font-family": run.family}
        # What a style says goes before what a class says.
        told["style"] = f"font-family: {run.family}; text-anchor: start"
        piece = line.makeelement(f"{_SVG}tspan", told)
        piece.text = inside
        line.append(piece)
        x += width
    for name in ("dx", "dy"):
        line.attrib.pop(name, None)


def _runs(element: Element, manner: _Manner, told: dict[str, str]) -> Iterator[_Run]:
    """Yield the pieces of a text in their order, each with what the elements around it say."""
    if element.text:
        yield _Run(element.text, manner, told, _chinese_font())
    for child in element:
        yield from _runs(child, manner.of(child), {**told, **child.attrib})
        if child.tail:
            yield _Run(child.tail, manner, told, _chinese_font())


def _by_font(run: _Run) -> Iterator[_Run]:
    """Yield a piece in as many as it needs fonts."""
    for family, chars in groupby(run.text, _family_of):
        yield replace(run, text="".join(chars), family=family)


def _place(line: Element, text: Element, axis: str, size: float) -> float:
    """Return where a line begins on an axis: where it or its text says, moved by what it says."""
    at = _NUMBER.match((line.get(axis) or text.get(axis) or "0").strip())
    moved = line.get(f"d{axis}", "0").strip()
    by = _NUMBER.match(moved)
    return (float(at[0]) if at else 0.0) + (float(by[0]) if by else 0.0) * (size if moved.endswith("em") else 1)


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
def _font(family: str, size: float = 12, bold: bool = False, slanted: bool = False, dots: float | None = None) -> Any:
    import cairocffi

    slant = cairocffi.FONT_SLANT_ITALIC if slanted else cairocffi.FONT_SLANT_NORMAL
    weight = cairocffi.FONT_WEIGHT_BOLD if bold else cairocffi.FONT_WEIGHT_NORMAL
    face, matrix = cairocffi.ToyFontFace(family, slant, weight), cairocffi.Matrix(xx=size, yy=size)
    if dots is not None:
        return cairocffi.ScaledFont(face, matrix, cairocffi.Matrix(xx=dots, yy=dots))
    off = {"hint_metrics": cairocffi.HINT_METRICS_OFF, "hint_style": cairocffi.HINT_STYLE_NONE}
    return cairocffi.ScaledFont(face, matrix, options=cairocffi.FontOptions(**off))


def _width(run: _Run) -> float:
    manner = run.manner
    font = _font(run.family, manner.size, manner.bold, manner.slanted, manner.dots)
    return float(font.text_extents(run.text)[4])
