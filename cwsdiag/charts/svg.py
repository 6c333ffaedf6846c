"""Parts of drawings that are no charts, as SVG, and how wide texts are there, about."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

# Over the size of the type: a Latin letter in a grid of characters; letters of texts, by kind.
NARROW = 0.5
_SLIM, _BROAD = frozenset("ilj.,:;|'!()[]{}/ ftrI-·"), frozenset("mw%@−+=<>×")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """Return a text as it stands in XML, all of it to be seen."""
    return escape(_NO_XML.sub("\ufffd", visible(text, keep="\n\t")))


def advance(char: str) -> float:
    """Return how wide a character is in a grid, over the size of its type."""
    if unicodedata.combining(char):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "WFA" else NARROW


def letters(text: str, size: float) -> float:
    """Return about how wide a text is, rather too wide."""
    return sum(map(_letter, text)) * size


def n(value: float) -> str:
    """Return a length, to a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def text(x: float, y: float, content: str, size: float, *, anchor: str = "", **more: str) -> str:
    """Return a text; ``anchor`` as in SVG, at the start without it."""
    attributes = {"text_anchor": anchor, **more} if anchor else more
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{written(attributes)}>{plain(content)}</text>'


def rect(x: float, y: float, width: float, height: float, **more: str) -> str:
    """Return a rectangle."""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"{written(more)}/>'


def path(d: str, **more: str) -> str:
    """Return a path."""
    return f'<path d="{d}"{written(more)}/>'


def written(attributes: Mapping[str, str]) -> str:
    """Return attributes as they stand in XML, an underscore for each hyphen of their names."""
    return "".join(f' {name.replace("_", "-")}="{plain(value)}"' for name, value in attributes.items())


def _letter(char: str) -> float:
    if char in _SLIM:
        return 0.36
    if char in _BROAD or (char.isupper() and char.isascii()):
        return 0.82
    wide = advance(char)
    return 0.62 if wide == NARROW else wide
