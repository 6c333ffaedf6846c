"""A gold text with its systems and its training data: what every method works on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from cwsdiag.errors import SettingError, brief
from cwsdiag.formats import READERS, DocumentStream, Role, open_document
from cwsdiag.formats.base import WORDS_LOOKED_AT, longest_mean
from cwsdiag.formats.document import Document, from_memory
from cwsdiag.formats.source import Source
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.text import Bools, Categories, Segmentation, frozen

if TYPE_CHECKING:
    from cwsdiag.align import Mismatch
    from cwsdiag.attributes.base import NamedSlice
    from cwsdiag.labels import Documents
    from cwsdiag.training import TrainingStats
    from cwsdiag.weights import Weights

    WeightsLike: TypeAlias = str | Path | Source | Weights

CorpusLike: TypeAlias = str | Path | Source | Sequence[Sequence[str]] | Mapping[str, float] | Set[str]

# What a system has learnt from, by the terms of the bakeoffs: "closed", the training data of the corpus alone, or
# "open", others too. A board may have tracks of other names.
Track: TypeAlias = str

_USUAL_OOV_RATE = 0.4
_UNSEGMENTED = 3


@dataclass(frozen=True)
class ReadOptions:
    """How a file is to be read: encoding, format and separator that are None are detected from its content.

    Attributes:
        encoding: a name that Python knows.
        format: a key of ``cwsdiag.formats.READERS``.
        normalise: keys of ``cwsdiag.formats.NORMALISATIONS``, in the order in which they are done.
        separator: what stands between words, as it is or as ``U+200B``.
        strip: keys of ``cwsdiag.formats.WRAPPERS``: what stands around lines without being text.
        any_size: whether plain files on disk may be larger than ``cwsdiag.files.limit()``, as those of a command may.
    """

    encoding: str | None = None
    format: str | None = None
    normalise: tuple[str, ...] = ()
    separator: str | None = None
    strip: tuple[str, ...] = ()
    any_size: bool = False


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
        tracks: the track of each system by its name, closed, open or as a board calls it; of systems whose track is not
            known, nothing.
        run_of: of systems that are one of several runs of a model, what those are called together; see ``runs``.
        difficulty: of the gold words; None where it is not known. ``with_weights`` gives it.
        documents: of which sentences the gold text is made; None where that is not known.
        labels: of the gold sentences, by name: genre, source, date.
        labels_digest: SHA-256 (hex) of the table that says them; empty where gold's file alone does.
        slices: that the project names.
    """

    name: str
    gold: Segmentation
    systems: tuple[Segmentation, ...]
    training: TrainingStats | None
    mismatch: Mismatch = "error"
    warnings: tuple[str, ...] = ()
    tracks: Mapping[str, Track] = field(default_factory=dict)
    run_of: Mapping[str, str] = field(default_factory=dict)
    difficulty: Weights | None = None
    documents: Documents | None = None
    labels: Mapping[str, Categories] = field(default_factory=dict)
    labels_digest: str = ""
    slices: tuple[NamedSlice, ...] = ()

    @cached_property
    def oov(self) -> Bools | None:
        """For each gold word whether it is OOV, no word of the training data; None without training data."""
        if self.training is None:
            return None
        words = self.gold.distinct
        return frozen((self.training.counts_of(words.words) == 0)[words.ids])

    @cached_property
    def unseen(self) -> Bools | None:
        """For each gold sentence whether its characters are no sentence of the training text; None without a text."""
        if self.training is None or not self.training.has_text:
            return None
        return frozen(~self.training.has_sentences(self.gold.text.sentences))

    @cached_property
    def unsegmented(self) -> float | None:
        """The mean characters of a gold word, where they are so many that gold is probably not segmented; else None."""
        mean = _mean(self.gold)
        return mean if mean > longest_mean(self.gold.words_at(0, WORDS_LOOKED_AT)) else None

    @cached_property
    def runs(self) -> Mapping[str, tuple[str, ...]]:
        """The systems that are runs of one model, in their order, by what they are called together."""
        runs = [(self.run_of[system.name], system.name) for system in self.systems if system.name in self.run_of]
        return {group: tuple(name for of, name in runs if of == group) for group, _name in runs}

    def oddities(self) -> list[str]:
        """Return what is so unusual that the files should be examined: cheap to ask, on every run."""
        lines: list[str] = []
        if self.training is not None and self.oov is not None and self.oov.mean() > _USUAL_OOV_RATE:
            lines.append(
                lazy(
                    "{share:.1%} of the gold words are not in the training data {name}. `cwsdiag check` says more.",
                    share=float(self.oov.mean()),
                    name=self.training.name,
                )
            )
        if self.unsegmented is not None:
            lines.append(
                lazy(
                    "a gold word has {mean:.1f} characters on average, as if gold were not segmented. `cwsdiag check` "
                    "says more.",
                    mean=self.unsegmented,
                )
            )
        for system in self.systems:
            # One file can have the tags of both.
            if system.digest == self.gold.digest and np.array_equal(system.word_ends, self.gold.word_ends):
                lines.append(
                    lazy("the prediction of {name} is the gold file. `cwsdiag check` says more.", name=system.name)
                )
            elif _mean(system) > _UNSEGMENTED * _mean(self.gold, system):
                lines.append(
                    lazy(
                        "the prediction of {name} has few words, as if it were not segmented. `cwsdiag check` says "
                        "more.",
                        name=system.name,
                    )
                )
        return lines

    def system(self, name: str) -> Segmentation:
        """Return the system of this name, which may be given as it came or as it is shown.

        Raises:
            SettingError: there is none.
        """
        name = visible(name)
        for system in self.systems:
            if system.name == name:
                return system
        names = ", ".join(system.name for system in self.systems) or lazy("none")
        raise SettingError(
            lazy("no system {name!r} in this dataset. Available: {names}.", name=brief(name), names=names)
        )


def _mean(text: Segmentation, compared: Segmentation | None = None) -> float:
    """Return the mean characters of the words of a text; NaN without any.

    Args:
        text: its words outside of what is left out count, as it wrote them.
        compared: a system; of gold's words those that are compared with it count.
    """
    lengths = text.word_lengths[text.written & (compared or text).covered(text.word_starts)]
    return float(lengths.mean()) if len(lengths) else float("nan")


def run_name(group: str, number: int) -> str:
    """Return what a run of a model is called beside the others, counted from 1: ``bert #1``."""
    return f"{group} #{number}"


def open_corpus(corpus: CorpusLike, *, role: Role, options: ReadOptions, name: str = "") -> DocumentStream:
    """Open a text for reading block by block.

    Args:
        corpus: path, source, or words.
        role: what it is to be.
        options: how to read it; the format of a word list, which can only be meant for training data, is passed over
            for others.
        name: what to call words that come from memory.

    Raises:
        InputError: it cannot be read.
        SettingError: this is no corpus.
    """
    known_format = None
    if isinstance(corpus, Source):
        source = corpus
    elif isinstance(corpus, (str, PathLike)):
        source = Source.from_path(corpus, any_size=options.any_size)
    else:
        source, known_format = from_memory(name or role, corpus)
    wanted = options.format
    if role != "training" and wanted in READERS and READERS[wanted].kind != "segmented":
        wanted = None
    return open_document(
        source,
        role=role,
        format=known_format or wanted,
        encoding=options.encoding,
        normalise=options.normalise,
        # Words from memory stand in a list, with nothing between and nothing around.
        separator=None if known_format else options.separator,
        strip=() if known_format else options.strip,
    )


def read(corpus: CorpusLike, *, role: Role, options: ReadOptions, name: str = "") -> Document:
    """Read gold or a prediction, from wherever it comes; see ``open_corpus``.

    Raises:
        InputError: it cannot be read.
    """
    return Document.of(open_corpus(corpus, role=role, options=options, name=name))


def with_weights(dataset: Dataset, weights: WeightsLike) -> Dataset:
    """Return a dataset that has the difficulties of its gold words.

    Args:
        dataset: gold and systems.
        weights: what ``read_weights`` gave for its gold, or the file.

    Raises:
        InputError: the file cannot be used; see ``read_weights``.
        SettingError: the weights are those of another gold text.
    """
    # Whoever only scores does without this import.
    from cwsdiag.weights import Weights, check_fit, read_weights

    if not isinstance(weights, Weights):
        file = weights if isinstance(weights, Source) else Path(weights)
        weights = read_weights(file, dataset.gold)
    check_fit(weights, dataset.gold)
    return replace(dataset, difficulty=weights)
