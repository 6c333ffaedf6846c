"""What a file looks like, counted in detail: the facts of the import report. Reading for results does not need them."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.formats.base import FEFF, shown
from cwsdiag.formats.document import open_document
from cwsdiag.formats.registry import READERS
from cwsdiag.formats.stream import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.formats.base import Block, Role
    from cwsdiag.formats.source import Source
    from cwsdiag.formats.stream import DocumentStream

_PREVIEW_SENTENCES = 3
_PREVIEW_WORDS = 25
# White space (see `base.WHITE`) but LF, between two words of a line.
_BETWEEN = re.compile(r"(?<=\S)[\t\v\f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+(?=\S)")
_FULL_WIDTH = re.compile("[\uff01-\uff5e]")
_HALF_WIDTH = re.compile("[!-~]")


@dataclass(frozen=True)
class Facts(Summary):
    """How a file was taken, and what is in it.

    Characters are those of the words, after normalisation; line ends and what was stripped are those of the file.

    Attributes:
        newlines: number of line ends of each kind, LF, CRLF and CR.
        separators: number of gaps between words by what they are made of, in formats that separate words so.
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
) -> Facts:
    """Read a file and count what is in it; the arguments are those of ``open_document``.

    Raises:
        InputError: the file cannot be read, decoded or parsed, or holds no word.
        SettingError: no such format, encoding or normalisation.
    """
    surveyor = Surveyor(open_document(source, role=role, format=format, encoding=encoding, normalise=normalise))
    for _ in surveyor.blocks():
        pass
    return surveyor.facts()


class Surveyor:
    """Counts what is in a file while somebody else reads its words."""

    def __init__(self, stream: DocumentStream) -> None:
        """Look on at one pass over a stream."""
        self._stream = stream
        self._tally = _Tally()

    def blocks(self) -> Iterator[Block]:
        """Yield the words of the file in order, once.

        Raises:
            InputError: as for ``DocumentStream.blocks``.
        """
        reader, tally = READERS[self._stream.format], self._tally
        for text, block in self._stream.stretches(tally.add_decoded):
            tally.add_lines(text)
            tally.add_block(block)
            tally.stripped.update(reader.stripped(text))
            if not reader.keeps_feff:
                tally.stripped["U+FEFF"] += text.count(FEFF)
            if reader.white_separates:
                # Few gaps are different: each is named once.
                for gap, count in Counter(_BETWEEN.findall(text)).items():
                    tally.separators[_separator(gap)] += count
            yield block

    def facts(self) -> Facts:
        """Return what was counted, once ``blocks`` is exhausted."""
        summary = {field.name: getattr(self._stream.summary, field.name) for field in dataclasses.fields(Summary)}
        return Facts(**summary, **self._tally.facts())


def _separator(gap: str) -> str:
    """Name what stands between two words."""
    kinds = set(gap)
    if kinds == {" "}:
        return "blank" if len(gap) == 1 else "two or more blanks"
    return {frozenset("\t"): "tab", frozenset("\u3000"): "U+3000"}.get(frozenset(kinds), "other")


class _Tally:
    """Counts that grow with each piece of a file."""

    def __init__(self) -> None:
        self.newlines = {"LF": 0, "CRLF": 0, "CR": 0}
        self.separators: Counter[str] = Counter()
        self.stripped: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.longest_line = 0
        self.preview: list[tuple[str, ...]] = []

    def add_decoded(self, text: str) -> None:
        both = text.count("\r\n")
        self.newlines["CRLF"] += both
        self.newlines["CR"] += text.count("\r") - both
        self.newlines["LF"] += text.count("\n") - both

    def add_lines(self, text: str) -> None:
        lines = text.removesuffix("\n").split("\n")
        self.counts["blank_lines"] += sum(not line or line.isspace() for line in lines)
        self.longest_line = max(self.longest_line, *map(len, lines))

    def add_block(self, block: Block) -> None:
        chars = "".join(block.words)
        self.counts["words"] += len(block.words)
        self.counts["sentences"] += len(block.sizes)
        self.counts["characters"] += len(chars)
        self.counts["full_width"] += len(_FULL_WIDTH.findall(chars))
        self.counts["half_width"] += len(_HALF_WIDTH.findall(chars))
        start = 0
        for size in block.sizes or [len(block.words)]:
            if len(self.preview) == _PREVIEW_SENTENCES:
                break
            words = block.words[start : start + min(size, _PREVIEW_WORDS)]
            self.preview.append(tuple(map(shown, words)))
            start += size

    def facts(self) -> dict[str, Any]:
        names = ("blank_lines", "sentences", "words", "characters", "full_width", "half_width")
        return {
            "newlines": self.newlines,
            "separators": dict(self.separators),
            "stripped": {what: count for what, count in self.stripped.items() if count},
            "longest_line": self.longest_line,
            "preview": tuple(self.preview),
            **{name: self.counts[name] for name in names},
        }
