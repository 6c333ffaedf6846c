"""Reading a file block by block: its encoding and format are detected or given, then its words are read.

The file formats that can be read are ``READERS``. To add one: write its file in ``readers``, and add its line here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cwsdiag.arguments import choice, choices
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF, BadLine, Block, ContentKind, Head, Parse, Reader, Role
from cwsdiag.formats.encoding import cut_at, decoded, detect, forced, other_line_end, with_line_feeds
from cwsdiag.formats.normalise import NORMALISATIONS
from cwsdiag.formats.oddities import MOST_STRAY, Oddities, doubts, refuse
from cwsdiag.formats.readers import words
from cwsdiag.formats.readers.conll import CONLL
from cwsdiag.formats.readers.json_text import JSON, JSONL
from cwsdiag.formats.readers.separated import SEPARATED, asked_for, follows
from cwsdiag.formats.readers.tags import TAGS, TAGS_END
from cwsdiag.formats.readers.words import POS, WORD_COUNTS, WORD_LIST, WORDS
from cwsdiag.formats.source import CHUNK, Source
from cwsdiag.formats.survey import Facts, Survey
from cwsdiag.languages import lazy

# Where two are equally sure of a file, the first of them reads it.
READERS: dict[str, Reader] = {
    "words": WORDS,
    "pos": POS,
    "separated": SEPARATED,
    "conll": CONLL,
    "tags": TAGS,
    "tags-end": TAGS_END,
    "json": JSON,
    "jsonl": JSONL,
    "word-list": WORD_LIST,
    "word-counts": WORD_COUNTS,
}
# What is looked at to detect the encoding, and of that to detect the format.
_HEAD_BYTES = 1 << 20
_FORMAT_BYTES = 1 << 17
_SNIFFED_LINES = 200
# What a text ends with where it may be cut; nothing where it may not.
_CUT_AT = {"line": "\n", "block": "\n\n", "file": ""}
# Python's names of encodings; code points of a separator have a plus.
_CODEC = re.compile(r"[a-z][a-z0-9_-]*")


def codec_of(reading: str) -> str:
    """Return Python's name of the encoding in what ``Facts.reading`` says; empty where nothing was read."""
    # A separator may stand before it, which is never letters and digits; what follows is none.
    return next((part for part in reading.split(",")[1:] if _CODEC.fullmatch(part)), "")


@dataclass(eq=False)
class DocumentStream:
    """The words of a file, block by block, as often as they are asked for; memory does not grow with the file.

    ``open_document`` makes it.

    Attributes:
        source: the file.
        reader: its format.
        parse: what reads it.
        facts: how the file is taken; whole once it was read, see ``read``.
        chunk_size: bytes read at a time.
        surveyed: whether what is in the file is counted when it is first read.
    """

    source: Source
    reader: Reader
    parse: Parse
    facts: Facts
    chunk_size: int
    surveyed: bool = False

    @property
    def name(self) -> str:
        """What the user calls the file."""
        return self.source.name

    @property
    def kind(self) -> ContentKind:
        """Running text, a word list with counts, or one without."""
        return self.reader.kind

    def read(self) -> Facts:
        """Return how the file was taken; reads it once where ``blocks`` was not exhausted before.

        Raises:
            InputError: as for ``blocks``.
        """
        if not self.facts.digest:
            for _ in self.blocks():
                pass
        return self.facts

    @property
    def is_plain(self) -> bool:
        """Whether it is UTF-8 with words between white space, as far as is known, and nothing is to be done to it."""
        facts = self.facts
        done = facts.normalise or facts.strip or facts.line_end or facts.packed
        return self.parse is words.parse and facts.encoding.codec == "utf-8" and not done

    def took(self, digest: str, **facts: Any) -> None:
        """Take note of what a pass over the whole file has shown; the first decides.

        Args:
            digest: SHA-256 (hex) of all bytes.
            facts: by attributes of ``Facts``; ``warnings`` beside those of its head.

        Raises:
            FormatError: the file is no longer what it was when it was read before.
        """
        if self.facts.digest not in ("", digest):
            raise FormatError(lazy("{name}: the file has changed since it was read. Load it again.", name=self.name))
        if not self.facts.digest:
            warnings = (*self.facts.warnings, *facts.pop("warnings", ()))
            self.facts = replace(self.facts, digest=digest, warnings=warnings, **facts)

    def remarks(self) -> tuple[str, ...]:
        """Return what is to be said of the lines and characters of a text; its words were read otherwise.

        Raises:
            InputError: the file cannot be read any more.
        """
        odd = Oddities(self.reader, self.facts.separator)
        pieces = decoded(self.source.chunks(self.chunk_size), self.facts.encoding, self.name)
        for text in cut_at(map(with_line_feeds, pieces), _CUT_AT["line"]):
            odd.add(text, Block([], []))
        return tuple(_named(self.name, odd.warnings(self.facts.encoding.label)))

    def blocks(self) -> Iterator[Block]:
        """Yield the words of the file in order.

        Raises:
            InputError: the file cannot be read, decoded or parsed, holds no word, or is no longer what it was when it
                was read before.
        """
        facts, hasher = self.facts, hashlib.sha256()
        decimals = 0
        odd = Oddities(self.reader, facts.separator)
        survey = Survey(self.reader, facts) if self.surveyed and not facts.digest else None
        # Lines with bytes that are no text are one word less in a list, where a text would lose a sentence.
        chunks = self.source.chunks(self.chunk_size, hasher=hasher)
        pieces = decoded(chunks, facts.encoding, self.name, stray=self.kind != "segmented")
        if survey is not None:
            pieces = map(survey.passed, pieces)
        pieces = (with_line_feeds(piece, facts.line_end) for piece in pieces)
        for text in cut_at(pieces, _CUT_AT[self.reader.unit]):
            bare = odd.without_stray(text)
            if not self.reader.keeps_feff:
                bare = bare.replace(FEFF, "")
            if self.reader.bare_lines:
                bare = wrappers.stripped(bare, facts.strip)
            try:
                block = self.parse(bare, odd.lines + 1)
            except BadLine as bad:
                raise _format_error(self.name, bad) from None
            for key in facts.normalise:
                block = NORMALISATIONS[key].apply(block)
            if survey is not None:
                survey.add(text, block)
            decimals = max(decimals, block.decimals)
            odd.add(text, block)
            unended = not text.endswith("\n")
            yield block
        if len(odd.stray) > min(MOST_STRAY, odd.words):
            # This names the first of the bytes that are no text.
            for _ in decoded(self.source.chunks(self.chunk_size), facts.encoding, self.name):
                pass
        if not odd.words:
            raise FormatError(
                lazy("{name}: no word in this file, only white space or comments. Choose another.", name=self.name)
            )
        counted = {} if survey is None else survey.facts()
        warnings = _named(self.name, odd.warnings(facts.encoding.label))
        self.took(hasher.hexdigest(), lines=odd.lines + unended, decimals=decimals, warnings=warnings, **counted)


def open_document(
    source: Source,
    *,
    role: Role,
    format: str | None = None,
    encoding: str | None = None,
    normalise: Sequence[str] = (),
    separator: str | None = None,
    strip: Sequence[str] = (),
    chunk_size: int = CHUNK,
) -> DocumentStream:
    """Detect how to read a file.

    Args:
        source: the file.
        role: what it is to be: word lists can only be training data, and of several tag columns gold takes the first
            and a system the last.
        format: a key of ``READERS``; None to find it out from the content.
        encoding: a name that Python knows; None to find it out from the content.
        normalise: keys of ``NORMALISATIONS``, done in this order to the words.
        separator: what stands between words, as it is or as ``U+200B``; None to find it out. Without a format it is
            passed over, with a warning, in a file whose words plainly stand between white space, or in columns.
        strip: keys of ``cwsdiag.formats.wrappers.WRAPPERS``: what stands around lines without being text. Formats with
            a character or a word a line have no such lines.
        chunk_size: bytes read at a time.

    Raises:
        InputError: the file cannot be read or decoded, or is not of the format.
        SettingError: no such format, encoding, normalisation or thing to strip, or no such separator can be.
    """
    if source.packed == "parquet":
        # Whatever is asked of other files: it can be nothing else.
        format, encoding = "jsonl", None
    name, strip, normalise = source.name, wrappers.chosen(strip), choices("normalise", normalise, NORMALISATIONS)
    asked = None if separator is None else asked_for(separator)
    head = source.head(_HEAD_BYTES)
    complete = len(head) < _HEAD_BYTES
    chosen = detect(head, complete=complete, name=name) if encoding is None else forced(encoding, head, name=name)
    complete = complete and len(head) <= _FORMAT_BYTES
    # Word lists may have stray bytes; of a text they are an error once it is read.
    decoding = decoded([head[:_FORMAT_BYTES]], chosen, name, complete=complete, stray=role == "training")
    text = with_line_feeds("".join(decoding)).replace(FEFF, "")
    line_end = other_line_end(text)
    lines = with_line_feeds(text, line_end).split("\n")
    # A line that is cut short says little.
    lines = lines if complete or len(lines) == 1 else lines[:-1]
    sniffed = lines[:_SNIFFED_LINES]
    warnings: list[str] = []
    try:
        if format is None:
            refuse(sniffed)
            reader = max(READERS.values(), key=lambda reader: reader.sniff(sniffed, role))
            plain = reader is READERS["words"] or reader.kind == "list"
            if asked is not None and plain and follows(sniffed, asked):
                reader = SEPARATED
            if asked is not None and not reader.separators:
                warnings.append(
                    lazy(
                        "its words do not stand between {separator}; it is read as {format}.",
                        separator=asked.label,
                        format=reader.label,
                    )
                )
            warnings += doubts(sniffed, reader)
        else:
            reader = READERS[choice("format", format, READERS)]
            if asked is not None and not reader.separators:
                raise SettingError(
                    lazy(
                        "the format {format!r} has no separator to choose. Delete one of the two; formats with "
                        "separators: {known}.",
                        format=format,
                        known=", ".join(key for key, one in READERS.items() if one.separators),
                    )
                )
        if reader.kind != "segmented" and role != "training":
            raise SettingError(
                lazy(
                    "{name}: the format {format!r} is for training data only. Give a segmented text.",
                    name=name,
                    format=reader.key,
                )
            )
        # What separates words is plain in as many lines as tell the format.
        parse, between = reader.parser(Head(sniffed if reader.separators else lines, role, asked, strip))
    except BadLine as bad:
        raise _format_error(name, bad) from None
    if line_end is not None:
        code = f"U+{ord(line_end):04X}"
        warnings.append(lazy("its lines end with {character} and not with LF; it is read so.", character=code))
    facts = Facts(
        name=name,
        role=role,
        packed=source.packed,
        encoding=chosen,
        format=reader.key,
        normalise=normalise,
        strip=strip,
        separator=between,
        line_end=line_end,
        warnings=tuple(_named(name, warnings)),
    )
    return DocumentStream(source, reader, parse, facts, chunk_size)


def _named(name: str, problems: Iterable[str]) -> Iterator[str]:
    return (lazy("{name}: {problem}", name=name, problem=problem) for problem in problems)


def _format_error(name: str, bad: BadLine) -> FormatError:
    """Return the error for a user: what ``bad`` says, with the place."""
    if bad.line is None:
        return FormatError(lazy("{name}: {problem}", name=name, problem=bad.problem))
    return FormatError(lazy("{name}, line {line}: {problem}", name=name, line=bad.line, problem=bad.problem))


def read_text(file: str | Path | Source) -> tuple[str, str, str]:
    """Return the name of a file, its text with LF line ends and without byte order marks, and its SHA-256 (hex).

    Its encoding is detected from its head.

    Raises:
        InputError: it cannot be read or decoded.
    """
    source = file if isinstance(file, Source) else Source.from_path(file)
    hasher, head = hashlib.sha256(), source.head(CHUNK)
    encoding = detect(head, complete=len(head) < CHUNK, name=source.name)
    text = with_line_feeds("".join(decoded(source.chunks(hasher=hasher), encoding, source.name)))
    return source.name, text.replace(FEFF, ""), hasher.hexdigest()
