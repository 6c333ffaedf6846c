"""CoNLL-U and CoNLL-X: a word a line, its form in column 2, a blank line after each sentence.

A comment ``# newdoc`` begins a document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.formats.base import BadLine, Block, Reader, blanks_in, form
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.formats.base import Parse, Role

_ROW = re.compile(r"[0-9]+(?:[-.][0-9]+)?(?:\t[^\t]*){3,}")
# `1-2` spans words that have lines of their own, `1.1` is a word that is not in the text.
_RANGE = re.compile(r"[0-9]+-[0-9]+")
_NEW_DOCUMENT = re.compile(r"#\s*newdoc(?:\s|$)")
_EMPTY_NODE = re.compile(r"[0-9]+\.[0-9]+")
_LEAST_SHARE = 0.8


def _sniff(lines: Sequence[str], role: Role) -> float:
    rows = [line for line in lines if line.strip() and not line.startswith("#")]
    share = sum(bool(_ROW.fullmatch(row)) for row in rows) / len(rows) if rows else 0.0
    return share if share >= _LEAST_SHARE else 0.0


def _parser(lines: Sequence[str], role: Role) -> Parse:
    return _parse


def _parse(text: str, first_line: int) -> Block:
    words: list[str] = []
    sizes: list[int] = []
    documents: list[tuple[int, None]] = []
    done = 0
    for number, line in enumerate([*text.split("\n"), ""], first_line):
        if not line or line.isspace():
            if len(words) > done:
                sizes.append(len(words) - done)
                done = len(words)
        elif line.startswith("#"):
            if _NEW_DOCUMENT.match(line):
                documents.append((len(sizes), None))
        else:
            index, *rest = line.split("\t", 2)
            if index.isdecimal() and rest:
                words.append(form(rest[0], number))
            elif not rest or not (_RANGE.fullmatch(index) or _EMPTY_NODE.fullmatch(index)):
                raise BadLine(
                    number,
                    lazy(
                        "'{line}' is not a line of CoNLL: expected a number, a tab and the word. Fix it, or choose "
                        "another format.",
                        line=shown(line),
                    ),
                )
    return Block(words, sizes, documents=documents)


def _stripped(text: str) -> Mapping[str, int]:
    rows = [line.split("\t", 2) for line in text.split("\n")]
    return {
        lazy("comments"): sum(row[0].startswith("#") for row in rows),
        lazy("ranges"): sum(bool(_RANGE.fullmatch(row[0])) for row in rows),
        lazy("empty nodes"): sum(bool(_EMPTY_NODE.fullmatch(row[0])) for row in rows),
        lazy("white space characters in words"): blanks_in(row[1] for row in rows if row[0].isdecimal()),
    }


CONLL = Reader(
    key="conll",
    label=lazy("CoNLL-U or CoNLL-X"),
    description=lazy(
        "one word per line in tab-separated columns, its form in the second; a blank line after each sentence"
    ),
    unit="block",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    stripped=_stripped,
)
