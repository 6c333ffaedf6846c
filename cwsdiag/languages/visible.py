"""Texts of others as people may see them: what is in them and cannot be seen is written out.

Names and words come from files, and a character of theirs can turn a line round, hide another or steer a terminal.
Names are made ``visible`` as they come in, so that they are the same everywhere; words stay as they are and are made
``visible`` where they are drawn; whatever a terminal gets passes ``printable`` or ``visible``.
"""

from __future__ import annotations

import re

# Categories of characters that are not seen but change what is: control and format characters (marks of direction among
# them), halves of surrogate pairs, and what ends a line or a paragraph to some programs only.
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# What begins and ends bold text on a terminal.
BOLD = ("\x1b[1m", "\x1b[22m")
_PICTURES = "".join(map(chr, range(0x2400, 0x2420)))
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# What a line of JSON has outside its strings is ASCII, and inside them it escapes nothing from here on by itself.
# Not compiled yet: that takes a millisecond, and most results need none of it.
_IN_JSON = "[\x7f-\U0010ffff]"


def visible(text: str, *, keep: str = "") -> str:
    r"""Return text with what is hidden in it written out, as in ``\u202e``; all else, private characters too, stays.

    Args:
        text: any.
        keep: hidden characters that stay all the same, such as ends of lines.
    """
    seen = text
    for char in keep:
        seen = seen.replace(char, "")
    # Nearly all texts: without a look at each of their characters.
    if seen.isprintable():
        return text
    return text.translate({ord(char): _written(char) for char in set(seen) if is_hidden(char)})


def printable(text: str) -> str:
    """Return text with all written out that a terminal need not show as one character: see ``str.isprintable``."""
    return text if text.isprintable() else "".join(c if c.isprintable() else _written(c) for c in text)


def stand_in(text: str) -> str:
    """Return text of the same length for what is drawn character by character: what is hidden has stand-ins.

    For control characters those are their pictures in Unicode, for all others U+FFFD.
    """
    return text if text.isprintable() else "".join(_picture(c) if is_hidden(c) else c for c in text)


def _picture(char: str) -> str:
    return _PICTURES[ord(char)] if ord(char) < len(_PICTURES) else "\u2421" if char == "\x7f" else "\ufffd"


def escape(text: str) -> str:
    """Return text as HTML shows it, in texts and in values of attributes; line ends and tabs stay."""
    # Commands do without this import.
    import html

    return html.escape(visible(text, keep="\n\t"))


def plain(text: str) -> str:
    """Return Markdown that shows a text as it is, for labels: one can begin with > or hold stars."""
    return _PUNCTUATION.sub(r"\\\1", text)


def in_json(text: str) -> str:
    """Return JSON with what is hidden in its strings escaped, lone surrogates among it: it says the same."""
    if text.isprintable():
        return text
    return re.sub(_IN_JSON, lambda found: _in_json(found[0]), text)


def is_hidden(char: str) -> bool:
    """Return whether a character is of those that are not seen."""
    # Most texts hold none: they do without this import.
    from unicodedata import category

    return category(char) in HIDDEN


def _in_json(char: str) -> str:
    if not is_hidden(char):
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place : place + 2].hex()}" for place in range(0, len(units), 2))


def _written(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")
