"""Corpora as views across datasets take them: training data, test text, development text, all normalised alike."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cwsdiag.dataset import ReadOptions, read, read_training
from cwsdiag.errors import FormatError
from cwsdiag.text import Segmentation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.dataset import CorpusLike
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


@dataclass(frozen=True)
class CorpusFiles:
    """The files of a corpus.

    Attributes:
        name: of the corpus.
        test: its gold text: a path, a source, or words.
        training, dev: None without.
        options: how test and development text are read.
        training_options: how the training data is read; None for the same.
    """

    name: str
    test: CorpusLike
    training: CorpusLike | None = None
    dev: CorpusLike | None = None
    options: ReadOptions = field(default_factory=ReadOptions)
    training_options: ReadOptions | None = None


def read_corpora(
    files: Sequence[CorpusFiles],
    *,
    normalise: Sequence[str] | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Corpus, ...]:
    """Read corpora; training data is read once, counting the words of all test and development texts.

    Args:
        files: of each corpus; names differ.
        normalise: keys of ``NORMALISATIONS`` done to all files alike; None leaves it to the options of each.
        told: is called with how many files were read, and how many there are.

    Raises:
        InputError: a file cannot be read, or holds no word.
    """
    total = sum(1 + (one.training is not None) + (one.dev is not None) for one in files)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        told(done, total)

    texts: list[tuple[Segmentation, Segmentation | None]] = []
    for one in files:
        options = _alike(one.options, normalise)
        test = read_text(one.test, options=options)
        step()
        dev = None
        if one.dev is not None:
            dev = read_text(one.dev, options=options)
            step()
        texts.append((test, dev))
    wanted = {word for pair in texts for text in pair if text is not None for word in text.surfaces()}
    corpora = []
    for one, (test, dev) in zip(files, texts, strict=True):
        training = None
        if one.training is not None:
            options = _alike(one.training_options or one.options, normalise)
            training = read_training(one.training, options=options, strings=wanted)
            step()
        corpora.append(Corpus(one.name, training, test, dev))
    return tuple(corpora)


def read_text(corpus: CorpusLike, *, options: ReadOptions) -> Segmentation:
    """Read a segmented text.

    Raises:
        InputError: it cannot be read, or holds no word.
    """
    document = read(corpus, role="gold", options=options)
    if not document.words:
        raise FormatError(f"{document.name}: no word in it. Give a segmented text.")
    return Segmentation.of_words(
        document.name, document.words, document.sizes, digest=document.digest, reading=document.summary.reading
    )


def _alike(options: ReadOptions, normalise: Sequence[str] | None) -> ReadOptions:
    return options if normalise is None else replace(options, normalise=tuple(normalise))
