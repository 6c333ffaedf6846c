"""Where the documents of a gold text begin: sentences of one document are right and wrong together (METHODS 11)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cwsdiag.errors import FormatError
from cwsdiag.formats.base import FEFF
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import read_text
from cwsdiag.languages import lazy
from cwsdiag.text import frozen


@dataclass(frozen=True, eq=False)
class Documents:
    """The documents of a text, runs of its sentences.

    Attributes:
        starts: the first sentence of each, rising from 0, of shape (documents,).
        digest: SHA-256 (hex) of the file that says so; empty where the gold file does itself.
    """

    starts: NDArray[np.intp]
    digest: str = ""

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.starts)


def documents_of(starts: Sequence[int], *, digest: str = "") -> Documents:
    """Return documents that begin at these sentences, at least one, rising from 0."""
    return Documents(frozen(np.array(starts, dtype=np.intp)), digest)


def read_documents(file: str | Path | Source, sentences: int) -> Documents:
    """Read which document each sentence is of: one id a line, a line for each sentence; blank lines mean nothing.

    A change of id begins a document, also where the id was there before.

    Args:
        file: its encoding is detected; it may be packed by gzip.
        sentences: how many gold has.

    Raises:
        ReadError: the file cannot be read.
        EncodingError: its bytes are not text.
        FormatError: there are not as many ids as sentences.
    """
    source = file if isinstance(file, Source) else Source.from_path(Path(file))
    hasher = hashlib.sha256()
    text = read_text(source, hasher).replace(FEFF, "")
    ids = [id for line in text.split("\n") if (id := line.strip())]
    if len(ids) != sentences:
        raise FormatError(
            lazy(
                "{name}: {ids:,} document ids for the {sentences:,} sentences of gold. Write one id a line, a line for "
                "each sentence of gold, in their order.",
                name=source.name,
                ids=len(ids),
                sentences=sentences,
            )
        )
    starts = [place for place, id in enumerate(ids) if place == 0 or id != ids[place - 1]]
    return documents_of(starts, digest=hasher.hexdigest())
