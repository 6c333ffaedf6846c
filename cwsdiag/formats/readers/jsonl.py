"""JSON lines: on each a list of words, a text and where its words end, or what a system wrote as one string.

A field ``doc`` can say of which document a line is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import shown
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF, JSON_LINE, WHITE, BadLine, Block, Reader, blanks_in
from cwsdiag.formats.readers.separated import asked_for, clear_separator, cutter, left_out
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cwsdiag.formats.base import Parse, Role

_SURROGATE = re.compile("[\ud800-\udfff]")
_LEAST_SHARE = 0.8
# What a line may be, in braces that are none of a text's places.
_SHAPES = {
    "words": '{"words": [...]}',
    "list": '["...", ...]',
    "offsets": '{"text": "...", "boundaries": [end offsets]}',
    "output": '{"output": "... ..."}',
}
EXPECTED = lazy("expected {words}, {list}, {offsets} or {output}", **_SHAPES)


def _sniff(lines: Sequence[str], role: Role) -> float:
    rows = [line for line in lines if line.strip()]
    share = sum(bool(JSON_LINE.match(row)) for row in rows) / len(rows) if rows else 0.0
    return share if share >= _LEAST_SHARE else 0.0


def _parser(lines: Sequence[str], role: Role) -> Parse:
    return _settle(lines, None, ()).parser(lines, role)


def _settle(lines: Sequence[str], asked: str | None, strip: Sequence[str]) -> Reader:
    """Return the reader of files whose strings have this separator, or the one that is plain in these lines."""
    written = list(_written(lines))
    rows = [row for text in written for row in wrappers.bare_lines(text, strip)]
    separator = clear_separator(rows) if asked is None else asked_for(asked)
    cut_line = cutter(separator)

    def cut(text: str) -> list[str]:
        return [word for row in wrappers.bare_lines(text, strip) for word in cut_line(row)]

    return replace(
        JSONL,
        parser=lambda lines, role: partial(_parse, cut=cut),
        stripped=partial(_stripped, separator="" if separator is None else separator.chars, strip=strip),
        separator=separator if written else None,
    )


def _written(lines: Sequence[str]) -> Iterator[str]:
    """Yield what systems wrote on lines that are JSON; what is wrong with others is for whoever parses them."""
    from json import loads

    for line in lines:
        # A string needs its quotes twice for key and value, and loading costs more than looking.
        if '"output"' in line:
            try:
                value = loads(line.strip(_AROUND))
            except (ValueError, RecursionError):
                continue
            if (text := output_of(value)) is not None:
                yield text


def output_of(value: Any) -> str | None:
    """Return what a system wrote, as one string; None where the words are said in another way."""
    if not isinstance(value, dict) or "words" in value or {"text", "boundaries"} <= value.keys():
        return None
    output = value.get("output")
    return output if isinstance(output, str) else None


def _parse(text: str, first_line: int, *, cut: Callable[[str], list[str]]) -> Block:
    # Only who reads JSON should wait for this import.
    from json import loads

    def values() -> Iterator[tuple[int, Any]]:
        for number, line in enumerate(text.split("\n"), first_line):
            line = line.strip(_AROUND)
            if not line:
                continue
            try:
                yield number, loads(line)
            except (ValueError, RecursionError) as error:
                raise BadLine(
                    number,
                    lazy("this is not JSON ({error}): {expected}. Fix it.", error=str(error), expected=EXPECTED),
                ) from None

    return block_of(values(), cut)


def block_of(values: Iterable[tuple[int, Any]], cut: Callable[[str], list[str]]) -> Block:
    """Return the words of what stands for sentences; what has none is no sentence.

    Args:
        values: as JSON has them, each with the line that it stands on.
        cut: cuts what a system wrote as one string.

    Raises:
        BadLine: a value is no sentence.
    """
    words: list[str] = []
    sizes: list[int] = []
    documents: list[tuple[int, str | None]] = []
    for number, value in values:
        if sentence := sentence_of(value, number, cut):
            document = document_of(value)
            if not documents or document != documents[-1][1]:
                documents.append((len(sizes), document))
            words += sentence
            sizes.append(len(sentence))
    return Block(words, sizes, documents=documents)


# A byte order mark may stand at the start of any line where files were put one after another.
_AROUND = f" \t{FEFF}"


def document_of(value: Any) -> str:
    """Return the id of the document of a line, whatever it is; empty where it is not said."""
    document = value.get("doc") if isinstance(value, dict) else None
    return "" if document is None else repr(document)


def sentence_of(value: Any, line: int, cut: Callable[[str], list[str]]) -> list[str]:
    """Return the words of a sentence, none for one of white space.

    Args:
        value: what stands for it in JSON.
        line: where it stands, for messages.
        cut: cuts what a system wrote as one string.

    Raises:
        BadLine: it is not one.
    """
    if (output := output_of(value)) is not None:
        _check_whole(output, line)
        return cut(output.replace(FEFF, ""))
    if isinstance(value, dict):
        if "words" not in value and {"text", "boundaries"} <= value.keys():
            value = _pieces(value["text"], value["boundaries"], line)
        else:
            value = value.get("words", value.get("output"))
    if not isinstance(value, list):
        raise BadLine(line, lazy("no list of words: {expected}. Fix it.", expected=EXPECTED))
    return [word for piece in value if (word := _word(piece, line))]


def _pieces(text: Any, boundaries: Any, line: int) -> list[str]:
    if not isinstance(text, str) or not isinstance(boundaries, list):
        raise BadLine(line, lazy("expected a string as text and a list of numbers as boundaries. Fix it."))
    pieces = []
    start = 0
    for end in boundaries:
        # To Python, true is a number.
        if type(end) is not int or not start < end <= len(text):
            raise BadLine(
                line,
                lazy(
                    "boundary {end} after {start} in a text of {size} characters: boundaries are the end offsets of "
                    "the words, in characters, from 1 to its length, each above the one before. Fix it.",
                    end=shown(str(end)),
                    start=start,
                    size=len(text),
                ),
            )
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]] if start < len(text) else pieces


def _word(piece: Any, line: int) -> str:
    """Return the characters of a word; none for a piece of white space, as some segmenters give them."""
    if not isinstance(piece, str) or not piece:
        raise BadLine(
            line, lazy("{piece} is not a word: words are non-empty strings. Fix it.", piece=shown(repr(piece)))
        )
    _check_whole(piece, line)
    return WHITE.sub("", piece.replace(FEFF, ""))


def _check_whole(text: str, line: int) -> None:
    """Raise ``BadLine`` where half a character or a NUL stands in a string."""
    if "\0" in text:
        raise BadLine(line, lazy("NUL character in '{piece}'. Delete it, or make the file again.", piece=shown(text)))
    if _SURROGATE.search(text):
        raise BadLine(
            line,
            lazy(
                "half of a surrogate pair in '{piece}': characters above U+FFFF need both halves. Fix it, or write the "
                "character itself.",
                piece=shown(text),
            ),
        )


def _stripped(text: str, *, separator: str, strip: Sequence[str]) -> Mapping[str, int]:
    from json import loads

    lines = [line.strip(_AROUND) for line in text.split("\n")]
    values = [loads(line) for line in lines if line]
    pieces = [piece for value in values if output_of(value) is None for piece in strings_of(value)]
    outputs = [output for value in values if (output := output_of(value)) is not None]
    left: dict[str, int] = {lazy("white space characters in words"): blanks_in(pieces)}
    if separator:
        rows = [row for output in outputs for row in wrappers.bare_lines(output, strip)]
        for what, count in left_out(rows, separator).items():
            left[what] = left.get(what, 0) + count
    left["U+FEFF"] = text.count(FEFF) + sum(map(_feff, [*pieces, *outputs])) - sum(map(_feff, lines))
    return left


def _lines(text: str) -> Iterator[str]:
    """Yield the lines that systems wrote: those inside strings."""
    for output in _written(text.split("\n")):
        yield from wrappers.bare_lines(output, ())


def _feff(text: str) -> int:
    return text.count(FEFF)


def strings_of(value: Any) -> list[str]:
    """Return the strings of a sentence as they stand in JSON."""
    if isinstance(value, dict):
        value = value.get("words") or value.get("output") or [value.get("text", "")]
    return list(value)


JSONL = Reader(
    key="jsonl",
    label=lazy("JSON lines"),
    description=lazy("one sentence per line: {words}, {list}, {offsets} or {output}", **_SHAPES),
    unit="line",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    stripped=partial(_stripped, separator="", strip=()),
    keeps_feff=True,
    lines=_lines,
    settle=_settle,
)
