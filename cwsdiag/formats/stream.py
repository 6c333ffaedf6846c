"""The stream of words of a file whose encoding and format are known."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cwsdiag.errors import FormatError
from cwsdiag.formats.base import FEFF, BadLine, Block, all_lines, listed
from cwsdiag.formats.decode import cut_at, decoded
from cwsdiag.formats.line_ends import with_line_feeds
from cwsdiag.formats.readers import words
from cwsdiag.formats.remarks import Remarks
from cwsdiag.formats.stray import StrayLines
from cwsdiag.formats.wrappers import stripped
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.formats.base import ContentKind, Parse, PlainFacts, Reader, Role, Separator
    from cwsdiag.formats.encoding import Encoding
    from cwsdiag.formats.normalise import Normalisation
    from cwsdiag.formats.source import Source

# Characters; a line above this is read, with a warning.
_LONG_LINE = 100_000
# What a text ends with where it may be cut; nothing where it may not.
_CUT_AT = {"line": "\n", "block": "\n\n", "file": ""}
# Python's names of encodings; code points of a separator have a plus.
_CODEC = re.compile(r"[a-z][a-z0-9_-]*")
# So many of these are named.
_PLACES = 3


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
        between = () if self.separator is None else (_in_signature(self.separator.chars),)
        ends = () if self.line_end is None else (f"ends-U+{ord(self.line_end):04X}",)
        done = (*ends, *(f"strip-{key}" for key in self.strip), *self.normalise)
        return ",".join((self.format, *between, self.encoding.codec, *done))


def codec_of(reading: str) -> str:
    """Return Python's name of the encoding in what ``Summary.reading`` says; empty where nothing was read."""
    # A separator may stand before it, which is never letters and digits; what follows is none.
    return next((part for part in reading.split(",")[1:] if _CODEC.fullmatch(part)), "")


def _in_signature(separator: str) -> str:
    """Return a separator as it is, or by its code points where a signature has a use of its own for it."""
    if separator.isprintable() and not set(separator) & set(" ,()[]|"):
        return separator
    return "+".join(f"U+{ord(char):04X}" for char in separator)


class Observer(Protocol):
    """Looks on while a file is read."""

    def add_decoded(self, text: str, /) -> None:
        """Take note of text as decoded, its line ends unchanged."""
        ...

    def add(self, text: str, block: Block, /) -> None:
        """Take note of text with LF line ends, and of its words."""
        ...

    def take(self, plain: PlainFacts, /) -> None:
        """Take over what is in a plain text, in place of all else."""
        ...


class DocumentStream:
    """The words of a file, block by block, as often as they are asked for; memory does not grow with the file.

    Attributes:
        source: the file.
        role: what it is read as.
        format: key of its reader in ``READERS``.
        kind: running text, a word list with counts, or one without.
        encoding: how its bytes are decoded, and why.
        reader: what reads it, settled for this file.
        strip: keys of what is stripped from its lines, in order; see ``Summary``.
        line_end: what ends its lines, where that is none of LF, CRLF and CR; else None.
        observer: looks on at the next pass; None for nobody.
    """

    observer: Observer | None = None

    def __init__(
        self,
        source: Source,
        *,
        role: Role,
        reader: Reader,
        parse: Parse,
        encoding: Encoding,
        normalise: Sequence[Normalisation],
        strip: Sequence[str],
        chunk_size: int,
        line_end: str | None = None,
        warnings: Sequence[str] = (),
    ) -> None:
        """Use ``open_document``, which finds these out."""
        self.source = source
        self.role: Role = role
        self.format = reader.key
        self.kind: ContentKind = reader.kind
        self.encoding = encoding
        self.reader = reader
        self.strip = tuple(strip)
        self.line_end = line_end
        self._warnings = tuple(warnings)
        self._parse = parse
        self._normalise = tuple(normalise)
        self._chunk_size = chunk_size
        self._summary: Summary | None = None

    @property
    def name(self) -> str:
        """What the user calls the file."""
        return self.source.name

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
        done = self._normalise or self.strip or self.line_end or self.source.gzip
        return self._parse is words.parse and self.encoding.codec == "utf-8" and not done

    def bytes(self, hasher: hashlib._Hash) -> Iterator[bytes]:
        """Yield the bytes of a plain file, for whoever finds the words himself and then says so by ``took``.

        Args:
            hasher: is fed them.

        Raises:
            ReadError: the file can no longer be read.
        """
        return self.source.chunks(self._chunk_size, hasher=hasher)

    def took(self, digest: str, plain: PlainFacts) -> None:
        """Take note of what a pass over the bytes of a plain file has shown, where nothing in it is remarked on.

        Args:
            digest: SHA-256 (hex) of all bytes.
            plain: what is in it.

        Raises:
            FormatError: the file is no longer what it was when it was read before.
        """
        self._finish(digest, plain.lines, 0, self._warnings)
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
        long_lines: list[str] = []
        stray = StrayLines()
        remarks = Remarks(self.reader)
        # The first pass alone is looked at.
        observer, self.observer = self.observer, None
        for text in self._texts(hasher, observer):
            block = self._block(stray.taken_out(text, lines + 1) if self._takes_stray else text, lines + 1)
            if observer is not None:
                observer.add(text, block)
            words += len(block.words)
            decimals = max(decimals, block.decimals)
            remarks.add(text, block, lines + 1)
            long_lines += _long_lines(text, lines + 1)
            lines += text.count("\n")
            unended = not text.endswith("\n")
            yield block
        if stray.too_many(words):
            self._refuse_stray()
        if not words:
            raise FormatError(
                lazy("{name}: no word in this file, only white space or comments. Choose another.", name=self.name)
            )
        warnings = (
            *self._warnings,
            *stray.warnings(self.name, self.encoding.label),
            *_long_line_warning(self.name, long_lines),
            *remarks.warnings(self.name, self.line_end, long=bool(long_lines)),
        )
        self._finish(hasher.hexdigest(), lines + unended, decimals, warnings)

    @property
    def _takes_stray(self) -> bool:
        """Whether lines with bytes that are no text are left out: one word less, where a text would lose a sentence."""
        return self.kind != "segmented"

    def _refuse_stray(self) -> None:
        """Raise what names the first of the bytes that are no text."""
        for _ in decoded(self.source.chunks(self._chunk_size), self.encoding, self.name):
            pass

    def _texts(self, hasher: hashlib._Hash, observer: Observer | None) -> Iterator[str]:
        chunks = self.source.chunks(self._chunk_size, hasher=hasher)
        pieces = decoded(chunks, self.encoding, self.name, stray=self._takes_stray)
        if observer is not None:
            pieces = _observed(pieces, observer)
        return cut_at((with_line_feeds(piece, self.line_end) for piece in pieces), _CUT_AT[self.reader.unit])

    def _block(self, text: str, first_line: int) -> Block:
        if not self.reader.keeps_feff and FEFF in text:
            text = text.replace(FEFF, "")
        if self.reader.lines is all_lines:
            text = stripped(text, self.strip)
        try:
            block = self._parse(text, first_line)
        except BadLine as bad:
            raise format_error(self.name, bad) from None
        for normalisation in self._normalise:
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
            format=self.format,
            kind=self.kind,
            normalise=tuple(normalisation.key for normalisation in self._normalise),
            lines=lines,
            warnings=warnings,
            strip=self.strip,
            separator=self.reader.separator,
            line_end=self.line_end,
            decimals=decimals,
        )


def format_error(name: str, bad: BadLine) -> FormatError:
    """Return the error for a user: what ``bad`` says, with the place."""
    if bad.line is None:
        return FormatError(lazy("{name}: {problem}", name=name, problem=bad.problem))
    return FormatError(lazy("{name}, line {line}: {problem}", name=name, line=bad.line, problem=bad.problem))


def _observed(pieces: Iterator[str], observer: Observer) -> Iterator[str]:
    for piece in pieces:
        observer.add_decoded(piece)
        yield piece


def _long_lines(text: str, first_line: int) -> list[str]:
    """Return where lines are too long: the search leaps over what is short, so it costs nothing as a rule."""
    found: list[str] = []
    start = 0
    while start + _LONG_LINE < len(text):
        end = text.rfind("\n", start, start + _LONG_LINE + 1)
        if end < 0:
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            found.append(
                lazy(
                    "line {line} ({characters:,} characters)",
                    line=first_line + text.count("\n", 0, start),
                    characters=end - start,
                )
            )
        start = end + 1
    return found


def _long_line_warning(name: str, places: Sequence[str]) -> tuple[str, ...]:
    if not places:
        return ()
    shown, more = listed(places[:_PLACES]), len(places) - _PLACES
    if more > 0:
        said = lazy(
            "{name}: very long lines: {places} and {more} more. Each is taken as one sentence; check the line ends of "
            "the file.",
            name=name,
            places=shown,
            more=more,
        )
    else:
        said = lazy(
            "{name}: very long lines: {places}. Each is taken as one sentence; check the line ends of the file.",
            name=name,
            places=shown,
        )
    return (said,)
