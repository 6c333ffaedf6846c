"""F1 of systems on datasets, wherever it comes from: what rankings and tests over systems and datasets take."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.study.statistics import Friedman, Nemenyi, friedman, nemenyi

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.text import Floats


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """F1 over all words of each system on each dataset.

    Attributes:
        models: names of the systems, all different.
        datasets: names of the datasets, all different.
        f1: of shape (models, datasets), from 0 to 1; NaN where there is no score.
        sources: of a system whose scores were published where they come from, by its name; measured ones are not in it.
        parts: what a system is made of, by its name: the value of each part; systems that do not say are not in it.
    """

    models: tuple[str, ...]
    datasets: tuple[str, ...]
    f1: Floats
    sources: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def gaps(self) -> list[tuple[str, str]]:
        """The (model, dataset) pairs without a score."""
        return [(self.models[row], self.datasets[column]) for row, column in np.argwhere(np.isnan(self.f1)).tolist()]

    @cached_property
    def complete(self) -> tuple[str, ...]:
        """Models with a score on every dataset: those that tests over models and datasets can take."""
        return tuple(model for model, row in zip(self.models, self.f1, strict=True) if not np.isnan(row).any())

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Models that lack a score on some dataset, and so are left out of those tests."""
        return tuple(model for model in self.models if model not in self.complete)

    @property
    def _whole(self) -> Floats:
        """F1 of the complete models, of shape (models, datasets)."""
        return self.f1[[self.models.index(model) for model in self.complete]]

    def models_test(self) -> Friedman:
        """Test whether models differ in F1, over the datasets [RC Table 2]."""
        return friedman(self._whole.T, treatments=self.complete, blocks=self.datasets)

    def datasets_test(self) -> Friedman:
        """Test whether datasets differ in F1, over the models [RC Table 2]."""
        return friedman(self._whole, treatments=self.datasets, blocks=self.complete)

    def models_apart(self) -> Nemenyi | None:
        """Return which models differ; None where Friedman's test over them is not defined."""
        if self.models_test().undefined:
            return None
        return nemenyi(self._whole.T, treatments=self.complete)
