"""What stands around the lines of a text without being text: numbers, Markdown, quotes, as language models write them.

Nothing is taken for one of these unasked: it is counted, and stripped where the user says so. A number or a quote that
a separator sets off is a word like others, and stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from cwsdiag.arguments import choices
from cwsdiag.formats.base import WHITE
from cwsdiag.formats.encoding import with_line_feeds
from cwsdiag.languages import lazy, n_lazy

# Characters that stand between words and nowhere else: what they set off is a word.
_MARKS = "|/_\u200b"
# A point belongs to the number of a line, and not to a decimal, where no digit follows.
_DIGITS = "[0-9０-９]{1,5}"
_NUMBER = re.compile(
    rf"\s*(?:{_DIGITS}(?:[.．](?![0-9０-９])|[、)）])|[(（\[【]{_DIGITS}[)）\]】]|[①-⑳])\s*(?![\s{_MARKS}])(?=.)"
)
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[\w+-]*\s*")
_ITEM = re.compile(rf"\s*(?:[-*+•]|#{{1,6}}|>)\s+(?=[^\s{_MARKS}])")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_CODE = re.compile(r"\s*(`{1,3})([^`]+)\1\s*")
# How a line begins, behind white space, that has anything around it but bold words.
OPENING = (
    "0123456789０１２３４５６７８９(（[【" + "".join(map(chr, range(ord("①"), ord("⑳") + 1))) + "`~*+•#>\"'“‘「『«-"
)
_FIRST = re.compile(rf"[\s{re.escape(OPENING)}]")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "«": "»"}


def _without_number(line: str) -> str:
    numbered = _NUMBER.match(line)
    return line[numbered.end() :] if numbered else line


def _without_markdown(line: str) -> str:
    if _FENCE.fullmatch(line):
        return ""
    plain = _BOLD.sub(r"\1", line)
    if item := _ITEM.match(plain):
        plain = plain[item.end() :]
    code = _CODE.fullmatch(plain)
    return code[2] if code else plain


def _without_quotes(line: str) -> str:
    text = line.strip()
    if len(text) < 3 or _QUOTES.get(text[0]) != text[-1]:
        return line
    inside = text[1:-1]
    # “ 我们 ” has its quotes as words, “我们”和“他们” is not one quotation.
    set_off = any(WHITE.match(char) or char in _MARKS for char in (inside[0], inside[-1]))
    return line if set_off or text[0] in inside or text[-1] in inside else inside


WRAPPERS: dict[str, Callable[[str], str]] = {
    "markdown": _without_markdown,
    "numbers": _without_number,
    "quotes": _without_quotes,
}
# What the import report calls what was stripped.
STRIPPED = {
    "markdown": lazy("Markdown marks of lines"),
    "numbers": lazy("numbers before lines"),
    "quotes": lazy("quotes around lines"),
}


def chosen(keys: Iterable[str]) -> tuple[str, ...]:
    """Return keys of ``WRAPPERS`` in the order in which they are stripped, each once: what stands outside first.

    Raises:
        SettingError: there is no such key.
    """
    asked = choices("strip", keys, WRAPPERS)
    return tuple(key for key in WRAPPERS if key in asked)


def without(line: str, keys: Collection[str] = tuple(WRAPPERS)) -> str:
    """Return a line without what is called ``keys``, each stripped once; a line of nothing else is empty."""
    for key in keys:
        line = WRAPPERS[key](line)
    return line


def stripped(text: str, keys: Sequence[str]) -> str:
    """Return text, lines that end in LF, without what is called ``keys``; it has as many lines as before."""
    return "\n".join(without(line, keys) for line in text.split("\n")) if keys else text


def lines_without(text: str, keys: Sequence[str]) -> list[str]:
    """Return the lines of a string, which may end in any way, each without what is called ``keys``."""
    return [without(line, keys) for line in with_line_feeds(text).split("\n")]


def counted(lines: Iterable[str]) -> Counter[str]:
    """Return on how many lines each of ``WRAPPERS`` is found, where those that stand outside it are stripped."""
    counts: Counter[str] = Counter()
    for line in lines:
        if not _FIRST.match(line) and "**" not in line:
            continue
        for key, strip in WRAPPERS.items():
            bare = strip(line)
            counts[key] += bare != line
            line = bare
    return counts


def said(key: str, lines: int) -> str:
    """Return as a sentence's beginning on how many lines something was found."""
    if key == "markdown":
        return n_lazy("{n:,} line has Markdown marks", "{n:,} lines have Markdown marks", lines)
    if key == "numbers":
        return n_lazy("{n:,} line begins with a number", "{n:,} lines begin with a number", lines)
    return n_lazy("{n:,} line stands between quotes", "{n:,} lines stand between quotes", lines)
