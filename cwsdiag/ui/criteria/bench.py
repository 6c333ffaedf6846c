"""What the parts of the Criteria page work on, and which pair of datasets is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cwsdiag.study import Corpus, Matrix
    from cwsdiag.ui.data.project_data import Studied

    # Draws what a part finds as that which the page begins with: a sentence, and how it is to be taken.
    Say = Callable[[tuple[str, str]], None]


@dataclass(frozen=True, eq=False)
class Bench:
    """What the page works on.

    Attributes:
        chosen: the datasets.
        corpora: their texts, under the selected normalisation.
        matrix: Ψ × 100 of all pairs.
    """

    chosen: Studied
    corpora: tuple[Corpus, ...]
    matrix: Matrix

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the datasets."""
        return self.matrix.names

    @cached_property
    def trainable(self) -> tuple[str, ...]:
        """Names of those with segmented training text."""
        return tuple(one.name for one in self.corpora if one.training is not None and one.training.has_text)

    def corpus(self, name: str) -> Corpus:
        """Return the texts of a dataset."""
        return self.corpora[self.names.index(name)]

    def psi(self, train: str, test: str) -> float:
        """Return Ψ × 100 of a pair."""
        return float(self.matrix.values[self.names.index(train), self.names.index(test)])

    def pairs(self, **values: NDArray[np.float64]) -> pd.DataFrame:
        """Return a row a pair: ``train``, ``test``, and what each matrix has for them, its rows training data."""
        names = {
            "train": [train for train in self.names for _ in self.names],
            "test": [test for _ in self.names for test in self.names],
        }
        return pd.DataFrame({**names, **{key: matrix.ravel() for key, matrix in values.items()}})

    def pair(self) -> tuple[str, str]:
        """Return the selected training data and test text; of what is not selected, that where most is lost."""
        train, test = state.choose(Key.TRAIN, self.names), state.choose(Key.TEST, self.names)
        if train is None or test is None:
            return self._costliest(train, test)
        return train, test

    def _costliest(self, train: str | None, test: str | None) -> tuple[str, str]:
        """Return the pair with this training data and test text, as far as given, whose Ψ is furthest below its own."""
        values = self.matrix.values
        lost = np.diag(values) - values
        # The own pair is the last choice, one without Ψ none as long as there is another.
        lost[np.diag_indices_from(lost)] = -np.inf
        ranked = np.where(np.isnan(lost), np.where(np.isnan(values), -np.inf, -values - 200), lost)
        for given, axis in ((train, 0), (test, 1)):
            if given is not None:
                others = np.arange(len(self.names)) != self.names.index(given)
                ranked[others if axis == 0 else slice(None), slice(None) if axis == 0 else others] = np.nan
        row, column = np.unravel_index(int(np.nanargmax(ranked)), ranked.shape)
        return self.names[int(row)], self.names[int(column)]


def choose_pair(train: str, test: str) -> None:
    """In a callback: look at the words of a pair."""
    for key, value in ((Key.TRAIN, train), (Key.TEST, test), (Key.STRING, None)):
        state.put(key, value)


def to_words(train: str, test: str) -> None:
    """In a callback: look at the words of a pair, in the part of the page that has room for them."""
    choose_pair(train, test)
    state.put(Key.PART, "consistency")
