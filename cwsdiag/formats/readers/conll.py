"""CoNLL-U and CoNLL-X: a word a line, form in column 2, part of speech in 4, a blank line after each sentence.

A comment ``# newdoc`` begins a document; others, such as ``# genre = news``, are labels of the sentence after them.
Where blank lines are missing, a sentence begins where numbers start again.
Tabs may have become blanks: a file without a tab is read so where all its lines have as many columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from cwsdiag.errors import brief
from cwsdiag.formats.base import BLANKS, NO_LABELS, BadLine, Block, Reader, Role, filled, form, share_of
from cwsdiag.languages import lazy

_ROW = re.compile(r"[0-9]+(?:[-.][0-9]+)?(?:\t[^\t]*){3,}")
# `1-2` spans words that have lines of their own, `1.1` is a word that is not in the text.
_RANGE = re.compile(r"[0-9]+-[0-9]+")
_NEW_DOCUMENT = re.compile(r"#\s*newdoc(?:\s|$)")
_EMPTY_NODE = re.compile(r"[0-9]+\.[0-9]+")
_COMMENTS: str = lazy("comments")
_RANGES: str = lazy("ranges")
_EMPTY_NODES: str = lazy("empty nodes")
_LEAST_SHARE = 0.8
# Numbers of words that begin a sentence; CoNLL counts from 1, some programs from 0.
_FIRST = frozenset(("0", "1"))
_LEAST_COLUMNS = 4
# The column of the part of speech, counted from the form, and what stands there where there is none.
_POS = 2
_NO_TAG = ("", "_")


def _rows(lines: Sequence[str]) -> list[str]:
    return [line for line in filled(lines) if not line.startswith("#")]


def _sniff(lines: Sequence[str], role: Role) -> float:
    rows = _rows(lines)
    return share_of(map(_ROW.fullmatch, rows), _LEAST_SHARE) or float(_columns_between_blanks(rows) > 0)


def _columns_between_blanks(rows: Sequence[str]) -> int:
    """Return how many columns stand between blanks, where that is plain; 0 where it is not.

    Plain are rows without a tab, all of as many columns, numbered as the words of sentences are, of which a column
    behind the form is mostly empty, as ``_`` says.
    """
    split = [row.split() for row in rows if "\t" not in row]
    width = len(split[0]) if split else 0
    if width < _LEAST_COLUMNS or len(split) < len(rows) or any(len(columns) != width for columns in split):
        return 0
    if 2 * max(column.count("_") for column in list(zip(*split, strict=True))[2:]) < len(split):
        return 0
    names = [columns[0] for columns in split]
    numbers = [int(name) for name in names if name.isdecimal()]
    known = all(name.isdecimal() or _RANGE.fullmatch(name) or _EMPTY_NODE.fullmatch(name) for name in names)
    # The head of a file may begin anywhere.
    rising = all(number in (0, 1) or number == before + 1 for before, number in pairwise(numbers))
    return width if numbers and known and rising and names[0].partition("-")[0] in _FIRST else 0


def _parse(text: str, first_line: int, *, width: int, tagged: bool) -> Block:
    words: list[str] = []
    tags: list[str | None] = []
    labels = []
    of_next: dict[str, str] = {}
    # The form, and where it is asked for the part of speech.
    cuts = _POS + 2 if tagged else 2
    ends = [0]
    documents: list[tuple[int, None]] = []
    joined = after_zero = 0
    left_out = dict.fromkeys((_COMMENTS, _RANGES, _EMPTY_NODES, BLANKS), 0)

    def end() -> bool:
        is_open = len(words) > ends[-1]
        if is_open:
            ends.append(len(words))
        return is_open

    for number, line in enumerate([*text.split("\n"), ""], first_line):
        if not line or line.isspace():
            end()
            of_next = {}
        elif line.startswith("#"):
            left_out[_COMMENTS] += 1
            if _NEW_DOCUMENT.match(line):
                # A document does not begin inside a sentence.
                joined += end()
                documents.append((len(ends) - 1, None))
            elif tagged:
                name, _sign, value = (part.strip() for part in line[1:].partition("="))
                if value and name not in NO_LABELS:
                    of_next[name] = value
        else:
            index, *rest = line.split() if width else line.split("\t", cuts)
            has_form = len(rest) == width - 1 if width else rest
            if index.isdecimal() and has_form:
                # One comparison rules out nearly all.
                if index <= "1" and index in _FIRST and not (index == "1" and len(words) == after_zero):
                    joined += end()
                words.append(form(rest[0], number))
                left_out[BLANKS] += len(rest[0]) - len(words[-1])
                if tagged:
                    if len(words) == ends[-1] + 1:
                        labels.append(of_next)
                        of_next = {}
                    tag = rest[_POS].strip() if len(rest) > _POS else ""
                    tags.append(None if tag in _NO_TAG else tag)
                if index == "0":
                    after_zero = len(words)
            elif has_form and (_RANGE.fullmatch(index) or _EMPTY_NODE.fullmatch(index)):
                left_out[_RANGES if "-" in index else _EMPTY_NODES] += 1
            else:
                raise BadLine(
                    number,
                    lazy(
                        "'{line}' is not a line of CoNLL: expected a number, a tab and the word. Fix it, or choose "
                        "another format.",
                        line=brief(line),
                    ),
                )
    sizes = [end - start for start, end in pairwise(ends)]
    return Block(words, sizes, documents=documents, joined=joined, left_out=left_out, pos=tags, labels=labels)


CONLL = Reader(
    key="conll",
    label=lazy("CoNLL-U or CoNLL-X"),
    description=lazy(
        "one word per line in tab-separated columns, its form in the second; a blank line after each sentence"
    ),
    unit="block",
    kind="segmented",
    sniff=_sniff,
    # Columns between blanks are told by the head of the file.
    parser=lambda head: (
        partial(_parse, width=_columns_between_blanks(_rows(head.lines)), tagged=head.role != "training"),
        None,
    ),
)
