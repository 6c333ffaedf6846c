"""Documents of gold, and labels of its sentences such as genre, source or date.

Where the documents of a gold text begin: sentences of one document are right and wrong together (METHODS 11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cwsdiag.attributes import available
from cwsdiag.errors import FormatError, brief
from cwsdiag.formats.base import LABEL, MOST_LABELS, SENTENCE_ID
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import read_text
from cwsdiag.formats.tables import table_rows
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.text import Categories, frozen

if TYPE_CHECKING:
    from cwsdiag.formats.document import Document


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
    name, text, digest = read_text(file)
    ids = [id for line in text.split("\n") if (id := line.strip())]
    if len(ids) != sentences:
        raise FormatError(
            lazy(
                "{name}: {ids:,} document ids for the {sentences:,} sentences of gold. Write one id a line, a line for "
                "each sentence of gold, in their order.",
                name=name,
                ids=len(ids),
                sentences=sentences,
            )
        )
    starts = [place for place, id in enumerate(ids) if place == 0 or id != ids[place - 1]]
    return documents_of(starts, digest=digest)


def labels_of(gold: Document) -> dict[str, Categories]:
    """Return the labels that gold's own file has, by name, but for those that are called as an attribute."""
    return {name: label for name, label in gold.labels.items() if name not in available()}


def read_labels(
    file: str | Path | Source, gold: Document, documents: Documents | None
) -> tuple[dict[str, Categories], str]:
    """Read a table of labels: a column each, under its name; an empty cell is no label.

    Its rows are the sentences of gold in their order, or its documents. With a column ``sent_id`` they may have any
    order, and sentences may lack: a row is of the sentence that gold's file calls so or, where that names none, of the
    one with this number, from 1.

    Args:
        file: CSV, or TSV where its first line has a tab; its encoding is detected.
        gold: the sentences.
        documents: of gold; None where they are not known.

    Returns:
        The labels of the sentences of gold, by name; the SHA-256 (hex) of the file.

    Raises:
        ReadError: the file cannot be read.
        EncodingError: its bytes are not text.
        FormatError: it is no table, has other rows than gold, or names what cannot be a label.
    """
    name, text, digest = read_text(file)
    text = text.lstrip("\n")
    table = table_rows(text, name, delimiter="\t" if "\t" in text.partition("\n")[0] else ",")
    sentences = len(gold.text.sentence_ends)
    ids = gold.sent_ids or tuple(map(str, range(1, sentences + 1)))
    row_of: dict[str | None, int] = {}
    rows: list[list[str]] = []
    count = 0
    _line, cells = next(table, (1, []))
    heading = _heading(cells, name)
    place = heading.index(SENTENCE_ID) if SENTENCE_ID in heading else None
    known = set(ids)
    for line, row in table:
        problem = ""
        if len(row) != len(heading):
            problem = lazy(
                "{fields} fields, but the heading has {wanted}. Fix it.", fields=len(row), wanted=len(heading)
            )
        elif place is not None:
            id = row[place].strip()
            if id in row_of:
                problem = lazy("the sentence {id!r} was there before. Leave out one of the rows.", id=brief(id))
            elif id not in known:
                problem = lazy("gold has no sentence {id!r}. Fix it, or leave out the row.", id=brief(id))
            row_of[id] = count
        if problem:
            raise FormatError(lazy("{name}, line {line}: {problem}", name=name, line=line, problem=problem))
        count += 1
        # More are counted only.
        if count <= sentences:
            rows.append([visible(cell.strip()) for cell in row])
    if place is not None:
        places = np.array([row_of.get(id, -1) for id in ids])
    elif count == sentences:
        places = np.arange(sentences)
    elif documents is not None and count == len(documents):
        places = np.repeat(np.arange(count), np.diff(documents.starts, append=sentences))
    else:
        raise FormatError(
            lazy(
                "{name}: {rows:,} rows of labels for the {sentences:,} sentences of gold{documents}. Write a row for "
                "each, in their order, or name the sentence of each row in a column sent_id.",
                name=name,
                rows=count,
                sentences=sentences,
                documents="" if documents is None else lazy(" or its {n:,} documents", n=len(documents)),
            )
        )
    labels = {
        label: Categories.of([row[column] or None for row in rows]).at(places)
        for column, label in enumerate(heading)
        if label != SENTENCE_ID
    }
    return labels, digest


def _heading(cells: Sequence[str], name: str) -> list[str]:
    """Return the names of the columns of a table, of which each can be one of a label."""
    heading = [visible(cell.strip()) for cell in cells]
    if not 0 < len({*heading} - {SENTENCE_ID}) <= MOST_LABELS:
        raise FormatError(
            lazy(
                "{name}: no column of labels, or more than {most}. The first line names the columns, such as genre.",
                name=name,
                most=MOST_LABELS,
            )
        )
    for place, column in enumerate(heading):
        reason = ""
        if not LABEL.fullmatch(column):
            reason = lazy("a name has no blank and none of , ; = :")
        elif column in available():
            reason = lazy("an attribute is called so")
        elif column in heading[:place]:
            reason = lazy("two columns are called so")
        if reason:
            raise FormatError(
                lazy(
                    "{name}: the column {column!r} cannot be a label, as {reason}. Rename it.",
                    name=name,
                    column=brief(column),
                    reason=reason,
                )
            )
    return heading
