"""What the tests of file reading share."""

from cwsdiag.formats import Document, Role, Source, read_document


def source(content: str | bytes, name: str = "file.txt", encoding: str = "utf-8") -> Source:
    return Source.from_bytes(name, content if isinstance(content, bytes) else content.encode(encoding))


def read(
    content: str | bytes, role: Role = "gold", *, format: str | None = None, normalise: tuple[str, ...] = ()
) -> Document:
    return read_document(source(content), role=role, format=format, normalise=normalise)


def sentences(document: Document) -> list[list[str]]:
    words = iter(document.words)
    return [[next(words) for _ in range(size)] for size in document.sizes]
