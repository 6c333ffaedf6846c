"""A text that was read whole: a way to cut its own characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

from cwsdiag.formats.base import LABEL, MOST_LABELS, SENTENCE_ID, Role
from cwsdiag.formats.readers.words import Spans
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import DocumentStream, open_document
from cwsdiag.formats.survey import Facts
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.text import Categories, Segmentation, Text, frozen


@dataclass(frozen=True, eq=False)
class Document(Segmentation):
    """All words of a file, as a way to cut its characters: strings are made when asked for.

    Attributes:
        facts: how the file was taken.
        documents: the first sentence of each document, rising from 0; empty where the file does not say.
        labels: of the sentences, by name, the first 20 that it has; one that differs in all sentences that have it is
            none.
        sent_ids: what the file calls each sentence, None where it does not say; empty where it says so of none.
    """

    facts: Facts = field(kw_only=True)
    documents: tuple[int, ...] = field(default=(), kw_only=True)
    labels: Mapping[str, Categories] = field(default_factory=dict, kw_only=True)
    sent_ids: tuple[str | None, ...] = field(default=(), kw_only=True)

    @classmethod
    def of(cls, stream: DocumentStream) -> Document:
        """Read all words of a stream; a word list has no sentences.

        Raises:
            InputError: the file cannot be read, decoded or parsed, or holds no word.
        """
        chars = []
        lengths = []
        sizes: list[int] = []
        marks: list[tuple[int, str | None]] = []
        tags: list[str | None] = []
        said: dict[str, dict[int, str]] = {}
        for block in stream.blocks():
            marks += [(len(sizes) + place, id) for place, id in block.documents]
            words = block.words
            if isinstance(words, Spans):
                chars.append(words.chars)
                lengths.append(words.lengths)
            else:
                chars.append("".join(words))
                lengths.append(np.fromiter(map(len, words), np.int32, len(words)))
            for sentence, label in enumerate(block.labels, len(sizes)):
                for name, value in label.items():
                    said.setdefault(name, {})[sentence] = value
            # Nothing for each word of the many texts that have none.
            if block.pos:
                tags += [None] * (sum(sizes) - len(tags)) + [*block.pos]
            sizes += block.sizes
        tags += [None] * (sum(sizes) - len(tags)) if tags else []
        names = {tag: visible(tag) if tag else None for tag in dict.fromkeys(tags)}
        facts = stream.facts
        begins = _begins(marks)
        if begins is None:
            half = lazy(
                "{name}: some lines have a field doc and some have none, so it is not known where documents begin. "
                "Give it to all of them.",
                name=facts.name,
            )
            facts = replace(facts, warnings=(*facts.warnings, half))
        ids = said.pop(SENTENCE_ID, {})
        labels = {name: one for name, one in said.items() if LABEL.fullmatch(name) and len({*one.values()}) < len(one)}
        word_ends = frozen(np.cumsum(np.concatenate(lengths), dtype=np.int32))
        return cls(
            facts.name,
            Text("".join(chars), frozen(word_ends[np.cumsum(sizes, dtype=np.int64) - 1])),
            word_ends,
            facts.digest,
            facts.reading,
            warnings=facts.warnings,
            pos=Categories.of([names[tag] for tag in tags]) if any(names.values()) else None,
            facts=facts,
            documents=tuple(place for place in begins or () if place < len(sizes)),
            labels={
                visible(name): Categories.of(
                    [visible(of[sentence]) if sentence in of else None for sentence in range(len(sizes))]
                )
                for name, of in islice(labels.items(), MOST_LABELS)
            },
            sent_ids=tuple(map(ids.get, range(len(sizes)))) if ids else (),
        )

    @property
    def chars(self) -> str:
        """The characters of all words."""
        return self.text.chars

    @property
    def words(self) -> list[str]:
        """The words in order."""
        return list(self.surfaces())

    @property
    def sizes(self) -> list[int]:
        """The number of words of each sentence."""
        sizes: list[int] = np.diff(np.searchsorted(self.word_ends, self.text.sentence_ends) + 1, prepend=0).tolist()
        return sizes

    @property
    def sentences(self) -> list[str]:
        """The characters of each sentence."""
        return self.text.sentences

    @property
    def mean_length(self) -> float:
        """Mean number of characters of a word."""
        return len(self.chars) / len(self)


def _begins(marks: list[tuple[int, str | None]]) -> list[int] | None:
    """Return where documents begin, by what ``Block.documents`` says; None where it says so of some sentences only."""
    ids = {id for _place, id in marks}
    if "" in ids and len(ids) > 1:
        return None
    # What lies before the first is a document, too.
    begins = dict.fromkeys([0]) if ids - {""} else {}
    last: str | None = None
    for place, id in marks if begins else ():
        if id is None or id != last:
            begins[place] = None
        last = id
    return list(begins)


def read_document(source: Source, *, role: Role, **options: Any) -> Document:
    """Read all words of a file; the ``options`` are those of ``open_document``.

    Raises:
        InputError: the file cannot be read, decoded or parsed, or holds no word.
        SettingError: as for ``open_document``.
    """
    return Document.of(open_document(source, role=role, **options))
