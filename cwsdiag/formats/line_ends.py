"""Line ends other than LF, CRLF and CR, where a file plainly has no others."""

from __future__ import annotations

from cwsdiag.formats.base import JSON_DOCUMENT, WHITE

# Line ends to Unicode, white space between words here, where a file has LF, CRLF or CR too.
OTHER_ENDS = "\u2028\u2029\x85\v\f"
# Without blanks between words, lines have more characters than words do.
_LEAST_LINE = 5


def other_line_end(text: str) -> str | None:
    """Return what ends the lines of a file in place of LF; None where it has LF, or nothing else plainly does.

    Plain is one of ``OTHER_ENDS`` where no other line end stands inside the text, if most lines that it ends have white
    space inside, or all have none and are longer than words.

    Args:
        text: the head of the file, with LF for CRLF and CR.
    """
    body = text.strip()
    found = [char for char in OTHER_ENDS if char in body]
    # In a string of JSON it may stand as it is.
    if len(found) != 1 or "\n" in body or JSON_DOCUMENT.match(body):
        return None
    lines = [line for part in body.split(found[0]) if (line := part.strip())]
    several = sum(WHITE.search(line) is not None for line in lines)
    long = sum(map(len, lines)) >= _LEAST_LINE * len(lines)
    return found[0] if 2 * several >= len(lines) or (long and not several) else None


def with_line_feeds(text: str, other: str | None = None) -> str:
    r"""Return ``text`` with LF for every CRLF and CR, and for another line end where the file has one."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if other is None else text.replace(other, "\n")
