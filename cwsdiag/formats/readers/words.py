"""Words separated by white space, a sentence a line, as the bakeoffs have them; with parts of speech; and word lists.

Of gold and systems it matters where words end: they are spans of the characters, found at once, and no string is made
of any that nobody reads. Training data is counted word by word. A part of speech stands behind a word as ``word_POS``
(Chinese Treebank) or ``word/POS`` (People's Daily, with its brackets).

Word lists as training data: a word a line, alone or with its count or frequency.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import brief
from cwsdiag.formats.base import (
    BLANKS,
    PARTS_OF_SPEECH,
    WHITE,
    BadLine,
    Block,
    Head,
    Parse,
    Reader,
    Role,
    blanks_in,
    form,
    in_sentences,
    pieces,
    share_of,
)
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from numpy.typing import NDArray


# `str.split` would cut at these, which are not white space.
_NOT_WHITE = "\x1c\x1d\x1e\x1f"
_LINE_FEED = 0x0A
# Beyond the last character that is white space.
_BEYOND = 0x3001


class Spans(Sequence[str]):
    """Words that are cut out of their characters when somebody asks for them.

    Attributes:
        chars: the characters of all words, joined.
        lengths: int32, how many each word has; at least one.
    """

    def __init__(self, chars: str, lengths: NDArray[Any]) -> None:
        """Take characters and lengths."""
        self.chars = chars
        self.lengths = lengths

    @cached_property
    def _words(self) -> list[str]:
        return pieces(self.chars, self.lengths.tolist())

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.lengths)

    def __getitem__(self, place: Any) -> Any:
        """Return a word, or several in a list."""
        return self._words[place]


def cut_at_white(text: str, first_line: int = 1) -> Block:
    """Return what stands between white space (Unicode White_Space), a sentence a line; no text is wrong."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    white = np.ones(len(codes) + 1, dtype=np.bool_)
    white[:-1] = white_by_code()[np.minimum(codes, _BEYOND)]
    # A word ends where white space follows what is none.
    last = np.flatnonzero(white[1:] & ~white[:-1])
    kept = codes[~white[:-1]]
    ends = np.cumsum(~white[:-1], dtype=np.int32)[last]
    # So many words end before each end of a line, and in the whole.
    before = np.append(np.searchsorted(last, np.flatnonzero(codes == _LINE_FEED)), len(last))
    sizes = np.diff(before, prepend=0)
    chars = kept.tobytes().decode("utf-32-le", "surrogatepass")
    return Block(Spans(chars, np.diff(ends, prepend=np.int32(0))), sizes[sizes > 0].tolist())


@cache
def white_by_code() -> NDArray[Any]:
    """Return for each code point up to ``_BEYOND`` whether it is white space."""
    import numpy as np

    return np.array([WHITE.fullmatch(chr(code)) is not None for code in range(_BEYOND + 1)])


def split(line: str) -> list[str]:
    """Return what stands between white space (Unicode White_Space), never an empty string."""
    return [word for word in WHITE.split(line) if word]


def splitter(text: str) -> Callable[[str], list[str]]:
    """Return the fastest function that cuts lines of ``text`` exactly as ``split`` does."""
    return split if any(char in text for char in _NOT_WHITE) else str.split


def parse(text: str, first_line: int) -> Block:
    """Read words; no text is wrong."""
    return in_sentences(map(splitter(text), text.split("\n")))


WORDS = Reader(
    key="words",
    label=lazy("words separated by white space"),
    description=lazy("one sentence per line; blanks, tabs or ideographic spaces between words"),
    unit="line",
    kind="segmented",
    # Any text can be read so: another format has only to be surer than this.
    sniff=lambda lines, role: 0.5,
    parser=lambda head: (parse if head.role == "training" else cut_at_white, None),
    white_separates=True,
    bare_lines=True,
)


_LEAST_SHARE = 0.95
# Mean characters of a word: lists have two to four, unsegmented sentences many more.
_LONGEST_MEAN = 6.0
_MOST_DIGITS = 15
_LONGEST_NUMBER = 25
_LEAST, _TOO_MUCH = 1e-15, 1e15
# A frequency, such as 3.5 for each million words; and what can only be meant as a number, but may be none above 0.
_FREQUENCY = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?", re.ASCII)
_SIMPLE_COUNTS = re.compile(rf"(?:\S++[ \t][1-9][0-9]{{0,{_MOST_DIGITS - 1}}}+(?:\n|\Z))++")
_NUMERIC = re.compile(
    r"[+\-\u2212]?(?:[0-9][0-9.,]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?%?|[+-]?(?:nan|inf(?:inity)?)", re.ASCII | re.IGNORECASE
)


def columns_of(line: str) -> list[str]:
    """Return the columns of a line: what stands between tabs, where it has any, else between white space."""
    line = line.rstrip()
    return [column.strip() for column in line.split("\t")] if "\t" in line else line.split()


def rows_of(lines: Iterable[str]) -> list[list[str]]:
    """Return the columns of the lines that have some."""
    return [columns for columns in map(columns_of, lines) if columns]


def is_numeric(text: str) -> bool:
    """Tell whether a column can only be meant as a number, be it above 0 or not."""
    return _NUMERIC.fullmatch(text) is not None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _sniff(lines: Sequence[str], role: Role, *, counts: bool) -> float:
    """Return the share of rows that are a word (and a count, which a part of speech may follow)."""
    rows = rows_of(map(str.lstrip, lines)) if role == "training" else []
    words = [row[0] for row in rows if (len(row) in (2, 3) and is_numeric(row[1]) if counts else len(row) == 1)]
    likely = len(words) >= _LEAST_SHARE * len(rows) and sum(map(len, words)) <= _LONGEST_MEAN * len(words)
    return len(words) / len(rows) if words and likely else 0.0


def _parse_list(text: str, first_line: int) -> Block:
    lines = text.split("\n")
    words = [line for line in lines if line]
    # Most lists have no white space but line ends, and this tells so many times faster than a look at each line.
    if words == text.split():
        return Block(words, [])
    words = [form(line, number) for number, line in enumerate(lines, first_line) if line and not line.isspace()]
    return Block(words, [], left_out={BLANKS: blanks_in(map(str.strip, lines))})


def _parse_counts(text: str, first_line: int) -> Block:
    # Most lists have no other lines: these are read at several times the speed.
    if _SIMPLE_COUNTS.fullmatch(text):
        tokens = text.split()
        return Block(tokens[::2], [], list(map(int, tokens[1::2])))
    words = []
    numbers = []
    tagged = blanks = 0
    for number, line in enumerate(text.split("\n"), first_line):
        columns = columns_of(line.lstrip())
        if columns:
            words.append(form(columns[0], number))
            times = columns[1] if len(columns) > 1 else ""
            # The bounds keep sums of them within what can be counted exactly.
            most = _MOST_DIGITS if _is_count(times) else _LONGEST_NUMBER
            if len(times) > most or not _FREQUENCY.fullmatch(times) or not _LEAST <= float(times) < _TOO_MUCH:
                problem = lazy(
                    "'{line}': expected a word and how often it occurs, a count or a frequency such as 3.5, above 0 "
                    "and with at most {digits} digits before the point. Fix the line or delete it; a list without "
                    "counts has the format 'word-list'.",
                    line=brief(line),
                    digits=_MOST_DIGITS,
                )
                raise BadLine(number, problem)
            numbers.append(times)
            tagged += len(columns) > 2
            blanks += len(columns[0]) - len(words[-1])
    left_out = {PARTS_OF_SPEECH: tagged, BLANKS: blanks}
    if all(map(_is_count, numbers)):
        return Block(words, [], list(map(int, numbers)), left_out=left_out)
    # Hardly a list has frequencies.
    from decimal import Decimal

    # Whole numbers of the least power of ten that leaves none with decimals.
    values = [Decimal(number).normalize() for number in numbers]
    decimals = max(0, *(-int(value.as_tuple().exponent) for value in values))
    return Block(words, [], [int(value.scaleb(decimals)) for value in values], decimals=decimals, left_out=left_out)


WORD_LIST = Reader(
    key="word-list",
    label=lazy("word list"),
    description=lazy("training data only: one word per line"),
    unit="line",
    kind="list",
    sniff=partial(_sniff, counts=False),
    parser=lambda head: (_parse_list, None),
)

WORD_COUNTS = Reader(
    key="word-counts",
    label=lazy("word list with counts"),
    description=lazy("training data only: one word and its count or frequency per line, a part of speech may follow"),
    unit="line",
    kind="counts",
    sniff=partial(_sniff, counts=True),
    parser=lambda head: (_parse_counts, None),
)


_SEPARATORS = "_/"
_TAGGED = {mark: re.compile(rf".+{mark}[A-Za-z][A-Za-z0-9-]*(?:\][A-Za-z0-9]*)*") for mark in _SEPARATORS}
# A compound name, `[中央/n 电视台/n]nt`, with no other in it; `[/w` and `]/w` are brackets that are words themselves.
_COMPOUND = re.compile(
    r"(?<![^\s\[])\[(?!/)((?:[^\[\]]|(?<![^\s\[])[\[\]](?=/))*/[A-Za-z0-9]+)\]/?[A-Za-z0-9]+(?![^\s\]])"
)
# Running text has a few tokens whose tag looks odd; text without tags has hardly any that look right.
_LEAST_TAGGED = 0.8
_LOOKED_AT = 2000
_PAIRS: str = lazy("pairs of brackets")


def _shares(lines: Sequence[str]) -> dict[str, float]:
    """Return for each separator the share of tokens that end in it and a tag."""
    tokens = list(islice((token for line in lines for token in line.split()), _LOOKED_AT))
    return {
        mark: share_of(mark in token and pattern.fullmatch(token) for token in tokens)
        for mark, pattern in _TAGGED.items()
    }


def _sniff_tagged(lines: Sequence[str], role: Role) -> float:
    share = max(_shares(lines).values())
    return share if share >= _LEAST_TAGGED else 0.0


def _parser(head: Head) -> tuple[Parse, None]:
    shares = _shares(head.lines)
    mark = max(_SEPARATORS, key=shares.__getitem__)
    return partial(_parse, mark=mark, tagged=head.role != "training"), None


def _parse(text: str, first_line: int, *, mark: str, tagged: bool) -> Block:
    left_out: Counter[str] = Counter()
    tags: list[str] = []
    split = splitter(text)

    def sentences() -> Iterator[list[str]]:
        for number, line in enumerate(text.split("\n"), first_line):
            if mark == "/" and "]" in line:
                line, pairs = without_brackets(line)
                left_out[_PAIRS] += pairs
            tokens = split(line)
            words = [_word(token, mark, number) for token in tokens]
            if tagged:
                # What closes a bracket that was never opened is none of a tag.
                tags.extend(token.rpartition(mark)[2].partition("]")[0] for token in tokens)
            else:
                left_out[PARTS_OF_SPEECH] += len(words)
            yield words

    return in_sentences(sentences(), left_out, tags)


def _word(token: str, mark: str, line: int) -> str:
    word, _, tag = token.rpartition(mark)
    if word and tag:
        return word
    values = {"token": brief(token), "mark": mark}
    problem = lazy(
        "'{token}' has no part of speech: expected word{mark}POS. Add it, or if the file has none, choose the format "
        "'words'.",
        **values,
    )
    if mark in token:
        problem = lazy("'{token}' has no word or no tag: expected word{mark}POS. Fix it or delete it.", **values)
    raise BadLine(line, problem)


def without_brackets(line: str) -> tuple[str, int]:
    """Cut the brackets around compound names, as in ``[中央/n 电视台/n]nt``, and count the pairs.

    A bracket that is not closed, or closes nothing, is part of its word.
    """
    pairs, cut = 0, 1
    while cut:
        line, cut = _COMPOUND.subn(r"\1", line)
        pairs += cut
    return line, pairs


POS = Reader(
    key="pos",
    label=lazy("words with parts of speech"),
    description=lazy("one sentence per line; word_POS or word/POS, white space between words; [brackets]nt are cut"),
    unit="line",
    kind="segmented",
    sniff=_sniff_tagged,
    parser=_parser,
    white_separates=True,
    bare_lines=True,
)
