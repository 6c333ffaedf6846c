"""What a file looks like, counted in detail: the facts of the import report. Reading for results does not need them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import shown
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.formats.base import Block, ContentKind, PlainFacts, Reader, Role, Separator
    from cwsdiag.formats.encoding import Encoding

PREVIEW_SENTENCES = 3
_PREVIEW_WORDS = 25
# White space but LF between two words of a line; what stands around it is none of what Python takes for white space.
_GAP = re.compile(r"(?<=\S)[^\S\n\x1c-\x1f]+(?=\S)")
# Separators of one kind of character, and the names of these and of all others.
_OF_ONE_KIND = {" ": "blank", "\t": "tab", "\u3000": "U+3000"}
SEPARATORS = ("blank", "tab", "U+3000", "two or more blanks", "other")
# Code points.
_FULL_WIDTH, _HALF_WIDTH = slice(0xFF01, 0xFF5F), slice(0x21, 0x7F)


@dataclass(frozen=True)
class Summary:
    """How a file was taken.

    Attributes:
        name: what the user calls it.
        role: what it was read as.
        digest: SHA-256 (hex) of its bytes as they are on disk.
        size: number of these bytes.
        gzip: whether it is packed.
        encoding: how its bytes were decoded, and why.
        format: key of its reader in ``READERS``.
        kind: running text, a word list with counts, or one without.
        normalise: keys of the normalisations done to the words, in order.
        lines: number of lines; an unended last one counts.
        strip: keys of ``cwsdiag.formats.wrappers.WRAPPERS`` that were stripped from lines, in order.
        separator: what stands between words, where that is neither white space nor fixed by the format.
        line_end: what ends its lines, where that is neither LF nor CRLF nor CR.
        decimals: of a word list with frequencies in place of counts the most decimals of one; else 0.
        warnings: what was read, but looks wrong.
    """

    name: str
    role: Role
    digest: str
    size: int
    gzip: bool
    encoding: Encoding
    format: str
    kind: ContentKind
    normalise: tuple[str, ...]
    lines: int
    strip: tuple[str, ...]
    separator: Separator | None
    line_end: str | None
    decimals: int
    warnings: tuple[str, ...]

    @property
    def reading(self) -> str:
        """Format, separator, encoding and what was done, as signatures show them: ``words,utf-8,nfkc``."""
        parts = [self.format]
        if self.separator is not None:
            chars = self.separator.chars
            # By its code points where a signature has a use of its own for it.
            plain = chars.isprintable() and not set(chars) & set(" ,()[]|")
            parts.append(chars if plain else "+".join(f"U+{ord(char):04X}" for char in chars))
        parts.append(self.encoding.codec)
        if self.line_end is not None:
            parts.append(f"ends-U+{ord(self.line_end):04X}")
        return ",".join([*parts, *(f"strip-{key}" for key in self.strip), *self.normalise])


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


def _separators(text: str) -> Counter[str]:
    """Count what stands between two words of a line by what it is made of, in the order in which that comes first."""
    counts: Counter[str] = Counter()
    for gap, count in Counter(_GAP.findall(text)).items():
        kind = _OF_ONE_KIND.get(gap[0], "other") if gap == gap[0] * len(gap) else "other"
        counts["two or more blanks" if kind == "blank" and len(gap) > 1 else kind] += count
    return counts


class Surveyor:
    """Counts what is in a file while somebody reads its words."""

    def __init__(self, reader: Reader, separator: Separator | None, strip: Sequence[str], line_end: str | None) -> None:
        """Begin with nothing; the arguments are those of a ``DocumentStream``."""
        self._reader, self._separator, self._strip, self._line_end = reader, separator, strip, line_end
        self._newlines = {"LF": 0, "CRLF": 0, "CR": 0}
        self._separators: Counter[str] = Counter()
        self._wrapped: Counter[str] = Counter()
        self._stripped: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._longest_line = 0
        self._preview: list[tuple[str, ...]] = []

    def passed(self, text: str) -> str:
        """Count the line ends of text as decoded, and return it."""
        both = text.count("\r\n")
        self._newlines["CRLF"] += both
        self._newlines["CR"] += text.count("\r") - both
        self._newlines["LF"] += text.count("\n") - both
        if (other := self._line_end) is not None:
            name = f"U+{ord(other):04X}"
            self._newlines[name] = self._newlines.get(name, 0) + text.count(other)
        return text

    def take(self, plain: PlainFacts) -> None:
        """Take over what is in a plain text."""
        self._newlines.update(plain.newlines)
        self._separators.update(plain.separators)
        self._wrapped.update(plain.wrapped)
        self._longest_line = plain.longest_line
        # A line without a word has nothing but white space.
        self._counts["blank_lines"] = plain.lines - plain.sentences
        self._add_words(plain.words, plain.sentences, plain.char_counts, plain.head)

    def add(self, text: str, block: Block) -> None:
        """Count what is in text with LF line ends, and in its words."""
        # Reading for results does not need them.
        import numpy as np

        from cwsdiag.text import codes_of

        reader, strip = self._reader, self._strip
        lines = text.removesuffix("\n").split("\n")
        self._counts["blank_lines"] += sum(not line or line.isspace() for line in lines)
        self._longest_line = max(self._longest_line, *map(len, lines))
        if not reader.bare_lines:
            lines = [line for output in block.outputs for line in wrappers.lines_without(output, ())]
        for key, count in wrappers.counted(lines).items():
            if key in strip:
                self._stripped[wrappers.STRIPPED[key]] += count
            else:
                self._wrapped[key] += count
        self._stripped.update(block.left_out)
        if not reader.keeps_feff:
            self._stripped["U+FEFF"] += text.count(FEFF)
        if reader.white_separates:
            self._separators.update(_separators(wrappers.stripped(text, strip)))
        elif self._separator is not None:
            self._separators[self._separator.label] += len(block.words) - len(block.sizes)
        char_counts = np.bincount(codes_of("".join(block.words)), minlength=_FULL_WIDTH.stop)
        self._add_words(len(block.words), len(block.sizes), char_counts, block)

    def _add_words(self, words: int, sentences: int, char_counts: NDArray[np.int64], head: Block) -> None:
        self._counts.update(
            words=words,
            sentences=sentences,
            characters=int(char_counts.sum()),
            full_width=int(char_counts[_FULL_WIDTH].sum()),
            half_width=int(char_counts[_HALF_WIDTH].sum()),
        )
        start = 0
        for size in head.sizes or filter(None, [len(head.words)]):
            if len(self._preview) == PREVIEW_SENTENCES:
                break
            self._preview.append(tuple(map(shown, head.words[start : start + min(size, _PREVIEW_WORDS)])))
            start += size

    def facts(self, summary: Summary) -> Facts:
        """Return what was counted in the whole of the file, which was taken so."""
        names = ("blank_lines", "sentences", "words", "characters", "full_width", "half_width")
        counts: dict[str, Any] = {name: self._counts[name] for name in names}
        return Facts(
            **vars(summary),
            **counts,
            newlines=self._newlines,
            separators={what: count for what, count in self._separators.items() if count},
            wrapped={key: self._wrapped[key] for key in wrappers.WRAPPERS if self._wrapped[key]},
            stripped={what: count for what, count in self._stripped.items() if count},
            longest_line=self._longest_line,
            preview=tuple(self._preview),
        )
