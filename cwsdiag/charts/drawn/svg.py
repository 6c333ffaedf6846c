"""What every drawing of our own is written with: texts that stay texts, how wide they are, numbers in short."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Of the size of the type: how wide a character is that is not as wide as high.
NARROW = 0.5
# Letters that take clearly less room than others, and such as take more.
_SLIM, _BROAD = frozenset("ilj.,:;|'!()[]{}/ ftrI-·"), frozenset("mw%@−+=<>×")
# What an XML file cannot hold, such as control characters.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(said: str) -> str:
    """Return a text as it stands in XML: escaped, what is hidden written out, U+FFFD for what no XML file can hold."""
    return escape(_NO_XML.sub("\ufffd", visible(said, keep="\n\t")))


def advance(char: str) -> float:
    """Return how wide a character is, of the size of the type."""
    if unicodedata.combining(char):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "WFA" else NARROW


def lines(said: str, room: float, size: float) -> list[str]:
    """Return a text in lines that have room, broken at blanks or between characters as wide as high."""
    return _lines(said, room, lambda part: sum(map(advance, part)) * size)


def broken(said: str, room: float, size: float) -> list[str]:
    """Return a text in ``lines`` of ``letters`` that have room, but for words that are longer by themselves."""
    return _lines(said, room, lambda part: letters(part, size))


def _lines(said: str, room: float, measure: Callable[[str], float]) -> list[str]:
    found = [""]
    for part in re.findall(r"[^\s\u3000-\u9fff\uff00-\uffef]+\s*|.", said):
        if found[-1] and measure(found[-1] + part.rstrip()) > room:
            found.append("")
        found[-1] += part
    return [line.strip() for line in found]


def n(value: float) -> str:
    """Return a length to a tenth of a unit."""
    return f"{value:.1f}".removesuffix(".0")


def letters(said: str, size: float) -> float:
    """Return about how wide a text is where letters take the room they need, in a wide font: seldom too little."""
    return sum(map(_letter, said)) * size


def _letter(char: str) -> float:
    if char in _SLIM:
        return 0.36
    if char in _BROAD or (char.isupper() and char.isascii()):
        return 0.82
    wide = advance(char)
    return 0.62 if wide == NARROW else wide


def text(x: float, y: float, said: str, size: float, *, anchor: str = "", **more: str) -> str:
    """Return a text in one line.

    Args:
        x: where it begins, has its middle or ends.
        y: of its line.
        said: as it is; it is escaped here.
        size: of the type.
        anchor: ``middle`` or ``end``; empty where it begins at ``x``.
        more: further attributes; underscores in their names stand for hyphens.
    """
    held = {"text_anchor": anchor, **more} if anchor else more
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{attributes(held)}>{plain(said)}</text>'


def rect(x: float, y: float, wide: float, high: float, **more: str) -> str:
    """Return a rectangle; ``more`` as of ``text``."""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}"{attributes(more)}/>'


def circle(x: float, y: float, radius: float, **more: str) -> str:
    """Return a circle; ``more`` as of ``text``."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}"{attributes(more)}/>'


def path(d: str, **more: str) -> str:
    """Return a path; ``more`` as of ``text``."""
    return f'<path d="{d}"{attributes(more)}/>'


def attributes(values: Mapping[str, str]) -> str:
    """Return attributes as they stand in a tag, with a blank before each; they hold no words of a corpus unescaped."""
    return "".join(f' {name.replace("_", "-")}="{plain(value)}"' for name, value in values.items())
