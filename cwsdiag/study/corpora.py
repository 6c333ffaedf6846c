"""Corpora as views across datasets take them: training data, test text, development text, all normalised alike."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, fields, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from cwsdiag.dataset import open_corpus
from cwsdiag.formats import Document, Source
from cwsdiag.formats.memory import from_memory
from cwsdiag.loading import TextFile
from cwsdiag.parallel import HERE, Shared, starmap_unordered
from cwsdiag.text import Segmentation
from cwsdiag.training import TrainingStats, gather

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from cwsdiag.dataset import CorpusLike, ReadOptions
    from cwsdiag.loading import DatasetFiles
    from cwsdiag.parallel import Where


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
    files: Sequence[DatasetFiles],
    *,
    normalise: Sequence[str] | None = None,
    where: Where = HERE,
    told: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Corpus, ...]:
    """Read corpora; training data is read once, counting the words of all test and development texts.

    Args:
        files: of each corpus, whose names differ; their systems are not read.
        normalise: keys of ``NORMALISATIONS`` done to all files alike; None leaves it to the options of each.
        where: the workers of a scheduler read training data, each a file at a time; here one file follows the other,
            and a large one is read by all processors.
        told: is called with how many files were read, and how many there are.

    Raises:
        InputError: a file cannot be read, or holds no word.
        SettingError: ``where`` cannot be used.
        ValueError: a corpus has no gold text.
        WorkerError: workers were lost.
    """
    total = sum(1 + (one.training is not None) + (one.dev is not None) for one in files)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        told(done, total)

    texts: list[tuple[Segmentation, Segmentation | None]] = []
    for one in files:
        if one.gold is None:
            raise ValueError("a corpus needs a gold text")
        test = _text(_alike(one.gold, normalise))
        step()
        dev = None
        if one.dev is not None:
            dev = _text(_alike(one.dev, normalise))
            step()
        texts.append((test, dev))
    wanted = frozenset(word for pair in texts for text in pair if text is not None for word in text.distinct.words)
    trainings: dict[int, TrainingStats] = {}
    given = {number: _alike(one.training, normalise) for number, one in enumerate(files) if one.training is not None}
    for number, training in _gathered(given, wanted, where):
        trainings[number] = training
        step()
    return tuple(
        Corpus(one.name, trainings.get(number), *pair)
        for number, (one, pair) in enumerate(zip(files, texts, strict=True))
    )


def _gathered(
    files: Mapping[int, TextFile], strings: Collection[str], where: Where
) -> Iterator[tuple[int, TrainingStats]]:
    """Yield the statistics of training data, each with its number, as they come."""
    if where.scheduler is None:
        for number, file in files.items():
            yield number, gather(file.opened("training"), strings=strings)
        return
    numbers, shared = list(files), Shared(strings)
    # A file is read when its turn has come.
    calls = (_call(files[number], shared) for number in numbers)
    with closing(starmap_unordered(_counted, calls, total=len(numbers), where=where)) as answers:
        for place, found in answers:
            # What is asked for later is looked for here.
            yield numbers[place], TrainingStats(**found, _source=files[numbers[place]].opened("training"))


def _call(file: TextFile, strings: Shared[Collection[str]]) -> tuple[Any, ...]:
    """Return the arguments with which ``_counted`` counts what is in a file."""
    source, options = _plain(file)
    return strings, Shared(b"".join(source.stored())), source.holding(b""), options


def _plain(file: TextFile) -> tuple[Source, ReadOptions]:
    """Return where the bytes of training data are, and how to read them there."""
    corpus = file.corpus() if callable(file.corpus) else file.corpus
    if isinstance(corpus, (Document, TrainingStats)):
        raise TypeError("what was read is not opened again")
    if isinstance(corpus, Source):
        return corpus, file.options
    if isinstance(corpus, (str, PathLike)):
        return Source.of_text(corpus), file.options
    source, kind = from_memory("training", corpus)
    return source, replace(file.options, format=kind, separator=None, strip=())


def _counted(strings: Collection[str], content: bytes, source: Source, options: ReadOptions) -> dict[str, Any]:
    """Return the statistics of a file's content, but where it came from."""
    stream = open_corpus(source.holding(content), role="training", options=options)
    found = gather(stream, strings=strings)
    return {one.name: getattr(found, one.name) for one in fields(found) if one.name != "_source"}


def read_text(corpus: CorpusLike, *, options: ReadOptions) -> Segmentation:
    """Read a segmented text.

    Raises:
        InputError: it cannot be read, or holds no word.
    """
    return _text(TextFile(corpus, options))


def _text(file: TextFile) -> Segmentation:
    document = Document.of(file.opened("gold"))
    return document.segmentation(warnings=document.warnings)


def _alike(file: TextFile, normalise: Sequence[str] | None) -> TextFile:
    return file if normalise is None else replace(file, options=replace(file.options, normalise=tuple(normalise)))
