"""A file that is one JSON value, or several, over any number of lines: an array of sentences, or pretty-printed ones.

Each sentence is what a line of JSON lines may be. An array of strings is a sentence of words, but where they have white
space inside as sentences have: then each is one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF, JSON_DOCUMENT, WHITE, BadLine, Block, Reader, blanks_in
from cwsdiag.formats.readers.jsonl import EXPECTED, block_of, output_of, strings_of
from cwsdiag.formats.readers.separated import asked_for, clear_separator, cutter
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cwsdiag.formats.base import Parse, Role

_BLANK = re.compile(rf"[ \t\n{FEFF}]*")
_OUTPUT = re.compile(r'"output"\s*:\s*("(?:[^"\\\n]|\\.)*")')
_MEMBER = re.compile(r'\{\s*"(?:words|text|output)"\s*:')
_CLOSED = ("}", "]")
_LEAST_GAPS = 2


def _sniff(lines: Sequence[str], role: Role) -> float:
    rows = [stripped for line in lines if (stripped := line.strip())]
    if not rows or not JSON_DOCUMENT.match(text := "\n".join(rows[:4])):
        return 0.0
    # An array of sentences, an array or object that goes over lines, or something else than a sentence in one line.
    nested = re.match(r"\[\s*[\[{]", text) is not None
    return 1.0 if nested or not rows[0].endswith(_CLOSED) or (len(rows) == 1 and _holds_sentences(text)) else 0.0


def _holds_sentences(text: str) -> bool:
    """Tell whether a value in one line is an array of sentences or an object that names something else than words."""
    if text.startswith("{"):
        return _MEMBER.match(text) is None and re.search(r":\s*\[\s*[\[{]", text) is not None
    values = _loaded(text)
    return isinstance(values, list) and _are_sentences(values)


def _loaded(text: str) -> Any:
    from json import loads

    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


def _are_sentences(values: Sequence[Any]) -> bool:
    """Tell whether the strings in an array are sentences: they have three words and more, white space between.

    Words may have white space inside, too: in Vietnamese it stands between syllables, mostly two.
    """
    if not values or not all(isinstance(value, str) for value in values):
        return False
    return sum(len(WHITE.findall(value.strip())) for value in values) >= _LEAST_GAPS * len(values)


def _parser(lines: Sequence[str], role: Role) -> Parse:
    return _settle(lines, None, ()).parser(lines, role)


def _settle(lines: Sequence[str], asked: str | None, strip: Sequence[str]) -> Reader:
    """Return the reader of a file whose strings have this separator, or the one that is plain in these lines."""
    written = [text for found in _OUTPUT.findall("\n".join(lines)) if isinstance(text := _loaded(found), str)]
    rows = [row for text in written for row in wrappers.bare_lines(text, strip)]
    separator = clear_separator(rows) if asked is None else asked_for(asked)
    cut_line = cutter(separator)

    def cut(text: str) -> list[str]:
        return [word for row in wrappers.bare_lines(text, strip) for word in cut_line(row)]

    return replace(JSON, parser=lambda lines, role: partial(_parse, cut=cut), separator=separator if written else None)


def _parse(text: str, first_line: int, *, cut: Callable[[str], list[str]]) -> Block:
    def values() -> Iterator[tuple[int, Any]]:
        place, line = 0, first_line
        for start, value in _sentences(text, first_line):
            line += text.count("\n", place, start)
            place = start
            yield line, value

    return block_of(values(), cut)


def _sentences(text: str, first_line: int) -> Iterator[tuple[int, Any]]:
    """Yield what stands for a sentence, each with the place where it begins, or where what holds it does.

    Raises:
        BadLine: this is not JSON.
    """
    for place, value in _values(text, first_line):
        inside = _within(value)
        if inside is None:
            yield place, value
        elif _are_sentences(inside):
            yield from ((place, {"output": one}) for one in inside)
        else:
            yield from ((place, one) for one in inside)


def _within(value: Any) -> list[Any] | None:
    """Return the sentences that a value holds; None where it is one itself, or none."""
    if isinstance(value, dict) and output_of(value) is None and "words" not in value and "boundaries" not in value:
        # {"sentences": [...]}, whatever it is called, where nothing else in it could be meant.
        lists = [one for one in value.values() if isinstance(one, list) and one and isinstance(one[0], (list, dict))]
        return lists[0] if len(lists) == 1 else None
    return value if isinstance(value, list) and _are_sentences(value) else None


def _values(text: str, first_line: int) -> Iterator[tuple[int, Any]]:
    """Yield the values of a file, and those of an array of arrays or objects, each with where it begins."""
    from json import JSONDecoder

    decode = JSONDecoder().raw_decode
    place = _after_blank(text, 0)
    while place < len(text):
        inside = _after_blank(text, place + 1)
        nested = text[place] == "[" and text[inside : inside + 1] in ("[", "{")
        place = inside if nested else place
        more = True
        while more:
            value, end = _decoded(decode, text, place, first_line)
            yield place, value
            place = _after_blank(text, end)
            more = nested and text[place : place + 1] == ","
            place = _after_blank(text, place + 1) if more else place
        if nested:
            if text[place : place + 1] != "]":
                raise _bad(text, place, first_line, "Expecting ',' or ']'")
            place = _after_blank(text, place + 1)


def _decoded(decode: Callable[[str, int], tuple[Any, int]], text: str, place: int, first_line: int) -> tuple[Any, int]:
    from json import JSONDecodeError

    try:
        return decode(text, place)
    except JSONDecodeError as error:
        raise _bad(text, error.pos, first_line, error.msg) from None
    except (ValueError, RecursionError) as error:
        raise _bad(text, place, first_line, str(error)) from None


def _bad(text: str, place: int, first_line: int, problem: str) -> BadLine:
    return BadLine(
        first_line + text.count("\n", 0, place),
        lazy("this is not JSON ({error}): {expected}. Fix it.", error=problem, expected=EXPECTED),
    )


def _after_blank(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place


def _stripped(text: str) -> Mapping[str, int]:
    values = [value for _place, value in _sentences(text, 1)]
    pieces = [piece for value in values if output_of(value) is None for piece in strings_of(value)]
    return {lazy("white space characters in words"): blanks_in(pieces)}


JSON = Reader(
    key="json",
    label="JSON",
    description=lazy("one array of sentences, or sentences over several lines; each as a line of JSON lines"),
    unit="file",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    stripped=_stripped,
    keeps_feff=True,
    settle=_settle,
)
