"""How wide texts of a chart are, about, where nothing has drawn them yet: rather too wide than too narrow."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

from cwsdiag.frames import width as width_of

# A line, over the size of its type.
LINE = 1.3
# The same of characters of half width; Chinese ones and others of full width have 1.
_NARROW, _USUAL, _WIDE = 0.33, 0.57, 0.9
_NARROW_ONES = frozenset(" .,:;|!'()[]{}·ijlftrI-\u00a0")
_WIDE_ONES = frozenset("mwMW@%…—─━●○■□◆◇▲▼▶◀✚★█→←≤≥≈")
TAGS = re.compile(r"(<[^>]*>)")


def width(text: str) -> float:
    """Return how wide a plain text is, over the size of its type."""
    return sum(map(_character, text))


def label_width(label: str) -> float:
    """Return how wide a label of Plotly is, its tags left out: as wide as the widest of its lines."""
    return max(width(unescape(TAGS.sub("", line))) for line in label.split("<br>"))


@cache
def _character(char: str) -> float:
    if char in _NARROW_ONES:
        return _NARROW
    if char in _WIDE_ONES:
        return _WIDE
    # Capital letters are a little wider than small ones.
    return width_of(char) * 0.5 if width_of(char) != 1 else _USUAL + 0.08 * char.isupper()
