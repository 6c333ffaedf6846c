"""What every drawing of our own is written with: texts that stay texts, how wide they are, numbers in short."""

from __future__ import annotations

import re
import unicodedata
from html import escape

# Of the size of the type: how wide a character is that is not as wide as high.
NARROW = 0.5
# What an XML file cannot hold, such as control characters.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(said: str) -> str:
    """Return a text as it stands in XML: escaped, with U+FFFD for what no XML file can hold."""
    return escape(_NO_XML.sub("\ufffd", said))


def advance(char: str) -> float:
    """Return how wide a character is, of the size of the type."""
    if unicodedata.combining(char):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "WFA" else NARROW


def lines(said: str, room: float, size: float) -> list[str]:
    """Return a text in lines that have room, broken at blanks or between characters as wide as high."""
    found, wide = [""], 0.0
    for part in re.findall(r"[^\s\u3000-\u9fff\uff00-\uffef]+\s*|.", said):
        more = sum(map(advance, part)) * size
        if found[-1] and wide + more > room:
            found.append("")
            wide = 0.0
        found[-1] += part
        wide += more
    return [line.strip() for line in found]


def n(value: float) -> str:
    """Return a length to a tenth of a unit."""
    return f"{value:.1f}".removesuffix(".0")
