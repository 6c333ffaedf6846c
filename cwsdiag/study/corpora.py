"""Corpora as views across datasets take them: training data, test text, development text, all normalised alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.formats import Document
from cwsdiag.loading import TextFile
from cwsdiag.text import Segmentation
from cwsdiag.training import gather

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.dataset import CorpusLike, ReadOptions
    from cwsdiag.loading import DatasetFiles
    from cwsdiag.training import TrainingStats


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
    told: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Corpus, ...]:
    """Read corpora; training data is read once, counting the words of all test and development texts.

    Args:
        files: of each corpus, whose names differ; their systems are not read.
        normalise: keys of ``NORMALISATIONS`` done to all files alike; None leaves it to the options of each.
        told: is called with how many files were read, and how many there are.

    Raises:
        InputError: a file cannot be read, or holds no word.
        ValueError: a corpus has no gold text.
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
    wanted = {word for pair in texts for text in pair if text is not None for word in text.distinct.words}
    corpora = []
    for one, (test, dev) in zip(files, texts, strict=True):
        training = None
        if one.training is not None:
            training = gather(_alike(one.training, normalise).opened("training"), strings=wanted)
            step()
        corpora.append(Corpus(one.name, training, test, dev))
    return tuple(corpora)


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
