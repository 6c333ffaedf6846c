"""A gold text with its systems and its training data: what every method works on."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from cwsdiag.align import align
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.formats import READERS, open_document, read_document
from cwsdiag.formats.base import WHITE
from cwsdiag.formats.source import Source
from cwsdiag.text import Segmentation, frozen, text_of
from cwsdiag.training import gather
from cwsdiag.weights import Weights, check_fit, read_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.formats import Document, DocumentStream, Role
    from cwsdiag.text import Bools
    from cwsdiag.training import TrainingStats

    WeightsLike: TypeAlias = str | Path | Source | Weights
    CorpusLike: TypeAlias = str | Path | Source | Sequence[Sequence[str]] | Mapping[str, int] | Set[str]

# What a system has learnt from, by the terms of the bakeoffs: the training data of the corpus alone, or others too.
Track = Literal["closed", "open"]

_USUAL_OOV_RATE = 0.4
_UNSEGMENTED = 3


@dataclass(frozen=True)
class ReadOptions:
    """How a file is to be read: each None (or empty) is detected from its content."""

    encoding: str | None = None
    format: str | None = None
    normalise: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Dataset:
    """Gold, systems and training data, ready to be compared.

    Attributes:
        name: what the user calls it.
        gold: the reference segmentation.
        systems: the systems, all over the gold's ``Text``; names differ and are not empty.
        training: statistics of the training data; None without it.
        mismatch: what was done where a system's characters differ from gold's.
        warnings: what the user should know about how the files were taken.
        tracks: the track of each system by its name; of systems whose track is not known, nothing.
        difficulty: of the gold words; None where it is not known. ``with_weights`` gives it.
    """

    name: str
    gold: Segmentation
    systems: tuple[Segmentation, ...]
    training: TrainingStats | None
    mismatch: Mismatch = "error"
    warnings: tuple[str, ...] = ()
    tracks: Mapping[str, Track] = field(default_factory=dict)
    difficulty: Weights | None = None

    @cached_property
    def oov(self) -> Bools | None:
        """For each gold word whether it is OOV, no word of the training data; None without training data."""
        if self.training is None:
            return None
        known = self.training.word_counts
        words = self.gold.surfaces()
        return frozen(~np.fromiter(map(known.__contains__, words), np.bool_, len(words)))

    def oddities(self) -> list[str]:
        """Return what is so unusual that the files should be examined: cheap to ask, on every run."""
        found = []
        if self.training is not None and self.oov is not None and self.oov.mean() > _USUAL_OOV_RATE:
            found.append(f"{self.oov.mean():.1%} of the gold words are not in the training data {self.training.name}")
        for system in self.systems:
            if system.digest == self.gold.digest:
                found.append(f"the prediction of {system.name} is the gold file")
            elif len(system) * _UNSEGMENTED < len(self.gold):
                found.append(f"the prediction of {system.name} has few words, as if it were not segmented")
        return [f"{oddity}. `cwsdiag check` says more." for oddity in found]

    def system(self, name: str) -> Segmentation:
        """Return the system of this name.

        Raises:
            SettingError: there is none.
        """
        for system in self.systems:
            if system.name == name:
                return system
        names = ", ".join(system.name for system in self.systems) or "none"
        raise SettingError(f"no system {name!r} in this dataset. Available: {names}.")


def load(
    *,
    gold: CorpusLike,
    systems: Mapping[str, CorpusLike] | None = None,
    training: CorpusLike | None = None,
    name: str = "",
    encoding: str | None = None,
    input_format: str | None = None,
    normalise: Sequence[str] = (),
    mismatch: Mismatch = "error",
    weights: WeightsLike | None = None,
) -> Dataset:
    """Load a gold file, the predictions of any number of systems, and training data.

    Each may be a path, a ``Source`` (bytes in memory), or a list of sentences that are lists of words; training may
    also be a word list: a set of words, or a mapping from words to counts.

    Args:
        gold: the reference segmentation.
        systems: predictions by system name.
        training: segmented text, or a word list with or without counts.
        name: of the dataset; the gold file's by default.
        encoding: of all files; detected for each by default.
        input_format: of all files, a key of ``cwsdiag.formats.READERS``; detected for each by default.
        normalise: ``"nfkc"``, ``"t2s"`` or both, done to all files in this order.
        mismatch: ``"error"``, or ``"skip"`` to leave out stretches where a system has other characters than gold.
        weights: how hard each gold word is, or a file that says so; see ``cwsdiag.weights.read_weights``.

    Raises:
        InputError: a file cannot be read, or its characters are not those of gold.
        SettingError: a setting or a system's name makes no sense.
    """
    options = ReadOptions(encoding, input_format, tuple(normalise))
    gold_document = read(gold, role="gold", options=options)
    documents = {
        system: read(corpus, role="system", options=options, name=system) for system, corpus in (systems or {}).items()
    }
    stats = None
    if training is not None:
        stats = read_training(training, options=options, strings=types_of(gold_document, *documents.values()))
    dataset = assemble(gold=gold_document, systems=documents, training=stats, name=name, mismatch=mismatch)
    return dataset if weights is None else with_weights(dataset, weights)


def read(corpus: CorpusLike, *, role: Role, options: ReadOptions, name: str = "") -> Document:
    """Read gold or a prediction, from wherever it comes.

    Args:
        corpus: path, source, or words.
        role: what the file is to be, ``"gold"`` or ``"system"``.
        options: how to read it; the format of a word list, which can only be meant for training data, is passed over.
        name: what to call words that come from memory.

    Raises:
        InputError: it cannot be read.
    """
    source, known_format = _source(corpus, name or role)
    wanted = options.format
    if wanted in READERS and READERS[wanted].kind != "segmented":
        wanted = None
    return read_document(
        source,
        role=role,
        format=known_format or wanted,
        encoding=options.encoding,
        normalise=options.normalise,
    )


def open_training(corpus: CorpusLike, *, options: ReadOptions) -> DocumentStream:
    """Open training data for reading block by block.

    Raises:
        InputError: it cannot be read.
    """
    source, known_format = _source(corpus, "training")
    return open_document(
        source,
        role="training",
        format=known_format or options.format,
        encoding=options.encoding,
        normalise=options.normalise,
    )


def read_training(
    corpus: CorpusLike, *, options: ReadOptions, strings: Iterable[str] = (), characters: bool = True
) -> TrainingStats:
    """Read training data once, counting ``strings`` in it; see ``cwsdiag.training.gather``.

    Raises:
        InputError: it cannot be read, or holds no word.
    """
    return gather(open_training(corpus, options=options), strings=strings, characters=characters)


def types_of(*documents: Document) -> set[str]:
    """Return the distinct words of documents: what may be looked up in training data."""
    return set().union(*(document.words for document in documents))


def assemble(
    *,
    gold: Document,
    systems: Mapping[str, Document],
    training: TrainingStats | None,
    name: str = "",
    mismatch: Mismatch = "error",
    tracks: Mapping[str, Track] | None = None,
) -> Dataset:
    """Put documents that were read together.

    Args:
        gold: the reference segmentation.
        systems: predictions by system name; there may be none.
        training: statistics of the training data; None without it.
        name: of the dataset; the gold file's by default.
        mismatch: what to do where characters differ, see ``load``.
        tracks: the track of systems by name, as far as known; those of other names are passed over.

    Raises:
        FormatError: gold has no word.
        AlignmentError: a system's characters are not those of gold, and ``mismatch`` is ``"error"``.
        SettingError: a system has no name.
    """
    if not gold.words:
        raise FormatError(f"{gold.name}: no word in the gold file. Give a segmented text.")
    reference = Segmentation.of_words(
        gold.name, gold.words, gold.sizes, digest=gold.digest, reading=gold.summary.reading
    )
    warnings = list(gold.warnings)
    aligned = []
    for system, document in systems.items():
        if not system.strip():
            raise SettingError(f"{document.name}: the system has no name. Give it one, as in NAME=PATH.")
        warnings += document.warnings
        own_text, own_ends = text_of(document.words, document.sizes)
        segmentation = align(
            reference,
            name=system,
            text=own_text,
            word_ends=own_ends,
            digest=document.digest,
            reading=document.summary.reading,
            mismatch=mismatch,
        )
        warnings += _coverage_warning(reference, segmentation)
        aligned.append(segmentation)
    return Dataset(
        name=name or gold.name,
        gold=reference,
        systems=tuple(aligned),
        training=training,
        mismatch=mismatch,
        warnings=tuple(warnings),
        tracks={system: track for system, track in (tracks or {}).items() if system in systems},
    )


def with_weights(dataset: Dataset, weights: WeightsLike) -> Dataset:
    """Return a dataset that has the difficulties of its gold words.

    Args:
        dataset: gold and systems.
        weights: what ``read_weights`` gave for its gold, or the file.

    Raises:
        InputError: the file cannot be used; see ``read_weights``.
        SettingError: the weights are those of another gold text.
    """
    if not isinstance(weights, Weights):
        weights = read_weights(weights, dataset.gold)
    check_fit(weights, dataset.gold)
    return replace(dataset, difficulty=weights)


def _coverage_warning(gold: Segmentation, system: Segmentation) -> list[str]:
    if not len(system.left_out):
        return []
    compared = int(system.covered(gold.word_starts).sum())
    return [
        f"{system.name}: characters differ from gold; {len(gold) - compared:,} of {len(gold):,} gold words left out "
        f"(coverage {compared / len(gold):.4f})."
    ]


def _source(corpus: CorpusLike, name: str) -> tuple[Source, str | None]:
    """Return where to read from, and the format where it is known because the words come from memory."""
    if isinstance(corpus, Source):
        return corpus, None
    if isinstance(corpus, (str, Path)):
        return Source.from_path(Path(corpus)), None
    if isinstance(corpus, Mapping):
        lines = [f"{_word(word)}\t{count}" for word, count in corpus.items()]
        kind = "word-counts"
    elif isinstance(corpus, Set):
        lines = sorted(map(_word, corpus))
        kind = "word-list"
    else:
        lines = [" ".join(map(_word, sentence)) for sentence in corpus]
        kind = "words"
    return Source.from_bytes(name, "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")), kind


def _word(word: str) -> str:
    if not isinstance(word, str) or not word or WHITE.search(word):
        raise SettingError(f"{word!r} is not a word: words are strings of at least one character, without white space.")
    return word
