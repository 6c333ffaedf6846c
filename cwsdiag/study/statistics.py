"""Tests over tables of scores: Friedman's with Nemenyi's after it, and rank correlation; and the table of F1 itself.

SciPy does the statistics, but for p of Friedman's test, which comes from the rankings themselves: all within blocks
where they are few, else drawn (METHODS 9). The χ² distribution fits from some eleven blocks on; studies have three or
four.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import compress
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cwsdiag.balanced.ranking import order_test
from cwsdiag.inference import holm
from cwsdiag.inputs import Published
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.text import Bools, Floats, Ints, Longs, frozen

Method = Literal["exact", "permutation"]

# With so many rankings or fewer all are tried.
MOST_EXACT = 1_000_000
DRAWN = 100_000
_SEED = 0

# Ranks of each block, doubled so that shared ones are whole, each in rising order; blocks in rising order too.
_Blocks = tuple[tuple[int, ...], ...]


def ranking_p(ranks: Floats) -> tuple[float, Method]:
    """Return how often rankings within blocks, at random, lie as far apart as those seen, and how that was counted.

    Blocks that share ranks do so in every ranking. With at most a million rankings p is their share; else that of
    100,000 drawn with a fixed seed, (1 + as far apart) / (1 + drawn).

    Args:
        ranks: of shape (blocks, treatments), at least one of each; ties share their mean rank.
    """
    doubled = np.rint(2 * ranks).astype(np.int32)
    blocks: _Blocks = tuple(sorted(tuple(sorted(row)) for row in doubled.tolist()))
    apart, method = _distribution(blocks)
    # Between given blocks the statistic of the test rises with nothing but the squares of the sums of ranks.
    as_far = len(apart) - int(np.searchsorted(apart, int(_squares(doubled.sum(axis=0)))))
    seen = int(method == "permutation")
    return (seen + as_far) / (seen + len(apart)), method


@lru_cache(maxsize=256)
def _distribution(blocks: _Blocks) -> tuple[Longs, Method]:
    """Return the sums of squares over rankings, in rising order."""
    exact = math.prod(map(_orders, blocks)) <= MOST_EXACT
    sums = _all(blocks) if exact else _drawn(blocks)
    return frozen(np.sort(_squares(sums))), "exact" if exact else "permutation"


def _squares(sums: Ints) -> Longs:
    squares: Longs = (sums.astype(np.int64) ** 2).sum(axis=-1)
    return squares


def _orders(ranks: tuple[int, ...]) -> int:
    return math.factorial(len(ranks)) // math.prod(map(math.factorial, Counter(ranks).values()))


def _all(blocks: _Blocks) -> Ints:
    """Return the sums of ranks in every ranking, of shape (rankings, treatments).

    One block stays as it is, that with most orders: treatments can be renamed, so each of its orders gives the same.
    """
    first, *others = sorted(blocks, key=_orders, reverse=True)
    sums = np.array([first], dtype=np.int32)
    for ranks in others:
        orders = np.array(list(_arranged(Counter(ranks))), dtype=np.int32)
        sums = (sums[:, None, :] + orders[None]).reshape(-1, len(ranks))
    return sums


def _arranged(left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of some ranks, each once."""
    if not left.total():
        yield ()
        return
    for rank in [rank for rank, count in left.items() if count]:
        left[rank] -= 1
        yield from ((rank, *others) for others in _arranged(left))
        left[rank] += 1


def _drawn(blocks: _Blocks) -> Ints:
    sums = np.zeros((DRAWN, len(blocks[0])), dtype=np.int32)
    for place, ranks in enumerate(blocks):
        sums += np.array(ranks, dtype=np.int32)[_orders_drawn(len(ranks), place)]
    return sums


@lru_cache(maxsize=32)
def _orders_drawn(treatments: int, block: int) -> NDArray[np.uint16]:
    """Return orders of treatments at random, of shape (drawn, treatments): the same for the block of every test."""
    rng = np.random.default_rng((_SEED, treatments, block))
    return frozen(rng.permuted(np.tile(np.arange(treatments, dtype=np.uint16), (DRAWN, 1)), axis=1))


LEVEL = 0.05
# Treatments, or blocks without gaps, below which there is no test.
FEWEST = 3
# Up to so many pairs all orders are looked at; the usual approximation is far off there.
_FEW_PAIRS = 7


@dataclass(frozen=True, eq=False)
class Friedman:
    """Friedman's test: do treatments differ, when each block ranks them?

    Attributes:
        treatments: what is compared, at least as asked for.
        blocks: those with a value for every treatment.
        dropped: blocks that lack one, and so are left out.
        statistic: χ² corrected for ties; NaN where the test is not defined, as all its p.
        p: how often rankings within the blocks lie as far apart by chance; see ``rankings.ranking_p``.
        ranks: mean rank of each treatment over the blocks, float64; 1 for the highest values. NaN without blocks.
        undefined: why the test is not defined; empty where it is.
        p_chi2: p by the χ² distribution, as papers have it: rough below eleven blocks.
        method: how p was counted: ``exact`` over all rankings, or by ``permutation``; None where it is not defined.
        p_adjusted: p by Holm over the table that the test is of; the same as p where it stands alone.
    """

    treatments: tuple[str, ...]
    blocks: tuple[str, ...]
    dropped: tuple[str, ...]
    statistic: float
    p: float
    ranks: Floats
    undefined: str
    p_chi2: float
    method: Method | None
    p_adjusted: float

    @property
    def is_significant(self) -> bool:
        """Whether the adjusted p is below 0.05; an undefined test is not."""
        return self.p_adjusted < LEVEL


@dataclass(frozen=True, eq=False)
class Nemenyi:
    """Which treatments differ, once Friedman's test says that some do.

    Attributes:
        treatments: what is compared.
        ranks: their mean ranks, float64; 1 is best.
        p: of each pair, float64 of shape (treatments, treatments), 1 on the diagonal.
        critical_difference: mean ranks at least so far apart differ at the level 0.05.
        groups: indices of treatments, by rank, that do not differ among themselves: the bars of a critical-difference
            diagram. A treatment may be in several, and alone in none.
    """

    treatments: tuple[str, ...]
    ranks: Floats
    p: Floats
    critical_difference: float
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation.

    Attributes:
        rho: from -1 to 1; NaN below three pairs, or where one side is constant.
        p: two-sided; NaN where ``rho`` is.
        pairs: how many both have a value for.
        exact: whether p counts all orders of the pairs, rather than approximating.
    """

    rho: float
    p: float
    pairs: int
    exact: bool


def friedman(values: Floats, *, treatments: Sequence[str], blocks: Sequence[str]) -> Friedman:
    """Test whether treatments differ [RC 3.2, METHODS 9].

    Args:
        values: float64 of shape (blocks, treatments); NaN where undefined.
        treatments: names of the columns.
        blocks: names of the rows; those with an undefined cell are dropped.
    """
    whole = np.flatnonzero(~np.isnan(values).any(axis=1)).tolist() if values.size else []
    kept = values[whole]
    used = tuple(blocks[row] for row in whole)
    dropped = tuple(name for name in blocks if name not in used)
    ranks = _ranks(kept) if len(kept) else np.full((1, len(treatments)), np.nan)
    reason = _undefined(kept, len(treatments))
    statistic = p = p_chi2 = math.nan
    method: Method | None = None
    if not reason:
        from scipy.stats import friedmanchisquare

        result = friedmanchisquare(*kept.T)
        statistic, p_chi2 = float(result.statistic), float(result.pvalue)
        p, method = ranking_p(ranks)
    return Friedman(
        tuple(treatments), used, dropped, statistic, p, frozen(ranks.mean(axis=0)), reason, p_chi2, method, p
    )


def adjusted(table: Iterable[Iterable[Friedman]]) -> tuple[tuple[Friedman, ...], ...]:
    """Return the tests of a table with p adjusted by Holm over all of them that are defined."""
    rows = [list(row) for row in table]
    p = iter(holm([test.p for row in rows for test in row]).tolist())
    return tuple(tuple(replace(test, p_adjusted=next(p)) for test in row) for row in rows)


def _undefined(kept: Floats, treatments: int) -> str:
    if treatments < FEWEST:
        return f"needs {FEWEST} treatments, and there are {treatments}"
    if len(kept) < FEWEST:
        return f"needs {FEWEST} blocks without gaps, and there are {len(kept)}"
    if (kept == kept[:, :1]).all():
        return "all values of each block are equal"
    return ""


def _ranks(values: Floats) -> Floats:
    """Return the ranks of the values of each row: 1 for the highest, ties share theirs."""
    from scipy.stats import rankdata

    ranks: Floats = rankdata(-values, axis=1)
    return ranks


def nemenyi(values: Floats, *, treatments: Sequence[str]) -> Nemenyi:
    """Return which treatments differ, from the rows without gaps of a table of values; see ``friedman``.

    Mean ranks over N rows differ where they lie q √(k (k + 1) / 6N) apart, q the quantile of the studentized range of k
    treatments and infinitely many degrees of freedom over √2; p is the share of that range beyond what two lie apart
    [Demšar 2006, 3.2.2]. There are at least two treatments, and a row without gaps.
    """
    kept = values[~np.isnan(values).any(axis=1)]
    from scipy.stats import studentized_range

    ranks = _ranks(kept).mean(axis=0)
    count = len(ranks)
    unit = math.sqrt(count * (count + 1) / (6 * len(kept)))
    difference = float(studentized_range.ppf(1 - LEVEL, count, np.inf)) / math.sqrt(2) * unit
    rows, columns = np.triu_indices(count, 1)
    p = np.ones((count, count))
    apart = np.abs(ranks[rows] - ranks[columns]) / unit * math.sqrt(2)
    p[rows, columns] = p[columns, rows] = studentized_range.sf(apart, count, np.inf)
    return Nemenyi(tuple(treatments), frozen(ranks), frozen(p), difference, _groups(ranks, difference))


def _groups(ranks: Floats, difference: float) -> tuple[tuple[int, ...], ...]:
    """Return the longest runs of neighbours in rank whose ends are not a critical difference apart."""
    order = np.argsort(ranks, kind="stable")
    ordered = ranks[order]
    ends = (ordered - ordered[:, None] < difference).sum(axis=1)
    # A run that ends where the one before does is part of that.
    longest = (np.diff(ends, prepend=0) > 0) & (ends > np.arange(len(ends)) + 1)
    return tuple(tuple(order[first : ends[first]].tolist()) for first in np.flatnonzero(longest))


def rank_correlation(first: Floats, second: Floats) -> Correlation:
    """Return Spearman's correlation of two lists of values, where both are defined.

    Ties share ranks. Up to seven pairs the p-value is exact: the share of all orders of one side whose correlation is
    as far from 0. Above, it is SciPy's approximation by Student's t.
    """
    x, y = _defined(first, second)
    pairs = len(x)
    rho, p = _spearman(x, y)
    if pairs > _FEW_PAIRS or math.isnan(rho):
        return Correlation(rho, p, pairs, exact=False)
    from scipy.stats import rankdata

    return Correlation(rho, order_test(rankdata(x), rankdata(y))[0], pairs, exact=True)


def spearman(first: Floats, second: Floats) -> float:
    """Return the ρ of ``rank_correlation`` alone, which needs no orders."""
    return _spearman(*_defined(first, second))[0]


def _defined(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    both = ~(np.isnan(first) | np.isnan(second))
    return first[both], second[both]


def _spearman(x: Floats, y: Floats) -> tuple[float, float]:
    """Return ρ and its approximate p; NaN below three pairs, or where one side is constant."""
    if len(x) < FEWEST or not np.ptp(x) or not np.ptp(y):
        return math.nan, math.nan
    from scipy.stats import spearmanr

    result = spearmanr(x, y)
    return float(result.statistic), float(result.pvalue)


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
        return np.logical_not(np.isnan(self.f1).any(axis=1))

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
