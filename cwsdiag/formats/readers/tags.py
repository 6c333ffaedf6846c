"""A character and its tags on each line, a blank line after each sentence: what taggers such as CRF++ read and write.

Tags say where words begin and end: BMES, BIES, BI, or 0 and 1. A part of speech may follow, as in ``B-NN``. Small
letters are taken for these where a column has hardly anything else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cwsdiag.errors import brief
from cwsdiag.formats.base import BadLine, Block, Head, Parse, Reader, Role, form, in_sentences, share_of
from cwsdiag.formats.readers.words import columns_of, rows_of
from cwsdiag.languages import lazy


@dataclass(frozen=True)
class Scheme:
    """A set of tags.

    Attributes:
        label: what messages call it.
        word: what the tags of a word look like, each cut to its first letter.
        first: the tags that a word begins with.
    """

    label: str
    tags: str
    word: re.Pattern[str]
    first: str


BMES = Scheme(lazy("BMES or BIES"), "BMIES", re.compile("S|B[MI]*E"), "BS")
BI = Scheme("BI", "BI", re.compile("BI*"), "B")
BY_FIRST = Scheme(lazy("01 with 1 on the first character of a word"), "01", re.compile("10*"), "1")
_BY_LAST = Scheme(lazy("01 with 1 on the last character of a word"), "01", re.compile("0*1"), "01")

_TAG = re.compile(r"([BMIES])(?:[-_].+)?|[01]")
# What looks like a tag, known or not: a file with wrong tags must still be taken for one with tags, to name them.
_TAG_LIKE = re.compile(r"[A-Za-z0-9](?:[-_].+)?")
_SMALL_TAG = re.compile(r"[bmies](?:[-_].+)?")
_LEAST_SMALL = 0.95
_LEAST_SHARE = 0.8
_LEAST_KNOWN = 0.5


def _tag_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns that hold tags in most rows; CRF++ files may have columns of other features too.

    Without such a column those that hold nothing but tags in small letters, of words of one character and of more.
    """
    columns, small = [], []
    for index in range(1, max(map(len, rows), default=0)):
        values = [row[index] for row in rows if len(row) > index]
        known = sum(_TAG.fullmatch(value) is not None for value in values)
        alike = sum(_TAG_LIKE.fullmatch(value) is not None for value in values)
        letters = {value[:1] for value in values}
        if known >= _LEAST_KNOWN * len(rows) and alike >= _LEAST_SHARE * len(rows):
            columns.append(index)
        elif len(values) >= _LEAST_SMALL * len(rows) and _is_small(values) and "b" in letters and letters & set("ies"):
            small.append(index)
    return columns or small


def _is_small(tags: Sequence[str]) -> bool:
    """Tell whether tags are in small letters, but for a few that are wrong."""
    return sum(_SMALL_TAG.fullmatch(tag) is not None for tag in tags) >= _LEAST_SMALL * len(tags)


def _sniff(lines: Sequence[str], role: Role) -> float:
    rows = rows_of(lines)
    share = share_of((len(row[0]) == 1 for row in rows), _LEAST_SHARE)
    return share if share and _tag_columns(rows) else 0.0


def _parser(head: Head, *, end: bool = False) -> tuple[Parse, None]:
    rows = rows_of(head.lines)
    columns = _tag_columns(rows)
    if not columns:
        raise BadLine(None, lazy("no column of tags (BMES, BIES, BI or 01) after the first. Choose another format."))
    column = columns[-1] if head.role == "system" else columns[0]
    tags = [row[column] for row in rows if len(row) > column]
    small = bool(tags) and _is_small(tags)
    # The scheme is told by shares, so that a few wrong tags do not hide it and can be named.
    letters = Counter(tag[:1].upper() if small else tag[:1] for tag in tags)
    # Every word of BMES ends with E or S, so they are about half of all tags; in BI they are mistakes.
    scheme = BMES if letters["E"] + letters["S"] > len(tags) / 20 else BI
    if letters["0"] + letters["1"] > len(tags) / 2:
        scheme = _BY_LAST if end else BY_FIRST
    if end and scheme is not _BY_LAST:
        raise BadLine(None, lazy("its tags are {scheme}, not 01. Choose the format 'tags'.", scheme=scheme.label))
    return partial(_parse, column=column, scheme=scheme, small=small), None


def words_by_tags(chars: Sequence[str], tags: str, scheme: Scheme) -> tuple[list[str], int]:
    """Return the words that tags make of characters, and the place up to which they make any."""
    words, place = [], 0
    while place < len(tags) and (word := scheme.word.match(tags, place)) is not None:
        words.append("".join(chars[place : word.end()]))
        place = word.end()
    return words, place


def _parse(text: str, first_line: int, *, column: int, scheme: Scheme, small: bool) -> Block:
    sentences = []
    chars = []
    tags = ""
    for number, line in enumerate([*text.split("\n"), ""], first_line):
        columns = columns_of(line)
        if columns:
            if len(columns) <= column:
                raise BadLine(
                    number,
                    lazy(
                        "'{line}' has no column {column}, where the tag should be. Fix it.",
                        line=brief(line),
                        column=column + 1,
                    ),
                )
            chars.append(form(columns[0], number))
            value = columns[column]
            tag = value[:1].upper() + value[1:] if small else value
            if tag[:1] not in scheme.tags or not (len(tag) == 1 or _TAG.fullmatch(tag)):
                raise BadLine(
                    number,
                    lazy(
                        "unknown tag '{tag}'. The tags of this file are {scheme}: fix it, or choose another format.",
                        tag=brief(value),
                        scheme=scheme.label,
                    ),
                )
            tags += tag[0]
        elif chars:
            words, place = words_by_tags(chars, tags, scheme)
            if place < len(tags):
                raise _bad_sequence(chars, tags, place, scheme, number - len(chars))
            sentences.append(words)
            chars, tags = [], ""
    return in_sentences(sentences)


def _bad_sequence(chars: Sequence[str], tags: str, start: int, scheme: Scheme, first_line: int) -> BadLine:
    """Return why no word begins at ``start``: by its tag, or because the word that begins there does not end."""
    place = start
    if tags[start] in scheme.first:
        place = start + 1
        while place < len(tags) and tags[place] in "MI0":
            place += 1
    if place == len(tags):
        problem = lazy(
            "the sentence ends, but the word that begins in line {line} does not (tags {scheme}). Fix the tags.",
            line=first_line + start,
            scheme=scheme.label,
        )
        return BadLine(first_line + place - 1, problem)
    problem = lazy(
        "'{char}' has the tag {tag}, which cannot follow {before} (tags {scheme}). Fix the tags.",
        char=brief(chars[place]),
        tag=tags[place],
        before=tags[place - 1] if place else lazy("the beginning of a sentence"),
        scheme=scheme.label,
    )
    return BadLine(first_line + place, problem)


TAGS = Reader(
    key="tags",
    label=lazy("characters with tags"),
    description=lazy(
        "character and tag, one per line, blank line after a sentence; BMES, BIES, BI, 01 (1: first character)"
    ),
    unit="block",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
)

TAGS_END = Reader(
    key="tags-end",
    label=lazy("characters with 01 tags, 1 on the last character"),
    description=lazy(
        "character and 0 or 1, one per line, blank line after a sentence; 1 marks the last character of a word"
    ),
    unit="block",
    kind="segmented",
    # Nothing in a file tells whether 1 is the first or the last character, so only the user can choose this.
    sniff=lambda lines, role: 0.0,
    parser=partial(_parser, end=True),
)
