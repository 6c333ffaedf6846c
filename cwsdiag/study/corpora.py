"""Corpora as views across datasets take them, all normalised alike: training, test and development text, and sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import Any, Literal

import numpy as np

from cwsdiag.dataset import Dataset
from cwsdiag.formats import Source
from cwsdiag.formats.base import ContentKind
from cwsdiag.formats.document import Document
from cwsdiag.formats.stream import codec_of
from cwsdiag.inputs import File, FileSet
from cwsdiag.parallel import HERE, Shared, Where, starmap_unordered
from cwsdiag.signature import file_part, joined
from cwsdiag.text import Segmentation
from cwsdiag.training import TrainingStats, gather


@dataclass(frozen=True, eq=False)
class Corpus:
    """A dataset without systems.

    Attributes:
        name: what the user calls it.
        training: statistics of its training data; None without. The words of all corpora read together were counted.
        test: its gold text.
        dev: its development text; None without.
    """

    name: str
    training: TrainingStats | None
    test: Segmentation
    dev: Segmentation | None = None

    @property
    def running(self) -> TrainingStats | None:
        """Its training data where that is running text, which gives Ψ; None without."""
        return self.training if self.training is not None and self.training.has_text else None

    @property
    def target(self) -> Segmentation:
        """What sources are selected by: the development text, or the test text where there is none."""
        return self.test if self.dev is None else self.dev

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was read of its files, but looks wrong."""
        return tuple(
            said for text in (self.training, self.test, self.dev) if text is not None for said in text.warnings
        )


def read_corpora(
    files: Sequence[FileSet],
    *,
    normalise: Sequence[str] | None = None,
    where: Where = HERE,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Corpus, ...]:
    """Read corpora; training data is read once, counting the words of all test and development texts.

    Args:
        files: of each corpus, with a gold text, whose names differ; their systems are not read.
        normalise: keys of ``NORMALISATIONS`` done to all files alike; None leaves it to the options of each.
        where: the workers of a scheduler read training data, each a file at a time; here one file follows the other,
            and a large one is read by all processors.
        progress: is called with how many files were read, and how many there are.

    Raises:
        InputError: a file cannot be read, or holds no word.
        SettingError: ``where`` cannot be used.
        WorkerError: workers were lost.
    """
    total, done = sum(len(one.of("gold", "dev", "training")) for one in files), count(1)
    texts: dict[tuple[int, str], Segmentation] = {}
    for number, one in enumerate(files):
        for file in one.of("gold", "dev"):
            texts[number, file.role] = Document.of(_alike(file, normalise).opened())
            progress(next(done), total)
    wanted = frozenset(word for text in texts.values() for word in text.distinct.words)
    trainings: dict[int, TrainingStats] = {}
    given = {number: _alike(one.training, normalise) for number, one in enumerate(files) if one.training is not None}
    for number, training in _gathered(given, wanted, where):
        trainings[number] = training
        progress(next(done), total)
    return tuple(
        Corpus(one.name, trainings.get(number), texts[number, "gold"], texts.get((number, "dev")))
        for number, one in enumerate(files)
    )


def _gathered(files: Mapping[int, File], strings: Collection[str], where: Where) -> Iterator[tuple[int, TrainingStats]]:
    """Yield the statistics of training data, each with its number, as they come."""
    if where.scheduler is None:
        for number, file in files.items():
            yield number, gather(file.opened(), strings=strings)
        return
    numbers, shared = list(files), Shared(strings)
    # A file is read when its turn has come.
    calls = ((shared, Shared(_with_content(file))) for file in files.values())
    with closing(starmap_unordered(_counted, calls, total=len(numbers), where=where)) as answers:
        for place, found in answers:
            # What is asked for later is looked for here.
            yield numbers[place], TrainingStats(**found, _source=files[numbers[place]].opened())


def _with_content(file: File) -> File:
    """Return training data that can be read where its path says nothing."""
    corpus = file.corpus()
    if isinstance(corpus, Source):
        corpus = corpus.holding(b"".join(corpus.stored()))
    return replace(file, path=None, content="", data=corpus)


def _counted(strings: Collection[str], file: File) -> dict[str, Any]:
    """Return the statistics of training data, but where it came from."""
    gathered = gather(file.opened(), strings=strings)
    return {one.name: getattr(gathered, one.name) for one in fields(gathered) if one.name != "_source"}


def _alike(file: File, normalise: Sequence[str] | None) -> File:
    return file if normalise is None else file.normalised(normalise)


def corpora_signature(corpora: Sequence[Corpus], settings: Mapping[str, object]) -> str:
    """Return the signature of results on corpora without systems: after the name of each its files, then the settings.

    How a file was read says how it was normalised, such as ``words,utf-8,nfkc``.
    """
    named = []
    for corpus in corpora:
        dev = [] if corpus.dev is None else [f"dev:{file_part(corpus.dev)}"]
        parts = [f"gold:{file_part(corpus.test)}", f"training:{file_part(corpus.training)}", *dev]
        named.append(f"{corpus.name}[{', '.join(parts)}]")
    return joined(named, settings)


@dataclass(frozen=True)
class CorpusSize:
    """The training data or the gold text of a dataset.

    Attributes:
        dataset: its name.
        text: which of the two.
        kind: running text, or a word list with or without counts, which only training data can be.
        sentences: None of a word list.
        characters: None of a word list without counts, or with frequencies in their place.
        words: how many there are; of a word list without counts, or with frequencies in their place, its entries.
        types: different words.
        oov_rate: share of the words that are no word of the training data, from 0 to 1; NaN of training data, and
            without any.
        encoding: what its file was decoded by.
    """

    dataset: str
    text: Literal["train", "test"]
    kind: ContentKind
    sentences: int | None
    characters: int | None
    words: int
    types: int
    oov_rate: float
    encoding: str


def corpus_sizes(dataset: Dataset) -> list[CorpusSize]:
    """Return the sizes of the training data of a dataset, where it has any, and of its gold text."""
    gold, training, oov = dataset.gold, dataset.training, dataset.oov
    test = CorpusSize(
        dataset=dataset.name,
        text="test",
        kind="segmented",
        sentences=len(gold.text.sentence_ends),
        characters=len(gold.text.chars),
        words=len(gold),
        types=len(set(gold.surfaces())),
        oov_rate=math.nan if oov is None else float(np.mean(oov)),
        encoding=codec_of(gold.reading),
    )
    if training is None:
        return [test]
    train = CorpusSize(
        dataset=dataset.name,
        text="train",
        kind=training.kind,
        sentences=training.sentences if training.has_text else None,
        characters=training.characters if training.has_counts and not training.frequencies else None,
        words=training.words,
        types=len(training.word_counts),
        oov_rate=math.nan,
        encoding=codec_of(training.reading),
    )
    return [train, test]
