"""What a file looks like: how it was taken and, where somebody asks, what is in it, for the import report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cwsdiag.errors import brief
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF, Block, Reader, Role, Separator
from cwsdiag.formats.encoding import Encoding
from cwsdiag.formats.source import Packed

PREVIEW_SENTENCES = 3
_PREVIEW_WORDS = 25
# White space but LF between two words of a line; what stands around it is none of what Python takes for white space.
_GAP = re.compile(r"(?<=\S)[^\S\n\x1c-\x1f]+(?=\S)")
# Separators of one kind of character, and the names of these and of all others.
_OF_ONE_KIND = {" ": "blank", "\t": "tab", "\u3000": "U+3000"}
SEPARATORS = ("blank", "tab", "U+3000", "two or more blanks", "other")


@dataclass(frozen=True)
class Facts:
    """How a file was taken, and what is in it.

    Characters are those of the words, after normalisation; line ends and what was stripped are those of the file.

    Attributes:
        name: what the user calls it.
        role: what it was read as.
        packed: what it is packed by; empty for a file that is not.
        encoding: how its bytes were decoded, and why.
        format: key of its reader in ``READERS``.
        normalise: keys of the normalisations done to the words, in order.
        strip: keys of ``cwsdiag.formats.wrappers.WRAPPERS`` that were stripped from lines, in order.
        separator: what stands between words, where that is neither white space nor fixed by the format.
        line_end: what ends its lines, where that is neither LF nor CRLF nor CR.
        warnings: what was read, but looks wrong; until it is read, what looks wrong in its head.
        digest: SHA-256 (hex) of its bytes; empty until it is read.
        lines: number of lines; an unended last one counts.
        decimals: of a word list with frequencies in place of counts the most decimals of one; else 0.

    Attributes of a file that was surveyed:
        newlines: number of line ends of each kind, LF, CRLF, CR and, where another one ends the lines, that.
        separators: number of gaps between words by what they are made of, in formats that separate words so.
        wrapped: on how many lines each of ``cwsdiag.formats.wrappers.WRAPPERS`` is found that was not stripped.
        blank_lines: lines without a character.
        sentences: sentences with at least one word; 0 in a word list.
        words: number of words; the entries of a word list.
        characters: number of characters of all words.
        tagged: number of words whose part of speech is read.
        stripped: what was left out of the text, by name; only what occurs.
        longest_line: number of characters of the longest line.
        preview: the first three sentences as words, of each the first 25; the first words of a word list. Invisible
            characters are escaped.
    """

    name: str
    role: Role
    packed: Packed
    encoding: Encoding
    format: str
    normalise: tuple[str, ...]
    strip: tuple[str, ...]
    separator: Separator | None
    line_end: str | None
    warnings: tuple[str, ...]
    digest: str = ""
    lines: int = 0
    decimals: int = 0
    newlines: Mapping[str, int] = field(default_factory=dict)
    separators: Mapping[str, int] = field(default_factory=dict)
    wrapped: Mapping[str, int] = field(default_factory=dict)
    blank_lines: int = 0
    sentences: int = 0
    words: int = 0
    characters: int = 0
    tagged: int = 0
    stripped: Mapping[str, int] = field(default_factory=dict)
    longest_line: int = 0
    preview: tuple[tuple[str, ...], ...] = ()

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


def preview(block: Block) -> tuple[tuple[str, ...], ...]:
    """Return the first words of the first sentences as people may see them."""
    sentences, start = [], 0
    for size in block.sizes[:PREVIEW_SENTENCES] or [len(block.words)]:
        sentences.append(tuple(map(brief, block.words[start : start + min(size, _PREVIEW_WORDS)])))
        start += size
    return tuple(filter(None, sentences))


def most_first(counts: Mapping[str, int]) -> dict[str, int]:
    """Return what there is some of, the most first."""
    return {what: count for what, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count}


class Survey:
    """Counts what is in a file while its words are read."""

    def __init__(self, reader: Reader, facts: Facts) -> None:
        """Begin with nothing."""
        self._reader, self._taken = reader, facts
        self._newlines = Counter({"LF": 0, "CRLF": 0, "CR": 0})
        self._separators: Counter[str] = Counter()
        self._wrapped: Counter[str] = Counter()
        self._stripped: Counter[str] = Counter()
        self._sizes: Counter[str] = Counter()
        self._longest_line = 0
        self._preview: tuple[tuple[str, ...], ...] = ()

    def passed(self, text: str) -> str:
        """Count the line ends of text as decoded, and return it."""
        both, other = text.count("\r\n"), self._taken.line_end
        self._newlines.update(CRLF=both, CR=text.count("\r") - both, LF=text.count("\n") - both)
        if other is not None:
            self._newlines[f"U+{ord(other):04X}"] += text.count(other)
        return text

    def add(self, text: str, block: Block) -> None:
        """Count what is in text with LF line ends, and in its words."""
        reader, taken = self._reader, self._taken
        lines = text.removesuffix("\n").split("\n")
        self._longest_line = max(self._longest_line, *map(len, lines))
        self._sizes.update(
            blank_lines=sum(not line or line.isspace() for line in lines),
            words=len(block.words),
            characters=sum(map(len, block.words)),
            sentences=len(block.sizes),
            tagged=sum(tag is not None for tag in block.pos),
        )
        if not reader.bare_lines:
            lines = [line for output in block.outputs for line in wrappers.lines_without(output, ())]
        around = wrappers.counted(lines)
        self._stripped.update({wrappers.STRIPPED[key]: around.pop(key, 0) for key in taken.strip})
        self._wrapped.update(around)
        self._stripped.update(block.left_out)
        if not reader.keeps_feff:
            self._stripped["U+FEFF"] += text.count(FEFF)
        if reader.white_separates:
            for gap, count in Counter(_GAP.findall(wrappers.stripped(text, taken.strip))).items():
                kind = _OF_ONE_KIND.get(gap[0], "other") if gap == gap[0] * len(gap) else "other"
                self._separators["two or more blanks" if kind == "blank" and len(gap) > 1 else kind] += count
        elif taken.separator is not None:
            self._separators[taken.separator.label] += len(block.words) - len(block.sizes)
        if len(self._preview) < PREVIEW_SENTENCES:
            self._preview = (*self._preview, *preview(block))[:PREVIEW_SENTENCES]

    def facts(self) -> dict[str, Any]:
        """Return what was counted in the whole of the file, by attributes of ``Facts``."""
        return {
            **self._sizes,
            "newlines": dict(self._newlines),
            "separators": most_first(self._separators),
            "wrapped": {key: self._wrapped[key] for key in wrappers.WRAPPERS if self._wrapped[key]},
            "stripped": dict(+self._stripped),
            "longest_line": self._longest_line,
            "preview": self._preview,
        }
