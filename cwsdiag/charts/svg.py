"""Parts of drawings that are no charts, as SVG, and how wide texts are there, about."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# Over the size of the type: a Latin letter in a grid of characters; letters of texts, by kind.
NARROW = 0.5
_SLIM, _BROAD = frozenset("ilj.,:;|'!()[]{}/ ftrI-·"), frozenset("mw%@−+=<>×")
# What XML 1.0 leaves out.
_NO_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


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
    """Return a length, to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def written(**attributes: str) -> str:
    """Return attributes as they stand in XML, an underscore for each hyphen of their names."""
    return "".join(f' {name.replace("_", "-")}="{plain(value)}"' for name, value in attributes.items())


@dataclass(frozen=True)
class Pen:
    """Draws in lengths over a size of type: numbers are such lengths, strings stand as they are.

    Attributes:
        size: of the type, in pixels.
    """

    size: float

    def path(self, *parts: str | float, **look: Any) -> str:
        """Return a path of commands and their numbers."""
        return f'<path d="{self._lengths(parts)}"{self._look(look)}/>'

    def rect(self, x: float, y: float, width: float, height: float, **look: Any) -> str:
        """Return a rectangle."""
        return f"<rect{self._look({'x': x, 'y': y, 'width': width, 'height': height, **look})}/>"

    def text(self, x: Sequence[float] | float, y: float, content: str, **look: Any) -> str:
        """Return a text; with a place for each character, if there are several."""
        return f"<text{self._look({'x': x, 'y': y, 'font_size': 1.0, **look})}>{plain(content)}</text>"

    def _look(self, look: Mapping[str, Any]) -> str:
        return written(**{name: self._lengths([part] if isinstance(part, str | float | int) else part)
                          for name, part in look.items()})  # fmt: skip

    def _lengths(self, parts: Iterable[str | float]) -> str:
        return " ".join(part if isinstance(part, str) else n(part * self.size) for part in parts)


def _letter(char: str) -> float:
    if char in _SLIM:
        return 0.36
    if char in _BROAD or (char.isupper() and char.isascii()):
        return 0.82
    wide = advance(char)
    return 0.62 if wide == NARROW else wide
