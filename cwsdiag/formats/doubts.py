"""What the head of a file looks like that is nearly of a format: it is said, or refused where no reading can be meant.

A file whose format the user names is of that format, and nothing of this is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.formats.base import WHITE, BadLine
from cwsdiag.formats.readers.wordlist import columns_of, is_numeric
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.formats.base import Reader

_XML_HEAD = re.compile(r"\s*<(?:\?xml|!doctype|html)\b", re.IGNORECASE)
# A line in tags, one of them closing.
_MARKED_UP = re.compile(r"\s*(?=<[A-Za-z_/]).*</[A-Za-z_][\w:.-]*\s*>\s*")
_PYTHON_LIST = re.compile(r"\s*(?:\[\s*){1,2}'[^'\s]+'\s*,\s*['\"]")
_TAG_ALONE = re.compile(r"</?[A-Za-z_][^<>]*>")
_TAGGED_CHARACTER = re.compile(r"(.)[/_]([A-Za-z])")
# A word and a number with a mark between, as in tables: 我们,12 or "我们";"12".
_WITH_MARK = re.compile(r"\"?[^\",;:=|]+\"?\s*([,;:=|])\s*\"?([^\",;]+)\"?")
_LEAST_ROWS = 4
_MOST = 0.8
_HALF, _MANY = 0.5, 0.3
_MOST_COLUMNS = 6
_FEW_COLUMNS = 2
# Pieces between a mark that may separate words are as long as words, and there are as many.
_LONGEST_PIECES, _LEAST_PIECES = 4.0, 8


def refuse(lines: Sequence[str]) -> None:
    """Refuse lines of the head of a file that are plainly of a format which cannot be read.

    Raises:
        BadLine: they are XML or HTML, lists of Python, or characters with tags in a row.
    """
    rows = _rows(lines)
    marked_up = [row for row in rows if _MARKED_UP.fullmatch(row)]
    closing = sum(row.count("</") for row in marked_up)
    if rows and (_XML_HEAD.match(rows[0]) or (closing > 1 and len(marked_up) >= _HALF * len(rows))):
        raise BadLine(
            None,
            lazy(
                "this is XML or HTML, which is not read. Make it a text with one sentence per line and blanks between "
                "words; if it is one already, choose its format."
            ),
        )
    if rows and _PYTHON_LIST.match(rows[0]):
        raise BadLine(
            None,
            lazy(
                "this is a list as Python prints it, which is not read. Write it as JSON, with double quotes around "
                "strings."
            ),
        )
    tagged = _inline_tags(rows)
    if len(tagged) >= _LEAST_ROWS and {"B"} < set(tagged) <= set("BMIES"):
        raise BadLine(
            None,
            lazy(
                "each character has one of the tags {tags}, as words have parts of speech. Give one character and its "
                "tag per line, with a blank or tab between and a blank line after each sentence, or choose the format.",
                tags=" ".join(sorted(set(tagged))),
            ),
        )


def _inline_tags(rows: Sequence[str]) -> list[str]:
    """Return what stands behind the single characters of lines; nothing where they have anything else."""
    tags: list[str] = []
    for row in rows:
        for token in row.split():
            # Hardly a file is looked at any further.
            if (found := _TAGGED_CHARACTER.fullmatch(token)) is None:
                return []
            tags.append(found[2].upper())
    return tags


def doubts(name: str, lines: Sequence[str], reader: Reader) -> Iterator[str]:
    """Yield what the head of a file is nearly, where it was taken for something else.

    Args:
        name: of the file.
        lines: of its head.
        reader: what it was taken for.
    """
    rows = _rows(lines)
    if len(rows) < _LEAST_ROWS:
        return
    table = [columns_of(row) for row in rows]
    if reader.key in ("words", "word-list"):
        tables = list(_about_tables(name, rows, table))
        yield from tables
        # Where blanks stand between words, nothing else does.
        if not tables and sum(map(len, table)) <= _FEW_COLUMNS * len(rows):
            yield from _about_marks(name, rows)
    if reader.key == "word-list" and len(set(rows)) < _MOST * len(rows):
        yield lazy(
            "{name}: read as a word list, though it has the same words again and again, as a text with one word per "
            "line. Give a text as one sentence per line.",
            name=name,
        )
    if reader.key == "word-counts" and _share(len(row) > 2 and is_numeric(row[2]) for row in table) >= _HALF:
        yield lazy(
            "{name}: of the numbers behind each word the first is taken for how often it occurs. Delete the others, or "
            "leave the one that is meant.",
            name=name,
        )


def _rows(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line and not line.isspace()]


def _share(says: Iterator[bool]) -> float:
    found = list(says)
    return sum(found) / len(found)


def _about_tables(name: str, rows: Sequence[str], table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Say what looks like columns and is read as words of a sentence."""
    pairs = [found for row in rows if (found := _WITH_MARK.fullmatch(row.strip())) and "\t" not in row]
    marks = Counter(found[1] for found in pairs if is_numeric(found[2].strip()))
    numbers_behind = _share(len(row) in (2, 3) and is_numeric(row[1]) for row in table)
    several = _share(2 < len(row) <= _MOST_COLUMNS and sum(map(is_numeric, row[1:])) > 1 for row in table)
    numbers_first = _share(len(row) in (2, 3) and is_numeric(row[0]) for row in table)
    tabs = Counter(row.count("\t") for row in rows)
    (most, times), *_others = tabs.most_common(1)
    if marks and marks.total() >= _MOST * len(rows):
        yield lazy(
            "{name}: its lines are a word, {mark!r} and a number, as of a word list with counts, and are not read so. "
            "Put a tab in the place of {mark!r}.",
            name=name,
            mark=marks.most_common(1)[0][0],
        )
    elif _share(len(row) > 3 and row[0].isdecimal() and "_" in row[2:] for row in table) >= _MOST:
        yield lazy(
            "{name}: its lines look like CoNLL, but have no tabs, or not the same number of columns; they are read as "
            "words. Put tabs between the columns.",
            name=name,
        )
    elif max(numbers_behind, several) >= _MANY:
        yield lazy(
            "{name}: many lines are a word and numbers, as of a word list with counts, and are read as words of a "
            "text. Such a list is training data, with a word and one number on each line.",
            name=name,
        )
    elif numbers_first >= _MOST:
        yield lazy(
            "{name}: its lines begin with a number, as of a word list with its columns swapped, or of CoNLL with fewer "
            "than four columns; the numbers are read as words. Put the word first.",
            name=name,
        )
    elif most and times >= 0.9 * len(rows):
        yield lazy(
            "{name}: its lines are a table of {columns} columns between tabs, and each is read as a sentence of words. "
            "Give a text without other columns, or choose the format.",
            name=name,
            columns=most + 1,
        )
    elif _is_tagged(table):
        yield lazy(
            "{name}: its lines are one character and something like a tag, {tags}, and are read as words. Known tags "
            "are B M E S, B I E S, B I, 0 and 1.",
            name=name,
            tags=shown(" ".join(sorted({row[1] for row in table}))),
        )
    alone = sum(_TAG_ALONE.fullmatch(row.strip()) is not None for row in rows)
    if alone:
        yield lazy("{name}: some lines are tags as of XML, and are read as words. Delete them.", name=name)


def _is_tagged(table: Sequence[Sequence[str]]) -> bool:
    """Tell whether lines are a character and one of few other things."""
    pairs = [row for row in table if len(row) == 2 and len(row[0]) == 1]
    tags = {row[1] for row in pairs}
    return len(pairs) == len(table) >= 3 * len(tags) and len(tags) > 1


def _about_marks(name: str, rows: Sequence[str]) -> Iterator[str]:
    """Say which mark may stand between words, where there is hardly a blank between any."""
    marks = Counter(char for row in rows for char in set(row.strip()) if _may_separate(char))
    for mark, lines in marks.most_common(3):
        having = [row for row in rows if mark in row.strip()]
        pieces = [piece for row in having for part in row.split(mark) if (piece := part.strip())]
        gaps = sum(len(WHITE.findall(piece)) for piece in pieces)
        if (
            lines >= _MOST * len(rows)
            and len(pieces) >= max(_LEAST_PIECES, 2 * lines)
            and gaps <= 0.1 * len(pieces)
            and sum(map(len, pieces)) <= _LONGEST_PIECES * len(pieces)
            and not all(is_numeric(piece) or piece.isascii() for piece in pieces)
        ):
            yield lazy(
                "{name}: {mark!r} seems to stand between its words, in place of blanks; its lines are not cut there. "
                "Name it as the separator.",
                name=name,
                mark=mark,
            )
            return


def _may_separate(char: str) -> bool:
    """Tell whether a character may stand between words and nowhere else: no letter, and no mark of East Asian text."""
    # Hardly a file needs it.
    import unicodedata

    if char.isalnum() or char.isspace() or unicodedata.category(char)[0] not in "PSC":
        return False
    return char in "｜／＋＃＼＿·・∣" or char < "\u2e80"
