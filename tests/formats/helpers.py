"""What the tests of file reading share."""

from typing import Any

from cwsdiag.formats import Facts, Role, Source, open_document
from cwsdiag.formats.document import Document, read_document
from cwsdiag.text import Segmentation


def source(content: str | bytes, name: str = "file.txt", encoding: str = "utf-8") -> Source:
    return Source.from_bytes(name, content if isinstance(content, bytes) else content.encode(encoding))


def read(
    content: str | bytes, role: Role = "gold", *, format: str | None = None, normalise: tuple[str, ...] = ()
) -> Document:
    return read_document(source(content), role=role, format=format, normalise=normalise)


def survey(source: Source, *, role: Role, **options: Any) -> Facts:
    """What is in a file; the ``options`` are those of ``open_document``."""
    stream = open_document(source, role=role, **options)
    stream.surveyed = True
    return stream.read()


def counts(content: str | bytes) -> list[int] | None:
    """How often each word of a list with counts occurs; None of other files."""
    found: list[int] = []
    for block in open_document(source(content), role="training").blocks():
        if block.counts is None:
            return None
        found += block.counts
    return found


def tags(text: Segmentation) -> list[str | None] | None:
    """The part of speech of each word, None of one without; None of a text without any."""
    return None if text.pos is None else [None if code < 0 else text.pos.names[code] for code in text.pos.codes]


def sentences(document: Document) -> list[list[str]]:
    words = iter(document.words)
    return [[next(words) for _ in range(size)] for size in document.sizes]
