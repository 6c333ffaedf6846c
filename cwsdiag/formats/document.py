"""Reading a file: its encoding and format are detected or given, then its words are read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import SettingError
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import FEFF, BadLine, Head
from cwsdiag.formats.decode import decoded
from cwsdiag.formats.encoding import detect, forced
from cwsdiag.formats.line_ends import other_line_end, with_line_feeds
from cwsdiag.formats.normalise import NORMALISATIONS
from cwsdiag.formats.oddities import doubts, has_stray, refuse
from cwsdiag.formats.readers.separated import SEPARATED, asked_for, follows
from cwsdiag.formats.readers.words import Spans
from cwsdiag.formats.registry import READERS
from cwsdiag.formats.source import CHUNK
from cwsdiag.formats.stream import DocumentStream, format_error
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.distinct import Distinct
    from cwsdiag.formats.base import Reader, Role
    from cwsdiag.formats.encoding import Encoding
    from cwsdiag.formats.source import Hasher, Source
    from cwsdiag.formats.survey import Facts, Summary
    from cwsdiag.text import Ints, Segmentation, Text

# What is looked at to detect the encoding, and of that to detect the format.
_HEAD_BYTES = 1 << 20
_FORMAT_BYTES = 1 << 17
_SNIFFED_LINES = 200


@dataclass(frozen=True, eq=False)
class Document:
    """All words of a file, as the characters of all of them and where each ends: strings are made when asked for.

    Attributes:
        chars: the characters of all words, joined; no word is empty or has white space.
        word_ends: int32, end offsets of the words into ``chars``, strictly increasing.
        sizes: number of words of each sentence, at least 1; empty for a word list.
        counts: occurrences of each word of a word list that has them; else None.
        summary: how the file was taken.
        documents: the first sentence of each document, rising from 0; empty where the file does not say.
    """

    chars: str
    word_ends: Ints
    sizes: list[int]
    counts: list[int] | None
    summary: Summary
    documents: tuple[int, ...] = ()
    _gold: Document | None = field(default=None, repr=False)

    @classmethod
    def of(cls, stream: DocumentStream) -> Document:
        """Read all words of a stream.

        Raises:
            InputError: the file cannot be read, decoded or parsed, or holds no word.
        """
        # Here and below: who only asks which formats there are does without numpy.
        import numpy as np

        from cwsdiag.text import frozen

        chars: list[str] = []
        lengths: list[Ints] = []
        sizes: list[int] = []
        counts: list[int] = []
        marks: list[tuple[int, str | None]] = []
        for block in stream.blocks():
            marks += [(len(sizes) + place, id) for place, id in block.documents]
            words = block.words
            if isinstance(words, Spans):
                chars.append(words.chars)
                lengths.append(words.lengths)
            else:
                chars.append("".join(words))
                lengths.append(np.fromiter(map(len, words), np.int32, len(words)))
            sizes += block.sizes
            counts += block.counts or ()
        summary = stream.summary
        ids = {id for _place, id in marks}
        if "" in ids and len(ids) > 1:
            half = lazy(
                "{name}: some lines have a field doc and some have none, so it is not known where documents begin. "
                "Give it to all of them.",
                name=summary.name,
            )
            summary = replace(summary, warnings=(*summary.warnings, half))
            marks = []
        known = counts if stream.kind == "counts" else None
        word_ends = frozen(np.cumsum(np.concatenate(lengths), dtype=np.int32))
        begins: list[int] = []
        last: str | None = None
        for place, id in marks if ids != {""} else ():
            if id is None or id != last or not begins:
                begins.append(place)
            last = id
        # What lies before the first is a document, too.
        inside = tuple(place for place in dict.fromkeys([0, *begins]) if place < len(sizes))
        return cls("".join(chars), word_ends, sizes, known, summary, inside if begins else ())

    def beside(self, gold: Document) -> Document:
        """Return the same, made to share what it has in common with gold: the characters, where they are the same."""
        return replace(self, chars=gold.chars, _gold=gold) if self.chars == gold.chars else self

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.word_ends)

    @property
    def words(self) -> list[str]:
        """The words in order, as strings made anew."""
        ends = self.word_ends.tolist()
        return [self.chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    @cached_property
    def text(self) -> Text:
        """The characters with where sentences end; for a word list, none does."""
        import numpy as np

        from cwsdiag.text import Text, frozen

        ends = frozen(self.word_ends[np.cumsum(np.array(self.sizes, dtype=np.int64)) - 1])
        if self._gold is not None and np.array_equal(ends, self._gold.text.sentence_ends):
            return self._gold.text
        return Text(self.chars, ends)

    @cached_property
    def distinct(self) -> Distinct:
        """The distinct words."""
        from cwsdiag.distinct import distinct_beside, distinct_spans

        if self._gold is not None:
            return distinct_beside(self._gold.distinct, self._gold.word_ends, self.chars, self.word_ends)
        return distinct_spans(self.chars, self.text.codes, self.word_ends)

    def segmentation(self, *, warnings: tuple[str, ...] = ()) -> Segmentation:
        """Return its words as a way to cut its own text, with what is known of them already."""
        from cwsdiag.text import Segmentation

        reading = self.summary.reading
        return self.told(Segmentation(self.name, self.text, self.word_ends, self.digest, reading, warnings=warnings))

    def told(self, segmentation: Segmentation) -> Segmentation:
        """Return a segmentation that is made of these words; it knows the distinct ones where they are known here."""
        if segmentation.word_ends is self.word_ends and "distinct" in self.__dict__:
            segmentation.with_distinct(self.distinct)
        return segmentation

    @property
    def sentences(self) -> list[str]:
        """The characters of each sentence."""
        ends = self.text.sentence_ends.tolist()
        return [self.chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    @property
    def mean_length(self) -> float:
        """Mean number of characters of a word."""
        return len(self.chars) / len(self.word_ends)

    @property
    def name(self) -> str:
        """What the user calls the file."""
        return self.summary.name

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the file."""
        return self.summary.digest

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was read, but looks wrong."""
        return self.summary.warnings


def read_text(source: Source, hasher: Hasher) -> str:
    """Return the text of a file with LF line ends; its encoding is detected from its head.

    Raises:
        InputError: it cannot be read or decoded.
    """
    head = source.head(CHUNK)
    encoding = detect(head, complete=len(head) < CHUNK, name=source.name)
    return with_line_feeds("".join(decoded(source.chunks(hasher=hasher), encoding, source.name)))


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
    name = source.name
    strip = wrappers.chosen(strip)
    for what, keys, known in (
        (lazy("normalisation"), normalise, NORMALISATIONS),
        (lazy("format"), () if format is None else (format,), READERS),
    ):
        for key in keys:
            if key not in known:
                raise SettingError(
                    lazy("no {what} {key!r}. Available: {known}.", what=what, key=key, known=", ".join(known))
                )
    head = source.head(_HEAD_BYTES)
    complete = len(head) < _HEAD_BYTES
    chosen = detect(head, complete=complete, name=name) if encoding is None else forced(encoding, head, name=name)
    complete = complete and len(head) <= _FORMAT_BYTES
    # Word lists, which only training data can be, may have stray bytes.
    lines, line_end = _lines(head[:_FORMAT_BYTES], chosen, name, complete=complete, stray=role == "training")
    sniffed = lines[:_SNIFFED_LINES]
    warnings: list[str] = []
    try:
        if format is None:
            refuse(sniffed)
            reader, asked = _recognised(lines, role, separator)
            if asked != separator:
                warnings.append(
                    lazy(
                        "{name}: its words do not stand between {separator}; it is read as {format}.",
                        name=name,
                        separator=asked_for(separator or "").label,
                        format=reader.label,
                    )
                )
            warnings += doubts(name, sniffed, reader)
        else:
            reader, asked = READERS[format], separator
            if separator is not None:
                asked_for(separator)
            if separator is not None and not reader.separators:
                raise SettingError(
                    lazy(
                        "the format {format!r} has no separator to choose. Delete one of the two; formats with "
                        "separators: {known}.",
                        format=format,
                        known=", ".join(key for key, one in READERS.items() if one.separators),
                    )
                )
        if reader.kind == "segmented" and has_stray(lines):
            # It stays an error there.
            lines, line_end = _lines(head[:_FORMAT_BYTES], chosen, name, complete=complete, stray=False)
        if reader.kind != "segmented" and role != "training":
            raise SettingError(
                lazy(
                    "{name}: the format {format!r} is for training data only; as gold give a segmented text.",
                    name=name,
                    format=reader.key,
                )
                if role == "gold"
                else lazy(
                    "{name}: the format {format!r} is for training data only; as system give a segmented text.",
                    name=name,
                    format=reader.key,
                )
            )
        # What separates words is plain in as many lines as tell the format.
        parse, between = reader.parser(Head(sniffed if reader.separators else lines, role, asked, strip))
    except BadLine as bad:
        raise format_error(name, bad) from None
    return DocumentStream(
        source,
        role=role,
        reader=reader,
        parse=parse,
        encoding=chosen,
        separator=between,
        normalise=[NORMALISATIONS[key] for key in normalise],
        strip=strip,
        line_end=line_end,
        doubts=warnings,
        chunk_size=chunk_size,
    )


def read_document(source: Source, *, role: Role, **options: Any) -> Document:
    """Read all words of a file; the ``options`` are those of ``open_document``.

    Raises:
        InputError: the file cannot be read, decoded or parsed, or holds no word.
        SettingError: as for ``open_document``.
    """
    return Document.of(open_document(source, role=role, **options))


def survey(source: Source, *, role: Role, **options: Any) -> Facts:
    """Read a file and count what is in it; the ``options`` are those of ``open_document``.

    Raises:
        InputError: the file cannot be read, decoded or parsed, or holds no word.
        SettingError: no such format, encoding or normalisation.
    """
    stream = open_document(source, role=role, **options)
    surveyor = stream.surveyed()
    return surveyor.facts(stream.summary)


def _lines(head: bytes, encoding: Encoding, name: str, *, complete: bool, stray: bool) -> tuple[list[str], str | None]:
    """Return the lines of the head of a file, and what ends them where that is none of LF, CRLF and CR."""
    text = with_line_feeds("".join(decoded([head], encoding, name, complete=complete, stray=stray))).replace(FEFF, "")
    line_end = other_line_end(text)
    lines = with_line_feeds(text, line_end).split("\n")
    # A line that is cut short says little.
    return lines if complete or len(lines) == 1 else lines[:-1], line_end


def _recognised(lines: Sequence[str], role: Role, separator: str | None) -> tuple[Reader, str | None]:
    """Return the reader of a file, and the separator that is asked of it: None where that is passed over."""
    wanted = None if separator is None else asked_for(separator)
    sniffed = lines[:_SNIFFED_LINES]
    reader = max(READERS.values(), key=lambda reader: reader.sniff(sniffed, role))
    plain = not reader.separators and (reader is READERS["words"] or reader.kind == "list")
    if wanted is not None and plain and follows(lines, wanted):
        reader = SEPARATED
    return reader, separator if reader.separators else None
