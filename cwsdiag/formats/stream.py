"""The stream of words of a file whose encoding and format are known."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cwsdiag.errors import FormatError
from cwsdiag.formats.base import FEFF, BadLine, Block
from cwsdiag.formats.decode import cut_at, decoded
from cwsdiag.formats.line_ends import with_line_feeds
from cwsdiag.formats.oddities import Oddities
from cwsdiag.formats.readers import words
from cwsdiag.formats.survey import Summary, Surveyor
from cwsdiag.formats.wrappers import stripped
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.formats.base import ContentKind, Parse, PlainFacts, Reader, Role, Separator
    from cwsdiag.formats.encoding import Encoding
    from cwsdiag.formats.normalise import Normalisation
    from cwsdiag.formats.source import Source

# What a text ends with where it may be cut; nothing where it may not.
_CUT_AT = {"line": "\n", "block": "\n\n", "file": ""}
# Python's names of encodings; code points of a separator have a plus.
_CODEC = re.compile(r"[a-z][a-z0-9_-]*")


def codec_of(reading: str) -> str:
    """Return Python's name of the encoding in what ``Summary.reading`` says; empty where nothing was read."""
    # A separator may stand before it, which is never letters and digits; what follows is none.
    return next((part for part in reading.split(",")[1:] if _CODEC.fullmatch(part)), "")


@dataclass(eq=False)
class DocumentStream:
    """The words of a file, block by block, as often as they are asked for; memory does not grow with the file.

    ``open_document`` makes it.

    Attributes:
        source: the file.
        role: what it is read as.
        reader: its format.
        parse: what reads it.
        encoding: how its bytes are decoded, and why.
        separator: what stands between words; see ``Summary``.
        normalise: what is done to the words, in order.
        strip: keys of what is stripped from its lines, in order; see ``Summary``.
        line_end: what ends its lines, where that is none of LF, CRLF and CR; else None.
        doubts: what looks wrong in its head.
        chunk_size: bytes read at a time.
        observer: looks on at the next pass; None for nobody.
    """

    source: Source
    role: Role
    reader: Reader
    parse: Parse
    encoding: Encoding
    separator: Separator | None
    normalise: Sequence[Normalisation]
    strip: tuple[str, ...]
    line_end: str | None
    doubts: Sequence[str]
    chunk_size: int
    observer: Surveyor | None = None
    _summary: Summary | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        """What the user calls the file."""
        return self.source.name

    @property
    def kind(self) -> ContentKind:
        """Running text, a word list with counts, or one without."""
        return self.reader.kind

    @property
    def summary(self) -> Summary:
        """How the file was taken; reads it once where ``blocks`` was not exhausted before.

        Raises:
            InputError: as for ``blocks``.
        """
        if self._summary is None:
            for _ in self.blocks():
                pass
        if self._summary is None:
            raise AssertionError("an exhausted pass leaves a summary")
        return self._summary

    def surveyed(self) -> Surveyor:
        """Return what counts what is in the file at the next pass."""
        self.observer = Surveyor(self.reader, self.separator, self.strip, self.line_end)
        return self.observer

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the file's bytes as they are on disk; see ``summary``."""
        return self.summary.digest

    @property
    def reading(self) -> str:
        """How it is read; see ``Summary.reading``."""
        return self.summary.reading

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was read, but looks wrong; see ``summary``."""
        return self.summary.warnings

    @property
    def is_plain(self) -> bool:
        """Whether it is UTF-8 with words between white space, as far as is known, and nothing is to be done to it."""
        done = self.normalise or self.strip or self.line_end or self.source.gzip
        return self.parse is words.parse and self.encoding.codec == "utf-8" and not done

    def bytes(self, hasher: hashlib._Hash) -> Iterator[bytes]:
        """Yield the bytes of a plain file, for whoever finds the words himself and then says so by ``took``.

        Args:
            hasher: is fed them.

        Raises:
            ReadError: the file can no longer be read.
        """
        return self.source.chunks(self.chunk_size, hasher=hasher)

    def took(self, digest: str, plain: PlainFacts) -> None:
        """Take note of what a pass over the bytes of a plain file has shown, where nothing in it is remarked on.

        Args:
            digest: SHA-256 (hex) of all bytes.
            plain: what is in it.

        Raises:
            FormatError: the file is no longer what it was when it was read before.
        """
        self._finish(digest, plain.lines, 0, ())
        # The first pass alone is looked at.
        observer, self.observer = self.observer, None
        if observer is not None:
            observer.take(plain)

    def blocks(self) -> Iterator[Block]:
        """Yield the words of the file in order.

        Raises:
            InputError: the file cannot be read, decoded or parsed, holds no word, or is no longer what it was when it
                was read before.
        """
        hasher = hashlib.sha256()
        lines = words = decimals = 0
        odd = Oddities(self.reader, self.separator)
        # The first pass alone is looked at.
        observer, self.observer = self.observer, None
        # Lines with bytes that are no text are one word less in a list, where a text would lose a sentence.
        stray = self.kind != "segmented"
        pieces = decoded(self.bytes(hasher), self.encoding, self.name, stray=stray)
        if observer is not None:
            pieces = map(observer.passed, pieces)
        for text in cut_at((with_line_feeds(piece, self.line_end) for piece in pieces), _CUT_AT[self.reader.unit]):
            block = self._block(odd.without_stray(text, lines + 1), lines + 1)
            if observer is not None:
                observer.add(text, block)
            words += len(block.words)
            decimals = max(decimals, block.decimals)
            odd.add(text, block, lines + 1)
            lines += text.count("\n")
            unended = not text.endswith("\n")
            yield block
        if odd.is_other_encoding(words):
            # This names the first of the bytes that are no text.
            for _ in decoded(self.source.chunks(self.chunk_size), self.encoding, self.name):
                pass
        if not words:
            raise FormatError(
                lazy("{name}: no word in this file, only white space or comments. Choose another.", name=self.name)
            )
        warnings = tuple(odd.warnings(self.name, self.encoding.label, self.line_end))
        self._finish(hasher.hexdigest(), lines + unended, decimals, warnings)

    def _block(self, text: str, first_line: int) -> Block:
        if not self.reader.keeps_feff and FEFF in text:
            text = text.replace(FEFF, "")
        if self.reader.bare_lines:
            text = stripped(text, self.strip)
        try:
            block = self.parse(text, first_line)
        except BadLine as bad:
            raise format_error(self.name, bad) from None
        for normalisation in self.normalise:
            block = normalisation.apply(block)
        return block

    def _finish(self, digest: str, lines: int, decimals: int, warnings: tuple[str, ...]) -> None:
        if self._summary is not None and self._summary.digest != digest:
            raise FormatError(lazy("{name}: the file has changed since it was read. Load it again.", name=self.name))
        self._summary = Summary(
            name=self.name,
            role=self.role,
            digest=digest,
            size=self.source.size,
            gzip=self.source.gzip,
            encoding=self.encoding,
            format=self.reader.key,
            kind=self.kind,
            normalise=tuple(normalisation.key for normalisation in self.normalise),
            lines=lines,
            warnings=(*self.doubts, *warnings),
            strip=self.strip,
            separator=self.separator,
            line_end=self.line_end,
            decimals=decimals,
        )


def format_error(name: str, bad: BadLine) -> FormatError:
    """Return the error for a user: what ``bad`` says, with the place."""
    if bad.line is None:
        return FormatError(lazy("{name}: {problem}", name=name, problem=bad.problem))
    return FormatError(lazy("{name}, line {line}: {problem}", name=name, line=bad.line, problem=bad.problem))
