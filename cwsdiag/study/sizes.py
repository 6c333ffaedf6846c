"""How large the corpora of a study are, and how they are written [B03 Table 1, METHODS 9]."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from cwsdiag.formats.stream import codec_of

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.formats.base import ContentKind
    from cwsdiag.training import TrainingStats


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
    found = [] if dataset.training is None else [_training(dataset.name, dataset.training)]
    gold = dataset.gold
    oov = dataset.oov
    return [
        *found,
        CorpusSize(
            dataset=dataset.name,
            text="test",
            kind="segmented",
            sentences=len(gold.text.sentence_ends),
            characters=len(gold.text.chars),
            words=len(gold),
            types=len(set(gold.surfaces())),
            oov_rate=math.nan if oov is None else float(np.mean(oov)),
            encoding=codec_of(gold.reading),
        ),
    ]


def _training(name: str, training: TrainingStats) -> CorpusSize:
    return CorpusSize(
        dataset=name,
        text="train",
        kind=training.kind,
        sentences=training.sentences if training.has_text else None,
        characters=training.characters if training.has_counts and not training.frequencies else None,
        words=training.words,
        types=len(training.word_counts),
        oov_rate=math.nan,
        encoding=codec_of(training.reading),
    )
