"""Texts that people type in: tidied up, or refused with what is wrong about them."""

from __future__ import annotations

import unicodedata

from cwsdiag.errors import CwsdiagError
from cwsdiag.formats.base import WHITE
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import HIDDEN

# The name of a file may have any characters, and is shown with the hidden ones written out. Who types a name has no
# need of them: what is kept for others to recognise somebody by is what they see. Private ones are seen as anything.
_REFUSED = HIDDEN | {"Co"}


def one_line(text: str, what: str, limit: int, *, error: type[CwsdiagError]) -> str:
    """Return a text of one line in Unicode NFC, each stretch of white space made one blank.

    Args:
        text: as it came.
        what: it is, for messages; ``lazy`` where pages say them.
        limit: the most characters it may have.
        error: what to raise.

    Raises:
        CwsdiagError: of class ``error``: nothing is left, it is too long, or has characters that are not to be seen.
    """
    tidy = _checked(WHITE.sub(" ", text).strip(), what, limit, error)
    if not tidy:
        raise error(lazy("the {what} is missing. Give it.", what=what))
    return tidy


def lines(text: str, what: str, limit: int, *, error: type[CwsdiagError]) -> str:
    """Return a text of any number of lines in Unicode NFC, with LF line ends and blanks for tabs; empty for none.

    Raises:
        CwsdiagError: of class ``error``: it is too long, or has characters that are not to be seen.
    """
    return _checked(text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").strip(), what, limit, error)


def _checked(text: str, what: str, limit: int, error: type[CwsdiagError]) -> str:
    # Before anything else is done with it: normalising a very long text takes its time.
    if len(text) > limit:
        raise error(
            lazy(
                "the {what} has {size:,} characters; at most {limit:,} are allowed. Shorten it.",
                what=what,
                size=len(text),
                limit=limit,
            )
        )
    for place, char in enumerate(text, start=1):
        if char != "\n" and unicodedata.category(char) in _REFUSED:
            raise error(
                lazy(
                    "the {what} has an invisible character, {char}, at position {place}. Remove it.",
                    what=what,
                    char=f"U+{ord(char):04X}",
                    place=place,
                )
            )
    return unicodedata.normalize("NFC", text)
