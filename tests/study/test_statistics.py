"""Tests over tables against plain loops and against SciPy and scikit-posthocs."""

import csv
import math
from itertools import permutations

import numpy as np
import pytest
import scikit_posthocs
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from cwsdiag.study import friedman, nemenyi, rank_correlation
from cwsdiag.study.statistics import adjusted
from tests.oracles import study as oracle
from tests.study.helpers import TABLE_2, close

# Few values, so that there are ties; others that are not round.
numbers = st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(0, 1).map(lambda value: round(value, 3)))


def with_gaps(numbers):
    return st.one_of(numbers, numbers, numbers, numbers, st.just(math.nan))


@st.composite
def tables(draw, *, rows=(0, 7), columns=(1, 6), gaps=True):
    width = draw(st.integers(*columns))
    cells = with_gaps(numbers) if gaps else numbers
    return draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=rows[0], max_size=rows[1])), width


def asked(table, width):
    return friedman(
        np.array(table, dtype=np.float64).reshape(len(table), width),
        treatments=[f"t{number}" for number in range(width)],
        blocks=[f"b{number}" for number in range(len(table))],
    )


@given(tables())
def test_friedman_is_as_by_hand(drawn):
    table, width = drawn
    found = asked(table, width)
    kept = oracle.whole_rows(table)
    assert found.blocks == tuple(f"b{number}" for number in kept)
    assert found.dropped == tuple(f"b{number}" for number in range(len(table)) if number not in kept)
    statistic, p = oracle.friedman(table)
    assert close(found.statistic, statistic)
    assert close(found.p_chi2, p)
    wanted = oracle.mean_ranks(table) if table else [math.nan] * width
    assert all(close(mine, theirs) for mine, theirs in zip(found.ranks, wanted, strict=True))
    assert bool(found.undefined) == math.isnan(statistic)
    assert found.is_significant == (found.p < 0.05) and found.p_adjusted == found.p or math.isnan(p)
    assert (found.method is None) == math.isnan(found.p) == math.isnan(p)


# What is equal in a block is so in every ranking.
@example(([[3, 1, 1], [1, 2, 3], [2, 1, 2]], 3))
@settings(max_examples=25)
@given(tables(rows=(3, 4), columns=(3, 3)))
def test_few_rankings_are_all_tried(drawn):
    table, width = drawn
    found = asked(table, width)
    assert close(found.p, oracle.ranking_p(table))
    assert math.isnan(found.p) or found.method == "exact"


def test_many_rankings_are_drawn_and_come_near_to_all_of_them():
    """Of three blocks of five treatments: 120² of their 120³ rankings, as renaming treatments changes nothing."""
    table = [[1, 2, 3, 4, 5], [2, 1, 3, 5, 4], [3, 2, 1, 5, 4]]
    found = asked(table, 5)
    assert found.method == "permutation"
    ways = [*permutations(range(1, 6))]
    squares = [np.square(np.add(table[0], second) + ways).sum(axis=1) for second in ways]
    p = (np.concatenate(squares) >= np.square(np.sum(table, axis=0)).sum()).mean()
    assert abs(found.p - p) < 4 * math.sqrt(p * (1 - p) / 100_000)
    assert asked(table[::-1], 5).p == found.p
    # The ends are as they are with what was seen among the drawn.
    extreme = [[column + row / 100 for column in range(8)] for row in range(9)]
    assert asked(extreme, 8).p == 1 / 100_001


@given(st.lists(tables(rows=(3, 4), columns=(3, 3)), max_size=4))
def test_tests_of_a_table_are_adjusted_by_holm(drawn):
    tests = [asked(*one) for one in drawn]
    found = adjusted([tests, tests[:1]])
    p = [test.p for test in [*tests, *tests[:1]]]
    mine = [test.p_adjusted for row in found for test in row]
    assert all(close(*pair) for pair in zip(mine, oracle.holm(p), strict=True))
    assert all(test.is_significant == (test.p_adjusted < 0.05) for row in found for test in row)
    assert [test.p for test in found[0]] == pytest.approx([test.p for test in tests], nan_ok=True)


def test_p_values_of_the_paper_are_those_by_chi_square():
    with TABLE_2.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    f1, names, columns = np.array([row[5:] for row in rows], dtype=float), [row[0] for row in rows], head[5:]
    models = friedman(f1.T, treatments=names, blocks=columns)
    datasets = friedman(f1, treatments=columns, blocks=names)
    assert (models.p_chi2, datasets.p_chi2) == pytest.approx((2.26e-6, 8.42e-8), rel=0.005)
    # None of the rankings drawn lies as far apart.
    assert (models.p, datasets.p) == (1 / 100_001, 1 / 100_001)


@pytest.mark.real_data
def test_p_of_psi_in_the_paper(paper_tables):
    with (paper_tables / "table5_psi.csv").open(encoding="utf-8", newline="") as file:
        (_corner, *columns), *rows = csv.reader(file)
    rows = [row for row in rows if row[0] in columns]
    psi = np.array([row[1:] for row in rows], dtype=float)
    test = friedman(psi, treatments=columns, blocks=[row[0] for row in rows])
    assert test.p_chi2 == pytest.approx(0.0109, abs=0.00005)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ([[1, 2, 3], [1, 2, 3], [1, 2, math.nan]], "3 blocks without gaps, and there are 2"),
        ([[1, 2], [1, 2], [1, 2]], "3 treatments, and there are 2"),
        ([[1, 1, 1], [2, 2, 2], [3, 3, 3]], "equal"),
    ],
)
def test_what_is_not_defined_says_why(table, why):
    assert why in asked(table, len(table[0])).undefined
    assert not asked(table, len(table[0])).is_significant


def test_p_of_many_pairs_is_that_of_scipy():
    rng = np.random.default_rng(8)
    first, second = rng.random(8), rng.integers(0, 5, 8) / 9
    expected = stats.spearmanr(first, second)
    found = rank_correlation(first, second)
    assert not found.exact
    assert (found.rho, found.p) == pytest.approx((expected.statistic, expected.pvalue))


@settings(max_examples=60)
@given(tables(rows=(1, 9), columns=(2, 8)).filter(lambda drawn: oracle.whole_rows(drawn[0])))
def test_nemenyi_is_as_scikit_posthocs_has_it_over_rows_without_gaps(drawn):
    table, width = drawn
    found = nemenyi(np.array(table), treatments=[f"t{number}" for number in range(width)])
    whole = np.array([table[number] for number in oracle.whole_rows(table)])
    if len(whole) > 2 and width > 2:
        assert np.allclose(found.p, scikit_posthocs.posthoc_nemenyi_friedman(whole).to_numpy(), atol=1e-9)
    assert (np.diag(found.p) == 1).all()
    assert found.ranks.tolist() == pytest.approx(oracle.mean_ranks(table))
    root = math.sqrt(width * (width + 1) / (6 * len(whole)))
    assert abs(found.critical_difference - oracle.critical_difference(width, len(whole))) <= oracle.Q_ROUNDING * root
    expected = oracle.groups(found.ranks.tolist(), found.critical_difference)
    assert sorted(map(sorted, found.groups)) == sorted(map(sorted, expected))
    for group in found.groups:
        assert list(found.ranks[list(group)]) == sorted(found.ranks[list(group)])


@given(st.lists(st.tuples(with_gaps(numbers), with_gaps(numbers)), max_size=12))
def test_rank_correlation_is_as_by_hand(drawn):
    first, second = [a for a, _ in drawn], [b for _, b in drawn]
    found = rank_correlation(np.array(first), np.array(second))
    assert close(found.rho, oracle.spearman(first, second))
    kept = [(a, b) for a, b in drawn if not math.isnan(a + b)]
    assert found.pairs == len(kept)
    assert math.isnan(found.p) == math.isnan(found.rho)
    if len(kept) < 6:
        assert close(found.p, oracle.permutation_p([a for a, _ in kept], [b for _, b in kept]))
        assert found.exact or math.isnan(found.rho)
