"""What the Difficulty page shows, as frames: systems with their scores, intervals of difficulty, sentences by hardness.

All of it is computed once for a dataset with difficulties, the same for everybody who looks at it.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd

from cwsdiag.balanced import (
    INTERVAL_LABELS,
    accuracy_by_difficulty,
    balance,
    group_shares,
    halves,
    rankings,
    swaps,
    word_groups,
)
from cwsdiag.report.balanced_text import balanced_rows
from cwsdiag.weights import INTERVALS

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from cwsdiag.balanced import Halves, Swap
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.results import Results
    from cwsdiag.weights import Weights

_POINTS = 100
# Sentences with fewer words are headings and exclamations: of them a single hard word makes the hardest of all.
SHORT = 5
# More words of a change of places than this nobody reads.
_MOST_MOVERS = 8
# Two points always lie on a line.
_FEWEST_FOR_R = 3


@dataclass(frozen=True)
class Correlation:
    """Pearson's r of F1 and f_b over systems, and how probable one as far from 0 is where there is none."""

    r: float
    p: float
    systems: int


class Hardness:
    """Balanced scores of one dataset, and what they are made of."""

    def __init__(self, dataset: Dataset) -> None:
        """Compute nothing yet.

        Raises:
            SettingError: the dataset has no difficulties.
        """
        self.balanced = balance(dataset)

    @property
    def weights(self) -> Weights:
        """How hard each gold word is."""
        return self.balanced.weights

    @cached_property
    def scores(self) -> pd.DataFrame:
        """A row a system, best f_b first, undefined last: see ``balanced_rows``; by_f1, by_f_b, moved of ``Place``."""
        places = [asdict(place) for place in rankings(self.balanced.scores)]
        rows = [row | place for row, place in zip(balanced_rows(self.balanced), places, strict=True)]
        ordered = pd.DataFrame(rows).sort_values(["f_b", "f1"], ascending=False, kind="stable", ignore_index=True)
        return ordered.astype(dict.fromkeys(("by_f1", "by_f_b", "moved"), "Int64"))

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """A row for each two systems, the one further ahead by f_b first: difference, low and high in points; sure."""
        place = {name: at for at, name in enumerate(self.scores["name"])}
        rows = []
        for found in self.balanced.differences():
            ahead = place[found.first] < place[found.second]
            sign = _POINTS if ahead else -_POINTS
            low, high = sorted((sign * found.f_b.low, sign * found.f_b.high))
            names = (found.first, found.second) if ahead else (found.second, found.first)
            rows.append((*names, sign * found.f_b.value, low, high, found.f_b.is_sure))
        rows.sort(key=lambda row: (place[row[0]], place[row[1]]))
        return pd.DataFrame(rows, columns=["first", "second", "difference", "low", "high", "sure"])

    @cached_property
    def swaps(self) -> list[Swap]:
        """Every two systems that change order from F1 to f_b."""
        return swaps(self.balanced, most=_MOST_MOVERS)

    @cached_property
    def movers(self) -> pd.DataFrame:
        """A row a word behind a change of places: the word, who has it right and who wrong, tokens, Σ d."""
        rows = [
            (one.word, right, wrong, one.tokens, one.weight)
            for swap in self.swaps
            for right, wrong, words in ((swap.up, swap.down, swap.gains), (swap.down, swap.up, swap.losses))
            for one in words
        ]
        return pd.DataFrame(rows, columns=["word", "right", "wrong", "tokens", "weight"])

    @cached_property
    def correlation(self) -> Correlation:
        """Pearson's r of F1 and f_b; undefined over fewer than three systems, or where one does not vary."""
        known = self.scores[["f1", "f_b"]].dropna()
        if len(known) < _FEWEST_FOR_R or known.nunique().min() < 2:
            return Correlation(math.nan, math.nan, len(known))
        from scipy.stats import pearsonr

        found = pearsonr(known["f1"], known["f_b"])
        return Correlation(float(found.statistic), float(found.pvalue), len(known))

    @cached_property
    def intervals(self) -> pd.DataFrame:
        """A row an interval of difficulty: label, words and share in per cent."""
        shares = group_shares(self.balanced)["all words"]
        words = np.bincount(self.weights.intervals(), minlength=INTERVALS)
        return pd.DataFrame({"label": INTERVAL_LABELS, "words": words, "share": shares})

    @cached_property
    def accuracy(self) -> pd.DataFrame:
        """A row an interval, a column a system: the recall of the gold words there; NaN where there are none."""
        return pd.DataFrame(accuracy_by_difficulty(self.balanced))

    def kinds(self, idioms: Collection[str] | None) -> tuple[dict[str, NDArray[np.float64]], dict[str, int]]:
        """Return for each kind of gold words their shares of the ten intervals in per cent, and how many there are.

        Args:
            idioms: a list of them; without it they are no kind.
        """
        groups = word_groups(self.balanced, idioms=idioms)
        return group_shares(self.balanced, idioms=idioms), {name: int(words.sum()) for name, words in groups.items()}

    @cached_property
    def halves(self) -> Halves | None:
        """f_b on random halves of the sentences; None where there is a single one."""
        return halves(self.balanced) if len(self.balanced.dataset.gold.text.sentence_ends) > 1 else None

    @cached_property
    def sentence_means(self) -> NDArray[np.float64]:
        """The mean difficulty of the words of each sentence."""
        ids = self.balanced.dataset.gold.sentence_ids
        # Gold has no empty sentence.
        means: NDArray[np.float64] = np.bincount(ids, self.weights.values) / np.bincount(ids)
        return means

    @cached_property
    def hardest(self) -> tuple[int, ...]:
        """The sentences, highest mean difficulty first, those with fewer than five words behind all others."""
        short = np.bincount(self.balanced.dataset.gold.sentence_ids) < SHORT
        return tuple(np.lexsort((-self.sentence_means, short)).tolist())

    @property
    def all_equal(self) -> bool:
        """Whether no word is harder than another."""
        return bool(np.ptp(self.weights.values) == 0)


# Of every Results with difficulties its own: they go when it goes.
_kept: WeakKeyDictionary[Results, Hardness] = WeakKeyDictionary()


def hardness(results: Results) -> Hardness:
    """Return what there is to say about the difficulty of a dataset that has some."""
    if results not in _kept:
        _kept[results] = Hardness(results.dataset)
    return _kept[results]
