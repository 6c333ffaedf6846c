"""JSON lines: on each a list of words, or a text and where its words end; ``doc`` can say of which document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cwsdiag.formats.base import FEFF, WHITE, BadLine, Block, Reader, blanks_in, shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.formats.base import Parse, Role

_LINE = re.compile(r'\s*(?:\{\s*"|\[\s*["\]])')
_SURROGATE = re.compile("[\ud800-\udfff]")
_LEAST_SHARE = 0.8
# What a line may be, in braces that are none of a text's places.
_SHAPES = {
    "words": '{"words": [...]}',
    "list": '["...", ...]',
    "offsets": '{"text": "...", "boundaries": [end offsets]}',
}
_EXPECTED = lazy("expected {words}, {list} or {offsets}", **_SHAPES)


def _sniff(lines: Sequence[str], role: Role) -> float:
    rows = [line for line in lines if line.strip()]
    share = sum(bool(_LINE.match(row)) for row in rows) / len(rows) if rows else 0.0
    return share if share >= _LEAST_SHARE else 0.0


def _parser(lines: Sequence[str], role: Role) -> Parse:
    # Only who reads JSON should wait for this import.
    from json import loads

    def parse(text: str, first_line: int) -> Block:
        words: list[str] = []
        sizes: list[int] = []
        documents: list[tuple[int, str | None]] = []
        for number, line in enumerate(text.split("\n"), first_line):
            line = line.strip(_AROUND)
            if not line:
                continue
            try:
                value = loads(line)
            except (ValueError, RecursionError) as error:
                raise BadLine(
                    number,
                    lazy("this is not JSON ({error}): {expected}. Fix it.", error=str(error), expected=_EXPECTED),
                ) from None
            if sentence := _sentence(value, number):
                document = _document(value)
                if not documents or document != documents[-1][1]:
                    documents.append((len(sizes), document))
                words += sentence
                sizes.append(len(sentence))
        return Block(words, sizes, documents=documents)

    return parse


# A byte order mark may stand at the start of any line where files were put one after another.
_AROUND = f" \t{FEFF}"


def _document(value: Any) -> str:
    """Return the id of the document of a line, whatever it is; empty where it is not said."""
    document = value.get("doc") if isinstance(value, dict) else None
    return "" if document is None else repr(document)


def _sentence(value: Any, line: int) -> list[str]:
    if isinstance(value, dict):
        if "words" not in value and {"text", "boundaries"} <= value.keys():
            value = _pieces(value["text"], value["boundaries"], line)
        else:
            value = value.get("words")
    if not isinstance(value, list):
        raise BadLine(line, lazy("no list of words: {expected}. Fix it.", expected=_EXPECTED))
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
    if _SURROGATE.search(piece):
        raise BadLine(
            line,
            lazy(
                "half of a surrogate pair in '{piece}': characters above U+FFFF need both halves. Fix it, or write the "
                "character itself.",
                piece=shown(piece),
            ),
        )
    return WHITE.sub("", piece.replace(FEFF, ""))


def _stripped(text: str) -> Mapping[str, int]:
    from json import loads

    lines = [line.strip(_AROUND) for line in text.split("\n")]
    pieces = [piece for line in lines if line for piece in _strings(loads(line))]
    return {
        lazy("white space characters in words"): blanks_in(pieces),
        "U+FEFF": text.count(FEFF) + sum(map(_feff, pieces)) - sum(map(_feff, lines)),
    }


def _feff(text: str) -> int:
    return text.count(FEFF)


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = value.get("words") or [value.get("text", "")]
    return list(value)


JSONL = Reader(
    key="jsonl",
    label=lazy("JSON lines"),
    description=lazy("one sentence per line: {words}, {list} or {offsets}", **_SHAPES),
    unit="line",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    stripped=_stripped,
    keeps_feff=True,
)
