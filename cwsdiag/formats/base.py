"""What a file format is to the rest of cwsdiag: ``Reader``, and the ``Block`` of words it gives.

And which language a text is written in, as far as its characters tell, and how long its words are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, pairwise
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from cwsdiag.languages import lazy

Role = Literal["gold", "system", "training"]
ContentKind = Literal["segmented", "counts", "list"]

# Unicode White_Space. `str.split` takes U+001C to U+001F for white space too, which Unicode does not.
WHITE = re.compile(r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
# What readers leave out of a text.
BLANKS: str = lazy("white space characters in words")
PARTS_OF_SPEECH: str = lazy("parts of speech")
# What labels of sentences may be called, what names a sentence, and what is the sentence once more and no label of it.
LABEL = re.compile(r"[^\s,;=:]+")
SENTENCE_ID = "sent_id"
# A file of very many names must not take the memory of names times sentences.
MOST_LABELS = 20
NO_LABELS = frozenset({"text", "text_en", "translit", "words", "boundaries", "output", "doc"})
# How a line of JSON begins that can be a sentence.
JSON_LINE = re.compile(r'\s*(?:\{\s*"|\[\s*["\]])')
# U+FEFF is deleted wherever it stands (METHODS 1).
FEFF = "\ufeff"

# How a file begins that is JSON as a whole: an array of arrays, objects or strings, or an object.
JSON_DOCUMENT = re.compile(r'\s*(?:\[\s*(?:[\[{]\s*["\[{\]]|")|\{\s*"[^"\n]*"\s*:)')


class Block(NamedTuple):
    """Words of a stretch of a file, in order.

    Attributes:
        words: characters without white space; none is empty. They may be ``Spans``, which makes strings of them when
            they are asked for.
        sizes: number of words of each sentence, at least 1; empty for a word list.
        counts: occurrences of each word, at least 1, in a word list that has them; else None.
        documents: where the file says which document sentences are of: places in ``sizes``, rising, as many as it has
            where the sentence after the block is meant; each with the id of the document from there on, None where one
            begins whatever came before, and empty where the document is not said.
        decimals: of a word list with frequencies their decimals: ``counts`` are frequencies times ten to the power of
            this; 0 for counts.
        joined: how many sentences end without what the format ends them with, where another begins plainly.
        left_out: how often what is no part of the words was passed over, by its name; for the import report.
        outputs: what systems wrote as one string, in formats that have such.
        pos: the part of speech of each word, None of one that has none; empty where none has, and in training data,
            where nobody asks for them.
        labels: of each sentence what the file says beside its words, by name: genre, source, ``sent_id``; likewise
            empty.
    """

    words: Sequence[str]
    sizes: list[int]
    counts: list[int] | None = None
    documents: Sequence[tuple[int, str | None]] = ()
    decimals: int = 0
    joined: int = 0
    left_out: Mapping[str, int] = MappingProxyType({})
    outputs: Sequence[str] = ()
    pos: Sequence[str | None] = ()
    labels: Sequence[Mapping[str, str]] = ()


def filled(lines: Iterable[str]) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in lines if line and not line.isspace()]


def share_of(hits: Iterable[object], least: float = 0.0) -> float:
    """Return the share of lines, or of what they have, that is as it should be; 0 of none, or below ``least``."""
    results = [bool(hit) for hit in hits]
    share = sum(results) / len(results) if results else 0.0
    return share if share >= least else 0.0


def pieces(whole: Sequence[Any], sizes: Iterable[int]) -> list[Any]:
    """Return a text, or words in a row, cut into pieces of these sizes."""
    return [whole[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]


def in_sentences(
    sentences: Iterable[list[str]], left_out: Mapping[str, int] = MappingProxyType({}), pos: Sequence[str | None] = ()
) -> Block:
    """Return the words of sentences, but of those that are empty."""
    full = list(filter(None, sentences))
    return Block(list(chain.from_iterable(full)), list(map(len, full)), left_out=left_out, pos=pos)


class BadLine(ValueError):
    """A line does not follow its format. The caller knows the file and makes a ``FormatError`` of it.

    Attributes:
        line: number of the line in its file, from 1; None where the whole file is meant.
        problem: what stands there and what to do about it.
    """

    def __init__(self, line: int | None, problem: str) -> None:
        """Keep line and problem."""
        super().__init__(line, problem)
        self.line, self.problem = line, problem


@dataclass(frozen=True)
class Separator:
    """What stands between two words of a line where that is not white space.

    Attributes:
        chars: its characters; one at least, and no line end.
        label: what the user sees.
        reason: why it was chosen, to follow on "because".
    """

    chars: str
    label: str
    reason: str


# Text that has LF line ends only and is whole in the reader's unit, and the number of its first line in the file.
Parse = Callable[[str, int], Block]


class Head(NamedTuple):
    """The beginning of a file, and what is asked of its reader.

    Attributes:
        lines: whole lines.
        role: what the file is to be.
        separator: what is asked for to stand between words; None to find it out.
        strip: keys of ``cwsdiag.formats.wrappers.WRAPPERS`` that are stripped from the lines of ``Block.outputs``.
    """

    lines: Sequence[str]
    role: Role
    separator: Separator | None = None
    strip: Sequence[str] = ()


_FILLED = re.compile(r"\S.*")


def filled_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines that are not blank, one at a time, each with its place in the text and without blanks around it."""
    for line in _FILLED.finditer(text):
        yield line.start(), line.group().rstrip()


def line_at(text: str, place: int) -> int:
    """Return the number of the line, from 1, that a place in a text is in."""
    return text.count("\n", 0, place) + 1


@dataclass(frozen=True)
class Reader:
    """A file format.

    Attributes:
        key: its name in options and project files.
        label: its name for people.
        description: one line on what a file of it looks like.
        unit: where its text may be cut: after any line, only after a blank line, or nowhere.
        kind: running text, a word list with counts, or one without.
        sniff: how sure it is, from 0 to 1, that lines from the head of a file for this role are of this format. The
            surest reader wins, and of equals the first in ``READERS``.
        parser: makes the function that parses one file, and says what stands between its words: None for white space,
            and where the format leaves no choice. Both raise ``BadLine``.
        keeps_feff: whether it must see U+FEFF, because it counts characters, and deletes it itself.
        white_separates: whether words of a line are separated by white space.
        bare_lines: whether each line may stand between what is not text, as a number or quotes.
        separators: whether its words may stand between other characters, which the user may name.
    """

    key: str
    label: str
    description: str
    unit: Literal["line", "block", "file"]
    kind: ContentKind
    sniff: Callable[[Sequence[str], Role], float]
    parser: Callable[[Head], tuple[Parse, Separator | None]]
    keeps_feff: bool = False
    white_separates: bool = False
    bare_lines: bool = False
    separators: bool = False


def blanks_in(texts: Iterable[str]) -> int:
    """Return how many white space characters there are."""
    return sum(len(found) for text in texts for found in WHITE.findall(text))


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Return names as people list them: ``a``, ``a and b``, ``a, b and c``; nothing of none.

    Args:
        names: what is listed.
        most: of more names than these the last ones are counted; None for all.
    """
    if most is not None and len(names) > most:
        names = [*names[: most - 1], lazy("{number:,} others", number=len(names) - most + 1)]
    if len(names) < 2:
        return "".join(names)
    listing = names[0]
    for name in names[1:-1]:
        listing = lazy("{names}, {name}", names=listing, name=name)
    return lazy("{names} and {name}", names=listing, name=names[-1])


def form(text: str, line: int) -> str:
    """Return a word from a column: blanks inside are deleted (METHODS 1).

    Raises:
        BadLine: nothing is left.
    """
    word = WHITE.sub("", text) if not text.isalnum() else text
    if not word:
        raise BadLine(line, lazy("the column of the word is empty. Fill it in, or delete the line."))
    return word


# Characters that are looked at.
_LOOKED_AT = 20_000
# Mean characters of a word are about 1.6 in Chinese, and up to 6 where marks are characters of their own; in
# unsegmented text a word is a sentence, or a phrase.
_LONGEST_MEAN = 6.0
_LONGEST_MEAN_WITH_MARKS = 12.0
# As many tell the language of a text.
WORDS_LOOKED_AT = 5_000
# Letters that only Vietnamese has, of those with one mark; with two they are in Latin Extended Additional.
_VIETNAMESE = frozenset("ăâđêôơưĂÂĐÊÔƠƯ")
_KANA = ((0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9D))


def _within(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(place) for first, last in ranges for place in range(first, last + 1))


@dataclass(frozen=True)
class Language:
    """A language other than Chinese that is known by its characters.

    Attributes:
        key: its code, ISO 639-1.
        label: what people read.
        own: the characters that only it has, among those of its neighbours.
        least: the least share of such characters among letters and marks.
    """

    key: str
    label: str
    own: frozenset[str]
    least: float


# Japanese writes half of its characters in kana, and hardly any Chinese text a fifth.
LANGUAGES = (
    Language("ja", lazy("Japanese"), _within(*_KANA), 0.2),
    Language("th", lazy("Thai"), _within((0x0E01, 0x0E5B)), 0.5),
    Language("lo", lazy("Lao"), _within((0x0E81, 0x0EDF)), 0.5),
    Language("km", lazy("Khmer"), _within((0x1780, 0x17FF)), 0.5),
    Language("my", lazy("Burmese"), _within((0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)), 0.5),
    Language("bo", lazy("Tibetan"), _within((0x0F00, 0x0FFF)), 0.5),
    Language("vi", lazy("Vietnamese"), _VIETNAMESE | _within((0x1EA0, 0x1EF9)), 0.05),
)


def language_of(chars: str) -> Language | None:
    """Return the language of a text that is plainly not Chinese; None of Chinese, and of all that is not known.

    Args:
        chars: characters of the text; its first 20,000 are looked at. None for an empty text.
    """
    # Hardly any command asks.
    import unicodedata

    looked_at = Counter(unicodedata.normalize("NFC", chars[:_LOOKED_AT]))
    letters = {char: count for char, count in looked_at.items() if unicodedata.category(char)[0] in "LM"}
    total = sum(letters.values())
    for language in LANGUAGES:
        if letters and sum(letters[char] for char in language.own & letters.keys()) >= language.least * total:
            return language
    return None


def longest_mean(words: Iterable[str]) -> float:
    """Return the mean number of characters above which words are those of unsegmented text; the first of them tell."""
    language = language_of("".join(islice(words, WORDS_LOOKED_AT)))
    return _LONGEST_MEAN if language is None or language.key == "ja" else _LONGEST_MEAN_WITH_MARKS
