"""What the tests of file reading share."""

from cwsdiag.formats import Source, open_document
from cwsdiag.formats.document import Document


def source(content, name="file.txt", encoding="utf-8"):
    return Source.from_bytes(name, content if isinstance(content, bytes) else content.encode(encoding))


def read_document(source, *, role, **options):
    return Document.of(open_document(source, role=role, **options))


def read(content, role="gold", *, format=None, normalise=()):
    return read_document(source(content), role=role, format=format, normalise=normalise)


def survey(source, *, role, **options):
    """What is in a file; the ``options`` are those of ``open_document``."""
    stream = open_document(source, role=role, **options)
    stream.surveyed = True
    return stream.read()


def counts(content):
    """How often each word of a list with counts occurs; None of other files."""
    found: list[int] = []
    for block in open_document(source(content), role="training").blocks():
        if block.counts is None:
            return None
        found += block.counts
    return found


def tags(text):
    """The part of speech of each word, None of one without; None of a text without any."""
    return None if text.pos is None else [None if code < 0 else text.pos.names[code] for code in text.pos.codes]


def sentences(document):
    words = iter(document.words)
    return [[next(words) for _ in range(size)] for size in document.sizes]
