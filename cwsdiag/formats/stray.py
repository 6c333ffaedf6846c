"""Stray bytes in word lists: the lines that hold them are left out and named, the rest of the list is read.

The word list of the Academia Sinica among the public files has such a byte. A word with one can be no word of any text,
so nothing is lost by leaving its line out; a segmented text would lose a sentence, and stays an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.formats.base import listed
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

# What ``surrogateescape`` makes of the bytes 0x80 to 0xff.
_STRAY = re.compile("[\udc80-\udcff]")
# More such lines than this, or than lines without: then it is the encoding that is wrong.
_MOST_LINES = 10
_PLACES = 3


class StrayLines:
    """The lines of a word list that were left out for stray bytes.

    Attributes:
        places: number of each such line in its file, and its bytes in hexadecimal digits.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.places: list[tuple[int, str]] = []

    def taken_out(self, text: str, first_line: int) -> str:
        """Return text with such lines made empty, so that all others keep their numbers.

        Args:
            text: decoded with ``surrogateescape``, LF line ends, whole lines.
            first_line: number of its first line in the file.
        """
        if not _STRAY.search(text):
            return text
        lines = text.split("\n")
        for place, line in enumerate(lines):
            found = _STRAY.findall(line)
            if found:
                stray = "".join(found).encode("ascii", "surrogateescape")
                self.places.append((first_line + place, stray.hex(" ")))
                lines[place] = ""
        return "\n".join(lines)

    def too_many(self, words: int) -> bool:
        """Tell whether so many lines are left out, beside so many words, that the encoding must be another."""
        return len(self.places) > min(_MOST_LINES, words)

    def warnings(self, name: str, encoding: str) -> tuple[str, ...]:
        """Return what says which lines are left out; nothing without any.

        Args:
            name: of the file.
            encoding: what the bytes are not, as people call it.
        """
        if not self.places:
            return ()
        shown = [lazy("line {line} ({bytes})", line=line, bytes=stray) for line, stray in self.places[:_PLACES]]
        more = len(self.places) - _PLACES
        if more > 0:
            said = lazy(
                "{name}: left out of this word list, for bytes that are not {encoding}: {places} and {more} more.",
                name=name,
                encoding=encoding,
                places=listed(shown),
                more=more,
            )
        else:
            said = lazy(
                "{name}: left out of this word list, for bytes that are not {encoding}: {places}.",
                name=name,
                encoding=encoding,
                places=listed(shown),
            )
        return (said,)


def has_stray(texts: Sequence[str]) -> bool:
    """Tell whether texts that were decoded with ``surrogateescape`` hold stray bytes."""
    return any(_STRAY.search(text) for text in texts)
