"""What a file looks like, counted in detail: the facts of the import report. Reading for results does not need them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import shown
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF, all_lines
from cwsdiag.formats.document import open_document
from cwsdiag.formats.stream import Summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.formats.base import Block, PlainFacts, Role
    from cwsdiag.formats.source import Source
    from cwsdiag.formats.stream import DocumentStream

PREVIEW_SENTENCES = 3
_PREVIEW_WORDS = 25
# White space (see `base.WHITE`) but LF: what may stand between two words of a line. What stands around it is none of
# what Python takes for white space.
_GAPS = "\t\v\f \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
_NO_WORDS = "\n\x1c\x1d\x1e\x1f"
# Separators of one kind of character, and the names of these and of all others.
_CHARACTERS = " \t\u3000"
SEPARATORS = ("blank", "tab", "U+3000", "two or more blanks", "other")
# Code points.
_FULL_WIDTH, _HALF_WIDTH = slice(0xFF01, 0xFF5F), slice(0x21, 0x7F)


@dataclass(frozen=True)
class Facts(Summary):
    """How a file was taken, and what is in it.

    Characters are those of the words, after normalisation; line ends and what was stripped are those of the file.

    Attributes:
        newlines: number of line ends of each kind, LF, CRLF, CR and, where another one ends the lines, that.
        separators: number of gaps between words by what they are made of, in formats that separate words so.
        wrapped: on how many lines each of ``cwsdiag.formats.wrappers.WRAPPERS`` is found that was not stripped.
        blank_lines: lines without a character.
        sentences: sentences with at least one word; 0 in a word list.
        words: number of words; the entries of a word list.
        characters: number of characters of all words.
        full_width: of these, full-width forms of ASCII characters (U+FF01 to U+FF5E).
        half_width: of these, the ASCII characters they stand for (U+0021 to U+007E).
        stripped: what was left out of the text, by name; only what occurs.
        longest_line: number of characters of the longest line.
        preview: the first three sentences as words, of each the first 25; the first words of a word list. Invisible
            characters are escaped.
    """

    newlines: Mapping[str, int]
    separators: Mapping[str, int]
    wrapped: Mapping[str, int]
    blank_lines: int
    sentences: int
    words: int
    characters: int
    full_width: int
    half_width: int
    stripped: Mapping[str, int]
    longest_line: int
    preview: tuple[tuple[str, ...], ...]


def survey(
    source: Source,
    *,
    role: Role,
    format: str | None = None,
    encoding: str | None = None,
    normalise: Sequence[str] = (),
    separator: str | None = None,
    strip: Sequence[str] = (),
) -> Facts:
    """Read a file and count what is in it; the arguments are those of ``open_document``.

    Raises:
        InputError: the file cannot be read, decoded or parsed, or holds no word.
        SettingError: no such format, encoding or normalisation.
    """
    stream = open_document(
        source, role=role, format=format, encoding=encoding, normalise=normalise, separator=separator, strip=strip
    )
    surveyor = Surveyor(stream)
    for _ in stream.blocks():
        pass
    return surveyor.facts()


def _separators(text: str) -> dict[str, int]:
    """Count what stands between two words of a line by what it is made of, in the order in which that comes first."""
    import numpy as np

    codes = _codes(text)
    white = np.zeros(ord(_GAPS[-1]) + 2, np.bool_)
    white[_codes(_GAPS)] = True
    gaps = white[np.minimum(codes, len(white) - 1)]
    edges = np.flatnonzero(np.diff(gaps, prepend=False, append=False))
    starts, ends = edges[::2], edges[1::2]
    if not len(starts):
        return {}
    first_of = np.cumsum(ends - starts) - (ends - starts)
    lowest, highest = (fold.reduceat(codes[gaps], first_of) for fold in (np.minimum, np.maximum))
    kinds = np.full(len(starts), SEPARATORS.index("other"))
    for number, char in enumerate(_CHARACTERS):
        kinds[(lowest == ord(char)) & (highest == ord(char))] = number
    kinds[(kinds == 0) & (ends - starts > 1)] = SEPARATORS.index("two or more blanks")
    around = np.append(codes, ord("\n"))
    between = ~np.isin(around[starts - 1], _codes(_NO_WORDS)) & ~np.isin(around[ends], _codes(_NO_WORDS))
    kinds = kinds[between]
    found, first, counts = np.unique(kinds, return_index=True, return_counts=True)
    return {SEPARATORS[found[place]]: int(counts[place]) for place in np.argsort(first)}


def _codes(text: str) -> NDArray[np.uint32]:
    # Reading for results does not need it.
    import numpy as np

    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


class Surveyor:
    """Counts what is in a file while somebody reads its words."""

    def __init__(self, stream: DocumentStream) -> None:
        """Look on at the next pass over a stream."""
        stream.observer = self
        self._stream = stream
        self._reader = stream.reader
        self._newlines = {"LF": 0, "CRLF": 0, "CR": 0}
        self._separators: Counter[str] = Counter()
        self._wrapped: Counter[str] = Counter()
        self._stripped: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._longest_line = 0
        self._preview: list[tuple[str, ...]] = []

    def add_decoded(self, text: str) -> None:
        """Count line ends."""
        both = text.count("\r\n")
        self._newlines["CRLF"] += both
        self._newlines["CR"] += text.count("\r") - both
        self._newlines["LF"] += text.count("\n") - both
        if (other := self._stream.line_end) is not None:
            name = f"U+{ord(other):04X}"
            self._newlines[name] = self._newlines.get(name, 0) + text.count(other)

    def take(self, plain: PlainFacts) -> None:
        """Take over what is in a plain text."""
        self._newlines.update(plain.newlines)
        self._separators.update(plain.separators)
        self._wrapped.update(plain.wrapped)
        self._longest_line = plain.longest_line
        self._counts.update(
            # A line without a word has nothing but white space.
            blank_lines=plain.lines - plain.sentences,
            words=plain.words,
            sentences=plain.sentences,
            characters=plain.characters,
            full_width=int(plain.char_counts[_FULL_WIDTH].sum()),
            half_width=int(plain.char_counts[_HALF_WIDTH].sum()),
        )
        self._add_preview(plain.head)

    def add(self, text: str, block: Block) -> None:
        """Count what is in text and in its words."""
        self._add_lines(text)
        self._add_block(block)
        self._add_wrappers(text)
        # What is stripped around lines is left out once.
        bare = wrappers.stripped(text, self._stream.strip) if self._reader.lines is all_lines else text
        self._stripped.update(self._reader.stripped(bare))
        if not self._reader.keeps_feff:
            self._stripped["U+FEFF"] += text.count(FEFF)
        if self._reader.white_separates:
            self._separators.update(_separators(bare))
        elif self._reader.separator is not None:
            self._separators[self._reader.separator.label] += len(block.words) - len(block.sizes)

    def _add_wrappers(self, text: str) -> None:
        """Count what stands around lines, stripped or not."""
        for key, count in wrappers.counted(self._reader.lines(text)).items():
            if key in self._stream.strip:
                self._stripped[wrappers.stripped_label(key)] += count
            else:
                self._wrapped[key] += count

    def _add_lines(self, text: str) -> None:
        lines = text.removesuffix("\n").split("\n")
        self._counts["blank_lines"] += sum(not line or line.isspace() for line in lines)
        self._longest_line = max(self._longest_line, *map(len, lines))

    def _add_block(self, block: Block) -> None:
        chars = "".join(block.words)
        self._counts["words"] += len(block.words)
        self._counts["sentences"] += len(block.sizes)
        self._counts["characters"] += len(chars)
        codes = _codes(chars)
        for name, width in (("full_width", _FULL_WIDTH), ("half_width", _HALF_WIDTH)):
            self._counts[name] += int(((codes >= width.start) & (codes < width.stop)).sum())
        self._add_preview(block)

    def _add_preview(self, block: Block) -> None:
        start = 0
        for size in block.sizes or filter(None, [len(block.words)]):
            if len(self._preview) == PREVIEW_SENTENCES:
                break
            words = block.words[start : start + min(size, _PREVIEW_WORDS)]
            self._preview.append(tuple(map(shown, words)))
            start += size

    def facts(self) -> Facts:
        """Return what was counted in the whole of the file."""
        names = ("blank_lines", "sentences", "words", "characters", "full_width", "half_width")
        plain: dict[str, Any] = {name: self._counts[name] for name in names}
        plain |= {field.name: getattr(self._stream.summary, field.name) for field in dataclasses.fields(Summary)}
        return Facts(
            **plain,
            newlines=self._newlines,
            separators={what: count for what, count in self._separators.items() if count},
            wrapped={key: self._wrapped[key] for key in wrappers.WRAPPERS if self._wrapped[key]},
            stripped={what: count for what, count in self._stripped.items() if count},
            longest_line=self._longest_line,
            preview=tuple(self._preview),
        )
