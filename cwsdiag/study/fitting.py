"""Which criterion does a text follow? Its words against the training data of every dataset (METHODS 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.inference import paired_intervals, percentile_intervals
from cwsdiag.resampling import check_settings, resample_sums
from cwsdiag.scores import ratio
from cwsdiag.study.consistency import POINTS, Words, occurrences, psi, psi_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study.corpora import Corpus
    from cwsdiag.text import Segmentation


@dataclass(frozen=True)
class Fit:
    """How well a text fits the criterion of a dataset.

    Attributes:
        name: of the dataset.
        psi: Ψ(its training data, the text) × 100, from 0 to 100.
        low, high: 95 % interval, by resampling the text's sentences.
        seen: share of the text's words whose string the training data has at all.
        seen_psi: Ψ × 100 over those words alone, which vocabulary has no part in; NaN without any.
        own_psi: Ψ × 100 of the dataset's own test text, to compare with.
        behind: Ψ of the nearest dataset minus this one's; 0 for the nearest.
        behind_low, behind_high: its 95 % interval, over the same resamples.
    """

    name: str
    psi: float
    low: float
    high: float
    seen: float
    seen_psi: float
    own_psi: float
    behind: float
    behind_low: float
    behind_high: float


def fit(text: Segmentation, corpora: Sequence[Corpus], *, resamples: int = 1000, seed: int = 0) -> list[Fit]:
    """Return how well a text fits each dataset with segmented training text, the nearest first.

    Args:
        text: at least one word.
        corpora: the datasets; those without segmented training text are passed over.
        resamples: of the bootstrap over the text's sentences.
        seed: of the resamples.

    Raises:
        SettingError: settings that make no bootstrap.
    """
    check_settings(resamples=resamples, seed=seed)
    words = Words.of(text)
    places = {word: place for place, word in enumerate(words.types)}
    ids = np.fromiter((places[word] for word in text.surfaces()), np.int64, len(text))
    sentences = len(text.text.sentence_ends)
    sizes = np.bincount(text.sentence_ids, minlength=sentences)[:, None]
    usable = [
        (corpus, corpus.training) for corpus in corpora if corpus.training is not None and corpus.training.has_text
    ]
    if not usable:
        return []
    found = [occurrences(training, words.types) for _, training in usable]
    sums = np.stack(
        [np.bincount(text.sentence_ids, weights=one.consistency[ids], minlength=sentences) for one in found], axis=1
    )
    drawn, drawn_sizes = resample_sums([sums, sizes], resamples=resamples, seed=seed)
    resampled = POINTS * ratio(drawn, np.broadcast_to(drawn_sizes, drawn.shape))
    values = np.array([psi_of(one, words) for one in found])
    nearest = int(values.argmax())
    intervals = percentile_intervals(values, resampled)
    behind = paired_intervals(values[nearest], values, resampled[:, [nearest]], resampled)
    seen = np.array([int((one.as_string > 0) @ words.counts) for one in found])
    seen_values = POINTS * ratio([float(one.consistency @ words.counts) for one in found], seen)
    fits = [
        Fit(
            name=corpus.name,
            psi=intervals[index].value,
            low=intervals[index].low,
            high=intervals[index].high,
            seen=float(seen[index] / len(text)),
            seen_psi=float(seen_values[index]),
            own_psi=psi(training, corpus.test),
            behind=behind[index].value,
            behind_low=behind[index].low,
            behind_high=behind[index].high,
        )
        for index, (corpus, training) in enumerate(usable)
    ]
    return sorted(fits, key=lambda one: -one.psi)
