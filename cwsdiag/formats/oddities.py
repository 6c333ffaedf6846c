"""What looks wrong in a file: nearly of another format by its head, or odd in the whole of it, although it can be read.

A file whose format the user names is of that format, and its head is not doubted. In word lists the lines with stray
bytes are left out and named: the word list of the Academia Sinica among the public files has such a byte. A word with
one can be no word of any text, so nothing is lost; a segmented text would lose a sentence, and stays an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cwsdiag.formats.base import BadLine, Block, Reader, Separator, filled, listed, longest_mean, share_of
from cwsdiag.formats.encoding import OTHER_ENDS
from cwsdiag.formats.readers.separated import clear_share, pieces_between
from cwsdiag.formats.readers.words import is_numeric, rows_of
from cwsdiag.languages import Lazy, lazy, n_lazy

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

# What programs that cut words into smaller pieces write into a text.
_MARKS = ("[CLS]", "[SEP]", "[UNK]", "[PAD]", "<unk>", "<s>", "</s>", "</w>", "@@", "##", "\u2581")
# A word with a part of speech; behind a line below only in capital letters: it also stands between syllables.
_WITH_TAG = re.compile(r"\S+(?:/[A-Za-z]{1,4}[0-9]?|_[A-Z]{1,4}[0-9]?)")
_FEW_TAGGED = 0.1

# Control characters, and what ends lines elsewhere. A NUL, a tab and LF are no matter of this.
_ODD = frozenset("".join(map(chr, [*range(1, 9), 11, 12, *range(14, 32), *range(127, 160)])) + OTHER_ENDS)
# What ``surrogateescape`` makes of the bytes 0x80 to 0xff.
_STRAY = re.compile("[\udc80-\udcff]")
# More such lines than this, or than words: then it is the encoding that is wrong.
MOST_STRAY = 10
# A line of more characters is read, with a warning.
_LONGEST_LINE = 100_000
# In a text of as many lines, all with one word, that is no chance; nor is one sentence of so many words.
_LEAST_LINES = 10
_LONGEST_SENTENCE = 200
# So many of several characters are named, and of several places, the others in a number.
_SHOWN, _LISTED = 3, 4


def refuse(lines: Sequence[str]) -> None:
    """Refuse lines of the head of a file that are plainly of a format which cannot be read.

    Raises:
        BadLine: they are XML or HTML, lists of Python, or characters with tags in a row.
    """
    rows = filled(lines)
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
    tags = []
    for token in (token for row in rows for token in row.split()):
        # Hardly a file is looked at any further.
        if (pair := _TAGGED_CHARACTER.fullmatch(token)) is None:
            return
        tags.append(pair[2].upper())
    if len(tags) >= _LEAST_ROWS and {"B"} < set(tags) <= set("BMIES"):
        raise BadLine(
            None,
            lazy(
                "each character has one of the tags {tags}, as words have parts of speech. Give one character and its "
                "tag per line, with a blank or tab between and a blank line after each sentence, or choose the format.",
                tags=" ".join(sorted(set(tags))),
            ),
        )


def doubts(lines: Sequence[str], reader: Reader) -> Iterator[str]:
    """Yield what the head of a file is nearly, where it was taken for something else.

    Args:
        lines: of its head.
        reader: what it was taken for.
    """
    rows = filled(lines)
    if len(rows) < _LEAST_ROWS:
        return
    text, table = "\n".join(rows), rows_of(map(str.lstrip, rows))
    if marks := [mark for mark in _MARKS if mark in text and share_of(mark in row for row in rows) >= _HALF]:
        yield lazy(
            "it has {marks} as programs write that cut words into pieces, and these count as characters. Delete them, "
            "and put the pieces of each word together.",
            marks=listed(marks),
        )
    if (
        reader.key == "words"
        and not {"/", "_"}.isdisjoint(text)
        and share_of(map(_WITH_TAG.fullmatch, text.split())) >= _FEW_TAGGED
    ):
        yield lazy(
            "some of its words have a part of speech behind them and others have none, so it counts as a part of the "
            "word. Give all of them one, or none.",
        )
    if reader.key in ("words", "word-list"):
        tables = list(_about_tables(rows, table))
        yield from tables
        # Where blanks stand between words, nothing else does.
        if not tables and sum(map(len, table)) <= _FEW_COLUMNS * len(rows):
            yield from _about_marks(rows)
    if reader.key == "word-list" and len(set(rows)) < _MOST * len(rows):
        yield lazy(
            "read as a word list, though it has the same words again and again, as a text with one word per "
            "line. Give a text as one sentence per line.",
        )
    if reader.key == "word-counts" and share_of(len(row) > 2 and is_numeric(row[2]) for row in table) >= _HALF:
        yield lazy(
            "of the numbers behind each word the first is taken for how often it occurs. Delete the others, or "
            "leave the one that is meant.",
        )


def _about_tables(rows: Sequence[str], table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Say what looks like columns and is read as words of a sentence."""
    pairs = [pair for row in rows if (pair := _WITH_MARK.fullmatch(row.strip())) and "\t" not in row]
    marks = Counter(pair[1] for pair in pairs if is_numeric(pair[2].strip()))
    tabs, times = Counter(row.count("\t") for row in rows).most_common(1)[0]
    tags = {row[1] for row in table if len(row) == 2 and len(row[0]) == 1}
    if marks.total() >= _MOST * len(rows):
        yield lazy(
            "its lines are a word, {mark!r} and a number, as of a word list with counts, and are not read so. "
            "Put a tab in the place of {mark!r}.",
            mark=marks.most_common(1)[0][0],
        )
    elif (
        (tabs and times >= 0.9 * len(rows))
        or share_of(map(_has_numbers_behind, table)) >= _MANY
        or share_of(len(row) in (2, 3) and is_numeric(row[0]) for row in table) >= _MOST
        or share_of(len(row) > 3 and row[0].isdecimal() and "_" in row[2:] for row in table) >= _MOST
        or (1 < len(tags) <= len(table) / 3 and all(len(row) == 2 and len(row[0]) == 1 for row in table))
    ):
        yield lazy(
            "its lines look like those of a table, such as a word list with counts, CoNLL without tabs or characters "
            "with tags that are not known, and are read as words of a text. Choose the format, or give a text without "
            "other columns.",
        )
    if any(_TAG_ALONE.fullmatch(row.strip()) for row in rows):
        yield lazy("some lines are tags as of XML, and are read as words. Delete them.")


def _has_numbers_behind(row: Sequence[str]) -> bool:
    """Tell whether a row is a word and numbers: of two or three columns the second, or two of more."""
    if len(row) > 3:
        return len(row) <= _MOST_COLUMNS and sum(map(is_numeric, row[1:])) > 1
    return len(row) > 1 and is_numeric(row[1])


def _about_marks(rows: Sequence[str]) -> Iterator[str]:
    """Say which mark may stand between words, where there is hardly a blank between any."""
    marks = Counter(char for row in rows for char in set(row.strip()) if _may_separate(char))
    for mark, lines in marks.most_common(3):
        pieces, _gaps = pieces_between([row for row in rows if mark in row.strip()], mark)
        if (
            clear_share(rows, mark) is not None
            and len(pieces) >= max(_LEAST_PIECES, 2 * lines)
            and sum(map(len, pieces)) <= _LONGEST_PIECES * len(pieces)
        ):
            yield lazy(
                "{mark!r} seems to stand between its words, in place of blanks; its lines are not cut there. "
                "Name it as the separator.",
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


def _long_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of lines that are too long; of all others only ends within reach are looked for."""
    start = 0
    while len(text) - start > _LONGEST_LINE:
        end = text.rfind("\n", start, start + _LONGEST_LINE + 1)
        if end < 0:
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            yield start, end
        start = end + 1


class Oddities:
    """What looks wrong in the whole of a file, gathered block by block while it is read.

    Attributes:
        stray: the lines of a word list that were left out for stray bytes.
        lines, words: how many were looked at, lines by their ends.
    """

    def __init__(self, reader: Reader, separator: Separator | None) -> None:
        """Begin with nothing."""
        self.stray: list[Lazy] = []
        self.lines = self.words = 0
        self._segmented = reader.kind == "segmented"
        # JSON writes characters by their numbers.
        self._by_word = reader.keeps_feff
        self._odd = _ODD.difference("" if separator is None else separator.chars)
        # How often each stands there, and the line of the first; 0 where that is not known.
        self._times: Counter[str] = Counter()
        self._first: dict[str, int] = {}
        self._long_lines: list[Lazy] = []
        self._sentences = self._alone = self._joined = self._characters = 0
        self._sample: Sequence[str] = ()

    def without_stray(self, text: str) -> str:
        """Return the text of a word list with its lines that have stray bytes made empty: all others keep their number.

        Args:
            text: what comes next, decoded with ``surrogateescape``, LF line ends, whole lines.
        """
        if self._segmented or not _STRAY.search(text):
            return text
        lines = text.split("\n")
        for place, line in enumerate(lines):
            if stray := "".join(_STRAY.findall(line)):
                bytes = stray.encode("ascii", "surrogateescape").hex(" ")
                self.stray.append(lazy("line {line} ({bytes})", line=self.lines + 1 + place, bytes=bytes))
                lines[place] = ""
        return "\n".join(lines)

    def add(self, text: str, block: Block) -> None:
        """Take note of the text that comes next, with LF line ends, and of its words."""
        for start, end in _long_lines(text):
            number = self.lines + 1 + text.count("\n", 0, start)
            self._long_lines.append(
                lazy("line {line} ({characters:,} characters)", line=number, characters=end - start)
            )
        # Looking for each by itself is much faster than for all at once.
        if any(char in text for char in self._odd) or (self._by_word and "\\" in text):
            for number, line in enumerate(block.words if self._by_word else text.split("\n"), self.lines + 1):
                # At the ends of a line they are white space and mean nothing.
                if not self._odd.isdisjoint(line):
                    for char in filter(self._odd.__contains__, line.strip(OTHER_ENDS + " \t")):
                        self._times[char] += 1
                        self._first.setdefault(char, 0 if self._by_word else number)
        if self._segmented:
            self._joined += block.joined
            self._sentences += len(block.sizes)
            self._alone += block.sizes.count(1)
            if self._alone == self._sentences:
                self._characters += sum(map(len, block.words))
                self._sample = self._sample or block.words
        self.words += len(block.words)
        self.lines += text.count("\n")

    def warnings(self, encoding: str) -> Iterator[str]:
        """Yield what is to be said of the file.

        Args:
                encoding: what stray bytes are not, as people call it.
        """
        if self.stray:
            yield lazy(
                "left out of this word list, for bytes that are not {encoding}: {places}.",
                encoding=encoding,
                places=listed(self.stray, _LISTED),
            )
        if self._long_lines:
            yield lazy(
                "very long lines: {places}. Each is taken as one sentence; check the line ends of the file.",
                places=listed(self._long_lines, _LISTED),
            )
        if ends := self._odd_characters(in_words=False):
            yield lazy(
                "inside lines it has {characters}, taken for white space between words. If sentences end "
                "there, put line feeds in their place.",
                characters=ends,
            )
        if controls := self._odd_characters(in_words=True):
            yield lazy(
                "control characters stand in its words: {characters}. They count as characters. Delete "
                "them, or name them as the separator if words stand between them.",
                characters=controls,
            )
        if self._joined:
            yield n_lazy(
                "after {n:,} sentence there is no blank line; another is taken to begin where the numbers "
                "of the words start again.",
                "after {n:,} sentences there is no blank line; another is taken to begin where the numbers "
                "of the words start again.",
                self._joined,
            )
        if self._sentences == 1 and self.words > _LONGEST_SENTENCE and not self._long_lines:
            yield lazy(
                "the whole file is one sentence, of {words:,} words. Check its line ends, or the blank "
                "lines between its sentences.",
                words=self.words,
            )
        one_each = self._alone == self._sentences >= _LEAST_LINES
        if one_each and self._characters <= longest_mean(self._sample) * self.words:
            yield lazy(
                "each sentence has one word, as in a word list or a column of words. A text has one "
                "sentence per line; choose another format, or bring it into that form.",
            )

    def _odd_characters(self, *, in_words: bool) -> str:
        """Return the odd characters of one kind, each with how often it occurs, and where first if that is known."""
        places = []
        for char in [char for char in self._times if (char not in OTHER_ENDS) == in_words][:_SHOWN]:
            place = lazy("{times:,} × {character}", times=self._times[char], character=f"U+{ord(char):04X}")
            line = self._first[char]
            places.append(lazy("{place} (from line {line})", place=place, line=line) if line else place)
        return listed(places) if places else ""
