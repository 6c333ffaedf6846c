"""F1 of systems on datasets, measured or published: what rankings and tests over systems and datasets take."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.study.statistics import Friedman, Nemenyi, friedman, nemenyi
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.inputs import Published
    from cwsdiag.text import Bools, Floats


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
        return tuple(compress(self.models, self._is_whole))

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Models that lack a score on some dataset, and so are left out of those tests."""
        return tuple(compress(self.models, ~self._is_whole))

    @property
    def _is_whole(self) -> Bools:
        return frozen(~np.isnan(self.f1).any(axis=1))

    @property
    def _whole(self) -> Floats:
        """F1 of the complete models, of shape (models, datasets)."""
        return self.f1[self._is_whole]

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


_PER_CENT = 100
# More than any paper has: what the division adds beyond is no score, and would part what is level.
_DIGITS = 10


def published_names(rows: Sequence[Published], taken: Sequence[str]) -> list[str]:
    """Return what each published system is called in tables: by its name, with its source where others have that name.

    Args:
        rows: no two of one system and one source.
        taken: names of measured systems.
    """
    counts = Counter([*taken, *(row.system for row in rows)])
    return [row.system if counts[row.system] == 1 else f"{row.system} ({row.source})" for row in rows]


def with_published(table: ScoreTable, rows: Sequence[Published]) -> ScoreTable:
    """Return a table with published systems as further rows.

    Its datasets stay as they are: on others its systems have no score, and would be left out of all tests. Only a table
    without datasets takes those of the published scores. Systems without a score on one of its datasets are no rows.

    Args:
        table: of measured systems.
        rows: no two of one system and one source.
    """
    datasets = table.datasets or tuple(dict.fromkeys(name for row in rows for name, _score in row.f1))
    named = zip(published_names(rows, table.models), rows, strict=True)
    added = {name: row for name, row in named if not dict(row.f1).keys().isdisjoint(datasets)}
    scores = [dict(row.f1).get(name, np.nan) / _PER_CENT for row in added.values() for name in datasets]
    measured = table.f1 if table.datasets else np.empty((0, len(datasets)))
    return ScoreTable(
        (*table.models, *added),
        datasets,
        frozen(np.append(measured, [round(score, _DIGITS) for score in scores]).reshape(-1, len(datasets))),
        {**table.sources, **{name: row.source for name, row in added.items()}},
        {**table.parts, **{name: dict(row.parts) for name, row in added.items() if row.parts}},
    )


def left_aside(table: ScoreTable, rows: Sequence[Published]) -> list[str]:
    """Return the datasets of published scores that a table of ``with_published`` does not have."""
    named = dict.fromkeys(name for row in rows for name, _score in row.f1)
    return [name for name in named if name not in table.datasets]


def published_signature(signature: str, rows: Sequence[Published]) -> str:
    """Return the signature of results that published scores are in: with the first digits of a digest of them all.

    Args:
        signature: of the measured ones.
        rows: the published scores; without any the signature is as it was.
    """
    if not rows:
        return signature
    said = json.dumps([[row.system, row.source, row.f1, row.parts] for row in rows], ensure_ascii=False)
    return f"{signature} | published:{hashlib.sha256(said.encode()).hexdigest()[:DIGEST_SHOWN]}"
