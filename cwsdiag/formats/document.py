"""A text that was read whole, from a file or from words in memory: a way to cut its own characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import islice
from numbers import Integral, Real

import numpy as np

from cwsdiag.arguments import bounds, given, whole
from cwsdiag.errors import SettingError
from cwsdiag.formats.base import LABEL, MOST_LABELS, SENTENCE_ID, WHITE
from cwsdiag.formats.readers.words import Spans
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import DocumentStream
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


# What has no words in an order. A string would be cut into its characters.
_NO_SENTENCE = (str, bytes, Mapping, Set)


def from_memory(name: str, corpus: object) -> tuple[Source, str]:
    """Return words as a file would hold them, and its format.

    Args:
        name: what the text is called.
        corpus: sentences that are lists of words; a set of words; or how often words occur, by word.

    Raises:
        SettingError: it is something else, or a word is none.
    """
    lines = []
    if isinstance(corpus, Mapping):
        kind = "word-counts"
        for word, count in corpus.items():
            # Whether a part of a time makes sense is for the reader of the format to say.
            if not isinstance(count, Real) or isinstance(count, (bool, Integral)):
                label = lazy("{name}: how often {word} occurs", name=name, word=given(_word(word)))
                count = whole(label, count, bounds.COUNT)
            lines.append(f"{_word(word)}\t{count if isinstance(count, int) else float(count)}")
    elif isinstance(corpus, Set):
        lines = sorted(map(_word, corpus))
        kind = "word-list"
    elif isinstance(corpus, Iterable):
        kind = "words"
        for number, sentence in enumerate(corpus, start=1):
            if not isinstance(sentence, Iterable) or isinstance(sentence, _NO_SENTENCE):
                raise SettingError(
                    lazy(
                        "{name}: sentence {number:,} is {value}, no list of words. Give a list of sentences, each a "
                        "list of words.",
                        name=name,
                        number=number,
                        value=given(sentence),
                    )
                )
            lines.append(" ".join(map(_word, sentence)))
    else:
        raise SettingError(
            lazy(
                "{name} is {value}: give a path, a Source, or a list of sentences, each a list of words.",
                name=name,
                value=given(corpus),
            )
        )
    return Source.from_bytes(name, "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")), kind


def _word(word: object) -> str:
    if not isinstance(word, str) or not word or WHITE.search(word):
        raise SettingError(
            lazy(
                "{word} is not a word: words are strings of at least one character, without white space.",
                word=given(word),
            )
        )
    return word
