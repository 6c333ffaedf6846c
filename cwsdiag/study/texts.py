"""The texts of several datasets, which tell criteria apart: what exhibits across datasets are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.study.signature import corpora_signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.study import Corpus, Matrix, Transfer
    from cwsdiag.text import Floats


@dataclass(frozen=True, eq=False)
class Criteria:
    """The texts of several datasets, all normalised alike, and what models trained on each do on the others.

    Attributes:
        corpora: in the order of the project.
        matrix: Ψ of every training data and test text.
        transfers: U of systems that say what they were trained on.
        files: what a signature says of their predictions.
        normalise: what was done to the texts.
    """

    corpora: tuple[Corpus, ...]
    matrix: Matrix
    transfers: tuple[Transfer, ...]
    files: Mapping[str, str]
    normalise: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the datasets."""
        return self.matrix.names

    @property
    def trainable(self) -> tuple[str, ...]:
        """Names of the datasets with segmented training text."""
        return tuple(one.name for one in self.corpora if one.training is not None and one.training.has_text)

    def corpus(self, name: str) -> Corpus:
        """Return the texts of a dataset."""
        return self.corpora[self.names.index(name)]

    def pairs(self, by: str, **values: Floats) -> pd.DataFrame:
        """Return a row for each training data and test text, the largest of one of the values first."""
        names = {
            "train": [train for train in self.names for _test in self.names],
            "test": [test for _train in self.names for test in self.names],
        }
        frame = pd.DataFrame({**names, **{key: matrix.ravel() for key, matrix in values.items()}})
        return frame.sort_values(by, ascending=False, kind="stable", ignore_index=True)

    def signature(self, settings: Mapping[str, object] | None = None) -> str:
        """Return where numbers come from, with further settings."""
        return corpora_signature(self.corpora, {"normalise": ",".join(self.normalise) or "none", **(settings or {})})

    def settings(self, models: Sequence[Transfer]) -> dict[str, object]:
        """Return what a signature says of models."""
        files = self.files if any(one in self.transfers for one in models) else {}
        return {"models": ",".join(one.model for one in models), **files} if models else {}

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each text, by what it is."""
        texts = {"gold": "test", "training": "training", "development": "dev"}
        return {
            f"{one.name} {what}": getattr(one, key).digest
            for one in self.corpora
            for what, key in texts.items()
            if getattr(one, key) is not None
        }
