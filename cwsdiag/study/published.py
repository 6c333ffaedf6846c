"""Scores that papers give, beside those that are measured: rows of a table, without predictions behind them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.signature import DIGEST_SHOWN, study_signature
from cwsdiag.study.bias import Study
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study.score_table import ScoreTable

_PER_CENT = 100
# More than any paper has: what the division adds beyond is no score, and would part what is level.
_DIGITS = 10


@dataclass(frozen=True)
class Published:
    """The scores of one system in one paper.

    Attributes:
        system: its name.
        source: where its scores stand.
        f1: of each dataset that it has a score on, by name, in per cent; at least one.
        parts: what it is made of, the value of each part; empty where that is not said.
    """

    system: str
    source: str
    f1: tuple[tuple[str, float], ...]
    parts: tuple[tuple[str, str], ...] = ()


def nothing_measured() -> Study:
    """Return the study of no dataset: that of a project that holds nothing but published scores."""
    return Study(diagnoses=(), models=(), attributes=(), signature=study_signature((), {}))


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
    named = list(zip(published_names(rows, table.models), rows, strict=True))
    added = {name: row for name, row in named if any(dataset in datasets for dataset, _score in row.f1)}
    scores = np.full((len(added), len(datasets)), np.nan)
    for place, row in enumerate(added.values()):
        for dataset, score in row.f1:
            if dataset in datasets:
                scores[place, datasets.index(dataset)] = round(score / _PER_CENT, _DIGITS)
    measured = table.f1 if table.datasets else np.empty((0, len(datasets)))
    return replace(
        table,
        models=(*table.models, *added),
        datasets=datasets,
        f1=frozen(np.concatenate([measured, scores])),
        sources={**table.sources, **{name: row.source for name, row in added.items()}},
        parts={**table.parts, **{name: dict(row.parts) for name, row in added.items() if row.parts}},
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
